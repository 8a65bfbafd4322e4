/* SPDX-License-Identifier: MIT */
/* reports.c: see reports.h. */
#include "reports.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/people/accounts.h"
#include "server/tables/caller.h"
#include "server/tables/lobby.h"
#include "server/tables/reads.h"
#include "server/tables/tables.h"
#include "server/tables/writes.h"
#include "util/memory.h"
#include "wire/json.h"

/* PER_PERSON and PER_ADDRESS limit the reports a day, and COUNTED the rows read to count them. READ_MOST limits the
 * rows read for a list, LISTED the reports in a reply, and TRIES the attempts to write. */
enum {
    DAY = 86400,
    PER_PERSON = 10,
    PER_ADDRESS = 30,
    COUNTED = 200,
    READ_MOST = 1000,
    LISTED = 25,
    TRIES = 5,
    CURSOR = 24
};

static struct by_bytes_of bytes_of(const void *at, size_t n) { return (struct by_bytes_of){ at, n }; }

static bool among(const char *const *all, size_t n, const char *word)
{
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;

        while (all[i][k] != '\0' && word[k] == (all[i][k] == '_' ? '-' : all[i][k]))
            k++;
        if (all[i][k] == '\0' && word[k] == '\0')
            return true;
    }
    return false;
}

static bool report_known(const char *reason)
{
    static const char *const all[] = {
#define BY_REPORT(id) #id,
#include "wire/reports.def"
#undef BY_REPORT
    };

    return among(all, sizeof all / sizeof all[0], reason);
}

bool by_reason_known(const char *reason)
{
    static const char *const all[] = {
#define BY_REASON(id) #id,
#include "wire/reasons.def"
#undef BY_REASON
    };

    return among(all, sizeof all / sizeof all[0], reason) && strcmp(reason, "role") != 0;
}

bool by_act_known(const char *act)
{
    static const char *const all[] = {
#define BY_ACT(id) #id,
#include "wire/acts.def"
#undef BY_ACT
    };

    return among(all, sizeof all / sizeof all[0], act) && strcmp(act, "promote") != 0 && strcmp(act, "demote") != 0;
}

/* ---- Rows ------------------------------------------------------------------------------------- */

static void copy(char *out, size_t size, const by_json *j, const char *name)
{
    const char *text = by_field_text(j, name);

    snprintf(out, size, "%s", text == NULL ? "" : text);
}

bool by_report_parse(struct by_bytes_of key, struct by_bytes_of value, struct by_report *out)
{
    by_json *j =
        key.n == sizeof out->id.bytes && value.n <= sizeof out->line ? by_json_read(value.at, value.n, NULL) : NULL;
    const by_json *by = by_json_get(j, "by");

    memset(out, 0, sizeof *out);
    if (j == NULL)
        return false;
    memcpy(out->id.bytes, key.at, key.n);
    memcpy(out->line, value.at, value.n);
    out->line_n = value.n;
    by_field_bytes(j, "who", out->who.bytes, sizeof out->who.bytes);
    by_field_bytes(j, "table", out->table.bytes, sizeof out->table.bytes);
    by_field_bytes(j, "moderator", out->moderator.bytes, sizeof out->moderator.bytes);
    out->match = (int)by_field_number(j, "match", 0);
    out->seat = (int)by_field_number(j, "seat", 0);
    out->last = by_field_number(j, "last", 0);
    out->closed = by_json_true(by_json_get(j, "closed"));
    copy(out->name, sizeof out->name, j, "name");
    copy(out->account, sizeof out->account, j, "account");
    copy(out->rules, sizeof out->rules, j, "rules");
    copy(out->clock, sizeof out->clock, j, "clock");
    for (size_t i = 0; i < by_json_count(by) && out->by_n < BY_REPORTERS; i++) {
        struct by_reporter *r = &out->by[out->by_n++];
        const by_json *one = by_json_at(by, i);

        by_field_bytes(one, "who", r->who.bytes, sizeof r->who.bytes);
        by_field_bytes(one, "from", r->from.bytes, sizeof r->from.bytes);
        copy(r->name, sizeof r->name, one, "name");
        copy(r->reason, sizeof r->reason, one, "reason");
        r->at = by_field_number(one, "at", 0);
    }
    by_json_free(j);
    return true;
}

int by_report_read(struct by_store *s, const struct by_id *id, struct by_report *out)
{
    char text[BY_REPORT_LINE];
    long n = by_store_get(s, "report", bytes_of(id->bytes, sizeof id->bytes), text, sizeof text);

    memset(out, 0, sizeof *out);
    if (n < 0)
        return n == -2 ? -1 : 0;
    return by_report_parse(bytes_of(id->bytes, sizeof id->bytes), bytes_of(text, (size_t)n), out);
}

char *by_report_line(const struct by_report *r)
{
    struct by_out o = { 0 };

    by_out(&o, "{");
    by_out_key_int(&o, "v", 1);
    by_out_key_base64(&o, "who", r->who.bytes, sizeof r->who.bytes);
    by_out_key_string(&o, "name", r->name);
    by_out_key_string(&o, "account", r->account);
    by_out_key_base64(&o, "table", r->table.bytes, sizeof r->table.bytes);
    by_out_key_int(&o, "match", r->match);
    by_out_key_int(&o, "seat", r->seat);
    by_out_key_string(&o, "rules", r->rules);
    by_out_key_string(&o, "clock", r->clock);
    by_out_key_int(&o, "last", r->last);
    by_out_key_bool(&o, "closed", r->closed);
    if (r->closed)
        by_out_key_base64(&o, "moderator", r->moderator.bytes, sizeof r->moderator.bytes);
    by_out_key(&o, "by");
    for (int i = 0; i < r->by_n; i++) {
        by_out(&o, i > 0 ? ",{" : "[{");
        by_out_key_base64(&o, "who", r->by[i].who.bytes, sizeof r->by[i].who.bytes);
        by_out_key_base64(&o, "from", r->by[i].from.bytes, sizeof r->by[i].from.bytes);
        by_out_key_string(&o, "name", r->by[i].name);
        by_out_key_string(&o, "reason", r->by[i].reason);
        by_out_key_int(&o, "at", r->by[i].at);
        by_out(&o, "}");
    }
    by_out(&o, r->by_n > 0 ? "]}" : "[]}");
    return by_out_end(&o);
}

static void add_id(struct by_id *who, int *n, const struct by_id *id)
{
    static const struct by_id forgotten;

    if (memcmp(id, &forgotten, sizeof forgotten) == 0)
        return;
    for (int i = 0; i < *n; i++)
        if (memcmp(&who[i], id, sizeof *id) == 0)
            return;
    who[(*n)++] = *id;
}

struct by_columns by_report_columns(const struct by_report *r, struct by_id *who)
{
    struct by_columns c = { .status = r->closed ? "closed" : "open", .who = who };

    add_id(who, &c.who_n, &r->who);
    for (int i = 0; i < r->by_n; i++) {
        add_id(who, &c.who_n, &r->by[i].who);
        add_id(who, &c.who_n, &r->by[i].from);
    }
    if (r->closed)
        c.at = r->last;
    return c;
}

/* ---- Reporting -------------------------------------------------------------------------------- */

struct work {
    struct by_caller *caller;
    struct by_asked_for what;
    struct by_report report, stored;
    struct by_reporter own;
    int found, tries; /* see by_report_read */
    int mine, from;   /* today's reports by this person, and from this address */
    bool unread;
    struct by_report *all;
    int n;
    uint8_t after[CURSOR]; /* the key of the last report on the previous page; keys sort like the list */
    bool later;            /* `after` is set */
};

static void work_end(struct work *w)
{
    struct by_caller *c = w->caller;

    free(w->all);
    free(w);
    by_caller_resume(c);
}

static void refuse(struct work *w, enum by_refusal why)
{
    by_caller_refuse(w->caller, w->what.id, w->what.key, why, NULL);
    work_end(w);
}

static bool count_row(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct work *w = data;
    struct by_report *r = by_sure(malloc(sizeof *r));
    int64_t since = (int64_t)time(NULL) - DAY;

    for (int i = 0; by_report_parse(key, value, r) && i < r->by_n; i++) {
        w->mine += r->by[i].at > since && memcmp(&r->by[i].who, &w->own.who, sizeof w->own.who) == 0;
        w->from += r->by[i].at > since && memcmp(&r->by[i].from, &w->own.from, sizeof w->own.from) == 0;
    }
    free(r);
    return true;
}

static void read_report(struct by_store *s, void *data)
{
    struct work *w = data;
    struct by_query mine = { .kind = "report", .who = &w->own.who, .most = COUNTED };
    struct by_query from = { .kind = "report", .who = &w->own.from, .most = COUNTED };
    int by_person;

    w->mine = w->from = 0;
    w->unread = !by_store_query(s, &mine, count_row, w);
    by_person = w->mine;
    w->mine = w->from = 0;
    w->unread = !by_store_query(s, &from, count_row, w) || w->unread;
    w->mine = by_person;
    w->found = by_report_read(s, &w->report.id, &w->stored);
    w->unread = w->unread || w->found < 0 || !by_account_of(s, &w->report.who, w->report.account);
}

static void on_report(void *data);

static void on_written(void *data, const struct by_stored *s)
{
    struct work *w = data;
    struct by_hub *h = w->caller->hub;

    if (s->outcome == BY_KEPT) {
        by_caller_done(w->caller, w->what.id, w->what.key);
        work_end(w);
    } else if (s->taken && ++w->tries < TRIES && !h->ended) {
        by_reads_ask(h, read_report, on_report, w); /* another player has reported the same person in the meantime */
    } else {
        if (!s->taken)
            by_writes_lost(h, s);
        refuse(w, s->taken ? BY_REFUSED_unknown : BY_REFUSED_not_kept);
    }
}

static void on_report(void *data)
{
    struct work *w = data;
    struct by_report *r = w->found == 1 ? &w->stored : &w->report;
    struct by_bytes_of was = bytes_of(w->stored.line, w->stored.line_n);
    struct by_id who[2 * BY_REPORTERS + 2];
    struct by_put_of put = { "report", bytes_of(w->report.id.bytes, sizeof w->report.id.bytes), { 0 } };
    struct by_columns columns;
    char *line;

    for (int i = 0; i < r->by_n; i++)
        if (memcmp(&r->by[i].who, &w->own.who, sizeof w->own.who) == 0) {
            by_caller_done(w->caller, w->what.id, w->what.key); /* one report per match only */
            work_end(w);
            return;
        }
    if (w->unread || w->mine >= PER_PERSON || w->from >= PER_ADDRESS || r->by_n == BY_REPORTERS) {
        refuse(w, w->unread ? BY_REFUSED_unknown : BY_REFUSED_too_many_reports);
        return;
    }
    r->by[r->by_n++] = w->own;
    r->last = w->own.at;
    r->closed = false; /* a new report reopens it */
    line = by_report_line(r);
    put.value = bytes_of(line, strlen(line));
    columns = by_report_columns(r, who);
    by_writes_ask(w->caller->hub,
                  &(struct by_batch){ .puts = &put,
                                      .puts_n = 1,
                                      .columns = &columns,
                                      .fresh = w->found == 1 ? 0 : 1,
                                      .used = w->found == 1 ? 1 : 0,
                                      .was = w->found == 1 ? &was : NULL },
                  on_written, w);
    free(line);
}

static struct by_id report_id(const struct by_report *r)
{
    uint8_t match[4] = { (uint8_t)r->match, (uint8_t)(r->match >> 8), (uint8_t)(r->match >> 16) };
    struct by_hasher h;
    struct by_id id = { { 0 } };

    by_hash_init(&h, NULL, 0, sizeof id.bytes);
    by_hash_add(&h, r->who.bytes, sizeof r->who.bytes);
    by_hash_add(&h, r->table.bytes, sizeof r->table.bytes);
    by_hash_add(&h, match, sizeof match);
    by_hash_end(&h, id.bytes, sizeof id.bytes);
    return id;
}

static const char *seat_name(const struct by_card *card, int seat)
{
    return seat >= 0 && card->seat[seat].kind == BY_CARD_PERSON && card->seat[seat].name != NULL ? card->seat[seat].name
                                                                                                 : "";
}

/* Describes the match and the two people. Only people who have or had a seat at the table may report. */
static enum by_refusal describe(struct work *w)
{
    const struct by_caller *c = w->caller;
    const struct live_table *t = c->table;
    struct by_report *r = &w->report;
    struct by_card card;
    struct by_id other;
    int own = -1;

    if (t == NULL || t->room == NULL)
        return BY_REFUSED_not_here;
    if (!report_known(w->what.reason))
        return BY_REFUSED_no_reason;
    by_room_card(t->room, &c->pass.person, by_tables_time(t), &card);
    for (int i = 0; i < card.players; i++)
        if (by_room_person(t->room, i, &other) && memcmp(&other, &c->pass.person, sizeof other) == 0)
            own = i;
    if (own < 0)
        return BY_REFUSED_not_yours;
    r->seat = (int)w->what.seat;
    if (!by_room_person(t->room, r->seat, &r->who) || memcmp(&r->who, &c->pass.person, sizeof r->who) == 0)
        return BY_REFUSED_no_seat;
    r->table = t->id;
    r->match = card.match;
    r->id = report_id(r);
    snprintf(r->name, sizeof r->name, "%s", seat_name(&card, r->seat));
    snprintf(r->rules, sizeof r->rules, "%s", card.rules);
    snprintf(r->clock, sizeof r->clock, "%s", card.clock);
    w->own = (struct by_reporter){ .who = c->pass.person, .at = (int64_t)time(NULL) };
    by_lobby_address(c->hub, c->pass.address, w->own.from.bytes);
    snprintf(w->own.name, sizeof w->own.name, "%s", seat_name(&card, own));
    snprintf(w->own.reason, sizeof w->own.reason, "%s", w->what.reason);
    return BY_NOT_REFUSED;
}

/* ---- Listing ---------------------------------------------------------------------------------- */

static bool note_report(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct work *w = data;
    struct by_report *r;

    if (w->all == NULL)
        w->all = by_sure(calloc(READ_MOST, sizeof *w->all));
    r = &w->all[w->n];
    if (by_report_parse(key, value, r)
        && (strcmp(w->what.list, "mine") != 0
            || memcmp(&r->moderator, &w->caller->pass.person, sizeof r->moderator) == 0))
        w->n++;
    return w->n < READ_MOST;
}

static void read_reports(struct by_store *s, void *data)
{
    struct work *w = data;
    struct by_query q = { .kind = "report", .status = strcmp(w->what.list, "open") == 0 ? "open" : "closed" };

    q.most = READ_MOST;
    w->unread = !by_store_query(s, &q, note_report, w);
}

/* Makes a report's key in the list: the inverted time, so that the newest report comes first, and the id. */
static void place_of(const struct by_report *r, uint8_t out[CURSOR])
{
    for (int i = 0; i < 8; i++)
        out[i] = (uint8_t)(~(uint64_t)r->last >> 8 * (7 - i));
    memcpy(out + 8, r->id.bytes, sizeof r->id.bytes);
}

static int newest(const void *a, const void *b)
{
    uint8_t x[CURSOR], y[CURSOR];

    place_of(a, x);
    place_of(b, y);
    return memcmp(x, y, sizeof x);
}

/* Returns the index of the first report to be listed. */
static int first_of(const struct work *w)
{
    uint8_t place[CURSOR];

    for (int i = 0; w->later && i < w->n; i++) {
        place_of(&w->all[i], place);
        if (memcmp(place, w->after, sizeof place) > 0)
            return i;
    }
    return w->later ? w->n : 0;
}

static void put_report(struct by_out *o, const struct by_report *r)
{
    by_out(o, "{");
    by_out_key_base64(o, "report", r->id.bytes, sizeof r->id.bytes);
    by_out_key_string(o, "reason", r->by_n > 0 ? r->by[0].reason : "");
    by_out_key_string(o, "name", r->name);
    by_out_key_string(o, "account", r->account);
    by_out_key_string(o, "rules", r->rules);
    by_out_key_int(o, "last", r->last);
    by_out_key_int(o, "n", r->by_n);
    by_out(o, "}");
}

static void on_reports(void *data)
{
    struct work *w = data;
    struct by_out reply;
    uint8_t last[CURSOR];
    int first, end;

    if (w->unread) {
        refuse(w, BY_REFUSED_unknown);
        return;
    }
    if (w->n > 0)
        qsort(w->all, (size_t)w->n, sizeof *w->all, newest);
    first = first_of(w);
    end = w->n - first > LISTED ? first + LISTED : w->n;
    reply = by_reply_done(w->what.key);
    by_out_key(&reply, "reports");
    by_out(&reply, "[");
    for (int i = first; i < end; i++) {
        by_out(&reply, i > first ? "," : "");
        put_report(&reply, &w->all[i]);
    }
    by_out(&reply, "]");
    if (end < w->n) {
        place_of(&w->all[end - 1], last);
        by_out_key_base64(&reply, "more", last, sizeof last);
    }
    by_caller_answer(w->caller, w->what.id, w->what.key, &reply);
    work_end(w);
}

void by_reports_ask(struct by_caller *c, const struct by_asked_for *what)
{
    struct work *w = by_sure(calloc(1, sizeof *w));
    enum by_refusal why = BY_NOT_REFUSED;

    w->caller = c;
    w->what = *what;
    by_caller_pause(c);
    w->later = what->id == BY_ASK_reports && what->after[0] != '\0';
    if (what->id == BY_ASK_report)
        why = describe(w);
    else if (!c->moderator)
        why = BY_REFUSED_no_moderator;
    else if (w->later && !by_unbase64(what->after, w->after, CURSOR))
        why = BY_REFUSED_bad_message;
    if (why != BY_NOT_REFUSED)
        refuse(w, why);
    else if (what->id == BY_ASK_reports)
        by_reads_ask(c->hub, read_reports, on_reports, w);
    else
        by_reads_ask(c->hub, read_report, on_report, w);
}

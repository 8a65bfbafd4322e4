/* SPDX-License-Identifier: MIT */
/* moderate.c: see moderate.h. */
#include "moderate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "audit.h"
#include "reports.h"
#include "conduct.h"
#include "server/tables/caller.h"
#include "server/tables/capacity.h"
#include "server/tables/lease.h"
#include "server/tables/load.h"
#include "server/tables/reads.h"
#include "server/tables/writes.h"
#include "util/memory.h"

enum { DAY = 86400, TRIES = 8, SHOWN = 50, PUTS = 6, CLOSINGS = 64, PAIR = 32 };
#define CLOSING_TIME 5.0 /* seconds between reads of the `closing` list if several servers share it */

static struct by_bytes_of bytes_of(const void *at, size_t n) { return (struct by_bytes_of){ at, n }; }

struct work {
    struct by_caller *caller;
    struct by_asked_for what;
    int tries, found;
    bool unread;
    struct by_report report;
    struct by_id address; /* the address at which the reported person was last seen */
    int64_t seen;         /* when, or 0 */
    uint64_t entries;     /* the length of the audit log */
    struct by_audit entry;
    struct by_out list;
    struct by_notice notice;
};

static void work_end(struct work *w)
{
    struct by_caller *c = w->caller;

    free(w->list.at);
    free(w);
    by_caller_resume(c);
}

static void refuse(struct work *w, enum by_refusal why)
{
    by_caller_refuse(w->caller, w->what.id, w->what.key, why, NULL);
    work_end(w);
}

static bool is_act(const struct work *w, const char *act) { return strcmp(w->what.act, act) == 0; }

/* ---- Acting ----------------------------------------------------------------------------------- */

static bool note_seen(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct work *w = data;
    by_json *j = by_json_read(value.at, value.n, NULL);
    int64_t to = by_field_number(j, "to", 0);

    if (key.n == PAIR && memcmp(key.at, w->report.who.bytes, 16) == 0 && to > w->seen) {
        w->seen = to;
        memcpy(w->address.bytes, (const uint8_t *)key.at + 16, 16);
    }
    by_json_free(j);
    return true;
}

static void read_act(struct by_store *s, void *data)
{
    struct work *w = data;
    struct by_id report, audit = by_audit_id();

    memcpy(report.bytes, w->what.report, sizeof report.bytes);
    w->seen = 0;
    w->found = by_report_read(s, &report, &w->report);
    w->unread = w->found < 0;
    if (w->found == 1) {
        struct by_query seen = { .kind = "seen", .who = &w->report.who, .most = 100 };

        w->unread = !by_store_query(s, &seen, note_seen, w);
    }
    w->entries = by_store_count(s, &audit);
    w->unread = w->unread || w->entries == BY_UNREAD;
}

static void on_act(void *data);

/* Notifies everyone who is affected by the act and connected to this server. Others are notified when they connect, or
 * by the server to which they are connected (by_recheck_tick). */
static void tell(const struct work *w)
{
    struct by_hub *h = w->caller->hub;
    struct by_sanction of = { .until = w->entry.until };

    snprintf(of.reason, sizeof of.reason, "%s", w->entry.reason);
    for (struct by_caller *c = h->callers; c != NULL; c = c->after) {
        struct by_conduct st = by_conduct_of(c, false);
        bool own = memcmp(&c->pass.person, &w->report.who, sizeof w->report.who) == 0;

        if (c->socket == NULL || by_socket_ending(c->socket))
            continue;
        if (own && !is_act(w, "nothing"))
            by_notice_send(c, &w->notice);
        if ((own && is_act(w, "suspend"))
            || (is_act(w, "suspend-address") && !st.exempt && !c->moderator
                && memcmp(&st.address, &w->address, sizeof st.address) == 0))
            by_sanction_dismiss(c, &of);
    }
    h->closing = h->closing || is_act(w, "close");
}

static void on_written(void *data, const struct by_stored *s)
{
    struct work *w = data;
    struct by_hub *h = w->caller->hub;

    if (s->outcome == BY_KEPT) {
        if (!h->ended)
            tell(w);
        by_caller_done(w->caller, w->what.id, w->what.key);
        work_end(w);
    } else if (s->misplaced && ++w->tries < TRIES && !h->ended) {
        by_reads_ask(h, read_act, on_act, w); /* another moderator has acted in the meantime */
    } else {
        if (!s->misplaced)
            by_writes_lost(h, s);
        refuse(w, s->misplaced ? BY_REFUSED_unknown : BY_REFUSED_not_kept);
    }
}

/* The rows of one batch. */
struct rows {
    struct by_put_of puts[PUTS];
    struct by_columns columns[PUTS];
    int n;
};

static void put(struct rows *b, const char *kind, const void *key, size_t n, const char *value,
                struct by_columns columns)
{
    b->puts[b->n] = (struct by_put_of){ kind, bytes_of(key, n), bytes_of(value, value == NULL ? 0 : strlen(value)) };
    b->columns[b->n++] = columns;
}

static void put_sanctions(const struct work *w, struct rows *b, const char *sanction)
{
    struct by_columns until = { .at = w->entry.until }, none = { .at = 0 };

    if (is_act(w, "suspend"))
        put(b, "sanction", w->report.who.bytes, 16, sanction, until);
    if (is_act(w, "suspend-address"))
        put(b, "sanction", w->address.bytes, 16, sanction, until);
    if (is_act(w, "lift"))
        put(b, "sanction", w->report.who.bytes, 16, NULL, none);
    if (is_act(w, "lift") && w->seen > 0)
        put(b, "sanction", w->address.bytes, 16, NULL, none);
    if (is_act(w, "close"))
        put(b, "closing", w->report.table.bytes, 16, "1", none);
}

static void write_act(struct work *w)
{
    struct by_id who[2 * BY_REPORTERS + 2];
    struct rows b = { .n = 0 };
    char *audit = by_audit_line(&w->entry), *notice = by_notice_line(&w->notice, false), *report, sanction[100];
    uint8_t key[24];
    struct by_entry_of entry = { .number = w->entries + 1, .bytes = bytes_of(audit, strlen(audit)) };
    struct by_columns concerned = { .at = w->entry.at, .who = &w->report.who, .who_n = 1 };

    w->report.closed = true;
    w->report.last = w->entry.at;
    w->report.moderator = w->caller->pass.person;
    report = by_report_line(&w->report);
    snprintf(sanction, sizeof sanction, "{\"until\":%lld,\"reason\":\"%s\"}", (long long)w->entry.until,
             w->entry.reason);
    put(&b, "report", w->report.id.bytes, 16, report, by_report_columns(&w->report, who));
    put_sanctions(w, &b, sanction);
    if (!is_act(w, "nothing")) {
        by_notice_key(&w->report.who, w->notice.n, key);
        put(&b, "notice", key, sizeof key, notice, concerned);
    }
    by_writes_ask(w->caller->hub,
                  &(struct by_batch){ .table = by_audit_id(),
                                      .epoch = 1,
                                      .entries = &entry,
                                      .entries_n = 1,
                                      .puts = b.puts,
                                      .puts_n = b.n,
                                      .columns = b.columns },
                  on_written, w);
    free(audit);
    free(notice);
    free(report);
}

static void on_act(void *data)
{
    struct work *w = data;
    int64_t now = (int64_t)time(NULL);
    struct by_audit *a = &w->entry;
    bool suspends = is_act(w, "suspend") || is_act(w, "suspend-address");

    if (w->unread || w->found == 0 || w->report.closed != is_act(w, "lift")
        || (is_act(w, "suspend-address") && w->seen == 0)) {
        refuse(w, w->unread ? BY_REFUSED_unknown : BY_REFUSED_no_report);
        return;
    }
    *a = (struct by_audit){ .at = now, .by = w->caller->pass.person, .who = w->report.who, .report = w->report.id };
    if (suspends)
        a->until = now + DAY * (is_act(w, "suspend") ? w->what.days : 1);
    snprintf(a->moderator, sizeof a->moderator, "%s", w->caller->account);
    snprintf(a->name, sizeof a->name, "%s", w->report.account[0] != '\0' ? w->report.account : w->report.name);
    snprintf(a->act, sizeof a->act, "%s", w->what.act);
    snprintf(a->reason, sizeof a->reason, "%s", w->what.reason);
    w->notice = (struct by_notice){ .n = (int64_t)w->entries + 1, .at = now, .until = a->until };
    snprintf(w->notice.act, sizeof w->notice.act, "%s", a->act);
    snprintf(w->notice.reason, sizeof w->notice.reason, "%s", a->reason);
    write_act(w);
}

/* ---- The audit log ---------------------------------------------------------------------------- */

static bool put_entry(void *data, const struct by_entry_of *e, const struct by_hash *hash)
{
    struct work *w = data;
    struct by_audit a;

    if (w->what.from > 0 && e->number >= (uint64_t)w->what.from)
        return false;
    if (by_audit_read(e->bytes, &a)) {
        by_out(&w->list, w->list.n > 0 ? "," : "");
        by_audit_put(&w->list, e->number, &a, hash);
    }
    return true;
}

static void read_audit(struct by_store *s, void *data)
{
    struct work *w = data;
    struct by_id audit = by_audit_id();
    uint64_t n = by_store_count(s, &audit), end;
    struct by_fault f;

    w->unread = n == BY_UNREAD;
    end = w->what.from > 0 && (uint64_t)w->what.from <= n ? (uint64_t)w->what.from - 1 : n;
    if (!w->unread && end > 0)
        w->unread = by_store_read_keyed(s, &audit, end > SHOWN ? end - SHOWN + 1 : 1, put_entry, w, &f) != BY_OK;
}

static void on_audit(void *data)
{
    struct work *w = data;
    struct by_out reply;

    if (w->unread) {
        refuse(w, BY_REFUSED_unknown);
        return;
    }
    reply = by_reply_done(w->what.key);
    by_out_key(&reply, "audit");
    by_out(&reply, "[");
    by_out_bytes(&reply, w->list.at, w->list.n);
    by_out(&reply, "]");
    by_caller_answer(w->caller, w->what.id, w->what.key, &reply);
    work_end(w);
}

/* ---- Notices ---------------------------------------------------------------------------------- */

static void read_notice(struct by_store *s, void *data)
{
    struct work *w = data;
    uint8_t key[24];
    char text[512];
    bool read;
    long n = by_store_get(s, "notice", by_notice_key(&w->caller->pass.person, w->what.notice, key), text, sizeof text);

    w->unread = n == -2;
    w->found = n > 0 && by_notice_read(bytes_of(key, sizeof key), bytes_of(text, (size_t)n), &w->notice, &read);
}

static void on_noted(void *data, bool kept)
{
    struct work *w = data;

    if (!kept) {
        refuse(w, BY_REFUSED_not_kept);
        return;
    }
    by_caller_done(w->caller, w->what.id, w->what.key);
    work_end(w);
}

static void on_notice(void *data)
{
    struct work *w = data;
    struct by_columns columns = { .at = w->notice.at, .who = &w->caller->pass.person, .who_n = 1 };
    struct by_put_of row = { .kind = "notice" };
    uint8_t key[24];
    char *line;

    if (w->unread || !w->found) {
        refuse(w, w->unread ? BY_REFUSED_unknown : BY_REFUSED_no_report);
        return;
    }
    line = by_notice_line(&w->notice, true);
    row.key = by_notice_key(&w->caller->pass.person, w->what.notice, key);
    row.value = bytes_of(line, strlen(line));
    by_writes_batch(w->caller->hub, &(struct by_batch){ .puts = &row, .puts_n = 1, .columns = &columns }, on_noted, w);
    free(line);
}

/* ---- Closing tables --------------------------------------------------------------------------- */

struct closings {
    struct by_hub *hub;
    struct by_id table[CLOSINGS];
    int n;
};

static bool note_closing(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct closings *of = data;

    (void)value;
    if (key.n == sizeof of->table[0].bytes)
        memcpy(of->table[of->n++].bytes, key.at, key.n);
    return of->n < CLOSINGS;
}

static void read_closings(struct by_store *s, void *data)
{
    by_store_each(s, "closing", note_closing, ((struct closings *)data));
}

struct closing {
    struct by_hub *hub;
    struct by_id table;
};

static void on_closing(void *data, struct live_table *t, enum by_refusal why)
{
    struct closing *of = data;
    struct by_put_of row = { "closing", bytes_of(of->table.bytes, sizeof of->table.bytes), { 0 } };

    if (t != NULL && t->room != NULL)
        by_capacity_close(t);
    if (t != NULL || why == BY_REFUSED_no_table || why == BY_REFUSED_set_aside)
        by_writes_puts(of->hub, &row, 1, NULL, NULL);
    free(of);
}

static void on_closings(void *data)
{
    struct closings *all = data;

    for (int i = 0; i < all->n && !all->hub->stopping; i++) {
        struct closing *one = by_sure(calloc(1, sizeof *one));

        *one = (struct closing){ .hub = all->hub, .table = all->table[i] };
        by_load_want(all->hub, &one->table, on_closing, one);
    }
    free(all);
}

void by_moderate_tick(struct by_hub *h)
{
    double now = by_loop_now(h->loop);
    struct closings *all;

    if (h->stopping || (!h->closing && (now < h->closings || !(by_lease_shared(h) || h->closings == 0))))
        return;
    h->closing = false;
    h->closings = now + CLOSING_TIME;
    all = by_sure(calloc(1, sizeof *all));
    all->hub = h;
    by_reads_ask(h, read_closings, on_closings, all);
}

/* ---- Requests --------------------------------------------------------------------------------- */

void by_moderate_ask(struct by_caller *c, const struct by_asked_for *what)
{
    struct work *w = by_sure(calloc(1, sizeof *w));

    w->caller = c;
    w->what = *what;
    by_caller_pause(c);
    if (what->id == BY_ASK_noted)
        by_reads_ask(c->hub, read_notice, on_notice, w);
    else if (!c->moderator)
        refuse(w, BY_REFUSED_no_moderator);
    else if (what->id == BY_ASK_audit)
        by_reads_ask(c->hub, read_audit, on_audit, w);
    else if (!by_act_known(what->act) || !by_reason_known(what->reason))
        refuse(w, BY_REFUSED_no_reason);
    else
        by_reads_ask(c->hub, read_act, on_act, w);
}

/* SPDX-License-Identifier: MIT */
/* case.c: see case.h. */
#include "case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agreement.h"
#include "reports.h"
#include "conduct.h"
#include "server/people/accounts.h"
#include "server/results/rating_row.h"
#include "server/tables/caller.h"
#include "server/tables/lobby.h"
#include "server/tables/reads.h"
#include "util/memory.h"

enum { MOVES = 600, PLAYS = 8000, ADDRESSES = 20, OTHERS = 20, PAIR = 32 };

struct work {
    struct by_caller *caller;
    struct by_asked_for what;
    struct by_report report;
    int found;
    bool unread;
    struct by_out moves, shared, notices, seats;
    int match, moves_n, notices_n;
    int64_t last; /* the time of the last entry */
    struct by_id address[ADDRESSES], other[OTHERS];
    int64_t met[OTHERS]; /* when the other person was last seen at one of the reported person's addresses */
    int addresses_n, others_n;
    bool over;
    char *record; /* the record of the match, if the match is over */
    struct by_play_of *plays;
    int plays_n;
    bool rated;    /* whether the person has a rating that is not provisional */
    double points; /* the person's rating, or a medium bot's */
    int expected;  /* see by_agreement_expected */
};

static void work_end(struct work *w)
{
    struct by_caller *c = w->caller;

    free(w->moves.at);
    free(w->shared.at);
    free(w->notices.at);
    free(w->seats.at);
    free(w->record);
    free(w->plays);
    free(w);
    by_caller_resume(c);
}

/* ---- The match -------------------------------------------------------------------------------- */

static void note_play(struct work *w, int64_t seat, const char *by)
{
    if (w->plays == NULL)
        w->plays = by_sure(calloc(PLAYS, sizeof *w->plays));
    if (w->plays_n < PLAYS)
        w->plays[w->plays_n++] = (struct by_play_of){ (uint8_t)seat, by != NULL && strcmp(by, "person") == 0 };
}

static bool note_entry(void *data, uint64_t number, struct by_bytes_of bytes)
{
    struct work *w = data;
    by_json *j = by_json_read(bytes.at, bytes.n, NULL);
    const char *what = by_field_text(j, "what"), *move = by_field_text(j, "move"), *by = by_field_text(j, "by");
    int64_t t = by_field_number(j, "t", 0);

    (void)number;
    if (what != NULL && strcmp(what, "start") == 0)
        w->match = (int)by_field_number(j, "match", w->match + 1);
    if (what != NULL && strcmp(what, "play") == 0 && w->match == w->report.match)
        note_play(w, by_field_number(j, "seat", 0), by);
    if (what != NULL && strcmp(what, "play") == 0 && w->match == w->report.match && w->moves_n < MOVES) {
        by_out(&w->moves, w->moves_n++ > 0 ? ",{" : "{");
        by_out_key_int(&w->moves, "seat", by_field_number(j, "seat", 0));
        by_out_key_string(&w->moves, "move", move == NULL ? "" : move);
        by_out_key_string(&w->moves, "by", by == NULL ? "" : by);
        by_out_key_int(&w->moves, "ms", t - w->last);
        by_out(&w->moves, "}");
    }
    w->last = t;
    by_json_free(j);
    return true;
}

/* ---- Addresses -------------------------------------------------------------------------------- */

static bool note_address(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct work *w = data;

    (void)value;
    if (key.n == PAIR && memcmp(key.at, w->report.who.bytes, 16) == 0)
        memcpy(w->address[w->addresses_n++].bytes, (const uint8_t *)key.at + 16, 16);
    return w->addresses_n < ADDRESSES;
}

static bool note_other(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct work *w = data;
    by_json *j;
    int64_t to;
    int i = 0;

    if (key.n != PAIR || memcmp(key.at, w->report.who.bytes, 16) == 0)
        return true;
    j = by_json_read(value.at, value.n, NULL);
    to = by_field_number(j, "to", 0);
    by_json_free(j);
    while (i < w->others_n && memcmp(w->other[i].bytes, key.at, 16) != 0)
        i++;
    if (i == OTHERS)
        return true;
    if (i == w->others_n)
        memcpy(w->other[w->others_n++].bytes, key.at, 16);
    w->met[i] = to > w->met[i] ? to : w->met[i];
    return true;
}

static void put_others(struct by_store *s, struct work *w, const struct by_room *room)
{
    char account[BY_ACCOUNT_NAME];

    for (int i = 0; i < w->others_n; i++) {
        uint32_t seats = room == NULL ? 0 : by_room_seats_of(room, &w->other[i]);

        w->unread = !by_account_of(s, &w->other[i], account) || w->unread;
        by_out(&w->shared, i > 0 ? ",{" : "{");
        by_out_key_string(&w->shared, "account", account);
        by_out_key_int(&w->shared, "seat", seats == 0 ? -1 : __builtin_ctz(seats));
        by_out_key_int(&w->shared, "last", w->met[i]);
        by_out(&w->shared, "}");
    }
}

static bool put_notice(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct work *w = data;
    struct by_notice n;
    bool read;

    if (!by_notice_read(key, value, &n, &read))
        return true;
    by_out(&w->notices, w->notices_n++ > 0 ? ",{" : "{");
    by_out_key_string(&w->notices, "act", n.act);
    by_out_key_string(&w->notices, "reason", n.reason);
    by_out_key_int(&w->notices, "at", n.at);
    if (n.until > 0)
        by_out_key_int(&w->notices, "until", n.until);
    by_out_key_bool(&w->notices, "read", read);
    by_out(&w->notices, "}");
    return true;
}

/* Writes the names of the seats. */
static void put_seats(struct work *w, const struct by_room *room)
{
    struct by_card card;
    struct by_room_facts facts;

    by_room_facts(room, &facts);
    by_room_card(room, &w->report.who, facts.now, &card);
    for (int i = 0; i < card.players; i++) {
        by_out(&w->seats, i > 0 ? "," : "");
        by_out_string(&w->seats, card.seat[i].name == NULL ? "" : card.seat[i].name,
                      card.seat[i].name == NULL ? 0 : strlen(card.seat[i].name));
    }
}

/* Reads the person's rating in the match's family, and derives the expected agreement from it. */
static void read_expected(struct by_store *s, struct work *w)
{
    struct by_id pseudonym = by_pseudonym_of(w->caller->hub->key, &w->report.who);
    struct by_config rules;
    struct by_rating_row row;
    struct by_rating medium;
    struct by_fault f;
    enum by_family_id family;

    if (by_config_parse(w->report.rules, &rules, &f) != BY_OK)
        return;
    family = by_games[rules.game]->family;
    w->rated =
        by_rating_row_read(s, family, &pseudonym, &row) && row.matches > 0 && !by_rating_provisional(&row.rating);
    if (w->rated)
        w->points = by_rating_points(&row.rating);
    else if (by_rating_anchor(family, "medium", &medium))
        w->points = by_rating_points(&medium);
    else
        return;
    w->expected = by_agreement_expected(family, w->points);
}

static void read_case(struct by_store *s, void *data)
{
    struct work *w = data;
    struct by_query seen = { .kind = "seen", .who = &w->report.who, .most = 100 };
    struct by_query notices = { .kind = "notice", .who = &w->report.who, .most = 50 };
    struct by_id id;
    struct by_room *room;
    enum by_refusal why;
    struct by_fault f;

    memcpy(id.bytes, w->what.report, sizeof id.bytes);
    w->found = by_report_read(s, &id, &w->report);
    w->unread = w->found < 0;
    if (w->found != 1)
        return;
    w->unread = !by_store_query(s, &seen, note_address, w) || !by_store_query(s, &notices, put_notice, w);
    for (int i = 0; i < w->addresses_n; i++) {
        struct by_query others = { .kind = "seen", .who = &w->address[i], .most = 200 };

        w->unread = !by_store_query(s, &others, note_other, w) || w->unread;
    }
    room = by_lobby_glance(s, &w->report.table, &w->caller->hub->setup.host, &why);
    w->record = room == NULL ? NULL : by_room_record(room, w->report.match);
    w->over = w->record != NULL;
    if (w->over) /* the moves of a match in progress are withheld */
        w->unread = by_store_read(s, &w->report.table, 1, note_entry, w, &f) != BY_OK || w->unread;
    if (w->over) {
        put_seats(w, room);
        read_expected(s, w);
    }
    put_others(s, w, room);
    by_room_free(room);
}

/* ---- The reply -------------------------------------------------------------------------------- */

static void put_list(struct by_out *o, const char *name, const struct by_out *list)
{
    by_out_key(o, name);
    by_out(o, "[");
    by_out_bytes(o, list->at, list->n);
    by_out(o, "]");
}

static void put_reporters(struct by_out *o, const struct by_report *r)
{
    by_out_key(o, "by");
    by_out(o, "[");
    for (int i = 0; i < r->by_n; i++) {
        by_out(o, i > 0 ? ",{" : "{");
        by_out_key_string(o, "name", r->by[i].name);
        by_out_key_string(o, "reason", r->by[i].reason);
        by_out_key_int(o, "at", r->by[i].at);
        by_out(o, "}");
    }
    by_out(o, "]");
}

/* Writes the coach's result, or starts the coach if there is no result yet. */
static void put_agreement(struct work *w, struct by_out *o)
{
    struct by_agreements *all = w->caller->hub->agreements;
    struct by_agreement found = { .done = false };

    if (!w->over)
        return;
    if (!by_agreements_find(all, &w->report.id, &found))
        by_agreements_ask(all, &w->report.id, w->record, w->report.seat, w->plays, w->plays_n);
    by_out_key(o, "agreement");
    by_out(o, "{");
    by_out_key_bool(o, "done", found.done);
    by_out_key_int(o, "decisions", found.decisions);
    by_out_key_int(o, "agreed", found.agreed);
    if (w->expected > 0)
        by_out_key_int(o, "expected", w->expected);
    if (w->rated)
        by_out_key_int(o, "rating", (int64_t)w->points);
    by_out(o, "}");
}

static void on_case(void *data)
{
    struct work *w = data;
    const struct by_report *r = &w->report;
    struct by_out reply;

    if (w->unread || w->found == 0) {
        by_caller_refuse(w->caller, w->what.id, w->what.key, w->unread ? BY_REFUSED_unknown : BY_REFUSED_no_report,
                         NULL);
        work_end(w);
        return;
    }
    reply = by_reply_done(w->what.key);
    by_out_key(&reply, "case");
    by_out(&reply, "{");
    by_out_key_base64(&reply, "report", r->id.bytes, sizeof r->id.bytes);
    by_out_key_string(&reply, "name", r->name);
    by_out_key_string(&reply, "account", r->account);
    by_out_key_base64(&reply, "table", r->table.bytes, sizeof r->table.bytes);
    by_out_key_int(&reply, "match", r->match);
    by_out_key_int(&reply, "seat", r->seat);
    by_out_key_string(&reply, "rules", r->rules);
    by_out_key_string(&reply, "clock", r->clock);
    by_out_key_bool(&reply, "closed", r->closed);
    by_out_key_bool(&reply, "over", w->over);
    put_reporters(&reply, r);
    put_list(&reply, "seats", &w->seats);
    put_list(&reply, "moves", &w->moves);
    put_list(&reply, "shared", &w->shared);
    put_list(&reply, "notices", &w->notices);
    put_agreement(w, &reply);
    by_out(&reply, "}");
    by_caller_answer(w->caller, w->what.id, w->what.key, &reply);
    work_end(w);
}

void by_case_ask(struct by_caller *c, const struct by_asked_for *what)
{
    struct work *w;

    if (!c->moderator) {
        by_caller_refuse(c, what->id, what->key, BY_REFUSED_no_moderator, NULL);
        return;
    }
    w = by_sure(calloc(1, sizeof *w));
    w->caller = c;
    w->what = *what;
    by_caller_pause(c);
    by_reads_ask(c->hub, read_case, on_case, w);
}

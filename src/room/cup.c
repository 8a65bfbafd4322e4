/* SPDX-License-Identifier: MIT */
/* cup.c: sets up tournament tables. The server seats the players and starts the match; the table has no host. */
#include "inside.h"

/* Entries with the `cup` member need this version, so that older programs leave such tables alone. */
enum { CUP_VERSION = 2, DUPLICATE_VERSION = 3 };

static by_json *made_entry(const struct by_room_cup *c, int64_t now)
{
    by_json *e = by_entry_new(NULL, BY_ENTRY_made, now), *seats = by_json_array();

    for (int i = 0; i < c->seats; i++)
        by_json_push(seats, by_json_string("open"));
    by_json_set(e, "rules", by_json_string(c->rules));
    by_json_set(e, "seats", seats);
    by_json_set(e, "clock", by_json_string(c->clock));
    by_json_set(e, "grace", by_json_int(c->grace));
    by_json_set(e, "public", by_json_bool(false));
    by_json_set(e, "watch", by_json_bool(c->watch && c->duplicate == 0));
    by_json_set(e, "practice", by_json_bool(false));
    by_json_set(e, "host", by_bytes_json(c->cup.bytes, sizeof c->cup.bytes));
    by_json_set(e, "cup", by_json_bool(true));
    by_json_set(e, "v", by_json_int(c->duplicate != 0 ? DUPLICATE_VERSION : CUP_VERSION));
    if (c->duplicate != 0)
        by_json_set(e, "duplicate", by_json_int(c->duplicate));
    return e;
}

void by_room_cup(const struct by_room_cup *c, struct by_entries *out)
{
    by_json *start = by_entry_new(NULL, BY_ENTRY_start, 0), *names = by_json_array();

    by_entry_add(out, made_entry(c, 0));
    for (int i = 0; i < c->seats; i++) {
        by_json *e = by_entry_new(NULL, BY_ENTRY_sit, 0);

        by_json_set(e, "seat", by_json_int(i));
        by_json_set(e, "name", by_json_string(c->seat[i].name));
        by_json_set(e, "person", by_bytes_json(c->seat[i].person.bytes, sizeof c->seat[i].person.bytes));
        by_entry_add(out, e);
        by_json_push(names, by_json_string(c->seat[i].name));
    }
    by_json_set(start, "match", by_json_int(1));
    by_json_set(start, "names", names);
    by_entry_add(out, start);
}

bool by_room_result(const struct by_room *r, struct by_room_result *out)
{
    *out = (struct by_room_result){ .absent = 0 };
    if (r->phase != OVER && r->phase != CLOSED)
        return false;
    for (int i = 0; i < by_players(r); i++) {
        out->score[i] = r->game.state.score[i] > 0 ? r->game.state.score[i] : 0;
        out->absent |= (uint32_t)(r->seat[i].kind != SEAT_PERSON || r->seat[i].away == AWAY_GONE) << i;
    }
    return true;
}

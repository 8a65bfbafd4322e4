/* SPDX-License-Identifier: MIT */
/* made.c: shuffles and records for the tests (made.h). */
#include "made.h"

#include <string.h>

#include "boneyard/deal.h"
#include "boneyard/text.h"
#include "wire/messages.h"

void made_bytes(const char *word, uint64_t number, void *out, size_t n)
{
    struct by_hasher h;

    by_hash_init(&h, NULL, 0, n);
    by_hash_add(&h, word, strlen(word));
    by_hash_add(&h, &number, sizeof number);
    by_hash_end(&h, out, n);
}

void made_shuffle(struct by_shuffle *s, const struct by_id *table, uint64_t deal, const char *rules,
                  const struct by_hash *before, uint32_t seats)
{
    *s = (struct by_shuffle){ .table = *table, .deal = deal, .before = *before };
    memcpy(s->rules, rules, strlen(rules) + 1);
    made_bytes(rules, deal, s->secret, sizeof s->secret);
    by_fair_commit(s);
    for (int seat = 0; seat < BY_SEATS; seat++)
        if ((seats >> seat & 1) != 0) {
            struct by_fair_share *one = &s->share[s->shares++];

            one->seat = (uint8_t)seat;
            made_bytes("share", deal * BY_SEATS + (uint64_t)seat, one->share, sizeof one->share);
            by_fair_hash(s, seat, one->share, &one->hash);
        }
    by_fair_key(s);
}

static uint32_t seats_of(enum made_kind kind, int players, uint32_t round)
{
    uint32_t all = ((uint32_t)1 << players) - 1;

    switch (kind) {
    case MADE_ALONE: return 0;
    case MADE_SOME: return (round % 3 == 0 ? 0u : 2u) & all;
    default: return all;
    }
}

/* Computes T over all lines of a record, including the abandoned shuffles listed in its rounds. */
static void transcript(const struct by_id *table, const char *rules, const by_json *record, struct by_hash *out)
{
    by_fair_begin(table, rules, out);
    for (size_t i = 1; i < by_json_count(record); i++) {
        const by_json *line = by_json_at(record, i), *given = by_json_get(by_json_get(line, "fair"), "aborted");

        for (size_t k = 0; k < by_json_count(given); k++) {
            const by_json *one = by_json_at(given, k), *seats = by_json_at(one, 1);
            struct by_aborted what = { 0, 0 };
            int64_t n;

            if (by_json_number(by_json_at(one, 0), &n))
                what.deal = (uint64_t)n;
            for (size_t m = 0; m < by_json_count(seats); m++)
                if (by_json_number(by_json_at(seats, m), &n) && n >= 0 && n < BY_SEATS)
                    what.seats |= (uint32_t)1 << n;
            by_fair_gave_up(out, &what);
        }
        by_fair_heard(out, line);
    }
}

static void deal(struct by_record *t, const struct by_id *table, uint64_t *number, enum made_kind kind)
{
    char rules[BY_CONFIG_TEXT];
    const struct by_state *s = &t->table.state;
    struct by_aborted aborted[2];
    struct by_shuffle sh;
    struct by_hash before;
    struct by_state dealt = *s;
    struct by_events ev;
    by_tile deck[BY_MAX_TILES];
    uint32_t attempt;
    int tiles, gave_up = kind == MADE_ABORTS ? (int)(s->round % 3) : 0;

    by_config_print(&s->rules, rules, sizeof rules);
    transcript(table, rules, t->lines, &before);
    for (int i = 0; i < gave_up; i++) {
        aborted[i] = (struct by_aborted){ ++*number, i > 0 ? 0 : s->players > 1 ? 2 : 1 };
        by_fair_gave_up(&before, &aborted[i]);
    }
    made_shuffle(&sh, table, ++*number, rules, &before, seats_of(kind, s->players, s->round));
    by_err err = by_fair_deal(&sh, &dealt, NULL, &attempt, deck, &tiles);

    BY_ASSERT(err == BY_OK);
    err = by_record_deal(t, deck, tiles, by_lead_taken(s) ? dealt.lead : -1, &ev);
    BY_ASSERT(err == BY_OK);
    by_json_set(by_json_at(t->lines, by_json_count(t->lines) - 1), "fair",
                by_fair_round_json(&sh, attempt, aborted, gave_up));
}

struct by_record *made_match(const char *text, uint64_t number, enum made_kind kind)
{
    struct by_config config;
    struct by_seed seed = { { 0 } };
    struct by_record *t;
    struct by_events ev;
    struct by_rng rng;
    struct by_id table;
    by_move list[BY_MOVES];
    char move[BY_MOVE_TEXT];
    uint64_t shuffles = kind == MADE_ALL ? 0 : 40; /* not the first match at this table */

    by_err err = by_config_parse(text, &config, NULL);

    BY_ASSERT(err == BY_OK);
    made_bytes("table", number, table.bytes, sizeof table.bytes);
    by_rng_init(&rng, number);
    t = by_record_new(&config, NULL, "2026-11-21T10:00:00Z", &seed);
    by_json_set(by_json_at(t->lines, 0), "fair", by_fair_header_json(&table));
    while (t->table.state.now.phase != BY_GAME_OVER) {
        const struct by_state *s = &t->table.state;
        uint32_t seat;
        int n;

        if (s->now.phase != BY_PLAYING) {
            deal(t, &table, &shuffles, kind);
            continue;
        }
        do
            seat = by_rng_below(&rng, s->players);
        while ((by_actors(s) >> seat & 1) == 0);
        n = by_moves(s, (int)seat, list);
        by_move_print(list[by_rng_below(&rng, (uint32_t)n)], s->family, move);
        err = by_record_play(t, (int)seat, move, strlen(move), &ev);
        BY_ASSERT(err == BY_OK);
    }
    return t;
}

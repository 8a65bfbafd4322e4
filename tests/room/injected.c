/* SPDX-License-Identifier: MIT */
/* injected.c: the shuffle with swapped tiles (injected.h). */
#include "injected.h"

#include <string.h>

struct swap injected;
static by_tile last[BY_MAX_TILES]; /* the deck that was dealt last */

by_err __real_by_fair_deal(const struct by_shuffle *s, struct by_state *state, struct by_events *ev, uint32_t *attempt,
                           by_tile deck[BY_MAX_TILES], int *tiles);
by_err __wrap_by_fair_deal(const struct by_shuffle *s, struct by_state *state, struct by_events *ev, uint32_t *attempt,
                           by_tile deck[BY_MAX_TILES], int *tiles);
void __real_by_fair_list(const struct by_shuffle *s, uint32_t attempt, int n, uint8_t at[BY_MAX_TILES]);
void __wrap_by_fair_list(const struct by_shuffle *s, uint32_t attempt, int n, uint8_t at[BY_MAX_TILES]);
void __real_by_fair_place(const struct by_hash *salt, int place, by_tile tile, struct by_hash *out);
void __wrap_by_fair_place(const struct by_hash *salt, int place, by_tile tile, struct by_hash *out);

void swap_places(const struct swap *s, by_tile *deck)
{
    for (int i = 0; i < s->n; i++) {
        by_tile t = deck[s->a[i]];

        deck[s->a[i]] = deck[s->b[i]];
        deck[s->b[i]] = t;
    }
}

by_err __wrap_by_fair_deal(const struct by_shuffle *s, struct by_state *state, struct by_events *ev, uint32_t *attempt,
                           by_tile deck[BY_MAX_TILES], int *tiles)
{
    struct by_state before = *state;
    by_err err = __real_by_fair_deal(s, state, ev, attempt, deck, tiles);
    int lead = state->lead;

    if (err == BY_OK && s->deal == injected.deal) {
        *state = before;
        swap_places(&injected, deck);
        err = by_deal(state, deck, *tiles, by_lead_taken(&before) ? lead : -1, ev);
    }
    memcpy(last, deck, sizeof last);
    return err;
}

/* A tile's place in the list depends on the tile: a tile opened in both worlds is at the same place. */
void __wrap_by_fair_list(const struct by_shuffle *s, uint32_t attempt, int n, uint8_t at[BY_MAX_TILES])
{
    uint8_t list[BY_MAX_TILES];

    __real_by_fair_list(s, attempt, n, list);
    for (int i = 0; i < n; i++) {
        int rank = 0;

        for (int k = 0; k < n; k++)
            rank += last[k] < last[i];
        at[i] = list[rank];
    }
}

/* Commitments hide their contents, which has its own test; here they contain nothing hidden. */
void __wrap_by_fair_place(const struct by_hash *salt, int place, by_tile tile, struct by_hash *out)
{
    (void)tile;
    __real_by_fair_place(salt, place, 0, out);
}

static bool heard_same(const struct by_events *a, const struct by_events *b, uint32_t seats)
{
    for (int i = 0; i < a->n; i++)
        if (i >= b->n || a->at[i].kind != b->at[i].kind || a->at[i].seat != b->at[i].seat
            || a->at[i].points != b->at[i].points || a->at[i].move != b->at[i].move || a->at[i].tiles != b->at[i].tiles
            || (a->at[i].seat < BY_SEATS && (seats >> a->at[i].seat & 1) != 0
                && memcmp(a->at[i].drawn, b->at[i].drawn, sizeof a->at[i].drawn) != 0))
            return false;
    return a->n == b->n;
}

static bool look_same(const struct by_state *a, const struct by_state *b, uint32_t seats)
{
    for (int i = 0; i < a->players; i++)
        if (by_set_count(&a->hand[i]) != by_set_count(&b->hand[i]) || a->skip[i] != b->skip[i]
            || ((seats >> i & 1) != 0 && memcmp(&a->hand[i], &b->hand[i], sizeof a->hand[i]) != 0))
            return false;
    return a->now.turn == b->now.turn && a->now.phase == b->now.phase && a->now.window == b->now.window
        && (a->family != BY_TRAINS || a->now.of.trains.markers == b->now.of.trains.markers);
}

bool deal_both(struct by_state *a, struct by_state *b, const by_tile *deck, int tiles, int lead, const struct swap *s,
               uint32_t seats)
{
    struct by_events ev;
    by_tile other[BY_MAX_TILES];

    memcpy(other, deck, sizeof other);
    swap_places(s, other);
    lead = by_lead_taken(a) ? lead : -1;
    return by_deal(a, deck, tiles, lead, &ev) == BY_OK && by_deal(b, other, tiles, lead, &ev) == BY_OK
        && a->lead == b->lead && look_same(a, b, seats);
}

bool play_both(struct by_state *a, struct by_state *b, int seat, by_move m, uint32_t seats)
{
    struct by_events one, two;

    return by_play(a, seat, m, &one, NULL) == BY_OK && by_play(b, seat, m, &two, NULL) == BY_OK
        && heard_same(&one, &two, seats) && look_same(a, b, seats);
}

const char *const ruleset[RULESETS] = {
    "draw",
    "draw players=3",
    "block players=4",
    "muggins players=3 target=60",
    "muggins:number players=4 teams=on call=on target=60",
    "muggins:number players=3 call=on target=30",
    "allfives players=4 target=60",
    "fiveup players=3",
    "chickenfoot players=3 rounds=2",
    "mexicantrain players=4 rounds=2",
    "mexicantrain players=3 rounds=2 knock=on penalty=tile",
    "mexicantrain players=3 rounds=2 infractions=penalise penalty=none",
    "mexicantrain:classic players=2 rounds=2",
    "mexicantrain:hub players=3 rounds=2",
};

/* SPDX-License-Identifier: MIT */
/* odds.c: converts a belief to probabilities in millionths (boneyard/odds.h). */
#include "boneyard/odds.h"

#include "bots/belief/worlds.h"
#include "bots/belief/sample.h"
#include "bots/belief/count.h"

#define WORLDS 200000 /* maximum number of worlds counted one by one */

struct counting {
    struct by_odds *odds;
    int seat;
    double all, tile[BY_SEATS + 1][BY_MAX_TILES], number[BY_SEATS + 1][BY_NUMBERS];
};

static uint32_t numbers_of(struct by_set tiles)
{
    uint32_t numbers = 0;

    for (int k = 0; k < BY_NUMBERS; k++)
        numbers |= (uint32_t)by_set_meets(&tiles, &by_suit[k]) << k;
    return numbers;
}

static void count(struct counting *c, int owner, struct by_set tiles, double weight, bool each)
{
    for (uint32_t left = numbers_of(tiles); left != 0; left &= left - 1)
        c->number[owner][__builtin_ctz(left)] += weight;
    while (each && !by_set_empty(&tiles))
        c->tile[owner][by_set_take(&tiles)] += weight;
}

static void count_world(struct counting *c, int players, const struct by_set hand[], const struct by_set *yard,
                        double weight, bool each)
{
    for (int k = 0; k < players; k++)
        if (k != c->seat)
            count(c, k, hand[k], weight, each);
    count(c, BY_ODDS_YARD, *yard, weight, each);
    c->all += weight;
}

struct visit {
    struct counting *c;
    int players;
};

static bool visit(void *data, const struct by_set hand[], const struct by_set *yard, double weight)
{
    const struct visit *v = data;

    count_world(v->c, v->players, hand, yard, weight, true);
    return true;
}

/* Counts all worlds. Returns false if there are too many. */
static bool count_all(struct by_belief *b, struct by_bot_memory room, struct counting *c)
{
    struct visit v = { c, b->players };
    int worlds = by_belief_enumerate(b, room, WORLDS, visit, &v);

    if (worlds > 0 && c->all > 0) {
        c->odds->worlds = (uint32_t)worlds;
        c->odds->exact_tiles = c->odds->exact_numbers = true;
        return true;
    }
    c->all = 0;
    memset(c->tile, 0, sizeof c->tile);
    memset(c->number, 0, sizeof c->number);
    return false;
}

static void sample(struct by_belief *b, struct by_bot_memory room, struct by_rng *rng, uint32_t samples,
                   struct counting *c)
{
    struct by_set hand[BY_SEATS];
    by_tile yard[BY_MAX_TILES];

    c->odds->samples = samples;
    c->odds->exact_tiles = by_belief_marginals(b, room, rng, (int)samples, c->tile);
    for (uint32_t i = 0; i < samples; i++) {
        struct by_set in_yard = { { 0, 0, 0 } };

        by_belief_sample(b, rng, hand, yard);
        for (int k = 0; k < b->yard; k++)
            by_set_add(&in_yard, yard[k]);
        count_world(c, b->players, hand, &in_yard, 1, false);
    }
}

/* Converts to millionths. A sampled share of 0 or 1 does not prove certainty. */
static uint32_t millionths(double part, bool exact)
{
    uint32_t x = (uint32_t)(part * BY_ODDS_ONE + 0.5);

    x = x > BY_ODDS_ONE ? BY_ODDS_ONE : x;
    if (x == 0 && (!exact || part > 1e-12))
        return 1;
    return x == BY_ODDS_ONE && (!exact || part < 1 - 1e-9) ? BY_ODDS_ONE - 1 : x;
}

/* Returns 0 if the exact probabilities of a number's tiles rule the number out, BY_ODDS_ONE if they make it certain,
 * otherwise -1. */
static int certain(const struct counting *c, int owner, int number)
{
    bool none = true;

    for (struct by_set left = by_set_and(c->odds->unseen, by_suit[number]); !by_set_empty(&left);) {
        const double p = c->tile[owner][by_set_take(&left)];

        if (p > 1 - 1e-9)
            return BY_ODDS_ONE;
        none = none && p < 1e-12;
    }
    return none ? 0 : -1;
}

static void settle(struct counting *c, int owner)
{
    struct by_odds *o = c->odds;

    for (struct by_set left = o->unseen; !by_set_empty(&left);) {
        by_tile t = by_set_take(&left);

        o->tile[owner][t] = millionths(c->tile[owner][t], o->exact_tiles);
    }
    for (int k = 0; k < BY_NUMBERS; k++) {
        int sure = o->exact_tiles ? certain(c, owner, k) : -1;

        o->number[owner][k] = sure >= 0 ? (uint32_t)sure : millionths(c->number[owner][k] / c->all, o->exact_numbers);
    }
}

static void find_unseen(const struct by_belief *b, struct by_odds *o, int seat)
{
    for (int i = 0; i < b->tiles; i++)
        if (!b->laid[i])
            by_set_add(&o->unseen, b->tile[i]);
    for (int i = 0; i < b->known_yard; i++)
        by_set_add(&o->unseen, b->yard_tile[i]);
    for (int k = 0; k < b->players; k++)
        if (k != seat)
            o->unseen = by_set_or(o->unseen, b->hand[k]);
}

void by_odds_of(const struct by_view *view, const struct by_past *past, struct by_rng *rng, void *memory, size_t size,
                uint32_t samples, struct by_odds *out)
{
    struct by_bot_memory room = { memory, (unsigned char *)memory + size };
    struct counting *c = by_room_take(&room, sizeof *c);
    struct by_belief *b = by_room_take(&room, sizeof *b);

    memset(out, 0, sizeof *out);
    BY_ASSERT(b != NULL && view->seat < BY_SEATS);
    memset(c, 0, sizeof *c);
    c->odds = out;
    c->seat = view->seat;
    by_belief_of(view, past, &room, 0, b);
    out->loose = b->loose;
    find_unseen(b, out, view->seat);
    if (!count_all(b, room, c)) {
        sample(b, room, rng, samples != 0 ? samples : 20000, c);
    } else {
        for (int k = 0; k <= BY_SEATS; k++)
            for (int t = 0; t < BY_MAX_TILES; t++)
                c->tile[k][t] /= c->all;
    }
    for (int k = 0; k < view->players; k++)
        if (k != view->seat)
            settle(c, k);
    settle(c, BY_ODDS_YARD);
}

void by_odds_worlds(const struct by_view *view, const struct by_past *past, struct by_rng *rng, void *memory,
                    size_t size, int n, struct by_odds_world out[])
{
    struct by_bot_memory room = { memory, (unsigned char *)memory + size };
    struct by_belief *b = by_room_take(&room, sizeof *b);

    BY_ASSERT(b != NULL && view->seat < BY_SEATS);
    by_belief_of(view, past, &room, 0, b);
    for (int i = 0; i < n; i++) {
        memset(&out[i], 0, sizeof out[i]);
        by_belief_sample(b, rng, out[i].hand, out[i].boneyard);
    }
}

/* SPDX-License-Identifier: MIT */
/* belief_spread.c: compares random tiles, owners and batches, without a game, with all ways to assign the tiles: harder
 * cases than rounds produce, and longer cycles. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/belief/worlds.h"
#include "bots/belief/sample.h"
#include "bots/belief/count.h"
#include "belief_test.h"
#include "bots/belief/spread.h"

#define MOST_WORLDS 20000
#define SAMPLES 3000
#define BINS 40

static unsigned char memory[4 << 20];
static struct by_bot_memory fresh(void) { return (struct by_bot_memory){ memory, memory + sizeof memory }; }

/* All deals of a spread, by world; a world's number is its tiles' owners in base 4. */
struct all {
    const struct spread *s;
    int room[BY_BATCHES];
    uint64_t key[MOST_WORLDS];
    double deals[MOST_WORLDS], sum, in[BY_YARD + 1][BY_MAX_TILES];
    int owner[BY_MAX_TILES], n;
};

static uint64_t digit(int tile, int owner) { return (uint64_t)(owner == BY_YARD ? 3 : owner) << (2 * tile); }

static void note(struct all *a)
{
    uint64_t key = 0;
    int i = 0;

    for (int k = 0; k < a->s->hidden; k++) {
        key += digit(a->s->tile[k], a->owner[k]);
        a->in[a->owner[k]][a->s->tile[k]]++;
    }
    while (i < a->n && a->key[i] != key)
        i++;
    if (i == MOST_WORLDS)
        abort();
    if (i == a->n) {
        a->key[a->n] = key;
        a->deals[a->n++] = 0;
    }
    a->deals[i]++;
    a->sum++;
}

static void spread_all(struct all *a, int item)
{
    if (item == a->s->items)
        note(a);
    for (int g = 0; item < a->s->items && g < a->s->batches; g++) {
        if (a->room[g] == 0 || !by_set_has(&a->s->column[g], (by_tile)item))
            continue;
        a->room[g]--;
        a->owner[item] = a->s->batch[g].owner;
        spread_all(a, item + 1);
        a->room[g]++;
    }
}

/* Up to 9 tiles in up to 6 batches of owners 0 to 2 and the boneyard. */
static void random_spread(struct by_rng *rng, struct spread *s)
{
    int dense = 1 + (int)by_rng_below(rng, 3), owner[BY_BATCHES];

    memset(s, 0, sizeof *s);
    s->batches = 2 + (int)by_rng_below(rng, 5);
    s->items = 3 + (int)by_rng_below(rng, 7);
    if (s->items < s->batches)
        s->items = s->batches;
    for (int g = 0; g < s->batches; g++) {
        owner[g] = (int)by_rng_below(rng, 4);
        s->batch[g] = (struct by_belief_batch){ (uint8_t)(owner[g] == 3 ? BY_YARD : owner[g]), 1 };
    }
    for (int k = s->batches; k < s->items; k++)
        s->batch[by_rng_below(rng, (uint32_t)s->batches)].room++;
    s->hidden = s->items;
    for (int i = 0; i < s->items; i++)
        s->tile[i] = (by_tile)i;
    if (by_rng_below(rng, 2) == 0) { /* the last was laid by the owner of batch 0 */
        s->laid[s->items - 1] = s->batch[0].owner != BY_YARD;
        s->hidden -= s->laid[s->items - 1];
    }
    for (int i = 0; i < s->items; i++)
        for (int g = 0; g < s->batches; g++)
            if (by_rng_below(rng, 4) < (uint32_t)dense && (!s->laid[i] || s->batch[g].owner == s->batch[0].owner))
                by_set_add(&s->column[g], (by_tile)i);
}

static uint64_t key_of(const struct spread *s, const struct by_set hand[])
{
    uint64_t key = 0;

    for (int i = 0; i < s->hidden; i++) {
        int owner = BY_YARD;

        for (int k = 0; k < 3; k++)
            if (by_set_has(&hand[k], s->tile[i]))
                owner = k;
        key += digit(s->tile[i], owner);
    }
    return key;
}

static int find(const struct all *a, uint64_t key)
{
    for (int i = 0; i < a->n; i++)
        if (a->key[i] == key)
            return i;
    return -1;
}

struct seen {
    const struct all *a;
    double ratio, sum;
    int n, wrong;
};

/* The belief merges batches with equal restrictions, so the weights are in proportion. */
static bool visit(void *data, const struct by_set hand[], const struct by_set *yard, double weight)
{
    struct seen *v = data;
    int i = find(v->a, key_of(v->a->s, hand));
    double ratio = i < 0 ? 0 : v->a->deals[i] / weight;

    (void)yard;
    v->wrong += i < 0 || (v->n > 0 && fabs(ratio - v->ratio) > 1e-9 * ratio);
    v->ratio = ratio;
    v->sum += weight;
    v->n++;
    return true;
}

static void samples(struct belief_tally *t, const struct all *a, struct by_belief *b, struct by_rng *rng)
{
    struct by_set hand[BY_SEATS];
    double want[BINS] = { 0 }, chi = 0;
    int seen[BINS] = { 0 }, bins = a->n < BINS ? a->n : BINS, used = 0;

    for (int i = 0; i < a->n; i++)
        want[i % bins] += a->deals[i] / a->sum * SAMPLES;
    for (int k = 0; k < SAMPLES; k++) {
        int i;

        by_belief_sample(b, rng, hand, NULL);
        i = find(a, key_of(a->s, hand));
        if (i < 0)
            t->wrong++;
        else
            seen[i % bins]++;
    }
    for (int i = 0; i < bins; i++, used++) {
        if (want[i] < 5)
            return;
        chi += (seen[i] - want[i]) * (seen[i] - want[i]) / want[i];
    }
    if (used > 1)
        tally_p(t, chi_p(chi, used - 1));
}

static void check_one(struct belief_tally *t, const struct all *a, struct by_belief *b, struct by_rng *rng)
{
    static double chance[BY_YARD + 1][BY_MAX_TILES];
    struct seen v = { .a = a };
    struct by_bot_memory none = { NULL, NULL }, room;
    struct by_belief chain = *b;

    room = fresh();
    by_belief_finish(b, &room, 0);
    t->ways[b->way]++;
    t->latent += b->laid_open;
    t->wrong += by_belief_enumerate(b, room, MOST_WORLDS, visit, &v) != a->n || v.wrong > 0;
    t->wrong += by_belief_count(b) != v.sum;
    t->wrong += !by_belief_marginals(b, room, rng, 1, chance);
    for (int k = 0; k <= BY_YARD; k++)
        for (int i = 0; i < a->s->hidden; i++)
            t->wrong += fabs(chance[k][i] - a->in[k][i] / a->sum) > 1e-9;
    samples(t, a, b, rng);
    by_belief_finish(&chain, &none, 0);
    if (chain.way != BY_BELIEF_SHUFFLE)
        samples(t, a, &chain, rng);
}

/* Makes n spreads of a kind that can be dealt and have few enough deals. */
void check_spreads(struct belief_tally *t, int n)
{
    static struct all a;
    static struct spread s;
    static struct by_belief b;
    struct by_rng rng;

    by_rng_init(&rng, 3);
    for (int done = 0; done < n;) {
        random_spread(&rng, &s);
        memset(&a, 0, sizeof a);
        a.s = &s;
        for (int g = 0; g < s.batches; g++)
            a.room[g] = s.batch[g].room;
        spread_all(&a, 0);
        memset(&b, 0, sizeof b);
        b.players = 3;
        if (by_belief_begin(&b, &s) != (a.n > 0))
            t->wrong++; /* a first deal is found if and only if there is one */
        if (a.n == 0)
            continue;
        check_one(t, &a, &b, &rng);
        t->worlds += a.n;
        t->orders += (long)a.sum;
        t->states++;
        done++;
    }
}

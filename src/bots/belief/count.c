/* SPDX-License-Identifier: MIT */
/* count.c: counts the deals, and computes each tile's chance of being in each place (belief.h). */
#include "sample.h"
#include "count.h"
#include "belief.h"

/* Returns n choose k, which is exact if n times the result is below 2^53. */
static double choose(int n, int k)
{
    double c = 1;

    for (int i = 1; i <= k; i++)
        c = c * (n - k + i) / i;
    return c;
}

double by_belief_count(const struct by_belief *b)
{
    double all = b->way == BY_BELIEF_TABLE ? b->share[b->start] : 1;
    int left = b->tiles;

    if (b->way == BY_BELIEF_CHAIN)
        return -1;
    for (int g = 0; g < b->batches; g++) {
        all *= choose(left, b->batch[g].room);
        left -= b->batch[g].room;
    }
    return all < 0x1p52 ? (double)(uint64_t)(all + 0.5) : all;
}

/* ---- Chances ------------------------------------------------------------------------------ */

static void add_chance(const struct by_belief *b, int i, int g, double p, double (*chance)[BY_MAX_TILES])
{
    if (!b->laid[i] && b->batch[g].owner != BY_GONE)
        chance[b->batch[g].owner][b->tile[i]] += p;
}

/* Advances one layer: `at` holds the chance of each state before tile i, given that the deal can be completed. */
static void pass_layer(const struct by_belief *b, int i, const double *at, double *after,
                       double (*chance)[BY_MAX_TILES])
{
    const double *share = b->share + (size_t)i * b->states, *next = share + b->states;
    uint8_t room[BY_BATCHES];
    uint32_t s = b->states;

    for (int g = 0; g < b->batches; g++)
        room[g] = b->batch[g].room;
    memset(after, 0, b->states * sizeof *after);
    do {
        int rest = b->tiles - i;

        if (at[--s] <= 0)
            continue;
        for (int g = 0; g < b->batches; g++)
            rest -= g == b->implied ? 0 : room[g];
        for (uint64_t m = b->may[i]; m != 0; m &= m - 1) {
            int g = __builtin_ctzll(m), places = g == b->implied ? rest : room[g];
            double p;

            if (places == 0)
                continue;
            p = at[s] * places * next[s - b->stride[g]] / (share[s] * (b->tiles - i));
            after[s - b->stride[g]] += p;
            add_chance(b, i, g, p, chance);
        }
    } while (by_belief_lower(b, room));
}

/* Unrestricted tiles share the remaining room equally on average. */
static void pass_free(const struct by_belief *b, const double *at, double (*chance)[BY_MAX_TILES])
{
    double mean[BY_BATCHES] = { 0 };
    uint8_t room[BY_BATCHES];
    uint32_t s = b->states;
    int left = b->tiles - b->bound;

    for (int g = 0; g < b->batches; g++)
        room[g] = b->batch[g].room;
    do {
        int rest = left;

        s--;
        for (int g = 0; g < b->batches; g++) {
            mean[g] += g == b->implied ? 0 : at[s] * room[g];
            rest -= g == b->implied ? 0 : room[g];
        }
        mean[b->implied] += at[s] * rest;
    } while (by_belief_lower(b, room));
    for (int i = b->bound; i < b->tiles; i++)
        for (int g = 0; g < b->batches; g++)
            add_chance(b, i, g, mean[g] / left, chance);
}

/* Estimates the chances by sampling if the chain is used or memory runs out. */
static void sample_chances(struct by_belief *b, struct by_rng *rng, int samples, double (*chance)[BY_MAX_TILES])
{
    struct by_set hand[BY_SEATS];

    for (int k = 0; k < samples; k++) {
        by_belief_sample(b, rng, hand, NULL);
        for (int i = 0; i < b->tiles; i++)
            add_chance(b, i, b->in[i], 1.0 / samples, chance);
    }
}

bool by_belief_marginals(struct by_belief *b, struct by_bot_memory room, struct by_rng *rng, int samples,
                         double (*chance)[BY_MAX_TILES])
{
    double *at, *after, *swap;

    memset(chance, 0, sizeof *chance * (BY_YARD + 1));
    for (int i = 0; i < b->players; i++)
        for (struct by_set left = b->hand[i]; !by_set_empty(&left);)
            chance[i][by_set_take(&left)] = 1;
    for (int i = 0; i < b->known_yard; i++)
        chance[BY_YARD][b->yard_tile[i]] = 1;
    if (b->way == BY_BELIEF_SHUFFLE) {
        for (int i = 0; i < b->tiles; i++)
            for (int g = 0; g < b->batches; g++)
                add_chance(b, i, g, (double)b->batch[g].room / b->tiles, chance);
        return true;
    }
    at = b->way == BY_BELIEF_TABLE ? by_room_take(&room, b->states * sizeof *at) : NULL;
    after = at == NULL ? NULL : by_room_take(&room, b->states * sizeof *after);
    if (after == NULL) {
        sample_chances(b, rng, samples, chance);
        return false;
    }
    memset(at, 0, b->states * sizeof *at);
    at[b->start] = 1;
    for (int i = 0; i < b->bound; i++) {
        pass_layer(b, i, at, after, chance);
        swap = at;
        at = after;
        after = swap;
    }
    pass_free(b, at, chance);
    return true;
}

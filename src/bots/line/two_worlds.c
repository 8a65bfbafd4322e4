/* SPDX-License-Identifier: MIT */
/* two_worlds.c: lists the hands that a seat may hold, and computes the likelihood of each after its plays. */
#include "two.h"

double by_two_ways(int n, int k)
{
    double x = 1;

    for (int i = 0; i < k; i++)
        x = x * (n - i) / (i + 1);
    return x;
}

double by_two_hands(const struct by_two *t, int seat, uint32_t without)
{
    uint32_t tiles = t->all & ~t->laid & ~without & ~t->barred[seat];

    return by_two_ways(by_two_bits(tiles), seat == 0 ? by_two_bits(t->own) : t->left);
}

/* Lists the k-subsets of `tiles`, which has at least k, in ascending order. Returns their number. */
static int every(uint32_t tiles, int k, struct by_two_world *out)
{
    uint8_t bit[32] = { 0 };
    int n = 0, at[32] = { 0 }, count = 0;

    for (; tiles != 0; tiles &= tiles - 1)
        bit[n++] = (uint8_t)__builtin_ctz(tiles);
    BY_ASSERT(k >= 0 && k <= n);
    for (int i = 0; i < k; i++)
        at[i] = i;
    for (;;) {
        int i = k - 1;
        uint32_t hand = 0;

        for (int j = 0; j < k; j++)
            hand |= (uint32_t)1 << bit[at[j]];
        out[count++] = (struct by_two_world){ hand, 1 };
        while (i >= 0 && at[i] == n - k + i)
            i--;
        if (i < 0)
            return count;
        at[i]++;
        for (int j = i + 1; j < k; j++)
            at[j] = at[j - 1] + 1;
    }
}

static uint32_t random_hand(const struct by_two *t, uint32_t tiles, int k)
{
    uint8_t bit[32];
    uint32_t hand = 0;
    int n = 0;

    for (; tiles != 0; tiles &= tiles - 1)
        bit[n++] = (uint8_t)__builtin_ctz(tiles);
    for (int i = 0; i < k; i++) {
        int j = i + (int)by_rng_below(t->rng, (uint32_t)(n - i));

        hand |= (uint32_t)1 << bit[j];
        bit[j] = bit[i];
    }
    return hand;
}

/* Weighs the hands. Returns the number of hands weighed, which is less than n if the budget is spent. */
static int weigh(const struct by_two *t, int seat, struct by_two_world *w, int n, struct by_budget *b)
{
    for (int i = 0; i < n; i++) {
        double x = 1;

        if (i > 0 && by_budget_spent(b))
            return i;

        for (int k = 0; k < t->steps; k++)
            if (t->step[k].seat == seat)
                x *= by_two_likely(t, &t->step[k], w[i].hand | t->step[k].later);
        w[i].weight = (float)x;
        by_budget_step(b, 1 + BY_TWO_LIKELY_STEPS * (uint64_t)t->steps);
    }
    return n;
}

static double sum_of(const struct by_two_world *w, int n)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += (double)w[i].weight;
    return sum;
}

/* Draws `most` hands with equal weights by systematic resampling (Carpenter et al. 1999); a hand may be drawn several
 * times. */
static int choose(const struct by_two *t, const struct by_two_world *pool, int n, int most, struct by_two_world *out)
{
    double step = sum_of(pool, n) / most, at = step * ((double)(by_rng_next(t->rng) >> 11) * 0x1p-53), reached = 0;
    int count = 0;

    for (int i = 0; i < n; i++) {
        int shares = 0;

        reached += (double)pool[i].weight;
        while (at < reached) {
            at += step;
            shares++;
        }
        if (shares > 0 && count < most)
            out[count++] = (struct by_two_world){ pool[i].hand, (float)shares };
    }
    return count;
}

int by_two_worlds(const struct by_two *t, int seat, uint32_t without, int most, bool infer, struct by_bot_memory *room,
                  struct by_budget *b, struct by_two_world *out)
{
    uint32_t tiles = t->all & ~t->laid & ~without & ~t->barred[seat];
    int k = seat == 0 ? by_two_bits(t->own) : t->left, n = 0;
    struct by_bot_memory here = *room;
    struct by_two_world *pool = by_room_take(&here, sizeof *pool * BY_TWO_POOL);
    double sum;

    if (by_two_bits(tiles) < k) /* the history contradicts itself and is ignored */
        tiles = t->all & ~t->laid & ~without;
    if (pool == NULL || by_two_bits(tiles) < k)
        return 0;
    if (by_two_ways(by_two_bits(tiles), k) <= BY_TWO_POOL)
        n = every(tiles, k, pool);
    else
        for (; n < (infer ? BY_TWO_POOL : most); n++)
            pool[n] = (struct by_two_world){ random_hand(t, tiles, k), 1 };
    if (infer)
        n = weigh(t, seat, pool, n, b);
    if (n > most)
        n = choose(t, pool, n, most, out);
    else
        memcpy(out, pool, sizeof *pool * (size_t)n);
    sum = sum_of(out, n);
    for (int i = 0; i < n; i++)
        out[i].weight = (float)((double)out[i].weight / sum);
    return n;
}

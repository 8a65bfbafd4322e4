/* SPDX-License-Identifier: MIT */
/* planner.c: how long the train planner (train.h) takes, by processor time.
 *
 *     planner [SEED [HANDS]]
 *
 * Random hands and a random start; each hand is timed alone.  One line a row and one JSON line a row:
 * mean, 99.9th percentile and worst in microseconds, bounds computed, and a sum of all values, which
 * changes only when a train does.
 */
#include <stdio.h>
#include <stdlib.h>

#include "boneyard/deal.h"
#include "boneyard/train.h"
#include "util/chance.h"

static const struct {
    int set, tiles;
    bool longest, split;
} rows[] = {
    { 9, 15, false, false },  { 12, 15, false, false }, { 12, 15, true, false },  { 12, 15, false, true },
    { 12, 20, false, false }, { 12, 20, false, true },  { 12, 25, false, false }, { 12, 30, false, false },
    { 12, 45, false, false }, { 12, 45, true, false },  { 12, 45, false, true },  { 18, 20, false, false },
    { 18, 30, false, false }, { 18, 60, false, false }, { 18, 60, true, false },  { 18, 60, false, true },
};

static int by_size(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return x < y ? -1 : x > y;
}

static struct by_set deal(struct by_rng *r, int n, int set)
{
    struct by_set hand = { { 0, 0, 0 } };

    for (int i = 0; i < n;) {
        by_tile t = (by_tile)by_rng_below(r, (uint32_t)by_set_tiles(set));

        i += !by_set_has(&hand, t);
        by_set_add(&hand, t);
    }
    return hand;
}

static void row(int i, uint64_t seed, int hands, int64_t *ns)
{
    struct by_wish wish = rows[i].longest ? BY_WISH_LONGEST : BY_WISH_HEAVIEST;
    struct by_train t[2];
    struct by_rng r;
    uint64_t values = 0, nodes = 0, most = 0;
    double sum = 0, pips = 0;

    by_rng_init(&r, seed * 1000 + (uint64_t)i);
    for (int k = 0; k < hands; k++) {
        struct by_set hand = deal(&r, rows[i].tiles, rows[i].set);
        int from = (int)by_rng_below(&r, (uint32_t)rows[i].set + 1);
        int64_t start = by_cpu_ns();

        t[1].value = t[1].pips = 0;
        if (rows[i].split)
            by_train_split(&hand, from, from, &wish, 0, t);
        else
            by_train_best(&hand, from, &wish, 0, t);
        ns[k] = by_cpu_ns() - start;
        sum += (double)ns[k];
        values = (values ^ (uint64_t)(t[0].value + t[1].value)) * 0x100000001b3u;
        pips += t[0].pips + t[1].pips;
        nodes += t[0].nodes;
        most = t[0].nodes > most ? t[0].nodes : most;
    }
    qsort(ns, (size_t)hands, sizeof *ns, by_size);
    const char *what = rows[i].split ? "two trains" : rows[i].longest ? "longest" : "heaviest";
    int near = hands - 1 - hands / 1000;
    double tail = (double)ns[near] / 1000, worst = (double)ns[hands - 1] / 1000;

    printf("double-%-2d %2d tiles %-10s %8.2f us mean %9.1f us 99.9%% %9.1f us worst %6.2f bounds, most %llu\n",
           rows[i].set, rows[i].tiles, what, sum / hands / 1000, tail, worst, (double)nodes / hands,
           (unsigned long long)most);
    printf("{\"set\":%d,\"tiles\":%d,\"train\":\"%s\",\"seed\":%llu,\"hands\":%d,\"mean-us\":%.3f,\"p999-us\":%.1f,"
           "\"worst-us\":%.1f,\"bounds\":%.3f,\"most-bounds\":%llu,\"pips\":%.2f,\"signature\":\"%016llx\"}\n",
           rows[i].set, rows[i].tiles, what, (unsigned long long)seed, hands, sum / hands / 1000, tail, worst,
           (double)nodes / hands, (unsigned long long)most, pips / hands, (unsigned long long)values);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    long hands = argc > 2 ? strtol(argv[2], NULL, 10) : 20000;
    int64_t *ns;

    if (hands < 1 || hands > 100000000 || (ns = malloc(sizeof *ns * (size_t)hands)) == NULL) {
        fputs("usage: planner [SEED [HANDS]]\n", stderr);
        return 2;
    }
    for (int i = 0; i < (int)(sizeof rows / sizeof rows[0]); i++)
        row(i, seed, (int)hands, ns);
    free(ns);
    return 0;
}

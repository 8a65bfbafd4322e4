/* SPDX-License-Identifier: MIT */
/* castle.c: finds how many Castle Rock deals can be cleared when the order of the boneyard is known.
 *
 *     castle [--deals N] [--seed N] [--set 6|9|12|15|18] [--limit STATES] [--json]
 *
 * Runs by_castle_solve on deals from the project's generator, with both readings of R-08. Prints a table or JSON
 * lines: counts, the share of cleared deals with its 95 % interval (Wilson), tiles left, states and the processor
 * time of the solver alone.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/castle.h"
#include "util/chance.h"

#define MEMORY ((size_t)256 << 20)

struct tally {
    uint64_t deals, cleared, open, left, states, most;
    int64_t ns;
    bool once;
};

static void solve(struct tally *t, struct by_castle_deal *d, uint32_t limit, void *memory)
{
    struct by_castle_answer a;
    int64_t start = by_cpu_ns();

    d->once = t->once;
    by_castle_solve(d, limit, NULL, memory, MEMORY, &a);
    t->ns += by_cpu_ns() - start;
    t->deals++;
    t->cleared += a.left == 0;
    t->open += !a.decided;
    t->left += a.left;
    t->states += a.states;
    if (a.states > t->most)
        t->most = a.states;
}

static void print(const struct tally *t, int set, long seed, uint32_t limit, bool json)
{
    double n = (double)t->deals, p = (double)t->cleared / n, z = 1.959964, zz = z * z / n;
    double mid = (p + zz / 2) / (1 + zz), half = z * sqrt(p * (1 - p) / n + zz / (4 * n)) / (1 + zz);
    const char *format = json
        ? "{\"bench\":\"castle\",\"set\":%d,\"removals\":\"%s\",\"seed\":%ld,\"limit\":%u,\"deals\":%llu,"
          "\"cleared\":%llu,\"share\":%.5f,\"low\":%.5f,\"high\":%.5f,\"undecided\":%llu,\"left\":%.3f,"
          "\"states\":%.1f,\"most\":%llu,\"us\":%.2f}\n"
        : "double-%-2d %-6s seed %ld limit %u: %llu deals, %llu cleared = %.4f (%.4f to %.4f), %llu not decided, "
          "%.2f tiles left, %.0f states (most %llu), %.1f us a deal\n";

    printf(format, set, t->once ? "once" : "forced", seed, limit, (unsigned long long)t->deals,
           (unsigned long long)t->cleared, p, mid - half, mid + half, (unsigned long long)t->open, (double)t->left / n,
           (double)t->states / n, (unsigned long long)t->most, (double)t->ns / n / 1000);
}

int main(int argc, char **argv)
{
    long deals = 100000, seed = 1, set = 6, limit = 0;
    bool json = false;
    struct tally t[2] = { { .once = false }, { .once = true } };
    struct by_castle_deal d = { .row = 3 };
    void *memory;
    struct by_rng rng;

    for (int i = 1; i < argc; i++) {
        long *to = NULL;

        if (strcmp(argv[i], "--deals") == 0)
            to = &deals;
        else if (strcmp(argv[i], "--seed") == 0)
            to = &seed;
        else if (strcmp(argv[i], "--set") == 0)
            to = &set;
        else if (strcmp(argv[i], "--limit") == 0)
            to = &limit;

        if (strcmp(argv[i], "--json") == 0)
            json = true;
        else if (to == NULL || i + 1 == argc || (*to = strtol(argv[++i], NULL, 10)) < 0) {
            fputs("castle [--deals N] [--seed N] [--set N] [--limit STATES] [--json]\n", stderr);
            return 2;
        }
    }
    if (deals < 1 || set > BY_MAX_NUMBER || (memory = malloc(MEMORY)) == NULL)
        return 1;
    by_rng_init(&rng, (uint64_t)seed);
    d.tiles = (uint8_t)by_set_tiles((int)set);
    for (long k = 0; k < deals; k++) {
        for (int i = 0; i < d.tiles; i++)
            d.tile[i] = (by_tile)i;
        by_rng_shuffle(&rng, d.tile, d.tiles);
        solve(&t[0], &d, (uint32_t)limit, memory);
        solve(&t[1], &d, (uint32_t)limit, memory);
    }
    print(&t[0], (int)set, seed, (uint32_t)limit, json);
    print(&t[1], (int)set, seed, (uint32_t)limit, json);
    free(memory);
    return 0;
}

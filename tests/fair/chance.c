/* SPDX-License-Identifier: MIT */
/* chance.c: checks that all orders of the tiles are equally likely.  Counts the places of each tile over many shuffles.
 * For n tiles, the sum of squares has mean n(n-1) and standard deviation n * sqrt(2); it must be within four of them.
 * `chance NAME` uses a wrong shuffle instead, and exits with 0 if the test detects it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "made.h"

/* ---- Wrong shuffles, with equally good random bytes ---- */

struct bytes {
    uint8_t key[64], block[64];
    uint64_t number;
    int used;
};

static uint8_t byte_of(struct bytes *b)
{
    if (b->used == 0 || b->used == 64) {
        by_hash_of(b->key, 64, &b->number, sizeof b->number, b->block, 64);
        b->number++;
        b->used = 0;
    }
    return b->block[b->used++];
}

static int exact(struct bytes *b, int n)
{
    int v;

    do
        v = byte_of(b);
    while (v < 256 % n);
    return v % n;
}

static void exchange(by_tile *a, by_tile *b)
{
    by_tile was = *a;

    *a = *b;
    *b = was;
}

/* A byte modulo the number of tiles left. */
static void byte_modulo(struct bytes *b, by_tile *deck, int n)
{
    for (int i = n - 1; i > 0; i--)
        exchange(&deck[i], &deck[byte_of(b) % (i + 1)]);
}

/* Swaps each tile with any tile. */
static void swap_with_any(struct bytes *b, by_tile *deck, int n)
{
    for (int i = 0; i < n; i++)
        exchange(&deck[i], &deck[exact(b, n)]);
}

/* Never swaps a tile with itself. */
static void never_itself(struct bytes *b, by_tile *deck, int n)
{
    for (int i = n - 1; i > 0; i--)
        exchange(&deck[i], &deck[exact(b, i)]);
}

/* The last tile stays. */
static void last_stays(struct bytes *b, by_tile *deck, int n)
{
    for (int i = n - 2; i > 0; i--)
        exchange(&deck[i], &deck[exact(b, i + 1)]);
}

static const struct {
    const char *name;
    void (*shuffle)(struct bytes *, by_tile *, int);
} wrong[] = {
    { "byte-modulo", byte_modulo },
    { "swap-with-any", swap_with_any },
    { "never-itself", never_itself },
    { "last-stays", last_stays },
};

/* ---- Counting ---- */

static uint32_t counts[BY_MAX_TILES][BY_MAX_TILES];

static void deal(const struct by_state *state, struct by_shuffle *s, int variant, by_tile *deck, int *n)
{
    struct bytes b = { .used = 0 };

    by_fair_key(s);
    *n = by_fair_deck(s, 0, state, deck);
    if (variant < 0)
        return;
    memcpy(b.key, s->key, 64);
    for (int i = 0; i < *n; i++)
        deck[i] = (by_tile)i;
    wrong[variant].shuffle(&b, deck, *n);
}

/* Returns true if the shuffles are uniform. */
static bool fair(const char *rules, int shuffles, int variant)
{
    struct by_config config;
    struct by_state state;
    struct by_shuffle s = { .shares = 1 };
    by_tile deck[BY_MAX_TILES] = { 0 };
    double sum = 0, each, off;
    int n = 0;

    by_err err = by_config_parse(rules, &config, NULL);

    BY_ASSERT(err == BY_OK);
    by_start(&state, &config);
    memset(counts, 0, sizeof counts);
    for (int i = 0; i < shuffles; i++) {
        s.deal = (uint64_t)i;
        deal(&state, &s, variant, deck, &n);
        for (int p = 0; p < n; p++)
            counts[p][deck[p]]++;
    }
    each = (double)shuffles / n;
    for (int p = 0; p < n; p++)
        for (int t = 0; t < n; t++)
            sum += (counts[p][t] - each) * (counts[p][t] - each) / each;
    off = (sum - (double)n * (n - 1)) / (sqrt(2) * n);
    printf("%d shuffles of %d tiles: %.1f, %+.2f deviations\n", shuffles, n, sum, off);
    return fabs(off) <= 4;
}

int main(int argc, char **argv)
{
    bool good = true;

    by_crypto_start();
    for (size_t i = 0; argc > 1 && i < sizeof wrong / sizeof *wrong; i++)
        if (strcmp(argv[1], wrong[i].name) == 0)
            return fair("block:basics", 200000, (int)i) ? EXIT_FAILURE : EXIT_SUCCESS;
    if (argc > 1)
        return 2;
    good &= fair("block:basics", 200000, -1);
    good &= fair("castlerock:classic set=9", 20000, -1);
    good &= fair("castlerock:classic set=12", 20000, -1);
    good &= fair("castlerock:classic set=15", 20000, -1);
    good &= fair("castlerock:classic set=18", 20000, -1);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

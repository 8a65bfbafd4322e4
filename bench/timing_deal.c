/* SPDX-License-Identifier: MIT */
/* timing_deal.c: the shuffle of a server measured by bench/timing.c.  Seat 0 always holds the seven doubles; the rest
 * follows from the table's id.  If its first bit is 0, the deal is always the same, and seat 1 has no tile with a
 * 6, so after the 6-6 it can only draw.  If the bit is 1, all other tiles are dealt at random.  The program is linked
 * with --wrap for this call. */
#include <stdlib.h>
#include <string.h>

#include "boneyard/deal.h"
#include "fair/fair.h"
#include "planted.h"

/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the linker's names */
by_err __real_by_fair_deal(const struct by_shuffle *s, struct by_state *state, struct by_events *ev, uint32_t *attempt,
                           by_tile deck[BY_MAX_TILES], int *tiles);
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the linker's names */
by_err __wrap_by_fair_deal(const struct by_shuffle *s, struct by_state *state, struct by_events *ev, uint32_t *attempt,
                           by_tile deck[BY_MAX_TILES], int *tiles);

static void arrange(const struct by_id *table, by_tile deck[28])
{
    struct by_rng rng;
    uint64_t seed;
    int n = 0;

    for (int i = 6; i >= 0; i--)
        deck[n++] = by_tile_of(i, i);
    for (int sum = 1; sum < 12; sum++)
        for (int a = sum < 6 ? sum : 6; 2 * a > sum; a--)
            deck[n++] = by_tile_of(a, sum - a);
    memcpy(&seed, table->bytes + 1, sizeof seed);
    by_rng_init(&rng, seed);
    for (int i = 27; i > 7 && (table->bytes[0] & 1) != 0; i--) {
        int k = 7 + (int)by_rng_below(&rng, (uint32_t)(i - 6));
        by_tile t = deck[i];

        deck[i] = deck[k];
        deck[k] = t;
    }
}

/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the linker's names */
by_err __wrap_by_fair_deal(const struct by_shuffle *s, struct by_state *state, struct by_events *ev, uint32_t *attempt,
                           by_tile deck[BY_MAX_TILES], int *tiles)
{
    struct by_state before = *state;
    by_err err = __real_by_fair_deal(s, state, ev, attempt, deck, tiles);

    if (err != BY_OK || *tiles != 28 || before.rules.opt[BY_PLAYERS] != 2)
        return err;
    *state = before;
    arrange(&s->table, deck);
    return by_deal(state, deck, *tiles, by_lead_taken(&before) ? 0 : -1, ev);
}

#ifdef BY_FAULTS
__attribute__((constructor)) static void plant(void)
{
    const char *leak = getenv("BONEYARD_LEAK");

    by_planted = leak == NULL ? 0 : (int)strtol(leak, NULL, 10);
}
#endif

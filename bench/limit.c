/* SPDX-License-Identifier: MIT */
/* limit.c: plays two-player Block, written only for speed, to show the limit of this machine.
 *
 * It has no interface, no record, no views and no undo, only sets of 28 bits and two ends.  It plays a random playable
 * tile (one that fits both ends counts twice), with blanks as a suit, and the highest double leads.  `boneyard bench
 * "block:basics blanks=suit"` plays the same rounds through the general engine; the ratio of the two is the cost of an
 * interface, on any machine.  Prints a line and a JSON line.
 */
#include <stdint.h>
#include <stdio.h>

#include "boneyard/deal.h"
#include "util/chance.h"

#define SLICES 40
#define ROUNDS 100000

struct limit {
    struct by_rng rng;
    by_tile deck[28];
    uint32_t doubles;
    uint64_t actions;
};

/* Shuffles 14 tiles to the front until a hand has a double; fills the hands. */
static void deal(struct limit *l, uint32_t hand[2])
{
    do {
        hand[0] = hand[1] = 0;
        for (int i = 0; i < 14; i++) {
            int j = i + (int)by_rng_below(&l->rng, (uint32_t)(28 - i));
            by_tile t = l->deck[i];

            l->deck[i] = l->deck[j];
            l->deck[j] = t;
            hand[i / 7] |= (uint32_t)1 << l->deck[i];
        }
    } while (((hand[0] | hand[1]) & l->doubles) == 0);
}

static int count(uint32_t x)
{
    int n = 0;

    for (; x != 0; x &= x - 1)
        n++;
    return n;
}

/* Lays a random tile that fits.  Returns false if none does. */
static bool lay(struct limit *l, uint32_t *hand, int end[2])
{
    uint32_t at[2] = { *hand & (uint32_t)by_suit[end[0]].w[0], *hand & (uint32_t)by_suit[end[1]].w[0] };
    int first = count(at[0]), all = first + (end[0] == end[1] ? 0 : count(at[1])), k, side, t;

    if (all == 0)
        return false;
    k = all == 1 ? 0 : (int)by_rng_below(&l->rng, (uint32_t)all);
    side = k >= first;
    for (k -= side ? first : 0; k > 0; k--)
        at[side] &= at[side] - 1;
    t = __builtin_ctz(at[side]);
    *hand ^= (uint32_t)1 << t;
    end[side] = by_across((by_tile)t, end[side]);
    return true;
}

static void play_round(struct limit *l)
{
    uint32_t hand[2];
    int end[2], t, seat, passes = 0;

    deal(l, hand);
    t = 31 - __builtin_clz((hand[0] | hand[1]) & l->doubles);
    seat = hand[1] >> t & 1;
    hand[seat] ^= (uint32_t)1 << t;
    end[0] = end[1] = by_high((by_tile)t);
    for (l->actions++; hand[seat] != 0 && passes < 2; l->actions++) {
        seat = 1 - seat;
        passes = lay(l, &hand[seat], end) ? 0 : passes + 1;
    }
}

int main(void)
{
    struct limit l = { .doubles = 0 };
    double best = 0, per_round;

    by_rng_init(&l.rng, 1);
    for (int t = 0; t < 28; t++) {
        l.deck[t] = (by_tile)t;
        l.doubles |= (uint32_t)by_is_double((by_tile)t) << t;
    }
    for (int i = 0; i < SLICES; i++) {
        int64_t start = by_cpu_ns();

        for (int r = 0; r < ROUNDS; r++)
            play_round(&l);
        double rate = ROUNDS * 1e9 / (double)(by_cpu_ns() - start);

        best = rate > best ? rate : best;
    }
    per_round = (double)l.actions / SLICES / ROUNDS;
    printf("Block, two players, written for speed alone: %.0f rounds/s, %.1f ns an action\n", best,
           1e9 / best / per_round);
    printf("{\"limit\":\"block\",\"rounds-per-second\":%.0f,\"actions-per-round\":%.2f}\n", best, per_round);
    return 0;
}

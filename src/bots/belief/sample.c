/* SPDX-License-Identifier: MIT */
/* sample.c: draws worlds from a belief (belief.h). */
#include "sample.h"
#include "bots/belief/spread.h"

static double unit(struct by_rng *rng) { return (double)(by_rng_next(rng) >> 11) * 0x1p-53; }

/* Deals the restricted tiles with the table: the probability of a batch is proportional to its free places times the
 * share of deals that can still be completed. */
static void deal_by_table(struct by_belief *b, struct by_rng *rng, uint8_t *room)
{
    uint32_t s = b->start;

    for (int i = 0; i < b->bound; i++) {
        const double *next = b->share + (size_t)(i + 1) * b->states;
        double at = unit(rng) * b->share[(size_t)i * b->states + s] * (b->tiles - i);
        int into = -1;

        for (uint64_t m = b->may[i]; m != 0; m &= m - 1) {
            int g = __builtin_ctzll(m);
            double w = room[g] == 0 ? 0 : room[g] * next[s - b->stride[g]];

            if (w <= 0)
                continue;
            into = g;
            at -= w;
            if (at < 0)
                break;
        }
        BY_ASSERT(into >= 0); /* every state reached can be completed */
        b->in[i] = (uint8_t)into;
        room[into]--;
        s -= b->stride[into];
    }
}

/* Deals the unrestricted tiles: fills the batches in turn from shuffled tiles; the last batch takes the rest. */
static void deal_free(struct by_belief *b, struct by_rng *rng, const uint8_t *room)
{
    int at = b->bound;

    for (int g = 0; g + 1 < b->batches; g++)
        for (int k = room[g]; k > 0; k--, at++) {
            int pick = at + (int)by_rng_below(rng, (uint32_t)(b->tiles - at));
            by_tile t = b->tile[pick];
            bool laid = b->laid[pick];

            b->tile[pick] = b->tile[at];
            b->laid[pick] = b->laid[at];
            b->tile[at] = t;
            b->laid[at] = laid;
            b->in[at] = (uint8_t)g;
        }
    for (; at < b->tiles; at++)
        b->in[at] = (uint8_t)(b->batches - 1);
}

/* Advances the chain: picks n random tiles and rotates their places, provided that each is allowed in its new place.
 * The reverse rotation is equally likely, so the chain is symmetric. Most steps exchange a pair; occasional longer
 * cycles reach deals that pairs alone cannot. */
static void exchange(struct by_belief *b, struct by_rng *rng, int steps)
{
    const uint32_t tiles = (uint32_t)b->tiles;

    for (; steps > 0; steps--) {
        uint64_t word = by_rng_next(rng);
        int n = (word & 7) < 5 ? 2 : (word & 7) == 5 ? 4 : 3, pick[4];
        bool good = true;
        uint8_t first;

        if (BY_PLANTED(204))
            n = 2;
        pick[0] = (int)((word >> 32) * tiles >> 32);
        for (int k = 1; k < n; k++)
            pick[k] = (int)by_rng_below(rng, tiles);
        for (int k = 0; k < n; k++) {
            good &= (b->may[pick[k]] >> b->in[pick[k + 1 == n ? 0 : k + 1]] & 1) != 0;
            for (int j = 0; j < k; j++)
                good &= pick[j] != pick[k];
        }
        if (!good)
            continue;
        first = b->in[pick[0]];
        for (int k = 0; k + 1 < n; k++)
            b->in[pick[k]] = b->in[pick[k + 1]];
        b->in[pick[n - 1]] = first;
    }
}

void by_belief_sample(struct by_belief *b, struct by_rng *rng, struct by_set hand[], by_tile *boneyard)
{
    int yard = b->known_yard;

    memcpy(hand, b->hand, sizeof *hand * b->players);
    if (boneyard != NULL)
        memcpy(boneyard, b->yard_tile, (size_t)yard);
    if (b->way == BY_BELIEF_CHAIN) {
        exchange(b, rng, BY_PLANTED(205) ? 2 : b->mixed ? b->steps : b->burn);
        b->mixed = true;
    } else if (b->tiles > 0) {
        uint8_t room[BY_BATCHES] = { 0 };

        for (int g = 0; g < b->batches; g++)
            room[g] = b->batch[g].room;
        deal_by_table(b, rng, room);
        deal_free(b, rng, room);
    }
    for (int i = 0; i < b->tiles; i++) {
        int owner = b->batch[b->in[i]].owner;

        if (b->laid[i] || owner == BY_GONE)
            continue;
        if (owner < BY_SEATS)
            by_set_add(&hand[owner], b->tile[i]);
        else if (boneyard != NULL)
            boneyard[yard++] = b->tile[i];
    }
    if (boneyard != NULL) {
        for (int i = yard; i < b->yard; i++) /* happens only if the numbers in the view are wrong */
            boneyard[i] = BY_MAX_TILES + 1;
        if (!b->ordered)
            by_rng_shuffle(rng, boneyard, yard);
    }
}

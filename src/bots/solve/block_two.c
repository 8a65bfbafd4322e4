/* SPDX-License-Identifier: MIT */
/* block_two.c: searches Block for two players. A position is both hands and the two ends, 61 bits, so the table is
 * exact and has no hash collisions. */
#include "block.h"

/* A player wins at most the opponent's pips and loses at most its own (L-21). */
static int most(const struct by_block_ask *a, int pips) { return a->points ? pips - BY_PLANTED(101) : 1; }

struct two {
    const struct by_block_ask *a;
    struct by_solver *s;
    const struct by_pairs *pairs;
    uint32_t blanks, heavy;
}; /* sets by rank, heaviest first: all wild blanks, and the same without 0-0 */

static int count(uint32_t set)
{
    int n = 0;

    for (; set != 0; set &= set - 1)
        n++;
    return n;
}

/* Returns the pips that a player with wild blanks is sure to shed in this many turns, whatever the opponent does. A
 * wild blank fits everywhere (L-08), so a player with several can play one each turn. */
static int shed(const struct two *t, uint32_t hand, int turns)
{
    int pips = 0;

    for (hand &= t->heavy; hand != 0 && turns > 0; hand &= hand - 1, turns--)
        pips += t->s->pips[__builtin_ctz(hand)];
    return pips;
}

static int search(const struct two *t, uint32_t own, uint32_t other, int own_pips, int other_pips, int pair, int alpha,
                  int beta);

/* Searches the plays of `tiles`, given the best value so far, and sets *first to the rank of the best play. With wild
 * blanks, a play after the first is fully searched only if a quick test shows that it is better, which saves a quarter
 * of the work. Without wild blanks, this would save nothing. */
static int try_plays(const struct two *t, uint32_t own, uint32_t other, uint32_t tiles, int own_pips, int other_pips,
                     int pair, int alpha, int beta, int best, uint32_t *first)
{
    for (; tiles != 0; tiles &= tiles - 1) {
        int rank = __builtin_ctz(tiles);
        const uint8_t *next = t->pairs->next[pair][rank];

        for (int i = 0; i < t->pairs->ways[pair][rank]; i++) {
            int after = own_pips - t->s->pips[rank], from = alpha > best ? alpha : best;
            int until = best > -10000 && t->blanks != 0 && beta - from > 1 ? from + 1 : beta;
            int value = -search(t, other, own ^ (uint32_t)1 << rank, other_pips, after, next[i], -until, -from);

            if (value >= until && value < beta) /* better than before: searches again for the exact value */
                value = -search(t, other, own ^ (uint32_t)1 << rank, other_pips, after, next[i], -beta, 1 - value);
            if (value > best) {
                best = value;
                *first = (uint32_t)rank;
                if (best >= beta)
                    return best;
            }
        }
    }
    return best;
}

static int search(const struct two *t, uint32_t own, uint32_t other, int own_pips, int other_pips, int pair, int alpha,
                  int beta)
{
    uint32_t fit = t->pairs->fit[pair], tiles = own & fit;
    int high = most(t->a, other_pips), low = -most(t->a, own_pips), best;
    uint64_t key = (uint64_t)own | (uint64_t)other << 28 | (uint64_t)(BY_PLANTED(104) ? 0 : pair) << 56;
    struct by_known *known;
    uint32_t first = BY_DECK;

    if (by_solver_stops(t->s))
        return 0;
    if (t->blanks != 0 && t->a->points) {
        high -= shed(t, other, count(own) - 1 + BY_PLANTED(111));
        low += shed(t, own, count(other));
    }
    if (alpha >= high)
        return high;
    if (beta <= low)
        return low;
    if (tiles == 0) {
        if ((other & fit) == 0)
            return by_block_blocked(t->a, own, other);
        return -search(t, other, own, other_pips, own_pips, pair, -beta, -alpha);
    }
    if ((own & (own - 1)) == 0) /* the last tile fits, so the player goes out */
        return most(t->a, other_pips);
    known = by_known_at(t->s, key);
    if (known->key == key && known->stamp == t->s->stamp) {
        if ((known->bound & BY_AT_LEAST) != 0 && (known->value >= beta || known->bound == BY_EXACT))
            return known->value;
        if ((known->bound & BY_AT_MOST) != 0 && known->value <= alpha)
            return known->value;
        first = known->best;
    }
    best = -10000;
    if (first < BY_DECK) /* the previous best goes first, wild blanks last */
        best = try_plays(t, own, other, (uint32_t)1 << first, own_pips, other_pips, pair, alpha, beta, best, &first);
    tiles &= first < BY_DECK ? ~((uint32_t)1 << first) : ~(uint32_t)0;
    if (best < beta)
        best = try_plays(t, own, other, tiles & ~t->blanks, own_pips, other_pips, pair, alpha, beta, best, &first);
    if (best < beta && (tiles & t->blanks) != 0)
        best = try_plays(t, own, other, tiles & t->blanks, own_pips, other_pips, pair, alpha, beta, best, &first);
    by_known_put(t->s, known, key, 0, best, first, alpha, beta);
    return best;
}

int by_block_two(const struct by_block_ask *a, uint32_t own, uint32_t other, int pair, int alpha, int beta)
{
    const uint32_t blanks = a->pairs == &a->s->pairs[1] ? a->s->pairs[0].fit[0] : 0;
    const struct two t = { a, a->s, a->pairs, blanks, blanks & ~((uint32_t)1 << a->s->rank[0]) };

    return search(&t, own, other, by_ranked_pips(a->s, own), by_ranked_pips(a->s, other), pair, alpha, beta);
}

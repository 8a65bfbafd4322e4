/* SPDX-License-Identifier: MIT */
/* block_four.c: searches Block for four players in two teams. Sides alternate, so one search serves both. A position
 * consists of the remaining tiles, the ends and the seat to move. The table is valid for only one deal. */
#include "block.h"

struct four {
    const struct by_block_ask *a;
    struct by_solver *s;
    const struct by_pairs *pairs;
    uint32_t hand[4];
};

static int most(const struct four *f, int pips) { return f->a->points ? pips - BY_PLANTED(102) : 1; }

static int search(struct four *f, int turn, int own_pips, int other_pips, int pair, int alpha, int beta);

static int try_plays(struct four *f, int turn, uint32_t tiles, int own_pips, int other_pips, int pair, int alpha,
                     int beta, int best, uint32_t *first)
{
    for (; tiles != 0; tiles &= tiles - 1) {
        int rank = __builtin_ctz(tiles);
        const uint8_t *next = f->pairs->next[pair][rank];

        f->hand[turn] ^= (uint32_t)1 << rank;
        for (int i = 0; i < f->pairs->ways[pair][rank]; i++) {
            int from = alpha > best ? alpha : best, until = best == -10000 || beta - from == 1 ? beta : from + 1;
            int value = -search(f, (turn + 1) & 3, other_pips, own_pips - f->s->pips[rank], next[i], -until, -from);

            if (value >= until && value < beta)
                value = -search(f, (turn + 1) & 3, other_pips, own_pips - f->s->pips[rank], next[i], -beta, 1 - value);
            if (value > best) {
                best = value;
                *first = (uint32_t)rank;
                if (best >= beta)
                    break;
            }
        }
        f->hand[turn] ^= (uint32_t)1 << rank;
        if (best >= beta)
            break;
    }
    return best;
}

/* Passes for the seat to move, and continues with the next seat that can play, or ends the round. */
static int pass(struct four *f, int turn, int own_pips, int other_pips, int pair, int alpha, int beta)
{
    uint32_t fit = f->pairs->fit[pair], own = f->hand[turn] | f->hand[turn ^ 2];
    uint32_t other = f->hand[(turn + 1) & 3] | f->hand[(turn + 3) & 3];

    if (((own | other) & fit) == 0)
        return by_block_blocked(f->a, own, other);
    return -search(f, (turn + 1) & 3, other_pips, own_pips, pair, -beta, -alpha);
}

static int search(struct four *f, int turn, int own_pips, int other_pips, int pair, int alpha, int beta)
{
    uint32_t own = f->hand[turn], tiles = own & f->pairs->fit[pair];
    int high = most(f, other_pips), low = -most(f, own_pips), best;
    struct by_known *known;
    uint32_t first = BY_DECK;
    uint64_t key;

    if (by_solver_stops(f->s))
        return 0;
    if (alpha >= high)
        return high;
    if (beta <= low)
        return low;
    if (tiles == 0)
        return pass(f, turn, own_pips, other_pips, pair, alpha, beta);
    if ((own & (own - 1)) == 0)
        return high;
    key = (uint64_t)(f->hand[0] | f->hand[1] | f->hand[2] | f->hand[3]) | (uint64_t)pair << 28;
    key |= (uint64_t)(BY_PLANTED(105) ? 0 : turn) << 33;
    known = by_known_at(f->s, key);
    if (known->key == key && known->stamp == f->s->stamp) {
        if ((known->bound & BY_AT_LEAST) != 0 && (known->value >= beta || known->bound == BY_EXACT))
            return known->value;
        if ((known->bound & BY_AT_MOST) != 0 && known->value <= alpha)
            return known->value;
        first = known->best;
    }
    best = -10000;
    if (first < BY_DECK)
        best = try_plays(f, turn, (uint32_t)1 << first, own_pips, other_pips, pair, alpha, beta, best, &first);
    if (best < beta)
        best = try_plays(f, turn, first < BY_DECK ? tiles & ~((uint32_t)1 << first) : tiles, own_pips, other_pips, pair,
                         alpha, beta, best, &first);
    by_known_put(f->s, known, key, 0, best, first, alpha, beta);
    return best;
}

int by_block_four(struct by_block_ask *a, int turn, int pair, int alpha, int beta)
{
    struct four f = { a, a->s, a->pairs, { a->hand[0], a->hand[1], a->hand[2], a->hand[3] } };
    int own = by_ranked_pips(a->s, a->hand[turn]) + by_ranked_pips(a->s, a->hand[turn ^ 2]);
    int other = by_ranked_pips(a->s, a->hand[turn ^ 1]) + by_ranked_pips(a->s, a->hand[turn ^ 3]);

    return search(&f, turn, own, other, pair, alpha, beta);
}

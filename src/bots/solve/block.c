/* SPDX-License-Identifier: MIT */
/* block.c: converts questions about Block with open hands (solve.h) into input for the searches. */
#include "solver.h"
#include "block.h"

#define FAR 999 /* beyond any value */

static bool empty_table(const struct by_block *p) { return p->end[0] == BY_NO_TILE; }

static uint32_t every_hand(const struct by_block *p)
{
    return p->hand[0] | p->hand[1] | (p->players == 4 ? p->hand[2] | p->hand[3] : 0);
}

static bool touches(const struct by_block *p, int at, int half)
{
    return p->end[at] == half || (p->wild && (half == 0 || p->end[at] == 0));
}

static int list_plays(const struct by_block *p, uint32_t hand, struct by_block_move *out)
{
    const int ends = empty_table(p) || p->end[0] == p->end[1] ? 1 : 2;
    int n = 0;

    for (; hand != 0; hand &= hand - 1) {
        by_tile t = (by_tile)__builtin_ctz(hand);

        if (empty_table(p)) {
            if (p->led == BY_NO_TILE || p->led == t)
                out[n++] = (struct by_block_move){ t, 0, (uint8_t)by_high(t), 0 };
            continue;
        }
        for (int at = 0; at < ends; at++)
            for (int flip = !by_is_double(t); flip >= 0; flip--)
                if (touches(p, at, by_touching(t, flip == 1)))
                    out[n++] = (struct by_block_move){ t, (uint8_t)at, (uint8_t)by_touching(t, flip == 1), 0 };
    }
    return n;
}

/* Plays a listed move, or passes if `m` is NULL. */
static void play(struct by_block *p, const struct by_block_move *m)
{
    if (m != NULL) {
        p->hand[p->turn] &= ~((uint32_t)1 << m->tile);
        if (empty_table(p)) {
            p->end[0] = (uint8_t)by_high(m->tile);
            p->end[1] = (uint8_t)by_low(m->tile);
        } else {
            p->end[m->at] = (uint8_t)by_across(m->tile, m->touch);
        }
    }
    p->turn = (uint8_t)(p->turn + 1 == p->players ? 0 : p->turn + 1);
}

/* Returns the value of a blocked round that the side with `mine` pips won (1), tied (0) or lost (-1). */
static int points(const struct by_block_ask *a, int mine, int theirs, int won)
{
    if (!a->points || won == 0)
        return won;
    if (a->difference)
        return theirs - mine;
    return won > 0 ? theirs : -mine;
}

int by_block_blocked(const struct by_block_ask *a, uint32_t own, uint32_t other)
{
    int mine = by_ranked_pips(a->s, own), theirs = by_ranked_pips(a->s, other);
    int won = (theirs > mine) - (theirs < mine);

    if (won == 0 && a->single && !BY_PLANTED(106)) { /* L-22 */
        mine = by_ranked_single(a->s, own);
        theirs = by_ranked_single(a->s, other);
        won = (theirs > mine) - (theirs < mine);
    }
    return points(a, by_ranked_pips(a->s, own), by_ranked_pips(a->s, other), won);
}

int by_block_points(const struct by_block_ask *a, int mine, int theirs)
{
    return points(a, mine, theirs, (theirs > mine) - (theirs < mine));
}

/* Starts a search. For two players, the table identifies positions by the remaining tiles. The table therefore stays
 * valid from deal to deal as long as the rules and the goal are the same. For four players, the table is valid for a
 * single deal. */
static void ask(struct by_block_ask *a, struct by_solver *s, const struct by_block *p, enum by_solve_for what)
{
    uint32_t asked =
        8u | (uint32_t)p->wild | (uint32_t)p->difference << 1 | (uint32_t)p->single << 2 | (uint32_t)what << 4;

    *a = (struct by_block_ask){ .s = s,
                                .pairs = &s->pairs[p->wild],
                                .difference = p->difference,
                                .single = p->single,
                                .points = what == BY_FOR_POINTS };
    for (int i = 0; i < p->players; i++)
        a->hand[i] = by_ranked(s, p->hand[i]);
    if (p->players == 4 || s->asked != asked)
        by_solver_forget(s);
    s->asked = p->players == 4 ? 0 : asked;
}

/* Returns the value of a position with a tile on the table. */
static int search(struct by_block_ask *a, const struct by_block *p, int alpha, int beta)
{
    int pair = by_tile_of(p->end[0], p->end[1]);

    for (int i = 0; i < p->players; i++)
        a->hand[i] = by_ranked(a->s, p->hand[i]);
    if (p->players == 2)
        return by_block_two(a, a->hand[p->turn], a->hand[1 - p->turn], pair, alpha, beta);
    return by_block_four(a, p->turn, pair, alpha, beta);
}

/* Returns the value of a play in `p` for the side that makes it. The value is exact only within the window. */
static int value_of(struct by_block_ask *a, const struct by_block *p, const struct by_block_move *m, int alpha,
                    int beta)
{
    struct by_block after = *p;
    uint32_t others;

    play(&after, m);
    if (after.hand[p->turn] != 0)
        return -search(a, &after, -beta, -alpha);
    if (!a->points)
        return 1;
    others = after.hand[after.turn] | (p->players == 4 ? after.hand[(after.turn + 2) & 3] : 0);
    return by_ranked_pips(a->s, by_ranked(a->s, others)); /* L-17 */
}

int by_block_solve(struct by_solver *s, const struct by_block *p, enum by_solve_for what)
{
    struct by_block_move list[BY_BLOCK_MOVES];
    struct by_block_ask a;
    int n, best = -FAR;

    BY_ASSERT((p->players == 2 || p->players == 4) && p->turn < p->players && every_hand(p) >> BY_DECK == 0);
    ask(&a, s, p, what);
    if (!empty_table(p))
        return search(&a, p, -FAR, FAR);
    n = list_plays(p, p->hand[p->turn], list);
    BY_ASSERT(n > 0);                 /* the tile that must be led is in the hand of the seat to move */
    for (int i = 0; i < BY_DECK; i++) /* in the order of ranks */
        for (int k = 0; k < n; k++)
            if (s->rank[list[k].tile] == i) {
                int value = value_of(&a, p, &list[k], best, FAR);

                best = value > best ? value : best;
            }
    return best;
}

int by_block_values(struct by_solver *s, const struct by_block *p, enum by_solve_for what,
                    struct by_block_move out[BY_BLOCK_MOVES])
{
    struct by_block_ask a;
    int n = list_plays(p, p->hand[p->turn], out);

    ask(&a, s, p, what);
    for (int i = 0; i < n; i++)
        out[i].value = (int16_t)value_of(&a, p, &out[i], -FAR, FAR);
    return n;
}

/* SPDX-License-Identifier: MIT */
/* open_search.c: searches line games with open hands. Scores are added during the search, so a position's value counts
 * only later points. After a draw, or with three players, the same side may move again; the sign of a value changes
 * only when the side changes. */
#include "open.h"

static int plain_of(uint64_t table, int n) { return (int)(table >> 6 * n & 7); }
static int twin_of(uint64_t table, int n) { return (int)(table >> (6 * n + 3) & 7); }

uint32_t by_open_numbers(uint64_t table)
{
    uint32_t open = 0;

    for (int n = 0; n < 7; n++)
        open |= (uint32_t)((table >> 6 * n & 63) != 0) << n;
    return open;
}

static int other_of(const struct by_open_ask *a, int turn) { return turn + 1 == a->p->players ? 0 : turn + 1; }

/* L-15. */
static int count_after(const struct by_solve_spot *at, uint32_t play, by_tile t)
{
    const int n = (int)(play >> 6 & 7), touch = by_touching(t, play >> 5 & 1);
    const int comes = by_is_double(t) ? by_pips(t) : by_across(t, touch);
    int twin;

    if (n == BY_LEAD_NUMBER)
        return by_pips(t);
    if ((play >> 9 & 1) == 0)
        return at->count - n + comes;
    twin = twin_of(at->table, n);
    return at->count - (twin == BY_TWIN_1 || twin == BY_WIDE_1 ? 2 * n : 0) + comes;
}

/* Updates the layout and the count after a play (L-12 to L-14). */
static void lay(const struct by_open *p, struct by_solve_spot *at, uint32_t play, by_tile t)
{
    /* The new state of an open double when another tile is played next to it. */
    static const uint8_t after[7] = { 0, BY_TWIN_NONE, BY_TWIN_1, BY_WIDE_1, BY_WIDE_2, BY_WIDE_3, BY_TWIN_NONE };
    const int n = (int)(play >> 6 & 7), touch = by_touching(t, play >> 5 & 1);
    const bool lead = n == BY_LEAD_NUMBER, wide = p->all || (p->first && (at->table & BY_DOUBLE_LIES) == 0);
    int twin;

    at->count = count_after(at, play, t);
    if (lead && !by_is_double(t)) {
        at->table += (uint64_t)1 << 6 * touch;
        at->open |= (uint32_t)1 << touch;
    } else if (!lead && (play >> 9 & 1) == 0) {
        at->table -= (uint64_t)1 << 6 * n;
    } else if (!lead) {
        twin = twin_of(at->table, n);
        at->table ^= (uint64_t)(twin ^ after[twin]) << (6 * n + 3);
    }
    if (!lead && (at->table >> 6 * n & 63) == 0)
        at->open &= ~((uint32_t)1 << n);
    if (by_is_double(t)) {
        twin = wide ? lead ? BY_WIDE_0 : BY_WIDE_1 : lead ? BY_TWIN_0 : BY_TWIN_1;
        at->table |= (uint64_t)twin << (6 * by_high(t) + 3) | BY_DOUBLE_LIES;
    } else {
        at->table += (uint64_t)1 << 6 * by_across(t, touch);
    }
    at->open |= (uint32_t)1 << by_across(t, touch);
}

static int points_for(const struct by_open_ask *a, int count) /* L-16 */
{
    if (a->p->unit == 0 || !a->points || count % 5 != 0)
        return 0;
    return a->p->unit == 5 ? count / 5 : count;
}

/* Returns the most that this side can still win: the highest possible count for each of its plays, plus the bonus. */
static int most(const struct by_open_ask *a, int side, const struct by_solve_spot *at)
{
    const int free = a->p->drawable - a->drawn;
    int pips = a->pips[1 - side] + (BY_PLANTED(108) ? 0 : a->deck_pips), worth;

    if (!a->points)
        return 1;
    if (a->p->bonus_all || (a->p->players > 2 && !a->p->teams))
        pips += a->pips[side];
    worth = by_open_worth(a->p, pips);
    if (a->p->unit == 0)
        return worth;
    return worth + (a->tiles[side] + free) * ((at->count + (BY_PLANTED(107) ? 0 : a->rises)) / 5 * 5 / a->p->unit);
}

static int turn_to(struct by_open_ask *a, struct by_solve_spot at, int next, int alpha, int beta)
{
    bool same = a->side[at.turn] == a->side[next];

    at.turn = next;
    return same ? by_open_search(a, at, alpha, beta) : -by_open_search(a, at, -beta, -alpha);
}

int by_open_play(struct by_open_ask *a, struct by_solve_spot at, uint32_t play, int alpha, int beta)
{
    const int rank = (int)(play & 31), turn = at.turn, side = a->side[turn];
    int points, value;

    lay(a->p, &at, play, a->s->tile[rank]);
    points = points_for(a, at.count);
    a->hand[turn] ^= (uint32_t)1 << rank;
    a->pips[side] -= a->s->pips[rank];
    a->tiles[side]--;
    a->rises -= a->rise[rank];
    if (a->hand[turn] == 0)
        value = side == 0 ? by_open_end(a, turn) : -by_open_end(a, turn);
    else
        value = turn_to(a, at, other_of(a, turn), alpha - points, beta - points);
    a->hand[turn] ^= (uint32_t)1 << rank;
    a->pips[side] += a->s->pips[rank];
    a->tiles[side]++;
    a->rises += a->rise[rank];
    return value + points;
}

/* Draws, passes, or ends a blocked round if no tile fits (L-09, L-10, C-07). */
static int stuck(struct by_open_ask *a, struct by_solve_spot at, uint32_t fit, int alpha, int beta)
{
    const int turn = at.turn, side = a->side[turn];
    const uint64_t owners = a->owners;
    int rank, value;

    if (a->drawn == a->p->drawable) {
        if (((a->hand[0] | a->hand[1] | a->hand[2] | a->hand[3]) & fit) == 0)
            return side == 0 ? by_open_end(a, -1) : -by_open_end(a, -1);
        return turn_to(a, at, other_of(a, turn), alpha, beta);
    }
    rank = a->deck[a->drawn];
    a->owners |= (uint64_t)(BY_PLANTED(109) ? 0 : turn) << 2 * a->drawn;
    a->drawn++;
    a->s->drawn = a->drawn > a->s->drawn ? a->drawn : a->s->drawn;
    a->hand[turn] |= (uint32_t)1 << rank;
    a->pips[side] += a->s->pips[rank];
    a->deck_pips -= a->s->pips[rank];
    a->tiles[side]++;
    if (a->p->draws_one && (fit >> rank & 1) == 0) /* C-10 */
        value = turn_to(a, at, other_of(a, turn), alpha, beta);
    else
        value = by_open_search(a, at, alpha, beta);
    a->drawn--;
    a->owners = owners;
    a->hand[turn] ^= (uint32_t)1 << rank;
    a->pips[side] -= a->s->pips[rank];
    a->deck_pips += a->s->pips[rank];
    a->tiles[side]--;
    return value;
}

static void put_play(struct by_open_ask *a, const struct by_solve_spot *at, uint32_t play)
{
    const uint32_t rank = play & 31;
    int points = points_for(a, count_after(at, play, a->s->tile[rank]));

    BY_ASSERT(a->top < BY_OPEN_PLAYS);
    a->s->plays[a->top++] = play | (uint32_t)points << 24 | (31 - rank) << 19;
}

/* Adds the plays at a->top, encoded so that they sort by points, highest first, and then by rank. */
static void list_plays(struct by_open_ask *a, const struct by_solve_spot *at, uint32_t tiles)
{
    const unsigned open = at->open;

    for (; tiles != 0; tiles &= tiles - 1) {
        int rank = __builtin_ctz(tiles);
        by_tile t = a->s->tile[rank];

        if (open == 0) {
            put_play(a, at, BY_PLAY(rank, 0, BY_LEAD_NUMBER, 0));
            continue;
        }
        for (int flip = 0; flip < (by_is_double(t) ? 1 : 2); flip++) {
            int touch = by_touching(t, flip == 1);
            unsigned on = !a->p->wild ? open & 1u << touch : touch == 0 ? open : open & (1u << touch | 1u);

            for (; on != 0; on &= on - 1) {
                int n = __builtin_ctz(on);

                if (plain_of(at->table, n) != 0)
                    put_play(a, at, BY_PLAY(rank, flip, n, 0));
                if (twin_of(at->table, n) != 0)
                    put_play(a, at, BY_PLAY(rank, flip, n, 1));
            }
        }
    }
}

/* Moves the best untried play to the front. Each call is one pass of a selection sort, since most lists are cut off
 * early. */
static uint32_t pick(uint32_t *list, const uint32_t *end)
{
    uint32_t *best = list, play;

    for (uint32_t *i = list + 1; i < end; i++)
        best = *i > *best ? i : best;
    play = *best;
    *best = *list;
    *list = play;
    return play;
}

static uint64_t key_of(const struct by_open_ask *a, uint64_t *more, const struct by_solve_spot *at)
{
    *more = at->table | (uint64_t)a->drawn << 43 | (uint64_t)at->turn << 48 | a->owners >> 36 << 50;
    return (a->hand[0] | a->hand[1] | a->hand[2] | a->hand[3]) | a->owners << 28;
}

/* First tests whether a later play is better than the first, and computes its value only if it is (Marsland's principal
 * variation search). When many tiles are left, testing first examines a quarter fewer positions; when few are left, it
 * examines more. */
static int first_or_narrow(struct by_open_ask *a, struct by_solve_spot at, uint32_t play, bool first, int alpha,
                           int beta)
{
    int value;

    if (first || beta - alpha == 1 || a->tiles[0] + a->tiles[1] + a->p->drawable - a->drawn <= 10)
        return by_open_play(a, at, play, alpha, beta);
    value = by_open_play(a, at, play, alpha, alpha + 1);
    return value > alpha && value < beta ? by_open_play(a, at, play, value - 1, beta) : value;
}

static int try_all(struct by_open_ask *a, struct by_solve_spot at, uint32_t tiles, int alpha, int beta, uint32_t *first)
{
    const int from = a->top;
    int best = -30000;

    list_plays(a, &at, tiles);
    for (int i = from, end = a->top; i < end && best < beta; i++) {
        for (int k = i; i == from && k < end; k++)
            if (*first != 0 && (a->s->plays[k] & 0x3ff) == *first - 1)
                a->s->plays[k] |= (uint32_t)1 << 31; /* the previous best goes first */
        uint32_t play = pick(&a->s->plays[i], &a->s->plays[end]) & 0x3ff;
        int value = first_or_narrow(a, at, play, i == from, alpha > best ? alpha : best, beta);

        if (value > best) {
            best = value;
            *first = play + 1;
        }
    }
    a->top = from;
    return best;
}

int by_open_search(struct by_open_ask *a, struct by_solve_spot at, int alpha, int beta)
{
    const int side = a->side[at.turn], high = most(a, side, &at), low = -most(a, 1 - side, &at);
    const uint32_t fit = at.table == 0 ? a->p->led == BY_NO_TILE ? ~(uint32_t)0 : (uint32_t)1 << a->s->rank[a->p->led]
                                       : a->fits[at.open];
    uint64_t more, key = key_of(a, &more, &at);
    struct by_known *known;
    uint32_t first = 0;
    int best;

    if (by_solver_stops(a->s))
        return 0;
    if (alpha >= high)
        return high;
    if (beta <= low)
        return low;
    if ((a->hand[at.turn] & fit) == 0)
        return stuck(a, at, fit, alpha, beta);
    known = by_known_at(a->s, key ^ more * 0xd1342543de82ef95u);
    if (known->key == key && known->more == more && known->stamp == a->s->stamp) {
        if ((known->bound & BY_AT_LEAST) != 0 && (known->value >= beta || known->bound == BY_EXACT))
            return known->value;
        if ((known->bound & BY_AT_MOST) != 0 && known->value <= alpha)
            return known->value;
        first = known->best;
    }
    best = try_all(a, at, a->hand[at.turn] & fit, alpha, beta, &first);
    by_known_put(a->s, known, key, more, best, first, alpha, beta);
    return best;
}

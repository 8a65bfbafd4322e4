/* SPDX-License-Identifier: MIT */
/* two_end_walk.c: walks the tree with all hands of both seats at once (CFR+).
 *
 * Each walk serves one seat, e->seat. The walk passes down the probability that the other seat reaches a position with
 * each of its hands. The values of each of the seat's hands against those hands are passed up. Pairs of hands that
 * share a tile are removed at the leaves. */
#include "bots/solve/block.h"
#include "two_end.h"

#include "planted.h"

static void *take(struct by_two_end *e, int n)
{
    float *p = e->stack + e->used;

    e->used += (size_t)n;
    BY_ASSERT(e->used <= e->deepest);
    return p;
}

static float *take_zeros(struct by_two_end *e, int n)
{
    float *p = take(e, n);

    memset(p, 0, sizeof *p * (size_t)n);
    return p;
}

static bool any(const float *x, int n)
{
    for (int i = 0; i < n; i++)
        if (x[i] != 0)
            return true;
    return false;
}

/* Returns a seat's value of its points. */
static float gain(const struct by_two_end *e, int seat, int points) { return e->gain[seat][BY_TWO_POINTS + points]; }

/* Returns the value for a seat that goes out, or does not, when the other is left with these pips. */
static float won(const struct by_two_end *e, int seat, int pips) { return gain(e, seat, e->t->points ? pips : 1); }
static float lost(const struct by_two_end *e, int seat, int pips) { return gain(e, seat, e->t->points ? -pips : -1); }

static uint32_t fits_of(const struct by_two_end *e, const struct by_two_spot *s) { return by_two_fits(e->t, s->pair); }

/* ---- Ends of the round ------------------------------------------------------------------------- */

typedef float four __attribute__((vector_size(16), aligned(4), may_alias));

/* Sums over the last tile of the other seat, weighted by its reach. */
struct last {
    float fit, all, stuck; /* tiles that fit; what all tiles lose, and those that do not fit, if the seat goes out */
    float reach[BY_DECK];  /* by rank */
    union {
        float at[BY_TWO_PIPS];
        four four[BY_TWO_PIPS / 4];
    } blocked; /* the value of a blocked round, by the seat's own pips */
};

static void sum_last(const struct by_two_end *e, uint32_t other, uint32_t fits, const float *reach, struct last *l)
{
    float by_pips[BY_TWO_PIPS] = { 0 };
    int most = 0;

    memset(l, 0, sizeof *l);
    for (; other != 0; other &= other - 1, reach++) {
        const int rank = __builtin_ctz(other), pips = e->t->solver->pips[rank];
        const float loses = *reach * won(e, e->seat, pips);

        l->reach[rank] = *reach;
        l->all += loses;
        if ((fits >> rank & 1) != 0) {
            l->fit += *reach;
        } else {
            l->stuck += loses;
            by_pips[pips] += *reach;
            most = pips > most ? pips : most;
        }
    }
    for (int p = 0; p <= most; p++) {
        const four x = { by_pips[p], by_pips[p], by_pips[p], by_pips[p] };
        const four *row = (const four *)&e->blocked[e->seat][(ptrdiff_t)p * e->pips];

        for (int i = 0; i < BY_TWO_PIPS / 4 && by_pips[p] != 0; i++)
            l->blocked.four[i] += x * row[i];
    }
}

/* Each seat has one tile left. The seat to move wins if its tile fits, then the other seat; otherwise, the round is
 * blocked. */
static void last_two(struct by_two_end *e, const struct by_two_spot *s, const float *reach, float *out)
{
    const uint32_t fits = fits_of(e, s);
    struct last l;

    sum_last(e, s->may[1 - e->seat], fits, reach, &l);
    for (uint32_t own = s->may[e->seat]; own != 0; own &= own - 1, out++) {
        const int rank = __builtin_ctz(own), pips = e->t->solver->pips[rank];
        const float same = BY_PLANTED(222) ? 0 : l.reach[rank];

        if ((fits >> rank & 1) == 0)
            *out = lost(e, e->seat, pips) * l.fit + l.blocked.at[pips];
        else if (s->turn == e->seat)
            *out = l.all - same * won(e, e->seat, pips);
        else
            *out = l.stuck + lost(e, e->seat, pips) * (l.fit - same);
    }
}

/* Lists the tiles and pips of a seat's hands. */
static void list_hands(struct by_two_end *e, uint32_t may, int k, uint32_t **tiles, uint32_t **pips)
{
    const int n = by_two_bits(may), count = (int)e->numbers.choose[n][k];
    uint32_t *from[4];

    for (int p = 0; p < n; p++, may &= may - 1)
        for (int q = 0; q < k; q++) {
            e->add[0][q][p] = may & -may;
            e->add[1][q][p] = e->t->solver->pips[__builtin_ctz(may)];
        }
    for (int i = 0; i < 4; i++)
        from[i] = take(e, count);
    *tiles = by_two_end_sums(e, n, k, e->add[0], from[0], from[1]);
    *pips = by_two_end_sums(e, n, k, e->add[1], from[2], from[3]);
}

/* The seat to move has one tile left and the other seat has more; the round ends if the tile fits. */
static void last_one(struct by_two_end *e, const struct by_two_spot *s, const float *reach, float *out)
{
    const int me = e->seat, loser = 1 - s->turn, k = s->left[loser], count = by_two_count(e, s, loser);
    uint32_t *tiles, *pips, fits = s->may[s->turn] & fits_of(e, s);
    float *worth = take(e, count), all = 0, come = 0;

    by_two_charge(e, by_two_end_work(e, s, 0));
    list_hands(e, s->may[loser], k, &tiles, &pips);
    for (int j = 0; j < count; j++) {
        worth[j] = me == loser ? lost(e, me, (int)pips[j]) : reach[j] * won(e, me, (int)pips[j]);
        all += worth[j];
    }
    for (uint32_t f = fits; me == loser && f != 0; f &= f - 1)
        come += reach[by_two_at(s->may[s->turn], __builtin_ctz(f))];
    for (int j = 0; me == loser && j < count; j++)
        out[j] += come * worth[j];
    for (; fits != 0; fits &= fits - 1) {
        const int rank = __builtin_ctz(fits), i = by_two_at(s->may[s->turn], rank);
        const bool shared = (s->may[loser] >> rank & 1) != 0;
        const int n = shared ? (int)e->numbers.choose[s->tiles[loser] - 1][k - 1] : 0;
        const uint16_t *with = shared ? e->numbers.with[k][by_two_at(s->may[loser], rank)] : NULL;

        if (me != loser)
            out[i] = all;
        for (int j = 0; j < n; j++)
            if (me == loser)
                out[with[j]] -= reach[i] * worth[with[j]];
            else
                out[i] -= worth[with[j]];
    }
}

/* Both seats pass with the hands of `after`. */
static void blocked(struct by_two_end *e, const struct by_two_spot *after, const float *reach, float *out)
{
    const int me = e->seat, own = by_two_count(e, after, me), other = by_two_count(e, after, 1 - me);
    const struct by_block_ask *ask = &e->t->ask;
    uint32_t *tiles[2], *pips[2];

    for (int seat = 0; seat < 2; seat++)
        list_hands(e, after->may[seat], after->left[seat], &tiles[seat], &pips[seat]);
    for (int j = 0; j < other; j++) {
        const float *value = e->blocked[me] + (size_t)pips[1 - me][j] * (size_t)e->pips;
        const uint32_t theirs = tiles[1 - me][j];

        if (reach[j] == 0)
            continue;
        for (int i = 0; i < own; i++)
            if (ask->single && pips[me][i] == pips[1 - me][j] && (tiles[me][i] & theirs) == 0)
                out[i] += reach[j] * gain(e, me, by_block_blocked(ask, tiles[me][i], theirs));
            else
                out[i] += reach[j] * value[pips[me][i]] * (float)((tiles[me][i] & theirs) == 0);
    }
}

/* ---- Decisions --------------------------------------------------------------------------------- */

static void walk(struct by_two_end *e, const struct by_two_spot *s, uint32_t id, const float *reach, float *out);

/* Values a position after a move; *child is the next node, and advances. `out` is 0 on entry, and reach has n
 * numbers. */
static void visit(struct by_two_end *e, const struct by_two_spot *s, uint32_t *child, const float *reach, int n,
                  float *out)
{
    const bool going = any(reach, n) && !e->spent;
    const uint32_t id = *child;

    if (!by_two_end_has_node(s)) {
        if (going && s->left[0] == 1 && s->left[1] == 1 && s->may[0] != 0 && s->may[1] != 0)
            last_two(e, s, reach, out);
        return;
    }
    *child = e->node[id].next;
    if (e->last && e->to - e->from < e->entries && (e->asked < id || e->asked >= *child))
        return;
    if (going)
        walk(e, s, id, reach, out);
}

/* Sets part[h] to the reciprocal of the sum of hand h's regrets. If all are 0, they become BY_TWO_LITTLE. */
static void sum_regrets(const struct by_two_end *e, const struct by_two_spot *s, const struct by_two_play *play, int n,
                        float *regret, float *part)
{
    const uint32_t may = s->may[s->turn];
    const int k = s->left[s->turn], row = by_two_row(e, s), count = by_two_count(e, s, s->turn);
    int bare = -(int)e->numbers.choose[by_two_bits(may & ~fits_of(e, s))][k]; /* these hands must pass */

    memset(part, 0, sizeof *part * (size_t)count);
    for (int a = 0; a < n; a++) {
        const uint16_t *with = e->numbers.with[k][by_two_at(may, play[a].rank)];

        for (int j = 0; j < row; j++)
            part[with[j]] += regret[a * row + j];
    }
    for (int i = 0; i < count; i++)
        bare += part[i] == 0;
    for (int a = 0; bare > 0 && a < n; a++) {
        const uint16_t *with = e->numbers.with[k][by_two_at(may, play[a].rank)];

        for (int j = 0; j < row; j++)
            if (part[with[j]] <= 0) {
                regret[a * row + j] = BY_TWO_LITTLE;
                part[with[j]] -= 1;
            }
    }
    for (int i = 0; i < count; i++)
        part[i] = part[i] > 0 ? 1 / part[i] : -1 / (part[i] * BY_TWO_LITTLE);
}

/* Passes the other seat's reach on to its hands without the tile played, in `out` or unchanged. */
static const float *without(const struct by_two_end *e, const struct by_two_spot *s, int seat, int rank, const float *x,
                            int n, float *out)
{
    const uint16_t *was = e->numbers.without[s->left[seat]][by_two_at(s->may[seat], rank)];

    if ((s->may[seat] >> rank & 1) == 0)
        return x;
    for (int j = 0; j < n; j++)
        out[j] = x[was[j]];
    return out;
}

static void own_turn(struct by_two_end *e, const struct by_two_spot *s, uint32_t id, uint32_t *child,
                     const float *reach, float *out)
{
    struct by_two_play play[BY_TWO_PLAYS];
    const int me = e->seat, k = s->left[me], row = by_two_row(e, s);
    const int n = by_two_plays(e->t, s->may[me], s->pair, play);
    float *regret = e->regret + e->node[id].entry, *part = take(e, by_two_count(e, s, me));
    float *after = take_zeros(e, n * row), *come = take(e, by_two_count(e, s, 1 - me));
    const size_t used = e->used;

    by_two_charge(e, by_two_end_work(e, s, n));
    sum_regrets(e, s, play, n, regret, part);
    for (int a = 0; a < n; a++) {
        const struct by_two_spot next = by_two_end_played(s, play[a]);
        const uint16_t *with = e->numbers.with[k][by_two_at(s->may[me], play[a].rank)];
        const int others = by_two_count(e, &next, 1 - me);
        float *value = after + (ptrdiff_t)a * row;

        visit(e, &next, child, without(e, s, 1 - me, play[a].rank, reach, others, come), others, value);
        e->used = used;
        for (int j = 0; j < row; j++)
            out[with[j]] += regret[a * row + j] * part[with[j]] * value[j];
    }
    for (int a = 0; a < n; a++) {
        const uint16_t *with = e->numbers.with[k][by_two_at(s->may[me], play[a].rank)];

        for (int j = 0; j < row; j++) {
            const float r = regret[a * row + j] + after[a * row + j] - out[with[j]];

            regret[a * row + j] = r > 0 || BY_PLANTED(223) ? r : 0;
        }
    }
}

static void other_turn(struct by_two_end *e, const struct by_two_spot *s, uint32_t id, uint32_t *child,
                       const float *reach, float *out)
{
    struct by_two_play play[BY_TWO_PLAYS];
    const int me = e->seat, k = s->left[1 - me], row = by_two_row(e, s);
    const int n = by_two_plays(e->t, s->may[1 - me], s->pair, play);
    const uint32_t entry = e->node[id].entry;
    float *regret = e->regret + entry, *part = take(e, by_two_count(e, s, 1 - me)), *come = take(e, row);
    float *sum = entry >= e->from && entry < e->to ? e->sum + (entry - e->from) : NULL;
    float *after = take(e, by_two_count(e, s, me));
    const size_t used = e->used;

    by_two_charge(e, by_two_end_work(e, s, n));
    sum_regrets(e, s, play, n, regret, part);
    for (int a = 0; a < n; a++) {
        const struct by_two_spot next = by_two_end_played(s, play[a]);
        const uint16_t *with = e->numbers.with[k][by_two_at(s->may[1 - me], play[a].rank)];
        const int own = by_two_count(e, &next, me), at = by_two_at(s->may[me], play[a].rank);
        const uint16_t *was = (s->may[me] >> play[a].rank & 1) == 0 ? NULL : e->numbers.without[s->left[me]][at];

        for (int j = 0; j < row; j++)
            come[j] = reach[with[j]] * part[with[j]] * regret[a * row + j];
        for (int j = 0; sum != NULL && j < row; j++)
            sum[a * row + j] += e->share * come[j];
        memset(after, 0, sizeof *after * (size_t)own);
        visit(e, &next, child, come, row, after);
        e->used = used;
        for (int j = 0; j < own; j++)
            out[was == NULL ? j : was[j]] += after[j];
    }
}

/* The hands that cannot play pass. */
static void pass(struct by_two_end *e, const struct by_two_spot *s, uint32_t *child, const float *reach, float *out)
{
    const struct by_two_spot next = by_two_end_passed(e, s);
    const int n = next.tiles[s->turn], k = s->left[s->turn], me = e->seat;
    const int own = by_two_count(e, &next, me), other = by_two_count(e, &next, 1 - me);
    uint32_t *was;
    float *come, *after;
    int p = 0;

    if (n < k)
        return;
    for (uint32_t x = next.may[s->turn]; x != 0; x &= x - 1, p++)
        for (int q = 0; q < k; q++)
            e->add[0][q][p] = e->numbers.choose[by_two_at(s->may[s->turn], __builtin_ctz(x))][q + 1];
    come = take(e, other);
    after = take_zeros(e, own);
    was = take(e, s->turn == me ? own : other);
    was = by_two_end_sums(e, n, k, e->add[0], was, take(e, s->turn == me ? own : other));
    for (int j = 0; j < other; j++)
        come[j] = reach[s->turn == me ? (uint32_t)j : was[j]];
    if (s->passed)
        blocked(e, &next, come, after);
    else
        visit(e, &next, child, come, other, after);
    for (int j = 0; j < own; j++)
        out[s->turn == me ? was[j] : (uint32_t)j] += after[j];
}

/* `reach` is indexed by the hands of the other seat, `out` by those of e->seat. On entry, `out` is 0. */
static void walk(struct by_two_end *e, const struct by_two_spot *s, uint32_t id, const float *reach, float *out)
{
    const size_t used = e->used;
    uint32_t child = id + 1;

    pass(e, s, &child, reach, out);
    e->used = used;
    if (s->left[s->turn] == 1)
        last_one(e, s, reach, out);
    else
        (s->turn == e->seat ? own_turn : other_turn)(e, s, id, &child, reach, out);
    e->used = used;
}

void by_two_end_learn(struct by_two_end *e, int seat)
{
    const struct by_two_spot *s = &e->start.spot;
    float *out;

    e->seat = seat;
    e->used = 0;
    out = take_zeros(e, by_two_count(e, s, seat));
    walk(e, s, 0, e->weight[1 - seat], out);
}

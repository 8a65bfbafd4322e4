/* SPDX-License-Identifier: MIT */
/* two_end.c: runs CFR+ on the tree of public plays (two_end.h). */
#include "bots/solve/block.h"
#include "two_end.h"

#include "planted.h"

enum { NODES = 70000, ACTS = 240000, ITEMS = 1200000, NUMBERS = 320000 };
enum { ITERATIONS = 24, FEWEST = 8 };
enum { PER_STEP = 12, CHARGE = 4096 }; /* list items visited per step (budget.h), and per charge to the budget */
#define NO_NODE UINT32_MAX

/* A list of hand numbers in `item`. */
struct list {
    uint32_t at;
    uint16_t n;
};

struct act {
    uint8_t rank, pair;
    struct list can;    /* the hands that can make this play */
    uint32_t child, at; /* NO_NODE if the play empties the hand; the entries in `regret` and `sum` start at `at` */
};

struct node {
    uint8_t turn, pair, acts;
    bool passed;
    struct list may[2], stuck; /* `stuck`: the hands of the seat to move that must pass */
    uint32_t first, after;     /* the first act; the node after a pass, or NO_NODE */
    uint32_t gone[2];          /* the tiles that each seat has played since the start */
};

/* The decision point after `step` plays. */
struct start {
    int step, turn, pair;
    uint32_t laid, barred[2], gone[2]; /* `gone`: the tiles that each seat has played since this point */
};

struct by_two_end {
    struct by_two game;
    struct start start;
    const struct by_two *t; /* &game */
    struct node *node;
    struct act *act;
    uint16_t *item;
    float *regret, *sum, *stack;
    uint32_t nodes, acts, items, numbers, most;
    int hands[2], seat;
    struct by_two_world *hand[2];
    float share; /* the weight of this iteration in the average */
    size_t used, room;
    struct by_budget *b;
    uint64_t work; /* items visited and not yet charged */
};

/* Counts visited items. Returns false if the budget is spent. */
static bool charge(struct by_two_end *e, uint32_t items)
{
    e->work += items;
    if (e->work < CHARGE)
        return true;
    by_budget_step(e->b, e->work / PER_STEP);
    e->work = 0;
    return !by_budget_spent(e->b);
}

/* ---- The start --------------------------------------------------------------------------------- */

/* Returns the decision point after `step` plays, before any pass. */
static struct start start_at(const struct by_two *t, int step)
{
    struct start s = { .step = step, .turn = t->steps > 0 && t->step[0].seat == 1, .pair = BY_TWO_FIRST };

    s.barred[0] = s.barred[1] = t->undealt;
    if (step > 0) {
        const struct by_two_step *k = &t->step[step - 1];

        s.turn = 1 - k->seat;
        s.pair = k->play.pair;
        s.laid = k->laid | (uint32_t)1 << k->play.rank;
        s.barred[0] |= k->barred[0]; /* unaffected by plays */
        s.barred[1] |= k->barred[1];
    }
    for (int i = step; i < t->steps; i++)
        s.gone[t->step[i].seat] |= (uint32_t)1 << t->step[i].play.rank;
    return s;
}

static int left_of(const struct by_two *t, const struct start *s, int seat)
{
    return (seat == 0 ? by_two_bits(t->own) : t->left) + by_two_bits(s->gone[seat]);
}

/* Lists the hands that a seat may hold at the start, with their weights. Returns false if there are too many. */
static bool list_hands(struct by_two_end *e, const struct start *s, int seat)
{
    const struct by_two *t = e->t;
    uint32_t tiles = t->all & ~s->laid & ~s->barred[seat];
    const int k = left_of(t, s, seat), all = by_two_bits(tiles);
    const uint32_t most = e->most / 16;
    float sum = 0;

    if (all < k || by_two_ways(all, k) > BY_TWO_HANDS || by_two_ways(all, k) > most)
        return false;
    e->hands[seat] = by_two_every(tiles, k, e->hand[seat]);
    for (int i = 0; i < e->hands[seat]; i++) {
        double x = 1;

        for (int j = 0; j < s->step; j++)
            if (t->step[j].seat == seat)
                x *= by_two_likely(t, &t->step[j], e->hand[seat][i].hand | (t->step[j].later & ~s->gone[seat]));
        e->hand[seat][i].weight = (float)x;
        sum += (float)x;
        if (!charge(e, 1 + PER_STEP * BY_TWO_LIKELY_STEPS * (uint32_t)s->step / 2))
            return false;
    }
    for (int i = 0; i < e->hands[seat]; i++)
        e->hand[seat][i].weight /= sum;
    return true;
}

/* ---- The tree ---------------------------------------------------------------------------------- */

/* Lists the hands in `from` that hold all tiles of `with` and none of `without`. Returns false if there is no room left
 * or the budget is spent. */
static bool filter(struct by_two_end *e, int seat, struct list from, uint32_t with, uint32_t without, struct list *out)
{
    *out = (struct list){ e->items, 0 };
    if (e->items + from.n > e->most || !charge(e, from.n))
        return false;
    for (int i = 0; i < from.n; i++) {
        const uint16_t h = e->item[from.at + (uint32_t)i];

        if ((e->hand[seat][h].hand & with) == with && (e->hand[seat][h].hand & without) == 0)
            e->item[out->at + out->n++] = h;
    }
    e->items += out->n;
    return true;
}

static uint32_t union_of(const struct by_two_end *e, int seat, struct list l)
{
    uint32_t tiles = 0;

    for (int i = 0; i < l.n; i++)
        tiles |= e->hand[seat][e->item[l.at + (uint32_t)i]].hand;
    return tiles;
}

static bool grow(struct by_two_end *e, uint32_t id);

static bool add_node(struct by_two_end *e, struct node n, uint32_t *id)
{
    if (e->nodes == NODES)
        return false;
    *id = e->nodes++;
    e->node[*id] = n;
    return grow(e, *id);
}

/* Adds the play at `at` and the subtree that follows it. */
static bool add_play(struct by_two_end *e, uint32_t id, uint32_t at, struct by_two_play p)
{
    const struct node n = e->node[id];
    const int me = n.turn;
    const uint32_t bit = (uint32_t)1 << p.rank;
    struct act *a = &e->act[at];
    struct node next = { .turn = (uint8_t)(1 - me), .pair = p.pair, .gone = { n.gone[0], n.gone[1] } };

    *a = (struct act){ .rank = p.rank, .pair = p.pair, .child = NO_NODE, .at = e->numbers };
    next.gone[me] |= bit;
    if (!filter(e, me, n.may[me], bit, 0, &a->can))
        return false;
    e->numbers += a->can.n;
    if (e->numbers > NUMBERS)
        return false;
    next.may[me] = a->can;
    if (!filter(e, 1 - me, n.may[1 - me], 0, bit, &next.may[1 - me]))
        return false;
    if (a->can.n == 0 || next.may[1 - me].n == 0 || (e->hand[me][e->item[a->can.at]].hand & ~next.gone[me]) == 0)
        return true;
    return add_node(e, next, &e->act[at].child);
}

static bool grow(struct by_two_end *e, uint32_t id)
{
    struct node n = e->node[id];
    struct by_two_play play[BY_TWO_PLAYS];
    const int me = n.turn;
    const uint32_t fits = by_two_fits(e->t, n.pair);
    const int count = by_two_plays(e->t, union_of(e, me, n.may[me]) & ~n.gone[me], n.pair, play);
    struct node next = n;

    n.first = e->acts;
    n.acts = (uint8_t)count;
    n.after = NO_NODE;
    e->acts += (uint32_t)count;
    if (e->acts > ACTS || !filter(e, me, n.may[me], 0, fits & ~n.gone[me], &n.stuck))
        return false;
    e->node[id] = n;
    for (int i = 0; i < count; i++)
        if (!add_play(e, id, n.first + (uint32_t)i, play[i]))
            return false;
    if (n.stuck.n == 0 || n.passed)
        return true;
    next.turn = (uint8_t)(1 - me);
    next.passed = true;
    next.may[me] = n.stuck;
    return add_node(e, next, &e->node[id].after);
}

/* ---- CFR+ -------------------------------------------------------------------------------------- */

static float *take(struct by_two_end *e, size_t n)
{
    float *p = e->stack + e->used;

    e->used += n;
    return e->used <= e->room ? p : NULL;
}

/* Returns the value of an end for seat 0, relative to a tie. */
static float worth(const struct by_two *t, int points) { return t->worth[points] - t->worth[0]; }

/* Values a round in which the seat that went out had this hand: every hand of e->seat receives the value, weighted by
 * the other seat's reach probabilities. */
static void out_of_tiles(const struct by_two_end *e, const struct node *n, const struct act *a, const float *reach,
                         float *out)
{
    const int won = n->turn, lost = 1 - won;
    const uint16_t winner = e->item[a->can.at];
    const uint32_t hand = e->hand[won][winner].hand;

    for (int i = 0; i < n->may[lost].n; i++) {
        const uint16_t h = e->item[n->may[lost].at + (uint32_t)i];
        float x;

        if ((e->hand[lost][h].hand & hand) != 0 && !BY_PLANTED(222))
            continue;
        x = e->t->points ? (float)by_ranked_pips(e->t->solver, e->hand[lost][h].hand & ~n->gone[lost]) : 1;
        x = worth(e->t, won == 0 ? (int)x : -(int)x);
        if (won == e->seat)
            out[winner] += (won == 0 ? x : -x) * reach[h];
        else
            out[h] += (won == 0 ? -x : x) * reach[winner];
    }
}

static void blocked(const struct by_two_end *e, const struct node *n, const float *reach, float *out)
{
    const int me = e->seat, turn = n->turn;
    const struct list own = turn == me ? n->stuck : n->may[me], other = turn == me ? n->may[1 - me] : n->stuck;

    for (int i = 0; i < own.n; i++)
        for (int j = 0; j < other.n; j++) {
            const uint16_t h = e->item[own.at + (uint32_t)i], k = e->item[other.at + (uint32_t)j];
            int points;

            if ((e->hand[me][h].hand & e->hand[1 - me][k].hand) != 0)
                continue;
            points = by_block_blocked(&e->t->ask, e->hand[me][h].hand & ~n->gone[me],
                                      e->hand[1 - me][k].hand & ~n->gone[1 - me]);
            out[h] += (me == 0 ? worth(e->t, points) : -worth(e->t, -points)) * reach[k];
        }
}

/* Normalises the values of a node's acts to probabilities, in the order of the lists. */
static bool strategy(struct by_two_end *e, const struct node *n, const float *from, float *chance)
{
    float *all = take(e, (size_t)e->hands[n->turn]), *ways = take(e, (size_t)e->hands[n->turn]);
    const struct act *acts = &e->act[n->first];
    const uint32_t base = acts[0].at;

    if (all == NULL || ways == NULL)
        return false;
    for (int i = 0; i < n->may[n->turn].n; i++)
        all[e->item[n->may[n->turn].at + (uint32_t)i]] = ways[e->item[n->may[n->turn].at + (uint32_t)i]] = 0;
    for (int a = 0; a < n->acts; a++)
        for (int i = 0; i < acts[a].can.n; i++) {
            const uint16_t h = e->item[acts[a].can.at + (uint32_t)i];

            all[h] += from[acts[a].at + (uint32_t)i];
            ways[h] += 1;
        }
    for (int a = 0; a < n->acts; a++)
        for (int i = 0; i < acts[a].can.n; i++) {
            const uint16_t h = e->item[acts[a].can.at + (uint32_t)i];
            const uint32_t at = acts[a].at + (uint32_t)i;

            chance[at - base] = all[h] > 0 ? from[at] / all[h] : 1 / ways[h];
        }
    return true;
}

static uint32_t numbers_of(const struct by_two_end *e, const struct node *n)
{
    const struct act *acts = &e->act[n->first];

    return n->acts == 0 ? 0 : acts[n->acts - 1].at + acts[n->acts - 1].can.n - acts[0].at;
}

static void clear(const struct by_two_end *e, struct list l, float *x)
{
    for (int i = 0; i < l.n; i++)
        x[e->item[l.at + (uint32_t)i]] = 0;
}

static bool walk(struct by_two_end *e, uint32_t id, const float *reach, float *out);

static bool follow(struct by_two_end *e, const struct node *n, const struct act *a, const float *reach, float *out)
{
    if (a->child != NO_NODE)
        return walk(e, a->child, reach, out);
    if (a->can.n > 0)
        out_of_tiles(e, n, a, reach, out);
    return true;
}

static bool own_turn(struct by_two_end *e, const struct node *n, const float *reach, float *out)
{
    const struct act *acts = &e->act[n->first];
    const uint32_t numbers = numbers_of(e, n);
    float *chance = take(e, numbers), *won = take(e, numbers), *after = take(e, (size_t)e->hands[e->seat]);
    const size_t used = e->used;

    if (after == NULL || !strategy(e, n, e->regret, chance))
        return false;
    e->used = used;
    for (int a = 0; a < n->acts; a++) {
        clear(e, acts[a].can, after);
        if (!follow(e, n, &acts[a], reach, after))
            return false;
        for (int i = 0; i < acts[a].can.n; i++) {
            const uint16_t h = e->item[acts[a].can.at + (uint32_t)i];
            const uint32_t at = acts[a].at + (uint32_t)i - acts[0].at;

            won[at] = after[h];
            out[h] += chance[at] * after[h];
        }
    }
    for (int a = 0; a < n->acts; a++)
        for (int i = 0; i < acts[a].can.n; i++) {
            const uint32_t at = acts[a].at + (uint32_t)i;
            const float r = e->regret[at] + won[at - acts[0].at] - out[e->item[acts[a].can.at + (uint32_t)i]];

            e->regret[at] = r > 0 || BY_PLANTED(223) ? r : 0;
        }
    return true;
}

static bool other_turn(struct by_two_end *e, const struct node *n, const float *reach, float *out)
{
    const struct act *acts = &e->act[n->first];
    float *chance = take(e, numbers_of(e, n)), *come = take(e, (size_t)e->hands[1 - e->seat]);
    float *after = take(e, (size_t)e->hands[e->seat]);
    const size_t used = e->used;

    if (after == NULL || !strategy(e, n, e->regret, chance))
        return false;
    e->used = used;
    for (int a = 0; a < n->acts; a++) {
        const struct list own = n->may[e->seat];

        for (int i = 0; i < acts[a].can.n; i++) {
            const uint16_t h = e->item[acts[a].can.at + (uint32_t)i];
            const uint32_t at = acts[a].at + (uint32_t)i;

            come[h] = reach[h] * chance[at - acts[0].at];
            e->sum[at] += e->share * come[h];
        }
        clear(e, own, after);
        if (!follow(e, n, &acts[a], come, after))
            return false;
        for (int i = 0; i < own.n; i++)
            out[e->item[own.at + (uint32_t)i]] += after[e->item[own.at + (uint32_t)i]];
    }
    return true;
}

/* `reach` is indexed by the hands of the other seat, `out` by those of e->seat. On entry, `out` is 0 for the node's
 * hands. */
static bool walk(struct by_two_end *e, uint32_t id, const float *reach, float *out)
{
    const struct node *n = &e->node[id];
    const size_t used = e->used;
    bool going = charge(e, (uint32_t)n->may[0].n + n->may[1].n + n->stuck.n + numbers_of(e, n))
        && (n->acts == 0 || (n->turn == e->seat ? own_turn : other_turn)(e, n, reach, out));

    e->used = used;
    if (going && n->stuck.n > 0) {
        if (n->passed)
            blocked(e, n, reach, out);
        else
            going = walk(e, n->after, reach, out);
    }
    e->used = used;
    return going;
}

/* ---- The answer -------------------------------------------------------------------------------- */

static bool prepare(struct by_two_end *e, struct by_bot_memory *room, const struct by_budget *b)
{
    const uint64_t left = by_budget_left(b) / (2 * ITERATIONS + 4) * PER_STEP;
    const uint32_t size = left < ITEMS ? (uint32_t)left : ITEMS;

    e->most = size;
    e->node = by_room_take(room, sizeof *e->node * NODES);
    e->act = by_room_take(room, sizeof *e->act * ACTS);
    e->item = by_room_take(room, sizeof *e->item * size);
    e->regret = by_room_take(room, sizeof *e->regret * NUMBERS);
    e->sum = by_room_take(room, sizeof *e->sum * NUMBERS);
    for (int s = 0; s < 2; s++) {
        e->hand[s] = by_room_take(room, sizeof *e->hand[s] * BY_TWO_HANDS);
        if (e->hand[s] == NULL)
            return false;
    }
    if (e->node == NULL || e->act == NULL || e->item == NULL || e->regret == NULL || e->sum == NULL)
        return false;
    e->room = (size_t)(room->end - room->at) / sizeof *e->stack;
    e->stack = by_room_take(room, e->room * sizeof *e->stack);
    return e->stack != NULL;
}

/* Builds the tree that starts at this decision. Returns false if it is too large. */
static bool build(struct by_two_end *e, const struct start *s)
{
    struct node root = { .turn = (uint8_t)s->turn, .pair = (uint8_t)s->pair };
    uint32_t id;

    e->nodes = e->acts = e->items = e->numbers = 0;
    for (int seat = 0; seat < 2; seat++) {
        if (!list_hands(e, s, seat) || e->items + (uint32_t)e->hands[seat] > e->most)
            return false;
        root.may[seat] = (struct list){ e->items, (uint16_t)e->hands[seat] };
        for (int i = 0; i < e->hands[seat]; i++)
            e->item[e->items++] = (uint16_t)i;
    }
    return add_node(e, root, &id);
}

/* Updates the regrets of a seat's hands and adds the other seat's strategy to its average. */
static bool learn(struct by_two_end *e, int seat)
{
    float *reach, *out;

    e->seat = seat;
    e->used = 0;
    reach = take(e, (size_t)e->hands[1 - seat]);
    out = take(e, (size_t)e->hands[seat]);
    if (out == NULL)
        return false;
    for (int i = 0; i < e->hands[1 - seat]; i++)
        reach[i] = e->hand[1 - seat][i].weight;
    memset(out, 0, sizeof *out * (size_t)e->hands[seat]);
    return walk(e, 0, reach, out);
}

/* Returns false if memory runs out, or if the budget is spent before FEWEST iterations are complete. */
static bool solve(struct by_two_end *e)
{
    memset(e->regret, 0, sizeof *e->regret * e->numbers);
    memset(e->sum, 0, sizeof *e->sum * e->numbers);
    for (uint32_t i = 1; i <= ITERATIONS; i++) {
        e->share = (float)i * (float)i;
        for (int turn = 0; turn < 2; turn++)
            if (!learn(e, e->node[0].turn ^ turn))
                return by_budget_spent(e->b) && i > FEWEST;
    }
    return true;
}

/* Returns the node of a later decision, whose seats are exchanged if `flip` is 1. */
static uint32_t find(const struct by_two_end *e, const struct by_two *t, int flip)
{
    uint32_t id = 0;

    for (int i = e->start.step; i < t->steps && id != NO_NODE; i++) {
        const struct by_two_step *s = &t->step[i];
        uint32_t next = NO_NODE;

        if (e->node[id].turn != (s->seat ^ flip))
            id = e->node[id].after;
        for (int a = 0; id != NO_NODE && a < e->node[id].acts; a++) {
            const struct act *act = &e->act[e->node[id].first + (uint32_t)a];

            if (act->rank == s->play.rank && act->pair == s->play.pair)
                next = act->child;
        }
        id = next;
    }
    if (id != NO_NODE && e->node[id].turn != flip)
        id = e->node[id].after;
    return id;
}

/* Returns whether two rounds have the same history up to the start; sets *flip to 1 if the seats are exchanged,
 * otherwise to 0. */
static bool same_start(const struct by_two_end *e, const struct by_two *t, int *flip)
{
    const struct by_two *was = &e->game;

    if (t->steps < e->start.step || t->all != was->all || t->led != was->led || t->undealt != was->undealt)
        return false;
    *flip =
        e->start.step == 0 ? t->steps > 0 && t->step[0].seat != e->start.turn : t->step[0].seat != was->step[0].seat;
    if (t->steps == 0 && e->start.step == 0)
        *flip = e->start.turn;
    for (int i = 0; i < e->start.step && !BY_PLANTED(224); i++)
        if (t->step[i].play.rank != was->step[i].play.rank || t->step[i].play.pair != was->step[i].play.pair
            || (t->step[i].seat ^ *flip) != was->step[i].seat)
            return false;
    return true;
}

bool by_two_end_read(struct by_two_end *e, const struct by_two *t, double chance[])
{
    int flip;
    uint32_t id, hand = t->own;
    const struct node *n;
    double all = 0;
    float *of;

    e->used = 0;
    if (!same_start(e, t, &flip) || (id = find(e, t, flip)) == NO_NODE)
        return false;
    n = &e->node[id];
    of = take(e, numbers_of(e, n));
    if (n->acts == 0 || of == NULL || !strategy(e, n, e->sum, of))
        return false;
    for (int i = e->start.step; i < t->steps; i++)
        hand |= t->step[i].seat == 0 ? (uint32_t)1 << t->step[i].play.rank : 0;
    for (int i = 0; i < t->plays; i++) {
        chance[i] = 0;
        for (int a = 0; a < n->acts; a++) {
            const struct act *act = &e->act[n->first + (uint32_t)a];

            for (int k = 0; k < act->can.n; k++)
                if (act->rank == t->play[i].rank && act->pair == t->play[i].pair
                    && e->hand[n->turn][e->item[act->can.at + (uint32_t)k]].hand == hand)
                    chance[i] = (double)of[act->at + (uint32_t)k - e->act[n->first].at];
        }
        all += chance[i];
    }
    return all > 0.5;
}

struct by_two_end *by_two_end_solve(const struct by_two *t, struct by_bot_memory *room, struct by_budget *b)
{
    struct by_two_end *e = by_room_take(room, sizeof *e);

    if (e == NULL)
        return NULL;
    memset(e, 0, sizeof *e);
    e->game = *t;
    e->game.worth = e->game.worths + BY_TWO_POINTS;
    e->t = &e->game;
    e->b = b;
    if (!prepare(e, room, b))
        return NULL;
    for (int step = t->led == t->all ? 0 : 1; step <= t->steps && !by_budget_spent(b); step++) {
        e->start = start_at(t, step);
        if (build(e, &e->start))
            return solve(e) ? e : NULL;
    }
    return NULL;
}

/* SPDX-License-Identifier: MIT */
/* two_end.c: finds the start of the end, builds its tree, and reads the answer (two_end.h). */
#include "bots/solve/block.h"
#include "two_end.h"

#include "planted.h"

enum { ITERATIONS = 16, FEWEST = 4 };
enum { NODE_WORK = 40 };        /* work per node, apart from its entries */
#define SIZE ((size_t)32 << 10) /* bytes for the solution itself; if pointers are small, more than it needs */
#define SPARE ((BY_PLANTED(247) ? sizeof(struct by_two_end) : SIZE) + 4096) /* with what alignment wastes */
#define NO_NODE UINT32_MAX

_Static_assert(sizeof(struct by_two_end) <= SIZE, "the start does not depend on the size of pointers");

/* ---- The start --------------------------------------------------------------------------------- */

/* Returns the decision point after `step` plays, before any pass. */
static struct by_two_start start_at(const struct by_two *t, int step)
{
    struct by_two_start s = { .step = step, .spot = { .pair = BY_TWO_FIRST } };
    uint32_t laid = 0, barred[2] = { t->undealt, t->undealt };

    s.spot.turn = t->steps > 0 && t->step[0].seat == 1;
    if (step > 0) {
        const struct by_two_step *k = &t->step[step - 1];

        s.spot.turn = (uint8_t)(1 - k->seat);
        s.spot.pair = k->play.pair;
        laid = k->laid | (uint32_t)1 << k->play.rank;
        barred[0] |= k->barred[0]; /* unaffected by plays */
        barred[1] |= k->barred[1];
    }
    for (int i = step; i < t->steps; i++)
        s.gone[t->step[i].seat] |= (uint32_t)1 << t->step[i].play.rank;
    for (int seat = 0; seat < 2; seat++) {
        s.spot.may[seat] = t->all & ~laid & ~barred[seat];
        s.spot.tiles[seat] = (uint8_t)by_two_bits(s.spot.may[seat]);
        s.spot.left[seat] = (uint8_t)((seat == 0 ? by_two_bits(t->own) : t->left) + by_two_bits(s.gone[seat]));
    }
    return s;
}

/* Weighs the hands that a seat may hold at the start. Returns false if the budget is spent. */
static bool weigh(struct by_two_end *e, int seat)
{
    const struct by_two *t = e->t;
    const struct by_two_start *s = &e->start;
    const int k = s->spot.left[seat];
    struct by_two_world world;
    float sum = 0;

    for (int i = 0; i < e->hands[seat]; i++) {
        double x = 1;

        world.hand = by_two_end_tiles(e, s->spot.may[seat], k, i);
        for (int j = 0; j < s->step; j++)
            if (t->step[j].seat == seat)
                x *= by_two_likely(t, &t->step[j], world.hand | (t->step[j].later & ~s->gone[seat]));
        e->weight[seat][i] = (float)x;
        sum += (float)x;
        if (!by_two_charge(e, 1 + (uint64_t)BY_TWO_PER_STEP * BY_TWO_LIKELY_STEPS * (uint64_t)s->step / 2))
            return false;
    }
    for (int i = 0; i < e->hands[seat]; i++)
        e->weight[seat][i] /= sum;
    return true;
}

/* ---- The tree ---------------------------------------------------------------------------------- */

struct by_two_spot by_two_end_played(const struct by_two_spot *s, struct by_two_play p)
{
    const uint32_t bit = (uint32_t)1 << p.rank;
    struct by_two_spot next = *s;

    for (int seat = 0; seat < 2; seat++) {
        next.tiles[seat] = (uint8_t)(next.tiles[seat] - ((next.may[seat] & bit) != 0));
        next.may[seat] &= ~bit;
    }
    next.left[s->turn]--;
    next.turn = 1 - s->turn;
    next.pair = p.pair;
    next.passed = false;
    return next;
}

struct by_two_spot by_two_end_passed(const struct by_two_end *e, const struct by_two_spot *s)
{
    struct by_two_spot next = *s;

    next.may[s->turn] &= ~by_two_fits(e->t, s->pair);
    next.tiles[s->turn] = (uint8_t)by_two_bits(next.may[s->turn]);
    next.turn = 1 - s->turn;
    next.passed = true;
    return next;
}

uint64_t by_two_end_work(const struct by_two_end *e, const struct by_two_spot *s, int plays)
{
    const uint64_t hands[2] = { (uint64_t)by_two_count(e, s, 0), (uint64_t)by_two_count(e, s, 1) };
    const bool last = s->left[s->turn] == 2 && s->left[1 - s->turn] == 1; /* each play leaves one tile each */
    uint64_t work = NODE_WORK + hands[0] + hands[1];

    work += (uint64_t)plays * (last ? (uint64_t)2 * NODE_WORK : NODE_WORK + (hands[0] + hands[1]) / 2);
    work += 3 * (uint64_t)plays * (uint64_t)by_two_row(e, s);
    if (s->passed) {
        const struct by_two_spot next = by_two_end_passed(e, s);

        work += 2 * (uint64_t)by_two_count(e, &next, 0) * (uint64_t)by_two_count(e, &next, 1);
    }
    return work;
}

/* Returns how many numbers a walk keeps for a position, at most. */
static uint32_t stack_of(const struct by_two_end *e, const struct by_two_spot *s, int plays)
{
    return (uint32_t)(plays * by_two_row(e, s) + 8 * (by_two_count(e, s, 0) + by_two_count(e, s, 1)));
}

/* Returns whether the tree fits in the memory, with one number for each entry of a decision. */
static bool has_room(const struct by_two_end *e)
{
    return sizeof *e->node * e->nodes + sizeof *e->regret * ((size_t)e->entries + e->widest + e->deepest) < e->bytes
        || BY_PLANTED(246);
}

/* Adds the subtree of a position; `used` numbers are on the stack. Returns false if the tree becomes too large. */
static bool grow(struct by_two_end *e, const struct by_two_spot *s, uint32_t used)
{
    struct by_two_play play[BY_TWO_PLAYS];
    const int n = s->left[s->turn] == 1 ? 0 : by_two_plays(e->t, s->may[s->turn], s->pair, play);
    const uint32_t id = e->nodes++, entries = (uint32_t)(n * by_two_row(e, s));
    struct by_two_spot next = by_two_end_passed(e, s);

    used += stack_of(e, s, n);
    e->deepest = used > e->deepest ? used : e->deepest;
    e->widest = entries > e->widest ? entries : e->widest;
    e->entries += entries;
    e->cost += by_two_end_work(e, s, n);
    if (!has_room(e) || e->cost > e->most || !by_two_charge(e, NODE_WORK))
        return false;
    e->node[id].entry = e->entries - entries;
    if (!s->passed && by_two_end_has_node(&next) && !grow(e, &next, used))
        return false;
    for (int i = 0; i < n; i++) {
        next = by_two_end_played(s, play[i]);
        if (by_two_end_has_node(&next) && !grow(e, &next, used))
            return false;
    }
    e->node[id].next = e->nodes;
    return true;
}

/* Fills in the values of the ends of the round, relative to a tie. Returns false if memory runs out. */
static bool values(struct by_two_end *e, struct by_bot_memory *room)
{
    const struct by_two *t = e->t;
    const struct by_two_spot *s = &e->start.spot;

    for (int p = -BY_TWO_POINTS; p <= BY_TWO_POINTS; p++) {
        e->gain[0][BY_TWO_POINTS + p] = t->worth[p] - t->worth[0];
        e->gain[1][BY_TWO_POINTS + p] = t->worth[0] - t->worth[-p];
    }
    e->pips = (2 * t->top * (s->left[0] > s->left[1] ? s->left[0] : s->left[1]) + 4) / 4 * 4;
    if (e->pips < BY_TWO_PIPS)
        e->pips = BY_TWO_PIPS;
    if (e->pips > BY_TWO_POINTS)
        return false;
    for (int seat = 0; seat < 2; seat++) {
        e->blocked[seat] = by_room_take(room, sizeof(float) * (size_t)(e->pips * e->pips));
        if (e->blocked[seat] == NULL)
            return false;
        for (int theirs = 0; theirs < e->pips; theirs++)
            for (int mine = 0; mine < e->pips; mine++)
                e->blocked[seat][theirs * e->pips + mine] =
                    e->gain[seat][BY_TWO_POINTS + by_block_points(&t->ask, mine, theirs)];
    }
    return true;
}

/* Takes the memory of the hands. Returns false if it runs out. */
static bool prepare(struct by_two_end *e, struct by_bot_memory *room)
{
    if (!by_two_end_hands(e, room))
        return false;
    for (int seat = 0; seat < 2; seat++) {
        e->hands[seat] = by_two_count(e, &e->start.spot, seat);
        e->weight[seat] = by_room_take(room, sizeof *e->weight[seat] * (size_t)e->hands[seat]);
        if (e->weight[seat] == NULL)
            return false;
    }
    return values(e, room);
}

/* Returns the number of iterations that the rest of the budget allows; the last walk is free. */
static int iterations(const struct by_two_end *e)
{
    const uint64_t walks = by_budget_left(e->b) * BY_TWO_PER_STEP / e->cost;

    return walks < 2 * ITERATIONS - 1 ? (int)(walks + 1) / 2 : ITERATIONS;
}

/* Builds the tree of e->start in `bytes` of the memory. Returns false if it is too large, or if building it leaves too
 * little of the budget. */
static bool build(struct by_two_end *e, struct by_bot_memory *room, size_t bytes)
{
    const struct by_two_spot *s = &e->start.spot;
    const unsigned char *begin = room->at;

    e->nodes = e->entries = e->widest = e->deepest = 0;
    e->cost = 0;
    e->most = by_budget_left(e->b) * BY_TWO_PER_STEP / (2 * FEWEST - 1);
    for (int seat = 0; seat < 2; seat++)
        if (s->tiles[seat] < s->left[seat] || by_two_count(e, s, seat) > BY_TWO_HANDS)
            return false;
    if (!by_two_end_has_node(s) || !prepare(e, room) || bytes <= (size_t)(room->at - begin) + SPARE)
        return false;
    e->bytes = bytes - (size_t)(room->at - begin) - SPARE;
    e->node = (struct by_two_node *)(void *)room->at;
    return grow(e, s, 0) && by_room_take(room, sizeof *e->node * e->nodes) != NULL && weigh(e, 0) && weigh(e, 1)
        && (iterations(e) >= FEWEST || BY_PLANTED(241));
}

/* ---- The answer -------------------------------------------------------------------------------- */

/* Finds a decision, whose seats are exchanged if `flip` is 1, and its node. Returns NO_NODE if there is none. */
static uint32_t find(const struct by_two_end *e, const struct by_two *t, int flip, struct by_two_spot *s)
{
    uint32_t id = 0;

    *s = e->start.spot;
    for (int i = e->start.step; i <= t->steps; i++) {
        const struct by_two_step *k = &t->step[i];
        const int turn = i == t->steps ? flip : k->seat ^ flip;
        struct by_two_play play[BY_TWO_PLAYS];
        struct by_two_spot next = by_two_end_passed(e, s);
        int n, a = 0;

        if (s->turn != turn) {
            if (s->passed || !by_two_end_has_node(&next))
                return NO_NODE;
            *s = next;
            id++;
            next = by_two_end_passed(e, s);
        }
        if (i == t->steps)
            return id;
        n = s->left[turn] == 1 ? 0 : by_two_plays(e->t, s->may[turn], s->pair, play);
        id += 1;
        if (!s->passed && by_two_end_has_node(&next))
            id = e->node[id].next;
        for (; a < n && (play[a].rank != k->play.rank || play[a].pair != k->play.pair); a++) {
            next = by_two_end_played(s, play[a]);
            if (by_two_end_has_node(&next))
                id = e->node[id].next;
        }
        if (a == n)
            return NO_NODE;
        *s = by_two_end_played(s, play[a]);
        if (!by_two_end_has_node(s))
            return NO_NODE;
    }
    return NO_NODE;
}

/* Returns whether two rounds have the same history up to the start; sets *flip to 1 if the seats are exchanged,
 * otherwise to 0. */
static bool same_start(const struct by_two_end *e, const struct by_two *t, int *flip)
{
    const struct by_two *was = &e->game;
    const int turn = e->start.spot.turn;

    if (t->steps < e->start.step || t->all != was->all || t->led != was->led || t->undealt != was->undealt)
        return false;
    *flip = e->start.step == 0 ? t->steps > 0 && t->step[0].seat != turn : t->step[0].seat != was->step[0].seat;
    if (t->steps == 0 && e->start.step == 0)
        *flip = turn;
    for (int i = 0; i < e->start.step && !BY_PLANTED(224); i++)
        if (t->step[i].play.rank != was->step[i].play.rank || t->step[i].play.pair != was->step[i].play.pair
            || (t->step[i].seat ^ *flip) != was->step[i].seat)
            return false;
    return true;
}

bool by_two_end_read(const struct by_two_end *e, const struct by_two *t, double chance[])
{
    struct by_two_spot s;
    struct by_two_play play[BY_TWO_PLAYS];
    int flip, n, row, at;
    uint32_t id, entry;
    double all = 0;

    if (!same_start(e, t, &flip) || (id = find(e, t, flip, &s)) == NO_NODE || (t->own & ~s.may[s.turn]) != 0
        || by_two_bits(t->own) != s.left[s.turn] || s.left[s.turn] == 1)
        return false;
    entry = e->node[id].entry;
    if (entry < e->from || entry >= e->to)
        return false;
    n = by_two_plays(e->t, s.may[s.turn], s.pair, play);
    row = by_two_row(e, &s);
    for (int i = 0; i < t->plays; i++) {
        const uint32_t bit = (uint32_t)1 << t->play[i].rank;
        int a = 0;

        while (a < n && (play[a].rank != t->play[i].rank || play[a].pair != t->play[i].pair))
            a++;
        if (a == n)
            return false;
        at = a * row + by_two_end_number(e, s.may[s.turn] & ~bit, t->own & ~bit);
        chance[i] = (double)e->sum[entry - e->from + (uint32_t)at];
        all += chance[i];
    }
    for (int i = 0; i < t->plays; i++)
        chance[i] = all > 0 ? chance[i] / all : 1.0 / t->plays;
    return true;
}

/* Returns false if memory runs out, or if the budget is spent before FEWEST iterations are complete. */
static bool solve(struct by_two_end *e, struct by_bot_memory *room)
{
    const int most = iterations(e);

    e->regret = by_room_take(room, sizeof *e->regret * e->entries);
    e->sum = by_room_take(room, sizeof *e->sum * (e->to - e->from));
    e->stack = by_room_take(room, sizeof *e->stack * e->deepest);
    if (e->regret == NULL || e->sum == NULL || e->stack == NULL)
        return false;
    for (uint32_t i = 0; i < e->entries; i++)
        e->regret[i] = BY_TWO_LITTLE;
    memset(e->sum, 0, sizeof *e->sum * (e->to - e->from));
    for (int i = 1; i <= most; i++) {
        e->share = (float)i * (float)i * (float)i;
        for (int turn = 0; turn < 2; turn++) {
            e->last = i == most && turn == 1;
            by_two_end_learn(e, e->start.spot.turn ^ turn);
            if (e->spent)
                return i > FEWEST;
        }
    }
    return true;
}

struct by_two_end *by_two_end_solve(const struct by_two *t, bool all, size_t bytes, struct by_bot_memory *room,
                                    struct by_budget *b)
{
    struct by_two_end *e = by_room_take(room, SIZE);
    struct by_bot_memory rest;
    struct by_two_spot s;
    uint32_t id;

    if (e == NULL)
        return NULL;
    memset(e, 0, sizeof *e);
    e->game = *t;
    e->game.worth = e->game.worths + BY_TWO_POINTS;
    e->t = &e->game;
    e->b = b;
    by_two_end_choose(e->numbers.choose);
    for (int step = t->led == t->all ? 0 : 1; step <= t->steps && !by_budget_spent(b); step++) {
        rest = *room;
        e->start = start_at(t, step);
        if (!build(e, &rest, bytes))
            continue;
        id = find(e, t, 0, &s);
        if (id == NO_NODE || s.left[s.turn] == 1)
            return NULL;
        e->asked = id;
        e->from = all ? 0 : e->node[id].entry;
        e->to = all || id + 1 == e->nodes ? e->entries : e->node[id + 1].entry;
        return solve(e, &rest) ? e : NULL;
    }
    return NULL;
}

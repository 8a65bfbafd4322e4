/* SPDX-License-Identifier: MIT */
/* feet_again.c: lays out the table again when an end finds no space. The tiles form a tree. Each tile leaves the tile
 * it was laid on in one of a few ways, and changing the way turns the whole branch beyond it. The search repeatedly
 * picks a pair of items that overlap but must not, and changes how a tile between them leaves its predecessor. It
 * chooses the change with the least overlap and the fewest bends. Overlaps that recur cost more each time, which leads
 * the search out of dead ends (Morris, "The breakout method for escaping from local minima", AAAI 1993).
 *
 * Outer toes leave their doubles at an angle of 45 degrees. A foot may become narrow or crosswise only if bends do not
 * help, and then both its outer toes change in the same way. The search measures its work in steps, so every machine
 * finds the same layout. */
#include "feet.h"

#include <string.h>

enum {
    WAYS = 16,     /* number of ways to leave a tile; a way is twice the index of its by_leave, plus 1 for the right
                    * hand */
    SHAPES = 3,    /* of a foot */
    HARD = 4000,   /* the cost of a forbidden overlap */
    HEAT = 800,    /* the extra cost of an overlap for each time that it has occurred before */
    CROWDED = 900, /* the cost of a foot whose outer toes are not at 45 degrees */
    MOVED = 2,     /* the cost of moving one tile */
    PATIENT = 100, /* number of changes to try before feet may take other shapes */
    WORK = 400000, /* maximum number of spots examined in one layout */
    PAIRS = 64,
    NONE = -1
};

struct branches {
    struct by_toes *f;
    int node[BY_TOES_ITEMS], nodes; /* the items, each listed after its predecessor */
    int16_t on[BY_TOES_ITEMS];
    uint8_t way[BY_TOES_ITEMS], head[BY_TOES_ITEMS], side[BY_TOES_ITEMS], shape[BY_TOES_ITEMS];
    bool twin[BY_TOES_ITEMS], back[BY_TOES_ITEMS];
    bool moves[BY_TOES_ITEMS]; /* whether an item is in the branch that is being changed */
    int branch[BY_TOES_ITEMS], branches;
    struct by_spot spot[BY_TOES_ITEMS];           /* the spots where the items of that branch would go */
    uint8_t turn[BY_TOES_ITEMS];                  /* the directions that those items would have */
    uint16_t until[BY_TOES_ITEMS][WAYS + SHAPES]; /* the step from which an item may return to each way (tabu search) */
    uint16_t heat[BY_TOES_ITEMS]; /* how many times an item has overlapped others, which raises the cost of its
                                   * overlaps */
    int pair[PAIRS][2], pairs;
    uint32_t chance;
};

struct change {
    int item, way; /* `way`: for a foot, WAYS plus its shape */
    int cost;
};

static const uint8_t leave_of_shape[SHAPES] = { 0, 2, 1 }; /* indices of ways to leave a double's side */

static uint32_t draw(struct branches *b, uint32_t below)
{
    b->chance = b->chance * 1664525u + 1013904223u;
    return (b->chance >> 8) % below;
}

static bool is_tile(int item) { return item < BY_MAX_TILES; }

static int room_of(int item) { return is_tile(item) ? NONE : (item - BY_MAX_TILES) % BY_TOES_ROOMS; }

/* Returns whether an item must not overlap tiles. */
static bool is_firm(int item) { return room_of(item) <= BY_TOES_TWIN; }

static const struct by_leave *leave_of(const struct branches *b, int item, int way, int *hand)
{
    int n;

    *hand = way % 2 != 0 ? 1 : -1;
    return &by_toes_leaves(b->side[item], &n)[way / 2];
}

/* Returns the spot of an item that leaves `from`, which has this heading. */
static struct by_spot spot_of(const struct branches *b, int item, const struct by_spot *from, int heading, int way,
                              int *turn)
{
    int hand;
    const struct by_leave *l = leave_of(b, item, way, &hand);

    return by_toes_next(b->f, from, heading + (b->back[item] ? 4 : 0), l, hand, b->twin[item], turn);
}

/* Returns how an outer toe leaves a foot of this shape. */
static uint8_t outer_way(const struct branches *b, int item, int shape)
{
    return (uint8_t)(leave_of_shape[shape] * 2 + (b->side[item] == BY_RIGHT));
}

static bool may_go(const struct branches *b, int item, int way)
{
    int n, hand;
    const struct by_leave *l;

    (void)by_toes_leaves(b->side[item], &n);
    if (way / 2 >= n)
        return false;
    l = leave_of(b, item, way, &hand);
    if (b->side[item] != BY_BEHIND)
        return l->bend == 0 ? b->side[item] == BY_AHEAD && way == 0 : (b->side[item] == BY_LEFT) == (hand < 0);
    return (l->fit & (b->twin[item] ? BY_FOR_TWIN : BY_FOR_SINGLE)) != 0
        && (hand < 0 || l->bend != 0 || l->across != 0);
}

/* ---- The tree ---- */

static void add_node(struct branches *b, int item, int on, int side, bool twin, bool back)
{
    b->node[b->nodes++] = item;
    b->on[item] = (int16_t)on;
    b->side[item] = (uint8_t)side;
    b->twin[item] = twin;
    b->back[item] = back;
    b->way[item] = side == BY_RIGHT;
    b->shape[item] = 0;
}

/* Finds how a placed item leaves the one before it. */
static void find_way(struct branches *b, int item)
{
    const struct by_spot *s = &b->f->item[item];
    int n, turn;

    by_toes_leaves(b->side[item], &n);
    for (int way = 0; way < 2 * n; way++) {
        const struct by_spot t = spot_of(b, item, &b->f->item[b->on[item]], b->head[b->on[item]], way, &turn);

        if (t.x != s->x || t.y != s->y || ((t.turn ^ s->turn) & 7) != 0)
            continue;
        b->way[item] = (uint8_t)way;
        b->head[item] = (uint8_t)turn;
        if (b->side[item] >= BY_LEFT)
            for (int k = 0; k < SHAPES; k++)
                if (leave_of_shape[k] == way / 2)
                    b->shape[b->on[item]] = (uint8_t)k;
        return;
    }
}

static void plant(struct branches *b, struct by_toes *f)
{
    b->f = f;
    b->nodes = 0;
    b->head[0] = f->heading[0];
    b->on[0] = NONE;
    b->shape[0] = 0;
    b->node[b->nodes++] = 0;
    for (int i = 1; i < f->tiles; i++) {
        add_node(b, i, f->item[i].on, f->side[i], by_is_double(f->item[i].tile),
                 f->item[i].on == 0 && f->item[i].arm % 2 != 0);
        find_way(b, i);
    }
    for (int i = 0; i < f->ends; i++) {
        const struct by_end *e = &f->end[i];

        if (!e->live)
            continue;
        add_node(b, by_room(i, BY_TOES_SINGLE), e->on, e->side, false, e->on == 0 && i % 2 != 0);
        if (f->thing[by_room(i, BY_TOES_SINGLE)].next != -2)
            find_way(b, by_room(i, BY_TOES_SINGLE));
        if (!e->twin)
            continue;
        add_node(b, by_room(i, BY_TOES_TWIN), e->on, e->side, true, false);
        if (f->thing[by_room(i, BY_TOES_TWIN)].next != -2)
            find_way(b, by_room(i, BY_TOES_TWIN));
        for (int k = 0; k < 3; k++)
            add_node(b, by_room(i, BY_TOES_TOES + k), by_room(i, BY_TOES_TWIN), BY_AHEAD + k, false, false);
    }
}

/* Lists the branch moved by a change at an item: the item and all tiles beyond it, or all tiles beyond the outer sides
 * of a foot. */
static void choose_branch(struct branches *b, int item, bool foot)
{
    b->branches = 0;
    for (int i = 0; i < b->nodes; i++) {
        const int at = b->node[i], on = b->on[at];

        b->moves[at] =
            (!foot && at == item) || (on != NONE && b->moves[on]) || (foot && on == item && b->side[at] >= BY_LEFT);
        if (b->moves[at])
            b->branch[b->branches++] = at;
    }
}

/* ---- Costs ---- */

/* Returns the cost of an overlap between two items. */
static int clash(int a, int b)
{
    const int most = room_of(a) > room_of(b) ? room_of(a) : room_of(b), least = room_of(a) + room_of(b) - most;

    if (most <= BY_TOES_SINGLE)
        return HARD;
    if (most == BY_TOES_TWIN)
        return least == NONE ? HARD : least == BY_TOES_SINGLE ? 80 : 20;
    return least == NONE ? 30 : least == BY_TOES_SINGLE ? 20 : 6;
}

/* Returns the cost of an overlap between an item at a spot and item k, which is not in the branch; 0 if they do not
 * overlap. */
static int clash_at(const struct branches *b, int item, const struct by_spot *s, int k)
{
    const struct by_toes *f = b->f;
    const struct by_thing *t = &f->thing[k];
    const int end = f->thing[item].end;
    int32_t dy = t->y - s->y, dx = dy < 0 ? s->x - t->x : t->x - s->x;
    const int8_t *over;

    dy = dy < 0 ? -dy : dy;
    if (dy > BY_TOES_REACH || b->moves[k] || k == item || (end != BY_NO_TILE && t->end == end))
        return 0;
    over = f->over[s->turn & 3][t->turn][dy];
    return dx < over[0] || dx > over[1] ? 0 : clash(item, k);
}

/* Returns the cost of an item at a spot, from overlaps with items outside the branch. Sets *other (may be NULL) to an
 * item that this one overlaps but must not. */
static int cost_at(const struct branches *b, int item, const struct by_spot *s, int limit, int *other)
{
    enum { REACH = BY_TOES_REACH, CELL = 6 };
    const struct by_toes *f = b->f;
    int cost = 0;

    for (int32_t y = (s->y - REACH) >> CELL; y <= (s->y + REACH) >> CELL; y++)
        for (int32_t x = (s->x - REACH) >> CELL; x <= (s->x + REACH) >> CELL; x++)
            for (int k = f->cell[(y & (BY_TOES_CELLS - 1)) * BY_TOES_CELLS + (x & (BY_TOES_CELLS - 1))]; k >= 0;
                 k = f->thing[k].next) {
                const int n = clash_at(b, item, s, k);

                if (n == 0)
                    continue;
                if (other != NULL && n >= HARD)
                    *other = k;
                cost += n < HARD ? n : n + HEAT * (b->heat[item] + b->heat[k]);
                if (cost > limit)
                    return cost;
            }
    return cost;
}

static int bend_cost(const struct branches *b, int item, int way)
{
    int hand;

    return b->side[item] == BY_BEHIND ? leave_of(b, item, way, &hand)->cost : 0;
}

/* Returns the cost of the branch in its current place. */
static int cost_now(struct branches *b)
{
    int cost = 0;

    for (int i = 0; i < b->branches; i++) {
        const int at = b->branch[i];

        cost += cost_at(b, at, &b->f->item[at], HARD * PAIRS, NULL);
        if (is_firm(at))
            cost += by_toes_beyond(b->f, &b->f->item[at]);
    }
    b->f->work += b->branches;
    return cost;
}

static int way_of(const struct branches *b, int at, const struct change *c)
{
    if (at == c->item && c->way < WAYS)
        return c->way;
    if (c->way >= WAYS && b->on[at] == c->item && b->side[at] >= BY_LEFT)
        return outer_way(b, at, c->way - WAYS);
    return b->way[at];
}

/* Finds where the branch goes after a change. Returns the cost, or a value above the limit. */
static int cost_after(struct branches *b, const struct change *c, int limit)
{
    int cost = 0;

    for (int i = 0; i < b->branches && cost <= limit; i++) {
        const int at = b->branch[i], on = b->on[at];
        int turn;

        b->spot[at] = b->moves[on] ? spot_of(b, at, &b->spot[on], b->turn[on], way_of(b, at, c), &turn)
                                   : spot_of(b, at, &b->f->item[on], b->head[on], way_of(b, at, c), &turn);
        b->turn[at] = (uint8_t)turn;
        cost += cost_at(b, at, &b->spot[at], limit - cost, NULL);
        if (is_firm(at))
            cost += by_toes_beyond(b->f, &b->spot[at]) + (is_tile(at) ? MOVED : 0);
        b->f->work++;
    }
    return cost;
}

static void put(struct branches *b, int item, const struct by_spot *to)
{
    struct by_spot s = b->f->item[item];

    if (is_tile(item)) {
        s.x = to->x;
        s.y = to->y;
        s.turn = to->turn;
    } else
        s = *to;
    by_toes_put(b->f, item, &s);
}

static void apply(struct branches *b, const struct change *c, int step)
{
    const int was = c->way < WAYS ? b->way[c->item] : WAYS + b->shape[c->item];

    choose_branch(b, c->item, c->way >= WAYS);
    cost_after(b, c, HARD * PAIRS * 4);
    for (int i = 0; i < b->branches; i++) {
        const int at = b->branch[i];

        b->way[at] = (uint8_t)way_of(b, at, c);
        b->head[at] = b->turn[at];
        put(b, at, &b->spot[at]);
    }
    if (c->way >= WAYS)
        b->shape[c->item] = (uint8_t)(c->way - WAYS);
    b->until[c->item][was] = (uint16_t)(step + 6 + (int)draw(b, 8));
}

/* ---- The search ---- */

/* Tries the ways of an item, or the shapes of a foot, and keeps the best in *best. */
static void try_item(struct branches *b, int item, bool foot, int step, struct change *best)
{
    const int from = foot ? WAYS : 0, to = foot ? WAYS + SHAPES : WAYS;
    int now;

    choose_branch(b, item, foot);
    now = cost_now(b) + (foot ? (b->shape[item] != 0) * CROWDED : bend_cost(b, item, b->way[item]));
    for (int way = from; way < to; way++) {
        struct change c = { .item = item, .way = way };

        if (way == (foot ? WAYS + b->shape[item] : b->way[item]) || (!foot && !may_go(b, item, way))
            || b->until[item][way] > step)
            continue;
        c.cost = (foot ? (way > WAYS) * CROWDED : bend_cost(b, item, way)) - now;
        c.cost += cost_after(b, &c, best->cost - c.cost);
        if (c.cost < best->cost)
            *best = c;
    }
}

/* Lists the pairs that overlap but must not. */
static void list_pairs(struct branches *b)
{
    b->pairs = 0;
    choose_branch(b, NONE, false);
    for (int i = 0; i < b->nodes && b->pairs < PAIRS; i++) {
        const int at = b->node[i];
        int other = NONE;

        if (is_firm(at))
            cost_at(b, at, &b->f->item[at], HARD * PAIRS, &other);
        if (other == NONE)
            continue;
        b->pair[b->pairs][0] = at;
        b->pair[b->pairs++][1] = other;
    }
    b->f->work += b->nodes;
}

/* Returns the best change to any item between two overlapping ones. */
static struct change best_between(struct branches *b, int one, int other, int step)
{
    struct change best = { .item = NONE, .cost = HARD * PAIRS };
    bool above[BY_TOES_ITEMS] = { false };
    int common = other;

    for (int i = one; i != NONE; i = b->on[i])
        above[i] = true;
    while (!above[common])
        common = b->on[common];
    for (int k = 0; k < 2; k++)
        for (int i = k == 0 ? one : other; i != common; i = b->on[i]) {
            if (b->side[i] == BY_BEHIND)
                try_item(b, i, false, step, &best);
            else if (step >= PATIENT && b->on[i] != common && b->side[i] >= BY_LEFT)
                try_item(b, b->on[i], true, step, &best);
        }
    if (step >= PATIENT && b->twin[common])
        try_item(b, common, true, step, &best);
    return best;
}

/* Straightens items that no longer need a bend. */
static void straighten(struct branches *b)
{
    for (int i = 1; i < b->nodes; i++) {
        struct change best = { .item = NONE, .cost = 0 };
        const int at = b->node[i];

        if (b->twin[at] && is_tile(at) && b->shape[at] != 0)
            try_item(b, at, true, WORK, &best);
        if (b->side[at] == BY_BEHIND && b->way[at] != 0)
            try_item(b, at, false, WORK, &best);
        if (best.item != NONE)
            apply(b, &best, 0);
    }
}

/* Updates the ends to match the new positions. */
static bool hand_back(struct branches *b)
{
    struct by_toes *f = b->f;

    for (int i = 1; i < f->tiles; i++)
        f->heading[i] = b->head[i];
    for (int i = 0; i < f->ends; i++) {
        struct by_end *e = &f->end[i];

        e->turn = (uint8_t)((f->heading[e->on] + (e->on == 0 && i % 2 != 0 ? 4 : 0)) & 7);
        e->turns[0] = b->head[by_room(i, BY_TOES_SINGLE)];
        e->stale = false;
    }
    return by_toes_reserve(f);
}

/* Assigns every end its spaces, even if they overlap others. */
static void give_room(struct branches *b)
{
    struct by_toes *f = b->f;

    for (int i = 0; i < f->ends * BY_TOES_ROOMS; i++)
        by_toes_drop(f, by_room(0, i));
    for (int i = f->tiles; i < b->nodes; i++) {
        const int at = b->node[i], on = b->on[at];
        int turn;
        struct by_spot s;

        if (b->side[at] >= BY_LEFT)
            b->way[at] = outer_way(b, at, b->shape[on]);
        s = spot_of(b, at, &f->item[on], b->head[on], b->way[at], &turn);
        b->head[at] = (uint8_t)turn;
        by_toes_put(f, at, &s);
    }
}

/* Turns branches until nothing overlaps. Returns false if the search ends while items still overlap. */
static bool untangle(struct by_toes *f)
{
    struct branches b;

    memset(b.until, 0, sizeof b.until);
    memset(b.heat, 0, sizeof b.heat);
    b.chance = 1;
    plant(&b, f);
    give_room(&b);
    for (int step = 1; f->work < WORK; step++) {
        struct change c;
        const int *pair;

        list_pairs(&b);
        if (b.pairs == 0) {
            straighten(&b);
            return hand_back(&b);
        }
        pair = b.pair[draw(&b, (uint32_t)b.pairs)];
        b.heat[pair[0]]++;
        b.heat[pair[1]]++;
        c = best_between(&b, pair[0], pair[1], step);
        if (c.item != NONE)
            apply(&b, &c, step);
    }
    return false;
}

int by_toes_afresh(struct by_toes *f, const struct by_view *v)
{
    struct by_toes kept;
    int folds = 0;

    f->last = false;
    f->tiles = 0;
    f->work = 0;
    while (!by_toes_table(f, v)) {
        kept = *f;
        folds++;
        if (untangle(f))
            continue;
        *f = kept;
        f->last = true;
        by_toes_crowd(f);
    }
    return f->last ? BY_TOES_LAST : folds < BY_TOES_LAST ? folds : BY_TOES_LAST - 1;
}

/* SPDX-License-Identifier: MIT */
/* hunt.c: searches for T-joins by branch and bound, and derives trains from them (train.h). */
#include "hunt.h"

#define DEEPEST 60 /* maximum depth of branching; far more than any hand has needed */

/* Returns the places connected to `from`. */
static uint32_t connected(const struct by_roads *r, int from)
{
    uint32_t in = (uint32_t)1 << from, fresh = in;

    while (fresh != 0) {
        uint32_t more = r->row[__builtin_ctz(fresh)] & ~in;

        fresh &= fresh - 1;
        in |= more;
        fresh |= more;
    }
    return in;
}

/* Returns whether the double of v can only be played last. That is so if v is a start from which no road leads, or a
 * place that the train reaches but does not leave. */
static bool dead_end(const struct by_hunt *h, const struct by_roads *r, int v)
{
    int degree = by_places(r->row[v] & BY_REAL);

    return degree == ((h->starts >> v & 1) != 0 ? 0 : 1);
}

/* Returns whether a train passes through v even if both trains end there. */
static bool passed_too(const struct by_hunt *h, const struct by_roads *r, int v)
{
    return by_places(r->row[v] & BY_REAL) > ((h->starts >> v & 1) != 0 ? 1 : 2);
}

/* Returns the cheapest place for two trains to end, and sets *price to its cost, which is never negative. If two trains
 * from different starts meet, they may end at any place they pass. The fine applies only if both end at a place whose
 * double neither train plays earlier. */
static int meeting(const struct by_hunt *h, const struct by_roads *r, uint32_t in, int32_t *price)
{
    int best = h->start;

    *price = BY_FAR;
    for (uint32_t a = in & BY_REAL; a != 0; a &= a - 1) {
        int v = __builtin_ctz(a);
        int32_t here = 0;

        if ((h->loops >> v & 1) != 0 && !passed_too(h, r, v))
            here = h->fine < 2 * h->pot[v] ? h->fine : 2 * h->pot[v];
        if (here < *price) {
            *price = here;
            best = v;
        }
    }
    return best;
}

static bool all_even(const struct by_roads *r, uint32_t in)
{
    for (; in != 0; in &= in - 1)
        if ((by_places(r->row[__builtin_ctz(in)]) & 1) != 0)
            return false;
    return true;
}

static bool meet(const struct by_hunt *h, const struct by_roads *r, uint32_t in)
{
    return (in >> BY_JOINT & 1) != 0 && all_even(r, in) && h->fine > 0;
}

/* Returns twice the weight of all tiles at the places in `in`, as if they formed one train. */
static int32_t worth(const struct by_hunt *h, const struct by_roads *r, uint32_t in)
{
    int32_t sum = 0, price = 0;

    if (meet(h, r, in))
        meeting(h, r, in, &price);
    for (in &= BY_REAL; in != 0; in &= in - 1) {
        int v = __builtin_ctz(in);

        sum += by_places(r->row[v] & BY_REAL) * h->pot[v];
        if ((h->loops >> v & 1) != 0) {
            int32_t loop = 2 * h->pot[v];

            sum += !dead_end(h, r, v) ? loop : loop > h->fine ? loop - h->fine : 0;
        }
    }
    return sum - price;
}

/* Chooses where to branch. Returns the places of the disconnected piece that the fewest roads lead to, ignoring pieces
 * without value. If no such piece exists, returns an end on a double that another road would avoid. Sets *to to the
 * places whose roads are considered. */
static uint32_t choose_piece(const struct by_hunt *h, const struct by_roads *all, const struct by_roads *rest,
                             uint32_t in, uint32_t hanging, uint32_t *to)
{
    uint32_t piece = 0, lost = in & ~hanging;
    int least = 1000;

    while (lost != 0) {
        uint32_t one = connected(rest, __builtin_ctz(lost));
        int roads = 0;

        lost &= ~one;
        for (uint32_t a = one; a != 0; a &= a - 1)
            roads += by_places(all->row[__builtin_ctz(a)] & ~one);
        if (roads < least && worth(h, rest, one) + by_places(one & h->loops) > 0) {
            least = roads;
            piece = one;
        }
    }
    *to = ~piece;
    if (piece != 0)
        return piece;
    for (uint32_t a = hanging & h->loops; a != 0; a &= a - 1)
        if (dead_end(h, rest, __builtin_ctz(a)) && !dead_end(h, all, __builtin_ctz(a)))
            return a & (0u - a);
    return hanging; /* here, the two trains meet on a double */
}

static void hunt(struct by_hunt *h, struct by_roads all, struct by_roads kept, int depth)
{
    uint32_t in = connected(&all, h->start), hanging, piece, to;
    int32_t most = worth(h, &all, in), cost, value;
    struct by_roads rest;

    if (most <= h->best)
        return;
    for (int v = 0; v < BY_POINTS; v++)
        if (kept.row[v] != 0 && (in >> v & 1) == 0)
            return; /* a road that must be kept is out of reach */
    if ((h->most != 0 && h->nodes >= h->most) || depth > DEEPEST) {
        h->short_of = true;
        return;
    }
    h->nodes++;
    rest = all;
    if (!by_join(h, &kept, in, most - h->best, &rest, &cost))
        return;
    hanging = connected(&rest, h->start);
    value = worth(h, &rest, hanging);
    if (value > h->best) {
        h->best = value;
        h->found = rest;
    }
    if (most - cost - (BY_TRAIN_FAULT == 1 ? 2 * h->pot[1] : 0) <= h->best)
        return;
    piece = choose_piece(h, &all, &rest, in, hanging, &to);
    for (uint32_t a = piece; a != 0; a &= a - 1) {
        int u = __builtin_ctz(a);
        uint32_t out = all.row[u] & ~rest.row[u] & to;

        for (; out != 0; out &= out - 1) {
            int v = __builtin_ctz(out);

            by_road_flip(&kept, u, v); /* first case: this road is the first one kept */
            hunt(h, all, kept, depth + 1);
            by_road_flip(&kept, u, v);
            by_road_flip(&all, u, v); /* other case: this road is also left out */
        }
    }
    if (BY_TRAIN_FAULT != 2)
        hunt(h, all, kept, depth + 1);
}

/* ---- From roads to trains ------------------------------------------------------------------- */

/* Orders the roads connected to `from` into a walk that uses each one once (Fleury's algorithm: crosses a bridge only
 * if there is no other road). Writes the places to `walk`, at most BY_MAX_TILES + 3. Returns their number. Destroys the
 * roads. Takes the highest number first, to play heavy tiles early. */
static int order_walk(struct by_roads *r, int from, uint8_t walk[])
{
    int at = from, n = 0;

    walk[n++] = (uint8_t)from;
    while (r->row[at] != 0) {
        int to = 31 - __builtin_clz(r->row[at]);

        for (uint32_t left = r->row[at]; (left & (left - 1)) != 0;) {
            int next = 31 - __builtin_clz(left);

            by_road_flip(r, at, next);
            bool bridge = (connected(r, next) >> at & 1) == 0;
            by_road_flip(r, at, next);
            to = next;
            if (!bridge)
                break;
            left &= ~((uint32_t)1 << next);
            to = __builtin_ctz(left);
        }
        by_road_flip(r, at, to);
        at = to;
        walk[n++] = (uint8_t)at;
    }
    return n;
}

/* Builds the train along the roads in `r`, from its start, with each double in `loops` as early as possible. */
static void lay_train(struct by_roads *r, int from, uint32_t loops, const struct by_wish *wish, struct by_train *out)
{
    uint8_t walk[BY_MAX_TILES + 3];
    int n = order_walk(r, from, walk);

    out->n = 0;
    out->pips = 0;
    out->from = (uint8_t)from;
    for (int i = 0; i < n; i++) {
        if (i > 0)
            out->tile[out->n++] = by_tile_of(walk[i - 1], walk[i]);
        if ((loops >> walk[i] & 1) != 0)
            out->tile[out->n++] = by_tile_of(walk[i], walk[i]);
        loops &= ~((uint32_t)1 << walk[i]);
    }
    for (int i = 0; i < out->n; i++)
        out->pips += by_pips(out->tile[i]);
    out->end = walk[n - 1];
    out->value = out->pips * wish->pip + out->n * wish->tile;
    if (out->n > 0 && by_is_double(out->tile[out->n - 1]))
        out->value -= wish->last_double;
}

static void begin(struct by_hunt *h, const struct by_set *hand, const struct by_wish *wish, uint32_t most,
                  struct by_roads *all)
{
    memset(h, 0, sizeof *h);
    memset(all, 0, sizeof *all);
    for (int v = 0; v < BY_NUMBERS; v++)
        h->pot[v] = wish->tile + 2 * wish->pip * v;
    h->fine = 2 * wish->last_double;
    h->most = most;
    h->best = -1;
    for (struct by_set left = *hand; !by_set_empty(&left);) {
        by_tile t = by_set_take(&left);

        if (by_is_double(t))
            h->loops |= (uint32_t)1 << by_high(t);
        else
            by_road_flip(all, by_high(t), by_low(t));
    }
}

/* Returns the doubles to play: all within reach, except a double at a dead end that is worth less than the fine. */
static uint32_t loops_laid(const struct by_hunt *h, const struct by_roads *r)
{
    uint32_t in = connected(r, h->start), loops = h->loops & in;
    int32_t price = 0;
    int end = meet(h, r, in) ? meeting(h, r, in, &price) : -1;

    if (end >= 0 && !passed_too(h, r, end) && 2 * h->pot[end] < h->fine)
        loops &= ~((uint32_t)1 << end);
    for (uint32_t a = loops; a != 0; a &= a - 1)
        if (dead_end(h, r, __builtin_ctz(a)) && 2 * h->pot[__builtin_ctz(a)] < h->fine)
            loops &= ~(a & (0u - a));
    return loops;
}

void by_train_best(const struct by_set *hand, int from, const struct by_wish *wish, uint32_t most, struct by_train *out)
{
    struct by_hunt h;
    struct by_roads all, kept = { { 0 } };

    begin(&h, hand, wish, most, &all);
    h.start = from;
    h.starts = (uint32_t)1 << from;
    h.ends = 1;
    hunt(&h, all, kept, 0);
    lay_train(&h.found, from, loops_laid(&h, &h.found), wish, out);
    out->nodes = h.nodes;
    out->exact = !h.short_of;
}

/* ---- Two trains ------------------------------------------------------------------------------- */

/* Cuts the walk in two, and puts the roads of the seat's own train in r[0] and those of the other train in r[1]. Cuts
 * at the joint or, without a joint, at the first or last visit to the common start, whichever makes r[0] heavier. */
static void cut_walk(const uint8_t walk[], int n, int start, int joint, bool own_first, struct by_roads r[2])
{
    int first = -1, last = -1, cut, pips[2] = { 0, 0 };

    for (int i = 0; i < n; i++)
        if (walk[i] == (joint >= 0 ? joint : start)) {
            first = first < 0 ? i : first;
            last = i;
        }
    for (int i = 1; i < n && joint < 0; i++) {
        pips[0] += i <= first ? walk[i - 1] + walk[i] : 0;
        pips[1] += i > last ? walk[i - 1] + walk[i] : 0;
    }
    if (joint < 0) /* cut off the lighter of the two ends */
        own_first = pips[0] > pips[1];
    cut = joint >= 0 ? first : own_first ? last : first;
    memset(r, 0, 2 * sizeof *r);
    for (int i = 1; i < n; i++)
        if (walk[i] != BY_JOINT && walk[i - 1] != BY_JOINT)
            by_road_flip(&r[(i <= cut) == own_first ? 0 : 1], walk[i - 1], walk[i]);
}

/* Puts a double on the seat's own train if another tile can follow it there, otherwise on the other train. */
static uint32_t loops_of_own(uint32_t loops, const struct by_roads r[2], const int start[2])
{
    uint32_t reach[2] = { connected(&r[0], start[0]), connected(&r[1], start[1]) }, own = 0;

    for (uint32_t a = loops; a != 0; a &= a - 1) {
        int v = __builtin_ctz(a), good[2];

        for (int k = 0; k < 2; k++)
            good[k] = (reach[k] >> v & 1) == 0 ? 0 : by_places(r[k].row[v]) > (v == start[k] ? 0 : 1) ? 2 : 1;
        if (good[0] >= good[1])
            own |= a & (0u - a);
    }
    return own;
}

void by_train_split(const struct by_set *hand, int own, int other, const struct by_wish *wish, uint32_t most,
                    struct by_train out[2])
{
    int start[2] = { own, other }, n, from, joint = own == other ? -1 : BY_JOINT;
    uint8_t walk[BY_MAX_TILES + 3];
    struct by_roads all, kept = { { 0 } }, r[2];
    struct by_hunt h;
    uint32_t loops, mine;
    int32_t price;
    bool own_first = true;

    begin(&h, hand, wish, most, &all);
    h.start = own;
    h.starts = (uint32_t)1 << own | (uint32_t)1 << other;
    h.ends = 2;
    if (joint >= 0) {
        by_road_flip(&kept, own, joint);
        by_road_flip(&kept, joint, other);
        for (int v = 0; v < BY_POINTS; v++)
            all.row[v] |= kept.row[v];
    }
    hunt(&h, all, kept, 0);
    loops = loops_laid(&h, &h.found);
    from = joint >= 0 ? meeting(&h, &h.found, connected(&h.found, own), &price) : own;
    for (uint32_t a = connected(&h.found, own); a != 0; a &= a - 1)
        if ((by_places(h.found.row[__builtin_ctz(a)]) & 1) != 0)
            from = __builtin_ctz(a);
    n = order_walk(&h.found, from, walk);
    for (int i = 1; i < n; i++)
        if (walk[i] == BY_JOINT)
            own_first = walk[i - 1] == own;
    cut_walk(walk, n, own, joint, own_first, r);
    mine = loops_of_own(loops, r, start);
    lay_train(&r[0], own, mine, wish, &out[0]);
    lay_train(&r[1], other, loops & ~mine, wish, &out[1]);
    if (joint < 0 && out[1].value > out[0].value) {
        struct by_train swap = out[0];

        out[0] = out[1];
        out[1] = swap;
    }
    out[0].nodes = out[1].nodes = h.nodes;
    out[0].exact = out[1].exact = !h.short_of;
}

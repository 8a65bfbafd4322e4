/* SPDX-License-Identifier: MIT */
/* quick.c: plans a train in a fraction of a microsecond. */
#include "quick.h"

#include "planted.h"

enum { WALK = BY_MAX_TILES + 1, PASSES = 2 };

struct walk {
    int n;
    uint8_t at[WALK]; /* the numbers on the way */
};

/* The worth of a tile u-v, in the units of by_scales_eye. */
static inline int worth(int u, int v) { return 16 * (u + v) + 200; }

/* Returns the number to go on to: if possible one that can be left again as often as it is reached, then one with few
 * other roads, and last a dead end; the highest of equals. */
static inline int next(const struct by_roads *r, int at)
{
    uint32_t left = r->row[at];
    int most = -1, to = 0;

    if ((left & (left - 1)) == 0)
        return __builtin_ctz(left);
    for (; left != 0; left &= left - 1) {
        const int v = __builtin_ctz(left), roads = by_places(r->row[v]);
        const int rank = roads == 1 ? 0 : (roads & 1) != 0 ? 20 - roads : 40 + roads;

        if (rank * 32 + v > most) {
            most = rank * 32 + v;
            to = v;
        }
    }
    return to;
}

/* Walks on from `at` until stuck, and uses up the roads. Returns the worth of the way. */
static int walk_on(struct by_roads *r, int at, struct walk *out)
{
    int sum = 0;

    out->n = 0;
    while (r->row[at] != 0) {
        const int to = next(r, at);

        by_road_flip(r, at, to);
        sum += worth(at, to);
        out->at[out->n++] = (uint8_t)to;
        at = to;
    }
    return sum;
}

/* Gives the roads of a way back. */
static void give_back(struct by_roads *r, int from, const uint8_t *at, int n)
{
    for (int i = 0; i < n; i++) {
        by_road_flip(r, from, at[i]);
        from = at[i];
    }
}

/* Improves the rest of the walk after its place i, which is worth `rest`. Returns what it is worth then. */
static int improve(struct by_roads *r, struct walk *w, int i, int rest)
{
    const int from = w->at[i];
    struct walk other;

    while (r->row[from] != 0) {
        const int sum = walk_on(r, from, &other);

        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): a road leads from here, so n > 0 */
        if (other.at[other.n - 1] == from) { /* a round trip */
            memmove(w->at + i + 1 + other.n, w->at + i + 1, (size_t)(w->n - i - 1));
            memcpy(w->at + i + 1, other.at, (size_t)other.n);
            w->n += other.n;
            rest += sum;
            continue;
        }
        if (sum <= rest && !BY_PLANTED(238)) {
            give_back(r, from, other.at, other.n);
            break;
        }
        give_back(r, from, w->at + i + 1, w->n - i - 1);
        memcpy(w->at + i + 1, other.at, (size_t)other.n);
        w->n = i + 1 + other.n;
        rest = sum;
        break;
    }
    return rest;
}

static inline void put(struct by_quick *out, by_tile t)
{
    if (out->n < BY_QUICK) {
        out->tile[out->n++] = t;
        by_set_add(&out->in, t);
    }
}

void by_quick_roads(const struct by_set *hand, struct by_quick_roads *out)
{
    memset(out, 0, sizeof *out);
    for (struct by_set left = *hand; !by_set_empty(&left);)
        by_quick_drop(out, by_set_take(&left));
}

void by_quick_drop(struct by_quick_roads *r, by_tile t)
{
    if (by_is_double(t))
        r->loops ^= (uint32_t)1 << by_high(t);
    else
        by_road_flip(&r->all, by_high(t), by_low(t));
}

void by_quick_plan(const struct by_quick_roads *hand, int tail, struct by_quick *out)
{
    struct by_quick_roads r = *hand;
    struct walk w;

    memset(&out->in, 0, sizeof out->in);
    out->n = 0;
    if (r.all.row[tail] == 0 && (r.loops >> tail & 1) == 0)
        return;
    walk_on(&r.all, tail, &w);
    memmove(w.at + 1, w.at, (size_t)w.n++);
    w.at[0] = (uint8_t)tail;
    for (int pass = 0; pass < PASSES; pass++)
        for (int i = w.n - 2, rest = 0; i >= 0; i--) {
            rest += worth(w.at[i], w.at[i + 1]);
            rest = improve(&r.all, &w, i, rest);
        }
    for (int i = 0; i < w.n; i++) {
        if (i > 0)
            put(out, by_tile_of(w.at[i - 1], w.at[i]));
        if ((r.loops >> w.at[i] & 1) != 0)
            put(out, by_tile_of(w.at[i], w.at[i]));
        r.loops &= ~((uint32_t)1 << w.at[i]);
    }
}

/* SPDX-License-Identifier: MIT */
/* hunt_join.c: finds the lightest T-join by matching odd places along their shortest detours. */
#include "hunt.h"

#define MATCHINGS 5000 /* steps in one matching when bounds are limited; far more than any hand has needed */

/* One matching. Pairing i and j, each an odd place or a stand-in for a free end, costs cost[i][j], which is never
 * negative. */
struct match {
    int n, best;
    uint32_t left; /* steps left; 0 once stopped */
    uint8_t mate[BY_POINTS + 2], found[BY_POINTS + 2];
    int32_t cost[BY_POINTS + 2][BY_POINTS + 2];
};

/* Computes a lower bound: each place pays at least half the cost of its cheapest partner. Returns the place that pays
 * most, which chooses first. */
static int dearest(const struct match *m, uint32_t left, int32_t *bound)
{
    int32_t sum = 0, most = -1;
    int who = 0;

    for (uint32_t a = left; a != 0; a &= a - 1) {
        int i = __builtin_ctz(a);
        int32_t least = BY_FAR;

        for (uint32_t b = left & ~(a & (0u - a)); b != 0; b &= b - 1) {
            int j = __builtin_ctz(b);

            least = m->cost[i][j] < least ? m->cost[i][j] : least;
        }
        sum += least;
        if (least > most) {
            most = least;
            who = i;
        }
    }
    *bound = (sum + 1) / 2;
    return who;
}

static void match(struct match *m, uint32_t left, int32_t spent)
{
    int32_t bound;
    uint32_t tried;
    int i;

    if (left == 0) {
        m->best = spent; /* only better matchings get here */
        memcpy(m->found, m->mate, sizeof m->found);
        return;
    }
    if (m->left == 0)
        return;
    m->left--;
    i = dearest(m, left, &bound);
    if (spent + bound >= m->best)
        return;
    left &= ~((uint32_t)1 << i);
    for (tried = left; tried != 0;) {
        int32_t least = BY_FAR;
        int to = -1;

        for (uint32_t b = tried; b != 0; b &= b - 1) {
            int j = __builtin_ctz(b);

            if (m->cost[i][j] < least) {
                least = m->cost[i][j];
                to = j;
            }
        }
        if (to < 0 || spent + least >= m->best || (BY_TRAIN_FAULT == 3 && m->found[0] != 255))
            return;
        tried &= ~((uint32_t)1 << to);
        m->mate[i] = (uint8_t)to;
        m->mate[to] = (uint8_t)i;
        match(m, left & ~((uint32_t)1 << to), spent + least);
    }
}

/* Computes all shortest detours between the places in `in`, using the roads in `over` (Floyd-Warshall). */
static void detours(const struct by_hunt *h, const struct by_roads *over, uint32_t in, int32_t d[BY_POINTS][BY_POINTS])
{
    for (uint32_t a = in; a != 0; a &= a - 1) {
        int u = __builtin_ctz(a);

        for (int v = 0; v < BY_POINTS; v++)
            d[u][v] = (over->row[u] >> v & 1) != 0 ? 0 : BY_FAR;
    }
    for (uint32_t x = in; x != 0; x &= x - 1) {
        int by = __builtin_ctz(x);
        const int32_t *onward = d[by];

        for (uint32_t a = in & ~(x & (0u - x)); a != 0; a &= a - 1) {
            int32_t *row = d[__builtin_ctz(a)], here = row[by] + 2 * h->pot[by];

            if (here >= BY_FAR)
                continue;
            for (int v = 0; v < BY_POINTS; v++)
                row[v] = here + onward[v] < row[v] ? here + onward[v] : row[v];
        }
    }
}

/* Removes the roads along a shortest path (or restores a road that two paths share). */
static void take_path(const struct by_hunt *h, const struct by_roads *over, int32_t d[BY_POINTS][BY_POINTS], int u,
                      int v, struct by_roads *roads)
{
    while ((over->row[u] >> v & 1) == 0) {
        uint32_t a = over->row[u];
        int x = -1;

        for (; a != 0; a &= a - 1) {
            x = __builtin_ctz(a);
            if (d[x][v] + 2 * h->pot[x] == d[u][v])
                break;
        }
        BY_ASSERT(a != 0);
        by_road_flip(roads, u, x);
        u = x;
    }
    by_road_flip(roads, u, v);
}

/* Returns the places that must lose a road or remain an end. */
static uint32_t odd_places(const struct by_hunt *h, const struct by_roads *r, uint32_t in)
{
    uint32_t odd = 0;

    for (uint32_t a = in; a != 0; a &= a - 1)
        odd |= (uint32_t)(by_places(r->row[__builtin_ctz(a)]) & 1) << __builtin_ctz(a);
    return h->ends == 1 ? odd ^ (uint32_t)1 << h->start : odd;
}

/* Sets the costs of matching the n odd places in `at` and a stand-in for each free end. */
static void costs(const struct by_hunt *h, struct match *m, const int *at, int n, int32_t top,
                  int32_t d[BY_POINTS][BY_POINTS])
{
    m->n = n + h->ends;
    for (int i = 0; i < m->n; i++)
        for (int j = 0; j < m->n; j++)
            if (i < n && j < n)
                m->cost[i][j] = n > h->ends && i != j ? d[at[i]][at[j]] : BY_FAR;
            else /* an end costs its difference from the most expensive place */
                m->cost[i][j] = i < n ? top - h->pot[at[i]] : j < n ? top - h->pot[at[j]] : BY_FAR;
}

bool by_join(struct by_hunt *h, const struct by_roads *kept, uint32_t in, int32_t limit, struct by_roads *roads,
             int32_t *cost)
{
    uint32_t odd = odd_places(h, roads, in);
    int32_t d[BY_POINTS][BY_POINTS], base = 0, top = 0;
    struct by_roads over;
    struct match m;
    int at[BY_POINTS + 2], n = 0;

    *cost = 0;
    if (odd == 0)
        return limit > 0;
    for (int v = 0; v < BY_POINTS; v++)
        over.row[v] = roads->row[v] & ~kept->row[v] & BY_REAL;
    for (uint32_t a = odd; a != 0; a &= a - 1) {
        at[n] = __builtin_ctz(a);
        base += h->pot[at[n]];
        top = h->pot[at[n]] > top ? h->pot[at[n]] : top;
        n++;
    }
    base -= h->ends * top; /* an end that remains odd counts as the most expensive place; see costs() */
    if (base >= limit)
        return false;
    if (n > h->ends)
        detours(h, &over, in & BY_REAL, d);
    costs(h, &m, at, n, top, d);
    m.best = limit - base;
    m.left = h->most != 0 ? MATCHINGS : UINT32_MAX;
    memset(m.found, 255, sizeof m.found);
    match(&m, ((uint32_t)1 << m.n) - 1, 0);
    h->short_of |= m.left == 0;
    if (m.found[0] == 255)
        return false;
    for (int i = 0; i < n; i++)
        if (m.found[i] < n && m.found[i] > i)
            take_path(h, &over, d, at[i], at[m.found[i]], roads);
    *cost = base + m.best;
    return true;
}

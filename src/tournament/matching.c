/* SPDX-License-Identifier: MIT */
/* matching.c: finds a perfect matching of least cost by Edmonds' blossom algorithm with a dual variable per vertex and
 * blossom, in O(n^3). See Z. Galil, "Efficient Algorithms for Finding Maximum Matching in Graphs", ACM Computing
 * Surveys 18 (1986). docs/choices/018-matching.md explains why we wrote our own.
 *
 * Vertices are numbered from 1 and blossoms above them; 0 means none. Of nested blossoms, only the outermost has a
 * mark. The algorithm maximises weight, so an edge's weight is a large constant minus its cost: the best matching is
 * then also perfect. All numbers are integers, and weights are doubled so that half a slack is still an integer. */
#include "matching.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/error.h"
#include "planted.h"
#include "util/memory.h"

#define MOST (BY_MOST_PAIRED + BY_MOST_PAIRED / 2 + 2) /* maximum number of vertices and blossoms at any time */
#define FAR INT64_MAX

enum mark { FREE = -1, OUTER, INNER };

struct edge {
    int u, v; /* the vertices at its ends */
    int64_t weight;
};

struct graph {
    int n, top;                   /* vertices; the highest number in use for a vertex or blossom */
    struct edge edge[MOST][MOST]; /* between blossoms: the edge with the least slack */
    int64_t dual[MOST];
    int mate[MOST];          /* the vertex at the other end of the matched edge */
    int slack[MOST];         /* an outer vertex whose edge to this one has the least slack */
    int holder[MOST];        /* the outermost blossom that contains this one, or itself; 0 if not in use */
    int parent[MOST];        /* the vertex from which the tree reached this one */
    int part_of[MOST][MOST]; /* [b][u]: the part of blossom b that holds vertex u */
    enum mark mark[MOST];
    int seen[MOST], turn;                 /* marks left by the search for a common ancestor */
    int part[MOST][MOST], parts[MOST];    /* the cycle of a blossom, from its base */
    int queue[MOST * MOST], head, queued; /* outer vertices to scan */
};

static int64_t slack_of(const struct graph *g, const struct edge *e)
{
    return g->dual[e->u] + g->dual[e->v] - 2 * g->edge[e->u][e->v].weight;
}

static void update_slack(struct graph *g, int u, int x)
{
    if (g->slack[x] == 0 || slack_of(g, &g->edge[u][x]) < slack_of(g, &g->edge[g->slack[x]][x]))
        g->slack[x] = u;
}

static void set_slack(struct graph *g, int x)
{
    g->slack[x] = 0;
    for (int u = 1; u <= g->n; u++)
        if (g->edge[u][x].weight > 0 && g->holder[u] != x && g->mark[g->holder[u]] == OUTER)
            update_slack(g, u, x);
}

static void enqueue(struct graph *g, int x)
{
    if (x <= g->n)
        g->queue[g->queued++] = x;
    for (int i = 0; x > g->n && i < g->parts[x]; i++)
        enqueue(g, g->part[x][i]);
}

static void set_holder(struct graph *g, int x, int b)
{
    g->holder[x] = b;
    for (int i = 0; x > g->n && i < g->parts[x]; i++)
        set_holder(g, g->part[x][i], b);
}

static void reverse(int *list, int n)
{
    for (int i = 0; i < n / 2; i++) {
        int other = list[n - 1 - i];

        list[n - 1 - i] = list[i];
        list[i] = other;
    }
}

/* Returns the position of a part in its blossom, after reversing the cycle if necessary, so that the path from the base
 * has even length. */
static int even_position(struct graph *g, int b, int part)
{
    int at = 0;

    while (g->part[b][at] != part)
        at++;
    if (at % 2 == 0)
        return at;
    reverse(g->part[b] + 1, g->parts[b] - 1);
    return g->parts[b] - at;
}

/* Matches u along the edge to v, and the parts of u with each other. */
static void set_mate(struct graph *g, int u, int v)
{
    struct edge e = g->edge[u][v];
    int part, at, turned[MOST];

    g->mate[u] = e.v;
    if (u <= g->n)
        return;
    part = g->part_of[u][e.u];
    at = even_position(g, u, part);
    for (int i = 0; i < at; i++)
        set_mate(g, g->part[u][i], g->part[u][i ^ 1]);
    set_mate(g, part, v);
    for (int i = 0; i < g->parts[u]; i++) /* the part becomes the base */
        turned[i] = g->part[u][(i + at) % g->parts[u]];
    memcpy(g->part[u], turned, sizeof *turned * (size_t)g->parts[u]);
}

/* Matches u to v, and flips the path from u to the root of its tree. */
static void augment(struct graph *g, int u, int v)
{
    for (;;) {
        int next = g->holder[g->mate[u]];

        set_mate(g, u, v);
        if (next == 0)
            return;
        set_mate(g, next, g->holder[g->parent[next]]);
        u = g->holder[g->parent[next]];
        v = next;
    }
}

/* Returns the nearest common ancestor of two outer nodes, or 0 if they are in different trees. */
static int ancestor(struct graph *g, int u, int v)
{
    g->turn++;
    while (u != 0 || v != 0) {
        int other = v;

        if (u != 0) {
            if (g->seen[u] == g->turn)
                return u;
            g->seen[u] = g->turn;
            u = g->holder[g->mate[u]];
            if (u != 0)
                u = g->holder[g->parent[u]];
        }
        v = u;
        u = other;
    }
    return 0;
}

/* Appends the path from x up to `base` to the cycle of blossom b. */
static void add_way(struct graph *g, int b, int x, int base)
{
    while (x != base) {
        int y = g->holder[g->mate[x]];

        g->part[b][g->parts[b]++] = x;
        g->part[b][g->parts[b]++] = y;
        enqueue(g, y);
        x = g->holder[g->parent[y]];
    }
}

/* Gives blossom b the least-slack edges of its parts. */
static void join_edges(struct graph *g, int b)
{
    for (int x = 1; x <= g->top; x++)
        g->edge[b][x].weight = g->edge[x][b].weight = 0;
    memset(g->part_of[b], 0, sizeof g->part_of[b]);
    for (int i = 0; i < g->parts[b]; i++) {
        int p = g->part[b][i];

        for (int x = 1; x <= g->top; x++)
            if (g->edge[b][x].weight == 0 || slack_of(g, &g->edge[p][x]) < slack_of(g, &g->edge[b][x])) {
                g->edge[b][x] = g->edge[p][x];
                g->edge[x][b] = g->edge[x][p];
            }
        for (int x = 1; x <= g->n; x++)
            if (g->part_of[p][x] != 0)
                g->part_of[b][x] = p;
    }
}

/* Joins the odd cycle through u, v and their common ancestor into a blossom. */
static void shrink(struct graph *g, int u, int base, int v)
{
    int b = g->n + 1;

    while (b <= g->top && g->holder[b] != 0)
        b++;
    g->top = b > g->top ? b : g->top;
    BY_ASSERT(b < MOST);
    g->dual[b] = 0;
    g->mark[b] = OUTER;
    g->mate[b] = g->mate[base];
    g->parts[b] = 1;
    g->part[b][0] = base;
    add_way(g, b, u, base);
    reverse(g->part[b] + 1, g->parts[b] - 1);
    add_way(g, b, v, base);
    set_holder(g, b, b);
    join_edges(g, b);
    set_slack(g, b);
}

/* Splits an inner blossom whose dual variable is 0. */
static void expand(struct graph *g, int b)
{
    int entry, at;

    for (int i = 0; i < g->parts[b]; i++)
        set_holder(g, g->part[b][i], g->part[b][i]);
    entry = g->part_of[b][g->edge[b][g->parent[b]].u];
    at = even_position(g, b, entry);
    for (int i = 0; i < at; i += 2) {
        int inner = g->part[b][i], outer = g->part[b][i + 1];

        g->parent[inner] = g->edge[outer][inner].u;
        g->mark[inner] = INNER;
        g->mark[outer] = OUTER;
        g->slack[inner] = 0;
        set_slack(g, outer);
        enqueue(g, outer);
    }
    g->mark[entry] = INNER;
    g->parent[entry] = g->parent[b];
    for (int i = at + 1; i < g->parts[b]; i++) {
        g->mark[g->part[b][i]] = FREE;
        set_slack(g, g->part[b][i]);
    }
    g->holder[b] = 0;
}

/* Uses an edge without slack. Returns whether the edge completed an augmenting path. */
static bool use_edge(struct graph *g, const struct edge *found)
{
    struct edge e = *found;
    int u = g->holder[e.u], v = g->holder[e.v], base, next;

    if (g->mark[v] == FREE) {
        g->parent[v] = e.u;
        g->mark[v] = INNER;
        next = g->holder[g->mate[v]];
        g->slack[v] = g->slack[next] = 0;
        g->mark[next] = OUTER;
        enqueue(g, next);
        return false;
    }
    if (g->mark[v] != OUTER)
        return false;
    base = ancestor(g, u, v);
    if (base == 0) {
        augment(g, u, v);
        augment(g, v, u);
        return true;
    }
    shrink(g, u, base, v);
    return false;
}

/* Scans the outer vertices. Returns whether a path was augmented. */
static bool scan(struct graph *g)
{
    while (g->head < g->queued) {
        int u = g->queue[g->head++];

        if (g->mark[g->holder[u]] == INNER)
            continue;
        for (int v = 1; v <= g->n; v++) {
            if (g->edge[u][v].weight <= 0 || g->holder[u] == g->holder[v])
                continue;
            if (slack_of(g, &g->edge[u][v]) != 0)
                update_slack(g, u, g->holder[v]);
            else if (use_edge(g, &g->edge[u][v]))
                return true;
        }
    }
    return false;
}

/* Returns the largest change of the dual variables that keeps every slack at 0 or above. */
static int64_t step(const struct graph *g)
{
    int64_t d = FAR;

    for (int x = 1; x <= g->top; x++) {
        int64_t slack;

        if (g->holder[x] != x)
            continue;
        if (x > g->n && g->mark[x] == INNER && g->dual[x] / 2 < d && !BY_PLANTED(611))
            d = g->dual[x] / 2;
        if (g->slack[x] == 0 || g->mark[x] == INNER)
            continue;
        slack = slack_of(g, &g->edge[g->slack[x]][x]);
        slack = g->mark[x] == FREE ? slack : slack / 2;
        d = slack < d ? slack : d;
    }
    return d;
}

/* Changes the dual variables. Returns false if no larger matching has more weight. */
static bool move_duals(struct graph *g, int64_t d)
{
    for (int u = 1; u <= g->n; u++) {
        enum mark mark = g->mark[g->holder[u]];

        if (mark == OUTER && g->dual[u] <= d)
            return false;
        if (mark != FREE)
            g->dual[u] += mark == OUTER ? -d : d;
    }
    for (int b = g->n + 1; b <= g->top; b++)
        if (g->holder[b] == b && g->mark[b] != FREE)
            g->dual[b] += g->mark[b] == OUTER ? 2 * d : -2 * d;
    return true;
}

/* Uses the edges that have just lost their slack, and splits the blossoms that may be split. */
static bool use_tight(struct graph *g)
{
    for (int x = 1; x <= g->top; x++) {
        int u = g->slack[x];

        if (g->holder[x] == x && u != 0 && g->holder[u] != x && slack_of(g, &g->edge[u][x]) == 0
            && use_edge(g, &g->edge[u][x]))
            return true;
    }
    for (int b = g->n + 1; b <= g->top; b++)
        if (g->holder[b] == b && g->mark[b] == INNER && g->dual[b] == 0)
            expand(g, b);
    return false;
}

/* Adds one edge to the matching. Returns false if the matching is complete. */
static bool grow(struct graph *g)
{
    bool any = false;

    g->head = g->queued = 0;
    for (int x = 1; x <= g->top; x++) {
        g->mark[x] = FREE;
        g->slack[x] = 0;
    }
    for (int x = 1; x <= g->top; x++)
        if (g->holder[x] == x && g->mate[x] == 0) {
            g->parent[x] = 0;
            g->mark[x] = OUTER;
            enqueue(g, x);
            any = true;
        }
    while (any) {
        if (scan(g))
            return true;
        if (!move_duals(g, step(g)))
            return false;
        g->head = g->queued = 0;
        if (use_tight(g))
            return true;
    }
    return false;
}

/* Sets up the vertices: an edge's weight is `most` minus its cost. */
static void set_up(struct graph *g, int n, const int64_t *cost)
{
    int64_t most = 1;

    for (int i = 0; i < n * n; i++) {
        BY_ASSERT(cost[i] >= 0 && cost[i] < BY_COST_LIMIT);
        most = cost[i] >= most ? cost[i] + 1 : most;
    }
    most *= n / 2 + 1; /* one more edge outweighs all costs */
    g->n = g->top = n;
    for (int u = 0; u <= n; u++)
        g->holder[u] = u;
    for (int u = 1; u <= n; u++) {
        g->dual[u] = most;
        g->part_of[u][u] = u;
        for (int v = 1; v <= n; v++)
            g->edge[u][v] = (struct edge){ u, v, u == v ? 0 : most - cost[(u - 1) * n + v - 1] };
    }
}

void by_match_pairs(int n, const int64_t *cost, int *mate)
{
    struct graph *g = by_sure(calloc(1, sizeof *g));

    BY_ASSERT(n >= 2 && n <= BY_MOST_PAIRED && n % 2 == 0);
    set_up(g, n, cost);
    while (grow(g))
        continue;
    for (int u = 1; u <= n; u++) {
        BY_ASSERT(g->mate[u] != 0);
        mate[u - 1] = g->mate[u] - 1;
    }
    free(g);
}

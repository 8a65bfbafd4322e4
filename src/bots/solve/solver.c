/* SPDX-License-Identifier: MIT */
/* solver.c: sets up a solver's memory and the tables derived from the tiles. */
#include "solver.h"

/* Determines the order in which tiles are tried: doubles first, then the heaviest, then the higher index. */
static int eagerness(int t) { return by_is_double((by_tile)t) ? 100 + by_pips((by_tile)t) : by_pips((by_tile)t); }

static void order_tiles(struct by_solver *s)
{
    for (int t = 0; t < BY_DECK; t++) {
        int rank = 0;

        for (int u = 0; u < BY_DECK; u++)
            rank += eagerness(u) > eagerness(t) || (eagerness(u) == eagerness(t) && u > t);
        s->rank[t] = (uint8_t)rank;
        s->tile[rank] = (uint8_t)t;
        s->pips[rank] = (uint8_t)by_pips((by_tile)t);
    }
}

/* L-07, L-08. */
static bool touches(bool wild, int number, int half) { return number == half || (wild && (number == 0 || half == 0)); }

static void list_ways(struct by_pairs *p, bool wild, int pair, int rank, by_tile t)
{
    const int end[2] = { by_high((by_tile)pair), by_low((by_tile)pair) };
    int n = 0;

    for (int way = 0; way < 4; way++) {
        int at = way >> 1, touch = by_touching(t, way & 1);
        uint8_t after = by_tile_of(by_across(t, touch), end[1 - at]);
        bool twin = !touches(wild, end[at], touch);

        for (int i = 0; i < n; i++)
            twin |= p->next[pair][rank][i] == after;
        if (!twin)
            p->next[pair][rank][n++] = after;
    }
    p->ways[pair][rank] = (uint8_t)n;
    if (n > 0)
        p->fit[pair] |= (uint32_t)1 << rank;
}

struct by_solver *by_solver_init(void *memory, size_t size)
{
    struct by_solver *s = memory;
    size_t entries = 64;

    if (memory == NULL || size < BY_SOLVER_SIZE(64))
        return NULL;
    while (BY_SOLVER_SIZE(entries * 2) <= size)
        entries *= 2;
    memset(s, 0, sizeof *s);
    s->known = (struct by_known *)((unsigned char *)memory + BY_SOLVER_BASE);
    memset(s->known, 0, entries * sizeof *s->known);
    s->mask = entries - 1;
    s->stamp = 1; /* a cleared entry has stamp 0 */
    s->own = by_budget_of(0);
    s->budget = &s->own;
    order_tiles(s);
    for (int wild = 0; wild < 2; wild++) {
        for (int pair = 0; pair < BY_DECK; pair++)
            for (int rank = 0; rank < BY_DECK; rank++)
                list_ways(&s->pairs[wild], wild == 1, pair, rank, s->tile[rank]);
        for (int open = 0; open < 128; open++)
            for (int n = 0; n < 7; n++)
                if ((open >> n & 1) != 0)
                    s->fits[wild][open] |= s->pairs[wild].fit[by_tile_of(n, n)];
    }
    return s;
}

void by_solver_limit(struct by_solver *s, struct by_budget *b) { s->budget = b != NULL ? b : &s->own; }

bool by_solver_spent(const struct by_solver *s) { return by_budget_spent(s->budget); }

uint64_t by_solver_nodes(const struct by_solver *s) { return s->nodes; }

void by_solver_forget(struct by_solver *s)
{
    s->asked = 0;
    if (++s->stamp == 0) {
        memset(s->known, 0, (size_t)(s->mask + 1) * sizeof *s->known);
        s->stamp = 1;
    }
}

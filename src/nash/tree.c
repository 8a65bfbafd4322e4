/* SPDX-License-Identifier: MIT */
/* tree.c: builds the public tree of the small game (nash.h). */
#include "tree.h"
#include "hands.h"

#include <string.h>

#include "util/memory.h"

uint32_t by_nash_fits(const struct by_nash *g, const struct by_nash_node *n)
{
    uint32_t all = ((uint32_t)1 << g->tiles) - 1;

    if (n->end[0] == BY_NO_TILE)
        return all;
    return (uint32_t)(by_suit[n->end[0]].w[0] | by_suit[n->end[1]].w[0]) & all;
}

int by_nash_acts(const struct by_nash *g, const struct by_nash_node *n, struct by_nash_act out[BY_NASH_ACTS])
{
    uint32_t tiles = n->may[n->turn] & by_nash_fits(g, n);
    int acts = 0;

    for (; tiles != 0; tiles &= tiles - 1) {
        by_tile t = (by_tile)__builtin_ctz(tiles);

        if (n->end[0] == BY_NO_TILE) {
            out[acts++] = (struct by_nash_act){ t, (uint8_t)by_high(t) };
            continue;
        }
        for (int e = 0; e < (n->end[0] == n->end[1] ? 1 : 2); e++)
            if (by_high(t) == n->end[e] || by_low(t) == n->end[e])
                out[acts++] = (struct by_nash_act){ t, n->end[e] };
    }
    return acts;
}

static struct by_nash_node *more(struct by_nash *g, uint32_t n)
{
    if (g->room < g->nodes + n) {
        g->room = (g->nodes + n) * 2;
        g->node = by_sure(realloc(g->node, sizeof *g->node * g->room));
    }
    memset(g->node + g->nodes, 0, sizeof *g->node * n);
    g->nodes += n;
    return g->node + g->nodes - n;
}

static void after_play(const struct by_nash_node *n, struct by_nash_act a, struct by_nash_node *out)
{
    int seat = n->turn;

    *out = *n;
    out->may[0] &= ~((uint32_t)1 << a.tile);
    out->may[1] &= ~((uint32_t)1 << a.tile);
    out->left[seat]--;
    out->turn = (uint8_t)(1 - seat);
    out->passed = 0;
    if (n->end[0] == BY_NO_TILE) {
        out->end[0] = (uint8_t)by_high(a.tile);
        out->end[1] = (uint8_t)by_low(a.tile);
    } else {
        out->end[n->end[0] == a.on ? 0 : 1] = (uint8_t)by_across(a.tile, a.on);
    }
}

static void after_pass(const struct by_nash_node *n, uint32_t fits, struct by_nash_node *out)
{
    *out = *n;
    out->may[n->turn] &= ~fits;
    out->turn = (uint8_t)(1 - n->turn);
    out->passed = 1;
}

/* Returns the number of hands that have two or more plays and leave the opponent enough tiles. */
static uint64_t decisions(const struct by_nash_node *n, const struct by_nash_act *acts, int count)
{
    uint64_t found = 0;

    for (int h = 0; h < by_nash_count(n, n->turn); h++) {
        uint32_t hand = by_nash_hand_tiles(n->may[n->turn], n->left[n->turn], h);
        int plays = 0;

        for (int i = 0; i < count; i++)
            plays += (int)(hand >> acts[i].tile & 1);
        found += plays > 1 && __builtin_popcount(n->may[1 - n->turn] & ~hand) >= n->left[1 - n->turn];
    }
    return found;
}

static void grow(struct by_nash *g, uint32_t id)
{
    struct by_nash_node n = g->node[id];
    struct by_nash_act acts[BY_NASH_ACTS];
    int count = by_nash_acts(g, &n, acts);
    uint32_t fits = by_nash_fits(g, &n), rest = n.may[n.turn] & ~fits;
    bool alive = by_nash_count(&n, 0) > 0 && by_nash_count(&n, 1) > 0;
    bool pass = alive && !n.passed && __builtin_popcount(rest) >= n.left[n.turn];
    struct by_nash_node *child;

    if (alive)
        g->infosets += decisions(&n, acts, count);
    n.acts = (uint8_t)(alive && n.left[n.turn] > 1 ? count : 0); /* the last tile wins without a choice */
    n.entry = (uint32_t)g->entries;
    n.first = g->nodes;
    if (n.acts > 0)
        g->entries += (uint64_t)n.acts * (uint64_t)by_nash_row(&n);
    child = more(g, (uint32_t)n.acts + pass);
    for (int i = 0; i < n.acts; i++)
        after_play(&n, acts[i], &child[i]);
    if (pass)
        after_pass(&n, fits, &child[n.acts]);
    g->node[id] = n;
    for (uint32_t i = 0; i < (uint32_t)n.acts + pass; i++)
        grow(g, n.first + i);
}

void by_nash_init(struct by_nash *g, int top, int hand, bool learn)
{
    struct by_nash_node root = { .end = { BY_NO_TILE, BY_NO_TILE } };

    by_nash_hands();
    *g = (struct by_nash){ .top = top, .hand = hand, .tiles = by_set_tiles(top) };
    root.may[0] = root.may[1] = ((uint32_t)1 << g->tiles) - 1;
    root.left[0] = root.left[1] = (uint8_t)hand;
    *more(g, 1) = root;
    grow(g, 0);
    BY_ASSERT(g->entries < UINT32_MAX);
    g->sum = by_sure(calloc(g->entries + 1, sizeof *g->sum));
    if (learn)
        g->regret = by_sure(calloc(g->entries + 1, sizeof *g->regret));
    g->stack_size = (size_t)1 << 20;
    g->stack = by_sure(malloc(g->stack_size * sizeof *g->stack));
}

void by_nash_clear(struct by_nash *g)
{
    free(g->node);
    free(g->regret);
    free(g->sum);
    free(g->stack);
    *g = (struct by_nash){ 0 };
}

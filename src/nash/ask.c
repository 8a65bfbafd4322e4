/* SPDX-License-Identifier: MIT */
/* ask.c: records a player's strategy for every decision. */
#include "ask.h"
#include "tree.h"
#include "hands.h"

#include <string.h>

#include "boneyard/table.h"
#include "util/memory.h"

#define STEPS (4 * BY_NASH_HAND + 2)

struct ask {
    struct by_nash *g;
    struct by_nash_player *p;
    int seat, steps;
    struct by_nash_step path[STEPS];
    bool stopped;
};

/* ---- A question as a bot sees it -------------------------------------------------------------- */

static void table_rules(struct by_config *rules, int hand)
{
    char text[] = "block:basics players=2 hand=0 lead=seat next-lead=rotate blanks=suit blocked=opponents tie=none "
                  "target=1";
    struct by_fault f;

    *strchr(text, '0') = (char)('0' + hand);
    by_err err = by_config_parse(text, rules, &f);

    BY_ASSERT(err == BY_OK);
}

/* Builds a deal of all 28 tiles in which each seat holds the tiles that it later plays. */
static void deal(const struct by_nash_asked *a, struct by_state *s)
{
    uint32_t hand[2], dealt;
    struct by_config rules;
    by_tile deck[28];
    int n = 0, me = a->node->turn;

    hand[me] = a->hand;
    hand[1 - me] = a->seen;
    for (int i = 0; i < a->steps; i++)
        if (a->path[i].tile != BY_NO_TILE)
            hand[a->path[i].seat] |= (uint32_t)1 << a->path[i].tile;
    dealt = hand[0] | hand[1];
    for (int seat = 0; seat < 3; seat++) {
        uint32_t tiles = seat < 2 ? hand[seat] : ~dealt & 0xfffffffu;

        for (; tiles != 0; tiles &= tiles - 1)
            deck[n++] = (by_tile)__builtin_ctz(tiles);
    }
    table_rules(&rules, a->g->hand);
    by_start(s, &rules);
    by_err err = by_deal(s, deck, 28, -1, NULL);

    BY_ASSERT(err == BY_OK);
}

/* Returns whether a move plays this tile on this number. */
static bool is_play(by_move m, int tile, int on, bool lead)
{
    return by_move_kind(m) == BY_LAY && by_move_tile(m) == tile
        && (lead || by_touching(by_move_tile(m), by_move_flip(m)) == on);
}

int by_nash_question(const struct by_nash_asked *a, struct by_view *view, struct by_heard *heard, struct by_past *past,
                     by_move *list)
{
    uint64_t all = ((uint64_t)1 << a->g->tiles) - 1;
    struct by_state s, before;
    struct by_undo undo;
    int n, at;

    deal(a, &s);
    for (int i = 0; i < a->steps; i++) {
        const struct by_nash_step *step = &a->path[i];

        n = by_moves(&s, step->seat, list);
        for (at = 0; step->tile != BY_NO_TILE && at < n - 1 && !is_play(list[at], step->tile, step->on, i == 0); at++)
            ;
        before = s;
        by_err err = by_play(&s, step->seat, list[at], NULL, &undo);

        BY_ASSERT(err == BY_OK);
        by_hear_move(&before, step->seat, list[at], &undo, &heard[i]);
        heard[i].fits.w[0] &= all;
    }
    *past = (struct by_past){ heard, a->steps, by_undealt(&s) };
    by_view_of(&s, NULL, a->node->turn, view);
    view->rules.opt[BY_SET] = a->g->top;
    view->boneyard = (uint8_t)(view->boneyard - (28 - a->g->tiles));
    return by_moves(&s, a->node->turn, list);
}

void by_nash_ask_bot(struct by_nash_player *p, const struct by_nash_asked *a, double *chances)
{
    struct by_heard heard[STEPS];
    uint32_t parts[2 * BY_NASH_ACTS];
    struct by_view view;
    struct by_past past;
    struct by_rng rng;
    int n = by_nash_question(a, &view, heard, &past, p->list);
    struct by_question q = { .view = &view,
                             .past = &past,
                             .moves = p->list,
                             .n = n,
                             .rng = &rng,
                             .memory = p->memory,
                             .size = BY_BOT_MEMORY,
                             .count = p->count,
                             .kept = p->kept,
                             .chances = parts };

    BY_ASSERT(n <= 2 * BY_NASH_ACTS);
    by_rng_init(&rng, p->seed + p->asked);
    memset(parts, 0, sizeof parts);
    p->bot->choose(&q);
    for (int i = 0; i < a->n; i++) {
        chances[i] = 0;
        for (int j = 0; j < n; j++) /* two ends with the same number are two places but one action */
            if (is_play(p->list[j], a->acts[i].tile, a->acts[i].on, a->steps == 0))
                chances[i] += parts[j];
    }
}

/* ---- All decisions ---------------------------------------------------------------------------- */

/* Records the decision of one hand at one node; `x` is the node's part of `sum`. */
static void decide(struct ask *k, const struct by_nash_node *n, uint32_t hand, const struct by_nash_act *acts, float *x)
{
    struct by_nash_act own[BY_NASH_ACTS];
    double chances[BY_NASH_ACTS], all = 0;
    float *at[BY_NASH_ACTS];
    uint32_t may = n->may[n->turn], other = n->may[1 - n->turn] & ~hand;
    int count = 0, row = by_nash_row(n), left = n->left[1 - n->turn];

    for (int i = 0; i < n->acts; i++)
        if ((hand >> acts[i].tile & 1) != 0) {
            uint32_t bit = (uint32_t)1 << acts[i].tile;

            at[count] = x + (ptrdiff_t)i * row + by_nash_hand_number(may & ~bit, hand & ~bit);
            own[count++] = acts[i];
        }
    if (count == 0 || __builtin_popcount(other) < left)
        return;
    chances[0] = 1;
    if (count > 1) {
        struct by_nash_asked a = { k->g, n, k->path, k->steps, hand, by_nash_hand_tiles(other, left, 0), own, count };

        k->p->ask(k->p, &a, chances);
        k->p->asked++;
        if ((k->p->asked & 63) == 0 && k->p->progress != NULL)
            k->p->progress(k->p->asked);
        k->stopped = k->p->stop != NULL && k->p->stop();
    }
    for (int i = 0; i < count; i++)
        all += chances[i];
    BY_ASSERT(all > 0);
    for (int i = 0; i < count; i++)
        *at[i] = (float)(chances[i] / all);
}

static void visit(struct ask *k, uint32_t id, const bool *come);

static void play(struct ask *k, const struct by_nash_node *n, const struct by_nash_act *acts, int i, const bool *come)
{
    bool after[BY_NASH_HANDS] = { false };
    int left = n->left[k->seat], count;
    uint32_t may = n->may[k->seat];
    int tile = acts[i].tile, at = by_nash_at(may, tile);
    bool own = n->turn == k->seat, held = (may >> tile & 1) != 0, any = false;

    count = (int)by_nash_choose[__builtin_popcount(may) - held][left - own];
    for (int j = 0; j < count; j++) {
        if (own)
            after[j] = come[by_nash_with[left][at][j]] && k->g->sum[n->entry + (uint32_t)(i * by_nash_row(n) + j)] > 0;
        else
            after[j] = come[held ? by_nash_without[left][at][j] : j];
        any |= after[j];
    }
    k->path[k->steps++] = (struct by_nash_step){ n->turn, acts[i].tile, acts[i].on };
    if (any)
        visit(k, n->first + (uint32_t)i, after);
    k->steps--;
}

static void pass(struct ask *k, const struct by_nash_node *n, const bool *come)
{
    uint32_t fits = by_nash_fits(k->g, n);
    uint16_t was[BY_NASH_HANDS];
    bool after[BY_NASH_HANDS] = { false };
    int count = by_nash_count(n, k->seat);

    if (n->turn == k->seat) {
        count = by_nash_kept(n->may[k->seat], fits, n->left[k->seat], was);
        for (int j = 0; j < count; j++)
            after[j] = come[was[j]];
    } else {
        memcpy(after, come, (size_t)count * sizeof *after);
    }
    k->path[k->steps++] = (struct by_nash_step){ n->turn, BY_NO_TILE, BY_NO_TILE };
    visit(k, n->first + n->acts, after);
    k->steps--;
}

static void visit(struct ask *k, uint32_t id, const bool *come)
{
    const struct by_nash_node *n = &k->g->node[id];
    struct by_nash_act acts[BY_NASH_ACTS];
    int turn = n->turn;

    if (k->stopped || by_nash_count(n, 0) == 0 || by_nash_count(n, 1) == 0)
        return;
    by_nash_acts(k->g, n, acts);
    for (int h = 0; turn == k->seat && n->acts > 0 && h < by_nash_count(n, turn) && !k->stopped; h++)
        if (come[h])
            decide(k, n, by_nash_hand_tiles(n->may[turn], n->left[turn], h), acts, k->g->sum + n->entry);
    for (int i = 0; i < n->acts; i++)
        play(k, n, acts, i, come);
    if (!n->passed && __builtin_popcount(n->may[turn] & ~by_nash_fits(k->g, n)) >= n->left[turn])
        pass(k, n, come);
}

bool by_nash_ask(struct by_nash *g, struct by_nash_player *p)
{
    bool *all = by_sure(malloc((size_t)by_nash_count(&g->node[0], 0) * sizeof *all));
    struct ask k = { .g = g, .p = p };

    memset(g->sum, 0, g->entries * sizeof *g->sum);
    memset(all, true, (size_t)by_nash_count(&g->node[0], 0));
    p->asked = 0;
    for (k.seat = 0; k.seat < 2 && !k.stopped; k.seat++)
        visit(&k, 0, all);
    free(all);
    return !k.stopped;
}

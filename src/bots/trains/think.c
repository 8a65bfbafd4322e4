/* SPDX-License-Identifier: MIT */
/* think.c: defines how the levels play Mexican Train. */
#include "think.h"
#include "search.h"

/* Follows the plan on the player's train first; plays unplanned tiles elsewhere if the plan must wait. */
static const struct by_manner greedy = { 400, 0, -240, -200, 0, 0, { 256, 1, 0 } };

/* Plays the heaviest tile, whether it is the next in the plan or an unplanned one for another train. */
static const struct by_manner easy = { 0, 0, -240, -200, 0, 0, { 16, 1, 0 } };

/* The policy used in playouts: plays unplanned tiles first, but covers an open double on the player's train with the
 * planned tile. */
const struct by_manner by_manner_playout = { 0, 60, -240, -200, 800, 75, { 16, 100, 0 } };

#define BOUNDS 500 /* few hands need more bounds than this to prove their plan optimal */

static int by_plan(const struct by_question *q, const struct by_manner *manner, struct by_budget *b)
{
    const struct by_view *v = q->view;
    struct by_seen s = { v->now.of.trains.doubles, v->now.of.trains.markers, v->seat };
    struct by_bot_memory room = by_room_of(q);
    int32_t *rate = by_room_take(&room, sizeof *rate * (size_t)q->n);
    int32_t none[BY_MOVES];
    struct by_lane lane;

    if (rate == NULL)
        rate = none;
    by_lane_plan(&lane, &v->hand[v->seat], v->tail[v->seat], manner, BOUNDS, b);
    by_lane_rate(&lane, &s, manner, q->moves, q->n, rate);
    for (int i = 0; i < q->n; i++)
        rate[i] *= 250;
    return by_settle(q, rate);
}

int by_trains_greedy(const struct by_question *q)
{
    struct by_budget any = by_budget_of(0);

    return by_plan(q, &greedy, &any);
}

/* With more than four seats, plays fewer rounds, since each round takes longer. */
static uint32_t steps(const struct by_question *q, uint32_t four)
{
    return q->view->players <= 4 ? four : four * 4 / q->view->players;
}

static int think(const struct by_question *q, enum by_level level, struct by_budget *b)
{
    switch (level) {
    case BY_EASY: return by_plan(q, &easy, b);
    case BY_MEDIUM: return by_plan(q, &by_manner_playout, b);
    case BY_HARD: return by_trains_search(q, level, steps(q, 16), b);
    case BY_EXPERT: return by_trains_search(q, level, by_trains_learned(q->view) ? 290 : steps(q, 448), b);
    default: return by_trains_search(q, level, steps(q, 10000), b);
    }
}

extern const struct by_bot_family by_bot_family_trains;
const struct by_bot_family by_bot_family_trains = { .think = think,
                                                    .greedy = by_trains_greedy,
                                                    .margin = { 16000, 16000, 1000, 1000, 1000 } };

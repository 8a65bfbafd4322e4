/* think.c: how the levels play Mexican Train. */
#include "trains.h"

/* The own train first, by the plan; what is not in the plan elsewhere when the plan has to wait. */
static const struct by_manner greedy = { 400, 0, -240, -200, 0, 0, { 256, 1, 0 } };

/* The heaviest tile, of the plan or outside of it: what is not planned leaves while it can. */
static const struct by_manner easy = { 0, 0, -240, -200, 0, 0, { 16, 1, 0 } };

/* In imagined rounds: first whatever the plan has no place for, but never another tile than the plan's on an
 * open double of one's own. */
const struct by_manner by_manner_playout = { 0, 60, -240, -200, 800, 75, { 16, 100, 0 } };

static int by_plan(const struct by_question *q, const struct by_manner *manner)
{
    const struct by_view *v = q->view;
    struct by_seen s = { &v->now, v->tail, &v->hand[v->seat], v->seat };
    struct by_room room = by_room_of(q);
    int32_t *rate = by_room_take(&room, sizeof *rate * (size_t)q->n);
    int32_t none[BY_MOVES];
    struct by_lane lane;

    if (rate == NULL)
        rate = none;
    by_lane_plan(&lane, s.hand, v->tail[v->seat], manner, 0);
    by_lane_rate(&lane, &s, manner, q->moves, q->n, rate);
    for (int i = 0; i < q->n; i++)
        rate[i] *= 250;
    return by_settle(q, rate);
}

/* Getting out first counts more than the pips: a tile is as dear as 12 pips (measured against greedy). */
const struct by_scales by_scales_medium = { 16, 200, 6, 60, 0, 0, 0, 300, -100, -100, { 16, 200, 0 } };

static int by_weight(const struct by_question *q, const struct by_scales *by)
{
    struct by_room room = by_room_of(q);
    int32_t *rate = by_room_take(&room, sizeof *rate * (size_t)q->n);

    if (rate == NULL)
        return by_trains_greedy(q);
    by_trains_weigh(q->view, q->moves, q->n, by, rate);
    for (int i = 0; i < q->n; i++)
        rate[i] *= 62;
    return by_settle(q, rate);
}

int by_trains_greedy(const struct by_question *q) { return by_plan(q, &greedy); }

int by_think_trains(const struct by_question *q, enum by_level level)
{
    switch (level) {
    case BY_EASY:
        return by_plan(q, &easy);
    case BY_MEDIUM:
        return by_weight(q, &by_scales_medium);
    case BY_HARD:
        return by_trains_search(q, 24);
    default:
        return by_trains_search(q, 384);
    }
}

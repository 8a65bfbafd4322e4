/* SPDX-License-Identifier: MIT */
/* weigh.c: rates each move by the tiles it leaves in the hand, depending on whether the player's train can take
 * them. */
#include "weigh.h"

/* Going out first matters more than pips: a tile counts as much as 12 pips (measured in games against greedy). */
const struct by_scales by_scales_eye = { 16, 200, 6, 60, 0, 0, 0, 300, -100, -100, { 16, 200, 0 } };

/* Caches the last burden, since playing a tile on different trains leaves the same hand. */
struct scale {
    const struct by_scales *by;
    struct by_budget *b;
    struct by_set hand;
    int tail; /* -1 if none */
    int32_t burden;
};

/* Returns the likely cost of a hand, in sixteenths of a pip. */
static int32_t burden(struct scale *s, const struct by_set *hand, int tail)
{
    const struct by_scales *by = s->by;
    struct by_set rest = *hand;
    struct by_train t = { .n = 0 };
    int32_t sum = 0;

    if (s->tail == tail && memcmp(&s->hand, hand, sizeof *hand) == 0)
        return s->burden;
    s->hand = *hand;
    s->tail = tail;
    if (!by_budget_spent(s->b))
        by_train_best(hand, tail, &by->wish, 8, &t);
    by_budget_step(s->b, BY_BOUND_STEPS * (t.nodes + 1));
    for (int i = 0; i < t.n; i++) {
        by_set_drop(&rest, t.tile[i]);
        sum += by_pips(t.tile[i]) * by->plan_pip + by->plan_tile + i * by->wait;
    }
    if (t.n > 0 && by_is_double(t.tile[t.n - 1]))
        sum += by->bare;
    while (!by_set_empty(&rest))
        sum += by_pips(by_set_take(&rest)) * by->off_pip + by->off_tile;
    s->burden = sum;
    return sum;
}

static int32_t weigh_lay(const struct by_view *v, by_move move, struct scale *s)
{
    const struct by_scales *by = s->by;
    by_tile t = by_move_tile(move);
    struct by_set hand = v->hand[v->seat];
    int train = by_move_place(move), tail = v->tail[v->seat];
    bool own = train == v->seat;
    int32_t points = 0;

    by_set_drop(&hand, t);
    if (by_set_empty(&hand))
        return 1000000; /* out */
    if (own) {
        tail = by_across(t, tail);
        if ((v->now.of.trains.doubles >> train & 1) != 0)
            points += by->cover;
        if ((v->now.of.trains.markers >> train & 1) != 0)
            points += by->unmark;
    }
    if (by_is_double(t) && !by_set_meets(&hand, &by_suit[by_high(t)]))
        points -= own ? by->open_own : by->open;
    return points - burden(s, &hand, tail) + ((move & BY_ANNOUNCED) != 0 ? 1 : 0);
}

/* Values each move in sixteenths of a pip. Infractions rank last, and unannounced plays below announced ones. */
void by_trains_weigh(const struct by_view *v, const by_move *moves, int n, const struct by_scales *by,
                     struct by_budget *b, int32_t *rate)
{
    struct scale s = { .by = by, .b = b, .tail = -1 };

    for (int i = 0; i < n; i++)
        if (by_move_kind(moves[i]) == BY_LAY)
            rate[i] = weigh_lay(v, moves[i], &s);
        else if (by_move_kind(moves[i]) == BY_PASS)
            rate[i] = -burden(&s, &v->hand[v->seat], v->tail[v->seat]);
        else
            rate[i] = by_move_kind(moves[i]) == BY_CALL_OUT ? 10000000 : -10000000;
}

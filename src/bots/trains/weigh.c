/* SPDX-License-Identifier: MIT */
/* weigh.c: each move by what it leaves in the hand: tiles that the own train will take, and others. */
#include "trains.h"

/* Getting out first counts more than the pips: a tile is as dear as 12 pips (measured against greedy). */
const struct by_scales by_scales_eye = { 16, 200, 6, 60, 0, 0, 0, 300, -100, -100, { 16, 200, 0 } };

/* What a hand is likely to cost, in sixteenths of a pip. */
static int32_t burden(const struct by_set *hand, int tail, const struct by_scales *by)
{
    struct by_set rest = *hand;
    struct by_train t;
    int32_t sum = 0;

    by_train_best(hand, tail, &by->wish, 8, &t);
    for (int i = 0; i < t.n; i++) {
        by_set_drop(&rest, t.tile[i]);
        sum += by_pips(t.tile[i]) * by->plan_pip + by->plan_tile + i * by->wait;
    }
    if (t.n > 0 && by_is_double(t.tile[t.n - 1]))
        sum += by->bare;
    while (!by_set_empty(&rest))
        sum += by_pips(by_set_take(&rest)) * by->off_pip + by->off_tile;
    return sum;
}

static int32_t weigh_lay(const struct by_view *v, by_move move, const struct by_scales *by)
{
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
    return points - burden(&hand, tail, by) + ((move & BY_ANNOUNCED) != 0 ? 1 : 0);
}

/* The value of each move in sixteenths of a pip; infractions and silence last. */
void by_trains_weigh(const struct by_view *v, const by_move *moves, int n, const struct by_scales *by, int32_t *rate)
{
    for (int i = 0; i < n; i++)
        if (by_move_kind(moves[i]) == BY_LAY)
            rate[i] = weigh_lay(v, moves[i], by);
        else if (by_move_kind(moves[i]) == BY_PASS)
            rate[i] = -burden(&v->hand[v->seat], v->tail[v->seat], by);
        else
            rate[i] = by_move_kind(moves[i]) == BY_CALL_OUT ? 10000000 : -10000000;
}

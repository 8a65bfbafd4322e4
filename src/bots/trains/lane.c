/* SPDX-License-Identifier: MIT */
/* lane.c: plans a train and plays it. */
#include "lane.h"

void by_lane_plan(struct by_lane *l, const struct by_set *hand, int tail, const struct by_manner *m, uint32_t most,
                  struct by_budget *b)
{
    struct by_train t;

    l->at = l->n = 0;
    l->tail = (uint8_t)tail;
    memset(&l->in, 0, sizeof l->in);
    if (!by_set_meets(hand, &by_suit[tail]))
        return;
    by_train_best(hand, tail, &m->wish, most, &t);
    by_budget_step(b, BY_BOUND_STEPS * (t.nodes + 1));
    l->n = t.n < BY_LANE ? t.n : BY_LANE;
    memcpy(l->tile, t.tile, l->n);
    for (int i = 0; i < l->n; i++)
        by_set_add(&l->in, l->tile[i]);
}

void by_lane_laid(struct by_lane *l, by_tile t, bool own_train)
{
    if (own_train && l->at < l->n && l->tile[l->at] == t) {
        l->at++;
        l->tail = (uint8_t)by_across(t, l->tail);
        by_set_drop(&l->in, t);
        return;
    }
    if (by_set_has(&l->in, t)) /* the plan ends before this tile */
        for (int i = l->n; i > l->at; i--) {
            l->n = (uint8_t)(i - 1);
            by_set_drop(&l->in, l->tile[i - 1]);
            if (l->tile[i - 1] == t)
                break;
        }
}

void by_lane_drew(struct by_lane *l, by_tile t)
{
    int end = l->tail;

    for (int i = l->at; i < l->n; i++)
        end = by_across(l->tile[i], end);
    if (l->n < BY_LANE && (by_high(t) == end || by_low(t) == end)) {
        l->tile[l->n++] = t;
        by_set_add(&l->in, t);
    }
}

static int32_t rate_lay(const struct by_lane *l, const struct by_seen *s, const struct by_manner *m, by_move move)
{
    by_tile t = by_move_tile(move);
    int train = by_move_place(move);
    int32_t points = by_pips(t) * 4 + ((move & BY_ANNOUNCED) != 0 ? 1 : 0);
    bool next = l->at < l->n && l->tile[l->at] == t;

    if (train == s->seat) {
        if ((s->doubles >> train & 1) != 0)
            points += m->cover;
        if ((s->markers >> train & 1) != 0)
            points += m->unmark;
        return points + (next ? m->own : m->stray);
    }
    return points + (by_set_has(&l->in, t) ? m->spoil : m->dump);
}

void by_lane_rate(const struct by_lane *l, const struct by_seen *s, const struct by_manner *m, const by_move *moves,
                  int n, int32_t *rate)
{
    for (int i = 0; i < n; i++)
        switch (by_move_kind(moves[i])) {
        case BY_LAY: rate[i] = rate_lay(l, s, m, moves[i]); break;
        case BY_CALL_OUT: /* costs nothing */ rate[i] = 100000; break;
        case BY_PASS: rate[i] = -10000; break;
        case BY_DRAW_TILE: /* drawing is an infraction if a tile fits (T-19) */ rate[i] = -20000; break;
        default: rate[i] = 0;
        }
}

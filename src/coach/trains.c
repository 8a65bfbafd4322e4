/* SPDX-License-Identifier: MIT */
/* trains.c: finds reasons in Mexican Train. The plan is the longest run that the seat can play on its own train; of
 * equally long runs, it is the heaviest (boneyard/train.h). */
#include "boneyard/train.h"
#include "study.h"

#define BOUNDS 2000 /* limit of the train search, which very few hands reach */

static bool lays(const struct look *l) { return l->kind == BY_LAY; }

static void plan(const struct by_set *hand, int from, struct by_train *out)
{
    by_train_best(hand, from, &BY_WISH_LONGEST, BOUNDS, out);
}

static bool mexican(const struct look *l)
{
    return lays(l) && by_move_place(l->move) == BY_MEXICAN && l->v->length[BY_MEXICAN] == 0;
}

/* Returns the length of the longest train if one begins with this tile, otherwise 0. */
static int own_train(const struct look *l)
{
    struct by_train before, after;

    if (!lays(l) || by_move_place(l->move) != l->v->seat)
        return 0;
    plan(&l->hand, l->v->tail[l->v->seat], &before);
    plan(&l->rest, l->after.tail[l->v->seat], &after);
    return after.n + 1 >= before.n || BY_PLANTED(307) ? after.n + 1 : 0;
}

/* Returns the length of the planned train if the move keeps it, otherwise -1. */
static int keeps_train(const struct look *l)
{
    struct by_train before, after;

    if (!lays(l) || by_move_place(l->move) == l->v->seat)
        return -1;
    plan(&l->hand, l->v->tail[l->v->seat], &before);
    plan(&l->rest, l->v->tail[l->v->seat], &after);
    return after.n == before.n || BY_PLANTED(308) ? after.n : -1;
}

static bool closes(const struct look *l)
{
    return lays(l) && by_move_place(l->move) == l->v->seat && (l->v->now.of.trains.markers >> l->v->seat & 1) != 0
        && (l->after.now.of.trains.markers >> l->v->seat & 1) == 0;
}

/* Returns the tile that can cover the double at once. */
static by_tile answer(const struct look *l)
{
    struct by_set left;

    if (!lays(l) || !by_is_double(l->tile) || !l->own_turn || l->over)
        return BY_NO_TILE;
    left = by_set_and(l->rest, by_suit[by_high(l->tile)]);
    left = by_set_and(left, l->fits);
    return by_set_empty(&left) ? BY_NO_TILE : by_set_take(&left);
}

static void reason(const struct look *l, int id, struct by_reason *r)
{
    int n;

    r->tile = l->tile;
    r->seat = (uint8_t)by_move_place(l->move);
    switch (id) {
    case BY_WHY_MEXICAN: r->strength = mexican(l) ? 290 : 0; break;
    case BY_WHY_OWN_TRAIN:
        n = own_train(l);
        r->amount = n;
        r->strength = n > 0 ? 120 + 20 * n : 0;
        break;
    case BY_WHY_KEEPS_TRAIN:
        n = keeps_train(l);
        r->amount = n;
        r->strength = n >= 0 ? 260 + 10 * n : 0;
        break;
    case BY_WHY_CLOSES: r->strength = closes(l) ? 330 : 0; break;
    case BY_WHY_ANSWERS:
        r->number = (uint8_t)answer(l);
        r->strength = answer(l) != BY_NO_TILE ? 240 : 0;
        break;
    default: break;
    }
}

/* ---- Calls and infractions ------------------------------------------------------------------- */

/* Returns the rough cost of an infraction in pips, counting nine for a tile or a turn (T-17). */
static int32_t penalty(const struct by_view *v)
{
    switch (v->rules.opt[BY_PENALTY]) {
    case BY_PENALTY_FIFTY: return 50000;
    case BY_PENALTY_TILE:
    case BY_PENALTY_SKIP:
    case BY_PENALTY_KEEP: return 9000;
    default: return 0;
    }
}

/* Corrects the values of moves that do not announce a last tile, or that draw although a tile fits (T-16, T-19). */
static void mend_infractions(const struct by_study *s, int32_t *values)
{
    const struct by_view *v = &s->view;
    int32_t best = INT32_MIN;

    for (int i = 0; i < s->d.n; i++) {
        int twin = (s->moves[i] & BY_ANNOUNCED) == 0 ? by_study_twin(s, i, BY_ANNOUNCED) : -1;

        if (twin >= 0)
            values[i] = values[twin] - penalty(v);
        if (by_move_kind(s->moves[i]) == BY_LAY && values[i] > best)
            best = values[i];
    }
    for (int i = 0; i < s->d.n; i++)
        if (s->moves[i] == BY_DRAW_MOVE && best != INT32_MIN)
            values[i] = best - penalty(v);
}

/* Bots always call at once, so the other moves are evaluated without the call (T-16). */
static bool think(const struct by_coach *c, struct by_study *s)
{
    int n = s->d.n, call = s->moves[n - 1] == BY_CALL_MOVE && n > 1;

    if (!by_study_ask(c, s, s->moves, n - call, 1, s->values))
        return false;
    s->d.n -= call;
    mend_infractions(s, s->values);
    s->d.n += call;
    if (!call)
        return true;
    s->values[n - 1] = s->values[0];
    for (int i = 1; i < n - 1; i++)
        s->values[n - 1] = s->values[i] > s->values[n - 1] ? s->values[i] : s->values[n - 1];
    s->values[n - 1] += penalty(&s->view) / (s->view.players - 1) + 1;
    return true;
}

/* Returns about four times the search count of `expert` in src/bots/trains, or six times where it uses the network. */
static uint32_t steps(const struct by_view *v)
{
    (void)v;
    return 1800;
}

extern const struct by_coach_family by_coach_family_trains;
const struct by_coach_family by_coach_family_trains = {
    .unit = BY_UNIT_PIPS, .scale = 1, .steps = steps, .reason = reason, .think = think
};

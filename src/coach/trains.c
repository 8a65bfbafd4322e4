/* trains.c: reasons of Mexican Train.  The plan is the longest train that the hand can lay on the own train, the
 * heavier of equals (boneyard/train.h). */
#include "boneyard/train.h"
#include "look.h"

#define BOUNDS 2000                     /* of the search for a train; hardly any hand needs as many */

static bool lays(const struct look *l) { return l->kind == BY_LAY && l->v->family == BY_TRAINS; }

static void plan(const struct by_set *hand, int from, struct by_train *out)
{
    by_train_best(hand, from, &BY_WISH_LONGEST, BOUNDS, out);
}

static bool mexican(const struct look *l)
{
    return lays(l) && by_move_place(l->move) == BY_MEXICAN && l->v->length[BY_MEXICAN] == 0;
}

/* amount: tiles of the longest train with this one as its first. */
static int own_train(const struct look *l)
{
    struct by_train before, after;

    if (!lays(l) || by_move_place(l->move) != l->v->seat)
        return 0;
    plan(&l->hand, l->v->tail[l->v->seat], &before);
    plan(&l->rest, l->after.tail[l->v->seat], &after);
    return after.n + 1 >= before.n || BY_PLANTED(307) ? after.n + 1 : 0;
}

/* amount: tiles of the planned train, which this tile is no part of; -1: it is part of it. */
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

/* The tile that can follow the double at once, on it. */
static by_tile answer(const struct look *l)
{
    struct by_set left;

    if (!lays(l) || !by_is_double(l->tile) || !l->own_turn || l->over)
        return BY_NO_TILE;
    left = by_set_and(l->rest, by_suit[by_high(l->tile)]);
    left = by_set_and(left, l->fits);
    return by_set_empty(&left) ? BY_NO_TILE : by_set_take(&left);
}

void by_train_reason(const struct look *l, int id, struct by_reason *r)
{
    int n;

    r->tile = l->tile;
    r->seat = (uint8_t)by_move_place(l->move);
    switch (id) {
    case BY_WHY_MEXICAN:
        r->strength = mexican(l) ? 290 : 0;
        break;
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
    case BY_WHY_CLOSES:
        r->strength = closes(l) ? 330 : 0;
        break;
    case BY_WHY_ANSWERS:
        r->number = (uint8_t)answer(l);
        r->strength = answer(l) != BY_NO_TILE ? 240 : 0;
        break;
    default:
        break;
    }
}

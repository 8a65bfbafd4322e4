/* SPDX-License-Identifier: MIT */
/* castle.c: finds reasons in Castle Rock. The coach plays out the consequences of a removal in a copy of the round,
 * since the row is open and removals depend on nothing hidden. */
#include "look.h"

#define LINES 400 /* maximum number of positions searched after one move */

static bool removal(by_move m) { return by_move_kind(m) == BY_TAKE || by_move_kind(m) == BY_TAKE3; }

/* Returns the fewest tiles to which the row can be reduced before the next draw. `all` is scratch space for a list. */
static int shortest(struct by_state *s, int *lines, by_move all[BY_MOVES])
{
    by_move list[64];
    int n = 0, best = s->now.laid, moves = s->now.phase == BY_PLAYING ? by_moves(s, 0, all) : 0;

    for (int i = 0; i < moves && n < 64; i++)
        if (removal(all[i]))
            list[n++] = all[i];
    for (int i = 0; i < n && (*lines)-- > 0; i++) {
        struct by_undo undo;
        int left;

        by_play(s, 0, list[i], NULL, &undo);
        left = shortest(s, lines, all);
        best = left < best ? left : best;
        by_back(s, 0, list[i], &undo);
    }
    return best;
}

/* Returns the fewest tiles to which the row can be reduced after this move, or 255 if the move removes nothing. */
static int reach(const struct look *l)
{
    by_move all[BY_MOVES];
    struct by_state s = l->after;
    int lines = LINES;

    return removal(l->move) ? shortest(&s, &lines, all) : 255;
}

/* Counts the unseen tiles that would allow a removal if drawn now. */
static int ready(const struct look *l)
{
    int n = l->after.now.laid, takers = 0;
    struct by_set left = l->unseen;
    by_tile at;

    if (n < 2 || l->after.now.of.castle.removable != 0)
        return 0;
    at = l->after.row[n - 2];
    while (!by_set_empty(&left)) {
        by_tile t = by_set_take(&left);

        takers += by_set_has(&by_suit[by_high(at)], t) || by_set_has(&by_suit[by_low(at)], t);
    }
    return takers;
}

/* Returns the number of additional tiles that the best alternative leaves in the row. The result is 0 or less unless
 * this move is the only best one. */
static int shorter(const struct look *l, int own)
{
    int least = 255;

    for (int i = 0; i < l->d->n; i++) {
        struct look other;
        int left;

        if (l->d->moves[i] == l->move)
            continue;
        by_look_at(l->d, i, &other);
        left = reach(&other);
        least = left < least ? left : least;
    }
    return least == 255 || own == 255 ? 0 : least - own;
}

static void reason(const struct look *l, int id, struct by_reason *r)
{
    int n;

    if (!removal(l->move))
        return;
    r->tile = l->tile;
    switch (id) {
    case BY_WHY_THREE: r->strength = l->kind == BY_TAKE3 ? 220 : 0; break;
    case BY_WHY_CHAIN:
        n = l->after.now.laid - reach(l);
        r->amount = BY_PLANTED(309) ? n + 1 : n;
        r->strength = r->amount > 0 ? 160 + 30 * r->amount : 0;
        break;
    case BY_WHY_SHORT:
        n = reach(l);
        r->amount = n;
        r->strength = shorter(l, n) > 0 ? 300 + 40 * shorter(l, n) : 0;
        break;
    case BY_WHY_READY:
        r->amount = ready(l);
        r->of = by_set_count(&l->unseen);
        r->strength = r->of > 2 && r->amount * 3 > r->of ? 60 + 200 * r->amount / r->of : 0;
        break;
    default: break;
    }
}

/* Returns four times the search count of `expert` in src/bots/castle. */
static uint32_t steps(const struct by_view *v) { return v->rules.opt[BY_REMOVALS] == BY_ONCE ? 240 : 10000; }

/* In typical endings, leaving one tile fewer is worth 40 thousandths. One tile fewer lowers the share of games that end
 * with more tiles by about 0.1, and src/bots/castle/think.c gives that share a weight of 0.4. */
extern const struct by_coach_family by_coach_family_castle;
const struct by_coach_family by_coach_family_castle = {
    .unit = BY_UNIT_TILES, .scale = 25, .asks_all = true, .steps = steps, .reason = reason
};

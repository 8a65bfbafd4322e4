/* SPDX-License-Identifier: MIT */
/* hands.c: finds reasons based on hands and open numbers, for line games and Chickenfoot, and reasons shared by all
 * games. */
#include "hands.h"

static struct by_reason reason(int number, by_tile tile, int seat, int amount, int of, int strength)
{
    return (struct by_reason){
        .number = (uint8_t)number, .tile = tile, .seat = (uint8_t)seat, .amount = amount, .of = of, .strength = strength
    };
}

static bool lays(const struct look *l) { return l->kind == BY_LAY; }

static bool table_game(const struct look *l) { return by_families[l->v->family]->ends; }

/* ---- All games with hands -------------------------------------------------------------------- */

/* The move reaches the target (L-24). */
static struct by_reason wins(const struct look *l)
{
    const struct by_view *v = l->v;

    if (!l->over || l->points <= 0 || by_set_count(&l->rest) == 0 || v->rules.opt[BY_END] != BY_END_ONCE
        || (v->rules.opt[BY_CALL] == BY_ON && by_move_claim(l->move) == 0))
        return reason(0, 0, 0, 0, 0, 0);
    return reason(0, l->tile, 0, l->points, 0, 1200);
}

static struct by_reason out(const struct look *l)
{
    return reason(0, l->tile, 0, 0, 0, l->over && lays(l) && by_set_empty(&l->rest) ? 1100 : 0);
}

/* The move scores; `amount` is the number of points, and `of` is the count of the ends. */
static struct by_reason scores(const struct look *l)
{
    bool claimed = l->v->rules.opt[BY_CALL] != BY_ON || by_move_claim(l->move) != 0;
    int count = lays(l) ? by_count_after(l->v, l->move) : 0;

    if (BY_PLANTED(302))
        return reason(0, l->tile, 0, count, count, 400 + 10 * count);
    return reason(0, l->tile, 0, l->points, count, l->points > 0 && claimed ? 400 + 10 * count : 0);
}

/* The move claims a score or announces a last tile; both are optional (L-25, T-16). */
static struct by_reason claims(const struct look *l)
{
    bool claim = by_move_claim(l->move) != 0, announced = (l->move & BY_ANNOUNCED) != 0;

    return reason(0, l->tile, 0, by_move_claim(l->move), claim, claim ? 500 : announced ? 450 : 0);
}

static struct by_reason calls(const struct look *l)
{
    return reason(0, 0, l->v->now.window, by_families[l->v->family]->asks_scores ? l->v->now.stake : 0, 0,
                  l->kind == BY_CALL_OUT ? 900 : 0);
}

/* The move plays a heavy tile; `amount` is its pips, and `of` is 1 if it is the heaviest in the hand, 2 if heavier than
 * most. */
static struct by_reason heavy(const struct look *l)
{
    struct by_set left = l->rest;
    int heavier = 0, lighter = 0, pips = lays(l) ? by_pips(l->tile) : 0;

    while (!by_set_empty(&left)) {
        int other = by_pips(by_set_take(&left));

        heavier += other >= pips;
        lighter += other < pips;
    }
    if (pips >= 7 && lighter > 0 && (heavier == 0 || BY_PLANTED(303)))
        return reason(0, l->tile, 0, pips, 1, 40 + 10 * (pips < 30 ? pips : 30));
    if (pips >= 7 && lighter >= 2 * heavier && lighter > 1)
        return reason(0, l->tile, 0, pips, 2, 30 + 4 * (pips < 30 ? pips : 30));
    return reason(0, 0, 0, 0, 0, 0);
}

/* ---- Who can follow -------------------------------------------------------------------------- */

static bool asks_next(const struct look *l)
{
    return table_game(l) && lays(l) && !l->over && l->next != BY_NO_SEAT && l->rival;
}

/* Returns whether tiles can be drawn after the move. */
static bool may_draw(const struct look *l)
{
    return l->after.limit > l->after.now.taken
        && (!by_families[l->v->family]->by_options || l->v->rules.opt[BY_DRAW] != BY_DRAW_NONE);
}

/* The next seat cannot play; `amount` is 1 if it may draw. */
static struct by_reason cannot(const struct look *l)
{
    struct by_set answers;

    if (!asks_next(l))
        return reason(0, 0, 0, 0, 0, 0);
    answers = BY_PLANTED(304) ? (struct by_set){ { 0, 0, 0 } } : look_answers(l);
    if (!by_set_empty(&answers))
        return reason(0, 0, 0, 0, 0, 0);
    return reason(0, 0, l->next, may_draw(l), 0, 520);
}

/* The chance that the next seat holds no fitting tile is at least three in five; `amount` counts the unseen tiles that
 * fit. */
static struct by_reason hardly(const struct look *l)
{
    struct by_set answers;
    int32_t none;

    if (!asks_next(l))
        return reason(0, 0, 0, 0, 0, 0);
    answers = look_answers(l);
    none = by_look_none(l, l->next, answers);
    if (by_set_empty(&answers) || none < 600)
        return reason(0, 0, 0, 0, 0, 0);
    return reason(0, 0, l->next, by_set_count(&answers), none, none / 3 + (l->v->drawable > 0 ? 0 : 60));
}

/* Returns whether it is certain that no seat can play any more: all fitting tiles are on the table or, where seats do
 * not draw, every seat lacks them. */
static bool dead(const struct look *l)
{
    if (by_families[l->v->family]->low_wins || !lays(l) || l->over || l->own_turn || !by_set_empty(&l->fits))
        return false;
    if (may_draw(l))
        return by_set_empty(&l->follow) && l->v->rules.opt[BY_DRAW] == BY_DRAW_UNTIL;
    for (int k = 0; k < l->v->players; k++) {
        const struct by_set left = look_less(l->follow, l->lacks[k]);

        if (k != l->v->seat && !by_set_empty(&left))
            return false;
    }
    return true;
}

/* No seat can play any more; `amount` is the number of pips in the seat's own hand, and `of` is 1 if that is certain to
 * be the fewest. */
static struct by_reason blocks(const struct look *l)
{
    const struct by_view *v = l->v;
    int own = by_set_pips(&l->rest), unseen = by_set_count(&l->unseen);
    bool certain = true;

    if (!dead(l) || v->rules.opt[BY_TEAMS] == BY_ON)
        return reason(0, 0, 0, 0, 0, 0);
    for (int k = 0; k < v->players; k++) {
        struct by_set may = look_less(l->unseen, l->lacks[k]);
        int least = 0;

        if (k == v->seat)
            continue;
        for (int i = 0, pips = 0; pips <= 12 && i < v->count[k]; pips++) /* the lightest hand that seat k can hold */
            for (struct by_set left = may; !by_set_empty(&left) && i < v->count[k];)
                if (by_pips(by_set_take(&left)) == pips) {
                    least += pips;
                    i++;
                }
        certain = certain && least > own;
        if (own * unseen >= v->count[k] * by_set_pips(&l->unseen))
            return reason(0, 0, 0, 0, 0, 0);
    }
    return reason(0, 0, 0, own, certain, certain ? 800 : 450);
}

/* The seat holds all remaining tiles with an open number; `amount` counts them. */
static struct by_reason owns(const struct look *l)
{
    struct by_reason best = reason(0, 0, 0, 0, 0, 0);

    for (int k = 0; k <= BY_MAX_NUMBER && table_game(l) && lays(l) && !l->over && !l->wild; k++) {
        int own = look_suit(&l->rest, k), others = look_suit(&l->unseen, k);

        if ((l->open_after >> k & 1) != 0 && own > 0 && others == 0 && own * 40 + 260 > best.strength
            && by_set_count(&l->fits) > 0)
            best = reason(k, 0, 0, own, 0, own * 40 + 260);
    }
    return best;
}

/* The move keeps tiles for an open number; `amount` counts them (at least two), and `of` counts the unseen ones. */
static struct by_reason keeps(const struct look *l)
{
    struct by_reason best = reason(0, 0, 0, 0, 0, 0);

    for (int k = 0; k <= BY_MAX_NUMBER && table_game(l) && lays(l) && !l->over; k++) {
        int own = look_suit(BY_PLANTED(305) ? &l->hand : &l->rest, k), others = look_suit(&l->unseen, k);
        int strength = 30 + 40 * own + 160 * own / (own + others + 1);

        if ((l->open_after >> k & 1) != 0 && own >= 2 && others > 0 && (k > 0 || !l->wild) && strength > best.strength)
            best = reason(k, 0, 0, own, others, strength);
    }
    return best;
}

/* The move keeps the seat's only tile for a number that remains open; another move would use it up. */
static struct by_reason only(const struct look *l)
{
    for (int k = 0; k <= BY_MAX_NUMBER && table_game(l) && lays(l) && !l->over; k++) {
        struct by_set one = by_set_and(l->rest, by_suit[k]);
        by_tile t;

        if ((l->open_after >> k & 1) == 0 || by_set_count(&one) != 1 || (k == 0 && l->wild)
            || look_suit(&l->hand, k) != 1)
            continue;
        t = by_set_take(&one);
        for (int i = 0; i < l->d->n; i++)
            if (by_move_kind(l->d->moves[i]) == BY_LAY && by_move_tile(l->d->moves[i]) == t)
                return reason(k, t, 0, 1, 0, 110);
    }
    return reason(0, 0, 0, 0, 0, 0);
}

/* The move newly opens a number that is on at most two unseen tiles; `amount` counts those tiles. */
static struct by_reason rare(const struct look *l)
{
    struct by_reason best = reason(0, 0, 0, 0, 0, 0);

    for (int k = 0; k <= BY_MAX_NUMBER && table_game(l) && lays(l) && !l->over && !l->wild; k++) {
        int others = look_suit(&l->unseen, k);

        if ((l->open_after & ~l->open) >> k & 1 && others > 0 && others <= 2 && best.strength == 0)
            best = reason(k, 0, 0, others, 0, 170 - 40 * others);
    }
    return best;
}

/* The move closes a number that is on no tile left in the hand but on at least four unseen tiles; `amount` counts the
 * unseen ones. */
static struct by_reason covers(const struct look *l)
{
    struct by_reason best = reason(0, 0, 0, 0, 0, 0);

    for (int k = 0; k <= BY_MAX_NUMBER && table_game(l) && lays(l) && !l->over && !l->wild; k++) {
        int others = look_suit(&l->unseen, k);

        if ((l->open & ~l->open_after) >> k & 1 && others >= 4 && look_suit(&l->rest, k) == 0
            && 20 * others > best.strength)
            best = reason(k, 0, 0, others, 0, 20 * others);
    }
    return best;
}

/* At least two thirds of the tiles left in the hand fit after the move: `amount` out of `of`. */
static struct by_reason follows(const struct look *l)
{
    int fit = by_set_count(&l->fits), all = by_set_count(&l->rest);

    if (!table_game(l) || !lays(l) || l->over || all < 2 || fit * 3 < all * 2)
        return reason(0, 0, 0, 0, 0, 0);
    return reason(0, 0, 0, fit, all, 60 + 60 * fit / all);
}

/* ---- Doubles --------------------------------------------------------------------------------- */

/* The double is hard to play later; `amount` counts the other tiles with its number that are not on the table yet. */
static struct by_reason sticks(const struct look *l)
{
    int number, left;

    if (by_families[l->v->family]->solitaire || !lays(l) || !by_is_double(l->tile) || by_set_empty(&l->rest)
        || l->v->now.laid == 0)
        return reason(0, 0, 0, 0, 0, 0);
    number = by_high(l->tile);
    left = look_suit(&l->unseen, number) + look_suit(&l->rest, number);
    if (BY_PLANTED(306))
        left = 0;
    return reason(number, l->tile, 0, left, 0, left <= 4 ? 330 - 50 * left : 100);
}

static bool has_place(const struct look *l, by_tile t)
{
    for (int k = 0; k < l->after.now.places; k++)
        if (l->after.laid[l->after.place[k].laid].tile == t)
            return true;
    return false;
}

/* Returns whether another move would cover this double, leaving it no open side. */
static bool coverable(const struct look *l, by_tile t)
{
    struct look other;

    for (int k = 0; k < l->d->n; k++) {
        if (by_move_kind(l->d->moves[k]) != BY_LAY || by_move_place(l->d->moves[k]) != t)
            continue;
        by_look_at(l->d, k, &other);
        return !has_place(&other, t);
    }
    return false;
}

/* The move leaves a double open at an end although another move would cover it. */
static struct by_reason open_double(const struct look *l)
{
    if (by_families[l->v->family]->trains) {
        const uint32_t doubles = l->after.now.of.trains.doubles;
        int number = doubles != 0 ? l->after.tail[__builtin_ctz(doubles)] : 0;

        if (l->kind == BY_DRAW_TILE || l->over || doubles == 0 || l->own_turn)
            return reason(0, 0, 0, 0, 0, 0);
        return reason(number, by_tile_of(number, number), l->next, 0, 0, 150);
    }
    for (int i = 0; lays(l) && by_families[l->v->family]->line && !l->over && i < l->v->now.places; i++) {
        const struct by_place *p = &l->v->place[i];
        by_tile t = l->v->laid[p->laid].tile;

        if (!by_is_double(t) || l->v->laid[p->laid].beside > 1 || by_move_place(l->move) == t)
            continue;
        if (has_place(l, t) && coverable(l, t))
            return reason(p->number, t, 0, look_suit(&l->rest, p->number), look_suit(&l->unseen, p->number), 90);
    }
    return reason(0, 0, 0, 0, 0, 0);
}

/* ---- Opponents' scores, the double blank, feet --------------------------------------------------- */

/* The next player can score with at most one unseen tile (`amount`); after another move, with at least three more. */
static struct by_reason denies(const struct look *l)
{
    struct look other;

    if (!asks_next(l) || l->v->rules.opt[BY_PLAY_UNIT] == 0 || l->scorers > 1)
        return reason(0, 0, 0, 0, 0, 0);
    for (int i = 0; i < l->d->n; i++) {
        if (l->d->moves[i] == l->move || by_move_kind(l->d->moves[i]) != BY_LAY)
            continue;
        by_look_at(l->d, i, &other);
        if (other.scorers >= l->scorers + 3)
            return reason(0, 0, l->next, l->scorers, other.scorers, 180 + 10 * (other.scorers - l->scorers));
    }
    return reason(0, 0, 0, 0, 0, 0);
}

/* The move limits the next player's score (`amount`); another move would allow at least ten pips more. */
static struct by_reason limits(const struct look *l)
{
    struct look other;
    const int unit = l->v->rules.opt[BY_PLAY_UNIT];

    if (!asks_next(l) || unit == 0 || l->scorers <= 1)
        return reason(0, 0, 0, 0, 0, 0);
    for (int i = 0; i < l->d->n; i++) {
        if (l->d->moves[i] == l->move || by_move_kind(l->d->moves[i]) != BY_LAY)
            continue;
        by_look_at(l->d, i, &other);
        if ((other.best_points - l->best_points) * unit >= 10)
            return reason(0, 0, l->next, l->best_points, other.best_points,
                          60 + 5 * (other.best_points - l->best_points) * unit);
    }
    return reason(0, 0, 0, 0, 0, 0);
}

/* The move plays the double blank, which carries a penalty (F-10). */
static struct by_reason blank(const struct look *l)
{
    int extra = l->v->rules.opt[BY_BLANK_PENALTY];

    return reason(0, 0, 0, extra, 0, lays(l) && l->tile == 0 && extra > 0 ? 420 : 0);
}

/* The double opens a foot; `amount` counts the tiles in the hand that can be its toes. */
static struct by_reason foot(const struct look *l)
{
    int toes;

    if (!by_families[l->v->family]->toes || !lays(l) || !by_is_double(l->tile) || l->over)
        return reason(0, 0, 0, 0, 0, 0);
    toes = look_suit(&l->rest, by_high(l->tile));
    return reason(by_high(l->tile), l->tile, 0, toes, 0, toes > 0 ? 60 + 60 * (toes < 3 ? toes : 3) : 0);
}

void by_hand_reason(const struct look *l, int id, struct by_reason *r)
{
    static struct by_reason (*const of[BY_REASONS])(const struct look *) = {
        [BY_WHY_WINS] = wins,     [BY_WHY_OUT] = out,       [BY_WHY_SCORES] = scores,
        [BY_WHY_CLAIMS] = claims, [BY_WHY_CALLS] = calls,   [BY_WHY_BLOCKS] = blocks,
        [BY_WHY_CANNOT] = cannot, [BY_WHY_HARDLY] = hardly, [BY_WHY_OWNS] = owns,
        [BY_WHY_KEEPS] = keeps,   [BY_WHY_ONLY] = only,     [BY_WHY_FOLLOWS] = follows,
        [BY_WHY_HEAVY] = heavy,   [BY_WHY_STICKS] = sticks, [BY_WHY_OPEN_DOUBLE] = open_double,
        [BY_WHY_DENIES] = denies, [BY_WHY_LIMITS] = limits, [BY_WHY_RARE] = rare,
        [BY_WHY_COVERS] = covers, [BY_WHY_BLANK] = blank,   [BY_WHY_FOOT] = foot,
    };

    if (of[id] != NULL)
        *r = of[id](l);
}

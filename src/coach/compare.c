/* SPDX-License-Identifier: MIT */
/* compare.c: finds reasons that compare two moves (compare.h). Each reason compares a count or a fact after the first
 * move with its counterpart after the second, so it holds for at most one of the moves. */
#include "compare.h"

#include "boneyard/train.h"

#define BOUNDS 2000 /* the same limit as in trains.c */
#define HEAVIER 3   /* pips; smaller differences do not matter */

static struct by_reason reason(int number, by_tile tile, int seat, int amount, int of, int strength)
{
    return (struct by_reason){
        .number = (uint8_t)number, .tile = tile, .seat = (uint8_t)seat, .amount = amount, .of = of, .strength = strength
    };
}

static const struct by_reason none = { .strength = 0 };

static bool lays(const struct look *l) { return l->kind == BY_LAY; }

static bool both_lay(const struct look *a, const struct look *b) { return lays(a) && lays(b) && !a->over && !b->over; }

static const struct by_family *family(const struct look *l) { return by_families[l->v->family]; }

/* ---- The next player -------------------------------------------------------------------------- */

/* Returns whether the same opponent moves next after both moves. */
static bool same_rival(const struct look *a, const struct look *b)
{
    return both_lay(a, b) && a->next != BY_NO_SEAT && a->next == b->next && a->rival && !a->own_turn && !b->own_turn;
}

static int answers(const struct look *l)
{
    const struct by_set left = look_answers(l);

    return by_set_count(&left);
}

/* Fewer hidden tiles let the next player follow this move than the other, by at least an eighth; `amount` and `of` are
 * the two counts. */
static struct by_reason fewer(const struct look *a, const struct look *b)
{
    int n, other;

    if (!same_rival(a, b))
        return none;
    n = answers(a);
    other = answers(b);
    if (BY_PLANTED(311))
        return reason(0, 0, a->next, other, n, n > other ? 100 + 10 * (n - other) : 0);
    return reason(0, 0, a->next, n, other, (other - n) * 8 >= other && n < other ? 50 + 150 * (other - n) / other : 0);
}

/* This move opens a number that the next player lacks; the next player may be able to follow at every end that the
 * other move opens. */
static struct by_reason lacks(const struct look *a, const struct look *b)
{
    for (int k = 0; k <= BY_MAX_NUMBER && same_rival(a, b) && family(a)->ends && !a->wild; k++) {
        const struct by_set out = by_set_and(a->unseen, by_suit[k]), may = look_less(out, a->lacks[a->next]);

        if ((a->open_after & ~b->open_after) >> k & 1 && by_set_count(&out) > 1 && by_set_empty(&may))
            return reason(k, 0, a->next, by_set_count(&out), 0, 230);
    }
    return none;
}

/* An opponent is nearly out; `amount` is the number of tiles in that opponent's hand. */
static struct by_reason nearly(const struct look *a)
{
    struct by_reason r = none;

    for (int k = 0; k < a->v->players; k++) {
        const bool partner = a->v->rules.opt[BY_TEAMS] == BY_ON && ((k ^ a->v->seat) & 1) == 0;

        if (k != a->v->seat && !partner && a->v->count[k] <= 2 && (r.strength == 0 || a->v->count[k] < r.amount))
            r = reason(0, 0, k, a->v->count[k], 0, 1);
    }
    return r;
}

/* After this move, a player who is nearly out could follow with fewer tiles. */
static struct by_reason stops(const struct look *a, const struct look *b)
{
    struct by_reason r = fewer(a, b);

    if (r.strength == 0 || a->v->count[a->next] > 2)
        return none;
    r.number = a->v->count[a->next];
    r.strength += 70;
    return r;
}

/* ---- Blanks, the hand -------------------------------------------------------------------------- */

static bool open_blank(const struct look *l) { return (l->open_after & 1) != 0; }

/* Unlike the other move, this one leaves no open blank, on which any tile would fit (L-08). */
static struct by_reason shuts_blank(const struct look *a, const struct look *b)
{
    return a->wild && same_rival(a, b) && open_blank(b) && !open_blank(a) ? reason(0, b->tile, a->next, 0, 0, 120)
                                                                          : none;
}

/* The other move would use up a blank, which fits any end (L-08). */
static struct by_reason saves_blank(const struct look *a, const struct look *b)
{
    return a->wild && both_lay(a, b) && by_low(b->tile) == 0 && by_low(a->tile) != 0 ? reason(0, b->tile, 0, 0, 0, 190)
                                                                                     : none;
}

/* Returns the number on which the move plays a wild blank, or -1 if it does not. */
static int wild_on(const struct look *l)
{
    int place, touching;

    if (!l->wild || !lays(l) || by_move_place(l->move) == BY_NO_TILE || by_low(l->tile) != 0)
        return -1;
    place = by_move_place(l->move);
    touching = by_touching(l->tile, by_move_flip(l->move));
    for (int i = 0; i < l->v->now.places; i++)
        if (l->v->laid[l->v->place[i].laid].tile == place && l->v->place[i].number != touching)
            return l->v->place[i].number;
    return -1;
}

/* A wild blank covers a number (L-08); `amount` is the number of hidden tiles with that number. */
static struct by_reason joins(const struct look *a, const struct look *b)
{
    int k = wild_on(a);

    if (!both_lay(a, b) || k < 0 || wild_on(b) == k || (a->open_after >> k & 1) != 0)
        return none;
    return reason(k, a->tile, 0, look_suit(&a->unseen, k), 0, 90);
}

/* After this move, more tiles in the hand fit; `amount` and `of` are the two counts. */
static struct by_reason more_fit(const struct look *a, const struct look *b)
{
    int n = by_set_count(&a->fits), other = by_set_count(&b->fits);

    if (!both_lay(a, b) || n <= other)
        return none;
    return reason(0, 0, 0, n, other, 40 + 40 * (n - other) + (other == 0 ? 90 : 0));
}

/* Returns the number of ends that can take a tile from the hand, or 0 while a double must be filled first. */
static int ends_for(const struct look *l)
{
    int n = 0;

    if (by_next_foot(&l->after.now, l->after.family) != BY_NO_TILE)
        return 0;
    for (int i = 0; i < l->after.now.places; i++)
        n += look_suit(BY_PLANTED(313) ? &l->hand : &l->rest, l->after.place[i].number) > 0;
    return n;
}

/* Tiles in the hand fit on more ends, so opponents are less likely to close them all; `amount` and `of` count those
 * ends. */
static struct by_reason more_ends(const struct look *a, const struct look *b)
{
    int n, other;

    if (!both_lay(a, b) || !family(a)->ends || a->wild)
        return none;
    n = ends_for(a);
    other = ends_for(b);
    return reason(0, 0, 0, n, other, other > 0 && n > other ? 15 + 10 * (n - other) : 0);
}

static int numbers_in(const struct by_set *s)
{
    int n = 0;

    for (int k = 0; k <= BY_MAX_NUMBER; k++)
        n += look_suit(s, k) > 0;
    return n;
}

/* The hand keeps more distinct numbers; `amount` and `of` are the two counts. */
static struct by_reason variety(const struct look *a, const struct look *b)
{
    int n = numbers_in(&a->rest), other = numbers_in(&b->rest);

    if (!both_lay(a, b) || n <= other)
        return none;
    return reason(0, 0, 0, n, other, 60 + 20 * (n - other));
}

/* The hand keeps a tile with a number that no other player has; the other move would use it up. */
static struct by_reason saves(const struct look *a, const struct look *b)
{
    for (int k = 0; k <= BY_MAX_NUMBER && both_lay(a, b) && family(a)->ends && a->tile != b->tile && !a->wild; k++)
        if (by_set_has(&by_suit[k], b->tile) && !by_set_has(&by_suit[k], a->tile) && look_suit(&a->unseen, k) == 0
            && (a->open_after >> k & 1) != 0)
            return reason(k, b->tile, 0, 0, 0, 200);
    return none;
}

/* ---- Numbers left open ------------------------------------------------------------------------- */

/* Returns the number that a tile opens. */
static int opened(const struct look *l) { return by_across(l->tile, by_touching(l->tile, by_move_flip(l->move))); }

/* Finds a number that only move a leaves open, and one that only move b leaves open. If either has none, because other
 * ends show the same numbers, takes the numbers that the two tiles open and sets *again. */
static bool differ(const struct look *a, const struct look *b, int *k, int *j, bool *again)
{
    uint32_t blank = a->wild ? 1 : 0, new = a->open_after & ~b->open_after & ~blank,
             old = b->open_after & ~a->open_after & ~blank;

    *again = new == 0 || old == 0;
    *k = *again ? opened(a) : __builtin_ctz(new);
    *j = *again ? opened(b) : __builtin_ctz(old);
    return !*again || (family(a)->ends && *k != *j && (!a->wild || (*k > 0 && *j > 0)));
}

/* The seat holds more tiles with the number that this move leaves open than with the number that the other move leaves
 * open. `number` and `of` are the two numbers, and `amount` counts the tiles with the first; `seat` is 1 if differ()
 * sets *again. */
static struct by_reason own_end(const struct look *a, const struct look *b)
{
    int k, j, own, other;
    bool again;

    if (!both_lay(a, b) || !differ(a, b, &k, &j, &again))
        return none;
    own = look_suit(&a->rest, k);
    other = look_suit(&b->rest, j);
    return reason(k, 0, again, own, j, own > other ? (again ? 40 : 70) + 50 * (own - other) : 0);
}

/* The number that this move leaves open is on fewer hidden tiles than the number that the other move leaves open. */
static struct by_reason scarcer(const struct look *a, const struct look *b)
{
    int k, j, n, other;
    bool again;

    if (!same_rival(a, b) || !differ(a, b, &k, &j, &again))
        return none;
    n = look_suit(&a->unseen, k);
    other = look_suit(&b->unseen, j);
    return reason(k, 0, again, n, j, n < other ? 15 + 20 * (other - n) : 0);
}

/* The other move opens a number and this one does not; `number` is that number, and `amount` counts the hidden tiles
 * that have it. */
static struct by_reason keeps_closed(const struct look *a, const struct look *b)
{
    uint32_t new = a->open_after & ~a->open, old = b->open_after & ~b->open & ~(a->wild ? 1u : 0u);
    int n;

    if (!same_rival(a, b) || (new & ~b->open_after) != 0 || (old & ~a->open_after) == 0)
        return none;
    n = look_suit(&a->unseen, __builtin_ctz(old & ~a->open_after));
    return reason(__builtin_ctz(old & ~a->open_after), 0, 0, n, 0, n > 0 ? 40 + 10 * n : 0);
}

/* ---- Scores ------------------------------------------------------------------------------------ */

/* Fewer hidden tiles let the next player score; `amount` and `of` are the two counts. */
static struct by_reason spares(const struct look *a, const struct look *b)
{
    if (!same_rival(a, b) || a->scorers >= b->scorers)
        return none;
    return reason(0, 0, a->next, a->scorers, b->scorers, 60 + 15 * (b->scorers - a->scorers));
}

/* A tile left in the hand could score more at the ends after this move; `amount` and `of` are the points. */
static struct by_reason sets_up(const struct look *a, const struct look *b)
{
    if (!both_lay(a, b) || a->own_points <= b->own_points)
        return none;
    return reason(0, 0, 0, a->own_points, b->own_points, 70 + (a->own_points - b->own_points));
}

/* ---- Pips -------------------------------------------------------------------------------------- */

/* This move's tile is heavier; `amount` and `of` are the pips of the two tiles. */
static struct by_reason sheds(const struct look *a, const struct look *b)
{
    int pips = lays(a) ? by_pips(a->tile) : 0, other = lays(b) ? by_pips(b->tile) : 0;

    if (!both_lay(a, b) || pips < other + HEAVIER)
        return none;
    return reason(0, a->tile, 0, pips, other, family(a)->low_wins ? 40 + 16 * (pips - other) : 25 + 6 * (pips - other));
}

/* This move's tile is heavier, and an opponent is nearly out; `number` is the number of tiles in that opponent's
 * hand. */
static struct by_reason unloads(const struct look *a, const struct look *b)
{
    struct by_reason r = sheds(a, b), who = nearly(a);

    if (r.strength == 0 || who.strength == 0)
        return none;
    r.seat = who.seat;
    r.number = (uint8_t)who.amount;
    r.strength += 60;
    return r;
}

/* In games where low scores win: the hidden tiles with the number that this move opens are lighter, on average, than
 * those with the other move's number. The two numbers are `number` and `of`. */
static struct by_reason lighter(const struct look *a, const struct look *b)
{
    struct by_set out_a, out_b;
    int k, j, left, right;

    if (!both_lay(a, b) || !family(a)->ends || !family(a)->low_wins)
        return none;
    k = opened(a);
    j = opened(b);
    out_a = by_set_and(a->unseen, by_suit[k]);
    out_b = by_set_and(b->unseen, by_suit[j]);
    left = by_set_pips(&out_a) * by_set_count(&out_b);
    right = by_set_pips(&out_b) * by_set_count(&out_a);
    return reason(k, 0, 0, 0, j, left < right || (left > right && BY_PLANTED(314)) ? 20 : 0);
}

/* ---- Doubles ----------------------------------------------------------------------------------- */

/* The other move lays a double on which few of the seat's tiles can be played; `amount` counts the hand's tiles with
 * the double's number. */
static struct by_reason holds_double(const struct look *a, const struct look *b)
{
    int own;

    if (!both_lay(a, b) || !by_is_double(b->tile) || by_is_double(a->tile) || (!family(a)->toes && !family(a)->trains))
        return none;
    own = look_suit(&b->rest, by_high(b->tile));
    return reason(by_high(b->tile), b->tile, 0, own, 0, own < 2 ? 130 - 40 * own : 0);
}

/* The other players must fill this double first; `amount` counts the hidden tiles with its number, and `of` those in
 * the hand. */
static struct by_reason locks(const struct look *a, const struct look *b)
{
    int k, n;

    if (!both_lay(a, b) || !by_is_double(a->tile) || by_is_double(b->tile) || a->own_turn || !family(a)->toes)
        return none;
    k = by_high(a->tile);
    n = look_suit(&a->unseen, k);
    return reason(k, a->tile, a->next, n, look_suit(&a->rest, k), 90 + 10 * (8 - (n > 8 ? 8 : n)));
}

/* ---- Trains ------------------------------------------------------------------------------------ */

static bool at_home(const struct look *l) { return lays(l) && by_move_place(l->move) == l->v->seat; }

static int home_left(const struct look *l)
{
    struct by_train t;
    int tail = l->after.tail[l->v->seat];

    if (tail > BY_MAX_NUMBER)
        return 0;
    by_train_best(&l->rest, tail, &BY_WISH_LONGEST, BOUNDS, &t);
    return t.n;
}

/* The player's own train can grow by more tiles; `amount` and `of` are the two counts. */
static struct by_reason grows(const struct look *a, const struct look *b)
{
    int n, other;

    if (!family(a)->trains || !both_lay(a, b))
        return none;
    n = home_left(a);
    other = home_left(b);
    return reason(0, 0, 0, n, other, n > other ? 70 + 30 * (n - other) : 0);
}

/* Returns the most pips that the player's own train can take, including the move's tile if it is laid there. */
static int home_pips(const struct look *l)
{
    struct by_train t;
    int tail = l->after.tail[l->v->seat];

    if (tail > BY_MAX_NUMBER)
        return 0;
    by_train_best(&l->rest, tail, &BY_WISH_HEAVIEST, BOUNDS, &t);
    return t.pips + (at_home(l) ? by_pips(l->tile) : 0);
}

/* The player's own train can take more pips; `amount` and `of` are the two counts. */
static struct by_reason carries(const struct look *a, const struct look *b)
{
    int n, other;

    if (!family(a)->trains || !both_lay(a, b) || at_home(a) != at_home(b))
        return none;
    n = home_pips(a);
    other = home_pips(b);
    return reason(0, 0, 0, n, other, n > other ? 20 + (n - other < 20 ? n - other : 20) : 0);
}

/* Returns the number of tiles that the player's own train and the Mexican Train can take together. */
static int left_on_both(const struct look *l)
{
    struct by_train t[2];
    int own = l->after.tail[l->v->seat], mexican = l->after.tail[BY_MEXICAN];

    if (own > BY_MAX_NUMBER || mexican > BY_MAX_NUMBER)
        return 0;
    by_train_split(&l->rest, own, mexican, &BY_WISH_LONGEST, BOUNDS, t);
    return t[0].n + t[1].n;
}

/* The player's own train and the Mexican Train can take more tiles; `amount` and `of` are the two counts. */
static struct by_reason both(const struct look *a, const struct look *b)
{
    int n, other;

    if (!family(a)->trains || !both_lay(a, b))
        return none;
    n = left_on_both(a);
    other = left_on_both(b);
    return reason(0, 0, 0, n, other, n > other ? 25 + 15 * (n - other) : 0);
}

/* The player's own train ends in a number that is on more tiles in the hand; `number` and `of` are the two numbers, and
 * `amount` counts the tiles with the first. */
static struct by_reason home_end(const struct look *a, const struct look *b)
{
    int k = a->after.tail[a->v->seat], j = b->after.tail[b->v->seat], own, other;

    if (!family(a)->trains || !both_lay(a, b) || !at_home(a) || !at_home(b) || k == j || k > BY_MAX_NUMBER)
        return none;
    own = look_suit(&a->rest, k);
    other = look_suit(&b->rest, j);
    return reason(k, 0, 0, own, j, own > other ? 50 + 20 * (own - other) : 0);
}

/* The tile is not part of the longest train; the other move uses up a tile that is part of it and can wait.
 * The length of that train is in `amount`. */
static struct by_reason extra(const struct look *a, const struct look *b)
{
    struct by_train t;

    if (!family(a)->trains || !both_lay(a, b) || at_home(a) || !at_home(b) || a->v->tail[a->v->seat] > BY_MAX_NUMBER)
        return none;
    by_train_best(&a->hand, a->v->tail[a->v->seat], &BY_WISH_LONGEST, BOUNDS, &t);
    for (int i = 0; i < t.n && !BY_PLANTED(312); i++)
        if (t.tile[i] == a->tile)
            return none;
    return reason(0, a->tile, 0, t.n, 0, t.n > 1 ? 265 + 10 * t.n : 0);
}

/* The player's own train is closed to others, so it can wait. */
static struct by_reason waits(const struct look *a, const struct look *b)
{
    if (!family(a)->trains || !both_lay(a, b) || at_home(a) || !at_home(b)
        || (a->after.now.of.trains.markers >> a->v->seat & 1) != 0)
        return none;
    return reason(0, a->tile, 0, 0, 0, 85);
}

/* The tile goes on another player's train while that train is open. */
static struct by_reason guest(const struct look *a, const struct look *b)
{
    int place = lays(a) ? by_move_place(a->move) : BY_MEXICAN;

    if (!family(a)->trains || !both_lay(a, b) || place == BY_MEXICAN || place == a->v->seat
        || by_move_place(b->move) == place)
        return none;
    return reason(0, a->tile, place, 0, 0, 75);
}

/* ---- Castle Rock --------------------------------------------------------------------------------- */

/* Drawing first loses none of the row's possible removals; `amount` counts them. */
static struct by_reason draws_first(const struct look *a, const struct look *b)
{
    if (!family(a)->solitaire || a->kind != BY_DRAW_TILE || b->kind == BY_DRAW_TILE)
        return none;
    return reason(0, 0, 0, a->v->now.of.castle.removable, 0, 100);
}

/* More tiles remain in the row for the next tiles to match; `amount` and `of` are the two counts. */
static struct by_reason one_only(const struct look *a, const struct look *b)
{
    return family(a)->solitaire && a->kind == BY_TAKE && b->kind == BY_TAKE3
        ? reason(0, a->tile, 0, a->after.now.laid, b->after.now.laid, 80)
        : none;
}

void by_compare_reason(const struct look *a, const struct look *b, int id, struct by_reason *r)
{
    static struct by_reason (*const of[BY_REASONS])(const struct look *, const struct look *) = {
        [BY_WHY_FEWER] = fewer,
        [BY_WHY_LACKS] = lacks,
        [BY_WHY_STOPS] = stops,
        [BY_WHY_SHUTS_BLANK] = shuts_blank,
        [BY_WHY_SAVES_BLANK] = saves_blank,
        [BY_WHY_JOINS] = joins,
        [BY_WHY_MORE_FIT] = more_fit,
        [BY_WHY_VARIETY] = variety,
        [BY_WHY_SAVES] = saves,
        [BY_WHY_OWN_END] = own_end,
        [BY_WHY_SCARCER] = scarcer,
        [BY_WHY_KEEPS_CLOSED] = keeps_closed,
        [BY_WHY_SPARES] = spares,
        [BY_WHY_SETS_UP] = sets_up,
        [BY_WHY_MORE_ENDS] = more_ends,
        [BY_WHY_HOME_END] = home_end,
        [BY_WHY_SHEDS] = sheds,
        [BY_WHY_UNLOADS] = unloads,
        [BY_WHY_LIGHTER] = lighter,
        [BY_WHY_HOLDS_DOUBLE] = holds_double,
        [BY_WHY_LOCKS] = locks,
        [BY_WHY_GROWS] = grows,
        [BY_WHY_CARRIES] = carries,
        [BY_WHY_BOTH] = both,
        [BY_WHY_EXTRA] = extra,
        [BY_WHY_WAITS] = waits,
        [BY_WHY_GUEST] = guest,
        [BY_WHY_DRAWS_FIRST] = draws_first,
        [BY_WHY_ONE_ONLY] = one_only,
    };

    *r = of[id] != NULL ? of[id](a, b) : none;
}

/* SPDX-License-Identifier: MIT */
/* feet.c: tests whole rounds of Chickenfoot, laid out after every tile, on tables of several sizes.  Positions are
 * measured here a second time, with real numbers: tiles as four corners, and overlap by projection on the sides of
 * both. Each check is then given a wrong layout, to show that it detects the fault. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/layout.h"
#include "boneyard/table.h"

enum { STEPS = 4000 };

struct point {
    double x, y;
};

static struct by_table match;
static struct by_step steps[STEPS];
static by_move list[BY_MOVES];
static char said[200];

/* ---- Measuring ------------------------------------------------------------------------------ */

static struct point unit(int turn) { return (struct point){ cos(turn * M_PI / 4), sin(turn * M_PI / 4) }; }

/* Computes the corners of half 0 or 1 of a tile, or of the whole tile (-1). */
static void corners(const struct by_spot *s, int half, struct point out[4])
{
    struct point d = unit(s->turn), r = unit(s->turn + 2);
    double from = half == 1 ? 0 : -BY_HALF, to = half == 0 ? 0 : BY_HALF, side = BY_HALF / 2.0;

    for (int i = 0; i < 4; i++) {
        double along = i == 1 || i == 2 ? to : from, across = i < 2 ? -side : side;

        out[i] = (struct point){ s->x + along * d.x + across * r.x, s->y + along * d.y + across * r.y };
    }
}

/* Returns the widest gap between two tiles (or halves) along a side of either.  If it is negative, they overlap by its
 * absolute value. */
static double gap(const struct by_spot *a, int half_a, const struct by_spot *b, int half_b)
{
    struct point p[4], q[4];
    double widest = -1e9;

    corners(a, half_a, p);
    corners(b, half_b, q);
    for (int axis = 0; axis < 4; axis++) {
        struct point u = unit(axis < 2 ? a->turn + 2 * axis : b->turn + 2 * axis);
        double lo[2] = { 1e9, 1e9 }, hi[2] = { -1e9, -1e9 };

        for (int i = 0; i < 4; i++) {
            double at = p[i].x * u.x + p[i].y * u.y, bt = q[i].x * u.x + q[i].y * u.y;

            lo[0] = fmin(lo[0], at);
            hi[0] = fmax(hi[0], at);
            lo[1] = fmin(lo[1], bt);
            hi[1] = fmax(hi[1], bt);
        }
        widest = fmax(widest, fmax(lo[1] - hi[0], lo[0] - hi[1]));
    }
    return widest;
}

static bool overlap(const struct by_spot *a, const struct by_spot *b) { return gap(a, -1, b, -1) < -1e-6; }

/* ---- The checks -------------------------------------------------------------------------- */

#define WRONG(...) return snprintf(said, sizeof said, __VA_ARGS__), false

static bool lies_apart(const struct by_layout *l, const struct by_spot *s, int but)
{
    for (int i = 0; i < l->tiles; i++)
        if (i != but && overlap(s, &l->at[i]))
            WRONG("%d,%d turn %d lies on tile %d", s->x, s->y, s->turn, i);
    return true;
}

/* Returns whether a tile touches with its first half or, as a double, with its long side, the free half of a single or
 * any half of a double. */
static bool touches(const struct by_layout *l, const struct by_spot *s, bool twin)
{
    const struct by_spot *on = &l->at[s->on];
    bool on_twin = by_is_double(on->tile);
    double apart = gap(s, twin ? -1 : 0, on, on_twin ? -1 : 1);
    int bend = (s->turn - on->turn) & 3;

    if (apart > BY_GAP && l->fold < UINT8_MAX) /* in the last fold, tiles may be detached */
        WRONG("tile at %d,%d is %.2f away from the half it touches", s->x, s->y, apart);
    if (twin && bend == 0 && l->fold < UINT8_MAX)
        WRONG("the double at %d,%d lies along its line", s->x, s->y);
    if (s->first != (on_twin ? on->first : on->second))
        WRONG("a %d touches a %d", s->first, on->second);
    return true;
}

static bool table_is_right(const struct by_layout *l, const struct by_view *v)
{
    if (l->tiles != v->now.laid)
        WRONG("%d tiles lie, not %d", l->tiles, v->now.laid);
    for (int i = 0; i < l->tiles; i++) {
        const struct by_spot *s = &l->at[i];

        if (s->tile != v->laid[i].tile || s->on != v->laid[i].on)
            WRONG("tile %d is another one", i);
        if (!lies_apart(l, s, i) || (i > 0 && !touches(l, s, by_is_double(s->tile))))
            return false;
    }
    return true;
}

/* Checks that every open number has a place, and that singles do not overlap (F-05, F-07). */
static bool places_are_right(const struct by_layout *l, const struct by_view *v)
{
    const bool foot = v->now.of.line.must != BY_NO_TILE;
    uint32_t lie = 0;

    for (int i = 0; i < l->tiles; i++)
        if (by_is_double(l->at[i].tile))
            lie |= (uint32_t)1 << by_high(l->at[i].tile);
    if (l->openings != (foot ? 1 : v->now.places))
        WRONG("%d openings", l->openings);
    for (int i = 0; i < l->openings; i++) {
        const struct by_opening *o = &l->opening[i];

        if (o->laid != (foot ? v->now.of.line.must : v->place[i].laid))
            WRONG("opening %d is on %d", i, o->laid);
        if (!lies_apart(l, &o->single, -1) || !lies_apart(l, &o->twin, -1) || !touches(l, &o->single, false))
            return false;
        if ((lie >> o->number & 1) == 0 && !touches(l, &o->twin, true))
            return false;
        for (int k = 0; k < i; k++)
            if (overlap(&o->single, &l->opening[k].single))
                WRONG("the singles of openings %d and %d overlap", i, k);
    }
    return true;
}

/* Checks that nothing moves while the fold is unchanged, and that the fold never decreases. */
static bool nothing_moves(const struct by_layout *before, const struct by_layout *after)
{
    if (after->fold < before->fold)
        WRONG("the fold falls from %d to %d", before->fold, after->fold);
    if (after->fold == before->fold && memcmp(before->at, after->at, sizeof before->at[0] * (size_t)before->tiles) != 0)
        WRONG("tiles move");
    return true;
}

static bool lands_there(const struct by_layout *after, const struct by_spot *said_there)
{
    const struct by_spot *s = &after->at[after->tiles - 1];

    if (memcmp(s, said_there, sizeof *s) != 0)
        WRONG("tile %d lands elsewhere than its opening said", after->tiles - 1);
    return true;
}

/* The two long sides of the centre: one toe straight from the middle, two from the corners at 45 degrees. */
static bool centre_is_right(const struct by_layout *l)
{
    int turns[8] = { 0 }, across = l->at[0].turn;

    for (int i = 1; i < l->tiles && i < 7; i++) {
        const struct by_spot *s = &l->at[i];
        struct point d = unit(s->turn), p = { s->x - BY_HALF * d.x, s->y - BY_HALF * d.y };
        double along = fabs(p.x * unit(across).x + p.y * unit(across).y);

        turns[s->turn]++;
        if (((s->turn - across) & 3) == 0 || turns[s->turn] > 1)
            WRONG("toe %d has turn %d", i, s->turn);
        if (fabs(along - ((s->turn - across) % 2 == 0 ? 0 : BY_HALF)) > BY_GAP)
            WRONG("toe %d leaves %.1f from the middle", i, along);
    }
    return true;
}

struct size {
    int32_t width, height;
};
struct tally {
    int rounds, tables, moved, folds, most, apart, feet, odd; /* odd: feet that do not leave at 45 degrees */
};

/* Checks that the middle toe of a foot continues straight ahead, and that the outer two leave at the same angle to it,
 * 45 degrees if possible. */
static bool feet_are_right(const struct by_layout *l, struct tally *t)
{
    for (int i = 1; i < l->tiles && l->fold < UINT8_MAX; i++) {
        int toes = 0, outer = 0, sum = 0;

        for (int k = i + 1; k < l->tiles && by_is_double(l->at[i].tile); k++) {
            const int turn = ((l->at[k].turn - l->at[i].turn + 2 + 4) & 7) - 4; /* to the direction of the line */

            if (l->at[k].on != i)
                continue;
            if (toes == 0 && turn != 0)
                WRONG("the middle toe %d turns", k);
            if (toes == 1)
                outer = turn;
            if (toes == 2 && turn != -outer)
                WRONG("the outer toes of %d leave at %d and %d eighths", i, outer, turn);
            sum += toes > 0 && abs(turn) != 1;
            toes++;
        }
        t->feet += toes > 1;
        t->odd += sum > 0;
    }
    return true;
}

/* ---- Rounds ----------------------------------------------------------------------------------- */

static by_move choose(const struct by_view *v, struct by_rng *rng, int n, bool doubles)
{
    for (int i = 0; i < n && doubles; i++)
        if (by_move_kind(list[i]) == BY_LAY && by_is_double(by_move_tile(list[i])))
            return list[i];
    (void)v;
    return list[by_rng_below(rng, (uint32_t)n)];
}

static void look(const struct by_layout *l, const struct by_view *v, uint64_t seed)
{
    if (!table_is_right(l, v) || !places_are_right(l, v) || !centre_is_right(l))
        fail_msg("seed %llu, %dx%d, %d tiles: %s", (unsigned long long)seed, l->width, l->height, l->tiles, said);
}

static void play_round(const char *rules, uint64_t number, struct size size, bool doubles, struct tally *t)
{
    static struct by_layout before, after;
    struct by_config c;
    struct by_fault f;
    struct by_seed seed = { { 0 } };
    struct by_rng rng;
    struct by_view v;

    assert_int_equal(by_config_parse(rules, &c, &f), BY_OK);
    memcpy(seed.bytes, &number, sizeof number);
    by_rng_init(&rng, number);
    by_table_init(&match, &c, steps, STEPS);
    assert_int_equal(by_table_deal_seeded(&match, &seed, by_lead_taken(&match.state) ? 0 : -1, NULL), BY_OK);
    by_table_view(&match, 0, &v);
    by_layout_make(&v, size.width, size.height, &before);
    look(&before, &v, number);
    while (match.state.now.phase == BY_PLAYING) {
        const int seat = match.state.now.turn, laid = match.state.now.laid;
        const by_move m =
            (by_table_view(&match, seat, &v), choose(&v, &rng, by_moves(&match.state, seat, list), doubles));
        struct by_spot there;
        bool is_lay = by_layout_spot(&before, &v, m, &there);

        assert_int_equal(by_table_play(&match, seat, m, NULL), BY_OK);
        if (match.state.now.laid == laid)
            continue;
        assert_true(is_lay);
        by_table_view(&match, seat, &v);
        by_layout_make(&v, size.width, size.height, &after);
        look(&after, &v, number);
        if (!nothing_moves(&before, &after) || (after.fold == before.fold && !lands_there(&after, &there)))
            fail_msg("seed %llu, %dx%d, %d tiles: %s", (unsigned long long)number, size.width, size.height, after.tiles,
                     said);
        t->tables++;
        t->moved += after.fold > before.fold;
        t->apart += after.fold == UINT8_MAX;
        before = after;
    }
    if (!feet_are_right(&before, t))
        fail_msg("seed %llu, %dx%d: %s", (unsigned long long)number, size.width, size.height, said);
    t->rounds++;
    t->folds += before.fold > 0;
    t->most = before.fold > t->most ? before.fold : t->most;
}

static void rounds(void **state)
{
    static const char *const rules[] = { "chickenfoot:number players=4 rounds=1",
                                         "chickenfoot:number players=2 rounds=1",
                                         "chickenfoot:number players=8 set=12 rounds=1",
                                         "chickenfoot:classic players=16 set=18 rounds=1" };
    static const struct size sizes[] = { { 0, 0 }, { 900, 560 }, { 420, 700 }, { 300, 0 } };
    const char *longer = getenv("BONEYARD_LONG");
    const int n = longer != NULL && *longer == '1' ? 400 : 2;

    (void)state;
    for (int r = 0; r < 4; r++)
        for (int doubles = 0; doubles < 2; doubles++) {
            struct tally t = { 0 };

            for (int i = 0; i < (r == 3 ? (n + 2) / 3 : r == 0 && n > 2 ? 1000 : n); i++)
                play_round(rules[r], (uint64_t)(1000 * r + i), sizes[i % 4], doubles, &t);
            print_message(
                "%s%s: %d rounds, %d tables, %d with a tile apart; laid out afresh %d times, in %d rounds, at most "
                "%d times; %d of %d feet not at an eighth\n",
                rules[r], doubles ? ", doubles first" : "", t.rounds, t.tables, t.apart, t.moved, t.folds, t.most,
                t.odd, t.feet);
            assert_true(t.apart * 500 <= (r < 2 ? 0 : t.tables));
            assert_true(t.odd * 10 <= t.feet + 10);
        }
}

/* ---- Planted faults: every check must detect its own ------------------------------------------- */

static void turned_toes_are_seen(const struct by_layout *good)
{
    static struct by_layout l;
    struct tally t = { 0 };

    assert_true(feet_are_right(good, &t));
    for (int toe = 0; toe < 3; toe++) {
        int k = 0, left = toe;

        l = *good;
        while (k < l.tiles
               && !(l.at[k].on != 0 && l.at[k].on < l.tiles && by_is_double(l.at[l.at[k].on].tile) && left-- == 0))
            k++;
        assert_true(k < l.tiles);
        l.at[k].turn = (l.at[k].turn + 1) & 7;
        assert_false(feet_are_right(&l, &t));
    }
}

static void faults(void **state)
{
    static struct by_layout good, l;
    struct by_view v;
    struct tally t = { 0 };
    int twin = 0;

    (void)state;
    play_round("chickenfoot:number players=4 rounds=1", 7, (struct size){ 0, 0 }, true, &t);
    while (match.state.now.places == 0 || match.state.now.of.line.must != BY_NO_TILE)
        assert_int_equal(by_table_undo(&match), BY_OK);
    by_table_view(&match, 0, &v);
    by_layout_make(&v, 0, 0, &good);
    look(&good, &v, 7);
    assert_true(good.fold < UINT8_MAX); /* else tiles may lie apart, and faults go unseen */
    for (int i = 1; i < good.tiles; i++)
        twin = by_is_double(good.at[i].tile) ? i : twin;
    assert_true(twin > 0);

    l = good;
    l.at[l.tiles - 1].x = l.at[3].x + BY_HALF - 1; /* on another tile, or away from its neighbour */
    l.at[l.tiles - 1].y = l.at[3].y;
    l.at[l.tiles - 1].turn = l.at[3].turn;
    assert_false(table_is_right(&l, &v));
    l = good;
    l.at[1].x += l.at[1].x > 0 ? 2 * BY_GAP : -2 * BY_GAP;
    assert_false(table_is_right(&l, &v));
    l = good;
    l.at[twin].turn = l.at[l.at[twin].on].turn;
    assert_false(table_is_right(&l, &v));
    l = good;
    l.at[2].first++;
    assert_false(table_is_right(&l, &v));
    l = good;
    l.at[2].turn = (l.at[2].turn + 4) & 7; /* the wrong half touches only in the numbers */
    assert_false(centre_is_right(&l));
    turned_toes_are_seen(&good);
    l = good;
    l.opening[0].single = l.opening[1].single;
    assert_false(places_are_right(&l, &v));
    l = good;
    l.openings--;
    assert_false(places_are_right(&l, &v));
    l = good;
    l.opening[0].twin.x = l.opening[0].twin.y = 0; /* on the centre */
    assert_false(places_are_right(&l, &v));
    l = good;
    l.at[1].y++;
    assert_false(nothing_moves(&good, &l));
    l.fold++;
    assert_true(nothing_moves(&good, &l));
    assert_false(nothing_moves(&l, &good));
    assert_true(lands_there(&good, &good.at[good.tiles - 1]));
    assert_false(lands_there(&good, &good.at[good.tiles - 2]));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(rounds), cmocka_unit_test(faults) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

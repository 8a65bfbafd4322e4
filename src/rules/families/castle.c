/* SPDX-License-Identifier: MIT */
/* castle.c: defines the family of Castle Rock, a solitaire game played with one open row. */
#include "ends.h"
#include "games/castle_rock.h"

static void refuse_draw(const struct by_why *r)
{
    const struct by_view *v = r->v;
    enum by_sentence sentence = BY_SAY_NO_DRAW_TAKE_FIRST;

    if (v->drawable == 0)
        sentence = BY_SAY_NO_DRAW_EMPTY_ROW;
    else if (v->rules.opt[BY_REMOVALS] == BY_ONCE)
        sentence = BY_SAY_NO_DRAW_ONE_FIRST;
    tell(r, sentence);
}

static void refuse_take(const struct by_why *r, by_tile t, bool three)
{
    int at = 0;

    while (at < r->v->now.laid && r->v->row[at] != t)
        at++;
    enum by_sentence sentence = BY_SAY_NO_TAKE_NUMBER;

    if (at == r->v->now.laid)
        sentence = BY_SAY_NO_TAKE_ROW;
    else if (at == 0 || at + 1 == r->v->now.laid)
        sentence = BY_SAY_NO_TAKE_END;
    else if (three)
        sentence = BY_SAY_NO_TAKE_THREE;
    by_put_words(r->t, sentence, BY_PARTS(BY_THE_TILE(t)));
}

static bool refuse(const struct by_why *r, by_move m)
{
    switch (by_move_kind(m)) {
    case BY_LAY: tell(r, BY_SAY_NO_LAY_CASTLE); return true;
    case BY_TAKE:
    case BY_TAKE3: refuse_take(r, by_move_tile(m), by_move_kind(m) == BY_TAKE3); return true;
    case BY_DRAW_TILE: refuse_draw(r); return true;
    case BY_PASS: tell(r, BY_SAY_NO_PASS_CASTLE); return true;
    default: return false;
    }
}

static void walk_now(struct by_packing *w, struct by_now *now)
{
    TWO(now->of.castle.removed);
    BYTE(now->of.castle.free_draw);
    BYTE(now->of.castle.removable);
}

static void walk_table(struct by_packing *w, struct by_view *v)
{
    for (int i = 0; i < v->now.laid; i++)
        BYTE(v->row[i]);
}

static bool fits(struct by_view *v, struct by_set *seen)
{
    for (int i = 0; i < v->now.laid; i++)
        if (!by_add_new(v, seen, v->row[i]))
            return false;
    return v->now.of.castle.free_draw <= 1 && v->now.of.castle.removable <= 1;
}

static void settle(struct by_state *s, int end, int seat, const struct by_left left[], struct by_step_out *out)
{
    (void)seat;
    by_castle_settle(s, end == BY_ENDED_OUT, left[0].pips, out);
}

static const struct by_family_rules rules = {
    .draw_rule = "R-04",
    .join_rule = "R-02",
    .put_place = by_put_tile_place,
    .read_place = by_read_tile_place,
    .walk_now = walk_now,
    .walk_table = walk_table,
    .fits = fits,
    .score = by_add_score,
    .settle = settle,
    .say_place = by_say_tile_place,
    .refuse = refuse,
    .fits_nowhere = by_fits_no_end,
};

const struct by_family by_family_castle = {
    .key = "castle", .top = BY_MAX_NUMBER, .low_wins = true, .solitaire = true, .rules = &rules
};

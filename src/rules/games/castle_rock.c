/* SPDX-License-Identifier: MIT */
/* castle_rock.c: implements the solitaire game Castle Rock under both rule sheets (R-01 to R-08, D-13).
 *
 * The row is stored in `row`, its length in now.laid. `now.of.castle` holds `removed` (tiles removed so far),
 * `free_draw` (R-08: whether a removal has been made since the last draw) and `removable` (whether any removal is
 * possible). The row is open, so the hand stays empty. */
#include "castle_rock.h"

/* Returns the numbers on a tile as a bit mask. */
static uint32_t numbers(by_tile t) { return (uint32_t)1 << by_high(t) | (uint32_t)1 << by_low(t); }

/* Returns whether the tile at i is between two tiles that share a number. */
static bool can_take(const struct by_state *s, int i)
{
    return i > 0 && i + 1 < s->now.laid && (numbers(s->row[i - 1]) & numbers(s->row[i + 1])) != 0;
}

/* Returns whether the tile at i and both neighbours share one number (R-03, D-13). */
static bool can_take3(const struct by_state *s, int i)
{
    if (i == 0 || i + 1 >= s->now.laid || BY_PLANTED(31))
        return false;
    return (numbers(s->row[i - 1]) & numbers(s->row[i]) & numbers(s->row[i + 1])) != 0;
}

/* Returns whether any removal is possible (three tiles that share a number also satisfy R-02). */
static bool any_removal(const struct by_state *s)
{
    uint32_t left, middle, right, shared = 0;

    if (s->now.laid < 3)
        return false;
    left = numbers(s->row[0]);
    middle = numbers(s->row[1]);
    for (int i = 2; i < s->now.laid; i++) {
        right = numbers(s->row[i]);
        shared |= left & right;
        left = middle;
        middle = right;
    }
    return shared != 0;
}

/* Returns whether drawing is allowed. With removals=once, drawing is also allowed if a removal has been
 * made since the last draw. */
static bool can_draw(const struct by_state *s)
{
    if (by_left_to_draw(s) == 0)
        return false;
    return !s->now.of.castle.removable || (by_rule(s, BY_REMOVALS) == BY_ONCE && s->now.of.castle.free_draw)
        || BY_PLANTED(32);
}

/* Inserts a move after those for lower tiles (N-08). */
static int insert(by_move out[], int n, by_move m)
{
    int k = n;

    for (; k > 0 && by_move_tile(out[k - 1]) > by_move_tile(m); k--)
        out[k] = out[k - 1];
    out[k] = m;
    return n + 1;
}

static int castle_moves(const struct by_state *s, int seat, by_move out[])
{
    int n = 0;

    (void)seat;
    for (int i = 1; s->now.of.castle.removable && i + 1 < s->now.laid; i++) {
        if (!can_take(s, i))
            continue;
        n = insert(out, n, BY_MOVE(BY_TAKE, s->row[i], BY_NO_TILE, 0, 0));
        if (can_take3(s, i)) /* after the plain take, which is already listed */
            n = insert(out, n, BY_MOVE(BY_TAKE3, s->row[i], BY_NO_TILE, 0, 0));
    }
    if (can_draw(s))
        out[n++] = BY_DRAW_MOVE;
    return n;
}

/* Ends the round. The result is the number of pips left, and fewer is better. Over several rounds, the best one
 * counts. by_back subtracts the gain from the score; the undo record corrects the difference. */
void by_castle_settle(struct by_state *s, bool clear, int32_t pips, struct by_step_out *out)
{
    int32_t before = s->score[0];

    if (s->round == 1 || pips < s->score[0])
        s->score[0] = pips;
    s->gain[0] = pips;
    out->undo->whose = 0;
    out->undo->points = (int16_t)(s->score[0] - pips - before);
    s->cleared += clear;
    by_end_round(s, clear ? BY_ENDED_OUT : BY_ENDED_BLOCKED, clear ? 0 : BY_NO_SEAT, out);
    if (s->round >= (uint32_t)by_rule(s, BY_ROUNDS))
        by_end_game(s, out);
}

static void finish(struct by_state *s, struct by_step_out *out)
{
    int32_t pips = 0;

    for (int i = 0; i < s->now.laid; i++)
        pips += by_pips(s->row[i]);
    by_castle_settle(s, s->now.laid == 0, pips, out);
}

static void drop_from_row(struct by_state *s, int at, int n)
{
    memmove(&s->row[at], &s->row[at + n], (size_t)(s->now.laid - at - n));
    memset(&s->row[s->now.laid - n], 0, (size_t)n);
    s->now.laid = (uint8_t)(s->now.laid - n);
    s->now.of.castle.removed = (uint16_t)(s->now.of.castle.removed + n);
}

/* Draws one tile and adds it to the right end of the row. If the row is empty, draws three, or as many as are
 * left. */
static void draw(struct by_state *s, struct by_step_out *out)
{
    int n = s->now.laid > 0 ? 1 : by_left_to_draw(s) < 3 ? by_left_to_draw(s) : 3;
    struct by_event *e = &out->ev->at[out->ev->n - 1];

    e->tiles = (uint8_t)n;
    for (int i = 0; i < n; i++) {
        e->drawn[i] = s->deck[s->now.taken++];
        s->row[s->now.laid++] = e->drawn[i];
    }
    s->now.of.castle.free_draw = 0;
}

static by_err take(struct by_state *s, by_move m, struct by_step_out *out)
{
    bool three = by_move_kind(m) == BY_TAKE3;
    int at = 0;

    while (at < s->now.laid && s->row[at] != by_move_tile(m))
        at++;
    if (at == s->now.laid || m != BY_MOVE(by_move_kind(m), s->row[at], BY_NO_TILE, 0, 0)
        || !(three ? can_take3(s, at) : can_take(s, at)))
        return BY_E_ILLEGAL;
    out->undo->at = (uint8_t)at;
    if (three) {
        out->undo->was = s->row[at - 1];
        out->undo->to = s->row[at + 1];
    }
    by_tell(out->ev, BY_EV_MOVE, 0, m, 0);
    drop_from_row(s, three ? at - 1 : at, three ? 3 : 1);
    s->now.of.castle.free_draw = 1; /* */
    return BY_OK;
}

static by_err castle_play(struct by_state *s, int seat, by_move m, struct by_events *ev, struct by_undo *undo)
{
    struct by_step_out out = { ev, undo };

    if (by_move_kind(m) == BY_TAKE || by_move_kind(m) == BY_TAKE3) {
        by_err err = take(s, m, &out);

        if (err != BY_OK)
            return err;
    } else {
        if (m != BY_DRAW_MOVE || !can_draw(s))
            return BY_E_ILLEGAL;
        by_tell(ev, BY_EV_MOVE, seat, m, 0);
        draw(s, &out);
    }
    s->now.of.castle.removable = any_removal(s);
    if (by_left_to_draw(s) == 0 && !s->now.of.castle.removable)
        finish(s, &out); /* */
    return BY_OK;
}

static void castle_back(struct by_state *s, int seat, by_move m, const struct by_undo *undo)
{
    int n = by_move_kind(m) == BY_TAKE3 ? 3 : 1, at = undo->at - (n == 3);

    (void)seat;
    if (s->end == BY_ENDED_OUT)
        s->cleared--;
    if (m == BY_DRAW_MOVE) {
        memset(&s->row[undo->now.laid], 0, (size_t)(s->now.laid - undo->now.laid));
        return;
    }
    memmove(&s->row[at + n], &s->row[at], (size_t)(s->now.laid - at));
    s->row[undo->at] = by_move_tile(m);
    if (n == 3) {
        s->row[at] = undo->was;
        s->row[at + 2] = undo->to;
    }
}

/* Deals three tiles face up to form the row. */
static by_err castle_deal(struct by_state *s)
{
    s->now.laid = s->now.taken = 3;
    memcpy(s->row, s->deck, 3);
    s->now.of.castle.removable = any_removal(s);
    return BY_OK;
}

/* ---- Options and presets (R-01, R-07, R-08) ------------------------------------------------- */

static const struct by_option castle_options[] = {
    { BY_SET, 0, 0 }, { BY_ROUNDS, 1, 1000000 }, { BY_REMOVALS, 0, 0 }, { BY_OPTIONS, 0, 0 }
};

static const struct by_preset castlerock_presets[] = {
    { "number", "rounds=1", 1, 1, 1, { 6, 9, 12 }, 0, false },
    { "classic", "rounds=1", 1, 1, 1, { 6, 9, 12, 15, 18 }, 0, false },
    { NULL, NULL, 0, 0, 0, { 0 }, 0, false }
};

static void castle_settle(struct by_config *c)
{
    if (c->opt[BY_SET] == 0)
        c->opt[BY_SET] = 6;
}

const struct by_game by_game_castlerock = { "castlerock",
                                            "Castle Rock",
                                            "a solitaire game: take tiles out of a row until nothing is left",
                                            1,
                                            BY_CASTLE,
                                            castle_options,
                                            castlerock_presets,
                                            castle_settle,
                                            NULL,
                                            castle_deal,
                                            castle_moves,
                                            castle_play,
                                            castle_back,
                                            NULL };

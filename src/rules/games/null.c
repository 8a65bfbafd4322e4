/* SPDX-License-Identifier: MIT */
/* null.c: serves as the template for a new game, and is the smallest complete one. `tools/new-game NAME` copies it.
 *
 * This is a line game in which every tile fits everywhere, at either end of the line and with either half. A round
 * cannot be blocked, so players never draw or pass. The first player to go out scores the pips that the other players
 * still hold. The game ends when a player reaches the target. Since it is not in games.def, only the tests build it.
 *
 * line.h maintains `now.of.line` and `place`. Describe any other data that your game stores in them. */
#include "line.h"

/* Lists all legal moves for the seat to move, in N-08 order, without duplicates. The list is never empty during a
 * round: a game in which a player can be stuck offers BY_DRAW_MOVE or BY_PASS_MOVE. */
static int null_moves(const struct by_state *s, int seat, by_move out[])
{
    struct by_set tiles = s->hand[seat];
    int n = 0;

    while (!by_set_empty(&tiles)) {
        by_tile t = by_set_take(&tiles);

        if (s->now.laid == 0)
            out[n++] = by_line_move(t, by_high(t), NULL);
        for (int i = 0; i < s->now.places; i++) {
            if (!by_is_double(t))
                out[n++] = by_line_move(t, by_low(t), &s->place[i]);
            out[n++] = by_line_move(t, by_high(t), &s->place[i]);
        }
    }
    return n;
}

/* Checks first and commits afterwards, so a refused move leaves every byte unchanged. by_play has checked that the seat
 * may act and that `ev` and `undo` exist. */
static by_err null_play(struct by_state *s, int seat, by_move m, struct by_events *ev, struct by_undo *undo)
{
    struct by_step_out out = { ev, undo };
    by_tile t = by_move_tile(m);
    int touch, at = -1;

    if (by_move_kind(m) != BY_LAY || t >= BY_MAX_TILES || !by_set_has(&s->hand[seat], t))
        return BY_E_ILLEGAL;
    touch = by_touching(t, by_move_flip(m));
    if (s->now.laid > 0) {
        at = by_find_place(s, m);
        if (at < 0)
            return BY_E_ILLEGAL;
    }
    if (m != by_line_move(t, touch, at < 0 ? NULL : &s->place[at]))
        return BY_E_ILLEGAL;
    by_tell(ev, BY_EV_MOVE, seat, m, 0);
    by_line_lay(s, seat, t, touch, at, undo);
    if (by_set_empty(&s->hand[seat]))
        by_line_finish(s, BY_ENDED_OUT, seat, &out); /* C-07 */
    else
        by_next_turn(s, undo); /* C-02 */
    return BY_OK;
}

/* Returns the tiles that would be legal to play if the seat held them. A draw or a pass reveals to the other players
 * that the hand has none of them. */
static struct by_set null_fits(const struct by_state *s, int seat)
{
    struct by_set all = { { 0, 0, 0 } };

    (void)seat;
    for (int t = 0; t < by_rules_tiles(&s->rules); t++)
        by_set_add(&all, (by_tile)t);
    return all;
}

/* ---- Options and presets ------------------------------------------------------------------ */

static const struct by_option null_options[] = {
    { BY_PLAYERS, 2, 4 },    { BY_SET, 0, 0 },        { BY_HAND, 1, 0 },
    { BY_FIRST_SEAT, 0, 0 }, { BY_TARGET, 1, 10000 }, { BY_OPTIONS, 0, 0 }
};

static const struct by_preset null_presets[] = { { "plain", "target=100", 2, 4, 2, { 6 }, 0, false },
                                                 { NULL, NULL, 0, 0, 0, { 0 }, 0, false } };

/* Sets the defaults that depend on the players and the set. */
static void null_settle(struct by_config *c)
{
    if (c->opt[BY_SET] == 0)
        c->opt[BY_SET] = 6;
    c->opt[BY_HAND] = c->opt[BY_PLAYERS] == 2 ? 7 : 5;
}

const struct by_game by_game_null = { "null",
                                      "Null",
                                      "lay any tile and be the first to run out",
                                      1,
                                      BY_LINE,
                                      null_options,
                                      null_presets,
                                      null_settle,
                                      NULL,
                                      by_line_deal,
                                      null_moves,
                                      null_play,
                                      by_line_back,
                                      null_fits };

/* SPDX-License-Identifier: MIT */
/* null.c: the template for a new game, and the smallest complete one. `tools/new-game NAME` copies it.
 *
 * Each player lays the tiles of the hand one by one, in any order and next to anything. The first player out scores the
 * pips that the others still hold; a game ends when a side has reached the target. Nothing can block it, so nobody
 * draws or passes. It is not in games.def: only the tests build it.
 *
 * It keeps nothing in `now.of`. Describe here what your game keeps there and in `place`. */
#include "author.h"

/* Every move of this game is the tile alone (N-02), since it is not attached to anything. */
static by_move bare(by_tile t) { return BY_MOVE(BY_LAY, t, BY_NO_TILE, 0, 0); }

/* Lists all legal moves of the seat to move, in the order of N-08, without duplicates. The list is never empty during a
 * round: a game in which a player can be stuck offers BY_DRAW_MOVE or BY_PASS_MOVE. */
static int null_moves(const struct by_state *s, int seat, by_move out[])
{
    struct by_set tiles = s->hand[seat];
    int n = 0;

    while (!by_set_empty(&tiles))
        out[n++] = bare(by_set_take(&tiles));
    return n;
}

static void finish(struct by_state *s, int seat, struct by_step_out *out)
{
    int pips = 0;

    for (int i = 0; i < s->players; i++)
        pips += by_set_pips(&s->hand[i]);
    s->gain[seat] = pips; /* by_back subtracts gains from the scores itself */
    s->score[seat] += pips;
    s->winner = (uint8_t)seat;
    by_end_round(s, BY_ENDED_OUT, seat, out);
    if (s->score[seat] >= by_rule(s, BY_TARGET))
        by_end_game(s, out);
}

/* Checks first, then commits: a refused move leaves every byte unchanged. by_play has made sure that the seat may act
 * and that `ev` and `undo` exist. */
static by_err null_play(struct by_state *s, int seat, by_move m, struct by_events *ev, struct by_undo *undo)
{
    struct by_step_out out = { ev, undo };
    by_tile t = by_move_tile(m);

    if (t >= BY_MAX_TILES || m != bare(t) || !by_set_has(&s->hand[seat], t))
        return BY_E_ILLEGAL;
    by_tell(ev, BY_EV_MOVE, seat, m, 0);
    by_lay_tile(s, seat, t, BY_NO_TILE, 0);
    if (by_set_empty(&s->hand[seat]))
        finish(s, seat, &out); /* C-07 */
    else
        by_next_turn(s, undo); /* C-02 */
    return BY_OK;
}

/* Takes back what null_play itself put on the table. by_back does the rest: `now`, scores, gains, drawn tiles. */
static void null_back(struct by_state *s, int seat, by_move m, const struct by_undo *undo)
{
    (void)m;
    (void)undo;
    by_unlay_tile(s, seat);
}

/* Sets the table after the deal, when the lead is known. */
static by_err null_deal(struct by_state *s)
{
    (void)s;
    return BY_OK;
}

/* ---- Options and presets ------------------------------------------------------------------ */

static const struct by_option null_options[] = {
    { BY_PLAYERS, 2, 4 },    { BY_SET, 0, 0 },        { BY_HAND, 1, 0 },
    { BY_FIRST_SEAT, 0, 0 }, { BY_TARGET, 1, 10000 }, { BY_OPTIONS, 0, 0 }
};

static const struct by_preset null_presets[] = { { "plain", "target=100", 2, 4, 2, { 6 }, 0, false },
                                                 { NULL, NULL, 0, 0, 0, { 0 }, 0, false } };

/* Defaults that depend on players and set. */
static void null_settle(struct by_config *c)
{
    if (c->opt[BY_SET] == 0)
        c->opt[BY_SET] = 6;
    c->opt[BY_HAND] = c->opt[BY_PLAYERS] == 2 ? 7 : 5;
}

const struct by_game by_game_null = { "null",
                                      "Null",
                                      "lay any tile, be out first",
                                      1,
                                      BY_LINE,
                                      null_options,
                                      null_presets,
                                      null_settle,
                                      NULL,
                                      null_deal,
                                      null_moves,
                                      null_play,
                                      null_back,
                                      NULL };

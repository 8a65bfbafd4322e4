/* SPDX-License-Identifier: MIT */
/* boneyard/tally.h: keeps the score of a game played with real tiles.
 *
 * A tally deals no tiles and checks no moves.  Its input is visible to the players: points in play, the player who went
 * out, and the other players' remaining tiles.  Its output is the gains, the totals, the next leader and double, and
 * the end of the game.  The arithmetic is the engine's: by_play ends rounds with the same functions.
 *
 *     struct by_tally t;
 *     struct by_left left[BY_SEATS] = { 0 };
 *
 *     by_tally_start(&t, &rules);
 *     by_tally_points(&t, 0, 15);                      the ends make 15
 *     by_left_count(&tiles_of_seat_1, &left[1]);
 *     by_tally_round(&t, BY_ENDED_OUT, 0, left);       seat 0 went out
 *
 * The embedded sheet is a state without tiles.  Read score, gain, round, phase, end, end_seat and winner from it,
 * and pass it to by_winners and by_deck_lacks.  A tally is plain data; assign it to copy it.
 */
#ifndef BONEYARD_TALLY_H
#define BONEYARD_TALLY_H

#include "boneyard/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The tiles that a seat has left when a round ends. */
struct by_left {
    int16_t pips;   /* total pips on the tiles (C-08) */
    uint8_t lowest; /* pips on the lightest tile (L-22) */
    bool blank;     /* whether the seat holds the 0-0 (F-10) */
};
#define BY_LOWEST_NONE 99 /* value of `lowest` for an empty or unseen hand */

struct by_tally {
    struct by_state sheet;
    uint8_t rule; /* enum BY_LEAD_*: the method by which the current round's leader was decided */
    uint8_t said; /* the seat entered as the next round's leader, or BY_NO_SEAT */
};

/* Counts a hand whose tiles are known. */
void by_left_count(const struct by_set *hand, struct by_left *out);

/* Starts a score sheet.  `rules` must come from by_config_parse or _preset. */
void by_tally_start(struct by_tally *t, const struct by_config *rules);

/* Returns the leader of the current round or, between rounds, of the next one.  Returns -1 if the leader is decided by
 * the highest double, by lot or by the players, and none has been entered yet (by_tally_said).  Sets *rule to an enum
 * BY_LEAD_*. */
int by_tally_leads(const struct by_tally *t, int *rule);

/* Enters the next leader if the rules leave the choice to the players: in the first round, by the highest double, or by
 * lot.  Errors: BY_E_SEAT (no such seat, or the rules name another), BY_E_PHASE (the game is over). */
by_err by_tally_said(struct by_tally *t, int seat);

/* Enters points in play (L-16, L-25) or a penalty (T-17), in the sheet's points.  Starts a round if none is in
 * progress.  May end the game (L-24).  Errors: BY_E_SEAT, BY_E_PHASE. */
by_err by_tally_points(struct by_tally *t, int seat, int points);

/* Returns the points that a count scores (L-16), or 0. */
int by_tally_worth(const struct by_tally *t, int count);

/* Ends a round, starting it if necessary.  `end` is BY_ENDED_OUT with the seat that went out (in Castle Rock, cleared
 * all tiles), or BY_ENDED_BLOCKED with BY_NO_SEAT. left[] has an entry for each player; the entry of the seat that went
 * out is ignored.  Errors: BY_E_SEAT, BY_E_PHASE. */
by_err by_tally_round(struct by_tally *t, int end, int seat, const struct by_left left[]);

/* Returns a bit mask of the tied seats whose lowest tile decides this blocked round (L-22), or 0 if no tile decides
 * it. */
uint32_t by_tally_tied(const struct by_tally *t, const struct by_left left[]);

#ifdef __cplusplus
}
#endif

#endif

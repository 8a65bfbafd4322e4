/* boneyard/tally.h: the score of a table that is played with real tiles.
 *
 * Nobody deals here and no move is judged.  What people can see and say goes in: who scored in play,
 * who went out, what the others have left; out come the gains, the totals, who leads next and with
 * which double, and when the game is over.  The arithmetic is the engine's own: by_play ends its
 * rounds through the same functions.
 *
 *     struct by_tally t;
 *     struct by_left left[BY_SEATS] = { 0 };
 *
 *     by_tally_start(&t, &rules);
 *     by_tally_points(&t, 0, 15);                      the ends make 15
 *     by_left_count(&tiles_of_seat_1, &left[1]);
 *     by_tally_round(&t, BY_ENDED_OUT, 0, left);       seat 0 went out
 *
 * The sheet inside is a state without a tile in it: read score, gain, round, phase, end, end_seat and winner
 * there, and give it to by_winners and by_deck_lacks.  A tally is plain data: assign it to keep it.
 */
#ifndef BONEYARD_TALLY_H
#define BONEYARD_TALLY_H

#include "boneyard/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a seat has left when a round ends. */
struct by_left {
    int16_t pips;                       /* C-08: all pips of its tiles */
    uint8_t lowest;                     /* L-22: the pips of its tile that has the fewest */
    bool blank;                         /* F-10: the 0-0 is among them */
};
#define BY_LOWEST_NONE 99               /* `lowest` of a hand without tiles, or of one not seen */

struct by_tally {
    struct by_state sheet;
    uint8_t rule;                       /* enum BY_LEAD_*: what decided the lead of the round begun */
    uint8_t said;                       /* who was said to lead the next round, or BY_NO_SEAT */
};

/* The left-over of a hand whose tiles are known. */
void by_left_count(const struct by_set *hand, struct by_left *out);

/* A table begins.  `rules` must come from by_config_parse or _preset. */
void by_tally_start(struct by_tally *t, const struct by_config *rules);

/* Who leads the round being played, or the next one where none is: a seat, or -1 where the highest double,
 * a lot or the table decides and nobody has said (by_tally_said).  *rule: enum BY_LEAD_*. */
int by_tally_leads(const struct by_tally *t, int *rule);

/* Says who leads that round, where rules leave it to the table: the first round, the highest double, a lot.
 * Errors: BY_E_SEAT (no such seat, or the rules name another), BY_E_PHASE (the game is over). */
by_err by_tally_said(struct by_tally *t, int seat);

/* Points in play (L-16, L-25) or a penalty (T-17), in the points of the sheet; begins a round if none is
 * being played.  May end the game (L-24).  Errors: BY_E_SEAT, BY_E_PHASE. */
by_err by_tally_points(struct by_tally *t, int seat, int points);

/* L-16: the points that a count is worth, 0 if none. */
int by_tally_worth(const struct by_tally *t, int count);

/* Ends a round, begun or not: `end` is BY_ENDED_OUT with the seat that went out (Castle Rock: everything is
 * cleared), or BY_ENDED_BLOCKED with BY_NO_SEAT.  left[] has an entry for each player; who went out has
 * none left, whatever stands there.  Errors: BY_E_SEAT, BY_E_PHASE. */
by_err by_tally_round(struct by_tally *t, int end, int seat, const struct by_left left[]);

/* L-22: the seats whose lowest single tile decides a round blocked like this; 0 where that is not asked. */
uint32_t by_tally_tied(const struct by_tally *t, const struct by_left left[]);

#ifdef __cplusplus
}
#endif

#endif

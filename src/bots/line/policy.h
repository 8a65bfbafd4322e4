/* SPDX-License-Identifier: MIT */
/* policy.h: predicts the moves of a player of a line game with a softmax over a few features of each legal play
 * (multinomial logit). The weights were fitted by maximum likelihood to games of strong players (bench/fit.c describes
 * the method).
 *
 * The model is used by the levels that do not search, for inference from the others' moves, and in playouts. A play is
 * rated by public features and by three counts that depend on the mover's hand. For a past move, the public part is
 * computed once for all sampled hands (struct by_line_play_seen). */
#ifndef BY_LINE_POLICY_H
#define BY_LINE_POLICY_H

#include "boneyard/model_line.h"
#include "bots/think.h"

enum by_line_feature {
    BY_F_PIPS,
    BY_F_DOUBLE,
    BY_F_OUT, /* about the tile: its pips / 12, whether it is a double, and whether it is the hand's last */
    BY_F_NEXT,
    BY_F_OVER,
    BY_F_LAST, /* the chances that the next seat, the seat after it and the last seat cannot play */
    BY_F_COVER_OWN,
    BY_F_COVER_PARTNER, /* whether the covered tile was played by the mover, or by its partner */
    BY_F_UNSEEN,
    BY_F_SAME, /* unplayed tiles with the new number / 7, and whether only one number is open */
    BY_F_LATE, /* pips / 12, but 0 unless some seat has only one or two tiles */
    BY_F_POINTS,
    BY_F_GIFT,
    BY_F_GIFT_OVER, /* points / 10 (in pips), and the points expected from the next seat and from the seat after it */
    BY_F_KEEP,
    BY_F_STUCK,
    BY_F_SUIT, /* tiles in the hand: those playable afterwards / 4, whether there are none, and those with the new
                * number / 4 */
    BY_FEATURES
};
enum { BY_F_HAND = BY_F_KEEP }; /* BY_F_KEEP, BY_F_STUCK and BY_F_SUIT depend on the hand */

/* Public knowledge: the tiles that each seat has played, and those that it cannot hold, as far as bit sets can express
 * them. */
struct by_line_seen {
    uint32_t barred[4], by[4], laid;
};

/* Sets up the public knowledge; call this before the first move. The set `undealt` is as in past.h, but has 28 bits. */
void by_line_seen_start(const struct by_line_rules *r, uint32_t undealt, struct by_line_seen *t);

/* Updates the public knowledge; call this before the seat to move in `w` makes the move. */
void by_line_see(const struct by_line_rules *r, const struct by_line_model *w, by_move m, struct by_line_seen *t);

/* A play as seen by the other players. */
struct by_line_play_seen {
    float f[BY_FEATURES];
    uint32_t open, suit;
};

/* Computes the public features of a legal play of the seat to move, and the inputs for the other features. */
void by_line_look(const struct by_line_rules *r, const struct by_line_model *w, const struct by_line_seen *t, by_move m,
                  struct by_line_play_seen *out);

/* Computes the features of the mover's hand; `hand` holds the tiles left after the play. */
void by_line_look_hand(uint32_t hand, struct by_line_play_seen *p);

/* The kinds of line games that play differently: each for two players, for three or four, and in teams. */
enum by_line_kind {
    BY_LINE_BLOCK_2,
    BY_LINE_BLOCK_3,
    BY_LINE_BLOCK_TEAMS,
    BY_LINE_DRAW_2,
    BY_LINE_DRAW_3,
    BY_LINE_DRAW_TEAMS,
    BY_LINE_FIVES_2,
    BY_LINE_FIVES_3,
    BY_LINE_FIVES_TEAMS,
    BY_LINE_KINDS
};

enum by_line_kind by_line_kind_of(const struct by_line_rules *r);

/* Returns the weights for these rules. */
const float *by_line_weights(const struct by_line_rules *r);

/* Returns the weights for playouts (rollout.h). */
const float *by_line_swift_weights(const struct by_line_rules *r);

/* Returns the logit of a play, with all features. */
float by_line_logit(const float *weights, const struct by_line_play_seen *p);

/* Computes the logits of all moves of the seat to move. */
void by_line_logits(const struct by_line_rules *r, const struct by_line_model *w, const struct by_line_seen *t,
                    const by_move *moves, int n, float *out);

#endif

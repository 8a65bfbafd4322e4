/* SPDX-License-Identifier: MIT */
/* boneyard/model.h: provides one compact model for each family of games.
 *
 * A model holds one round for searches, random play and batches, in at most 1 KiB without pointers.  It follows the
 * engine's rules (rules.h) but has no layout, log or undo and checks nothing.  model_line.h, model_feet.h,
 * model_trains.h and model_castle.h define each family's state and the functions for searches; this header gives them
 * one interface.
 *
 *     struct by_model m;
 *
 *     by_model_begin(&rules, &m);
 *     by_model_redeal(&m, lead, &rng);
 *     while (!by_model_over(&m))
 *         by_model_random(&m, &rng);
 *
 * WHAT IS COVERED: every set, number of players and option of the games for which by_model_covers returns true, which
 * are all games in games.def.  A new game is covered once its family's model plays by its rules.  Three kinds of moves
 * are left out:
 *
 *   - calls (L-25, T-16): a call that is possible when the model is built is ignored, and later moves never open one;
 *   - with call=on, scoring without claiming the points; with knock=on, not announcing the last tile;
 *   - with infractions=penalise, drawing although a tile fits (T-19).
 *
 * Several moves of the game may correspond to one move of the model, their class: in Chickenfoot, all free toes with
 * the same number are interchangeable.  by_model_class returns the class of a move of the game, or BY_NO_MOVE if the
 * model leaves it out.
 *
 * tests/model/differ.c plays random moves in the model and in the engine, and compares classes, scores and endings. */
#ifndef BONEYARD_MODEL_H
#define BONEYARD_MODEL_H

#include "boneyard/model_castle.h"
#include "boneyard/model_feet.h"
#include "boneyard/model_line.h"
#include "boneyard/model_trains.h"

#ifdef __cplusplus
extern "C" {
#endif

struct by_model {
    uint8_t family; /* enum by_family_id; selects the member of `of` */
    uint8_t pad[7];
    union {
        struct {
            struct by_line_rules rules;
            struct by_line_model now;
        } line;
        struct by_feet feet;
        struct by_trains trains;
        struct by_rock castle;
    } of;
};

/* Returns whether the model of the game's family plays by its rules.  The functions below and batches (batch.h) require
 * this; bots play other games greedily. */
bool by_model_covers(const struct by_config *rules);

/* Sets up a view's round with these hands and this boneyard (v->boneyard tiles, front first).  A referee's view
 * contains both, in v->hand and v->deck. */
void by_model_of(const struct by_view *v, const struct by_set hand[], const by_tile *boneyard, struct by_model *out);

/* Lists the legal moves of the seat to move, one per class.  Returns their number, at most BY_MOVES. */
int by_model_moves(const struct by_model *m, by_move out[]);

/* Plays a move listed by by_model_moves. */
void by_model_play(struct by_model *m, by_move move);

/* Returns the class of a legal move of the game: a move listed by by_model_moves, or BY_NO_MOVE. */
by_move by_model_class(const struct by_model *m, by_move move);

/* Return the seat to move and whether the round (or the game, L-24) is over, respectively. */
int by_model_turn(const struct by_model *m);
bool by_model_over(const struct by_model *m);

/* Returns the amount that the round has added to a seat's score since the model was set up: points won in line games;
 * pips left at the end of the round in the others. */
int by_model_points(const struct by_model *m, int seat);

/* Prepares random rounds under these rules; by_model_redeal then deals the first round as often as needed.  `lead` is
 * the leading seat, or -1 if the highest double leads, as it always does in the hub game. */
void by_model_begin(const struct by_config *rules, struct by_model *out);
void by_model_redeal(struct by_model *m, int lead, struct by_rng *rng);

/* by_model_random plays a random move and returns its class; by_model_run plays to the end of the round.  All moves
 * that the model covers are equally likely. */
by_move by_model_random(struct by_model *m, struct by_rng *rng);
void by_model_run(struct by_model *m, struct by_rng *rng);

#ifdef __cplusplus
}
#endif

#endif

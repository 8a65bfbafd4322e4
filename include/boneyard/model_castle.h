/* SPDX-License-Identifier: MIT */
/* boneyard/model_castle.h: provides a compact model of Castle Rock, small and fast enough for a search.
 *
 * The rules are those of src/rules/games/castle_rock.c. struct by_rock has no pointers: the row and the boneyard share
 * one array, and two sets of places record the possible removals, so the cost of a move does not depend on the length
 * of the row.  A double-6 model uses 84 bytes.  Moves are encoded as in move.h. tests/model/differ.c compares the model
 * with the rules. */
#ifndef BONEYARD_MODEL_CASTLE_H
#define BONEYARD_MODEL_CASTLE_H

#include "boneyard/deal.h"
#include "boneyard/view.h"

#ifdef __cplusplus
extern "C" {
#endif

struct by_rock {
    struct by_set take, take3; /* bit i: the tile at i can be removed alone or with its neighbours */
    uint8_t laid;              /* tiles in the row */
    uint8_t taken, tiles;      /* tile[taken..tiles) is the boneyard */
    uint8_t end;               /* enum by_ending */
    bool once, free_draw;      /* whether removals=once, and whether a tile was removed since the last draw */
    uint8_t pad[2];
    by_tile tile[BY_MAX_TILES]; /* the row, followed by the boneyard from index `taken`, front first */
};

/* Sets up a view's round with this boneyard (v->boneyard tiles; if NULL, the caller fills `tile` from `taken` on). */
void by_rock_of(const struct by_view *v, const by_tile *boneyard, struct by_rock *out);

/* Lists the legal moves in N-08 order. */
int by_rock_moves(const struct by_rock *w, by_move out[]);

/* Plays a legal move. Sets w->end if the round is over. */
void by_rock_play(struct by_rock *w, by_move m);

/* Returns the pips left in the row. */
int by_rock_pips(const struct by_rock *w);

/* Prepares random rounds; by_rock_redeal then deals as often as needed. */
void by_rock_begin(const struct by_config *rules, struct by_rock *out);
void by_rock_redeal(struct by_rock *w, struct by_rng *rng);

/* by_rock_random plays a uniformly random legal move and returns it; by_rock_run plays to the end of the round. */
by_move by_rock_random(struct by_rock *w, struct by_rng *rng);
void by_rock_run(struct by_rock *to, struct by_rng *rng);

#ifdef __cplusplus
}
#endif

#endif

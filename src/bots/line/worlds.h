/* SPDX-License-Identifier: MIT */
/* worlds.h: samples the hidden tiles of a line game uniformly from all deals that are consistent with the history.
 *
 * Every tile that the seat has never held is in a slot. There is one slot for each tile that another hand was dealt or
 * drew, in that order, and one for each tile in the boneyard. A played tile is in a slot of the hand it came from. A
 * slot can take a tile unless a `lacked` entry (past.h) rules the tile out while the slot was held. A consistent deal
 * is an assignment of tiles to slots. All assignments are equally likely. A chain that repeatedly swaps the tiles of
 * two random slots, if both still fit, therefore visits these deals uniformly from any start (symmetric proposals;
 * Metropolis et al. 1953). */
#ifndef BY_LINE_WORLDS_H
#define BY_LINE_WORLDS_H

#include "boneyard/model_line.h"
#include "bots/think.h"

struct by_line_guess {
    uint32_t ok[28];   /* indexed by slot: the tiles that the slot can take */
    by_tile at[28];    /* the tile now in the slot */
    uint8_t whose[28]; /* the slot's hand, or 4 for the boneyard, whose slots are in order, front first */
    uint8_t n, seat;
    bool known;      /* the history was used */
    uint32_t laid;   /* the tiles that have left the hands */
    uint32_t own;    /* the seat's own hand */
    uint32_t hidden; /* tiles in other hands and the boneyard */
};

/* Makes the slots for a question's view and history, filled and well mixed. A history that does not match the view is
 * ignored. */
void by_line_guess_of(const struct by_view *v, const struct by_past *past, struct by_rng *rng,
                      struct by_line_guess *out);

/* Continues mixing by attempting this many swaps. */
void by_line_stir(struct by_line_guess *g, struct by_rng *rng, int swaps);

/* Copies the sample's hands and boneyard to a world that by_line_of built from the view. */
void by_line_put(const struct by_line_guess *g, struct by_line_model *w);

#endif

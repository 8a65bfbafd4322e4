/* worlds.h: guesses of the hidden tiles of a line game that the past allows, all equally likely.
 *
 * Every tile that the seat has never held lies in a slot: one for each tile that another hand was dealt or has
 * drawn, in that order, and one for each tile of the boneyard.  What was laid lies in a slot of the hand it
 * came from.  A slot takes a tile if no `lacked` entry (past.h) speaks against it while the tile was held
 * there.  A deal that fits the past is a way of filling the slots; all are equally likely, so a chain that
 * swaps the tiles of two random slots where both still fit, started from any filling, visits them uniformly
 * (symmetric proposals; Metropolis et al. 1953).
 */
#ifndef BY_LINE_WORLDS_H
#define BY_LINE_WORLDS_H

#include "model.h"

struct by_line_guess {
    uint32_t ok[28];                    /* by slot: the tiles it takes */
    by_tile at[28];                     /* the tile there now */
    uint8_t whose[28];                  /* the hand, or 4: the boneyard, front first */
    uint8_t n, seat;
    bool known;                         /* the past was used */
    uint32_t laid;                      /* tiles that have left the hands */
    uint32_t own;                       /* the seat's own hand */
    uint32_t hidden;                    /* tiles in other hands and the boneyard */
};

/* The slots for a question's view and past, filled and well stirred.  A past that is missing, or does not fit
 * the view, counts as empty. */
void by_line_guess_of(const struct by_view *v, const struct by_past *past, struct by_rng *rng,
                      struct by_line_guess *out);

/* Stirs on: so many swaps are tried. */
void by_line_stir(struct by_line_guess *g, struct by_rng *rng, int swaps);

/* Puts the guess into a world made by by_line_of from the view: hands and boneyard. */
void by_line_put(const struct by_line_guess *g, struct by_line *w);

#endif

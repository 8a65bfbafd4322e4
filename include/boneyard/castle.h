/* boneyard/castle.h: Castle Rock with a known order: can it be cleared, and what is the best line?
 *
 * The row is always a part of what has been drawn, in the order of drawing: tiles come in at the right end
 * and go out anywhere.  So a position is a set of places in the order, the number drawn, and whether
 * drawing is free; a search that goes nowhere twice visits a few hundred positions of a double-6
 * deal, and what it finds is exact.
 *
 * The fewest tiles left count, then the fewest pips; a cleared deal ends the search.  Memory is the
 * caller's, and what it holds before does not matter: 8 bytes a position up to double-9, 32 at most, twice
 * over for growing.  Without enough of it, or past the limit, `decided` is false and the line is only the
 * best one met.  The same question has the same answer.
 */
#ifndef BONEYARD_CASTLE_H
#define BONEYARD_CASTLE_H

#include "boneyard/deal.h"
#include "boneyard/view.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_CASTLE_LINE (2 * BY_MAX_TILES)       /* no line is longer: each tile is drawn and taken once */

struct by_castle_deal {
    by_tile tile[BY_MAX_TILES];         /* the row from the left, then the boneyard, front first */
    uint8_t tiles, row;                 /* all of these; those in the row */
    bool once, free_draw;               /* removals=once; a removal since the last draw */
};

struct by_castle_answer {
    bool decided;                       /* no better line exists */
    uint8_t left;                       /* tiles left at the end of the line; 0: cleared; 255: no end met */
    uint16_t pips, moves;               /* pips left; moves in `line` */
    uint32_t states;                    /* different positions visited */
    by_move line[BY_CASTLE_LINE];
};

/* `limit`: positions to visit at most (0: no limit but the memory). */
void by_castle_solve(const struct by_castle_deal *d, uint32_t limit, void *memory, size_t size,
                     struct by_castle_answer *out);

/* The position of a view with this order of its boneyard (v->boneyard tiles, front first). */
void by_castle_of_view(const struct by_view *v, const by_tile *order, struct by_castle_deal *out);

/* The first round that these rules deal from a seed. */
void by_castle_of_seed(const struct by_config *rules, const struct by_seed *seed, struct by_castle_deal *out);

/* Steps the seed on (as a 256-bit number) until its first round can be cleared for certain.  False: none
 * of `tries` seeds was; *seed is then the first one not looked at.  `out` is the last seed's answer. */
bool by_castle_certify(const struct by_config *rules, struct by_seed *seed, uint32_t tries, uint32_t limit,
                       void *memory, size_t size, struct by_castle_answer *out);

#ifdef __cplusplus
}
#endif

#endif

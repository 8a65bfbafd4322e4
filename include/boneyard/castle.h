/* SPDX-License-Identifier: MIT */
/* boneyard/castle.h: solves Castle Rock exactly for a known tile order.
 *
 * The row is always a subset of the drawn tiles, in the order drawn: tiles enter at the right end and leave from
 * anywhere.  A position is therefore a set of places in that order, the number of tiles drawn, and whether drawing is
 * allowed.  A search that visits no position twice examines a few hundred of them for a double-6 deal, and its
 * result is exact.
 *
 * The solver minimises the tiles left, then the pips.  The search ends once the deal is cleared.  The caller
 * provides the memory, which need not be initialised: 8 bytes per position for sets up to double-9 and at most 32 for
 * larger sets.  The table of positions needs twice that while it grows.  If the memory, the limit or the budget runs
 * out, `decided` is false and the line is the best one found.  The same question always gives the same answer.
 */
#ifndef BONEYARD_CASTLE_H
#define BONEYARD_CASTLE_H

#include "boneyard/budget.h"
#include "boneyard/deal.h"
#include "boneyard/view.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_CASTLE_LINE (2 * BY_MAX_TILES) /* the maximum length of a line: each tile is drawn once and removed once */

struct by_castle_deal {
    by_tile tile[BY_MAX_TILES]; /* the row from left to right, then the boneyard, front first */
    uint8_t tiles, row;         /* number of tiles in total, and in the row */
    bool once, free_draw;       /* whether removals=once, and whether a tile was removed since the last draw */
};

struct by_castle_answer {
    bool decided;         /* whether the line is proved optimal */
    uint8_t left;         /* tiles left at the end of the line; 255 if the search found no end */
    uint16_t pips, moves; /* the pips left, and the number of moves in `line` */
    uint32_t states;      /* number of distinct positions visited */
    by_move line[BY_CASTLE_LINE];
};

/* Returns the cost of one position, in steps (budget.h). */
static inline uint32_t by_castle_steps(int tiles) { return 6 + 2 * (uint32_t)((tiles + 72) / 64); }

/* Solves a deal.  `limit` is the maximum number of positions to visit (0 for unlimited); `budget` may be NULL. */
void by_castle_solve(const struct by_castle_deal *d, uint32_t limit, struct by_budget *budget, void *memory,
                     size_t size, struct by_castle_answer *out);

/* Sets *out to the position of a view, given the order of its boneyard (v->boneyard tiles, front first). */
void by_castle_of_view(const struct by_view *v, const by_tile *order, struct by_castle_deal *out);

/* Increments the seed (as a 256-bit number) until its first round can provably be cleared.  Returns false if this
 * fails for `tries` seeds; *seed is then the first one not tried.  *out is the answer for the last seed tried. */
bool by_castle_certify(const struct by_config *rules, struct by_seed *seed, uint32_t tries, uint32_t limit,
                       void *memory, size_t size, struct by_castle_answer *out);

#ifdef __cplusplus
}
#endif

#endif

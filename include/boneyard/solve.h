/* SPDX-License-Identifier: MIT */
/* boneyard/solve.h: computes exact values for line games with open hands.
 *
 * A solver computes the value of a position under perfect play, with all hands and the order of the boneyard known to
 * everyone.  Bots solve sampled worlds, `boneyard solve` solves recorded positions, and the benchmarks solve dealt
 * hands.
 *
 * METHOD.  The solver uses fail-soft alpha-beta with a transposition table (Knuth and Moore, An Analysis of Alpha-Beta
 * Pruning, 1975; Marsland, A Review of Game-Tree Pruning, 1986).  Two properties of dominoes make it fast.  A side can
 * win at most the pips that the others still hold and lose at most its own, so branches are pruned before any move is
 * examined.  Moves are easy to order well: doubles first, then the heaviest tiles.
 *
 * MEMORY comes from the caller: call by_solver_init once, then solve any number of positions.  Table entries from
 * earlier positions make later ones faster and never change a result.
 *
 * TILES are numbered as in tile.h, from 0 to 27.  Hands are sets of 28 bits: bit t is tile t.  Smaller sets of dominoes
 * need no special treatment, since no hand contains the tiles that they lack.
 */
#ifndef BONEYARD_SOLVE_H
#define BONEYARD_SOLVE_H

#include <stddef.h>

#include "boneyard/budget.h"
#include "boneyard/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A solver with n table entries needs BY_SOLVER_SIZE(n) bytes: the base, plus the table.  The number of entries is
 * rounded down to a power of two. 32768 is plenty for two players with 7 tiles each; four players with all 28 tiles
 * need a million. */
#define BY_SOLVER_BASE ((size_t)40960)
#define BY_SOLVER_SIZE(entries) (BY_SOLVER_BASE + (size_t)(entries)*24)

struct by_solver;

/* Creates a solver in this memory, which must be aligned for any type, and clears its table.  Returns NULL if the
 * memory is smaller than BY_SOLVER_SIZE(64).  The solver is valid as long as the memory is. */
struct by_solver *by_solver_init(void *memory, size_t size);

/* Returns the number of positions examined since by_solver_init. */
uint64_t by_solver_nodes(const struct by_solver *s);

/* Sets the budget for later calls, at one step per position (NULL for no limit).  The budget is borrowed until the next
 * by_solver_limit.  Once it is spent, by_solver_spent returns true and values are meaningless. */
void by_solver_limit(struct by_solver *s, struct by_budget *b);
bool by_solver_spent(const struct by_solver *s);

/* ---- Block: one line with two ends, no drawing ---------------------------------------------- */

enum by_solve_for {
    BY_FOR_POINTS,   /* the points of the side to move minus the other side's (L-17, L-18, L-21) */
    BY_FOR_THE_ROUND /* 1, 0 or -1 for winning, tying or losing the round by L-17, L-18 and L-22 */
};

/* A position of Block without spinners, or of Draw with no tile left to draw: two players, or four in two teams
 * (seats 0 and 2 against 1 and 3). */
struct by_block {
    uint32_t hand[4];
    uint8_t players, turn; /* the number of players (2 or 4), and the seat to move */
    uint8_t end[2];        /* the open numbers; both BY_NO_TILE before the first tile */
    uint8_t led;           /* before the first tile: the tile that must be led, or BY_NO_TILE for any */
    bool wild;             /* blanks=wild (L-08) */
    bool difference;       /* blocked=difference, otherwise =opponents (L-21, L-18) */
    bool single;           /* tie=single, otherwise =none (L-22) */
};

/* A play: the tile, the end (0 or 1; 0 for the lead and if both ends show the same number), the touching half, and the
 * value for the side that plays it. */
struct by_block_move {
    uint8_t tile, at, touch;
    int16_t value;
};
#define BY_BLOCK_MOVES 112

/* Returns the value of a position for the side to move.  No hand may be empty, and hands may not share a tile. */
int by_block_solve(struct by_solver *s, const struct by_block *p, enum by_solve_for what);

/* Lists the plays of the seat to move with their exact values, sorted by tile, then end, with the lower touching half
 * first.  The list of plays is the same in every world in which the seat holds the same tiles.  Returns 0 if the seat
 * must pass. */
int by_block_values(struct by_solver *s, const struct by_block *p, enum by_solve_for what,
                    struct by_block_move out[BY_BLOCK_MOVES]);

/* ---- All line games: points in play, spinners, a boneyard in a known order --------------------- */

/* A position of any line game with two sides: two players, or four in teams.  With three or four individual players,
 * seat `self` plays against all the others together.  The value, its points minus the sum of theirs, is then a result
 * that `self` can always achieve.  Values count only points scored from this position on.  They also ignore the target
 * (L-24). */
struct by_open {
    uint32_t hand[4];
    by_tile deck[BY_MAX_TILES + 2]; /* deck[0..drawable) holds the tiles that may still be drawn, in order */
    uint8_t drawable, players, turn, self;
    uint8_t led;        /* the tile that must be led, or BY_NO_TILE */
    uint8_t plain[7];   /* open halves of non-doubles, by number */
    uint8_t twin[7];    /* for each number, 0 if it has no open double, otherwise 1 + the double's number of
                         * neighbours */
    bool wide[7];       /* whether that double takes four tiles (L-13, L-14) */
    bool laid, spinner; /* whether any tile has been laid, and whether any double has been */
    uint8_t count;      /* L-15 */
    bool teams, wild, all, first, draws_one, call;
    bool bonus_all, bonus_lowest, difference, single;
    uint8_t unit, bonus_unit; /* 0 if plays do not score */
};

/* Sets *out to the position of a round in progress.  Returns false unless it is a line game without an open call
 * (L-25).  The state may be hypothetical (by_state_of). */
bool by_open_of(const struct by_state *s, struct by_open *out);

/* Returns the value of a position for the side to move.  Block positions go to the Block solver. */
int by_open_solve(struct by_solver *s, const struct by_open *p, enum by_solve_for what);

/* Sets values[] to the value of each move of the seat to move (as listed by by_moves) for that seat's side, including
 * the points it scores.  With call=on, the other side takes an unclaimed score. */
void by_open_values(struct by_solver *s, const struct by_open *p, enum by_solve_for what, const by_move *moves, int n,
                    int32_t *values);

#ifdef __cplusplus
}
#endif

#endif

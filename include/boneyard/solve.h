/* boneyard/solve.h: exact values of line games when every hand is open.
 *
 * A solver answers: with all hands (and the boneyard's order) known to everybody and nobody making a
 * mistake, what is this position worth?  Bots ask it about imagined worlds, `boneyard solve` about
 * records, the benches about dealt hands.
 *
 * METHOD.  Alpha-beta, fail-soft, with a table of positions (Knuth and Moore, An Analysis of Alpha-Beta
 * Pruning, 1975; Marsland, A Review of Game-Tree Pruning, 1986).  What makes it fast in dominoes: one
 * can win at most what the others still hold and lose at most what one holds oneself, which cuts before
 * any move is looked at; and doubles first, then the heaviest tile, as the order of the moves.
 *
 * MEMORY is the caller's: by_solver_init once, then any number of questions.  What a table holds from
 * earlier questions makes later ones faster and never changes an answer.
 *
 * TILES are the first 28 indices of tile.h, hands are sets of 28 bits: bit t is tile t.  Smaller sets
 * of dominoes need nothing special: the tiles just are in no hand.
 */
#ifndef BONEYARD_SOLVE_H
#define BONEYARD_SOLVE_H

#include <stddef.h>

#include "boneyard/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the solver keeps beside its table, and an entry of the table: a solver with n entries needs
 * BY_SOLVER_SIZE(n) bytes.  The entries are rounded down to a power of two.  32768 are plenty for two
 * players with 7 tiles each, a million for four players with all 28. */
#define BY_SOLVER_BASE ((size_t)40960)
#define BY_SOLVER_SIZE(entries) (BY_SOLVER_BASE + (size_t)(entries) * 24)

struct by_solver;

/* Makes a solver of this memory (any contents, aligned for any type) and clears its table.  NULL if it is
 * smaller than BY_SOLVER_SIZE(64).  It lives as long as the memory. */
struct by_solver *by_solver_init(void *memory, size_t size);

/* Positions looked at since by_solver_init. */
uint64_t by_solver_nodes(const struct by_solver *s);

/* From here on each question may look at this many positions (0: as many as it takes).  With the rest of a
 * question that needs more by_solver_spent is true, and its values mean nothing. */
void by_solver_limit(struct by_solver *s, uint64_t positions);
bool by_solver_spent(const struct by_solver *s);

/* ---- Block: one line with two ends, nobody draws -------------------------------------------- */

enum by_solve_for {
    BY_FOR_POINTS,      /* the points of the round: the own side's less the other's (L-17, L-18, L-21) */
    BY_FOR_THE_ROUND    /* 1, 0, -1: who takes the round by L-17, L-18 and L-22, whatever it is worth */
};

/* A position of Block without spinners, or of Draw with nothing left to draw: two players, or four in
 * two teams (seats 0 and 2 against 1 and 3). */
struct by_block {
    uint32_t hand[4];
    uint8_t players, turn;              /* 2 or 4; the seat on turn */
    uint8_t end[2];                     /* the open numbers; both BY_NO_TILE while no tile lies */
    uint8_t led;                        /* then: the tile that has to be led, or BY_NO_TILE for any */
    bool wild;                          /* blanks=wild (L-08) */
    bool difference;                    /* blocked=difference, else =opponents (L-21, L-18) */
    bool single;                        /* tie=single, else =none (L-22) */
};

/* A play: a tile, the end it is laid at (0 or 1; 0 for the lead and where both ends show the same), the
 * half that touches, and its value for the side that plays it. */
struct by_block_move { uint8_t tile, at, touch; int16_t value; };
#define BY_BLOCK_MOVES 112

/* The value of a position for the side on turn.  Nobody may be out already; hands may not share a tile. */
int by_block_solve(struct by_solver *s, const struct by_block *p, enum by_solve_for what);

/* The plays of the seat on turn by tile, then end, then lower touching half first, without values: the
 * same list in every world in which this seat holds the same tiles.  0: it has to pass. */
int by_block_moves(const struct by_block *p, struct by_block_move out[BY_BLOCK_MOVES]);

/* The same list, each play with its exact value. */
int by_block_values(struct by_solver *s, const struct by_block *p, enum by_solve_for what,
                    struct by_block_move out[BY_BLOCK_MOVES]);

/* The position after a play from that list, or after a pass (NULL). */
void by_block_play(struct by_block *p, const struct by_block_move *m);

/* ---- Every line game: points in play, spinners, a boneyard in a known order --------------------- */

/* A position of any line game.  Two sides: two players; four in teams; or, with three or four players each
 * for himself, seat `self` against all others, who play together against it, so that the value is what it
 * can be sure of: its points less those of the others in sum.  Values count from here on, without what has
 * been scored before; what the target means (L-24) is left out. */
struct by_open {
    uint32_t hand[4];
    by_tile deck[BY_MAX_TILES + 2];     /* the tiles that may still be drawn: deck[0..drawable) in order */
    uint8_t drawable, players, turn, self;
    uint8_t led;                        /* the tile that has to be led, or BY_NO_TILE */
    uint8_t plain[7];                   /* open halves of tiles that are not doubles, by number */
    uint8_t twin[7];                    /* the open double of each number: 0 none, else 1 + neighbours, ... */
    bool wide[7];                       /* ... and whether it takes four (L-13, L-14) */
    bool laid, spinner;                 /* a tile lies; a double lies */
    uint8_t count;                      /* L-15 */
    bool teams, wild, all, first, draws_one, call;
    bool bonus_all, bonus_lowest, difference, single;
    uint8_t unit, bonus_unit;           /* 0 where nothing is scored in play */
};

/* The position of a state in play: a line game without an open call (L-25).  False for all others.  The
 * state may be an imagined one (by_state_of). */
bool by_open_of(const struct by_state *s, struct by_open *out);

/* What the position is worth for the side on turn.  Positions that are Block's go to its solver. */
int by_open_solve(struct by_solver *s, const struct by_open *p, enum by_solve_for what);

/* What each of these moves of the seat on turn (as by_moves lists them for the state) is worth for its side,
 * with the points it scores.  An unclaimed score under call=on goes to the others. */
void by_open_values(struct by_solver *s, const struct by_open *p, enum by_solve_for what, const by_move *moves, int n,
                    int32_t *values);

#ifdef __cplusplus
}
#endif

#endif

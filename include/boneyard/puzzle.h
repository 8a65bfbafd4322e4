/* SPDX-License-Identifier: MIT */
/* boneyard/puzzle.h: reads and sets up puzzles, which are positions with one clearly best move, each stored as a line
 * of text.
 *
 *     SEED CHOICES BEST DEALS VALUES WINS RULES
 *     4c1 0102 3 105 -1520,430,430,5200 120,540,540,930 block:basics blanks=suit
 *
 * SEED is the seed of the match (deal.h), in hexadecimal; the position is in its first round.  CHOICES has one
 * character for each earlier move that had an alternative: the move's index in by_moves as a base-62 digit (0-9, A-Z,
 * a-z).  It is "-" if there were no such moves.  Moves without an alternative are played automatically.  BEST is the
 * index of the best move.
 *
 * VALUES lists the value of each legal move, in thousandths; higher is better.  Moves that lead to the same table share
 * a value.  DEALS shows how the values were found:
 *
 *     above 0   the number of deals that the seat cannot rule out: all were solved with open hands, and the value is
 *               the mean of the points of the round, with every order of the deck equally likely.  WINS are the
 *               chances of winning the round; "-" if plays score points.
 *     0         three searches by `expert` with ten times its usual budget agree on the best move: the mean of their
 *               values, in the unit of coach.h.  WINS is "-".
 *
 * bench/puzzles.c finds puzzles and verifies their solutions; docs/daily.md explains how to repeat the search.
 */
#ifndef BONEYARD_PUZZLE_H
#define BONEYARD_PUZZLE_H

#include "boneyard/deal.h"
#include "boneyard/table.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_PUZZLE_MOVES 32    /* maximum number of legal moves */
#define BY_PUZZLE_CHOICES 160 /* maximum number of earlier choices */
#define BY_PUZZLE_LOG 512     /* entries a table's log needs */
#define BY_PUZZLE_LINE 1400   /* bytes; enough for any line and its terminating NUL */

struct by_puzzle {
    struct by_config rules;
    struct by_seed seed;
    uint8_t choice[BY_PUZZLE_CHOICES]; /* indices into by_moves */
    uint8_t choices, moves, best;      /* the number of choices, the number of legal moves, and the index of the best
                                        * move */
    bool wins;                         /* whether `win` is set */
    uint32_t deals;                    /* 0 if the values come from searches */
    int32_t value[BY_PUZZLE_MOVES], win[BY_PUZZLE_MOVES];
};

/* Parses one line of n bytes, without its newline.  Returns false if the line is not a puzzle. */
bool by_puzzle_read(const char *line, size_t n, struct by_puzzle *out);

/* Prints a puzzle as a NUL-terminated line without a newline.  Returns its length; BY_PUZZLE_LINE bytes are always
 * enough. */
size_t by_puzzle_print(const struct by_puzzle *p, char *out, size_t size);

/* Plays a table up to the puzzle's position.  `log` has room for BY_PUZZLE_LOG entries; the caller keeps ownership.
 * Returns false if the line does not match the rules: a choice does not exist, or the number of legal moves differs. */
bool by_puzzle_set(const struct by_puzzle *p, struct by_table *t, struct by_step *log);

/* Returns whether the move with this index is as good as the best one. */
static inline bool by_puzzle_right(const struct by_puzzle *p, int move)
{
    return move >= 0 && move < p->moves && p->value[move] == p->value[p->best];
}

#ifdef __cplusplus
}
#endif

#endif

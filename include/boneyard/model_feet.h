/* SPDX-License-Identifier: MIT */
/* boneyard/model_feet.h: provides a compact model of Chickenfoot, small and fast enough for a search.
 *
 * The rules are those of src/rules/games/chickenfoot.c, without the tiles on the table: free toes of one number are
 * interchangeable, so the table is one count per number.  struct by_feet has no pointers; a copy of the used part
 * (by_feet_copy) is about 250 bytes for four players with double-9.  tests/model/differ.c compares the model with the
 * rules.
 *
 * A play consists of the number it covers and the number on the tile's other half.  As a by_move, its place is the
 * number covered: BY_MOVE(BY_LAY, tile, number, ...) represents f->toes[number] moves of the game (by_feet_class). */
#ifndef BONEYARD_MODEL_FEET_H
#define BONEYARD_MODEL_FEET_H

#include "boneyard/deal.h"
#include "boneyard/view.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_FEET_NONE 31 /* value of `must` if no double has to be filled */

struct by_feet {
    uint32_t open;               /* bit n: a toe with number n is free */
    int16_t blank;               /* penalty for holding 0-0 (F-10) */
    uint8_t must, left;          /* the double that must be filled, and the toes it still needs (F-05, F-07) */
    uint8_t turn, players, idle; /* C-07 */
    uint8_t end;                 /* enum by_ending */
    uint8_t stock, taken;        /* the number of tiles in `deck`, and the number drawn so far */
    uint8_t set;                 /* the highest number */
    uint8_t tiles, dealt;        /* for by_feet_redeal: tiles in the round's deck, and in a dealt hand */
    uint8_t toes[BY_NUMBERS];    /* free toes of each number */
    uint8_t unlaid[BY_NUMBERS];  /* tiles with each number that are not on the table */
    struct by_set hand[BY_SEATS];
    uint8_t have[BY_SEATS][BY_NUMBERS + 1]; /* tiles with each number in the hand; the last entry counts all tiles */
    by_tile deck[BY_MAX_TILES];             /* the boneyard, front first */
};

/* Returns the numbers that can be played on now (F-05, F-06, F-07). */
static inline uint32_t by_feet_open(const struct by_feet *f)
{
    return f->must != BY_FEET_NONE ? (uint32_t)1 << f->must : f->open;
}

/* Returns the cost of this hand if the round ends now (F-10). */
static inline int by_feet_cost(const struct by_feet *f, int seat)
{
    return by_set_pips(&f->hand[seat]) + ((f->hand[seat].w[0] & 1) != 0 ? f->blank : 0);
}

/* Sets up a view's round with these hands and this boneyard (v->boneyard tiles; if NULL, the caller fills `deck`). */
void by_feet_of(const struct by_view *v, const struct by_set hand[], const by_tile *boneyard, struct by_feet *out);

/* Copies a round, leaving out unused seats and tiles. */
void by_feet_copy(struct by_feet *to, const struct by_feet *from);

/* Resets the table to the start of the round: empty hands, and six toes to fill at the centre double. */
void by_feet_start(const struct by_view *v, struct by_feet *out);

/* Adds a tile to a hand. */
void by_feet_give(struct by_feet *f, int seat, by_tile t);

/* Applies a play to the table: updates the toes, the double to be filled and the tiles not yet played. */
void by_feet_table(struct by_feet *f, int number, int across);

/* Plays for the seat to move: covers `number` with the tile whose other half is `across`. The play must be legal. */
void by_feet_lay(struct by_feet *f, int number, int across);

/* Draws for a seat to move that cannot play (F-08), or passes if no tile can be drawn.  Returns the tile if it
 * fits and must be played, or BY_NO_TILE if the turn is over. */
by_tile by_feet_draw(struct by_feet *f);

/* by_feet_moves lists the plays of the seat to move, sorted by number covered and then by tile, or its draw or pass if
 * it has no play. by_feet_play plays one of them. by_feet_class returns the play that corresponds to a move of the
 * game. */
int by_feet_moves(const struct by_feet *f, by_move out[]);
void by_feet_play(struct by_feet *f, by_move m);
by_move by_feet_class(by_move m);

/* Prepares random rounds under these rules with the first round's double; by_feet_redeal then deals as often as needed.
 * `lead` is the leading seat.  Drawn tiles are in random order. */
void by_feet_begin(const struct by_config *rules, struct by_feet *out);
void by_feet_redeal(struct by_feet *f, int lead, struct by_rng *rng);

/* by_feet_random plays a random move and returns it; by_feet_run plays to the end of the round.  All moves of the game
 * are equally likely, so the chance of a play is proportional to the free toes of the number it covers. */
by_move by_feet_random(struct by_feet *f, struct by_rng *rng);
void by_feet_run(struct by_feet *to, struct by_rng *rng);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: MIT */
/* boneyard/model_feet.h: a compact model of Chickenfoot, small and fast enough for a search.
 *
 * The rules are those of src/rules/games/chickenfoot.c, without a table: free toes of one number are interchangeable,
 * so the table is one count per number, and a hand is a row of bits per number.  A play consists of two numbers: the
 * one it covers and the one on the tile's other half.  tests/model/feet.c plays whole rounds in both, step by step. */
#ifndef BONEYARD_MODEL_FEET_H
#define BONEYARD_MODEL_FEET_H

#include "boneyard/view.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_FEET_NONE 31 /* `must`: no double to be filled */

/* row[n]: the other halves of the tiles with n, as bits; bit n itself is the double. */
struct by_feet_hand {
    uint32_t row[BY_NUMBERS];
    uint8_t have[BY_NUMBERS]; /* tiles that contain the number */
    uint8_t count;            /* tiles */
    int16_t pips;
    uint8_t pad[2];
};

struct by_feet {
    const by_tile *deck;         /* the boneyard, front first; borrowed */
    uint32_t open;               /* bit n: a toe with n is free */
    uint8_t toes[BY_NUMBERS];    /* free toes of each number */
    uint8_t unlaid[BY_NUMBERS];  /* tiles with the number in the hands and the boneyard */
    uint8_t must, left;          /* F-05, F-07: the double to be filled, and the toes it still needs */
    uint8_t turn, players, idle; /* C-07 */
    uint8_t stock, taken;        /* the tiles in the deck, and how many have been drawn */
    uint8_t end;                 /* enum by_ending */
    int16_t blank;               /* F-10: penalty for holding 0-0 */
    struct by_feet_hand hand[BY_SEATS];
};

/* Returns the numbers that can be played on now (F-05, F-06, F-07). */
static inline uint32_t by_feet_open(const struct by_feet *f)
{
    return f->must != BY_FEET_NONE ? (uint32_t)1 << f->must : f->open;
}

/* Returns whether this hand can play. */
static inline bool by_feet_able(const struct by_feet *f, const struct by_feet_hand *h)
{
    for (uint32_t open = by_feet_open(f); open != 0; open &= open - 1)
        if (h->row[__builtin_ctz(open)] != 0)
            return true;
    return false;
}

/* F-10: returns the cost of this hand if the round ends now. */
static inline int by_feet_cost(const struct by_feet *f, int seat)
{
    return f->hand[seat].pips + ((f->hand[seat].row[0] & 1) != 0 ? f->blank : 0);
}

/* Sets up the round in a view with these hands and this boneyard (v->boneyard tiles, borrowed). */
void by_feet_of(const struct by_view *v, const struct by_set hand[], const by_tile *boneyard, struct by_feet *out);

/* Copies a round, without unused seats. */
void by_feet_copy(struct by_feet *to, const struct by_feet *from);

/* Resets the table to the start of the round, when the centre double needs six toes. Hands are empty. */
void by_feet_begin(const struct by_view *v, struct by_feet *out);

void by_feet_give(struct by_feet_hand *h, by_tile t);

/* Applies a play to the table, updating toes, the double to be filled, and the tiles not yet played. */
void by_feet_table(struct by_feet *f, int number, int across);

/* Covers `number` with the tile whose other half is `across`, for the seat to move. The play must be legal. */
void by_feet_lay(struct by_feet *f, int number, int across);

/* Draws for the seat to move, which cannot play (F-08). Returns the tile if it fits and must be played, or BY_NO_TILE
 * if the turn is over. */
by_tile by_feet_draw(struct by_feet *f);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: MIT */
/* value.h: estimates the value of Castle Rock rows with a learned network, for forced removals on a double-6 set
 * (castle.h).
 *
 * THE STACK. Between draws, no removal is possible in the row. A drawn tile goes to the right end, so only tiles
 * near it can be removed: the row is a stack. A turn consists of single removals, possibly followed by the removal of
 * three tiles at once.
 *
 * THE NETWORK estimates a row's worth before the next draw: 1 if it will be cleared, otherwise the worth of the
 * tiles left at the end (row.h) with tail BY_VALUE_TAIL. The network's inputs are the twelve rightmost tiles, the
 * unseen tiles, the length of the row and the number of unseen tiles. Numbers are renamed in the order in which they
 * appear from the right, because only equality matters. All weights are small integers, so every machine computes the
 * same bits. The network is trained by bench/castle_learn.c. */
#ifndef BY_BOTS_CASTLE_VALUE_H
#define BY_BOTS_CASTLE_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#define BY_VALUE_TILES 28
#define BY_VALUE_TAIL 0.6

enum {
    BY_VALUE_NEAR = 12,                                 /* number of tiles in the row that the network sees
                                                         * individually */
    BY_VALUE_UNSEEN = BY_VALUE_NEAR * BY_VALUE_TILES,   /* the first input for unseen tiles */
    BY_VALUE_LAID = BY_VALUE_UNSEEN + BY_VALUE_TILES,   /* the first input for the number of tiles in the row */
    BY_VALUE_LEFT = BY_VALUE_LAID + BY_VALUE_TILES + 1, /* the first input for the number of unseen tiles */
    BY_VALUE_INPUTS = BY_VALUE_LEFT + BY_VALUE_TILES + 1,
    BY_VALUE_ACTIVE = BY_VALUE_NEAR + BY_VALUE_TILES + 2, /* maximum number of inputs active at once */
    BY_VALUE_FIRST = 32,                                  /* number of units in the hidden layers */
    BY_VALUE_SECOND = 16,
    BY_VALUE_UNIT = 64 /* the integer that represents 1.0 in weights, biases and units */
};

/* A row from which the next tile is drawn, and the tiles that may still be drawn. */
struct by_stack {
    uint32_t unseen; /* a set of `left` tiles */
    uint8_t left, n, tile[BY_VALUE_TILES];
};

struct by_value_weights {
    int8_t first[BY_VALUE_INPUTS][BY_VALUE_FIRST], second[BY_VALUE_SECOND][BY_VALUE_FIRST], third[BY_VALUE_SECOND];
    int16_t bias1[BY_VALUE_FIRST], bias2[BY_VALUE_SECOND], bias3;
};
extern const struct by_value_weights by_value_weights;

/* Lists the active inputs in `in` and returns their number. */
int by_value_inputs(const struct by_stack *s, uint16_t in[BY_VALUE_ACTIVE]);

/* Returns the network's output, a logit in units of 1 / (BY_VALUE_UNIT * BY_VALUE_UNIT). */
int32_t by_value_logit(const uint16_t *in, int n);

/* Estimates the worth of a row. The estimate is exact if nothing is left to draw, or too little to clear a new row. */
double by_value_of(const struct by_stack *s);

/* Draws tile t onto the row, before any removal. */
static inline void by_stack_draw(struct by_stack *s, int t)
{
    s->tile[s->n++] = (uint8_t)t;
    s->unseen &= ~((uint32_t)1 << t);
    s->left--;
}

/* Lists the rows that a turn can leave after drawing tile t onto the row, or after dealing a new row whose last tile is
 * t. The array `out` needs room for two rows per tile. */
int by_stack_turns(const struct by_stack *s, int t, struct by_stack out[]);

#endif

/* SPDX-License-Identifier: MIT */
/* net.h: values moves in Mexican Train with a small network, from the mover's own hand and public facts alone.
 *
 * A value is what the seat expects of the move: the mean of the others' pips at the end of the round minus its own. THE
 * INPUTS describe the hand after the move with its planned train (quick.h), the trains, the move, and the sizes of the
 * other hands (net.c). Two hidden layers of rectified units follow. All weights are small integers, so every machine
 * computes the same bits. The network is trained by bench/trains_learn.c, for four players with double-12. */
#ifndef BY_BOTS_TRAINS_NET_H
#define BY_BOTS_TRAINS_NET_H

#include "boneyard/model_trains.h"
#include "quick.h"

enum {
    BY_TRAINS_INPUTS = 56,
    BY_TRAINS_FIRST = 32, /* number of units in the hidden layers */
    BY_TRAINS_SECOND = 16,
    BY_TRAINS_ONE = 256,     /* the integer that represents 1.0 in inputs, units and values */
    BY_TRAINS_WEIGHT1 = 512, /* and in the weights of each layer */
    BY_TRAINS_WEIGHT2 = 1024,
    BY_TRAINS_MOST = 16383 /* the most that a unit can be */
};

struct by_trains_net {
    int16_t first[BY_TRAINS_FIRST][BY_TRAINS_INPUTS], second[BY_TRAINS_SECOND][BY_TRAINS_FIRST],
        third[BY_TRAINS_SECOND];
    int32_t bias1[BY_TRAINS_FIRST], bias2[BY_TRAINS_SECOND], bias3;
};
extern const struct by_trains_net by_trains_net;

/* What all moves of a decision have in common. */
struct by_trains_look {
    const struct by_trains *round;
    int seat;
    uint8_t unseen[BY_NUMBERS];
    struct by_quick_roads roads; /* of the whole hand */
    struct by_quick plan;
    int16_t input[BY_TRAINS_INPUTS];
};

/* Prepares to value moves of the seat to move. The other hands and the boneyard in `s` may be unknown, but the last
 * entries of s->have must have the sizes of the hands. `unlaid` counts the tiles with each number that have not been
 * laid, including the seat's own. `s` must outlive `out`. */
void by_trains_look(const struct by_trains *s, const uint8_t unlaid[BY_NUMBERS], struct by_trains_look *out);

/* Sets the inputs for a move, and computes the value of inputs in units of 1 / BY_TRAINS_ONE pips. */
void by_trains_inputs(const struct by_trains_look *look, by_move m, int16_t in[BY_TRAINS_INPUTS]);
int32_t by_trains_value(const struct by_trains_net *net, const int16_t in[BY_TRAINS_INPUTS]);

#endif

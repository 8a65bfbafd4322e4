/* SPDX-License-Identifier: MIT */
/* nash.h: solves two-player Block on sets small enough to be solved exactly, as a yardstick for bots.
 *
 * THE GAME. Both players take h tiles of a double-n set; the other tiles are unused and unknown. Seat 0 leads with any
 * tile. A player who can play must play. The round ends when a hand is empty or both players pass. An empty hand wins;
 * otherwise, the lighter hand wins. A win counts +1, a tie 0 and a loss -1. Only this module uses sets below double-6.
 *
 * THE TREE. A node is the public history, its plays and passes; mirror images of the line share a node. Seat s may hold
 * any set of left[s] tiles out of may[s]: those that have not been played and that none of its passes rules out. Hands
 * therefore need no lists. Hands are numbered like the subsets of popcount(may) bits, in ascending order, and tables
 * convert the numbers after a play or a pass.
 *
 * A strategy stores one number for each node, action and hand that can take the action. Its index is the node's `entry`
 * + action * C(n - 1, k - 1) + the number of the hand without the tile played. */
#ifndef BY_NASH_H
#define BY_NASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boneyard/bot.h"

#define BY_NASH_TILES 28 /* double-6 */
#define BY_NASH_HAND 5
#define BY_NASH_HANDS 3276 /* the maximum number of hands of one size: 3 tiles of 28 (5 of 15 gives fewer) */
#define BY_NASH_ACTS 56    /* the maximum number of actions: each lays one of the tiles on one of two ends */

struct by_nash_node {
    uint32_t first; /* the node after action 0; the nodes after the other actions and after a pass follow it */
    uint32_t entry;
    uint32_t may[2];      /* tiles that a seat may hold */
    uint8_t left[2];      /* tiles in hand, by seat */
    uint8_t end[2];       /* open ends; both BY_NO_TILE before the lead */
    uint8_t turn, passed; /* whether the previous move was a pass */
    uint8_t acts;         /* number of plays; 0 if the seat has one tile left, which wins if it fits */
};

/* A play: a tile and the number it is played on (its high half for the lead). */
struct by_nash_act {
    uint8_t tile, on;
};

struct by_nash {
    int top, hand, tiles;
    struct by_nash_node *node;
    uint32_t nodes, room;
    uint64_t entries, infosets; /* `infosets` counts only information sets with two or more plays */
    float *regret, *sum;        /* arrays of `entries` numbers; regret may be NULL */
    float *stack;               /* scratch memory for walks */
    size_t stack_size;
};

#endif

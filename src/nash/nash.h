/* SPDX-License-Identifier: MIT */
/* nash.h: two-player Block on sets small enough to be solved exactly: a yardstick for bots.
 *
 * THE GAME. A double-n set with h tiles each; the rest is unused and unknown. Seat 0 leads any tile. A player who can
 * play must. The round ends when a hand is empty or both players pass. An empty hand wins, otherwise the lighter hand
 * does: +1, 0, -1. Only this module has sets below double-6.
 *
 * THE TREE. A node is what both players have seen: the plays and passes so far, with mirror images of the line merged.
 * Seat s may hold any set of left[s] tiles out of may[s]: the tiles that nobody has played and that none of its passes
 * rules out. So hands need no lists. They are numbered like the subsets of popcount(may) bits in ascending order, and
 * one table says how a play or a pass changes the numbers.
 *
 * A strategy stores one number for each node, action and hand that can take the action, where the hand leaves out the
 * tile it plays: `entry` of the node + action * C(n - 1, k - 1) + the number of the remaining hand. */
#ifndef BY_NASH_H
#define BY_NASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boneyard/bot.h"

#define BY_NASH_TOP 4 /* up to double-4: 15 tiles */
#define BY_NASH_TILES 15
#define BY_NASH_HAND 5
#define BY_NASH_ACTS 32         /* a tile on one of two ends */
#define BY_NASH_NODE UINT32_MAX /* no node */

struct by_nash_node {
    uint32_t first; /* the node after action 0; the other actions follow, then the pass */
    uint32_t entry;
    uint16_t may[2];      /* tiles, by seat */
    uint8_t left[2];      /* tiles in hand, by seat */
    uint8_t end[2];       /* open ends; both BY_NO_TILE before the lead */
    uint8_t turn, passed; /* the previous move was a pass */
    uint8_t acts;         /* 0 if the play is the last tile: it wins */
    uint8_t pad;
};

/* A play: a tile and the number it is played on (its high half for the lead). */
struct by_nash_act {
    uint8_t tile, on;
};

struct by_nash {
    int top, hand, tiles;
    struct by_nash_node *node;
    uint32_t nodes, room;
    uint64_t entries, infosets; /* infosets with two or more plays */
    float *regret, *sum;        /* `entry` numbers each; regret may be NULL */
    float *stack;               /* scratch memory for walks */
    size_t stack_size;
};

/* ---- hands.c: subsets by number -------------------------------------------------------------- */

extern uint16_t by_nash_rank[1 << BY_NASH_TILES];  /* rank of a subset among those of its size */
extern uint16_t *by_nash_subset[BY_NASH_HAND + 1]; /* the subset of a given size and rank */
/* [k][i][rest]: a hand of k tiles that contains tile i */
extern uint16_t *by_nash_with[BY_NASH_HAND + 1][BY_NASH_TILES];
/* [k][i][j]: the j-th hand of the others, ranked with tile i */
extern uint16_t *by_nash_without[BY_NASH_HAND + 1][BY_NASH_TILES];
extern uint16_t by_nash_choose[BY_NASH_TILES + 1][BY_NASH_HAND + 1];

void by_nash_hands(void); /* fills the tables; safe to call again */

/* Returns the tiles of a hand. */
uint32_t by_nash_hand_tiles(uint32_t may, int k, int number);
/* Returns the number of a hand whose tiles are all in `may`. */
int by_nash_hand_number(uint32_t may, uint32_t tiles);
/* Sets out[i] to the number that hand i had while `gone` could still be held; returns the count. */
int by_nash_kept(uint32_t may, uint32_t gone, int k, uint16_t *out);
int by_nash_pips(uint32_t tiles);

static inline int by_nash_count(const struct by_nash_node *n, int seat)
{
    return by_nash_choose[__builtin_popcount(n->may[seat])][n->left[seat]];
}

/* ---- tree.c ------------------------------------------------------------------------------------ */

/* Builds the tree, with room for regrets if `learn` is set. Free with by_nash_clear. */
void by_nash_init(struct by_nash *g, int top, int hand, bool learn);
void by_nash_clear(struct by_nash *g);

/* Return the tiles that fit, and the plays of a node in the order of its children, with their number. */
uint32_t by_nash_fits(const struct by_nash *g, const struct by_nash_node *n);
int by_nash_acts(const struct by_nash *g, const struct by_nash_node *n, struct by_nash_act out[BY_NASH_ACTS]);

/* Returns the number of entries of one action. */
static inline int by_nash_row(const struct by_nash_node *n)
{
    return by_nash_choose[__builtin_popcount(n->may[n->turn]) - 1][n->left[n->turn] - 1];
}
/* Returns the position of a tile among the tiles that may be held. */
static inline int by_nash_at(uint32_t may, int tile) { return __builtin_popcount(may & (((uint32_t)1 << tile) - 1)); }

/* ---- walk.c ------------------------------------------------------------------------------------ */

/* Runs one iteration of CFR+ for `seat`: updates its regrets, and adds the opponent's strategy to the average with this
 * weight. */
void by_nash_learn(struct by_nash *g, int seat, float weight);
/* Return what a seat wins per round with the best response to the opponent's `sum`, and what it wins if both play
 * theirs. */
double by_nash_best(struct by_nash *g, int seat);
double by_nash_value(struct by_nash *g, int seat);

/* ---- open.c: open hands ------------------------------------------------------------------------- */

/* Returns the value of a position with open hands for the seat to move (+1, 0, -1). */
int by_nash_open(const struct by_nash *g, uint32_t mine, uint32_t yours, int a, int b, bool passed);

/* ---- ask.c: the strategy of a player that is asked ------------------------------------------- */

/* A player: sets the chances (any positive sum) of the plays of a hand after a path of moves. */
struct by_nash_step {
    uint8_t seat, tile, on;
}; /* tile BY_NO_TILE: a pass */
struct by_nash_asked {
    const struct by_nash *g;
    const struct by_nash_node *node;
    const struct by_nash_step *path;
    int steps;
    uint32_t hand, seen;            /* tiles; seen: one hand the opponent may hold */
    const struct by_nash_act *acts; /* the plays of this hand */
    int n;
};
struct by_nash_player {
    void (*ask)(struct by_nash_player *p, const struct by_nash_asked *a, double *chances);
    bool (*stop)(void);               /* polled regularly; may be NULL */
    void (*progress)(uint64_t asked); /* may be NULL */
    const struct by_bot *bot;
    uint32_t count;
    uint64_t seed, asked;
    void *memory;
    by_move *list;
};

/* Writes a player's strategy for both seats into `sum`, for every decision it can reach by its own moves. Returns false
 * if stopped. */
bool by_nash_ask(struct by_nash *g, struct by_nash_player *p);

/* Players: a bot of bots.def (p->bot, count, seed, memory and list are set), and exact uniform sampling, which takes
 * all hidden hands as equally likely, uses exact values with open hands, and plays the best mean with ties split
 * evenly. */
void by_nash_ask_bot(struct by_nash_player *p, const struct by_nash_asked *a, double *chances);
void by_nash_ask_sampling(struct by_nash_player *p, const struct by_nash_asked *a, double *chances);

/* Builds a decision the way a bot sees it: view, past and moves. Returns the number of moves. */
int by_nash_question(const struct by_nash_asked *a, struct by_view *view, struct by_heard *heard, struct by_past *past,
                     by_move *list);

#endif

/* nash.h: two-player Block on small sets, small enough to be solved: the yardstick of bots.
 *
 * THE GAME.  A double-n set, h tiles each, the rest unused and unknown.  Seat 0 leads any tile; who can
 * play must; the round ends when a hand is out or both pass.  Out wins, else the lighter hand: +1, 0, -1.
 * Sets below double-6 exist here alone.
 *
 * THE TREE.  A node is what both have seen: the plays and passes so far, mirror images of the chain being
 * one.  What seat s may hold there is every set of left[s] tiles out of may[s]: the tiles that nobody has laid
 * and that none of its passes excludes.  So hands need no lists: they are numbered like the subsets of
 * popcount(may) bits in ascending order, and what a play or a pass does to the numbers is the same table everywhere.
 *
 * A strategy is a number for each (node, action, hand that can take it), the hand without the tile it lays:
 * `entry` of the node + action * C(n - 1, k - 1) + the number of the rest.
 */
#ifndef BY_NASH_H
#define BY_NASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boneyard/bot.h"

#define BY_NASH_TOP   4                 /* double-4 at most: 15 tiles */
#define BY_NASH_TILES 15
#define BY_NASH_HAND  5
#define BY_NASH_ACTS  32                /* a tile on one of two ends */
#define BY_NASH_NODE  UINT32_MAX        /* no node */

struct by_nash_node {
    uint32_t first;                     /* the node after action 0; the others and then the pass follow */
    uint32_t entry;
    uint16_t may[2];                    /* tiles, by seat */
    uint8_t left[2];                    /* tiles in hand, by seat */
    uint8_t end[2];                     /* open numbers; both BY_NO_TILE before the lead */
    uint8_t turn, passed;               /* the move before was a pass */
    uint8_t acts;                       /* 0 where the last tile would go: it wins */
    uint8_t pad;
};

/* A play: a tile and the number it is laid on (its high half for the lead). */
struct by_nash_act { uint8_t tile, on; };

struct by_nash {
    int top, hand, tiles;
    struct by_nash_node *node;
    uint32_t nodes, room;
    uint64_t entries, infosets;         /* infosets: with two plays or more */
    float *regret, *sum;                /* entries each; regret may be NULL */
    float *stack;                       /* for walks */
    size_t stack_size;
};

/* ---- hands.c: subsets by number -------------------------------------------------------------- */

extern uint16_t by_nash_rank[1 << BY_NASH_TILES];                   /* of a subset among those of its size */
extern uint16_t *by_nash_subset[BY_NASH_HAND + 1];                  /* the subset of a size by number */
extern uint16_t *by_nash_with[BY_NASH_HAND + 1][BY_NASH_TILES];     /* [k][i][rest]: k tiles with tile i */
extern uint16_t *by_nash_without[BY_NASH_HAND + 1][BY_NASH_TILES];  /* [k][i][j]: j of the others, numbered with it */
extern uint16_t by_nash_choose[BY_NASH_TILES + 1][BY_NASH_HAND + 1];

void by_nash_hands(void);               /* fills the tables; more than once does no harm */

/* The tiles of a hand by its number. */
uint32_t by_nash_hand_tiles(uint32_t may, int k, int number);
/* The number of a hand of these tiles, all of them in `may`. */
int by_nash_hand_number(uint32_t may, uint32_t tiles);
/* out[i]: what number had the hand that is now hand i, when `gone` could still be held; returns how many. */
int by_nash_kept(uint32_t may, uint32_t gone, int k, uint16_t *out);
int by_nash_pips(uint32_t tiles);

static inline int by_nash_count(const struct by_nash_node *n, int seat)
{
    return by_nash_choose[__builtin_popcount(n->may[seat])][n->left[seat]];
}

/* ---- tree.c ------------------------------------------------------------------------------------ */

/* Builds the tree; with `learn` also room for regrets.  Free with by_nash_clear. */
void by_nash_init(struct by_nash *g, int top, int hand, bool learn);
void by_nash_clear(struct by_nash *g);

/* The tiles that fit; the plays of a node in the order of its children; how many. */
uint32_t by_nash_fits(const struct by_nash *g, const struct by_nash_node *n);
int by_nash_acts(const struct by_nash *g, const struct by_nash_node *n, struct by_nash_act out[BY_NASH_ACTS]);

/* Entries of one action. */
static inline int by_nash_row(const struct by_nash_node *n)
{
    return by_nash_choose[__builtin_popcount(n->may[n->turn]) - 1][n->left[n->turn] - 1];
}
/* The place of a tile among the tiles that may be held. */
static inline int by_nash_at(uint32_t may, int tile) { return __builtin_popcount(may & (((uint32_t)1 << tile) - 1)); }

/* ---- walk.c ------------------------------------------------------------------------------------ */

/* One iteration of CFR+ for `seat`: its regrets, and the other's part of the average, with this weight. */
void by_nash_learn(struct by_nash *g, int seat, float weight);
/* What a seat wins a round with the best answer to the other's `sum`; and if both play theirs. */
double by_nash_best(struct by_nash *g, int seat);
double by_nash_value(struct by_nash *g, int seat);

/* ---- open.c: open hands ------------------------------------------------------------------------- */

/* The value of a position with open hands for who is on turn (+1, 0, -1). */
int by_nash_open(const struct by_nash *g, uint32_t mine, uint32_t yours, int a, int b, bool passed);

/* ---- ask.c: the strategy of a player that is asked ------------------------------------------- */

/* A player: fills in chances (any sum above 0) of the plays of a hand at the end of a path of moves. */
struct by_nash_step { uint8_t seat, tile, on; };                    /* tile BY_NO_TILE: a pass */
struct by_nash_asked {
    const struct by_nash *g;
    const struct by_nash_node *node;
    const struct by_nash_step *path;
    int steps;
    uint32_t hand, seen;                /* tiles; seen: an example of what the other may hold */
    const struct by_nash_act *acts;     /* those of this hand */
    int n;
};
struct by_nash_player {
    void (*ask)(struct by_nash_player *p, const struct by_nash_asked *a, double *chances);
    bool (*stop)(void);                 /* asked now and then; may be NULL */
    void (*progress)(uint64_t asked);   /* may be NULL */
    const struct by_bot *bot;
    uint32_t count;
    uint64_t seed, asked;
    void *memory;
    by_move *list;
};

/* Writes a player's strategy of both seats into `sum`: every decision that it can reach by itself.
 * False: stopped. */
bool by_nash_ask(struct by_nash *g, struct by_nash_player *p);

/* Players: a bot of bots.def (p->bot, count, seed, memory and list are set), and exact uniform sampling: all
 * hidden hands alike, exact values with open hands, the best mean, ties evenly. */
void by_nash_ask_bot(struct by_nash_player *p, const struct by_nash_asked *a, double *chances);
void by_nash_ask_sampling(struct by_nash_player *p, const struct by_nash_asked *a, double *chances);

/* The question of a decision as the bot is given it: view, past and moves.  Returns the number of moves. */
int by_nash_question(const struct by_nash_asked *a, struct by_view *view, struct by_heard *heard, struct by_past *past,
                     by_move *list);

#endif

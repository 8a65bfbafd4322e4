/* SPDX-License-Identifier: MIT */
/* belief.h: infers a distribution of the hidden tiles from the public history.
 *
 * THE MODEL. The deck is shuffled before the round, so every order is equally likely. A deck order is consistent with
 * the history if the players would have seen exactly the same events with it. The unseen tiles are therefore uniformly
 * distributed over the hidden places of the deck, with each tile limited to places that no observation rules out:
 *
 *     - a seat that had to draw or pass held nothing that fitted (by_heard.lacked); this restricts the tiles it held at
 *       that time, not those drawn later, so its places form batches: the dealt hand, and each draw;
 *     - a tile drawn and not played at once did not fit; a tile drawn by a seat that then played, or may still
 *       play, did fit;
 *     - no hand was dealt a double above the one that had to lead (by_past.undealt, view.led);
 *     - a tile that a seat has played had arrived earlier, in a batch that allowed it. If several batches allowed it,
 *     the tile takes up a place in one of them and is counted like a hidden tile.
 *
 * WORLDS. A world is a hand (a set) for every seat plus the boneyard (a set for counting, an order for drawing). A
 * world's weight is the number of deck orders that lead to it. Weights differ only in the number of ways to assign the
 * tiles to the batches; one such assignment is called a deal. All deals have the same weight, so worlds are sampled by
 * drawing deals uniformly. If all hidden batches are alike (in Block, and in any game before the first draw), a deal is
 * a world.
 *
 * LIMITS. With infractions=penalise, nothing is inferred from draws. In Mexican Train, three facts are not used: a seat
 * that passes instead of playing an additional tile could have played one (T-11); the only tile held at that moment was
 * not a fitting double (T-12); and in a round that C-07 did not end, some seat could play. Worlds are then drawn from a
 * set that may be too large but is never too small.
 *
 * METHOD.  Unrestricted tiles are shuffled and dealt.  For restricted tiles, a table indexed by the room left in the
 * batches holds the share of deals that can be completed (dynamic programming, exact up to rounding). If the table
 * would be too large, deals are drawn by a Markov chain that starts from a deal found by augmenting paths. The chain's
 * steps exchange tiles in cycles of two, three or more; they are symmetric and so preserve the uniform distribution. */
#ifndef BY_BELIEF_H
#define BY_BELIEF_H

#include "bots/think.h"

#define BY_YARD BY_SEATS /* the boneyard as an owner; BY_GONE owns tiles out of play */
#define BY_GONE (BY_SEATS + 1)
#define BY_OWNERS (BY_SEATS + 2)
#define BY_BATCHES 64 /* maximum number of separate batches; any more are merged, which sets `loose` */

enum by_belief_way { BY_BELIEF_SHUFFLE, BY_BELIEF_TABLE, BY_BELIEF_CHAIN };

/* An owner's batches with the same restrictions count as one. */
struct by_belief_batch {
    uint8_t owner, room;
};

struct by_belief {
    uint8_t players, batches, way; /* way: enum by_belief_way */
    /* the history or the view is inconsistent, so part of it was ignored; samples still match the hand sizes in the
     * view */
    bool loose;
    bool ordered;                 /* in the referee's view, the order of the boneyard is known */
    bool laid_open;               /* at least one played tile may have arrived in any of several batches */
    int16_t tiles, bound, yard;   /* number of open tiles, of restricted ones among them, and of tiles in the
                                   * boneyard */
    int16_t known_yard;           /* number of tiles that must be in the boneyard; they come first in yard_tile */
    struct by_set hand[BY_SEATS]; /* the tiles that are the same in all worlds: the seat's own hand and tiles whose
                                   * owners are known */
    by_tile yard_tile[BY_MAX_TILES];
    struct by_belief_batch batch[BY_BATCHES];
    by_tile tile[BY_MAX_TILES];  /* the open tiles, restricted ones first */
    uint64_t may[BY_MAX_TILES];  /* bit g: the tile may have arrived in batch g */
    bool laid[BY_MAX_TILES];     /* played, so in no hand */
    uint8_t in[BY_MAX_TILES];    /* the tile's batch in the current deal, which is consistent with the history */
    uint8_t implied;             /* in the table, the batch whose room follows from the others */
    uint32_t stride[BY_BATCHES]; /* the amount that a tile in this batch adds to the table's index; 0 for the implied
                                  * batch */
    uint32_t states, start;
    /* [bound + 1][states]: the share of allowed ways among all ways to place this tile and the later ones in the
     * remaining room */
    double *share;
    int burn, steps; /* number of exchanges before the first sample, and between samples */
    bool mixed;
};

/* Computes the deals that a history allows. If `past` is NULL, uses only hand sizes. Uses at most `most` bytes of
 * memory for the table, if available (0 means a megabyte); without a table, sampling uses the chain. The call does not
 * keep `view` or `past`. Without a table, the call takes a few microseconds. */
void by_belief_of(const struct by_view *view, const struct by_past *past, struct by_bot_memory *room, size_t most,
                  struct by_belief *out);

struct spread;

/* by_belief_begin copies the batches and finds a first deal, or returns false if none exists. Then by_belief_finish
 * fixes the tiles whose batch is certain, and builds the table with its states. */
bool by_belief_begin(struct by_belief *b, const struct spread *s);
void by_belief_finish(struct by_belief *b, struct by_bot_memory *room, size_t most);
bool by_belief_lower(const struct by_belief *b, uint8_t *room);

#endif

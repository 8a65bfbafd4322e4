/* belief.h: what the public history allows about the hidden tiles.
 *
 * THE MODEL.  Before the round the deck was shuffled: every order was as likely as any other.  A deck order
 * is in keeping with the past if the table would have heard the very same from it.  The unseen tiles are
 * therefore spread uniformly over the places of the deck that are hidden from the seat, each tile only over
 * places where nothing that was heard forbids it:
 *
 *   - a seat that had to draw or pass held none of what fitted (by_heard.lacked); that binds the tiles which
 *     it held then, not those drawn later, so its places fall into batches: what was dealt, and each draw;
 *   - a tile drawn and not laid at once did not fit; a tile drawn by who then played, or may still play, did;
 *   - no hand was dealt a double above the one that had to lead (by_past.undealt, view.led);
 *   - a tile that a seat laid came to it before, in a batch that did not forbid it.  Which one may be open;
 *     it takes up a place there, so it is counted like a hidden tile.
 *
 * WORLDS.  A world is a hand (a set) for every seat and the boneyard (a set when it is counted, an order when
 * it is drawn).  Its weight is the number of deck orders behind it, which is the same for all but for the
 * ways in which the tiles can have come in the batches: we call such a spreading of tiles over batches a
 * deal.  All deals have the same weight, so worlds are drawn uniformly by deals.  Where no hidden batch
 * differs from another (Block; any game before the first draw) a deal is a world.
 *
 * What is left out: with infractions=penalise nothing is inferred from draws; and in Mexican Train, that who
 * passes in place of an additional tile could have laid one (T-11), that an only tile held then was no double
 * that fitted (T-12), and that a round which C-07 did not end had somebody who could lay.  Worlds are then
 * drawn from too many, never from too few.
 *
 * HOW.  Tiles that may lie anywhere are shuffled and dealt.  If others are bound, a table over the room left
 * in the batches holds the share of deals that can be completed (dynamic programming, exact up to rounding);
 * where it would be too large, deals are drawn by a chain of exchanges (Markov chain Monte Carlo; 2-, 3-
 * and longer cycles, which are symmetric, so that the uniform distribution stays) from a deal found by
 * augmenting paths.
 */
#ifndef BY_BELIEF_H
#define BY_BELIEF_H

#include "bots/think.h"

#define BY_YARD BY_SEATS                /* the boneyard among the owners; BY_GONE: tiles out of play */
#define BY_GONE (BY_SEATS + 1)
#define BY_OWNERS (BY_SEATS + 2)
#define BY_BATCHES 64                   /* batches told apart; further ones are thrown together (loose) */

enum by_belief_way { BY_BELIEF_SHUFFLE, BY_BELIEF_TABLE, BY_BELIEF_CHAIN };

/* Batches of one owner that bind alike are one. */
struct by_batch { uint8_t owner, room; };

struct by_belief {
    uint8_t players, batches, way;      /* way: enum by_belief_way */
    bool loose;                         /* the past (or the view) contradicts itself: it was not used, or not
                                           in full; samples still have the sizes that the view gives */
    bool ordered;                       /* the referee's view: the boneyard is known as it lies */
    bool laid_open;                     /* some tile laid may have come from several batches */
    int16_t tiles, bound, yard;         /* open tiles; those that may not lie anywhere come first; yard: tiles
                                           in the boneyard */
    int16_t known_yard;                 /* tiles that must be in the boneyard, at the front of yard_tile */
    struct by_set hand[BY_SEATS];       /* what every world has: the own hand, and what must be there */
    by_tile yard_tile[BY_MAX_TILES];
    struct by_batch batch[BY_BATCHES];
    by_tile tile[BY_MAX_TILES];         /* the open tiles */
    uint64_t may[BY_MAX_TILES];         /* bit g: may have come in batch g */
    bool laid[BY_MAX_TILES];            /* it lies on the table and is in nobody's hand */
    uint8_t in[BY_MAX_TILES];           /* the batch it is in now: a deal that is in keeping with the past */
    uint8_t implied;                    /* the table: the batch whose room follows from the others' */
    uint32_t stride[BY_BATCHES];        /* step for a tile in the batch; 0: the one implied */
    uint32_t states, start;
    double *share;                      /* [bound + 1][states]: part of the spreadings of the tiles from this
                                           one on over the room left that is allowed */
    int burn, steps;                    /* exchanges before the first sample and between samples */
    bool mixed;
};

/* What is allowed after this past (NULL: only the sizes of hands are used).  Takes the table from the room,
 * as much as `most` bytes (0: what is reasonable: a megabyte), and only if it is there; without it the chain
 * is used.  `view` and `past` are not needed afterwards.  Cost: some microseconds without a table. */
void by_belief_of(const struct by_view *view, const struct by_past *past, struct by_room *room, size_t most,
                  struct by_belief *out);

/* One world: `hand` is filled for every player (the own hand as it is), `boneyard` (NULL: not wanted) with
 * out->yard tiles, front first, ready for by_state_of.  Uniform over deck orders; by the chain, nearly so, and
 * samples that follow each other are nearly independent.  The chain moves on in *b. */
void by_belief_sample(struct by_belief *b, struct by_rng *rng, struct by_set hand[], by_tile *boneyard);

/* How many deals there are (see WORLDS above): exact below 2^53 or so, else rounded; -1 where the chain is
 * used. */
double by_belief_count(const struct by_belief *b);

/* The same as a whole number.  False: it does not fit, or there is no room for the work (given back). */
bool by_belief_exact(struct by_belief *b, struct by_room room, uint64_t *deals);

/* The chances that an owner (a seat, or BY_YARD) holds a tile: chance[owner][tile], BY_YARD + 1 rows.  True:
 * exact.  False: the mean of so many samples, where the chain is used or the room does not do. */
bool by_belief_marginals(struct by_belief *b, struct by_room room, struct by_rng *rng, int samples,
                         double (*chance)[BY_MAX_TILES]);

/* Visits every world once, with its weight in deals: hand[] for every player, and the boneyard as a set.
 * `visit` returns false to stop.  Returns the number of worlds visited, or -1 if there are more than `most`
 * or the work does not fit (some worlds may then have been visited). */
typedef bool by_belief_visit(void *data, const struct by_set hand[], const struct by_set *boneyard, double weight);
int by_belief_enumerate(struct by_belief *b, struct by_room room, int most, by_belief_visit *visit, void *data);

#endif

/* SPDX-License-Identifier: MIT */
/* net.h: rates plays with a small network, from the mover's own hand and the table alone.
 *
 * THE NETWORK has one hidden layer. A rating starts from the sum of one row of weights for each of eight facts about
 * the seat's situation and three facts about the play. The last unit is linear, the others are rectified. All weights
 * are small integers, so every machine computes the same bits. The network is trained by bench/feet_learn.c. */
#ifndef BY_FEET_NET_H
#define BY_FEET_NET_H

#include "boneyard/model_feet.h"
#include "bots/think.h"
#include "value.h"

enum {
    BY_FEET_UNITS = 8,
    BY_FEET_UNIT = 256, /* the integer that represents 1.0 in weights, units and ratings */
    BY_FEET_FACTS = 8,
    BY_FEET_PLAY_FACTS = 3,
    BY_FEET_FEW = 5,    /* numbers of doubles that are told apart */
    BY_FEET_TILES = 16, /* sizes of hands and boneyards that are told apart */
    BY_FEET_MINE = 8,   /* as in policy.h: numbers of own and hidden tiles that are told apart */
    BY_FEET_THEIRS = 12,
    BY_FEET_PAIRS = BY_FEET_MINE * BY_FEET_THEIRS,

    /* The first row of each fact. */
    BY_FEET_OWN = 0,                                            /* own tiles */
    BY_FEET_FEWEST = BY_FEET_OWN + BY_FEET_TILES,               /* the fewest tiles in another hand */
    BY_FEET_NEXT = BY_FEET_FEWEST + BY_FEET_TILES,              /* tiles of the next seat */
    BY_FEET_STOCK = BY_FEET_NEXT + BY_FEET_TILES,               /* tiles in the boneyard */
    BY_FEET_LEFT = BY_FEET_STOCK + BY_FEET_TILES,               /* toes that an unfinished double needs */
    BY_FEET_OPEN = BY_FEET_LEFT + 8,                            /* numbers with a free toe */
    BY_FEET_BLANK = BY_FEET_OPEN + 12,                          /* whether 0-0 is held */
    BY_FEET_DOUBLES = BY_FEET_BLANK + 2,                        /* own doubles that fit a toe, and those that do not */
    BY_FEET_PIPS = BY_FEET_DOUBLES + BY_FEET_FEW * BY_FEET_FEW, /* pips laid */
    BY_FEET_COVER = BY_FEET_PIPS + 2 * BY_NUMBERS,              /* the covered number, by kind of play (net.c) */
    BY_FEET_ACROSS = BY_FEET_COVER + 4 * BY_FEET_PAIRS,         /* the new toe; the last row is for a double */
    BY_FEET_ROWS = BY_FEET_ACROSS + 4 * BY_FEET_PAIRS + 1
};

struct by_feet_net {
    int16_t row[BY_FEET_ROWS][BY_FEET_UNITS], out[BY_FEET_UNITS];
};
extern const struct by_feet_net by_feet_net;

/* What all plays of a decision have in common: the seat's own doubles, and the sum of the rows of its situation. */
struct by_feet_look {
    uint32_t doubles;
    int16_t unit[BY_FEET_UNITS];
};

/* List the rows for the situation of the seat to move, and for one of its plays. The other hands in `f` may be unknown,
 * but the last entries of f->have must have their sizes. by_feet_facts returns the numbers whose doubles the seat
 * holds, which by_feet_play_facts takes as `held`. */
uint32_t by_feet_facts(const struct by_feet *f, uint16_t row[BY_FEET_FACTS]);
void by_feet_play_facts(const struct by_feet *f, uint32_t held, int number, int across,
                        uint16_t row[BY_FEET_PLAY_FACTS]);

/* Prepares to rate the plays of the seat to move. */
void by_feet_look(const struct by_feet *f, struct by_feet_look *out);

/* Returns the rating of a play, in units of 1 / BY_FEET_UNIT. An e times better chance of being the best play adds
 * BY_FEET_UNIT. */
int by_feet_rate(const struct by_feet *f, const struct by_feet_look *look, int number, int across);

/* Plays on, with every seat following the network and `spread` as in policy.h, but in units of ratings, until `seat`
 * has played `plays` times and can play again, with more than one tile. Returns false if the round ends before, or the
 * budget runs out. */
bool by_feet_net_ahead(struct by_feet *f, struct by_feet_known *known, int seat, int plays, int spread,
                       struct by_rng *rng, struct by_budget *b);

#endif

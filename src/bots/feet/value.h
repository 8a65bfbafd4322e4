/* SPDX-License-Identifier: MIT */
/* value.h: values plays with a small network, from the mover's own hand and public facts alone.
 *
 * A value is what the seat expects of the play: the mean of the others' points at the end of the round minus its own.
 * THE NETWORK starts from the sum of one row of weights for each fact: three about each number and six about the
 * situation, with the changes that the play makes, and eight about the play (value.c). Two hidden layers of rectified
 * units follow. All weights are small integers, so every machine computes the same bits. The network is trained by
 * bench/feet_values.c. */
#ifndef BY_FEET_VALUE_H
#define BY_FEET_VALUE_H

#include "boneyard/model_feet.h"
#include "boneyard/past.h"

enum {
    BY_FEET_HIGHEST = 9, /* of the set on which it was trained */
    BY_FEET_FIRST = 16,  /* number of units in the hidden layers */
    BY_FEET_SECOND = 16,
    BY_FEET_ONE = 256,     /* the integer that represents 1.0 in rows, units and values */
    BY_FEET_WEIGHT = 1024, /* and in the other weights */
    BY_FEET_FULL = 16383,  /* the most that a unit of the second layer can be */
    BY_FEET_VALUE_ROWS = 1446,
    BY_FEET_BASE_FACTS = 3 * (BY_FEET_HIGHEST + 1) + 6,
    BY_FEET_MOVE_FACTS = 8,
    BY_FEET_VALUE_FACTS = BY_FEET_BASE_FACTS + BY_FEET_MOVE_FACTS
};

struct by_feet_values {
    int16_t row[BY_FEET_VALUE_ROWS][BY_FEET_FIRST], second[BY_FEET_SECOND][BY_FEET_FIRST], third[BY_FEET_SECOND];
    int32_t bias2[BY_FEET_SECOND], bias3;
};
extern const struct by_feet_values by_feet_values;

/* Returns whether the network was trained on these rules: two to five players, the double-9 set, the usual hand and
 * the penalty for 0-0. With others, its values are biased, and a search with it gains nothing (docs/strength.md). */
bool by_feet_learned(const struct by_view *v);

/* What everybody has seen, in addition to the table. */
struct by_feet_known {
    uint32_t doubled;         /* numbers whose doubles are on the table */
    uint32_t lacks[BY_SEATS]; /* numbers that each seat did not have when it drew or passed; a tile drawn may fit */
};

/* Gathers it from a view and its history, which may be NULL. An incomplete one shows nothing that seats lack. */
void by_feet_known_of(const struct by_view *v, const struct by_past *past, struct by_feet_known *out);

/* Updates it for the seat to move, before it plays, draws or passes. */
static inline void by_feet_know_play(struct by_feet_known *k, int number, int across)
{
    k->doubled |= (uint32_t)(number == across) << number;
}
static inline void by_feet_know_lack(struct by_feet_known *k, const struct by_feet *f)
{
    k->lacks[f->turn] |= by_feet_open(f);
}

/* What all plays of a decision have in common. */
struct by_feet_outlook {
    const struct by_feet *round;
    uint64_t fits;                           /* tiles that fit a free toe */
    uint32_t doubled, held, lacks[BY_SEATS]; /* the others' `lacks` in the order of their turns */
    int fewest, pips, facts;
    uint8_t lacking[BY_FEET_HIGHEST + 1]; /* how many of the others lack each number */
    uint16_t row[BY_FEET_BASE_FACTS];
    int16_t unit[BY_FEET_FIRST];
};

/* Prepares to value plays of the seat to move in a round with a double-9 set. The other hands and the boneyard in `f`
 * may be unknown, but the last entries of f->have must have the sizes of the hands. `f` must outlive `out`. */
void by_feet_outlook(const struct by_feet_values *net, const struct by_feet *f, const struct by_feet_known *k,
                     struct by_feet_outlook *out);

/* Lists the rows for a play, and returns their number. */
int by_feet_value_rows(const struct by_feet_outlook *o, int number, int across, uint16_t row[BY_FEET_VALUE_FACTS]);

/* Returns the value of a play, in units of 1 / BY_FEET_ONE points. */
int32_t by_feet_value(const struct by_feet_values *net, const struct by_feet_outlook *o, int number, int across);

/* Returns the value of the best play of the seat to move, which must have one. */
int32_t by_feet_best(const struct by_feet *f, const struct by_feet_known *k);

#endif

/* SPDX-License-Identifier: MIT */
/* observe.h: holds the information available to one seat in a round of a batch, and writes it as an observation.
 *
 * This information (struct by_sight) consists of the seat's own hand and public facts; observe.c has access to nothing
 * else. */
#ifndef BY_BATCH_OBSERVE_H
#define BY_BATCH_OBSERVE_H

#include "boneyard/code.h"

enum { BY_SIGHT_SEATS = 16, BY_SIGHT_TRAINS = 17 };

struct by_sight {
    uint8_t players, seat, tiles, numbers;
    uint8_t boneyard, drawable, idle;
    struct by_set hand;
    uint8_t count[BY_SIGHT_SEATS], skip[BY_SIGHT_SEATS];
    const struct by_shown *shown; /* by seat */
    int32_t points[BY_SIGHT_SEATS];
    uint8_t ends[BY_NUMBERS], doubles[BY_NUMBERS], sum;
    uint8_t tail[BY_SIGHT_TRAINS], marker[BY_SIGHT_TRAINS], turn[3];
    const by_tile *row;
    int length; /* length of the row */
};

/* Writes the observation. The arrays at[] and length[] are those of struct by_code. */
void by_sight_write(const struct by_sight *s, const uint16_t at[], const uint16_t length[], uint8_t *out);

#endif

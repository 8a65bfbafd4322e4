/* SPDX-License-Identifier: MIT */
/* pace.h: a crowd whose tables each make one move per second; measures how long each move takes to reach all its
 * players. */
#ifndef BY_TEST_PACE_H
#define BY_TEST_PACE_H

#include "player.h"

struct pace_table {
    double sent, next;
    int seat, heard;
    long moves;
};

struct pace {
    int tables, seats; /* players 0 to seats - 1 are at table 0, and so on; others are nowhere */
    struct pace_table *table;
    float *samples; /* milliseconds from the request until each seat was told */
    size_t n, room;
    uint64_t moves; /* of which all were told */
};

void pace_begin(struct pace *p, int tables, int seats);
void pace_end(struct pace *p);
void pace_event(struct pace *p, const struct player *who, const char *what, int seat); /* for crowd_calls.event */
void pace_step(struct pace *p, struct crowd *c); /* once the table's second is over, lets a player who may move play */
void pace_reset(struct pace *p);                 /* discards the measurements */

/* Returns the time below which this share of all samples lies (0 to 1). */
double pace_part(struct pace *p, double share);

#endif

/* SPDX-License-Identifier: MIT */
/* trains.h: declares functions shared by the Mexican Train bots. */
#ifndef BY_TRAINS_H
#define BY_TRAINS_H

#include "lane.h"

extern const struct by_manner by_manner_playout;

/* Estimated costs of a hand and a move, in sixteenths of a pip. */
struct by_scales {
    int32_t off_pip, off_tile;         /* cost of a pip and a tile outside the plan */
    int32_t plan_pip, plan_tile, wait; /* cost of a pip and a tile in the plan; `wait`: extra cost for each planned tile
                                        * that comes before it */
    int32_t bare;                      /* added if the plan ends on a double */
    int32_t cover, unmark;             /* gain from covering the player's own double, and from removing its marker */
    int32_t open_own, open;            /* cost of playing a double that no tile in the hand can cover */
    struct by_wish wish;
};
extern const struct by_scales by_scales_eye;

#endif

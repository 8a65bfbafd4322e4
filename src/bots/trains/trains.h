/* SPDX-License-Identifier: MIT */
/* trains.h: the bots of Mexican Train. */
#ifndef BY_TRAINS_H
#define BY_TRAINS_H

#include "lane.h"

extern const struct by_manner by_manner_playout;

/* What a hand and a move are taken to cost, in sixteenths of a pip. */
struct by_scales {
    int32_t off_pip, off_tile;         /* a pip, a tile that the plan has no place for */
    int32_t plan_pip, plan_tile, wait; /* in the plan; wait: more for each tile before it */
    int32_t bare;                      /* the plan ends on a double */
    int32_t cover, unmark;             /* covering the own double, taking the own marker away */
    int32_t open_own, open;            /* laying a double that nothing in the hand can cover */
    struct by_wish wish;
};
extern const struct by_scales by_scales_eye;

#endif

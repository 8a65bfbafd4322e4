/* SPDX-License-Identifier: MIT */
/* trains.h: the bots of Mexican Train. */
#ifndef BY_TRAINS_H
#define BY_TRAINS_H

#include "lane.h"

/* Imagined rounds: the value of each move in thousandths of a pip, the mean of the others' pips left less the
 * own.  rounds: how many to play, if the question says nothing. */
int by_trains_search(const struct by_question *q, uint32_t rounds, struct by_budget *b);

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

void by_trains_weigh(const struct by_view *v, const by_move *moves, int n, const struct by_scales *by,
                     struct by_budget *b, int32_t *rate);

#endif

/* SPDX-License-Identifier: MIT */
/* weigh.h: rates each move by the tiles it leaves in the hand, depending on whether the player's train can take
 * them. */
#ifndef BY_BOTS_TRAINS_WEIGH_H
#define BY_BOTS_TRAINS_WEIGH_H

#include "trains.h"

void by_trains_weigh(const struct by_view *v, const by_move *moves, int n, const struct by_scales *by,
                     struct by_budget *b, int32_t *rate);

#endif

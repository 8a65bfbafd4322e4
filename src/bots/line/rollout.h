/* SPDX-License-Identifier: MIT */
/* rollout.h: quickly plays rounds out with the move model (policy.h). Playouts skip the features BY_F_GIFT and
 * BY_F_GIFT_OVER, and look up chances in a table instead of multiplying. */
#ifndef BY_LINE_ROLLOUT_H
#define BY_LINE_ROLLOUT_H

#include "policy.h"

#define BY_LINE_HELD 8

struct by_line_odds {
    float none[BY_LINE_HELD + 1][29][29]; /* [held][all][good]: the chance that a hand of `held` tiles out of `all` has
                                           * none of the `good` ones */
};

void by_line_odds_fill(struct by_line_odds *o);

/* Plays the move that the model rates best for the seat to move, or the first of several equals, and updates the
 * table. */
void by_line_follow(const struct by_line_rules *r, const struct by_line_odds *o, struct by_line_model *w,
                    struct by_line_seen *t);

#endif

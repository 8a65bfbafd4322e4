/* SPDX-License-Identifier: MIT */
/* worth.h: values the end of a round for each side by its chance of winning the match. */
#ifndef BY_LINE_WORTH_H
#define BY_LINE_WORTH_H

#include "boneyard/model_line.h"
#include "bots/think.h"

/* Fills in worth[side], from 0 to 1, for a world that has ended. The sum over all sides is 1 (plus a tiny amount for
 * points, as a tie-break).
 *
 * While no side has reached the target, the match is modelled as a race in steps of one round's points. With a and b
 * points still needed and m points per step, the chance that the first of two sides wins is the logistic function of
 * 1.6 (b - a) / sqrt(m (a + b + m)), the normal approximation of that random walk; with more sides, the shares use the
 * same exponents. With target=1, only the round counts. */
void by_line_worth(const struct by_line_rules *r, const struct by_line_model *w, float worth[4]);

#endif

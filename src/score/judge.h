/* SPDX-License-Identifier: MIT */
/* judge.h: rejects impossible entries: duplicate tiles, more pips than the set has, and scores that no open ends can
 * make. */
#ifndef BY_SCORE_JUDGE_H
#define BY_SCORE_JUDGE_H

#include "score.h"

bool by_entry_judge(const struct by_score *s, const struct by_entry *e, struct by_fault *f);

/* Returns the remaining hand of seat i according to an entry, for the tally. */
struct by_left by_entry_left(const struct by_entry *e, int i);

#endif

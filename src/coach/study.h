/* SPDX-License-Identifier: MIT */
/* study.h: asks a bot about a decision, and corrects the values of moves that it does not consider (coach.h). */
#ifndef BY_COACH_STUDY_H
#define BY_COACH_STUDY_H

#include "look.h"

/* Asks the coach's bot about n moves of the view, within the study's budget. Marks the study as hurried if the search
 * is cut short. Returns false if the search ends before any move has been tried; values[] is then meaningless. */
bool by_study_ask(const struct by_coach *c, struct by_study *s, const by_move *moves, int n, uint64_t seed,
                  int32_t *values);

/* Returns the move that differs from moves[i] only in a suffix (N-06), or -1. */
int by_study_twin(const struct by_study *s, int i, by_move suffix);

#endif

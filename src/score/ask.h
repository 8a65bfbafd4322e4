/* SPDX-License-Identifier: MIT */
/* ask.h: answers questions about the rules, such as "May I ...?" and "Who ...?", in the user's language. */
#ifndef BY_SCORE_ASK_H
#define BY_SCORE_ASK_H

#include "score.h"

/* Returns whether a nonempty line is a question. */
bool by_score_asks(const char *line);

/* Prints the answer to a question under the rules of this table. Returns false if the question is unknown. */
bool by_score_ask(const struct by_score *s, const char *question);

/* Returns the ruling (boneyard/ruling.h) for a question, or returns -1 and sets near[] to the *n nearest rulings, best
 * first. If a ruling is found, *n is 1 if near[0] also answers the question, otherwise 0. */
#define BY_RULINGS_NEAR 4
int by_score_ruling(const struct by_config *c, const char *question, int near[BY_RULINGS_NEAR], int *n);

#endif

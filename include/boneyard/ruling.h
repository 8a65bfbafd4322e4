/* SPDX-License-Identifier: MIT */
/* boneyard/ruling.h: answers to "May I ...?", from the rules of one table.
 *
 * rulings.def lists the questions: their keywords, the condition for yes, and the rule that decides.  The answer is
 * the sentence that explain.def has for this table.  A question is answered only if all its words are understood.
 * Otherwise the nearest questions are offered, without guessing.
 */
#ifndef BONEYARD_RULING_H
#define BONEYARD_RULING_H

#include "boneyard/explain.h"

#ifdef __cplusplus
extern "C" {
#endif

enum by_answer { BY_ANSWER_NO, BY_ANSWER_YES, BY_ANSWER_SO }; /* so: yes, but only as the rule says */

struct by_ruling {
    const char *question;     /* "draw although I can play": the text after "May I" */
    const char *words;        /* the words a question must and may contain (rulings.def) */
    int answer;               /* enum by_answer */
    struct by_paragraph rule; /* the sentence in force, with its number */
};

/* Gets the i-th question that applies to this table, from 0.  Returns false after the last. */
bool by_ruling_at(const struct by_config *c, int i, struct by_ruling *out);

/* Returns the ruling for a question, or -1.  In that case near[] receives the *n nearest rulings, best first, at most
 * BY_RULINGS_NEAR. */
#define BY_RULINGS_NEAR 4
int by_ruling_find(const struct by_config *c, const char *question, int near[BY_RULINGS_NEAR], int *n);

#ifdef __cplusplus
}
#endif

#endif

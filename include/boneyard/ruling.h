/* boneyard/ruling.h: "May I ...?", answered from the rule points of one table.
 *
 * rulings.def lists the questions: the words that make them out, when the answer is yes, and the rule that says
 * so.  The sentence of an answer is the one that explain.def has for this very table.  A question is answered
 * only if all its words are understood; otherwise the nearest questions are offered, and nothing is guessed.
 */
#ifndef BONEYARD_RULING_H
#define BONEYARD_RULING_H

#include "boneyard/explain.h"

#ifdef __cplusplus
extern "C" {
#endif

enum by_answer { BY_ANSWER_NO, BY_ANSWER_YES, BY_ANSWER_SO };   /* so: yes, but only as the rule says */

struct by_ruling {
    const char *question;               /* "draw although I can play": behind "May I" */
    const char *words;                  /* what a question has to say, and may say (rulings.def) */
    int answer;                         /* enum by_answer */
    struct by_paragraph rule;           /* the sentence in force, with its number */
};

/* The i-th question that means something at this table, from 0; false past the last. */
bool by_ruling_at(const struct by_config *c, int i, struct by_ruling *out);

/* The ruling that a question asks for, or -1.  Then near[] has the nearest, the best first, *n of them, at most
 * BY_RULINGS_NEAR. */
#define BY_RULINGS_NEAR 4
int by_ruling_find(const struct by_config *c, const char *question, int near[BY_RULINGS_NEAR], int *n);

#ifdef __cplusplus
}
#endif

#endif

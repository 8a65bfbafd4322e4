/* SPDX-License-Identifier: MIT */
/* boneyard/ruling.h: answers to questions about the rules, "May I ...?" and "Who ...?", from the rules of one table.
 *
 * rulings.def lists the questions, the condition for each answer, and the rule that decides.  The answer is the
 * sentence from explain.def that applies to this table.  The score keeper matches free-text questions to this list.
 */
#ifndef BONEYARD_RULING_H
#define BONEYARD_RULING_H

#include "boneyard/explain.h"

#ifdef __cplusplus
extern "C" {
#endif

/* BY_ANSWER_SO: yes, but only as the rule says.  BY_ANSWER_RULE: the rule itself answers "who" or "how many". */
enum by_answer { BY_ANSWER_NO, BY_ANSWER_YES, BY_ANSWER_SO, BY_ANSWER_RULE };

struct by_ruling {
    const char *key;              /* "draw-anyway" */
    int answer;                   /* enum by_answer */
    const char *number;           /* rule number, such as "C-05"; in "L-25=call", that option's value decides */
    char text[BY_PARAGRAPH_TEXT]; /* the sentence in force */
};

/* Gets the i-th question that applies to this table, from 0, with its answer in a language (words.h).  Returns false
 * after the last. */
bool by_ruling_at(const struct by_config *c, int i, int language, struct by_ruling *out);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: MIT */
/* boneyard/ruling.h: answers questions about the rules, such as "May I ...?" and "Who ...?", based on the rules of one
 * table.
 *
 * rulings.def lists the questions, the condition for each answer, and the deciding rule.  The answer is the explain.def
 * sentence that applies to this table.  The score keeper matches questions typed as free text to this list.
 */
#ifndef BONEYARD_RULING_H
#define BONEYARD_RULING_H

#include "boneyard/explain.h"

#ifdef __cplusplus
extern "C" {
#endif

/* BY_ANSWER_SO means yes, but only under the rule's conditions.  BY_ANSWER_RULE means that the rule itself answers
 * "who" or "how many". */
enum by_answer { BY_ANSWER_NO, BY_ANSWER_YES, BY_ANSWER_SO, BY_ANSWER_RULE };

struct by_ruling {
    const char *key;              /* "draw-anyway" */
    int answer;                   /* enum by_answer */
    const char *number;           /* a rule number such as "C-05"; in "L-25=call", the value of the `call` option
                                   * decides */
    char text[BY_PARAGRAPH_TEXT]; /* the sentence in force */
};

/* Gets question i of those that apply to this table, counting from 0, with its answer in the given language (words.h).
 * Returns false past the last question. */
bool by_ruling_at(const struct by_config *c, int i, int language, struct by_ruling *out);

#ifdef __cplusplus
}
#endif

#endif

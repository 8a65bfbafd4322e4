/* SPDX-License-Identifier: MIT */
/* boneyard/explain.h: explains the rules of one table in plain language, with their numbers.
 *
 * The text covers only the rules in force for the given options and includes the option values, so people can use it as
 * a rule sheet. explain.def lists the condition for each sentence; the sentences (rule.*) are in po/.
 */
#ifndef BONEYARD_EXPLAIN_H
#define BONEYARD_EXPLAIN_H

#include "boneyard/text.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_PARAGRAPH_TEXT 480

/* Sections of the rules, in order. */
#define BY_EACH_SECTION(X) \
    X(SETUP) X(LEAD) X(TURN) X(DOUBLES) X(LAST) X(INFRACTIONS) X(SCORING) X(ROUND) X(END) X(GAME) X(NOTATION)

#define BY_IN(id) BY_IN_##id,
enum by_section { BY_EACH_SECTION(BY_IN) BY_SECTIONS };
#undef BY_IN
const char *by_section_name(int section, int language); /* static; do not free */

struct by_paragraph {
    int in;                       /* enum by_section */
    const char *section;          /* the heading, such as "Your turn"; a section's paragraphs are consecutive */
    const char *number;           /* "L-13", or several: "L-17 L-19" */
    char text[BY_PARAGRAPH_TEXT]; /* one to three sentences, NUL-terminated */
};

/* Returns a clause that describes an option, such as "how many people play". The string is static; do not free
 * it. */
const char *by_option_about(int id, int language);

/* Gets paragraph i, counting from 0, in the given language (words.h). Returns false past the last paragraph. */
bool by_explain(const struct by_config *c, int i, int language, struct by_paragraph *out);

/* Returns `number` (such as "L-07") if that rule is in force. Otherwise returns the rule numbers of the first paragraph
 * about turns. */
const char *by_rule_in_force(const struct by_config *c, const char *number);

#ifdef __cplusplus
}
#endif

#endif

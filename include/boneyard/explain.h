/* boneyard/explain.h: the rules of one table in plain words, with their numbers.
 *
 * Only rules that are in force for the given options are told, with the options' values in the
 * sentences: a family can play by it.  The sentences and the conditions under which they hold are
 * explain.def and nothing else.
 */
#ifndef BONEYARD_EXPLAIN_H
#define BONEYARD_EXPLAIN_H

#include "boneyard/text.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_PARAGRAPH_TEXT 480

/* The headings of the book of rules, in their order. */
enum by_section {
#define BY_SECTION(id, english, spanish) BY_IN_##id,
#include "boneyard/explain.def"
    BY_SECTIONS
};
extern const char *const by_section_names[BY_SECTIONS][BY_LANGUAGES];

struct by_paragraph {
    const char *section;                /* "Your turn"; paragraphs of a section follow each other */
    const char *number;                 /* "L-13", or several: "L-17 L-19" */
    char text[BY_PARAGRAPH_TEXT];       /* one to three sentences, ends with 0 */
};

/* The i-th paragraph, from 0, in a language (enum by_language); false past the last. */
bool by_explain(const struct by_config *c, int i, int language, struct by_paragraph *out);

#ifdef __cplusplus
}
#endif

#endif

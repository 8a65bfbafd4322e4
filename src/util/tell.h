/* SPDX-License-Identifier: MIT */
/* tell.h: what the programs say, in the user's language.
 *
 * A text has an id such as "score.blocked".  The texts are in po/, and tools/po.py makes the table.  To convert a
 * sentence, give it an id in po/en.po and po/es.po and write
 *
 *     by_tell_put(out, "score.wins", BY_PARTS(BY_WORDS(name), BY_NUMBER(points)));      into a by_text
 *     by_tell_print(stdout, "score.blocked", NULL);                                     to a file
 *
 * An id that is not in po/en.po is a wrong program; `tools/po.py check` finds every id in src.
 */
#ifndef BY_TELL_H
#define BY_TELL_H

#include <stdbool.h>
#include <stdio.h>

#include "boneyard/words.h"

struct by_told {
    const char *id;
    const char *const *said; /* for each language of by_language_list; NULL where English has to do */
};
extern const struct by_told by_told[]; /* sorted by id */
extern const int by_told_count;

/* A text in a language, or in English where that has none; NULL: there is no such id.  Never freed. */
const char *by_tell_in(int language, const char *id);

/* Chooses the language of this run: `wanted` ("es"), or where that is NULL what LC_ALL, LC_MESSAGES or LANG names.
 * Returns false if `wanted` is no language of po/.  Before this call the language is English. */
bool by_tell_choose(const char *wanted);
int by_tell_language(void);

/* A text, or its parts filled in, in the language of this run. */
const char *by_tell(const char *id);
void by_tell_put(struct by_text *t, const char *id, const struct by_part *parts);
void by_tell_print(FILE *to, const char *id, const struct by_part *parts);
void by_tell_complain(const char *id, const struct by_part *parts); /* a complaint (page.h) */

/* A writer of the caller's bytes in the language of this run. */
struct by_text by_tell_on(char *at, size_t size);

/* What a thing of the rules is called: by_tell_of("game", "block", "name").  Its key if it has no text. */
const char *by_tell_of(const char *kind, const char *key, const char *what);

#endif

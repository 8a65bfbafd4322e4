/* SPDX-License-Identifier: MIT */
/* tell.h: looks up the programs' strings in the user's language.
 *
 * A string has an id such as "score.blocked".  The strings are in po/, and tools/po.py makes the table.  To make a
 * sentence translatable, give it an id in po/en.po and po/es.po and write
 *
 *     by_tell_put(out, "score.wins", BY_PARTS(BY_WORDS(name), BY_NUMBER(points)));      into a by_text
 *     by_tell_print(stdout, "score.blocked", NULL);                                     to a file
 *
 * Using an id that is not in po/en.po is a bug; `tools/po.py check` checks every id in src.
 */
#ifndef BY_TELL_H
#define BY_TELL_H

#include <stdbool.h>
#include <stdio.h>

#include "boneyard/words.h"

struct by_told {
    const char *id;
    const char *const *said; /* indexed by language (by_language_list); NULL falls back to English */
};
extern const struct by_told by_told[]; /* sorted by id */
extern const int by_told_count;

/* Returns a string in the given language, or in English if it is not translated. Returns NULL if the id is unknown. The
 * string is static. */
const char *by_tell_in(int language, const char *id);

/* Sets the language of this run to `wanted` (such as "es") or, if that is NULL, to the language of LC_ALL, LC_MESSAGES
 * or LANG. Returns false if po/ has no catalogue for `wanted`. Before this call, the language is English. */
bool by_tell_choose(const char *wanted);
int by_tell_language(void);

/* Return, write or print a string in the language of this run, with its parts filled in. */
const char *by_tell(const char *id);
void by_tell_put(struct by_text *t, const char *id, const struct by_part *parts);
void by_tell_print(FILE *to, const char *id, const struct by_part *parts);
void by_tell_complain(const char *id, const struct by_part *parts); /* prints an error message (page.h) */

/* Returns a writer into the caller's buffer, in the language of this run. */
struct by_text by_tell_on(char *at, size_t size);

/* Returns the name of an item of the rules, as in by_tell_of("game", "block", "name"), or its key if it has no name. */
const char *by_tell_of(const char *kind, const char *key, const char *what);

#endif

/* SPDX-License-Identifier: MIT */
/* boneyard/words.h: fills in the core's sentences in every language.
 *
 * po/ holds the sentences, one catalogue per language, and tools/po.py generates the tables. by_put_words appends a
 * sentence, or part of one, in the language of the target by_text. A sentence is a template: its placeholders {0}, {1}
 * and so on are replaced by the parts passed with BY_PARTS, in order:
 *
 *     by_put_words(t, BY_SAY_LAYS, BY_PARTS(BY_SEAT_AS(name, you), BY_THE_TILE(tile)));
 *
 * {0|a|b} becomes a if part 0 is the reader or true, and b otherwise. With a hash sign instead of the first bar, the
 * placeholder has one text for each plural form of the language, and part 0 is the count. {0a} becomes a number with
 * its article, and {0w} a number below ten in words, both in English only. */
#ifndef BONEYARD_WORDS_H
#define BONEYARD_WORDS_H

#include "boneyard/text.h"

#ifdef __cplusplus
extern "C" {
#endif

enum by_sentence {
#define BY_TEXT(id) BY_SAY_##id,
#include "boneyard/texts.def"
#undef BY_TEXT
    BY_SENTENCES
};

struct by_language {
    const char *key, *name;       /* "es", "Español" */
    unsigned (*form)(uint64_t n); /* returns the plural form for a count, from 0 */
    const char *const *said;      /* one template per sentence; NULL falls back to English */
};

/* Every language, English first. */
extern const struct by_language *const by_language_list[];
extern const int by_language_count;

/* Returns the index of the language called `name` ("es", "es_ES.UTF-8"), or -1 if the name is unknown. */
int by_language_find(const char *name);

struct by_part {
    const char *words; /* borrowed for the call; NULL for a number or a tile */
    int64_t number;    /* for a name in `words`, 1 if the name is that of the reader's seat */
    enum { BY_PLAIN, BY_AS_TILE, BY_AS_INPUT } as;
};

#define BY_NUMBER(n) \
    { \
        NULL, (n), BY_PLAIN \
    }
#define BY_WORDS(w) \
    { \
        (w), 0, BY_PLAIN \
    }
#define BY_INPUT(w) \
    { \
        (w), 0, BY_AS_INPUT \
    } /* typed input: by_put_quoted */
#define BY_THE_TILE(t) \
    { \
        NULL, (t), BY_AS_TILE \
    }
#define BY_SEAT_AS(name, you) \
    { \
        (name), (you), BY_PLAIN \
    }
#define BY_PARTS(...) ((const struct by_part[]){ __VA_ARGS__ })

/* Appends a sentence.  `parts` has one entry for each part that the template needs; NULL if the template needs none. */
void by_put_words(struct by_text *t, enum by_sentence s, const struct by_part *parts);

/* Sets a fault (may be NULL) in the fault's own language and returns err. */
by_err by_refuse(struct by_fault *f, by_err err, enum by_sentence s, const struct by_part *parts);

/* Like by_put_words, but for a template stored elsewhere. */
void by_put_template(struct by_text *t, const char *words, const struct by_part *parts);

/* Returns a template in the given language, or in English if it has no translation. Never NULL; do not free it. */
const char *by_template(enum by_sentence s, int language);

#ifdef __cplusplus
}
#endif

#endif

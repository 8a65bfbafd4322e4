/* boneyard/words.h: the sentences of the core, from one catalogue in every language (texts.def).
 *
 * by_put_words writes a sentence, or a part of one, in the language of the text that it is written into.  What it is
 * filled with comes as parts, {0} being the first:
 *
 *     by_put_words(t, BY_SAY_LAYS, BY_PARTS(BY_SEAT_AS(name, you), BY_THE_TILE(tile)));
 */
#ifndef BONEYARD_WORDS_H
#define BONEYARD_WORDS_H

#include "boneyard/text.h"

#ifdef __cplusplus
extern "C" {
#endif

enum by_sentence {
#define BY_TEXT(id, english, spanish) BY_SAY_##id,
#include "boneyard/texts.def"
#undef BY_TEXT
    BY_SENTENCES
};

struct by_part {
    const char *words;                  /* borrowed for the call; NULL: a number or a tile */
    int64_t number;                     /* with words: 1 if they name a seat that is addressed as "you" */
    enum { BY_PLAIN, BY_AS_TILE, BY_AS_INPUT } as;
};

#define BY_NUMBER(n) { NULL, (n), BY_PLAIN }
#define BY_WORDS(w) { (w), 0, BY_PLAIN }
#define BY_INPUT(w) { (w), 0, BY_AS_INPUT }                     /* what somebody typed: by_put_quoted */
#define BY_THE_TILE(t) { NULL, (t), BY_AS_TILE }
#define BY_SEAT_AS(name, you) { (name), (you), BY_PLAIN }
#define BY_PARTS(...) ((const struct by_part[]){ __VA_ARGS__ })

/* `parts` are as many as the template asks for; NULL if it asks for none. */
void by_put_words(struct by_text *t, enum by_sentence s, const struct by_part *parts);

/* Fills a fault (NULL is allowed) in its language; returns err. */
by_err by_refuse(struct by_fault *f, by_err err, enum by_sentence s, const struct by_part *parts);

/* A template as the catalogue has it.  Never NULL; borrowed for ever. */
const char *by_template(enum by_sentence s, enum by_language language);

#ifdef __cplusplus
}
#endif

#endif

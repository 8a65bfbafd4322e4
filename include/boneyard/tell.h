/* boneyard/tell.h: the sentences of the core, from one catalogue in every language (texts.def).
 *
 * by_tell writes a sentence, or a part of one, in the language of the text that it is written into.  What it is
 * filled with comes as parts, {0} being the first:
 *
 *     by_tell(t, BY_SAY_LAYS, BY_PARTS(BY_SEAT_AS(name, you), BY_THE_TILE(tile)));
 */
#ifndef BONEYARD_TELL_H
#define BONEYARD_TELL_H

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

/* A number, unless there are words or it is a tile. */
struct by_part {
    const char *words;                  /* borrowed for the call */
    int64_t number;                     /* with words: 1 if they name a seat that is addressed as "you" */
    bool tile;
};

#define BY_NUMBER(n) { NULL, (n), false }
#define BY_WORDS(w) { (w), 0, false }
#define BY_THE_TILE(t) { NULL, (t), true }
#define BY_SEAT_AS(name, you) { (name), (you), false }
#define BY_PARTS(...) ((const struct by_part[]){ __VA_ARGS__ })

/* `parts` are as many as the template asks for; NULL if it asks for none. */
void by_tell(struct by_text *t, enum by_sentence s, const struct by_part *parts);

/* A template as the catalogue has it.  Never NULL; borrowed for ever. */
const char *by_template(enum by_sentence s, enum by_language language);

#ifdef __cplusplus
}
#endif

#endif

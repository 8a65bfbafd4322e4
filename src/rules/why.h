/* SPDX-License-Identifier: MIT */
/* why.h: helpers for explaining refusals, shared with the families (boneyard/why.h). */
#ifndef BY_RULES_WHY_H
#define BY_RULES_WHY_H

#include "boneyard/view.h"
#include "boneyard/words.h"

/* The seat's view and moves, while a refusal is written (why.c). */
struct by_why {
    struct by_text *t;
    const struct by_view *v;
    const char *const *names; /* may be NULL */
    const by_move *list;
    int n;
};

#define TELL(id, ...) by_put_words(r->t, BY_SAY_##id, BY_PARTS(__VA_ARGS__))

/* Names the numbers that would allow a play, as in "5 or 0". Returns false if there are none, or too many to name
 * (why_task.c). */
bool by_needs_in_words(const struct by_why *r, char *out, size_t size);

static inline void tell(const struct by_why *r, enum by_sentence s) { by_put_words(r->t, s, NULL); }

#endif

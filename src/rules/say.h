/* SPDX-License-Identifier: MIT */
/* say.h: helpers for describing events, shared with the families (boneyard/why.h). */
#ifndef BY_RULES_SAY_H
#define BY_RULES_SAY_H

#include "boneyard/view.h"
#include "boneyard/words.h"

/* The data needed to describe an event (say.c). */
struct by_saying {
    struct by_text *t;
    const struct by_view *v;
    const char *const *names;
    int you;
};

#define WHO(seat) BY_SEAT_AS(s->names[seat], (seat) == s->you)

void by_say_train(const struct by_saying *s, int seat, int train);

#endif

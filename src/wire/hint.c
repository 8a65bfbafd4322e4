/* SPDX-License-Identifier: MIT */
/* hint.c: combines a bot's values with the coach's words (hint.h). */
#include "hint.h"

#include <stdlib.h>

#include "boneyard/coach.h"
#include "util/memory.h"

by_move by_hint(struct by_asker *a, const struct by_table *m, int seat, const char *const names[], int language,
                char *out, size_t size)
{
    struct by_study *s;
    struct by_coach c = { .bot = by_bots[BY_BOT_expert], .names = names, .you = 1u << seat, .size = BY_BOT_MEMORY };
    by_move best = BY_NO_MOVE;

    by_asker_room(a, m->moves);
    c.heard = a->heard;
    c.memory = a->memory;
    c.stop = a->stop;
    s = by_sure(malloc(sizeof *s));
    out[0] = '\0';
    if (by_study_of(&c, m, seat, BY_NO_MOVE, s)) {
        struct by_text t = by_text_in(out, size, language);

        by_hint_say(&s->d, s->verdict.best, &t);
        best = s->moves[s->verdict.best];
    }
    free(s);
    return best;
}

/* SPDX-License-Identifier: MIT */
/* phrases.c: see phrases.h. */
#include "phrases.h"

#include <string.h>

#include "broadcast.h"
#include "caller.h"

static bool is_phrase(const char *phrase)
{
    static const char *const phrases[] = {
#define BY_PHRASE(id, sign) #id,
#include "wire/phrases.def"
#undef BY_PHRASE
    };

    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++)
        if (strcmp(phrases[i], phrase) == 0)
            return true;
    return false;
}

void by_phrase_say(struct by_caller *c, const struct by_asked_for *what)
{
    struct live_table *t = c->table;
    enum by_refusal why = BY_NOT_REFUSED;
    uint32_t seats = t == NULL || t->room == NULL ? 0 : by_room_seats_of(t->room, &c->pass.person);

    if (t == NULL)
        why = BY_REFUSED_not_here;
    else if (!is_phrase(what->phrase))
        why = BY_REFUSED_no_phrase;
    else if (seats == 0)
        why = BY_REFUSED_not_yours;
    if (why != BY_NOT_REFUSED) {
        by_caller_refuse(c, BY_ASK_say, what->key, why, NULL);
        return;
    }
    by_caller_done(c, BY_ASK_say, what->key);
    by_broadcast_phrase(t, __builtin_ctz(seats), what->phrase);
}

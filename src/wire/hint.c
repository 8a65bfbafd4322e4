/* hint.c: a bot's values and the coach's words (hint.h). */
#include "hint.h"

#include "boneyard/coach.h"

by_move by_hint(struct by_asker *a, const struct by_match *m, int seat, const char *const names[], char *out,
                size_t size)
{
    const struct by_bot *bot = by_bot_find(false, "expert");
    struct by_view v;
    struct by_rng rng;
    by_move list[BY_MOVES];
    int32_t values[BY_MOVES];
    struct by_question q = { .moves = list, .n = by_moves(&m->state, seat, list), .rng = &rng, .values = values };
    struct by_decision d = { .view = &v, .past = &a->past, .moves = list, .n = q.n, .values = values, .names = names,
                             .you = true };
    int best;

    out[0] = '\0';
    if (q.n == 0)
        return BY_NO_MOVE;
    by_rng_init(&rng, 1);
    best = by_ask(a, m, seat, bot, &v, &q);
    for (int i = 0; i < d.n; i++)       /* a bot may mix; the hint is what it values most */
        best = values[i] > values[best] ? i : best;
    by_hint_say(&d, best, out, size);
    return list[best];
}

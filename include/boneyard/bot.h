/* boneyard/bot.h: players that are programs.
 *
 * A bot is given a view, never a state, the legal moves of its seat and a generator, and returns
 * one of the moves.  It keeps nothing between calls and allocates nothing: what it needs it takes
 * from the memory in the question.  From the same question and generator it gives the same answer
 * as long as the budget is a count and not a time.
 *
 * Values are thousandths of a point, higher is better, comparable only within one answer.
 */
#ifndef BONEYARD_BOT_H
#define BONEYARD_BOT_H

#include "boneyard/deal.h"
#include "boneyard/view.h"

#ifdef __cplusplus
extern "C" {
#endif

struct by_question {
    const struct by_view *view;         /* of the seat that decides */
    const by_move *moves;               /* its legal moves, at least one */
    int n;
    struct by_rng *rng;                 /* advanced */
    uint32_t ms, count;                 /* budget: milliseconds, or fixed steps; 0: the bot's own */
    int32_t *values;                    /* NULL, or n values to be filled in */
};

struct by_bot {
    const char *key, *name, *blurb;     /* "greedy", "Greedy", one sentence */
    int (*choose)(const struct by_question *q);     /* a place in q->moves */
};

enum by_bot_id {
#define BY_BOT(name) BY_BOT_##name,
#include "boneyard/bots.def"
#undef BY_BOT
    BY_BOTS
};
extern const struct by_bot *const by_bots[BY_BOTS];    /* in the order of bots.def */

/* The keys of all bots, weakest first, as words: "random, greedy".  Returns the length. */
size_t by_bot_names(char *out, size_t size);

/* The bot of that key, or NULL. */
const struct by_bot *by_bot_find(const char *key);

#ifdef __cplusplus
}
#endif

#endif

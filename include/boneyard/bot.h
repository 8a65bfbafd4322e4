/* boneyard/bot.h: players that are programs.
 *
 * A bot is given what a seat may know, a view and the past of the round, never a state; its seat's legal
 * moves; a generator; and a budget.  It returns one of the moves and, if asked, what it thinks of each.
 * It keeps nothing between calls and allocates nothing: what it needs it takes from the memory in the
 * question.  From the same question and generator it gives the same answer, byte for byte, as long as
 * the budget is a count and not a time.
 *
 * Values are thousandths of what the bot plays for (its `blurb` or docs/strength.md says what: points,
 * pips left, or chances of winning); higher is better, comparable only within one answer.
 *
 * LEVELS.  The same names in every game, weakest first: random, greedy, easy, medium, hard, expert.
 * BASELINES.  Fixed opponents for measuring (docs/strength.md), never offered to players; the one that
 * `peeks` is given the referee's view in place of its seat's.
 */
#ifndef BONEYARD_BOT_H
#define BONEYARD_BOT_H

#include "boneyard/deal.h"
#include "boneyard/past.h"
#include "boneyard/view.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_BOT_MEMORY ((size_t)16 << 20)        /* bytes that are enough for every bot */

struct by_question {
    const struct by_view *view;         /* of the seat that decides */
    const struct by_past *past;         /* NULL: not known; bots then go by the view alone */
    const by_move *moves;               /* its legal moves, at least one */
    int n;
    struct by_rng *rng;                 /* advanced */
    void *memory;                       /* for the bot's use during the call, aligned for any type; */
    size_t size;                        /* with less than BY_BOT_MEMORY a bot may play more simply */
    uint32_t count;                     /* budget: steps (worlds, iterations); 0: the bot's own number */
    uint32_t ms;                        /* or milliseconds of `clock`, which cuts the steps short */
    int64_t (*clock)(void);             /* nanoseconds, any origin; NULL: ms is ignored */
    int32_t *values;                    /* NULL, or n values to be filled in */
    uint32_t *chances;                  /* NULL, or n numbers to be filled in: how likely the bot would play
                                           each, given its thoughts, in parts of 65536 */
};

struct by_bot {
    const char *key, *name, *blurb;     /* "greedy", "Greedy", one sentence */
    int (*choose)(const struct by_question *q);     /* a place in q->moves */
    bool baseline, peeks;               /* not for players; is given the referee's view */
};

enum by_bot_id {
#define BY_BOT(name) BY_BOT_##name,
#include "boneyard/bots.def"
#undef BY_BOT
    BY_BOTS
};
extern const struct by_bot *const by_bots[BY_BOTS];    /* in the order of bots.def */

/* The keys of the levels, weakest first, as words: "random, greedy"; with `baselines`, of all bots.
 * Returns the length. */
size_t by_bot_names(bool baselines, char *out, size_t size);

/* The level of that key, or NULL; with `baselines`, any bot. */
const struct by_bot *by_bot_find(bool baselines, const char *key);

#ifdef __cplusplus
}
#endif

#endif

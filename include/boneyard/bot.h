/* SPDX-License-Identifier: MIT */
/* boneyard/bot.h: declares the bots, which are the computer players.
 *
 * A bot receives only the information available to its seat (a view and the round's history), never a state.  It also
 * receives the seat's legal moves, a random number generator and a budget.  It returns one of the moves and, on
 * request, a value for each.  It keeps no state between calls and allocates nothing: the caller supplies its working
 * memory.  With a budget given as a count rather than a time, the same question and generator state always give the
 * same answer, byte for byte.
 *
 * A BUDGET (budget.h) limits every decision in every configuration.  With `ms` and `clock`, a decision takes at
 * most that time plus 10 % and 5 ms.  Without them, it takes at most BY_BOT_STEPS steps (less than 50 ms), or
 * BY_MASTER_STEPS for `master` (less than a second).  A `count` above the bot's default raises this limit in
 * proportion.  A search can be stopped at any time: set the `stop` flag from another thread or a signal handler, and
 * the call returns the best move found so far.
 *
 * Values are in thousandths of the bot's unit: points, pips left, or winning chances.  The bot's `blurb` or
 * docs/strength.md names the unit.  Higher is better; compare values only within one answer.
 *
 * LEVELS have the same names in every game: random (the weakest), greedy, easy, medium, hard, expert,
 * master.
 *
 * STYLES.  `hard:style=doubles` is a level with a style (styles.def): the style chooses among the moves that the level
 * rates nearly as high as its best.  Named players such as `mabel` are bots of this kind.
 *
 * BASELINES are fixed opponents for measurements (docs/strength.md) and are never offered to players.  A bot that
 * `peeks` receives the referee's view instead of its seat's.
 */
#ifndef BONEYARD_BOT_H
#define BONEYARD_BOT_H

#include "boneyard/budget.h"
#include "boneyard/deal.h"
#include "boneyard/past.h"
#include "boneyard/view.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_BOT_MEMORY ((size_t)16 << 20) /* bytes; enough for any bot */
#define BY_BOT_KEPT ((size_t)32 << 20)   /* bytes, for solutions kept between questions */
#define BY_BOT_STEPS 1200000             /* maximum steps per decision without `ms` */
#define BY_MASTER_STEPS 21000000         /* the same for `master` */

/* The way a search ended.  BY_CUT_SHORT: the budget ran out, and the values are based on less work than requested.
 * BY_CUT_BARE: the budget ran out before any move was tried, and the values are guesses, not in the bot's unit. */
enum by_cut { BY_CUT_NOT, BY_CUT_SHORT, BY_CUT_BARE };

/* The kind of proof behind an answer.  BY_PROOF_DEALS: the values are means over every deal that the history allows,
 * each solved with open hands.  BY_PROOF_GAME: the rest of the round was solved with hidden hands. */
enum by_proof { BY_PROOF_NONE, BY_PROOF_DEALS, BY_PROOF_GAME };

struct by_question {
    const struct by_view *view; /* the view of the seat to move */
    const struct by_past *past; /* NULL to use only the view */
    const by_move *moves;       /* the seat's legal moves, at least one */
    int n;
    struct by_rng *rng; /* advanced by the call */
    void *memory;       /* scratch memory for the call, aligned for any type */
    size_t size;        /* the size of `memory`; below BY_BOT_MEMORY, a bot may use a simpler strategy */
    uint32_t count;     /* budget in worlds, playouts or iterations; 0 for the bot's default */
    /* time budget in milliseconds, measured by `clock`; may end the search before `count` is reached */
    uint32_t ms;
    int64_t (*clock)(void); /* returns nanoseconds since an arbitrary point in time; if NULL, `ms` is ignored */
    int32_t *values;        /* if not NULL, receives n values */
    uint32_t *chances;      /* if not NULL, receives n probabilities in units of 1/65536 */
    uint64_t *steps;        /* if not NULL, a counter to which the steps taken are added */

    const struct by_stop *stop; /* if not NULL, a flag that stops the search */
    struct by_budget *within;   /* if not NULL, a budget shared by several questions, to which this search is charged */
    enum by_cut *cut;           /* if not NULL, receives the way the search ended */
    enum by_proof *proof;       /* if not NULL, receives the kind of proof, possibly none */
    bool evenly;                /* try all moves equally often, so that values are comparable */

    /* NULL, or BY_BOT_KEPT bytes, aligned for any type and initially zeroed, in which a bot may cache solutions for
     * later questions with the same rules and budget.  They make its answers faster, never different. */
    void *kept;
};

struct by_bot {
    const char *key, *name, *blurb;             /* "greedy", "Greedy", one sentence */
    int (*choose)(const struct by_question *q); /* returns an index into q->moves */
    bool baseline, peeks;                       /* baseline: not for players; peeks: gets the referee's view */
    const struct by_bot *level;                 /* the level of a bot with a style, or NULL */
};

enum by_bot_id {
#define BY_BOT(name) BY_BOT_##name,
#include "boneyard/bots.def"
#undef BY_BOT
    BY_BOTS
};
extern const struct by_bot *const by_bots[BY_BOTS]; /* in the order of bots.def */

/* Writes the keys of the levels (weakest first) and the named players as a list such as "random, greedy".  With
 * `baselines`, writes the keys of all bots.  Returns the length. */
size_t by_bot_names(bool baselines, char *out, size_t size);

/* Finds a level, a named player or a level with a style, such as "hard:style=doubles", by its key.  With `baselines`,
 * finds any bot.  Returns NULL if no bot has this key. */
const struct by_bot *by_bot_find(bool baselines, const char *key);

#ifdef __cplusplus
}
#endif

#endif

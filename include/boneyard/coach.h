/* SPDX-License-Identifier: MIT */
/* boneyard/coach.h: grades moves and explains the reasons for them in words.
 *
 * The coach examines one decision by one seat.  It receives the seat's view, the public history of the round, the legal
 * moves, and a bot's value for each move.  It has no other input, so a hidden tile cannot affect a hint or a grade.
 *
 * REASONS.  A reason is a statement about the position that has been verified: "it scores 15", "you keep three 5s".
 * Its strength, in thousandths, is only a rough ranking.  Values come only from the bot; reasons
 * describe what can be seen. reasons.def lists them.
 *
 * VALUES must come from `hard` or `expert` (bot.h), since the units of the weaker levels mean nothing to a player:
 *
 *     line games          chance of winning the match (with target=1, the round); a unit is certainty
 *     Chickenfoot         points ahead of the others in the round; a unit is a point
 *     Mexican Train       the same, in pips
 *     Castle Rock         tiles left at the end, derived from the value of each result
 *
 * GRADES.  A decision is graded by its cost, the best move's value minus the chosen move's, using the table in grade.c.
 */
#ifndef BONEYARD_COACH_H
#define BONEYARD_COACH_H

#include "boneyard/bot.h"
#include "boneyard/table.h"
#include "boneyard/text.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_COACH_STEPS (10 * (uint64_t)BY_BOT_STEPS) /* maximum steps per study, over all its searches */
#define BY_HINT_TEXT 512                             /* bytes; enough for any sentence here if names are short */

struct by_decision {
    const struct by_view *view; /* the view of the deciding seat, never the referee's */
    const struct by_past *past; /* if NULL, no reason relies on the history */
    const by_move *moves;       /* the seat's legal moves, at least one */
    int n;
    const int32_t *values;    /* n values from a bot, or NULL if only reasons are needed */
    const char *const *names; /* one name per seat, safe to display; borrowed */
    bool hurried;             /* a search for the values ran out of budget */
    uint32_t you;             /* bit k: addresses seat k as "you" instead of by its name */
};

/* ---- Reasons -------------------------------------------------------------------------------- */

enum by_reason_id {
#define BY_REASON(id, about) BY_WHY_##id,
#include "boneyard/reasons.def"
#undef BY_REASON
    BY_REASONS
};

/* A true statement about a move.  Each reason defines the meaning of `number`, `tile`, `seat` and `amount`. */
struct by_reason {
    uint8_t id; /* enum by_reason_id */
    uint8_t number, seat;
    by_tile tile;
    int32_t amount, of;
    int32_t strength; /* thousandths, greater than 0 */
};

/* Lists the reasons for d->moves[move], strongest first, and returns their number.  `out` has room for BY_REASONS. */
int by_reasons(const struct by_decision *d, int move, struct by_reason out[BY_REASONS]);

/* Lists the reasons to prefer moves[move] to moves[other]: reasons that are stronger for the first move and reasons
 * that compare the two. */
int by_reasons_than(const struct by_decision *d, int move, int other, struct by_reason out[BY_REASONS]);

/* Picks one or two of the strongest reasons to prefer moves[move] to moves[other] (-1 for no other move), never two
 * similar ones.  Returns the number picked. */
int by_reasons_pick(const struct by_decision *d, int move, int other, struct by_reason out[2]);

/* The functions below append to a by_text in its language (words.h). */

/* Appends a reason as a clause: "it scores 15". */
void by_reason_say(const struct by_decision *d, const struct by_reason *r, struct by_text *out);

/* Appends the reasons chosen by by_reasons_pick, joined by "and" or a semicolon.  Returns false if there are none. */
bool by_reasons_say(const struct by_decision *d, int move, int other, struct by_text *out);

/* Appends a move in words: "lay 5-0 on 5-5", "draw", "take 4-1". */
void by_move_say(const struct by_decision *d, by_move m, struct by_text *out);

/* Appends a sentence or two naming the best move, moves[best], and the reason for it.  Adds another sentence if the
 * search was cut short. */
void by_hint_say(const struct by_decision *d, int best, struct by_text *out);

/* Appends the known facts about the other hands: "East has no 5 and no 2.  West has no 6."  May append
 * nothing. */
void by_known_say(const struct by_decision *d, struct by_text *out);

/* ---- Grades --------------------------------------------------------------------------------- */

enum by_grade { BY_GRADE_BEST, BY_GRADE_FINE, BY_GRADE_LOOSE, BY_GRADE_BLUNDER, BY_GRADES };
enum by_unit { BY_UNIT_CHANCE, BY_UNIT_POINTS, BY_UNIT_PIPS, BY_UNIT_TILES };

struct by_verdict {
    uint8_t grade, unit; /* enum by_grade, enum by_unit */
    bool hurried;        /* the search was cut short, so the grade is provisional */
    bool forced;         /* the move was the only legal one, so it is graded best */
    int best;            /* an index into `moves` */
    int32_t cost;        /* in thousandths of the unit: 150 is 15 % of a match, or 0.15 points */
};

/* Grades moves[played]. Requires d->values. */
void by_grade_of(const struct by_decision *d, int played, struct by_verdict *out);

/* Returns the grade of a cost in thousandths of a unit. */
enum by_grade by_grade_of_cost(enum by_unit unit, int32_t cost);

/* Converts a difference between two of a bot's values for this view to thousandths of a unit. */
int32_t by_unit_cost(const struct by_view *v, int32_t difference);

/* Returns "best", "fine", "loose" or "blunder" in the given language. The string is static; do not free it. */
const char *by_grade_word(enum by_grade g, int language);

/* Appends a cost: "12 % of the match", "3.5 points". */
void by_cost_say(enum by_unit unit, int32_t cost, struct by_text *out);

/* Returns whether all moves are about equally good. */
bool by_all_alike(const struct by_decision *d);

/* ---- Asking a bot ---------------------------------------------------------------------------- */

/* The bot to ask, and its settings.  The caller provides the memory.  No data is kept between calls. */
struct by_coach {
    const struct by_bot *bot; /* `hard` or `expert` */
    uint32_t count;           /* the bot's count (bot.h); 0 for four times the default count of `expert` */
    struct by_heard *heard;   /* room for the moves of the round; NULL if the history is unknown */
    void *memory;             /* BY_BOT_MEMORY bytes */
    size_t size;
    const char *const *names; /* one name per seat, safe to display */
    uint32_t you;             /* bit k: seat k is addressed as "you" */

    /* The budget of a study, shared by all its searches (budget.h). */
    uint64_t steps;             /* 0 for BY_COACH_STEPS, or proportionally more with a larger count */
    uint32_t ms;                /* a time limit in milliseconds, measured by `clock`; 0 for none */
    int64_t (*clock)(void);     /* returns nanoseconds since an arbitrary point in time; if NULL, `ms` is ignored */
    const struct by_stop *stop; /* if not NULL, a flag that stops the study early */
};

/* The analysis of one decision, about 60 KB. The `d` member points into the struct itself, so never copy the struct. */
struct by_study {
    struct by_view view;
    struct by_past past;
    by_move moves[BY_MOVES];
    int32_t values[BY_MOVES], second[BY_MOVES];
    struct by_decision d;
    struct by_verdict verdict;
    struct by_budget budget; /* summed over all searches */
    int32_t chance; /* the chance of winning with the best move, in thousandths (in Castle Rock, the share of games that
                     * end worse) */
};

/* Analyses the legal moves of a seat and, unless `played` is BY_NO_MOVE, grades that move. The table must be at the
 * position before the move; only the seat's view and history are used. The generator always starts from the same seed,
 * so the same position gives the same answer, unless there is a deadline. A move is charged a cost only if two
 * independent searches confirm it. A study that runs out of budget is marked as hurried. Returns false if the seat may
 * not act, or if the budget was spent before any move was tried. */
bool by_study_of(const struct by_coach *c, const struct by_table *m, int seat, by_move played, struct by_study *s);

#ifdef __cplusplus
}
#endif

#endif

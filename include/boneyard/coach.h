/* boneyard/coach.h: what a move is worth and why, in words for people.
 *
 * The coach looks at one decision of one seat: its view, the past of the round as everybody heard it, its
 * legal moves, and what a bot thinks of each.  Nothing else: a hidden tile cannot enter a hint or a grade.
 *
 * REASONS.  A reason is a statement about the position that is checked there and is true: "it scores 15",
 * "you keep three 5s".  Each says how strong it is, in thousandths: a rough order of what speaks for a
 * move, not a value.  The values come from the bot alone; reasons say what can be seen.  reasons.def lists
 * them.
 *
 * VALUES have to be those of `hard` or `expert` (bot.h): the simpler levels do not think in units that a
 * person understands.  What they mean:
 *
 *     line games          chance to win the match (with target=1, the round); a unit is certainty
 *     Chickenfoot         points of the round better than the others; a unit is a point
 *     Mexican Train       the same, in pips
 *     Castle Rock         tiles left at the end, worked out from what the ends are worth
 *
 * GRADES.  A decision is graded by what it cost, the best value less its own, by the table in grade.c.
 */
#ifndef BONEYARD_COACH_H
#define BONEYARD_COACH_H

#include "boneyard/bot.h"
#include "boneyard/match.h"
#include "boneyard/text.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_HINT_TEXT 512                /* bytes that are enough for every sentence here, if names are short */

struct by_decision {
    const struct by_view *view;         /* of the seat that decides; never the referee's */
    const struct by_past *past;         /* NULL: not known; then nothing is said from it */
    const by_move *moves;               /* its legal moves, at least one */
    int n;
    const int32_t *values;              /* n values of a bot, or NULL where only reasons are asked for */
    const char *const *names;           /* a name a seat, fit to be shown; borrowed */
    bool you;                           /* the seat is addressed as "you", else spoken of as "they" */
};

/* ---- Reasons -------------------------------------------------------------------------------- */

enum by_reason_id {
#define BY_REASON(id, about) BY_WHY_##id,
#include "boneyard/reasons.def"
#undef BY_REASON
    BY_REASONS
};

/* A statement that is true of a move.  What `number`, `tile`, `seat` and `amount` mean is each reason's own. */
struct by_reason {
    uint8_t id;                         /* enum by_reason_id */
    uint8_t number, seat;
    by_tile tile;
    int32_t amount, of;
    int32_t strength;                   /* thousandths, more than 0 */
};

/* What a reason is about, in a few words; borrowed for ever. */
extern const char *const by_reason_about[BY_REASONS];

/* What speaks for d->moves[move], strongest first; how many.  `out` has room for BY_REASONS. */
int by_reasons(const struct by_decision *d, int move, struct by_reason out[BY_REASONS]);

/* Sentences are added to a text, in its language (words.h). */

/* A reason as a clause: "it scores 15". */
void by_reason_say(const struct by_decision *d, const struct by_reason *r, struct by_text *out);

/* The strongest one or two reasons that hold for moves[move] and not as strongly for moves[other] (-1: no
 * other), as one clause joined by "and"; false if there is none. */
bool by_reasons_say(const struct by_decision *d, int move, int other, struct by_text *out);

/* A move as words: "lay 5-0 on 5-5", "draw", "take 4-1". */
void by_move_say(const struct by_decision *d, by_move m, struct by_text *out);

/* One or two sentences: the best move, moves[best], and why. */
void by_hint_say(const struct by_decision *d, int best, struct by_text *out);

/* What could be known about the other hands: "East has no 5 and no 2.  West has no 6."  Empty if nothing. */
void by_known_say(const struct by_decision *d, struct by_text *out);

/* ---- Grades --------------------------------------------------------------------------------- */

enum by_grade { BY_GRADE_BEST, BY_GRADE_FINE, BY_GRADE_LOOSE, BY_GRADE_BLUNDER, BY_GRADES };
enum by_unit { BY_UNIT_CHANCE, BY_UNIT_POINTS, BY_UNIT_PIPS, BY_UNIT_TILES };

struct by_verdict {
    uint8_t grade, unit;                /* enum by_grade, enum by_unit */
    bool forced;                        /* there was one move: no decision, and graded best */
    int best;                           /* a place in moves */
    int32_t cost;                       /* thousandths of the unit: 150 is 15 % of a match, or 0.15 points */
};

/* Grades moves[played]; d->values must be there. */
void by_grade_of(const struct by_decision *d, int played, struct by_verdict *out);

/* The grade of a cost in thousandths of a unit. */
enum by_grade by_grade_of_cost(enum by_unit unit, int32_t cost);

/* What one thousandth of a bot's value is worth here: the unit, and a difference of values in thousandths of it. */
enum by_unit by_unit_of(const struct by_view *v);
int32_t by_unit_cost(const struct by_view *v, int32_t difference);

/* "best", "fine", "loose", "blunder", in an enum by_language; borrowed for ever. */
const char *by_grade_word(enum by_grade g, int language);

/* "12 % of the match", "3.5 points". */
void by_cost_say(enum by_unit unit, int32_t cost, struct by_text *out);

/* True if no move is worth noticeably more than another. */
bool by_all_alike(const struct by_decision *d);

/* ---- Asking a bot ---------------------------------------------------------------------------- */

/* Who is asked, with what.  The memory is the caller's; nothing is kept between calls. */
struct by_coach {
    const struct by_bot *bot;           /* `hard` or `expert` */
    uint32_t count;                     /* steps (bot.h); 0: four times the own number of `expert` */
    struct by_heard *heard;             /* room for the moves of the round; NULL: how it came so is not known */
    void *memory;                       /* BY_BOT_MEMORY bytes */
    size_t size;
    const char *const *names;           /* a name a seat, fit to be shown */
    bool you;                           /* the seat is addressed as "you" */
};

/* One decision thought through; some 60 KB, borrowed by its own `d`. */
struct by_study {
    struct by_view view;
    struct by_past past;
    by_move moves[BY_MOVES];
    int32_t values[BY_MOVES], second[BY_MOVES];
    struct by_decision d;
    struct by_verdict verdict;
    int32_t chance;                     /* thousandths: how the seat's match stands if it goes on with its best move:
                                           the chance to win it; Castle Rock: how many games would end worse */
};

/* The legal moves of a seat with their values and, unless `played` is BY_NO_MOVE, the verdict on that one.  The
 * match stands before the move; looked at are the seat's view and past only.  The generator begins the same each
 * time, so the same position gives the same answer.  A move is blamed only for what it costs in two independent
 * searches.  False: the seat may not act. */
bool by_study_of(const struct by_coach *c, const struct by_match *m, int seat, by_move played, struct by_study *out);

#ifdef __cplusplus
}
#endif

#endif

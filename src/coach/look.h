/* look.h: what can be seen around one move; between look.c, the reasons and the words.
 *
 * Some of it asks what a table would be like after the move.  For that the move is played in an imagined
 * round, made from the view alone (by_state_of): its hidden tiles are the unseen ones in any order, and
 * nothing is asked that depends on how they lie. */
#ifndef BY_COACH_LOOK_H
#define BY_COACH_LOOK_H

#include <string.h>

#include "boneyard/coach.h"
#include "boneyard/text.h"

#ifdef BY_FAULTS                        /* planted faults, as in src/rules/author.h: tests/coach/reasons.c */
extern int by_planted;
#define BY_PLANTED(n) (by_planted == (n))
#else
#define BY_PLANTED(n) 0
#endif

struct look {
    const struct by_decision *d;
    const struct by_view *v;
    by_move move;
    int kind;
    by_tile tile;                       /* laid or taken, or BY_NO_TILE */
    struct by_set hand, rest;           /* the own hand before and after */
    struct by_set unseen;               /* everything that may lie in other hands or in the boneyard */
    struct by_set lacks[BY_SEATS];      /* what a seat cannot hold, by what it lacked when it drew or passed */
    bool wild;                          /* L-08 */
    int points;                         /* L-16: what the move scores */
    bool over, own_turn;                /* after the move: the round is over; the seat goes on */
    int next;                           /* who is on turn then, or BY_NO_SEAT */
    bool rival;                         /* ... and plays against the seat */
    uint32_t open, open_after;          /* bit k: number k can be played on, by anybody who may play there */
    struct by_set follow;               /* unseen tiles that could be laid by `next` after the move */
    struct by_set fits;                 /* tiles of `rest` that would fit if the seat could go on at once */
    int best_points, scorers;           /* the most that `next` could score, and how many unseen tiles score */
    struct by_state after;              /* the imagined round after the move */
};

/* The look at d->moves[move]. */
void by_look_at(const struct by_decision *d, int move, struct look *l);

/* Tiles of a set that bear a number. */
static inline int look_suit(const struct by_set *s, int number)
{
    const struct by_set suit = by_set_and(*s, by_suit[number]);

    return by_set_count(&suit);
}

static inline struct by_set look_less(struct by_set a, struct by_set b)
{
    return (struct by_set){ { a.w[0] & ~b.w[0], a.w[1] & ~b.w[1], a.w[2] & ~b.w[2] } };
}

/* Unseen tiles that the next player may hold and lay. */
static inline struct by_set look_answers(const struct look *l)
{
    return look_less(l->follow, l->lacks[l->next]);
}

/* How likely (thousandths) a seat holds none of these unseen tiles, if those it may hold were spread evenly. */
int32_t by_look_none(const struct look *l, int seat, struct by_set wanted);

/* Does this reason hold for the move?  Fills everything but the id; the strength stays 0 where it does not. */
void by_line_reason(const struct look *l, int id, struct by_reason *r);
void by_train_reason(const struct look *l, int id, struct by_reason *r);
void by_castle_reason(const struct look *l, int id, struct by_reason *r);

#endif

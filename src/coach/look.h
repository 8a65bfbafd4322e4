/* SPDX-License-Identifier: MIT */
/* look.h: collects the facts about one move that are used to find reasons and to put them into words.
 *
 * Some facts describe the table after the move. To find these facts, the move is played in a copy of the round made
 * from the view alone (by_state_of). In the copy, the hidden tiles are the unseen tiles in an arbitrary order, on which
 * no fact depends. */
#ifndef BY_COACH_LOOK_H
#define BY_COACH_LOOK_H

#include <string.h>

#include "boneyard/coach.h"
#include "boneyard/text.h"
#include "planted.h"

struct look {
    const struct by_decision *d;
    const struct by_view *v;
    by_move move;
    int kind;
    by_tile tile;                  /* the tile played or removed, or BY_NO_TILE */
    struct by_set hand, rest;      /* the seat's own hand before and after */
    struct by_set unseen;          /* all tiles that may be in other hands or in the boneyard */
    struct by_set lacks[BY_SEATS]; /* tiles a seat cannot hold, inferred from its draws and passes */
    bool wild;                     /* L-08 */
    int points;                    /* points that the move scores (L-16) */
    bool over, own_turn;           /* whether the round is over after the move, and whether the seat's turn continues */
    int next;                      /* the seat to move after the move, or BY_NO_SEAT */
    bool rival;                    /* whether `next` is an opponent */
    uint32_t open, open_after;     /* bit k: number k can be played on (with trains: by all seats) */
    struct by_set follow;          /* unseen tiles that `next` could play after the move */
    struct by_set fits;            /* tiles of `rest` that would fit if the seat could immediately move again */
    int best_points, scorers;      /* the maximum score for `next`, and the number of unseen tiles that score */
    int own_points;                /* the maximum score for the seat itself if the ends do not change */
    struct by_state after;         /* the copy of the round after the move */
};

/* Collects the facts about d->moves[move]. */
void by_look_at(const struct by_decision *d, int move, struct look *l);

/* Returns the number of tiles in a set that have this number. */
static inline int look_suit(const struct by_set *s, int number)
{
    const struct by_set suit = by_set_and(*s, by_suit[number]);

    return by_set_count(&suit);
}

static inline struct by_set look_less(struct by_set a, struct by_set b)
{
    return (struct by_set){ { a.w[0] & ~b.w[0], a.w[1] & ~b.w[1], a.w[2] & ~b.w[2] } };
}

/* Returns the unseen tiles that the next player may hold and play. */
static inline struct by_set look_answers(const struct look *l) { return look_less(l->follow, l->lacks[l->next]); }

/* Returns the chance, in thousandths, that a seat holds none of these unseen tiles, assuming that all tiles it may hold
 * are equally likely. */
int32_t by_look_none(const struct look *l, int seat, struct by_set wanted);

/* The coach's settings and functions for one family. */
struct by_coach_family {
    uint8_t unit;  /* enum by_unit: the unit of a decision's cost */
    int32_t scale; /* the factor that converts a bot's values to thousandths of the unit */
    /* whether the bot may skip a move, leaving its value at 0 */
    bool skips;
    bool asks_all;                                                     /* whether a second query covers all moves
                                                                        * again */
    uint32_t (*steps)(const struct by_view *v);                        /* the default search count, four times that of
                                                                        * `expert` */
    void (*reason)(const struct look *l, int id, struct by_reason *r); /* tests this family's reasons; may be NULL */
    /* sets s->values, and returns false if no move was tried; if this function is NULL, the bot's values are used */
    bool (*think)(const struct by_coach *c, struct by_study *s);
};

extern const struct by_coach_family *const by_coach_families[BY_FAMILIES];

#endif

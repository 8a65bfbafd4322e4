/* SPDX-License-Identifier: MIT */
/* boneyard/lesson.h: provides a scripted first lesson for each game, played at a table.
 *
 * A lesson is data (src/lessons): rules, the tiles of one deal, and steps.  Each step explains one rule, asks the
 * player for one move, explains the effect of the move, and then lets the others move.  Seat 0 is the player; the other
 * seats follow the script.  The client plays all moves on a by_table, so the rules check each one:
 *
 *     by_lesson_begin(lesson, &table, log, room);
 *     for each step:  show `say`, play `ask`, show `done`, play every move of `then`
 *
 * Texts are given as ids in the catalogues in po/.
 */
#ifndef BONEYARD_LESSON_H
#define BONEYARD_LESSON_H

#include "boneyard/table.h"
#include "boneyard/text.h"

#ifdef __cplusplus
extern "C" {
#endif

struct by_lesson_step {
    const char *say;   /* the explanation shown to the player */
    const char *rules; /* the rules taught by this step, such as "L-13 C-04"; the position illustrates the first */
    const char *ask;   /* the player's move (N-07), or NULL for a step that is only read */
    const char *done;  /* the explanation of the move's effect, or NULL */
    const char *then;  /* the moves of all seats up to the next step, separated by "; " */
};

struct by_lesson {
    const char *game;  /* its key */
    const char *rules; /* a rule string for one or two players */
    int lead;          /* a seat or -1, as for by_deal */
    const char *deck;  /* the first tiles of the deck, for hands and draws; the remaining tiles follow in order */
    const struct by_lesson_step *step;
    int steps;
};

extern const struct by_lesson by_lessons[];
extern const int by_lesson_count;

/* Returns the lesson of a game by its key, or NULL. */
const struct by_lesson *by_lesson_find(const char *game);

/* Starts a table with the lesson's rules and deals.  `log` has room for `room` entries; the caller keeps ownership. */
by_err by_lesson_begin(const struct by_lesson *l, struct by_table *t, struct by_step *log, uint32_t room);

/* Writes move i of `then`, counting from 0, as text.  Returns its length, or 0 past the last move. */
size_t by_lesson_then(const struct by_lesson_step *s, int i, char out[BY_MOVE_TEXT]);

#ifdef __cplusplus
}
#endif

#endif

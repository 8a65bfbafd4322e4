/* SPDX-License-Identifier: MIT */
/* boneyard/why.h: writes sentences that explain events, the possible moves, and the reasons for refusals.
 *
 * All sentences are made from a seat's view, never from a state, so none can reveal a hidden tile.  Refusals give the
 * rule number in brackets and, if possible, name an alternative.  Sentences are appended to a by_text in its language
 * (words.h), as UTF-8; English needs only ASCII.
 */
#ifndef BONEYARD_WHY_H
#define BONEYARD_WHY_H

#include "boneyard/text.h"
#include "boneyard/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Describes one event.  `v` is a view taken after the move that caused it; by_hear must already have filtered `e`.
 * `names` has one name per seat; the seat `you` is addressed as "you" (-1 for none). */
void by_say(const struct by_view *v, struct by_event e, const char *const names[], int you, struct by_text *out);

/* Describes a seat's latest consecutive draws, and the reason for them: "West had no 5 or 0 and drew 3 tiles."
 * `v` is a view taken after the last draw; `drawn` holds the n tiles, or only BY_NO_TILE if `you` may not see them.
 * Appends nothing if these rules let a seat draw although a tile fits (Castle Rock, T-19). */
void by_say_drew(const struct by_view *v, int seat, const by_tile *drawn, int n, const char *const names[], int you,
                 struct by_text *out);

/* Describes the actions available to the view's seat; `list` holds its n legal moves. */
void by_what(const struct by_view *v, const by_move *list, int n, struct by_text *out);

/* Appends a short instruction for the view's seat, without a capital or full stop: "lay a 9 on the 9-9".  `held` is the
 * tile the player has chosen, or BY_NO_TILE; `names` has one name per seat. */
void by_put_task(const struct by_view *v, const by_move *list, int n, by_tile held, const char *const names[],
                 struct by_text *out);

/* Explains why a typed move is illegal for the view's seat or matches several moves. Sets the fault in the given
 * language (words.h) and returns its error code, BY_E_ILLEGAL or BY_E_AMBIGUOUS. `names` has one name per seat; if
 * NULL, trains are named as in the notation: "train t2". */
by_err by_why(const struct by_view *v, const char *const names[], const by_move *list, int n, const char *text,
              size_t length, int language, struct by_fault *f);

#ifdef __cplusplus
}
#endif

#endif

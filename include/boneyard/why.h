/* boneyard/why.h: the table in sentences: what happened, what is possible, why a move was refused.
 *
 * All of it is made from a seat's view, never from a state, so no sentence can tell a hidden tile.
 * Refusals name the rule in brackets and, where there is one, the way on.  Sentences are added to a
 * text, in its language (words.h): UTF-8, in English ASCII.
 */
#ifndef BONEYARD_WHY_H
#define BONEYARD_WHY_H

#include "boneyard/text.h"
#include "boneyard/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One event.  `v` is a view from after the move that caused it; `e` has gone through by_hear.
 * `names` has a name a seat; the seat `you` is addressed as "you" (-1: nobody is). */
void by_say(const struct by_view *v, struct by_event e, const char *const names[], int you, struct by_text *out);

/* What the view's seat can do now; `list` are its n legal moves. */
void by_what(const struct by_view *v, const by_move *list, int n, struct by_text *out);

/* Why a text is no legal move of the view's seat, or fits several.  Fills the fault, in a language
 * (enum by_language), and returns its error, BY_E_ILLEGAL or BY_E_AMBIGUOUS. */
by_err by_why(const struct by_view *v, const by_move *list, int n, const char *text, size_t length,
              int language, struct by_fault *f);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: MIT */
/* plain.h: describes the table, the hand and the moves in sentences, without columns or brackets, for screen readers
 * and pipes. Built only from views.
 *
 * Every place where a tile can be laid has a name that can be spoken and typed: "left", "top of 3-3", "your train",
 * "9-4". Tiles are written higher half first. */
#ifndef BY_TUI_PLAIN_PLAIN_H
#define BY_TUI_PLAIN_PLAIN_H

#include "boneyard/view.h"
#include "boneyard/words.h"

#define BY_PLAIN_TEXT 8192 /* size in bytes of a buffer for any of these descriptions */

/* A view to be described to a person. */
struct by_telling {
    const struct by_view *v;
    const char *const *names;         /* one name per seat */
    int you;                          /* the seat addressed as "you", or -1 */
    char place[BY_MAX_TILES + 2][32]; /* line games: the names of the view's places */
};

/* Prepares `t`; v and names must outlive it. */
void by_telling_init(struct by_telling *t, const struct by_view *v, const char *const names[], int you);

/* Lists the places to play: open ends, toes or trains; in Castle Rock, lists the row. */
void by_plain_ends(const struct by_telling *by, char out[BY_PLAIN_TEXT]);

/* Writes "Your turn: 3 of 6 tiles fit." */
void by_plain_turn(const struct by_telling *by, const by_move *list, int n, char out[BY_PLAIN_TEXT]);

/* Describes the seat's hand: the tiles that fit, their places and the resulting counts, then the other tiles. In Castle
 * Rock, lists the tiles that can be removed. */
void by_plain_hand(const struct by_telling *by, const by_move *list, int n, char out[BY_PLAIN_TEXT]);

/* Writes the places that one tile fits: "5-0 fits left to make 15." */
void by_plain_fits(const struct by_telling *by, by_tile tile, const by_move *list, int n, char out[BY_PLAIN_TEXT]);

/* Describes all tiles on the table, in the order in which they touch. */
void by_plain_table(const struct by_telling *by, char out[BY_PLAIN_TEXT]);

/* Lists the tiles and points of each seat, in playing order, then the seat to move and the size of the boneyard. */
void by_plain_seats(const struct by_telling *by, char out[BY_PLAIN_TEXT]);

/* Names the place where a move lays its tile, with "on" or "in" where needed: "left", "on 9-4". */
void by_plain_place(const struct by_telling *by, by_move m, char out[BY_PLAIN_TEXT]);
bool by_plain_either(const char *place);

/* Writes a move in words: "5-0 left, makes 15". */
void by_plain_move(const struct by_telling *by, by_move m, char out[BY_PLAIN_TEXT]);

/* Parses a tile followed by the name of a place ("5-0 left", "8-1 mexican", "5-4 on 9-4"), and optionally by "+15" or
 * "!". Copies at most `most` of the matching legal moves to `out`, and returns their number. */
int by_plain_read(const struct by_telling *by, const char *words, const by_move *list, int n, by_move *out, int most);

/* ---- For the families (tui/family.h) ---- */

/* Writes "your train", "the Mexican Train" or "West's train". */
void by_plain_train(struct by_text *t, const struct by_telling *by, int train);

/* Capitalises the letter at an offset. */
void by_plain_capital(struct by_text *t, size_t at);

/* Writes the separator before the i-th of n items in a list: nothing, a comma, or "and". */
void by_plain_between(struct by_text *t, int i, int n);

#endif

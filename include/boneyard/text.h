/* boneyard/text.h: notation (rules.md section 6), and a small writer of text.
 *
 * Moves are numbers in memory and text everywhere else.  by_move_print writes the full form, which
 * events and records carry; by_move_read finds the one legal move that a text means (N-07): the
 * text of a legal move is that move; otherwise the halves may stand in any order and the part from
 * '@' on may be missing, as long as exactly one legal move with the same suffix fits.
 *
 * The writer: a by_text wraps bytes of the caller's, never writes past them, keeps a final 0, and
 * remembers whether something did not fit.
 */
#ifndef BONEYARD_TEXT_H
#define BONEYARD_TEXT_H

#include "boneyard/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The languages that sentences are written in.  Notation and rule strings are the same in all of them. */
enum by_language { BY_ENGLISH, BY_SPANISH, BY_LANGUAGES };

struct by_text {
    char *at;                           /* borrowed from the caller */
    size_t size;                        /* bytes there, at least 1 */
    size_t used;                        /* without the final 0 */
    bool full;                          /* something was left out */
    uint8_t language;                   /* enum by_language: of the sentences written into it; English if nobody says */
};

struct by_text by_text_on(char *at, size_t size);                     /* English */
struct by_text by_text_in(char *at, size_t size, int language);     /* enum by_language */
void by_put(struct by_text *t, const char *words);              /* ends with 0 */
void by_put_bytes(struct by_text *t, const char *bytes, size_t n);
void by_put_char(struct by_text *t, char c);
void by_put_int(struct by_text *t, int64_t n);
void by_put_tile(struct by_text *t, by_tile tile, bool flip);   /* N-01; flip: low half first */
void by_put_count(struct by_text *t, int64_t n, const char *one);       /* "1 tile", "2 tiles": a word that takes s */
void by_put_a(struct by_text *t, int number);                   /* a half's number: "a 5", "an 8" */

/* Somebody else's words (a name, a path, input), n bytes, made harmless for a terminal: control characters of both
 * sets, marks that turn the direction of writing, line separators and whatever is no UTF-8 become '?'. */
void by_put_clean(struct by_text *t, const char *words, size_t n);

/* Input as it was typed, in quotes, made harmless (by_put_clean) and cut after 60 bytes. */
void by_put_quoted(struct by_text *t, const char *words);

/* Fills a fault (NULL is allowed) with the parts up to NULL, in one sentence; returns err.  A part
 * of one byte 1 takes the next part as input to be quoted (by_put_quoted). */
by_err by_fail(struct by_fault *f, by_err err, const char *part, ...);
#define BY_QUOTED "\1"

/* A move in full (N-02 to N-06) with its final 0; BY_MOVE_TEXT bytes are always enough.  Needs no
 * state: places are tiles or trains, and `trains` tells which.  Returns the length. */
#define BY_MOVE_TEXT 32
size_t by_move_print(by_move m, int family, char *out);

/* A draw as a record has it: "draw 3-1", or "draw 6-4 3-1 2-0" (N-04). */
size_t by_draw_print(const by_tile *tiles, int n, char *out);

/* N-07.  `list` are the n legal moves of the seat.  BY_E_ILLEGAL or BY_E_AMBIGUOUS otherwise. */
by_err by_move_read(const char *text, size_t length, int family, const by_move *list, int n,
                    by_move *out);

/* A move in its full form without a list of legal ones, as a bot reads what it may do.  False: it is
 * no move.  Whether it is legal is not judged. */
bool by_move_parse(const char *text, size_t length, int family, by_move *out);

/* The same for a loose text (N-07): what it says, with BY_NO_TILE for a place that is left out. */
bool by_move_shape(const char *text, size_t length, int family, by_move *out);

/* A tile in either order, "6-4" or "4-6", both numbers 0..18 without leading zeros.  Returns the
 * bytes read, or 0; *flip (may be NULL) says that the lower half was written first. */
size_t by_tile_read(const char *text, size_t length, by_tile *out, bool *flip);

/* The length of a text that ends with 0, and whether two such texts are the same. */
size_t by_length(const char *text);
bool by_same(const char *a, const char *b);

#ifdef __cplusplus
}
#endif

#endif

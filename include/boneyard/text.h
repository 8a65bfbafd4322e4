/* SPDX-License-Identifier: MIT */
/* boneyard/text.h: implements the notation (docs/rules.md section 6) and a small text writer.
 *
 * Moves are numbers in memory and text everywhere else. by_move_print writes the full form, which events and records
 * use. by_move_read finds the legal move that a string denotes (N-07).  The full form of a legal move always denotes
 * that move.  Other forms may swap the halves or omit the part from '@' on, provided that exactly one legal move with
 * the same suffix matches.
 *
 * The writer, a by_text, wraps the caller's buffer.  It never writes past the end, keeps the string NUL-terminated,
 * and records whether it was truncated.
 */
#ifndef BONEYARD_TEXT_H
#define BONEYARD_TEXT_H

#include "boneyard/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sentences are written in one of the languages in by_language_list (words.h); English comes first.  Notation and rule
 * strings are the same in all languages. */
enum { BY_ENGLISH };

struct by_text {
    char *at;         /* borrowed from the caller */
    size_t size;      /* size of the buffer, at least 1 */
    size_t used;      /* length without the terminating NUL */
    bool full;        /* whether text was truncated */
    uint8_t language; /* the language of sentences, an index into by_language_list */
};

struct by_text by_text_on(char *at, size_t size);                  /* English */
struct by_text by_text_in(char *at, size_t size, int language);    /* with sentences in this language (words.h) */
void by_put(struct by_text *t, const char *words);                 /* appends a NUL-terminated string */
void by_put_bytes(struct by_text *t, const char *bytes, size_t n); /* appends n bytes unchanged */
void by_put_char(struct by_text *t, char c);                       /* appends one ASCII character */
void by_put_int(struct by_text *t, int64_t n);                     /* appends a decimal number */
void by_put_tile(struct by_text *t, by_tile tile, bool flip);      /* a tile (N-01); with `flip`, low half first */
void by_put_a(struct by_text *t, int number);                      /* a number with its article: "a 5", "an 8" */

/* Appends n bytes of untrusted text (a name, a path, input), made safe for a terminal.  C0 and C1 control characters,
 * bidirectional marks, line separators and invalid UTF-8 become '?'. */
void by_put_clean(struct by_text *t, const char *words, size_t n);

/* Appends typed input in quotes, made safe (by_put_clean) and truncated to 60 bytes. */
void by_put_quoted(struct by_text *t, const char *words);

/* Sets a fault (may be NULL) to the concatenation of the parts, which end with NULL, and returns err.  BY_QUOTED quotes
 * the part after it as input (by_put_quoted). */
by_err by_fail(struct by_fault *f, by_err err, const char *part, ...);
#define BY_QUOTED "\1"

/* Prints a move in full (N-02 to N-06) with a terminating NUL; BY_MOVE_TEXT bytes are always enough.  No state is
 * needed: places are tiles or, with `trains`, trains.  Returns the length. */
#define BY_MOVE_TEXT 32
size_t by_move_print(by_move m, int family, char *out);

/* Prints a draw as in a record: "draw 3-1", or "draw 6-4 3-1 2-0" (N-04). */
size_t by_draw_print(const by_tile *tiles, int n, char *out);

/* Finds the move that a string denotes among the seat's n legal moves in `list` (N-07).  Returns BY_E_ILLEGAL if there
 * is none, or BY_E_AMBIGUOUS if there are several. */
by_err by_move_read(const char *text, size_t length, int family, const by_move *list, int n, by_move *out);

/* Parses a move in its full form without a list of legal moves, for a bot that receives its legal moves as text.
 * Returns false if the text is not a move.  Does not check legality. */
bool by_move_parse(const char *text, size_t length, int family, by_move *out);

/* Does the same for a move in short form (N-07); a missing place becomes BY_NO_TILE. */
bool by_move_shape(const char *text, size_t length, int family, by_move *out);

/* Parses a tile in either order, "6-4" or "4-6", with numbers from 0 to 18 without leading zeros.  Returns the number
 * of bytes read, or 0.  Sets *flip (may be NULL) if the lower half came first. */
size_t by_tile_read(const char *text, size_t length, by_tile *out, bool *flip);

/* Parses a single number in the same way. */
size_t by_number_read(const char *text, size_t length, int *out);

/* Return the length of a NUL-terminated string and whether two such strings are equal, respectively. */
size_t by_length(const char *text);
bool by_same(const char *a, const char *b);

#ifdef __cplusplus
}
#endif

#endif

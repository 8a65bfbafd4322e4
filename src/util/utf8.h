/* SPDX-License-Identifier: MIT */
/* utf8.h: decodes and classifies characters of UTF-8 text in hosted code, using libunistring. The core has its own
 * small decoder (text.c). */
#ifndef BY_UTIL_UTF8_H
#define BY_UTIL_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads the character at *at, which must not be at the end, and moves *at past it. An invalid byte is read as '?'. */
uint32_t by_utf8_next(const char **at);

/* Returns the length in bytes of the first character of these n bytes, or 0 if it is invalid. */
size_t by_utf8_bytes(const char *text, size_t n);

/* Returns the start of the character that ends before byte n, or 0 if n is 0. */
size_t by_utf8_back(const char *text, size_t n);

/* Writes a character and a NUL. Returns the character's length in bytes. */
size_t by_utf8_put(uint32_t c, char out[7]);

/* Returns the number of characters in a string. */
int by_utf8_count(const char *text);

/* Returns the length in bytes of the first `most` characters. */
size_t by_utf8_first(const char *text, int most);

/* Returns a letter in lower case without its accent (e for É). Returns 0 unless c is a letter, a digit, "'" or '-'. */
uint32_t by_utf8_plain(uint32_t c);

/* Returns whether a word equals n bytes of text or, with `begins`, how they begin. Case and accents are ignored. */
bool by_utf8_alike(const char *word, const char *text, size_t n, bool begins);

/* Returns the number of columns that a character takes on a terminal, which is 0 for marks, controls and other
 * invisible characters. */
int by_utf8_columns(uint32_t c);

/* Returns whether a character is invisible, shows only blank space, or has no fixed meaning. Blanks and joiners are
 * excluded. */
bool by_utf8_unseen(uint32_t c);

/* Returns whether every character of a string is visible and none joins its neighbours, so that different strings also
 * look different. */
bool by_utf8_visible(const char *text);

/* Returns whether a character only joins its neighbours, as in emoji and some scripts. */
bool by_utf8_joins(uint32_t c);

#endif

/* SPDX-License-Identifier: MIT */
/* utf8.h: characters of UTF-8 text in hosted code, by libunistring. The core has its own small walker (text.c). */
#ifndef BY_UTIL_UTF8_H
#define BY_UTIL_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads the character at *at, which must not be at the end, and moves *at behind it. A broken byte is read as '?'. */
uint32_t by_utf8_next(const char **at);

/* Bytes of the character at the start of these n bytes; 0 if it is broken. */
size_t by_utf8_bytes(const char *text, size_t n);

/* Where the character that ends in front of byte n begins; 0 if n is 0. */
size_t by_utf8_back(const char *text, size_t n);

/* Writes a character and a NUL; returns its bytes. */
size_t by_utf8_put(uint32_t c, char out[7]);

/* Characters in a text. */
int by_utf8_count(const char *text);

/* Bytes of the first `most` characters. */
size_t by_utf8_first(const char *text, int most);

/* The letter of a word in lower case and without its accent: e for É.  0 if it is no letter, digit, "'" or '-'. */
uint32_t by_utf8_plain(uint32_t c);

/* Columns of a character on a terminal: 0 for what is not to be shown, such as marks and controls. */
int by_utf8_columns(uint32_t c);

/* Shows nothing or only blank space, or has no fixed meaning; a blank and joiners are not meant. */
bool by_utf8_unseen(uint32_t c);

/* Only joins its neighbours: emoji and some scripts need it. */
bool by_utf8_joins(uint32_t c);

#endif

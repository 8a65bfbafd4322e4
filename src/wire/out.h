/* SPDX-License-Identifier: MIT */
/* out.h: writes JSON directly into a growing text buffer. The messages sent with every move are written in this way.
 * The output equals that of by_json_line, but no value is built. */
#ifndef BY_WIRE_OUT_H
#define BY_WIRE_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A buffer set to { 0 } is empty. Otherwise `at` is NUL-terminated and freed by the caller. */
struct by_out {
    char *at;
    size_t n, room;
};
char *by_out_end(struct by_out *o); /* returns the text trimmed to size, for the caller to free; empties o */

void by_out_print(struct by_out *o); /* prints the text as a line on standard output; empties o */

void by_out_bytes(struct by_out *o, const char *bytes, size_t n);
void by_out(struct by_out *o, const char *text);
void by_out_int(struct by_out *o, int64_t n);
void by_out_base64(struct by_out *o, const void *bytes, size_t n); /* base64url, as in by_base64 */
void by_out_string(struct by_out *o, const char *text, size_t n);  /* in quotes; invalid UTF-8 becomes '?' */

/* by_out_key writes a member's name; the others write a whole member. A comma precedes all but the first member. */
void by_out_key(struct by_out *o, const char *key);
void by_out_key_string(struct by_out *o, const char *key, const char *text);
void by_out_key_int(struct by_out *o, const char *key, int64_t n);
void by_out_key_bool(struct by_out *o, const char *key, bool is);
void by_out_key_real(struct by_out *o, const char *key, double x, int digits); /* decimal places */
void by_out_key_base64(struct by_out *o, const char *key, const void *bytes, size_t n);

#endif

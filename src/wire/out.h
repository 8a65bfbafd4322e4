/* out.h: a text that grows, and JSON written straight into it: the same bytes as by_json_line's, without a value in
 * between.  For what is said with every move.
 */
#ifndef BY_WIRE_OUT_H
#define BY_WIRE_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* { 0 } is empty; otherwise `at` ends with 0 and is yours: free(). */
struct by_out { char *at; size_t n, room; };
char *by_out_end(struct by_out *o);     /* the text without the room behind it.  Yours: free(); o is empty again */

void by_out_bytes(struct by_out *o, const char *bytes, size_t n);
void by_out(struct by_out *o, const char *text);
void by_out_int(struct by_out *o, int64_t n);
void by_out_bool(struct by_out *o, bool is);
void by_out_base64(struct by_out *o, const void *bytes, size_t n);      /* base64url, as by_base64 */
void by_out_string(struct by_out *o, const char *text, size_t n);       /* in quotes; the text is UTF-8 */

/* A member's name, after a comma unless the object, or the text, begins with it; and whole members. */
void by_out_key(struct by_out *o, const char *key);
void by_out_key_string(struct by_out *o, const char *key, const char *text);
void by_out_key_int(struct by_out *o, const char *key, int64_t n);
void by_out_key_bool(struct by_out *o, const char *key, bool is);
void by_out_key_base64(struct by_out *o, const char *key, const void *bytes, size_t n);

#endif

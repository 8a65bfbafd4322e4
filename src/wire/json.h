/* SPDX-License-Identifier: MIT */
/* json.h: reads and writes strict JSON. Only json.c includes jansson.
 *
 * Reading rejects duplicate keys, trailing bytes, invalid UTF-8, NUL, nesting deeper than 8 and lines longer than 1
 * MiB. Building a value never fails: running out of memory ends the program with an error. */
#ifndef BY_WIRE_JSON_H
#define BY_WIRE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boneyard/error.h"

struct by_out;
typedef struct json_t by_json; /* reference-counted: free with by_json_free */

#define BY_LINE_LIMIT (1u << 20) /* maximum length of a line in bytes, without its newline */
#define BY_DEPTH_LIMIT 8

/* Makes by_json_free overwrite every value, because values may contain passwords. Call this before any other function
 * here. The caller must overwrite lines returned by by_json_line. */
void by_json_forgets(void);

/* Parses one value from one line. Returns NULL and sets *f (BY_E_JSON, BY_E_TOO_LONG) if the line is invalid. */
by_json *by_json_read(const char *line, size_t n, struct by_fault *f);
void by_json_free(by_json *j);      /* accepts NULL */
by_json *by_json_share(by_json *j); /* adds a reference */

/* Returns the value as one line without a newline. The caller frees it. */
char *by_json_line(const by_json *j);
void by_json_put_on(struct by_out *o, const by_json *j); /* appends the line to a buffer */

/* Prints the value on a line of standard output and frees it. */
void by_json_print(by_json *j);

/* ---- Building. A container takes ownership of every by_json added to it. ---- */
by_json *by_json_object(void);
by_json *by_json_array(void);
by_json *by_json_string(const char *text); /* invalid UTF-8 becomes '?' */
by_json *by_json_int(int64_t n);
by_json *by_json_real(double x); /* rounded to 12 digits; null if not finite */
by_json *by_json_bool(bool b);
by_json *by_json_null(void);
void by_json_set(by_json *object, const char *key, by_json *value);
void by_json_push(by_json *array, by_json *value);
void by_json_drop(by_json *object, const char *key);
void by_json_pop(by_json *array);                           /* removes the last element */
void by_json_put(by_json *array, size_t i, by_json *value); /* replaces element i */

/* ---- Reading. Returned values are borrowed. ---- */
by_json *by_json_get(const by_json *object, const char *key); /* NULL if the key is missing or the value is not an
                                                               * object */
by_json *by_json_at(const by_json *array, size_t i);
size_t by_json_count(const by_json *array); /* 0 if the value is not an array */
bool by_json_is_object(const by_json *j);
bool by_json_is_array(const by_json *j);
bool by_json_is_bool(const by_json *j);
const char *by_json_text(const by_json *j);          /* NULL if the value is not a string */
bool by_json_number(const by_json *j, int64_t *out); /* returns false if the value is not an integer */
bool by_json_true(const by_json *j);
bool by_json_same(const by_json *a, const by_json *b);

/* Returns the first key that is not among the space-separated words of `allowed`, or NULL. */
const char *by_json_stray(by_json *object, const char *allowed);

#endif

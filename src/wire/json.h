/* json.h: JSON, strictly.  The only file that knows the JSON library is json.c.
 *
 * Reading refuses duplicate keys, trailing bytes, broken UTF-8, NUL, nesting deeper than 8 and lines
 * longer than 1 MiB.  Values that are built never fail: without memory the program ends with a word.
 */
#ifndef BY_WIRE_JSON_H
#define BY_WIRE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boneyard/error.h"

typedef struct json_t by_json;          /* counted: free with by_json_free */

#define BY_LINE_LIMIT (1u << 20)        /* bytes of a line, without its end */
#define BY_DEPTH_LIMIT 8

/* From now on values are overwritten when they are freed: passwords come in them.  Before any other call here; lines
 * (by_json_line) are yours to overwrite. */
void by_json_forgets(void);

/* One value from one line.  NULL and a fault (BY_E_JSON, BY_E_TOO_LONG) otherwise. */
by_json *by_json_read(const char *line, size_t n, struct by_fault *f);
void by_json_free(by_json *j);          /* NULL is fine */
by_json *by_json_share(by_json *j);     /* one owner more */

/* The value as one line without its end; yours: free() it. */
char *by_json_line(const by_json *j);

/* Prints it on a line of standard output, and frees the value. */
void by_json_print(by_json *j);

/* ---- Building.  Every by_json given to a container is taken by it. ---- */
by_json *by_json_object(void);
by_json *by_json_array(void);
by_json *by_json_string(const char *text);      /* broken UTF-8 becomes '?' */
by_json *by_json_int(int64_t n);
by_json *by_json_real(double x);                /* null if it is not finite; written with 12 digits */
by_json *by_json_bool(bool b);
by_json *by_json_null(void);
void by_json_set(by_json *object, const char *key, by_json *value);
void by_json_push(by_json *array, by_json *value);
void by_json_drop(by_json *object, const char *key);
void by_json_pop(by_json *array);               /* takes the last element away */
void by_json_put(by_json *array, size_t i, by_json *value);     /* in the place of element i */

/* ---- Reading.  What is returned is borrowed. ---- */
by_json *by_json_get(const by_json *object, const char *key);   /* NULL: not there, or no object */
by_json *by_json_at(const by_json *array, size_t i);
size_t by_json_count(const by_json *array);                     /* 0 if it is no array */
bool by_json_is_object(const by_json *j);
bool by_json_is_array(const by_json *j);
bool by_json_is_bool(const by_json *j);
const char *by_json_text(const by_json *j);                     /* NULL if it is no string */
bool by_json_number(const by_json *j, int64_t *out);            /* false if it is no whole number */
bool by_json_true(const by_json *j);
bool by_json_same(const by_json *a, const by_json *b);

/* The first key that is not among the blank-separated words of `allowed`, or NULL. */
const char *by_json_stray(by_json *object, const char *allowed);

#endif

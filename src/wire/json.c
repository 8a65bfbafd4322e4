/* SPDX-License-Identifier: MIT */
/* json.c: wraps jansson, which no other file includes. */
#include "json.h"

#include <jansson.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "out.h"
#include "util/memory.h"

static void forget(void *at)
{
    if (at != NULL)
        explicit_bzero(at, malloc_usable_size(at));
    free(at);
}

void by_json_forgets(void) { json_set_alloc_funcs(malloc, forget); }

/* Returns whether a line nests too deeply. jansson's own limit is 2048, so this counts brackets outside strings. */
static bool too_deep(const char *line, size_t n)
{
    bool string = false;
    int depth = 0;

    for (size_t i = 0; i < n; i++) {
        if (string) {
            if (line[i] == '\\')
                i++;
            else if (line[i] == '"')
                string = false;
        } else if (line[i] == '"') {
            string = true;
        } else if (line[i] == '{' || line[i] == '[') {
            if (++depth > BY_DEPTH_LIMIT)
                return true;
        } else if (line[i] == '}' || line[i] == ']') {
            depth--;
        }
    }
    return false;
}

static const char *what_is_wrong(const json_error_t *error)
{
    switch (json_error_code(error)) {
    case json_error_invalid_utf8: return "the line is not UTF-8";
    case json_error_null_character:
    case json_error_null_byte_in_key: return "a string contains \\u0000";
    case json_error_numeric_overflow: return "a number is too large: integers have 64 bits";
    case json_error_duplicate_key: return "an object has the same key twice";
    case json_error_end_of_input_expected: return "the line continues after its JSON value";
    case json_error_premature_end_of_input: return "the line ends before its JSON value does";
    default: return by_err_sentence(BY_E_JSON);
    }
}

by_json *by_json_read(const char *line, size_t n, struct by_fault *f)
{
    json_error_t error;
    by_json *j;

    if (n > BY_LINE_LIMIT) {
        by_fail(f, BY_E_TOO_LONG, "the line is longer than 1 MiB", NULL);
        return NULL;
    }
    if (memchr(line, 0, n) != NULL) { /* jansson ignores a NUL after a number, true, false or null */
        by_fail(f, BY_E_JSON, "the line contains a NUL byte", NULL);
        return NULL;
    }
    if (too_deep(line, n)) {
        by_fail(f, BY_E_JSON, "the line is nested deeper than 8", NULL);
        return NULL;
    }
    j = json_loadb(line, n, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (j == NULL)
        by_fail(f, BY_E_JSON, what_is_wrong(&error), NULL);
    return j;
}

void by_json_free(by_json *j) { json_decref(j); }
by_json *by_json_share(by_json *j) { return json_incref(j); }

/* ---- Writing ---------------------------------------------------------------------------------- */

/* Writes the fewest digits (at least 15) that read back as the same number; 17 are always enough. */
static void put_real(struct by_out *o, const by_json *j)
{
    bool same = false;

    for (unsigned digits = 15; !same; digits++) {
        char *text = by_sure(json_dumps(j, JSON_ENCODE_ANY | JSON_REAL_PRECISION(digits)));
        by_json *again = json_loads(text, JSON_DECODE_ANY, NULL); /* NULL if rounding exceeded the largest number */

        same = digits == 17 || by_json_same(j, again);
        if (same)
            by_out(o, text);
        by_json_free(again);
        free(text);
    }
}

static void put_object(struct by_out *o, const by_json *j)
{
    by_json *object = (by_json *)j; /* jansson's iterator does not accept a const pointer, although it changes
                                     * nothing */

    by_out_bytes(o, "{", 1);
    for (void *at = json_object_iter(object); at != NULL; at = json_object_iter_next(object, at)) {
        const char *key = json_object_iter_key(at);

        by_out(o, o->at[o->n - 1] == '{' ? "" : ",");
        by_out_string(o, key, strlen(key));
        by_out_bytes(o, ":", 1);
        by_json_put_on(o, json_object_iter_value(at));
    }
    by_out_bytes(o, "}", 1);
}

static void put_array(struct by_out *o, const by_json *j)
{
    by_out_bytes(o, "[", 1);
    for (size_t i = 0; i < json_array_size(j); i++) {
        by_out(o, i > 0 ? "," : "");
        by_json_put_on(o, json_array_get(j, i));
    }
    by_out_bytes(o, "]", 1);
}

void by_json_put_on(struct by_out *o, const by_json *j)
{
    switch (json_typeof(j)) {
    case JSON_OBJECT: put_object(o, j); break;
    case JSON_ARRAY: put_array(o, j); break;
    case JSON_STRING: by_out_string(o, json_string_value(j), json_string_length(j)); break;
    case JSON_INTEGER: by_out_int(o, json_integer_value(j)); break;
    case JSON_REAL: put_real(o, j); break;
    case JSON_TRUE: by_out(o, "true"); break;
    case JSON_FALSE: by_out(o, "false"); break;
    case JSON_NULL: by_out(o, "null"); break;
    }
}

/* Produces the same output as jansson's writer, in a fifth of the time. */
char *by_json_line(const by_json *j)
{
    struct by_out o = { 0 };

    by_json_put_on(&o, by_sure((by_json *)j));
    return by_out_end(&o);
}

void by_json_print(by_json *j)
{
    char *line = by_json_line(j);

    puts(line);
    free(line);
    by_json_free(j);
}

by_json *by_json_object(void) { return by_sure(json_object()); }
by_json *by_json_array(void) { return by_sure(json_array()); }
by_json *by_json_int(int64_t n) { return by_sure(json_integer(n)); }
by_json *by_json_real(double x)
{
    char text[32];
    by_json *j;

    snprintf(text, sizeof text, "%.12g", x);
    j = json_real(strtod(text, NULL)); /* NULL if JSON cannot express the number */
    return j != NULL ? j : json_null();
}

by_json *by_json_bool(bool b) { return json_boolean(b); }
by_json *by_json_null(void) { return json_null(); }

by_json *by_json_string(const char *text)
{
    by_json *j = json_string(text);
    char *plain;

    if (j != NULL)
        return j;
    plain = strdup(text); /* the text is not valid UTF-8, so only its ASCII characters are kept */
    for (char *c = plain; c != NULL && *c != '\0'; c++)
        if ((unsigned char)*c >= 128)
            *c = '?';
    j = by_sure(plain == NULL ? NULL : json_string(plain));
    free(plain);
    return j;
}

void by_json_set(by_json *object, const char *key, by_json *value)
{
    by_sure(json_object_set_new(object, key, value) == 0 ? object : NULL);
}

void by_json_push(by_json *array, by_json *value) { by_sure(json_array_append_new(array, value) == 0 ? array : NULL); }

void by_json_drop(by_json *object, const char *key) { json_object_del(object, key); }

void by_json_pop(by_json *array)
{
    if (json_array_size(array) > 0)
        json_array_remove(array, json_array_size(array) - 1);
}

void by_json_put(by_json *array, size_t i, by_json *value)
{
    by_sure(json_array_set_new(array, i, value) == 0 ? array : NULL);
}

by_json *by_json_get(const by_json *object, const char *key) { return json_object_get(object, key); }
by_json *by_json_at(const by_json *array, size_t i) { return json_array_get(array, i); }
size_t by_json_count(const by_json *array) { return json_array_size(array); }
bool by_json_is_object(const by_json *j) { return json_is_object(j); }
bool by_json_is_array(const by_json *j) { return json_is_array(j); }
bool by_json_is_bool(const by_json *j) { return json_is_boolean(j); }
const char *by_json_text(const by_json *j) { return json_string_value(j); }
bool by_json_true(const by_json *j) { return json_is_true(j); }

bool by_json_number(const by_json *j, int64_t *out)
{
    if (!json_is_integer(j))
        return false;
    *out = json_integer_value(j);
    return true;
}

bool by_json_same(const by_json *a, const by_json *b) { return json_equal(a, b); }

const char *by_json_stray(by_json *object, const char *allowed)
{
    const char *key;
    json_t *value;

    json_object_foreach(object, key, value)
    {
        size_t n = strlen(key);
        const char *at = allowed;

        for (; *at != '\0'; at += strcspn(at, " "), at += strspn(at, " "))
            if (strcspn(at, " ") == n && memcmp(at, key, n) == 0)
                break;
        if (*at == '\0')
            return key;
    }
    return NULL;
}

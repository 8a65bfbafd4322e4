/* SPDX-License-Identifier: MIT */
/* json.c: checks that by_json_line and out.h write the same as the JSON library's own writer, and tests the refusals of
 * by_json_read. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/json.h"
#include "wire/out.h"

static int failures;
static uint64_t state = 1;

static uint64_t chance(uint64_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % below;
}

static void same(const char *a, const char *b)
{
    if (strcmp(a, b) != 0 && failures++ < 20)
        printf("FAILED: %s\n   is not %s\n", a, b);
}

static char *librarys(const json_t *j)
{
    return json_dumps(j, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
}

/* Every byte from 1 to 127, and letters of two, three and four bytes. */
static json_t *some_text(void)
{
    static const char *const more[] = { "\xc3\xa9", "\xe2\x80\x8b", "\xf0\x9f\x81\xa3", "\x7f", "/" };
    char text[200] = "";
    uint64_t n = chance(20);

    for (uint64_t i = 0; i < n; i++) {
        char one[2] = { (char)(1 + chance(127)), '\0' };

        strcat(text, chance(3) == 0 ? more[chance(5)] : one);
    }
    return json_string(text);
}

static json_t *some(int depth)
{
    static const json_int_t numbers[] = { 0, -1, 9, 10, INT64_MAX, INT64_MIN, 123456789 };
    json_t *j;
    uint64_t kind = chance(depth > 0 ? 9 : 7), n = chance(5);

    switch (kind) {
    case 0: return json_null();
    case 1: return json_boolean(chance(2));
    case 2: return json_integer(numbers[chance(7)]);
    case 3: return json_real(((double)chance(1000000) - 300000) / 1000);
    case 7:
        j = json_array();
        while (n-- > 0)
            json_array_append_new(j, some(depth - 1));
        return j;
    case 8:
        j = json_object();
        while (n-- > 0) {
            json_t *key = some_text();

            json_object_set_new(j, json_string_value(key), some(depth - 1));
            json_decref(key);
        }
        return j;
    default: return some_text();
    }
}

static void values(void)
{
    for (int i = 0; i < 20000; i++) {
        json_t *j = some(4);
        char *line = by_json_line(j), *other = librarys(j);

        same(line, other);
        free(line);
        free(other);
        json_decref(j);
    }
}

/* Members written straight into a text. */
static void members(void)
{
    static const uint8_t bytes[7] = { 0, 255, 62, 63, 251, 1, 2 };

    for (size_t n = 0; n <= sizeof bytes; n++) {
        struct by_out o = { 0 };
        json_t *text = some_text(), *j;
        char *line;

        by_out(&o, "{");
        by_out_key_string(&o, "text", json_string_value(text));
        by_out_key_int(&o, "n", -(int64_t)n);
        by_out_key(&o, "in");
        by_out(&o, "{");
        by_out_key_bool(&o, "is", n % 2 == 0);
        by_out(&o, "}");
        by_out_key_base64(&o, "bytes", bytes, n);
        by_out(&o, "}");
        j = json_loads(o.at, 0, NULL);
        line = librarys(j);
        same(o.at, line);
        same(json_string_value(json_object_get(j, "text")), json_string_value(text));
        free(line);
        free(o.at);
        json_decref(j);
        json_decref(text);
    }
}

/* Reads and writes a number; the result is the same number in as few digits as possible. */
static void reals(void)
{
    static const char *const as_written[] = {
        "0.1", "-0.0", "2.5e-5", "12345678901.25", "0.30000000000000004", "1.7976931348623157e308", "123456789012345.67"
    };

    for (size_t i = 0; i < sizeof as_written / sizeof as_written[0]; i++) {
        by_json *j = by_json_read(as_written[i], strlen(as_written[i]), NULL);
        char *line = by_json_line(j);
        by_json *again = by_json_read(line, strlen(line), NULL);

        if (!by_json_same(j, again) || strlen(line) > strlen(as_written[i]) + 3)
            same(line, as_written[i]);
        free(line);
        by_json_free(j);
        by_json_free(again);
    }
}

static void refused(const char *line, size_t n, const char *why)
{
    struct by_fault f = { .err = BY_OK };
    by_json *j = by_json_read(line, n, &f);

    if (j != NULL)
        same("accepted", why);
    else
        same(f.text, why);
    by_json_free(j);
}

/* R1: a NUL byte anywhere; our own messages instead of the library's. */
static void refusals(void)
{
    static const char *const fine[] = { "0", "-12.5", "true", "false", "null", "{\"seat\":0}", "[1,2]", "\"x\"" };

    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
        size_t n = strlen(fine[i]);

        for (size_t at = 0; at <= n; at++) {
            char line[32];

            memcpy(line, fine[i], at);
            line[at] = '\0';
            memcpy(line + at + 1, fine[i] + at, n - at);
            refused(line, n + 1, "the line contains a NUL byte");
        }
    }
    static const char *const wrong[][2] = {
        { "\"\\u0000\"", "a string contains \\u0000" },
        { "{\"a\\u0000\":1}", "a string contains \\u0000" },
        { "9223372036854775808", "a number is too large: integers have 64 bits" },
        { "1e999", "a number is too large: integers have 64 bits" },
        { "{\"a\":1,\"a\":2}", "an object has the same key twice" },
        { "\"\xff\"", "the line is not UTF-8" },
        { "1 2", "the line continues after its JSON value" },
        { "{\"a\":", "the line ends before its JSON value does" },
        { "{a}", "the line is not one well-formed JSON value" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        refused(wrong[i][0], strlen(wrong[i][0]), wrong[i][1]);
}

int main(void)
{
    values();
    members();
    reals();
    refusals();
    printf("%d failed\n", failures);
    return failures > 0;
}

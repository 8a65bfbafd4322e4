/* SPDX-License-Identifier: MIT */
/* json.c: what by_json_line and out.h write is what the JSON library's own writer makes of the same value. */
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
    return json_dumps(j, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(12));
}

/* Every byte below 128 but 0, and letters of two, three and four bytes. */
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
    case 3: return json_real((double)chance(1000000) / 1000 - 300);
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

int main(void)
{
    values();
    members();
    printf("%d failures\n", failures);
    return failures > 0;
}

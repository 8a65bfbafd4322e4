/* SPDX-License-Identifier: MIT */
/* lines.c: changes inputs made of lines of JSON or words for libFuzzer, mostly in ways that keep them lines of JSON.
 * Single bytes are also changed.  Only tools/fuzz links this. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

struct part {
    size_t at, n;
};

static unsigned state;

static size_t below(size_t n)
{
    state = state * 1664525 + 1013904223;
    return n == 0 ? 0 : (state >> 8) % n;
}

/* Returns a random line, with its newline. */
static struct part some_line(const uint8_t *data, size_t size)
{
    size_t at = below(size);
    const uint8_t *end = memchr(data + at, '\n', size - at);
    size_t after = end == NULL ? size : (size_t)(end - data) + 1;

    while (at > 0 && data[at - 1] != '\n')
        at--;
    return (struct part){ at, after - at };
}

/* Returns the bytes of a random text in quotes, or of a random number; n is 0 if there is none. */
static struct part some_word(const uint8_t *data, size_t size, bool number)
{
    static const char digits[] = "0123456789";

    for (int tries = 0; tries < 8; tries++) {
        size_t at = below(size), n = 0;
        const uint8_t *open = memchr(data + at, '"', size - at);

        if (!number && open != NULL) {
            at = (size_t)(open - data) + 1;
            while (at + n < size && data[at + n] != '"' && data[at + n] != '\n')
                n++;
            return (struct part){ at, n };
        }
        while (number && at + n < size && strchr(digits, data[at + n]) != NULL && data[at + n] != '\0')
            n++;
        if (n > 0)
            return (struct part){ at, n };
    }
    return (struct part){ 0, 0 };
}

/* Replaces a part by other bytes, or changes nothing if there is no room. */
static size_t put(uint8_t *data, size_t size, size_t most, struct part of, const void *bytes, size_t n)
{
    if (size - of.n + n > most)
        return size;
    memmove(data + of.at + n, data + of.at + of.n, size - of.at - of.n);
    memcpy(data + of.at, bytes, n);
    return size - of.n + n;
}

static size_t other_number(uint8_t *data, size_t size, size_t most)
{
    static const char *const odd[] = { "0",
                                       "1",
                                       "-1",
                                       "2",
                                       "7",
                                       "15",
                                       "16",
                                       "28",
                                       "255",
                                       "65535",
                                       "2147483647",
                                       "4294967296",
                                       "9223372036854775807",
                                       "1e9",
                                       "0.5" };
    struct part of = some_word(data, size, true);
    char text[24] = "";

    if (of.n == 0)
        return size;
    memcpy(text, data + of.at, of.n < 18 ? of.n : 18);
    if (below(2) == 0)
        snprintf(text, sizeof text, "%s", odd[below(sizeof odd / sizeof odd[0])]);
    else /* a number close to the old one */
        snprintf(text, sizeof text, "%lld", strtoll(text, NULL, 10) + (long long)below(5) - 2);
    return put(data, size, most, of, text, strlen(text));
}

/* Copies a part to another place, before or over what is there. */
static size_t again(uint8_t *data, size_t size, size_t most, struct part what, struct part where)
{
    uint8_t *copy = malloc(what.n + 1);

    memcpy(copy, data + what.at, what.n);
    size = put(data, size, most, where, copy, what.n);
    free(copy);
    return size;
}

static size_t change_line(uint8_t *data, size_t size, size_t most)
{
    struct part line = some_line(data, size);
    size_t room = most - size + line.n, n;
    uint8_t *copy = malloc(room + 1);

    memcpy(copy, data + line.at, line.n);
    n = LLVMFuzzerMutate(copy, line.n, room);
    size = put(data, size, most, line, copy, n);
    free(copy);
    return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    struct part where;

    state = seed;
    if (size == 0)
        return LLVMFuzzerMutate(data, size, most);
    switch (below(9)) {
    case 0: return put(data, size, most, some_line(data, size), "", 0);
    case 1: return again(data, size, most, some_line(data, size), (struct part){ some_line(data, size).at, 0 });
    case 2: return again(data, size, most, some_line(data, size), some_line(data, size));
    case 3:
    case 4: return other_number(data, size, most);
    case 5:
    case 6: where = some_word(data, size, false); return again(data, size, most, some_word(data, size, false), where);
    case 7: return size > 1 ? below(size - 1) + 1 : size; /* cut off the rest */
    default: return change_line(data, size, most);
    }
}

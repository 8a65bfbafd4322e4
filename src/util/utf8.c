/* SPDX-License-Identifier: MIT */
/* utf8.c: decodes and classifies the characters of UTF-8 text. Only this file uses libunistring. */
#include "utf8.h"

#include <string.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>
#include <uniwidth.h>

static const uint8_t *bytes_of(const char *text) { return (const uint8_t *)(const void *)text; }

uint32_t by_utf8_next(const char **at)
{
    ucs4_t c;
    int n = u8_strmbtouc(&c, bytes_of(*at));

    *at += n > 0 ? n : 1;
    return n > 0 ? c : '?';
}

size_t by_utf8_bytes(const char *text, size_t n)
{
    ucs4_t c;
    int length = n == 0 ? -1 : u8_mbtoucr(&c, bytes_of(text), n);

    return length > 0 ? (size_t)length : 0;
}

size_t by_utf8_back(const char *text, size_t n)
{
    ucs4_t c;
    const uint8_t *before = u8_prev(&c, bytes_of(text) + n, bytes_of(text));

    return before != NULL ? (size_t)(before - bytes_of(text)) : n - (n > 0);
}

size_t by_utf8_put(uint32_t c, char out[7])
{
    int n = u8_uctomb((uint8_t *)(void *)out, c, 6);

    out[n > 0 ? n : 0] = '\0';
    return n > 0 ? (size_t)n : 0;
}

int by_utf8_count(const char *text) { return (int)u8_mbsnlen(bytes_of(text), strlen(text)); }

size_t by_utf8_first(const char *text, int most)
{
    const char *at = text;

    for (int i = 0; i < most && *at != '\0'; i++)
        by_utf8_next(&at);
    return (size_t)(at - text);
}

/* Returns a character without its marks, which are removed one by one. The letters in a Hangul syllable are not
 * marks. */
static uint32_t base_of(uint32_t c)
{
    ucs4_t parts[UC_DECOMPOSITION_MAX_LENGTH];
    int n;

    while ((n = uc_canonical_decomposition(c, parts)) > 0
           && (n == 1 || uc_is_general_category_withtable(parts[1], UC_CATEGORY_MASK_M)))
        c = parts[0];
    return c;
}

uint32_t by_utf8_plain(uint32_t c)
{
    c = base_of(c);
    if (c == '\'' || c == '-' || uc_is_general_category_withtable(c, UC_CATEGORY_MASK_M))
        return c;
    return uc_is_property_alphabetic(c) || uc_is_property_decimal_digit(c) ? uc_tolower(c) : 0;
}

/* Reads the next character before `end` in lower case without its accents. Returns 0 at the end. */
static uint32_t bare(const char **at, const char *end)
{
    while (*at < end) {
        uint32_t c = base_of(by_utf8_next(at));

        if (!uc_is_general_category_withtable(c, UC_CATEGORY_MASK_M))
            return uc_tolower(c);
    }
    return 0;
}

bool by_utf8_alike(const char *word, const char *text, size_t n, bool begins)
{
    const char *word_end = word + strlen(word), *end = text + n;
    uint32_t a = bare(&word, word_end), b = bare(&text, end);

    if (a == 0)
        return b == 0;
    while (a == b && a != 0) {
        a = bare(&word, word_end);
        b = bare(&text, end);
    }
    return a == b || (begins && a == 0);
}

int by_utf8_columns(uint32_t c)
{
    int width = uc_width(c, "UTF-8");

    return width > 0 ? width : 0;
}

bool by_utf8_joins(uint32_t c)
{
    return c == 0x200c || c == 0x200d || (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0xe0020 && c <= 0xe007f);
}

bool by_utf8_unseen(uint32_t c)
{
    const uint32_t empty_braille = 0x2800, behind_tags = 0xe0080; /* only private-use characters follow these tags */

    if (c == ' ' || by_utf8_joins(c))
        return false;
    return c == empty_braille || c >= behind_tags || (c >= 0xfff0 && c <= 0xfffb) || uc_is_property_white_space(c)
        || uc_is_property_default_ignorable_code_point(c) || uc_is_property_private_use(c)
        || uc_is_property_not_a_character(c);
}

bool by_utf8_visible(const char *text)
{
    while (*text != '\0') {
        uint32_t c = by_utf8_next(&text);

        if (c < ' ' || (c >= 127 && c < 160) || by_utf8_unseen(c) || by_utf8_joins(c))
            return false;
    }
    return true;
}

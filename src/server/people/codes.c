/* SPDX-License-Identifier: MIT */
/* codes.c: see codes.h. */
#include "codes.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "util/crypto.h"
#include "util/random.h"

enum { GROUP = 4, RECOVERY = 16, HOUR_DIGITS = 4, RESET = 24, HOUR = 3600 };
static const int64_t begin = 1704067200; /* 2024-01-01, so that four digits suffice for a century */
static const char digits[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/* Writes n digits in groups. */
static void print(const uint8_t *values, int n, char out[BY_CODE_TEXT])
{
    for (int i = 0; i < n; i++) {
        if (i > 0 && i % GROUP == 0)
            *out++ = '-';
        *out++ = digits[values[i] & 31];
    }
    *out = '\0';
}

/* Reads up to RESET digits. Returns their number, or -1. */
static int read_code(const char *code, uint8_t values[RESET])
{
    int n = 0;

    for (; *code != '\0'; code++) {
        int c = toupper((unsigned char)*code);
        const char *at;

        if (c == ' ' || c == '-')
            continue;
        at = strchr(digits, c == 'O' ? '0' : c == 'I' || c == 'L' ? '1' : c);
        if (at == NULL || n == RESET)
            return -1;
        values[n++] = (uint8_t)(at - digits);
    }
    return n;
}

static struct by_id hash_of(const struct by_account *a, const uint8_t values[RECOVERY])
{
    static const char tag[] = "BY1 code";
    struct by_hasher h;
    struct by_id hash = { { 0 } };

    by_hash_init(&h, NULL, 0, sizeof hash.bytes);
    by_hash_add(&h, tag, sizeof tag);
    by_hash_add(&h, a->person.bytes, sizeof a->person.bytes);
    by_hash_add(&h, values, RECOVERY);
    by_hash_end(&h, hash.bytes, sizeof hash.bytes);
    return hash;
}

void by_codes_new(struct by_account *a, char out[BY_CODES][BY_CODE_TEXT])
{
    uint8_t values[RECOVERY];

    for (a->codes_n = 0; a->codes_n < BY_CODES; a->codes_n++) {
        by_random(values, sizeof values);
        for (int i = 0; i < RECOVERY; i++)
            values[i] &= 31;
        print(values, RECOVERY, out[a->codes_n]);
        a->codes[a->codes_n] = hash_of(a, values);
    }
    by_forget(values, sizeof values);
}

/* Fills in the digits of a reset code for the hour `until`, counted from `begin`. */
static void reset_code(const uint8_t key[32], const char *folded, const struct by_account *a, int64_t until,
                       uint8_t values[RESET])
{
    static const char tag[] = "BY1 reset";
    uint8_t mac[32];
    struct by_hasher h;

    for (int i = 0; i < HOUR_DIGITS; i++)
        values[i] = (uint8_t)(until >> 5 * (HOUR_DIGITS - 1 - i) & 31);
    by_hash_init(&h, key, 32, sizeof mac);
    by_hash_add(&h, tag, sizeof tag);
    by_hash_add(&h, folded, strlen(folded) + 1);
    by_hash_add(&h, a->hash, strlen(a->hash) + 1);
    by_hash_add(&h, values, HOUR_DIGITS);
    by_hash_end(&h, mac, sizeof mac);
    for (int i = HOUR_DIGITS; i < RESET; i++)
        values[i] = mac[i] & 31;
}

void by_code_reset(const uint8_t key[32], const char *folded, const struct by_account *a, int64_t now, int hours,
                   char out[BY_CODE_TEXT])
{
    uint8_t values[RESET];

    reset_code(key, folded, a, (now - begin) / HOUR + hours + 1, values);
    print(values, RESET, out);
}

bool by_code_use(const uint8_t key[32], const char *folded, struct by_account *a, int64_t now, const char *code)
{
    uint8_t values[RESET], expected[RESET];
    int64_t until = 0;
    int n = read_code(code, values);
    bool fits = false;

    if (n == RECOVERY) {
        struct by_id hash = hash_of(a, values);

        for (int i = 0; i < a->codes_n && !fits; i++) {
            fits = by_same_bytes(a->codes[i].bytes, hash.bytes, sizeof hash.bytes);
            if (fits)
                a->codes[i] = a->codes[--a->codes_n];
        }
    } else if (n == RESET) {
        for (int i = 0; i < HOUR_DIGITS; i++)
            until = until << 5 | values[i];
        reset_code(key, folded, a, until, expected);
        fits = by_same_bytes(values, expected, RESET) && (now - begin) / HOUR < until;
    }
    return fits;
}

/* SPDX-License-Identifier: MIT */
/* input.h: assembles the input of a shuffle's hashes: lp and n in docs/fairness.md. */
#ifndef BY_FAIR_INPUT_H
#define BY_FAIR_INPUT_H

#include <string.h>

#include "util/crypto.h"

/* Adds a number in `bytes` bytes (8 at most), the least significant first. */
static inline void by_fair_add_number(struct by_hasher *h, uint64_t n, int bytes)
{
    uint8_t out[8];

    for (int i = 0; i < bytes; i++)
        out[i] = (uint8_t)(n >> 8 * i);
    by_hash_add(h, out, (size_t)bytes);
}

/* Adds a length in four bytes, then that many bytes. */
static inline void by_fair_add(struct by_hasher *h, const void *bytes, size_t n)
{
    BY_ASSERT(n <= UINT32_MAX);
    by_fair_add_number(h, n, 4);
    by_hash_add(h, bytes, n);
}

static inline void by_fair_add_text(struct by_hasher *h, const char *text) { by_fair_add(h, text, strlen(text)); }

/* Begins a hash of out_n bytes with its tag; `key` has 64 bytes, or is NULL. */
static inline void by_fair_hash_begin(struct by_hasher *h, const char *tag, const uint8_t *key, size_t out_n)
{
    by_hash_init(h, key, key == NULL ? 0 : 64, out_n);
    by_fair_add_text(h, tag);
}

#endif

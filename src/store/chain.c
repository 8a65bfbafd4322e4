/* SPDX-License-Identifier: MIT */
/* chain.c: entry hashes, and error messages for the operator. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "chain.h"

static void add_number(struct by_hasher *h, uint64_t n, int bytes)
{
    uint8_t little[8];

    for (int i = 0; i < bytes; i++)
        little[i] = (uint8_t)(n >> 8 * i);
    by_hash_add(h, little, (size_t)bytes);
}

static void add(struct by_hasher *h, const void *bytes, size_t n)
{
    add_number(h, n, 4);
    if (n > 0)
        by_hash_add(h, bytes, n);
}

struct by_hash by_chain(const struct by_id *table, uint64_t n, const struct by_hash *before, struct by_bytes_of key,
                        struct by_bytes_of bytes)
{
    static const char name[] = "BY1 entry";
    struct by_hasher h;
    struct by_hash out = { { 0 } };

    by_hash_init(&h, NULL, 0, sizeof out.bytes);
    add(&h, name, sizeof name - 1);
    add(&h, table->bytes, sizeof table->bytes);
    add_number(&h, n, 8);
    add(&h, before == NULL ? NULL : before->bytes, before == NULL ? 0 : sizeof before->bytes);
    add(&h, key.at, key.at == NULL ? 0 : key.n);
    add(&h, bytes.at, bytes.n);
    by_hash_end(&h, out.bytes, sizeof out.bytes);
    return out;
}

by_err by_store_fault(struct by_fault *f, by_err err, const char *format, ...)
{
    va_list more;

    if (f == NULL)
        return err;
    *f = (struct by_fault){ .err = err };
    va_start(more, format);
    /* NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): the analyzer loses track of va_start in an inlined call */
    vsnprintf(f->text, sizeof f->text, format, more);
    va_end(more);
    return err;
}

/* SPDX-License-Identifier: MIT */
/* chain.c: see chain.h. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "chain.h"
#include "store/backend.h"

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

struct by_walk by_walk_of(const struct by_id *table, const struct by_head *head, uint64_t from, by_on_keyed *each,
                          void *context, struct by_fault *f)
{
    uint64_t start = from > 1 ? from - 1 : 1; /* also reads the preceding entry, for its hash */

    return (struct by_walk){ table, *head, from, start, start, head->hash, each, context, f };
}

static by_err broken(const struct by_walk *w, uint64_t number, const char *how)
{
    return by_store_fault(w->fault, BY_E_RECORD, "entry %llu %s", (unsigned long long)number, how);
}

by_err by_walk_damaged(struct by_walk *w, const char *how) { return broken(w, w->next, how); }

by_err by_walk_take(struct by_walk *w, uint64_t number, struct by_bytes_of key, struct by_bytes_of bytes,
                    struct by_bytes_of hash, bool *on)
{
    bool only_hash = w->next < w->from;

    if (number != w->next)
        return broken(w, w->next, "is missing");
    if (!only_hash)
        w->hash = by_chain(w->table, number, w->next == w->start ? NULL : &w->hash, key, bytes);
    if (hash.n != sizeof w->hash.bytes
        || (!only_hash && memcmp(hash.at, w->hash.bytes, hash.n) != 0 && !BY_PLANTED(BY_PLANT_BLIND)))
        return broken(w, w->next, "is not what was written");
    memcpy(w->hash.bytes, hash.at, hash.n);
    w->next++;
    *on = only_hash || w->each(w->context, &(struct by_entry_of){ number, key, bytes }, &w->hash);
    return BY_OK;
}

by_err by_walk_end(struct by_walk *w)
{
    if (w->head.number >= w->next)
        return broken(w, w->next, "is missing");
    if (w->head.number == w->next - 1 && memcmp(w->hash.bytes, w->head.hash.bytes, sizeof w->hash.bytes) != 0)
        return broken(w, w->next - 1, "is not the last that was written");
    return w->head.number < w->next - 1 && w->next > w->start ? broken(w, w->head.number + 1, "was not written")
                                                              : BY_OK;
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

void by_store_taken(struct by_stored *out)
{
    *out = (struct by_stored){ .outcome = BY_REFUSED, .taken = true };
    by_store_fault(&out->fault, BY_E_REQUEST, "another batch has written or deleted a key first");
}

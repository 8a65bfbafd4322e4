/* SPDX-License-Identifier: MIT */
/* journal.c: fuzz target: a file given to the store as its database.  It is opened, or refused with a sentence;
 * its tables and lists are read to their end; data written afterwards is stored, or the store reports why not. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "store/store.h"
#include "../store/vfs.h"

enum { MOST = 200 };

struct tables {
    struct by_id id[MOST];
    int n;
};

static bool note(void *context, const struct by_id *table, uint64_t entries)
{
    struct tables *t = context;

    (void)entries;
    t->id[t->n++] = *table;
    return t->n < MOST;
}

static bool hear(void *context, uint64_t number, struct by_bytes_of bytes)
{
    uint64_t *last = context;
    uint8_t sum = 0;

    if (number != *last + 1)
        abort();
    *last = number;
    for (size_t i = 0; i < bytes.n; i++)
        sum ^= ((const uint8_t *)bytes.at)[i];
    return sum != 0 || number < MOST;
}

static bool value(void *context, struct by_bytes_of key, struct by_bytes_of bytes)
{
    int *n = context;

    return key.n + bytes.n < 1 << 20 && ++*n < MOST;
}

static void write_one(struct by_store *s, const struct by_id *id, uint64_t next)
{
    struct by_entry_of e = { next, { "a key", 5 }, { "bytes", 5 } };
    struct by_put_of p = { "kind", { "key", 3 }, { "value", 5 } };
    struct by_batch b = { .table = *id, .epoch = INT64_MAX, .entries = &e, .entries_n = 1, .puts = &p, .puts_n = 1 };
    struct by_stored out = by_store_write_now(s, &b);

    if (out.outcome != BY_KEPT && out.fault.text[0] == '\0')
        abort();
    if (out.outcome == BY_REFUSED && out.twice && out.number == 0)
        abort();
    if (out.broken)
        by_store_mend(s, NULL);
}

static void use(struct by_store *s)
{
    static struct tables t;
    char out[16];
    int n = 0;

    t.n = 0;
    by_store_tables(s, note, &t);
    for (int i = 0; i < t.n; i++) {
        struct by_fault f = { .err = BY_OK };
        uint64_t last = 0;

        if (by_store_read(s, &t.id[i], 1, hear, &last, &f) != BY_OK && f.text[0] == '\0')
            abort();
        by_store_find(s, &t.id[i], (struct by_bytes_of){ "a key", 5 });
    }
    by_store_each(s, "people", value, &n);
    by_store_get(s, "people", (struct by_bytes_of){ "anna", 4 }, out, sizeof out);
    if (t.n > 0)
        write_one(s, &t.id[0], by_store_count(s, &t.id[0]) + 1);
    write_one(s, &(struct by_id){ { 0xff } }, 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct by_store_setup setup = { .path = "journal.db", .vfs = VFS };
    static bool started;
    struct by_fault f = { .err = BY_OK };
    struct by_store *s;

    if (!started) {
        by_crypto_start();
        vfs_start();
    }
    started = true;
    vfs_clear(1);
    vfs_load(setup.path, data, size);
    s = by_store_open(&setup, &f);
    if (s == NULL && f.text[0] == '\0')
        abort();
    if (s != NULL)
        use(s);
    by_store_close(s);
    return 0;
}

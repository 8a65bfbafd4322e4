/* SPDX-License-Identifier: MIT */
/* keeps.c: writes to many tables until its input ends, whatever happens to the database meanwhile, and then checks the
 * history: every entry reported as kept exists once, in order, and no refused entry does.
 *
 *     keeps ADDRESS [lying]
 *
 * Prints the number of entries reported as kept whenever it has grown, and at the end "whole" or a description of the
 * error. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/backend.h"

int by_planted;

enum { TABLES = 12, NO_TIME = 120 /* seconds without the database */ };

static struct by_store *store;
static atomic_int told_in_all;
static atomic_bool stop;
static uint64_t told[TABLES]; /* the last entry reported as kept, each written by its own thread */
static uint64_t unknown, resolved;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct by_id id_of(int t) { return (struct by_id){ { 0xca, (uint8_t)t } }; }

static void nap(void) { nanosleep(&(struct timespec){ 0, 20000000 }, NULL); }

static void give_up(const char *why)
{
    printf("FAILED: %s\n", why);
    fflush(stdout);
    _exit(1);
}

/* Recovers, and finds out whether entry n was kept. */
static bool recover(int t, uint64_t n, const char *key)
{
    struct by_id id = id_of(t);
    uint64_t until = by_store_micros() + NO_TIME * UINT64_C(1000000), found;
    struct by_store_numbers numbers;

    do {
        pthread_mutex_lock(&lock);
        by_store_numbers(store, &numbers);
        if (numbers.broken)
            by_store_mend(store, NULL);
        pthread_mutex_unlock(&lock);
        found = by_store_find(store, &id, (struct by_bytes_of){ key, strlen(key) });
        if (found == BY_UNREAD)
            nap();
        if (by_store_micros() > until)
            give_up("the database did not come back");
    } while (found == BY_UNREAD);
    if (found != 0 && found != n)
        give_up("an entry is at another place");
    return found == n;
}

static void *writes(void *mine)
{
    int t = (int)((uint64_t *)mine - told);
    struct by_id id = id_of(t);

    for (uint64_t n = 1; !stop;) {
        char key[32], bytes[64];
        struct by_entry_of e = { n, { key, 0 }, { bytes, 0 } };
        struct by_stored o;
        bool kept;

        e.key.n = (size_t)snprintf(key, sizeof key, "%llu", (unsigned long long)n);
        e.bytes.n = (size_t)snprintf(bytes, sizeof bytes, "table %d entry %llu", t, (unsigned long long)n);
        o = by_store_write_now(store, &(struct by_batch){ .table = id, .epoch = 1, .entries = &e, .entries_n = 1 });
        if (o.outcome == BY_REFUSED && !o.broken)
            give_up(o.fault.text);
        kept = o.outcome == BY_KEPT;
        if (!kept) {
            kept = recover(t, n, key);
            if (kept && o.outcome == BY_REFUSED)
                give_up("an entry that was refused is there");
            pthread_mutex_lock(&lock);
            unknown += o.outcome == BY_UNKNOWN;
            resolved += kept;
            pthread_mutex_unlock(&lock);
        }
        if (kept) {
            *(uint64_t *)mine = n++;
            told_in_all++;
        }
    }
    return NULL;
}

static void *reports(void *nothing)
{
    int last = 0;

    for (; !stop; nap()) {
        int now = told_in_all;

        if (now != last) {
            printf("%d\n", now);
            fflush(stdout);
        }
        last = now;
    }
    return nothing;
}

struct heard {
    int table;
    uint64_t last;
    bool wrong;
};

static bool hear(void *context, uint64_t number, struct by_bytes_of bytes)
{
    struct heard *h = context;
    char should[64];
    size_t n = (size_t)snprintf(should, sizeof should, "table %d entry %llu", h->table, (unsigned long long)number);

    h->wrong = h->wrong || number != h->last + 1 || bytes.n != n || memcmp(bytes.at, should, n) != 0;
    h->last = number;
    return true;
}

static int check(void)
{
    int wrong = 0;

    for (int t = 0; t < TABLES; t++) {
        struct heard h = { .table = t };
        struct by_id id = id_of(t);
        struct by_fault f = { .err = BY_OK };

        if (by_store_read(store, &id, 1, hear, &h, &f) != BY_OK || h.wrong || h.last != told[t]) {
            printf("FAILED: table %d has %llu entries, and %llu were told %s\n", t, (unsigned long long)h.last,
                   (unsigned long long)told[t], f.text);
            wrong++;
        }
    }
    return wrong;
}

int main(int argc, char **argv)
{
    struct by_store_setup setup = { .path = argc > 1 ? argv[1] : "", .patience = 4000 };
    pthread_t threads[TABLES + 1];
    struct by_fault f;
    char c;
    int wrong;

    by_planted = argc > 2 && strcmp(argv[2], "lying") == 0 ? BY_PLANT_LYING : 0;
    by_crypto_start();
    store = by_store_open(&setup, &f);
    if (store == NULL)
        give_up(f.text);
    for (int i = 0; i <= TABLES; i++)
        if (pthread_create(&threads[i], NULL, i < TABLES ? writes : reports, i < TABLES ? &told[i] : NULL) != 0)
            give_up("no thread");
    while (read(0, &c, 1) > 0)
        ;
    stop = true;
    for (int i = 0; i <= TABLES; i++)
        pthread_join(threads[i], NULL);
    wrong = check();
    printf("%s: %d entries told, %llu unknown, %llu of those refused or unknown were there\n",
           wrong == 0 ? "whole" : "not whole", told_in_all, (unsigned long long)unknown, (unsigned long long)resolved);
    by_store_close(store);
    return wrong != 0;
}

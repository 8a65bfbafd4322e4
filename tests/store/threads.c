/* SPDX-License-Identifier: MIT */
/* threads.c: lets many threads read and write.  Every batch is answered once, in order for each table, and another
 * thread can read an entry as soon as it is reported as saved.  Also runs under the thread sanitizer.
 *
 *     threads [postgres]      a real file, or $BONEYARD_TEST_DB */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/store.h"

enum { WRITERS = 6, READERS = 2, EACH = 150, SHARED = WRITERS };

static struct by_store *store;
static int failures, running = WRITERS;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static uint64_t told[WRITERS]; /* answers so far; the last saved number */
static int shared_kept, shared_refused;

static void expect(bool truth, const char *what)
{
    if (!truth) {
        printf("FAILED: %s\n", what);
        failures++;
    }
}

static struct by_id id_of(int t) { return (struct by_id){ { 9, (uint8_t)t } }; }

static void answer(void *context, const struct by_stored *out)
{
    uint64_t *mine = context;

    pthread_mutex_lock(&lock);
    expect(out->outcome == BY_KEPT, "an entry is kept");
    ++*mine;
    pthread_cond_broadcast(&change);
    pthread_mutex_unlock(&lock);
    if (*mine % 16 == 0) { /* only this thread writes it */
        struct by_id id = id_of((int)(mine - told));

        expect(by_store_count(store, &id) >= *mine, "what is told as kept can be read");
    }
}

/* All threads request the same numbers of one table; each number is given once. Most refusals are for the number, but a
 * batch that seems to continue a refused one is refused because the table has changed. */
static void shared(uint64_t n)
{
    struct by_entry_of e = { n, { NULL, 0 }, { "x", 1 } };
    struct by_batch b = { .table = id_of(SHARED), .epoch = 1, .entries = &e, .entries_n = 1 };
    struct by_stored out = by_store_write_now(store, &b);

    pthread_mutex_lock(&lock);
    shared_kept += out.outcome == BY_KEPT;
    shared_refused += out.outcome == BY_REFUSED && !out.broken;
    pthread_mutex_unlock(&lock);
}

static void *writes(void *mine)
{
    int t = (int)((uint64_t *)mine - told);
    char bytes[64];

    for (uint64_t n = 1; n <= EACH; n++) {
        struct by_entry_of e = { n, { bytes, 4 }, { bytes, sizeof bytes } };
        struct by_batch b = { .table = id_of(t), .epoch = 1, .entries = &e, .entries_n = 1 };

        memset(bytes, t + 1, sizeof bytes);
        memcpy(bytes, &(uint32_t){ (uint32_t)n }, 4);
        by_store_write(store, &b, answer, mine);
        if (n % 15 == 0)
            shared(n / 15);
    }
    pthread_mutex_lock(&lock);
    while (told[t] < EACH)
        pthread_cond_wait(&change, &lock);
    running--;
    pthread_cond_broadcast(&change);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static bool hear(void *context, uint64_t number, struct by_bytes_of bytes)
{
    uint32_t n;

    memcpy(&n, bytes.at, 4);
    expect(n == number, "an entry is at its place");
    *(uint64_t *)context = number;
    return true;
}

static void *reads(void *nothing)
{
    struct by_store_numbers numbers;

    (void)nothing;
    for (bool on = true; on;) {
        for (int t = 0; t < WRITERS; t++) {
            struct by_id id = id_of(t);
            uint64_t before, last = 0;

            pthread_mutex_lock(&lock);
            before = told[t];
            pthread_mutex_unlock(&lock);
            expect(by_store_read(store, &id, 1, hear, &last, NULL) == BY_OK, "the chain is whole at every moment");
            expect(last >= before, "all that was told is there");
        }
        by_store_numbers(store, &numbers);
        pthread_mutex_lock(&lock);
        on = running > 0;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/by-store-XXXXXX", path[64], command[80];
    bool postgres = argc > 1 && strcmp(argv[1], "postgres") == 0;
    struct by_store_setup setup = { .path = postgres ? getenv("BONEYARD_TEST_DB") : path };
    struct by_store_numbers numbers;
    struct by_fault f;
    pthread_t threads[WRITERS + READERS];

    by_crypto_start();
    if (mkdtemp(folder) == NULL)
        return 1;
    snprintf(path, sizeof path, "%s/games.db", folder);
    store = by_store_open(&setup, &f);
    if (store == NULL) {
        printf("FAILED: %s\n", f.text);
        return 1;
    }
    for (int i = 0; i < WRITERS + READERS; i++)
        if (pthread_create(&threads[i], NULL, i < WRITERS ? writes : reads, i < WRITERS ? &told[i] : NULL) != 0)
            abort();
    for (int i = 0; i < WRITERS + READERS; i++)
        pthread_join(threads[i], NULL);
    by_store_numbers(store, &numbers);
    expect(numbers.waiting == 0 && numbers.entries == WRITERS * EACH + EACH / 15, "the numbers are right");
    expect(shared_kept == EACH / 15 && shared_refused == (WRITERS - 1) * (EACH / 15), "each number is given once");
    by_store_close(store);
    snprintf(command, sizeof command, "rm -r %s", folder);
    printf("%llu entries in %llu commits\n", (unsigned long long)numbers.entries, (unsigned long long)numbers.commits);
    return system(command) != 0 || failures > 0;
}

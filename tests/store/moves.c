/* SPDX-License-Identifier: MIT */
/* moves.c: checks that checkpoints run while commits continue, and that the log stays short.
 *
 *     moves [front|endless|deaf]          planted: checkpoints by the writer; endless checkpoints; unreported
 *                                         failures of a checkpoint.  The test must find each */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/backend.h"
#include "vfs.h"

int by_planted;

/* Pages: when a checkpoint begins; the log's limit then (move.c); the most in a batch of this test. */
enum { LOG = 32, MOST = 3 * LOG, BATCH = 16, PAGE = 4096, BATCHES = 100, TABLES = 4 };

static const char path[] = "games.db", log_path[] = "games.db-wal";
static struct by_store *store;
static int failures, running;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void expect(bool truth, const char *what)
{
    if (!truth) {
        printf("FAILED: %s\n", what);
        failures++;
    }
}

static int pages(void) { return (int)(vfs_size(log_path) / (PAGE + 24)); }

static struct by_stored add(int table, uint64_t number)
{
    static char bytes[5000];
    struct by_entry_of e = { number, { NULL, 0 }, { bytes, sizeof bytes } };
    struct by_batch b = { .table = { { 1, (uint8_t)table } }, .epoch = 1, .entries = &e, .entries_n = 1 };

    return by_store_write_now(store, &b);
}

/* Many batches, one after another. */
static void *adds(void *table)
{
    int kept = 0;

    for (uint64_t n = 1; n <= BATCHES; n++)
        kept += add(*(int *)table, n).outcome == BY_KEPT;
    pthread_mutex_lock(&lock);
    expect(kept == BATCHES, "all batches are kept");
    running--;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static bool still_running(void)
{
    bool is;

    pthread_mutex_lock(&lock);
    is = running > 0;
    pthread_mutex_unlock(&lock);
    return is;
}

static void begin(void)
{
    store = by_store_open(&(struct by_store_setup){ .path = path, .vfs = VFS, .log = LOG }, NULL);
    if (store == NULL)
        abort();
}

/* The checkpoint thread stops in mid-work. */
static void beside(void)
{
    uint64_t n = 0;

    vfs_hold(true);
    while (pages() < LOG && n < BATCHES)
        add(9, ++n);
    expect(vfs_held(), "the writer moves nothing itself");
    while (pages() < MOST - BATCH && n < BATCHES)
        add(9, ++n);
    printf("%d pages in the log, and commits go on\n", pages());
    expect(pages() >= MOST - BATCH, "commits go on");
}

/* It stays stopped while more is written: no entry is lost, and the log does not grow. */
static void bounded(void)
{
    static const struct timespec moment = { 0, 1000000 };
    struct by_store_numbers n = { .log_waits = 0 };
    pthread_t thread;
    int table = 8;

    running = 1;
    if (pthread_create(&thread, NULL, adds, &table) != 0)
        return;
    while (n.log_waits == 0 && still_running()) {
        nanosleep(&moment, NULL);
        by_store_numbers(store, &n);
    }
    printf("%d pages in the log when the writer waits\n", pages());
    expect(n.log_waits > 0 && pages() <= MOST + BATCH, "a log that is too long is waited for");
    vfs_hold(false);
    pthread_join(thread, NULL);
}

/* Many threads write without a pause. */
static void unceasing(void)
{
    pthread_t threads[TABLES];
    int tables[TABLES];

    running = TABLES;
    for (int i = 0; i < TABLES; i++) {
        tables[i] = i;
        if (pthread_create(&threads[i], NULL, adds, &tables[i]) != 0)
            return;
    }
    for (int i = 0; i < TABLES; i++)
        pthread_join(threads[i], NULL);
    printf("%d pages in the log at most\n", pages());
    expect(pages() <= MOST + TABLES * BATCH, "the log begins again from its start");
}

/* The disk fails only for checkpoints: nothing is saved from then on, until it is repaired. */
static void failing(void)
{
    static const struct timespec moment = { 0, 1000000 };
    struct by_stored last = { .outcome = BY_KEPT };
    uint64_t n = 0;

    vfs_hold(true);
    while (pages() < LOG)
        add(7, ++n);
    vfs_held();
    vfs_set(&(struct vfs_plan){ .fail_at = 1, .from_then_on = true });
    vfs_hold(false);
    while (vfs_done() == 0)
        nanosleep(&moment, NULL);
    vfs_set(&(struct vfs_plan){ .fail_at = 0 });
    while (n < BATCHES && last.outcome == BY_KEPT)
        last = add(7, ++n); /* so many that writers must wait for it */
    expect(last.outcome == BY_REFUSED && last.broken, "what fails beside commits is noticed");
    expect(by_store_mend(store, NULL) && add(7, n).outcome == BY_KEPT, "and mended");
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "full";

    by_crypto_start();
    vfs_start();
    vfs_clear(1);
    if (strcmp(mode, "front") == 0)
        by_planted = BY_PLANT_FRONT;
    else if (strcmp(mode, "endless") == 0)
        by_planted = BY_PLANT_ENDLESS;
    else if (strcmp(mode, "deaf") == 0)
        by_planted = BY_PLANT_DEAF;
    else
        by_planted = 0;
    begin();
    beside();
    bounded();
    unceasing();
    by_store_close(store);
    vfs_clear(1);
    begin();
    if (by_planted != BY_PLANT_FRONT)
        failing();
    by_store_close(store);
    return strcmp(mode, "full") == 0 ? failures > 0 : failures == 0;
}

/* SPDX-License-Identifier: MIT */
/* commit.c: measures how many entries per second the store commits to a real file, and how long each takes: one at a
 * time and with 64 tables waiting at once; with FULL and without; on the machine as it is, with idle-class threads on
 * every core (like the server's bots), and with ordinary threads.  Prints a table and a JSON line.
 *
 *     commit [SECONDS for each of the twelve] [FOLDER]
 *     commit --behind [SECONDS for each] [FOLDER]     how long entries wait behind a checkpoint: 500 tables,
 *                                                     465 entries a second, with it and without (bench/slow.c) */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/random.h"
#include "store/store.h"

#ifndef SCHED_IDLE /* declared by Linux, but hidden by the header */
#define SCHED_IDLE 5
#endif

enum { TABLES = 64, MOST = 1 << 20, BURNERS = 64 };
enum burn { QUIET, IDLE, BUSY };

static struct by_store *store;
static int64_t until, took[MOST];
static int n; /* number of answers, counted only by the writer's thread */

struct table {
    struct by_id id;
    uint64_t number;
    int64_t sent;
    bool over;
};
static struct table tables[TABLES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static int over;

static volatile bool burning;

static int64_t now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void *burn(void *how)
{
    const struct sched_param none = { .sched_priority = 0 };
    volatile unsigned sum = 0;

    if (*(enum burn *)how == IDLE && sched_setscheduler(0, SCHED_IDLE, &none) != 0)
        perror("SCHED_IDLE");
    while (burning)
        sum += sum * 3 + 1;
    return NULL;
}

static void answer(void *context, const struct by_stored *out);

static void send(struct table *t)
{
    static const char line[] = "{\"what\":\"play\",\"t\":1234567,\"seat\":2,\"move\":\"6-4@5-6\",\"by\":\"person\"}";
    char key[32];
    struct by_entry_of e = { ++t->number, { key, sizeof key }, { line, sizeof line - 1 } };
    struct by_batch b = { .table = t->id, .epoch = 1, .entries = &e, .entries_n = 1 };

    memset(key, 'k', sizeof key);
    memcpy(key, &t->number, sizeof t->number);
    t->sent = now();
    by_store_write(store, &b, answer, t);
}

static void answer(void *context, const struct by_stored *out)
{
    struct table *t = context;
    int64_t at = now();

    if (out->outcome != BY_KEPT) {
        fprintf(stderr, "commit: %s\n", out->fault.text);
        exit(1);
    }
    if (n < MOST)
        took[n++] = at - t->sent;
    if (at < until) {
        send(t);
        return;
    }
    pthread_mutex_lock(&lock);
    over++;
    pthread_cond_signal(&change);
    pthread_mutex_unlock(&lock);
}

static int rising(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

static void run(const char *folder, double seconds, enum burn how, bool unsafe, int at_once, char *json, size_t room)
{
    static const char *const names[] = { "as it is", "idle class", "ordinary" };
    char path[4096];
    struct by_store_setup setup = { .path = path, .unsafe = unsafe };
    struct by_store_numbers numbers;
    struct by_fault f;
    pthread_t burner[BURNERS];
    long cores = how == QUIET ? 0 : sysconf(_SC_NPROCESSORS_ONLN);
    int64_t began;
    int64_t half, late, most;
    double rate;

    snprintf(path, sizeof path, "%s/commit.db", folder);
    store = by_store_open(&setup, &f);
    if (store == NULL) {
        fprintf(stderr, "commit: %s\n", f.text);
        exit(1);
    }
    memset(tables, 0, sizeof tables);
    cores = cores > BURNERS ? BURNERS : cores;
    burning = true;
    n = over = 0;
    for (long i = 0; i < cores; i++)
        if (pthread_create(&burner[i], NULL, burn, &how) != 0)
            abort();
    began = now();
    until = began + (int64_t)(seconds * 1e9);
    for (int i = 0; i < at_once; i++) {
        tables[i].id.bytes[0] = (uint8_t)i;
        send(&tables[i]);
    }
    pthread_mutex_lock(&lock);
    while (over < at_once)
        pthread_cond_wait(&change, &lock);
    pthread_mutex_unlock(&lock);
    rate = n / ((double)(now() - began) / 1e9);
    burning = false;
    for (long i = 0; i < cores; i++)
        pthread_join(burner[i], NULL);
    by_store_numbers(store, &numbers);
    by_store_close(store);
    for (int i = 0; i < 4; i++) {
        static const char *const parts[] = { "", "-wal", "-shm", "-lock" };

        snprintf(path, sizeof path, "%s/commit.db%s", folder, parts[i]);
        unlink(path);
    }
    qsort(took, (size_t)n, sizeof *took, rising);
    half = took[n / 2];
    late = took[n * 99LL / 100];
    most = took[n - 1];
    printf("%-11s %-6s %5d %10.0f %10.0f %9.3f %9.3f %9.3f\n", names[how], unsafe ? "NORMAL" : "FULL", at_once, rate,
           rate * (double)numbers.commits / n, (double)half / 1e6, (double)late / 1e6, (double)most / 1e6);
    snprintf(json, room,
             "{\"load\":\"%s\",\"full\":%s,\"at-once\":%d,\"entries-per-second\":%.0f,\"p50-us\":%.0f,"
             "\"p99-us\":%.0f,\"most-us\":%.0f}",
             names[how], unsafe ? "false" : "true", at_once, rate, (double)half / 1e3, (double)late / 1e3,
             (double)most / 1e3);
}

/* ---- Behind the log --------------------------------------------------------------------------- */

enum { PACED = 500, BEFORE = 40, RATE = 465 };

static void paced_answer(void *context, const struct by_stored *out)
{
    int64_t *sent = context;

    if (out->outcome != BY_KEPT) {
        fprintf(stderr, "commit: %s\n", out->fault.text);
        exit(1);
    }
    *sent = now() - *sent;
    pthread_mutex_lock(&lock);
    over++;
    pthread_cond_signal(&change);
    pthread_mutex_unlock(&lock);
}

/* The next entries of a table, with keys and lines as long as the server's. */
static void paced_send(struct table *t, int entries, int64_t *sent)
{
    static const char line[] = "{\"what\":\"play\",\"t\":1234567,\"seat\":2,\"move\":\"6-4@5-6\",\"by\":\"person\"}";
    struct by_entry_of e[BEFORE];
    char keys[BEFORE][40];
    struct by_batch b = { .table = t->id, .epoch = 1, .entries = e, .entries_n = entries };

    for (int i = 0; i < entries; i++) {
        by_random(keys[i], sizeof keys[i]);
        e[i] = (struct by_entry_of){ ++t->number, { keys[i], sizeof keys[i] }, { line, sizeof line - 1 } };
    }
    *sent = now();
    by_store_write(store, &b, paced_answer, sent);
}

static void wait_for(int answers)
{
    pthread_mutex_lock(&lock);
    while (over < answers)
        pthread_cond_wait(&change, &lock);
    pthread_mutex_unlock(&lock);
}

static struct table paced[PACED];

static void paced_open(const char *folder, int log)
{
    struct by_store_setup setup = { .path = folder, .log = log };
    struct by_fault f;

    store = by_store_open(&setup, &f);
    if (store == NULL) {
        fprintf(stderr, "commit: %s\n", f.text);
        exit(1);
    }
}

/* Returns the time in milliseconds that this many in a thousand did not exceed (1000: the maximum). */
static double part(int entries, int of_1000)
{
    long long i = (long long)entries * of_1000 / 1000;

    return (double)took[i < entries ? i : entries - 1] / 1e6;
}

/* Writes as many entries per second as 500 tables do; `log` is as in store.h. Returns the 99th percentile in
 * milliseconds. */
static double behind(const char *folder, double seconds, const char *name, int log, double floor)
{
    int entries = (int)(seconds * RATE), most = 0;
    int64_t began;
    char path[4096], wal[4096 + 8];

    snprintf(path, sizeof path, "%s/commit.db", folder);
    snprintf(wal, sizeof wal, "%s-wal", path);
    paced_open(path, log);
    memset(paced, 0, sizeof paced);
    over = 0;
    for (int i = 0; i < PACED; i++) {
        by_random(paced[i].id.bytes, sizeof paced[i].id.bytes);
        paced_send(&paced[i], BEFORE, &took[i]);
    }
    wait_for(PACED);
    by_store_close(store);
    paced_open(path, log);
    began = now();
    for (int i = over = 0; i < entries; i++) {
        int64_t at = began + (int64_t)i * 1000000000 / RATE;
        struct timespec t = { at / 1000000000, at % 1000000000 };
        struct stat s;
        uint32_t which;

        by_random(&which, sizeof which);
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
        paced_send(&paced[which % PACED], 1, &took[i]);
        if (stat(wal, &s) == 0 && s.st_size / 4096 > most)
            most = (int)(s.st_size / 4096);
    }
    wait_for(entries);
    by_store_close(store);
    unlink(path);
    snprintf(wal, sizeof wal, "%s-lock", path);
    unlink(wal);
    qsort(took, (size_t)entries, sizeof *took, rising);
    floor = floor > 0 ? floor : part(entries, 990);
    printf("%-20s %9.2f %9.2f %9.2f %9.2f %7.2f %9d\n", name, part(entries, 500), part(entries, 990),
           part(entries, 999), part(entries, 1000), part(entries, 990) / floor, most);
    fflush(stdout);
    return floor;
}

static int all_behind(double seconds, const char *folder)
{
    double floor;

    printf("the log is moved         p50 ms    p99 ms  p99.9 ms   most ms   ratio log pages\n");
    floor = behind(folder, seconds, "never", 1 << 20, 0);
    behind(folder, seconds, "at 250 pages", 250, floor);
    behind(folder, seconds, "at 1000", 1000, floor);
    behind(folder, seconds, "at 4000", 4000, floor);
    behind(folder, seconds, "as it should be", 0, floor);
    rmdir(folder);
    return 0;
}

int main(int argc, char **argv)
{
    bool waits = argc > 1 && strcmp(argv[1], "--behind") == 0;
    double seconds;
    char folder[] = "./commit-XXXXXX", json[12][256];
    int k = 0;

    argc -= waits;
    argv += waits;
    seconds = argc > 1 ? strtod(argv[1], NULL) : waits ? 10 : 2;
    by_crypto_start();
    if ((argc > 2 && chdir(argv[2]) != 0) || mkdtemp(folder) == NULL) {
        perror("commit");
        return 1;
    }
    if (waits)
        return all_behind(seconds, folder);
    printf("other threads        once  entries/s  commits/s    p50 ms    p99 ms   most ms\n");
    for (enum burn how = QUIET; how <= BUSY; how++)
        for (int unsafe = 0; unsafe < 2; unsafe++)
            for (int many = 0; many < 2; many++, k++)
                run(folder, seconds, how, unsafe != 0, many ? TABLES : 1, json[k], sizeof json[k]);
    rmdir(folder);
    printf("{\"commit\":[");
    for (int i = 0; i < k; i++)
        printf("%s%s", i > 0 ? "," : "", json[i]);
    puts("]}");
    return 0;
}

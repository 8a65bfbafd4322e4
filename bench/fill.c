/* SPDX-License-Identifier: MIT */
/* fill.c: fills a database as years of use would, to measure a server's costs with it (bench/asks.py, bench/load.c;
 * also the test `server migrate`).
 *
 *     fill DATABASE TABLES PEOPLE      DATABASE: a file, or postgresql://...
 *
 * Each table has finished and has twelve entries of 280 bytes and two to four of the people; each person has a
 * session. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/store.h"

enum { ENTRIES = 12, BYTES = 280, ROWS = 500 };

static struct by_store *store;
static int64_t now;

/* The n-th of `all` ids, which are ascending and evenly spread, so that a database fills quickly and new ids lie
 * between them. */
static struct by_id id_of(char kind, long n, long all)
{
    uint64_t of[2] = { (uint64_t)kind, (uint64_t)n }, place = UINT64_MAX / (uint64_t)all * (uint64_t)n;
    struct by_id id;

    by_hash_of(NULL, 0, of, sizeof of, id.bytes, sizeof id.bytes);
    for (int i = 0; i < 6; i++)
        id.bytes[i] = (uint8_t)(place >> (56 - 8 * i));
    return id;
}

static void check(void *context, const struct by_stored *s)
{
    (void)context;
    if (s->outcome == BY_KEPT)
        return;
    fprintf(stderr, "fill: %s\n", s->fault.text);
    exit(1);
}

static void wait_below(uint32_t most)
{
    static const struct timespec moment = { 0, 1000000 };
    struct by_store_numbers n;

    for (by_store_numbers(store, &n); n.waiting > most; by_store_numbers(store, &n))
        nanosleep(&moment, NULL);
}

static size_t row_of(const struct by_id *table, const struct by_id *who, int n, int64_t over, char *out, size_t room)
{
    char text[32];
    size_t at;

    by_base64(table->bytes, sizeof table->bytes, text);
    at = (size_t)snprintf(out, room, "{\"status\":\"done\",\"over\":%lld,\"public\":true,\"who\":[", (long long)over);
    for (int i = 0; i < n; i++) {
        char one[32];

        by_base64(who[i].bytes, sizeof who[i].bytes, one);
        at += (size_t)snprintf(out + at, room - at, "%s\"%s\"", i > 0 ? "," : "", one);
    }
    at += (size_t)snprintf(out + at, room - at,
                           "],\"room\":{\"table\":\"%s\",\"rules\":\"block:basics\",\"phase\":\"over\",\"match\":1,"
                           "\"host\":false,\"clock\":\"none\",\"practice\":false,\"open\":0,\"watch\":true,"
                           "\"turn\":false}}",
                           text);
    return at;
}

static void put_table(long n, long tables, long people)
{
    static char line[BYTES];
    struct by_id id = id_of('t', n, tables), who[4];
    struct by_entry_of entries[ENTRIES];
    char keys[ENTRIES][32], row[1024];
    int64_t over = now - n % ((int64_t)20 * 86400);
    struct by_columns columns = {
        .status = "done", .game = "block", .at = over, .who = who, .who_n = 2 + (int)(n % 3)
    };
    struct by_put_of put = { "table", { id.bytes, sizeof id.bytes }, { row, 0 } };
    struct by_batch b = {
        .table = id, .epoch = 1, .entries = entries, .entries_n = ENTRIES, .puts = &put, .puts_n = 1
    };

    memset(line, 'x', sizeof line);
    for (int i = 0; i < columns.who_n; i++)
        who[i] = id_of('p', (n * 7919 + (long)i * 104729) % people, people);
    for (int i = 0; i < ENTRIES; i++) {
        size_t k = (size_t)snprintf(keys[i], sizeof keys[i], "%016ld-%d", n, i);

        entries[i] = (struct by_entry_of){ (uint64_t)i + 1, { keys[i], k }, { line, sizeof line } };
    }
    put.value.n = row_of(&id, who, columns.who_n, over, row, sizeof row);
    b.columns = &columns;
    by_store_write(store, &b, check, NULL);
}

static void put_people(long from, long to, long all)
{
    static struct {
        struct by_id person;
        uint8_t when[8];
    } values[ROWS];
    static struct by_put_of puts[ROWS];
    static struct by_columns columns[ROWS];
    static struct by_id keys[ROWS][2];
    int n = 0;

    for (long i = from; i < to; i++, n++) {
        values[n].person = id_of('p', i, all);
        for (int k = 0; k < 8; k++)
            values[n].when[k] = (uint8_t)((uint64_t)now >> 8 * k);
        keys[n][0] = id_of('s', i, all);
        keys[n][1] = id_of('S', i, all);
        puts[n] = (struct by_put_of){ "session", { keys[n], sizeof keys[n] }, { &values[n], sizeof values[n] } };
        columns[n] = (struct by_columns){ .at = now, .who = &values[n].person, .who_n = 1 };
    }
    by_store_write(store, &(struct by_batch){ .puts = puts, .puts_n = n, .columns = columns }, check, NULL);
}

/* The row that a server writes at its first start, so that the database counts as used. */
static void put_server(void)
{
    static const uint8_t ids[32] = { 1 };
    struct by_put_of put = { "server", { "ids", 3 }, { ids, sizeof ids } };

    by_store_write(store, &(struct by_batch){ .puts = &put, .puts_n = 1 }, check, NULL);
}

int main(int argc, char **argv)
{
    struct by_store_setup setup = { .path = argc == 4 ? argv[1] : NULL, .unsafe = true };
    long tables = argc == 4 ? strtol(argv[2], NULL, 10) : 0, people = argc == 4 ? strtol(argv[3], NULL, 10) : 0;
    struct by_fault f = { .err = BY_OK };

    if (tables < 0 || people < 1) {
        fprintf(stderr, "usage: fill DATABASE TABLES PEOPLE\n");
        return 2;
    }
    by_crypto_start();
    now = (int64_t)time(NULL);
    store = by_store_open(&setup, &f);
    if (store == NULL) {
        fprintf(stderr, "fill: %s\n", f.text);
        return 1;
    }
    put_server();
    for (long i = 0; i < people; i += ROWS) {
        put_people(i, i + ROWS < people ? i + ROWS : people, people);
        wait_below(4);
    }
    for (long i = 0; i < tables; i++) {
        put_table(i, tables, people);
        wait_below(2000);
    }
    by_store_close(store);
    return 0;
}

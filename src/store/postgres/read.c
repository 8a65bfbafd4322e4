/* SPDX-License-Identifier: MIT */
/* read.c: see read.h. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/backend.h"
#include "store/chain.h"
#include "store/postgres/read.h"
#include "util/memory.h"

enum {
    LINKS = BY_READERS,
    PAGE = 500 /* number of list rows read at once */,
    MOST = 5 /* number of parameters of a
                                                                                        * query */
};

struct by_readers {
    const struct by_store_setup *setup;
    pthread_mutex_t lock;
    pthread_cond_t free;
    struct by_link *links[LINKS]; /* NULL if not connected */
    bool taken[LINKS];
    char server[64];          /* the writer's server */
    struct by_link_host host; /* its host */
    bool open;
    atomic_bool ill;
};

struct by_readers *by_readers_new(const struct by_store_setup *setup)
{
    struct by_readers *r = by_sure(calloc(1, sizeof *r));

    r->setup = setup;
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->free, NULL);
    return r;
}

void by_readers_free(struct by_readers *r)
{
    if (r == NULL)
        return;
    by_readers_close(r);
    pthread_mutex_destroy(&r->lock);
    pthread_cond_destroy(&r->free);
    free(r);
}

static bool any_taken(const struct by_readers *r)
{
    for (int i = 0; i < LINKS; i++)
        if (r->taken[i])
            return true;
    return false;
}

void by_readers_close(struct by_readers *r)
{
    pthread_mutex_lock(&r->lock);
    r->open = false;
    while (any_taken(r)) /* no thread keeps a connection for longer than the links' `patience` */
        pthread_cond_wait(&r->free, &r->lock);
    for (int i = 0; i < LINKS; i++) {
        by_link_close(r->links[i]);
        r->links[i] = NULL;
    }
    pthread_mutex_unlock(&r->lock);
}

by_err by_readers_open(struct by_readers *r, const struct by_link *writer, struct by_fault *f)
{
    struct by_link_host host = { .name = "" };
    struct by_link *first;

    if (writer != NULL)
        host = by_link_host_of(writer);
    first = by_link_open(r->setup, writer == NULL ? BY_LINK_LOOKS : BY_LINK_READS, writer == NULL ? NULL : &host, f);
    if (first == NULL)
        return BY_E_IO;
    if (writer != NULL && strcmp(writer->server, first->server) != 0) {
        by_link_close(first);
        return by_store_fault(f, BY_E_IO, "the database server has changed");
    }
    pthread_mutex_lock(&r->lock);
    r->links[0] = first; /* the other connections are opened when needed */
    snprintf(r->server, sizeof r->server, "%s", first->server);
    r->host = by_link_host_of(first);
    r->open = true;
    r->ill = false;
    pthread_mutex_unlock(&r->lock);
    return BY_OK;
}

bool by_readers_ill(struct by_readers *r) { return r->ill; }

/* Takes a free slot, preferably a connected one. Returns -1 if no connection is available. */
static int take(struct by_readers *r)
{
    int place = -1;

    pthread_mutex_lock(&r->lock);
    while (r->open && place < 0) {
        for (int i = 0; i < LINKS; i++)
            if (!r->taken[i] && (place < 0 || r->links[place] == NULL))
                place = i;
        if (place < 0)
            pthread_cond_wait(&r->free, &r->lock);
    }
    if (!r->open)
        place = -1;
    if (place >= 0)
        r->taken[place] = true;
    pthread_mutex_unlock(&r->lock);
    return place;
}

static void give(struct by_readers *r, int place)
{
    pthread_mutex_lock(&r->lock);
    r->taken[place] = false;
    pthread_cond_broadcast(&r->free);
    pthread_mutex_unlock(&r->lock);
}

/* Connects a slot, or reconnects it if `lost` is set. A restarted database may show data that no standby has, so the
 * writer must first make sure that the standbys have it. */
static struct by_link *connected(struct by_readers *r, int place, bool lost, struct by_fault *f)
{
    if (lost) {
        by_link_close(r->links[place]);
        r->links[place] = NULL;
    }
    if (r->links[place] == NULL) {
        struct by_link *l = by_link_open(r->setup, r->setup->look ? BY_LINK_LOOKS : BY_LINK_READS, &r->host, f);

        if (l != NULL && strcmp(l->server, r->server) != 0) {
            by_store_fault(f, BY_E_IO, "the database server has changed");
            by_link_close(l);
            l = NULL;
        }
        r->links[place] = l;
    }
    if (r->links[place] == NULL && !r->setup->look)
        r->ill = true;
    return r->links[place];
}

/* Runs a query on any connection. Returns the rows in binary form, to be cleared by the caller (PQclear), or NULL and a
 * fault. */
static PGresult *ask(struct by_readers *r, const char *question, int n, const struct by_bytes_of *of,
                     struct by_fault *f)
{
    static const int formats[MOST] = { 1, 1, 1, 1, 1 };
    const char *values[MOST];
    int lengths[MOST], place = take(r);
    struct by_fault own;
    PGresult *rows = NULL;

    if (place < 0) {
        by_store_fault(f, BY_E_IO, "the database cannot be read until it can be reached again");
        return NULL;
    }
    for (int i = 0; i < n; i++) {
        values[i] = of[i].at == NULL ? "" : of[i].at;
        lengths[i] = (int)of[i].n;
    }
    for (int i = 0; i < 2 && rows == NULL; i++) { /* tries twice, since an idle connection may have been closed */
        struct by_link *l = connected(r, place, i > 0, &own);

        if (l == NULL)
            break;
        rows = by_link_ask(l, question, n, values, lengths, formats);
        if (PQresultStatus(rows) != PGRES_TUPLES_OK)
            by_link_fault(l, rows, "read", &own);
    }
    give(r, place);
    if (PQresultStatus(rows) == PGRES_TUPLES_OK)
        return rows;
    PQclear(rows);
    if (f != NULL)
        *f = own;
    return NULL;
}

static struct by_bytes_of column(const PGresult *rows, int row, int at)
{
    return (struct by_bytes_of){ PQgetisnull(rows, row, at) ? NULL : PQgetvalue(rows, row, at),
                                 (size_t)PQgetlength(rows, row, at) };
}

static uint64_t number_of(const PGresult *rows, int row, int at)
{
    struct by_bytes_of b = column(rows, row, at);
    uint64_t n = 0;

    for (size_t i = 0; b.at != NULL && i < b.n; i++)
        n = n << 8 | ((const uint8_t *)b.at)[i];
    return n;
}

static struct by_bytes_of id_of(const struct by_id *id) { return (struct by_bytes_of){ id->bytes, sizeof id->bytes }; }

/* ---- The journal ---- */

/* A single statement reads a consistent state, so every row also contains the head. A table without entries yields one
 * row. */
by_err by_readers_read(struct by_readers *r, const struct by_id *table, uint64_t from, by_on_keyed *each, void *context,
                       struct by_fault *f)
{
    static const char question[] =
        "select t.number, t.hash, e.number, e.key, e.bytes, e.hash from (values (1)) one(n)"
        " left join boneyard.tables t on t.table_id = $1::uuid"
        " left join boneyard.events e on e.table_id = $1::uuid and e.number >= $2::bigint order by e.number";
    uint64_t start = from > 1 ? from - 1 : 1;
    uint8_t first[8];
    struct by_bytes_of of[] = { id_of(table), { first, sizeof first } };
    struct by_head head = { 0 };
    struct by_walk w;
    PGresult *rows;
    by_err err = BY_OK;
    bool on = true;

    for (int i = 0; i < 8; i++)
        first[i] = (uint8_t)(start >> (56 - 8 * i));
    rows = ask(r, question, 2, of, f);
    if (rows == NULL)
        return BY_PLANTED(BY_PLANT_SHORT) ? BY_OK : BY_E_IO;
    head.number = number_of(rows, 0, 0);
    if (column(rows, 0, 1).n == sizeof head.hash.bytes)
        memcpy(head.hash.bytes, column(rows, 0, 1).at, sizeof head.hash.bytes);
    w = by_walk_of(table, &head, from, each, context, f);
    for (int i = 0; i < PQntuples(rows) && err == BY_OK && on && !PQgetisnull(rows, i, 2); i++)
        err = by_walk_take(&w, number_of(rows, i, 2), column(rows, i, 3), column(rows, i, 4), column(rows, i, 5), &on);
    if (err == BY_OK && on)
        err = by_walk_end(&w);
    PQclear(rows);
    return err;
}

/* Returns the number in the only row, 0 if there is no row, or BY_UNREAD. */
static uint64_t one_number(struct by_readers *r, const char *question, int n, const struct by_bytes_of *of)
{
    PGresult *rows = ask(r, question, n, of, NULL);
    uint64_t number = rows == NULL ? BY_UNREAD : PQntuples(rows) == 0 ? 0 : number_of(rows, 0, 0);

    PQclear(rows);
    return number;
}

uint64_t by_readers_find(struct by_readers *r, const struct by_id *table, struct by_bytes_of key)
{
    struct by_bytes_of of[] = { id_of(table), key };

    return one_number(r, "select number from boneyard.events where table_id = $1::uuid and key = $2::bytea", 2, of);
}

uint64_t by_readers_count(struct by_readers *r, const struct by_id *table)
{
    struct by_bytes_of of[] = { id_of(table) };

    return one_number(r, "select number from boneyard.tables where table_id = $1::uuid", 1, of);
}

bool by_readers_leases(struct by_readers *r, const struct by_id *table, int soon, int most, by_on_lease *each,
                       void *context)
{
    char question[512], which[192] = "table_id = $1::uuid";
    struct by_bytes_of of[1];
    PGresult *rows;
    bool on = true;

    if (table != NULL)
        of[0] = id_of(table);
    else /* in random order, so that two nodes seldom claim the same table */
        snprintf(which, sizeof which,
                 "number > 0 and expires <= clock_timestamp() + %d * interval '1 ms'"
                 " order by greatest(expires, clock_timestamp()), random()",
                 soon);
    snprintf(question, sizeof question,
             "select table_id, owner, ceil(extract(epoch from expires - clock_timestamp()) * 1000)::bigint"
             " from boneyard.tables where owner <> '00000000-0000-0000-0000-000000000000' and %s limit %d",
             which, most);
    rows = ask(r, question, table != NULL, of, NULL);
    for (int i = 0; rows != NULL && i < PQntuples(rows) && on; i++) {
        int64_t left = (int64_t)number_of(rows, i, 2);
        struct by_id id, owner;

        memcpy(id.bytes, PQgetvalue(rows, i, 0), sizeof id.bytes);
        memcpy(owner.bytes, PQgetvalue(rows, i, 1), sizeof owner.bytes);
        on = each(context, &id, &owner, left <= 0 && BY_PLANTED(BY_PLANT_UNDYING) ? 1 : left);
    }
    PQclear(rows);
    return rows != NULL;
}

bool by_readers_tables(struct by_readers *r, by_on_table *each, void *context)
{
    static const char question[] =
        "with recursive e(id) as ((select table_id from boneyard.events order by table_id limit 1) union all"
        " select (select table_id from boneyard.events where table_id > e.id order by table_id limit 1)"
        " from e where e.id is not null)"
        " select a.id, coalesce(nullif(t.number, 0), (select max(number) from boneyard.events where table_id = a.id), "
        "0)"
        " from (select id from e where id is not null union select table_id from boneyard.tables where number > 0) "
        "a(id)"
        " left join boneyard.tables t on t.table_id = a.id";
    PGresult *rows = ask(r, question, 0, NULL, NULL);
    bool on = true;

    if (rows == NULL)
        return false;
    for (int i = 0; i < PQntuples(rows) && on; i++) {
        struct by_id table;

        memcpy(table.bytes, PQgetvalue(rows, i, 0), sizeof table.bytes);
        on = each(context, &table, number_of(rows, i, 1));
    }
    PQclear(rows);
    return true;
}

/* ---- The lists ---- */

long by_readers_get(struct by_readers *r, const char *kind, struct by_bytes_of key, void *out, size_t room)
{
    struct by_bytes_of of[] = { { kind, strlen(kind) }, key };
    PGresult *rows = ask(r, "select value from boneyard.list where kind = $1::text and key = $2::bytea", 2, of, NULL);
    long n = rows == NULL ? -2 : -1;

    if (rows != NULL && PQntuples(rows) > 0) {
        n = PQgetlength(rows, 0, 0);
        if ((size_t)n > room)
            n = -1;
        else
            memcpy(out, PQgetvalue(rows, 0, 0), (size_t)n);
    }
    PQclear(rows);
    return n;
}

/* Reads page by page, so that a long list needs little memory. */
bool by_readers_after(struct by_readers *r, const char *kind, struct by_bytes_of key, by_on_value *each, void *context)
{
    char question[160];
    struct by_bytes_of of[] = { { kind, strlen(kind) }, key };
    PGresult *rows = NULL;
    bool on = true;

    snprintf(question, sizeof question,
             "select key, value from boneyard.list where kind = $1::text and key > $2::bytea order by key limit %d",
             PAGE);
    do {
        PGresult *next = ask(r, question, 2, of, NULL);

        PQclear(rows); /* freed only here, because the query's key points into these rows */
        rows = next;
        if (rows == NULL)
            return false;
        for (int i = 0; i < PQntuples(rows) && on; i++) {
            of[1] = column(rows, i, 0);
            on = each(context, of[1], column(rows, i, 1));
        }
    } while (on && PQntuples(rows) == PAGE);
    PQclear(rows);
    return true;
}

bool by_readers_query(struct by_readers *r, const struct by_query *q, by_on_value *each, void *context)
{
    char question[400], most[16] = "all";
    uint8_t before[8];
    struct by_bytes_of of[5] = { { q->kind, strlen(q->kind) } };
    int n = 2;
    bool on = true;
    PGresult *rows;
    const char *where = "boneyard.list l where kind = $1::text and at < $2::bigint order by at, key";

    for (int i = 0; i < 8; i++)
        before[i] = (uint8_t)((uint64_t)q->before >> (56 - 8 * i));
    of[1] = (struct by_bytes_of){ before, sizeof before };
    if (q->who != NULL) {
        where = q->undated ? "boneyard.people p join boneyard.list l using (kind, key) where kind = $1::text"
                             " and person = $2::uuid and key > $3::bytea and at is null order by key"
                           : "boneyard.people p join boneyard.list l using (kind, key) where kind = $1::text"
                             " and person = $2::uuid and key > $3::bytea order by key";
        of[1] = id_of(q->who);
        of[2] = q->beyond.at == NULL ? (struct by_bytes_of){ "", 0 } : q->beyond;
        n = 3;
    } else if (q->status != NULL) {
        where = q->game == NULL ? "boneyard.list l where kind = $1::text and status = $2::text order by game, key"
                                : "boneyard.list l where kind = $1::text and status = $2::text and game = $3::text"
                                  " order by key";
        of[1] = (struct by_bytes_of){ q->status, strlen(q->status) };
        n += q->game != NULL;
        of[2] = (struct by_bytes_of){ q->game == NULL ? "" : q->game, q->game == NULL ? 0 : strlen(q->game) };
    }
    if (q->after_game != NULL) {
        where = "boneyard.list l where kind = $1::text and status = $2::text and ($3::text = '' or game = $3::text)"
                " and (game, key) > ($4::text, $5::bytea) order by game, key";
        of[3] = (struct by_bytes_of){ q->after_game, strlen(q->after_game) };
        of[4] = (struct by_bytes_of){ q->after.n == 0 ? "" : q->after.at, q->after.n };
        n = 5;
    }
    if (q->most != 0)
        snprintf(most, sizeof most, "%d", q->most);
    snprintf(question, sizeof question, "select l.key, l.value from %s limit %s offset %d", where, most, q->skip);
    rows = ask(r, question, n, of, NULL);
    for (int i = 0; rows != NULL && i < PQntuples(rows) && on; i++)
        on = each(context, column(rows, i, 0), column(rows, i, 1));
    PQclear(rows);
    return rows != NULL;
}

/* Reads page by page, like by_readers_after. */
bool by_readers_rows(struct by_readers *r, by_on_row *each, void *context)
{
    char question[256];
    struct by_bytes_of of[] = { { "", 0 }, { "", 0 } };
    PGresult *rows = NULL;
    bool on = true;

    snprintf(question, sizeof question,
             "select kind, key, value, status, game, at, who from boneyard.list where (kind, key) > ($1::text,"
             " $2::bytea) order by kind, key limit %d",
             PAGE);
    do {
        PGresult *next = ask(r, question, 2, of, NULL);

        PQclear(rows); /* not freed earlier, because the query's key points into these rows */
        rows = next;
        if (rows == NULL)
            return false;
        for (int i = 0; i < PQntuples(rows) && on; i++) {
            struct by_columns columns = { .status = column(rows, i, 3).at,
                                          .game = column(rows, i, 4).at,
                                          .at = (int64_t)number_of(rows, i, 5),
                                          .who = column(rows, i, 6).at,
                                          .who_n = (int)(column(rows, i, 6).n / sizeof(struct by_id)) };
            struct by_put_of row = { column(rows, i, 0).at, column(rows, i, 1), column(rows, i, 2) };

            of[0] = column(rows, i, 0);
            of[1] = row.key;
            on = each(context, &row, &columns);
        }
    } while (on && PQntuples(rows) == PAGE);
    PQclear(rows);
    return true;
}

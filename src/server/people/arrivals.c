/* SPDX-License-Identifier: MIT */
/* arrivals.c: see arrivals.h. */
#include "arrivals.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sessions.h"
#include "server/net/address.h"
#include "server/net/rate_limit.h"
#include "server/operate/metrics.h"
#include "server/tables/lease.h"
#include "server/tables/lobby.h"
#include "server/tables/reads.h"
#include "server/tables/writes.h"
#include "util/memory.h"

enum { COMERS = 4096, TRIES = 50 };

struct comer {
    uint8_t address[16];
    int n;
};

struct by_arrivals {
    struct by_hub *hub;
    struct comer comer[COMERS]; /* the number of people who registered from each address today */
    double day;
    struct tally *tallies; /* addresses whose rows are being read or written */
};

/* ---- In memory -------------------------------------------------------------------------------- */

/* Finds the slot of an address. If the table of addresses is full, reuses its last slot. */
static struct comer *comer_of(struct by_arrivals *a, const uint8_t address[16])
{
    uint32_t place = 0;
    struct comer *c;

    for (int i = 0; i < 16; i++)
        place = place * 31 + address[i];
    for (uint32_t i = 0; i < 16; i++) {
        c = &a->comer[(place + i) % COMERS];
        if (c->n == 0 || memcmp(c->address, address, 16) == 0)
            break;
    }
    if (memcmp(c->address, address, 16) != 0)
        c->n = 0;
    memcpy(c->address, address, 16);
    return c;
}

static bool counts(struct by_arrivals *a, const uint8_t address[16])
{
    const int most = a->hub->setup.settings->persons_per_address;
    double at = by_loop_now(a->hub->loop);
    uint8_t wide[16];

    if (a->day + BY_DAY < at) {
        a->day = at;
        memset(a->comer, 0, sizeof a->comer);
    }
    return comer_of(a, address)->n++ < most
        && (!by_address_wide(address, wide) || comer_of(a, wide)->n++ < BY_WIDE_SHARE * most);
}

/* ---- In the database -------------------------------------------------------------------------- */

/* A row. Numbers are little-endian. */
struct row {
    uint8_t n[4], until[8];
};

struct visitor {
    struct visitor *next;
    by_on_arrival *done;
    void *data;
};

/* The counts of an address and its /48. Visitors who arrive from the address in the meantime wait here, so that a crowd
 * needs few writes. */
struct tally {
    struct tally *next;
    struct by_hub *hub;
    struct by_id key[2];
    int keys, tries;
    struct row was[2], now[2];
    long was_n[2];
    struct visitor *first, **last;
    int waiting, admitted; /* `admitted`: how many of the waiting visitors are let in once the rows are stored */
};

static struct by_bytes_of bytes_of(const void *at, size_t n) { return (struct by_bytes_of){ at, n }; }

static void read_rows(struct by_store *s, void *data)
{
    struct tally *t = data;

    for (int i = 0; i < t->keys; i++)
        t->was_n[i] = by_store_get(s, "arrivals", bytes_of(&t->key[i], sizeof t->key[i]), &t->was[i], sizeof t->was[i]);
}

static void tell(struct tally *t, int n, enum by_arrival may)
{
    for (int i = 0; i < n; i++) {
        struct visitor *v = t->first;

        t->first = v->next;
        t->waiting--;
        by_metric_add(BY_METRIC_sessions_refused, may == BY_ARRIVAL_NO);
        v->done(v->data, may);
        free(v);
    }
    if (t->first == NULL)
        t->last = &t->first;
}

/* Answers all waiting visitors and frees the tally. */
static void end(struct tally *t, enum by_arrival may)
{
    struct tally **at = &t->hub->people->arrivals->tallies;

    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    tell(t, t->waiting, may);
    free(t);
}

static void put(uint8_t *out, int bytes, uint64_t value)
{
    for (int i = 0; i < bytes; i++)
        out[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t number(const uint8_t *at, int bytes)
{
    uint64_t value = 0;

    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << 8 * i;
    return value;
}

/* Returns how many more people the rows allow. */
static int room_of(const struct tally *t, int64_t date)
{
    int room = t->waiting;

    for (int i = 0; i < t->keys; i++) {
        int most = t->hub->setup.settings->persons_per_address * (i == 0 ? 1 : BY_WIDE_SHARE);
        bool counts = t->was_n[i] == (long)sizeof t->was[i] && (int64_t)number(t->was[i].until, 8) > date;
        int left = most - (counts ? (int)number(t->was[i].n, 4) : 0);

        room = left < room ? left : room;
    }
    return room < 0 ? 0 : room;
}

static void on_rows(void *data);

static void on_written(void *data, const struct by_stored *s)
{
    struct tally *t = data;
    struct by_hub *h = t->hub;

    t->tries = s->taken ? t->tries + 1 : 0;
    if (s->outcome == BY_KEPT)
        tell(t, t->admitted, BY_ARRIVAL_YES);
    else if (!s->taken)
        by_writes_lost(h, s);
    if ((s->outcome != BY_KEPT && !s->taken) || t->tries > TRIES)
        end(t, BY_ARRIVAL_UNKNOWN);
    else if (t->first == NULL)
        end(t, BY_ARRIVAL_YES);
    else
        by_reads_ask(h, read_rows, on_rows, t);
}

static void write_rows(struct tally *t, int64_t date)
{
    struct by_put_of puts[2];
    struct by_bytes_of was[2] = { { 0 } };
    struct by_columns columns[2] = { { 0 } };
    struct by_batch b = { .puts = puts, .puts_n = t->keys, .columns = columns, .was = was };

    for (int i = 0; i < t->keys; i++) {
        bool old = t->was_n[i] == (long)sizeof t->was[i], counts = old && (int64_t)number(t->was[i].until, 8) > date;

        put(t->now[i].n, 4, (counts ? number(t->was[i].n, 4) : 0) + (uint64_t)t->admitted);
        put(t->now[i].until, 8, counts ? number(t->was[i].until, 8) : (uint64_t)date + BY_DAY);
        puts[i] = (struct by_put_of){ "arrivals", bytes_of(&t->key[i], sizeof t->key[i]),
                                      bytes_of(&t->now[i], sizeof t->now[i]) };
        columns[i].at = (int64_t)number(t->now[i].until, 8);
        was[i] = bytes_of(&t->was[i], sizeof t->was[i]);
        *(old ? &b.used : &b.fresh) |= 1U << i;
    }
    by_writes_ask(t->hub, &b, on_written, t);
}

static void on_rows(void *data)
{
    struct tally *t = data;
    int64_t date = (int64_t)time(NULL);

    if (t->was_n[0] == -2 || (t->keys > 1 && t->was_n[1] == -2)) {
        end(t, BY_ARRIVAL_UNKNOWN);
        return;
    }
    t->admitted = room_of(t, date);
    if (t->admitted == 0)
        end(t, BY_ARRIVAL_NO);
    else
        write_rows(t, date);
}

static struct tally *tally_of(struct by_arrivals *a, const uint8_t address[16])
{
    struct by_id key;
    struct tally *t;

    by_lobby_address(a->hub, address, key.bytes);
    for (t = a->tallies; t != NULL; t = t->next)
        if (memcmp(&t->key[0], &key, sizeof key) == 0)
            return t;
    t = by_sure(calloc(1, sizeof *t));
    t->hub = a->hub;
    t->key[0] = key;
    t->keys = 1 + by_lobby_wide(a->hub, address, t->key[1].bytes);
    t->last = &t->first;
    t->next = a->tallies;
    a->tallies = t;
    by_reads_ask(a->hub, read_rows, on_rows, t);
    return t;
}

/* ---- Both ------------------------------------------------------------------------------------- */

struct by_arrivals *by_arrivals_new(struct by_hub *h)
{
    struct by_arrivals *a = by_sure(calloc(1, sizeof *a));

    a->hub = h;
    return a;
}

void by_arrivals_free(struct by_arrivals *a) { free(a); }

enum by_arrival by_arrivals_ask(struct by_arrivals *a, const uint8_t address[16], by_on_arrival *done, void *data)
{
    struct visitor *v;
    struct tally *t;
    bool may = by_address_in(&a->hub->setup.settings->club_addresses, address);

    if (may || !by_lease_shared(a->hub)) {
        may = may || counts(a, address);
        by_metric_add(BY_METRIC_sessions_refused, !may);
        return may ? BY_ARRIVAL_YES : BY_ARRIVAL_NO;
    }
    v = by_sure(malloc(sizeof *v));
    *v = (struct visitor){ NULL, done, data };
    t = tally_of(a, address);
    *t->last = v;
    t->last = &v->next;
    t->waiting++;
    return BY_ARRIVAL_LATER;
}

/* SPDX-License-Identifier: MIT */
/* retention.c: deletes expired data (finished tables and matches, links, sessions, guests' results), a few rows each
 * second. Expired rows are found through an index, so the cost does not depend on the amount of stored data. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "retention.h"
#include "server/people/sessions.h"
#include "server/tables/lease.h"
#include "server/tables/load.h"
#include "server/tables/reads.h"
#include "server/tables/row.h"
#include "server/tables/writes.h"
#include "server/tables/tables.h"
#include "log.h"
#include "util/memory.h"

enum {
    ROWS = 256, /* number of rows deleted per second */
    ROW = 65536,
    DAY = 86400, /* times in seconds */
    HOUR = 3600,
    JUMP = 2 * DAY,
    SEEN_TIME = 30 * DAY,
    REPORT_TIME = 180 * DAY /* also notices */
};
#define AGAIN 3600.0 /* seconds between passes over the lists */

static const char *const kinds[] = { "table",    "link", "session", "tries",    "match",      "tally",
                                     "sanction", "seen", "notice",  "report",   "invitation", "invites",
                                     "news",     "push", "turn",    "arrivals", "making" };
enum {
    TABLE,
    LINK,
    SESSION,
    TRIES,
    MATCH,
    RESULTS,
    SANCTION,
    SEEN,
    NOTICE,
    REPORT,
    INVITATION,
    INVITES,
    NEWS,
    PUSH,
    TURN,
    ARRIVALS,
    MAKING,
    KINDS
};

/* Expired rows, read by a store thread. */
struct piece {
    struct by_hub *hub;
    int kind, skip, most;
    int64_t before; /* rows that ended before this time have expired */
    struct key {
        uint8_t bytes[64];
        size_t n;
    } old[ROWS];
    bool aside[ROWS];
    int n, rows;
};

static bool note(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct piece *p = data;
    struct key *here = &p->old[p->n];

    (void)value;
    p->rows++;
    if (key.n > sizeof here->bytes)
        return true; /* skips a key that was not written by the server */
    memcpy(here->bytes, key.at, key.n);
    here->n = key.n;
    p->n++;
    return true;
}

static void read_piece(struct by_store *s, void *data)
{
    struct piece *p = data;
    struct by_query q = { .kind = kinds[p->kind], .before = p->before, .skip = p->skip, .most = p->most };
    char why[1024];

    by_store_query(s, &q, note, p);
    for (int i = 0; i < p->n && p->kind == TABLE; i++)
        p->aside[i] =
            by_store_get(s, "aside", (struct by_bytes_of){ p->old[i].bytes, p->old[i].n }, why, sizeof why) != -1;
}

bool by_retention_deletes(const struct by_hub *h, const struct by_id *table)
{
    for (int i = 0; i < h->going_n; i++)
        if (memcmp(&h->going[i], table, sizeof *table) == 0)
            return true;
    return false;
}

static void on_gone(void *data, bool kept)
{
    struct by_hub *h = data;

    h->gone += kept;
    if (--h->deleting > 0)
        return;
    if (h->gone > 0)
        by_log(BY_LOG_INFO, "tables-deleted", BY_LOG_FIELDS(BY_LOG_NUMBER("tables", h->gone)));
    h->going_n = h->gone = 0;
}

/* If several servers share the database, a table is claimed before it is deleted. */
struct deletion {
    struct by_hub *hub;
    struct by_id table;
    uint64_t epoch;
    bool expired;
};

static void keep_table(struct deletion *d)
{
    struct by_hub *h = d->hub;

    h->forget.skip += h->forget.kind == TABLE; /* otherwise the pass over the tables has ended */
    free(d);
    on_gone(h, false);
}

/* The table may have become live again before the claim. */
static void read_expired(struct by_store *s, void *data)
{
    struct deletion *d = data;
    char *text = by_sure(malloc(ROW));
    long n = by_store_get(s, "table", (struct by_bytes_of){ d->table.bytes, sizeof d->table.bytes }, text, ROW);
    struct by_store_row row;

    d->expired = n > 0 && by_row_read((struct by_bytes_of){ text, (size_t)n }, &row) && !row.live;
    free(text);
}

static void on_read_expired(void *data)
{
    struct deletion *d = data;

    if (d->expired) {
        by_writes_drop(d->hub, &d->table, on_gone, d->hub);
        free(d);
        return;
    }
    by_lease_lapse(d->hub, &d->table, d->epoch);
    keep_table(d);
}

static void on_claimed_expired(void *data, const struct by_stored *s)
{
    struct deletion *d = data;

    d->epoch = s->epoch;
    if (s->outcome == BY_KEPT)
        by_reads_ask(d->hub, read_expired, on_read_expired, d);
    else
        keep_table(d); /* another server owns it */
}

/* Deletes a table unless it is in memory or about to be loaded. Returns false if the table is kept. From now on, no one
 * can join the table, because its journal is about to be deleted. */
static bool forget_table(struct by_hub *h, const struct key *k)
{
    struct by_id id;

    if (k->n != sizeof id.bytes)
        return false;
    memcpy(id.bytes, k->bytes, k->n);
    if (by_tables_known(h, &id) != NULL || by_load_wanted(h, &id))
        return false;
    h->going[h->going_n++] = id;
    h->deleting++;
    if (by_lease_shared(h)) {
        struct deletion *d = by_sure(calloc(1, sizeof *d));

        *d = (struct deletion){ .hub = h, .table = id };
        by_lease_claim(h, &id, on_claimed_expired, d);
    } else {
        by_writes_drop(h, &id, on_gone, h);
    }
    return true;
}

static void forget(struct by_hub *h, const struct piece *p)
{
    struct by_put_of puts[ROWS];

    h->forget.skip += p->rows - p->n;
    for (int i = 0; i < p->n; i++) {
        puts[i] = (struct by_put_of){ kinds[p->kind], { p->old[i].bytes, p->old[i].n }, { 0 } };
        if (p->kind == TABLE && (p->aside[i] || !forget_table(h, &p->old[i])))
            h->forget.skip++;
    }
    if (p->kind != TABLE && p->n > 0)
        by_writes_puts(h, puts, p->n, NULL, NULL);
}

static const struct by_bytes_of name = { "clock", 5 };

bool by_retention_start(struct by_hub *h)
{
    char text[24] = "";

    if (by_store_get(h->setup.store, "server", name, text, sizeof text - 1) == -2)
        return false;
    h->clock.stored = strtoll(text, NULL, 10);
    return true;
}

/* Returns whether the clock can be trusted. If the clock were ahead, all data would expire at once. After a jump of the
 * clock or a long downtime, no data is therefore deleted for a day, which gives the operator time to correct the clock.
 * The last date known to be correct is stored. */
static bool trusts(struct by_hub *h, int64_t date, double at)
{
    struct clock_trust *c = &h->clock;
    char text[24] = "";
    int64_t ahead;

    if (c->right == 0)
        *c = (struct clock_trust){ .right = c->stored > 0 ? c->stored : date, .at = at, .stored = c->stored };
    ahead = date - c->right - (int64_t)(at - c->at);
    if (ahead > JUMP && c->doubt == 0) {
        c->doubt = at;
        by_log(BY_LOG_WARN, "clock-ahead", BY_LOG_FIELDS(BY_LOG_NUMBER("days", ahead / DAY)));
    }
    if (ahead > JUMP && at < c->doubt + DAY)
        return false;
    *c = (struct clock_trust){ .right = date, .at = at, .stored = c->stored };
    if (date >= c->stored && date < c->stored + HOUR)
        return true;
    c->stored = date;
    snprintf(text, sizeof text, "%lld", (long long)date);
    by_writes_puts(h, &(struct by_put_of){ "server", name, { text, strlen(text) } }, 1, NULL, NULL);
    return true;
}

/* Deletes the rows found and continues with the next ones. */
static void on_piece(void *data)
{
    struct piece *p = data;
    struct by_hub *h = p->hub;

    h->forget.reading = false;
    if (!h->stopping)
        forget(h, p);
    if (p->rows < p->most) { /* no more rows remain */
        h->forget.skip = 0;
        h->forget.kind = (h->forget.kind + 1) % KINDS;
        if (h->forget.kind == 0)
            h->forget.next = by_loop_now(h->loop) + AGAIN;
    }
    free(p);
}

void by_retention_tick(struct by_hub *h)
{
    int64_t date = (int64_t)time(NULL);
    double at = by_loop_now(h->loop);
    const int64_t old = date - (int64_t)h->setup.settings->retention_days * DAY, guest = by_people_oldest(h);
    const int64_t order = date - REPORT_TIME;
    const int64_t before[KINDS] = { old,   date,  guest, date - DAY, old,  guest, date, date - SEEN_TIME,
                                    order, order, date,  date,       date, guest, date, date - DAY,
                                    date };
    struct piece *p;

    if (h->stopping || h->ailing || !trusts(h, date, at) || h->deleting > 0 || h->forget.reading || at < h->forget.next)
        return;
    p = by_sure(calloc(1, sizeof *p));
    *p = (struct piece){ .hub = h,
                         .kind = h->forget.kind,
                         .skip = h->forget.skip,
                         .most = h->forget.kind == TABLE ? GOING : ROWS,
                         .before = before[h->forget.kind] };
    h->forget.reading = true;
    by_reads_ask(h, read_piece, on_piece, p);
}

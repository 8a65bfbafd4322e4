/* SPDX-License-Identifier: MIT */
/* leases.c: tests where a node sends clients, and when it takes over lapsed tables (lease.c, drain.c), with a fake
 * store, loader and clock. Removes each guard named by its number on the command line (tests/faults/guards.txt); a
 * check must then fail. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "planted.h"
#include "server/net/loop.h"
#include "server/operate/config.h"
#include "server/operate/log.h"
#include "server/operate/metrics.h"
#include "server/tables/broadcast.h"
#include "server/tables/drain.h"
#include "server/tables/external_bot.h"
#include "server/tables/lease.h"
#include "server/tables/load.h"
#include "server/tables/queue.h"
#include "server/tables/schedule.h"
#include "server/tables/tables.h"

enum { MS = 1000, LEASE = 6000, TABLES = 40, NODES = 3 };
enum { A, B, C }; /* the nodes; A is the one that is tested */

/* ---- The store, the loader and the clock ------------------------------------------------------- */

struct by_timer {
    by_call *call;
    void *data;
    uint64_t at; /* in microseconds; 0 if not set */
};

static uint64_t now;
static struct by_node nodes[NODES];
static uint64_t renewed[NODES]; /* when the node renewed the lease on its name */
static struct {
    struct by_id owner;
    uint64_t end;
} leases[TABLES];
static int taken[TABLES], taken_n; /* the tables taken over, in order */
static struct by_batch written;
static struct by_timer timers[2]; /* of leases and of drains */
static int timers_n;
static struct by_settings settings;
static struct by_hub hub;

static struct by_id id_of(int table) { return (struct by_id){ { 'T', (uint8_t)table } }; }

uint64_t by_store_micros(void) { return now; }

bool by_store_leases(struct by_store *s, const struct by_id *table, int soon, int most, by_on_lease *each,
                     void *context)
{
    int n = 0;

    (void)s;
    for (int i = 0; i < NODES; i++) {
        struct by_id name = by_node_name_id(nodes[i].name);

        if (table != NULL && memcmp(table, &name, sizeof name) == 0)
            return each(context, &name, &nodes[i].id, LEASE - (int64_t)(now - renewed[i]) / MS);
    }
    for (int i = 0; i < TABLES && n < most; i++) {
        const struct by_id id = id_of(i);
        const int64_t left = ((int64_t)leases[i].end - (int64_t)now) / MS;

        if (leases[i].end == 0 || (table == NULL ? left > soon : memcmp(table, &id, sizeof id) != 0))
            continue;
        n++;
        if (!each(context, &id, &leases[i].owner, left))
            break;
    }
    return true;
}

static bool visit(const struct by_node *n, by_on_value *each, void *context)
{
    char *row = by_node_print(n);
    bool on = each(context, (struct by_bytes_of){ n->id.bytes, sizeof n->id.bytes },
                   (struct by_bytes_of){ row, strlen(row) });

    free(row);
    return on;
}

bool by_store_each(struct by_store *s, const char *kind, by_on_value *each, void *context)
{
    (void)s;
    for (int i = 0; i < NODES && strcmp(kind, "node") == 0; i++)
        if (!visit(&nodes[i], each, context))
            break;
    return true;
}

long by_store_get(struct by_store *s, const char *kind, struct by_bytes_of key, void *out, size_t room)
{
    (void)s;
    for (int i = 0; i < NODES; i++) {
        const struct by_node *n = &nodes[i];
        char *row;
        int length;

        if (strcmp(kind, "drain") == 0 && n->told && key.n == strlen(n->name) && memcmp(key.at, n->name, key.n) == 0)
            return 1;
        if (strcmp(kind, "node") != 0 || memcmp(key.at, &n->id, sizeof n->id) != 0)
            continue;
        row = by_node_print(n);
        length = snprintf(out, room, "%s", row);
        free(row);
        return length;
    }
    return -1;
}

struct by_stored by_store_write_now(struct by_store *s, const struct by_batch *b)
{
    (void)s;
    (void)b;
    return (struct by_stored){ .outcome = BY_KEPT, .epoch = 1, .until = now + (uint64_t)LEASE * MS };
}

void by_writes_ask(struct by_hub *h, const struct by_batch *b, by_on_written *done, void *data)
{
    const struct by_stored stored = by_store_write_now(h->setup.store, b);

    written = *b;
    done(data, &stored);
}

void by_writes_puts(struct by_hub *h, const struct by_put_of *puts, int n, by_on_kept *done, void *data)
{
    (void)h;
    (void)puts;
    (void)n;
    (void)done;
    (void)data;
}

void by_reads_ask(struct by_hub *h, by_read_work *work, by_read_done *done, void *data)
{
    work(h->setup.store, data);
    done(data);
}

void by_load_want(struct by_hub *h, const struct by_id *id, by_on_wanted *on, void *data)
{
    static struct live_table any;

    leases[id->bytes[1]].owner = h->setup.node;
    leases[id->bytes[1]].end = now + (uint64_t)LEASE * MS;
    taken[taken_n++] = id->bytes[1];
    on(data, &any, BY_NOT_REFUSED);
}

struct by_timer *by_timer_new(struct by_loop *l, by_call *call, void *data)
{
    (void)l;
    timers[timers_n] = (struct by_timer){ call, data, 0 };
    return &timers[timers_n++];
}

void by_timer_set(struct by_timer *t, double seconds) { t->at = now + (uint64_t)(seconds * 1e6 + 0.5); }

void by_timer_free(struct by_timer *t) { t->at = 0; }

/* Stubs for calls that these checks do not depend on. */
void by_loop_end(struct by_loop *l) { (void)l; }
void by_tables_give_up(struct live_table *t) { (void)t; }
void by_tables_drop(struct live_table *t) { (void)t; }
void by_tables_write_time(const struct live_table *t) { (void)t; }
void by_queue_step(struct live_table *t) { (void)t; }
void by_queue_write_row(struct live_table *t) { (void)t; }
void by_schedule_drop(struct live_table *t) { (void)t; }

void by_log(enum by_log_level level, const char *event, const struct by_log_field *fields)
{
    (void)level;
    (void)event;
    (void)fields;
}

void by_metric_add(enum by_metric which, int64_t n)
{
    (void)which;
    (void)n;
}

void by_metric_set(enum by_metric which, int64_t n)
{
    (void)which;
    (void)n;
}

void by_tables_each(struct by_hub *h, by_on_live_table *each, void *data)
{
    (void)h;
    (void)each;
    (void)data;
}

struct live_table *by_tables_known(struct by_hub *h, const struct by_id *id)
{
    (void)h;
    (void)id;
    return NULL;
}

void by_broadcast_moved(struct live_table *t, const char *at)
{
    (void)t;
    (void)at;
}

void by_external_bots_leave(struct by_external_bots *g, const struct by_id *table)
{
    (void)g;
    (void)table;
}

/* ---- The checks: each returns whether it passed -------------------------------------------------- */

/* Sets up three nodes without tables. */
static void begin(void)
{
    struct by_fault f;

    now = (uint64_t)100000 * MS;
    timers_n = taken_n = 0;
    memset(&hub, 0, sizeof hub);
    memset(leases, 0, sizeof leases);
    settings.node = "a";
    settings.node_address = "http://a";
    for (int i = 0; i < NODES; i++) {
        nodes[i] = (struct by_node){ .id = { { 'N', (uint8_t)i } }, .entries = 1, .left = -1 };
        snprintf(nodes[i].name, sizeof nodes[i].name, "%c", 'a' + i);
        snprintf(nodes[i].at, sizeof nodes[i].at, "http://%c", 'a' + i);
        renewed[i] = now;
    }
    hub.setup.settings = &settings;
    hub.setup.node = nodes[A].id;
    by_lease_start(&hub, &f);
    by_drain_start(&hub);
}

static void end(void)
{
    by_drain_end(&hub);
    by_timer_free(hub.lapse);
}

/* Gives a table to a node whose lease on it ended this long ago. */
static void lapse(int table, int owner, int ago)
{
    leases[table].owner = nodes[owner].id;
    leases[table].end = now - (uint64_t)ago * MS;
}

static void renew(int node) { renewed[node] = now; }

/* Advances the clock by this many milliseconds, renews every node's lease, and fires the lease timer if it is due. */
static void pass(int ms)
{
    now += (uint64_t)ms * MS;
    for (int i = 0; i < NODES; i++)
        renew(i);
    if (hub.lapse->at == 0 || hub.lapse->at > now)
        return;
    hub.lapse->at = 0;
    hub.lapse->call(hub.lapse->data);
}

static void seek(int table)
{
    const struct by_id id = id_of(table);

    by_lease_seek(&hub, &id, "");
}

/* Clients are no longer sent to a node once it has not renewed the lease on its name for 1.5 s. */
static bool silent(void)
{
    const struct by_id id = id_of(0);
    char before[BY_NODE_ADDRESS], after[BY_NODE_ADDRESS];

    lapse(0, B, -5000);
    now += 1400 * MS;
    by_lease_look(NULL, &nodes[A].id, &id, by_lease_beat(&hub), before);
    now += 200 * MS;
    by_lease_look(NULL, &nodes[A].id, &id, by_lease_beat(&hub), after);
    return strcmp(before, "http://b") == 0 && strcmp(after, "") == 0;
}

/* A node takes over a table at once if a client has asked it for the table, and otherwise after 0.3 s. */
static bool ahead(void)
{
    bool fine;

    lapse(0, B, 100);
    lapse(1, B, 100);
    seek(1);
    by_lease_tick(&hub);
    fine = taken_n == 1 && taken[0] == 1;
    pass(150);
    fine = fine && taken_n == 1;
    pass(50);
    return fine && taken_n == 2 && taken[1] == 0;
}

/* Tables for which clients have asked come first, even if many others have lapsed. */
static bool many(void)
{
    for (int i = 0; i < TABLES; i++)
        lapse(i, B, 500);
    seek(TABLES - 1);
    by_lease_tick(&hub);
    return taken_n == TABLES && taken[0] == TABLES - 1;
}

/* A table that a draining node has given up is left alone for 1 s, and then taken over without waiting for a tick. */
static bool given(void)
{
    bool fine;

    nodes[B].told = true;
    lapse(0, B, 200);
    by_lease_tick(&hub);
    pass(750);
    fine = taken_n == 0;
    pass(50);
    return fine && taken_n == 1;
}

/* A draining node gives its tables to nodes that renew their leases. */
static bool drained(void)
{
    bool fine = true;

    nodes[A].told = true;
    now += 1600 * MS;
    renew(A);
    renew(C);
    by_drain_tick(&hub);
    for (int i = 0; i < NODES; i++)
        fine = fine && strcmp(by_drain_next(&hub, 1), "http://c") == 0;
    renew(B);
    by_drain_tick(&hub);
    return fine && strcmp(by_drain_next(&hub, 1), by_drain_next(&hub, 1)) != 0;
}

static void on_given(void *data, const struct by_stored *s)
{
    (void)data;
    (void)s;
}

/* Returns what happens to the lease of a finished table that is given up. */
static enum by_lease given_up(struct by_caller *callers)
{
    struct live_table t = { .hub = &hub, .epoch = 1, .over = 1, .callers = callers };

    t.room = (struct by_room *)&t; /* any room */
    by_lease_give(&t, on_given, NULL);
    return written.lease;
}

/* A finished table moves like one in play while someone views it, so that no limit on reading old tables applies. */
static bool finished(void)
{
    static struct by_caller viewer;

    return given_up(&viewer) == BY_LEASE_RENEW && written.lease_ms == 0 && given_up(NULL) == BY_LEASE_RELEASE;
}

/* Returns the number of failed checks. */
static int check(void)
{
    static const struct {
        const char *name;
        bool (*holds)(void);
    } checks[] = { { "silent", silent }, { "ahead", ahead },     { "many", many },
                   { "given", given },   { "drained", drained }, { "finished", finished } };
    int failed = 0;

    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        begin();
        if (!checks[i].holds()) {
            printf("%s: failed\n", checks[i].name);
            failed++;
        }
        end();
    }
    return failed;
}

int main(int argc, char **argv)
{
    int missed = 0;

    if (argc == 1)
        return check() != 0;
    for (int i = 1; i < argc; i++) {
        by_planted = atoi(argv[i]);
        printf("guard %d is removed:\n", by_planted);
        missed += check() == 0;
    }
    printf("%d not noticed\n", missed);
    return missed != 0;
}

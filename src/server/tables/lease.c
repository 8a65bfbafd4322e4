/* SPDX-License-Identifier: MIT */
/* lease.c: manages leases (lease.h). The `node` list in the store maps a node's id, chosen at random when it starts, to
 * its name and address. A lease on an id derived from the name shows that the name is in use. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "drain.h"
#include "lease.h"
#include "load.h"
#include "reads.h"
#include "tables.h"
#include "server/operate/log.h"
#include "server/operate/metrics.h"
#include "util/memory.h"
#include "wire/messages.h"

/* In milliseconds unless stated. SOON is longer than the time between two ticks, so that a lapse is noticed when it
 * happens. For GIVEN, a table given up by a draining node is left to the node to which its clients were sent. For
 * AHEAD, a node leaves a lapsed table to others if none of its own clients has asked for it in the last RECENTLY. A
 * node that has not renewed the lease on its name for MISSED may have stopped. */
enum { LEASE = 6000, WAIT = 2 /* seconds beyond a lease */, SOON = 1200, GIVEN = 1000 };
enum { AHEAD = 300, RECENTLY = 2500, MISSED = 1500 };

/* Tables: ADOPT are taken over at once. More are read, to choose those for which the node's own clients have asked. */
enum { ADOPT = 32, READ = 256 };

bool by_lease_shared(const struct by_hub *h) { return h->setup.settings->node != NULL; }

static int length(const struct by_hub *h) { return h->setup.lease > 0 ? h->setup.lease : LEASE; }

/* In microseconds. Once less than `early` of a lease is left, it is renewed once a second. When only `spare` is left,
 * the node gives up the table, so that pending output is sent in time. */
static uint64_t early(const struct by_hub *h) { return (uint64_t)length(h) * 750; }
static uint64_t spare(const struct by_hub *h) { return (uint64_t)length(h) * 1000 / 12; }

int by_lease_quiet(const struct by_hub *h) { return length(h) / 2; }

int by_lease_beat(const struct by_hub *h)
{
    return length(h) - MISSED > by_lease_quiet(h) ? length(h) - MISSED : by_lease_quiet(h);
}

bool by_lease_cut(const struct by_hub *h)
{
    return by_lease_shared(h) && by_store_micros() + (uint64_t)by_lease_quiet(h) * 1000 > h->node_until;
}

static void on_lapse(void *hub);

/* ---- This node -------------------------------------------------------------------------------- */

struct same_name {
    const char *name;
    struct by_put_of puts[64];
    struct by_id keys[64];
    int n;
};

static bool note_same(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct same_name *of = data;
    struct by_node n;

    if (by_node_read(key, value, &n) && strcmp(n.name, of->name) == 0 && of->n < 62) {
        of->keys[of->n] = n.id;
        of->puts[of->n] = (struct by_put_of){ "node", { of->keys[of->n].bytes, key.n }, { 0 } };
        of->n++;
    }
    return true;
}

struct by_node by_lease_node(const struct by_hub *h)
{
    const struct by_settings *s = h->setup.settings;
    struct by_node n = { .id = h->setup.node, .runs = true, .entries = by_room_entries(&h->setup.host), .left = -1 };

    snprintf(n.name, sizeof n.name, "%s", s->node);
    snprintf(n.at, sizeof n.at, "%s", s->node_address == NULL ? "" : s->node_address);
    snprintf(n.version, sizeof n.version, "%s", BY_VERSION);
    return n;
}

/* Writes the node's row and deletes those left by earlier runs. A node that has just started is not being drained. */
static struct by_stored introduce(struct by_hub *h)
{
    const struct by_node own = by_lease_node(h);
    struct same_name *of = by_sure(calloc(1, sizeof *of));
    char *row = by_node_print(&own);
    struct by_stored done;

    of->name = own.name;
    by_store_each(h->setup.store, "node", note_same, of);
    of->puts[of->n++] = (struct by_put_of){ "drain", { own.name, strlen(own.name) }, { 0 } };
    of->puts[of->n++] = (struct by_put_of){ "node", { own.id.bytes, sizeof own.id.bytes }, { row, strlen(row) } };
    done = by_store_write_now(h->setup.store, &(struct by_batch){ .epoch = 1, .puts = of->puts, .puts_n = of->n });
    free(row);
    free(of);
    return done;
}

bool by_lease_start(struct by_hub *h, struct by_fault *f)
{
    static const struct timespec second = { 1, 0 };
    struct by_batch claim = { .lease = BY_LEASE_CLAIM, .lease_ms = length(h) };
    struct by_stored done = { .outcome = BY_REFUSED };

    if (!by_lease_shared(h))
        return true;
    h->lapse = by_timer_new(h->loop, on_lapse, h);
    claim.table = by_node_name_id(h->setup.settings->node);
    for (int i = 0; i < length(h) / 1000 + WAIT; i++) { /* the name of a killed server stays reserved a little longer */
        done = by_store_write_now(h->setup.store, &claim);
        if (done.outcome == BY_KEPT || !done.stale)
            break;
        nanosleep(&second, NULL);
    }
    h->node_epoch = done.epoch;
    h->node_until = done.until;
    if (done.outcome == BY_KEPT)
        done = introduce(h);
    *f = done.fault;
    if (done.stale)
        snprintf(f->text, sizeof f->text,
                 "another server uses the node name \"%s\": stop it, or choose another name for this one",
                 h->setup.settings->node);
    return done.outcome == BY_KEPT;
}

void by_lease_end(struct by_hub *h)
{
    struct by_put_of put = { "node", { h->setup.node.bytes, sizeof h->setup.node.bytes }, { 0 } };
    struct by_batch gone = { .epoch = 1, .puts = &put, .puts_n = 1 };
    struct by_batch release = { .lease = BY_LEASE_RELEASE, .epoch = h->node_epoch };

    if (!by_lease_shared(h) || h->node_epoch == 0)
        return;
    release.table = by_node_name_id(h->setup.settings->node);
    by_store_write_now(h->setup.store, &gone);
    by_store_write_now(h->setup.store, &release);
}

static void on_node_renewed(void *data, const struct by_stored *s)
{
    struct by_hub *h = data;

    if (s->outcome == BY_KEPT)
        h->node_until = s->until;
    if (s->stale && !h->stopping) {
        by_log(BY_LOG_ERROR, "name-taken", NULL);
        by_loop_end(h->loop);
    }
}

/* ---- Tables ----------------------------------------------------------------------------------- */

bool by_lease_holds(const struct live_table *t)
{
    return !by_lease_shared(t->hub) || by_store_micros() + spare(t->hub) < t->until;
}

static void on_written(void *data, const struct by_stored *s)
{
    (void)data;
    (void)s; /* a lease that could not be released expires anyway */
}

void by_lease_claim(struct by_hub *h, const struct by_id *table, by_on_written *done, void *data)
{
    by_writes_ask(h, &(struct by_batch){ .table = *table, .lease = BY_LEASE_CLAIM, .lease_ms = length(h) }, done, data);
}

void by_lease_lapse(struct by_hub *h, const struct by_id *table, uint64_t epoch)
{
    struct by_batch b = { .table = *table, .epoch = epoch, .lease = BY_LEASE_RENEW };

    by_writes_ask(h, &b, on_written, NULL);
}

void by_lease_give(struct live_table *t, by_on_written *done, void *data)
{
    const bool kept = t->room != NULL && (t->over == 0 || t->callers != NULL);
    struct by_batch b = { .table = t->id, .epoch = t->epoch, .lease = kept ? BY_LEASE_RENEW : BY_LEASE_RELEASE };

    by_writes_ask(t->hub, &b, done, data);
}

void by_lease_release(struct live_table *t)
{
    if (by_lease_shared(t->hub) && t->epoch != 0 && by_lease_holds(t))
        by_lease_give(t, on_written, NULL);
    t->until = 0;
}

struct renewal {
    struct by_hub *hub;
    struct by_id table;
};

static void on_renewed(void *data, const struct by_stored *s)
{
    struct renewal *r = data;
    struct live_table *t = by_tables_known(r->hub, &r->table);

    if (t != NULL && s->outcome == BY_KEPT && s->epoch == t->epoch && by_lease_holds(t))
        t->until = s->until;
    else if (t != NULL && s->stale)
        t->until = 0;
    if (t != NULL)
        t->renewing = false;
    free(r);
}

struct tallies {
    int64_t owned;
    uint64_t ends; /* the earliest end of any lease, on the clock of by_store_micros() */
};

/* Renews a table's lease, or gives up the table. */
static void renew_one(void *data, struct live_table *t)
{
    struct tallies *of = data;
    struct by_batch b = { .table = t->id, .epoch = t->epoch, .lease = BY_LEASE_RENEW, .lease_ms = length(t->hub) };
    struct renewal *r;

    if (t->epoch == 0)
        return; /* the table is still being created */
    if (!by_lease_holds(t)) {
        by_tables_give_up(t);
        return;
    }
    of->owned++;
    of->ends = t->until < of->ends ? t->until : of->ends;
    if (t->leaving || t->renewing || by_store_micros() + early(t->hub) < t->until)
        return;
    t->renewing = true;
    r = by_sure(calloc(1, sizeof *r));
    *r = (struct renewal){ t->hub, t->id };
    by_writes_ask(t->hub, &b, on_renewed, r);
}

/* ---- Other nodes ------------------------------------------------------------------------------ */

struct looking {
    const struct by_id *own;
    struct by_id owner;
    bool other, lapsed;
};

static bool note_lease(void *data, const struct by_id *table, const struct by_id *owner, int64_t left)
{
    struct looking *l = data;

    (void)table;
    l->owner = *owner;
    l->other = left > 0 && memcmp(owner, l->own, sizeof *owner) != 0;
    l->lapsed = left <= 0;
    return true;
}

struct pulse {
    const struct by_id *node;
    int least;
    bool beats;
};

static bool note_pulse(void *data, const struct by_id *name, const struct by_id *owner, int64_t left)
{
    struct pulse *p = data;

    (void)name;
    p->beats = left >= p->least && memcmp(owner, p->node, sizeof *owner) == 0;
    return true;
}

bool by_lease_beats(struct by_store *s, const struct by_node *n, int least)
{
    struct by_id name = by_node_name_id(n->name);
    struct pulse p = { &n->id, least, false };

    return least == 0 || (by_store_leases(s, &name, 0, 1, note_pulse, &p) && p.beats);
}

enum by_lease_held by_lease_look(struct by_store *s, const struct by_id *own, const struct by_id *table, int least,
                                 char at[BY_NODE_ADDRESS])
{
    struct looking l = { .own = own };
    struct by_bytes_of key = { l.owner.bytes, sizeof l.owner.bytes };
    struct by_node node;
    char row[1024];
    long n;

    at[0] = '\0';
    if (!by_store_leases(s, table, 0, 1, note_lease, &l))
        return BY_LEASE_UNREAD;
    if (!l.other)
        return l.lapsed ? BY_LEASE_LAPSED : BY_LEASE_FREE;
    n = by_store_get(s, "node", key, row, sizeof row);
    if (n > 0 && by_node_read(key, (struct by_bytes_of){ row, (size_t)n }, &node) && by_lease_beats(s, &node, least))
        snprintf(at, BY_NODE_ADDRESS, "%s", node.at);
    return BY_LEASE_OTHER;
}

/* Lists tables whose owner has let the lease lapse. */
struct orphans {
    struct by_hub *hub;
    struct {
        struct by_id table, owner;
        int64_t late; /* milliseconds since the lease lapsed */
        bool sought;  /* a client of this node has asked for the table */
    } all[READ];
    int n, chosen; /* `chosen`: the number of tables to be taken over now */
    int left;      /* the number of tables still being loaded, plus 1 */
    bool loaded;   /* at least one */
    uint64_t next; /* when the next lease lapses, on the clock of by_store_micros(); 0 if none will lapse soon */
};

static bool note_orphan(void *data, const struct by_id *table, const struct by_id *owner, int64_t left)
{
    struct orphans *of = data;

    if (left <= 0) {
        of->all[of->n].table = *table;
        of->all[of->n].owner = *owner;
        of->all[of->n++].late = -left;
    } else if (of->next == 0) {
        of->next = by_store_micros() + (uint64_t)left * 1000;
    }
    return true;
}

/* Looks again after this many milliseconds, if not earlier. */
static void look_again(struct orphans *of, int64_t ms)
{
    uint64_t at = by_store_micros() + (uint64_t)ms * 1000;

    if (of->next == 0 || at < of->next)
        of->next = at;
}

/* Without this, players sent to one node often found that another had just taken over the table. */
static bool skip_given(void *data, const struct by_node *n)
{
    struct orphans *of = data;
    int kept = 0;

    for (int i = 0; i < of->n; i++)
        if (!n->runs || !n->told || of->all[i].late >= GIVEN || memcmp(&of->all[i].owner, &n->id, sizeof n->id) != 0)
            of->all[kept++] = of->all[i];
        else
            look_again(of, GIVEN - of->all[i].late);
    of->n = kept;
    return true;
}

static void find_orphans(struct by_store *s, void *data)
{
    struct orphans *of = data;

    by_store_leases(s, NULL, SOON, READ, note_orphan, of);
    if (of->n > 0)
        by_nodes_each(s, skip_given, of);
}

static void seek_orphans(struct by_hub *h);

/* Once all are loaded, looks for further tables if there may be any: immediately, or when the next lease lapses. */
static void on_adopted(void *data, struct live_table *t, enum by_refusal why)
{
    struct orphans *of = data;
    struct by_hub *h = of->hub;
    uint64_t now = by_store_micros();
    bool more;

    (void)why;
    of->loaded = of->loaded || t != NULL;
    if (--of->left > 0)
        return;
    more = of->chosen == ADOPT && of->loaded;
    if (of->next != 0 && of->next <= now)
        more = true;
    else if (of->next != 0)
        by_timer_set(h->lapse, (double)(of->next - now) / 1e6);
    free(of);
    h->adopting = false;
    if (more)
        seek_orphans(h);
}

void by_lease_seek(struct by_hub *h, const struct by_id *table, const char *at)
{
    if (at[0] != '\0')
        return;
    h->sought_next = (h->sought_next + 1) % (int)(sizeof h->sought / sizeof h->sought[0]);
    h->sought[h->sought_next].table = *table;
    h->sought[h->sought_next].at = by_store_micros();
}

static bool is_sought(const struct by_hub *h, const struct by_id *table)
{
    uint64_t now = by_store_micros();

    for (size_t i = 0; i < sizeof h->sought / sizeof h->sought[0]; i++)
        if (now < h->sought[i].at + (uint64_t)RECENTLY * 1000 && memcmp(&h->sought[i].table, table, sizeof *table) == 0)
            return true;
    return false;
}

static void adopt_some(struct orphans *of, bool sought)
{
    for (int i = 0; i < of->n && of->chosen < ADOPT; i++) {
        if (of->all[i].sought != sought)
            continue;
        if (!sought && of->all[i].late < AHEAD) {
            look_again(of, AHEAD - of->all[i].late);
            continue;
        }
        of->chosen++;
        of->left++;
        by_load_want(of->hub, &of->all[i].table, on_adopted, of);
    }
}

/* Most players already wait at some node when a lease lapses, and need not reconnect if that node takes over. */
static void adopt(void *data)
{
    struct orphans *of = data;

    of->left = 1;
    for (int i = 0; i < of->n; i++)
        of->all[i].sought = is_sought(of->hub, &of->all[i].table);
    if (!of->hub->stopping) {
        adopt_some(of, true);
        adopt_some(of, false);
    }
    on_adopted(of, NULL, BY_NOT_REFUSED);
}

static void seek_orphans(struct by_hub *h)
{
    struct orphans *of;

    if (h->adopting || h->stopping || h->ailing || by_drain_on(h))
        return;
    of = by_sure(calloc(1, sizeof *of));
    h->adopting = true;
    of->hub = h;
    by_reads_ask(h, find_orphans, adopt, of);
}

static void on_lapse(void *hub) { seek_orphans(hub); }

void by_lease_tick(struct by_hub *h)
{
    struct by_batch b = { .lease = BY_LEASE_RENEW, .lease_ms = length(h), .epoch = h->node_epoch };
    struct tallies of = { 0, UINT64_MAX };
    int64_t age;

    if (!by_lease_shared(h) || h->stopping)
        return;
    b.table = by_node_name_id(h->setup.settings->node);
    by_writes_ask(h, &b, on_node_renewed, h);
    by_tables_each(h, renew_one, &of);
    age = (int64_t)(by_store_micros() + (uint64_t)length(h) * 1000 - of.ends) / 1000;
    by_metric_set(BY_METRIC_tables_owned, of.owned);
    by_metric_set(BY_METRIC_lease_age, of.owned == 0 || age < 0 ? 0 : age);
    seek_orphans(h);
}

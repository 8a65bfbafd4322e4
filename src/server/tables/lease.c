/* SPDX-License-Identifier: MIT */
/* lease.c: see lease.h. The list `node` in the store maps a node's id, chosen at random when it starts, to its name and
 * address. A lease on an id derived from the name shows that the name is in use. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lease.h"
#include "load.h"
#include "reads.h"
#include "tables.h"
#include "server/operate/log.h"
#include "util/memory.h"
#include "wire/messages.h"

/* LEASE and EARLY are milliseconds. From EARLY before its end, a lease is renewed once a second. SPARE before its end,
 * the table is given up, so that pending output is sent by then. */
enum { LEASE = 6000, EARLY = 4500, SPARE = 500, ADOPT = 32, WAIT = LEASE / 1000 + 2 };

bool by_lease_shared(const struct by_hub *h) { return h->setup.settings->node != NULL; }

/* ---- This node -------------------------------------------------------------------------------- */

static struct by_id name_id(const char *name)
{
    static const char tag[] = "BY1 node";
    struct by_hasher h;
    struct by_id id = { { 0 } };

    by_hash_init(&h, NULL, 0, sizeof id.bytes);
    by_hash_add(&h, tag, sizeof tag);
    by_hash_add(&h, name, strlen(name));
    by_hash_end(&h, id.bytes, sizeof id.bytes);
    return id;
}

struct same_name {
    const char *name;
    struct by_put_of puts[64];
    struct by_id keys[64];
    int n;
};

static bool note_same(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct same_name *of = data;
    by_json *j = by_json_read(value.at, value.n, NULL);
    const char *name = by_field_text(j, "name");

    if (name != NULL && strcmp(name, of->name) == 0 && key.n == sizeof of->keys[0] && of->n < 63) {
        memcpy(of->keys[of->n].bytes, key.at, key.n);
        of->puts[of->n] = (struct by_put_of){ "node", { of->keys[of->n].bytes, key.n }, { 0 } };
        of->n++;
    }
    by_json_free(j);
    return true;
}

/* Writes the node's row, and deletes those left by earlier runs. */
static struct by_stored introduce(struct by_hub *h)
{
    const struct by_settings *s = h->setup.settings;
    struct same_name *of = by_sure(calloc(1, sizeof *of));
    struct by_out o = { 0 };
    struct by_stored done;

    of->name = s->node;
    by_store_each(h->setup.store, "node", note_same, of);
    by_out(&o, "{");
    by_out_key_string(&o, "name", s->node);
    by_out_key_string(&o, "at", s->node_address == NULL ? "" : s->node_address);
    by_out_key_string(&o, "version", BY_VERSION);
    by_out(&o, "}");
    of->puts[of->n] = (struct by_put_of){ "node", { h->setup.node.bytes, sizeof h->setup.node.bytes }, { o.at, o.n } };
    done = by_store_write_now(h->setup.store, &(struct by_batch){ .epoch = 1, .puts = of->puts, .puts_n = of->n + 1 });
    free(o.at);
    free(of);
    return done;
}

bool by_lease_start(struct by_hub *h, struct by_fault *f)
{
    static const struct timespec second = { 1, 0 };
    struct by_batch claim = { .lease = BY_LEASE_CLAIM, .lease_ms = LEASE };
    struct by_stored done = { .outcome = BY_REFUSED };

    if (!by_lease_shared(h))
        return true;
    claim.table = name_id(h->setup.settings->node);
    for (int i = 0; i < WAIT; i++) { /* a killed server keeps the name a little longer */
        done = by_store_write_now(h->setup.store, &claim);
        if (done.outcome == BY_KEPT || !done.stale)
            break;
        nanosleep(&second, NULL);
    }
    h->node_epoch = done.epoch;
    if (done.outcome == BY_KEPT)
        done = introduce(h);
    *f = done.fault;
    if (done.stale)
        snprintf(f->text, sizeof f->text, "another server is the node \"%s\": stop it, or give this one another name",
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
    release.table = name_id(h->setup.settings->node);
    by_store_write_now(h->setup.store, &gone);
    by_store_write_now(h->setup.store, &release);
}

static void on_node_renewed(void *data, const struct by_stored *s)
{
    struct by_hub *h = data;

    if (s->stale && !h->stopping) {
        by_log(BY_LOG_ERROR, "name-taken", NULL);
        by_loop_end(h->loop);
    }
}

/* ---- Tables ----------------------------------------------------------------------------------- */

bool by_lease_holds(const struct live_table *t)
{
    return !by_lease_shared(t->hub) || by_store_micros() + (uint64_t)SPARE * 1000 < t->until;
}

static void on_written(void *data, const struct by_stored *s)
{
    (void)data;
    (void)s; /* a lease that could not be released expires anyway */
}

void by_lease_claim(struct by_hub *h, const struct by_id *table, by_on_written *done, void *data)
{
    by_writes_ask(h, &(struct by_batch){ .table = *table, .lease = BY_LEASE_CLAIM, .lease_ms = LEASE }, done, data);
}

void by_lease_lapse(struct by_hub *h, const struct by_id *table, uint64_t epoch)
{
    struct by_batch b = { .table = *table, .epoch = epoch, .lease = BY_LEASE_RENEW };

    by_writes_ask(h, &b, on_written, NULL);
}

/* Lets the lease of a table in play lapse, so that another node takes the table over at once; releases any other
 * lease. */
void by_lease_release(struct live_table *t)
{
    struct by_batch b = { .table = t->id,
                          .epoch = t->epoch,
                          .lease = t->over == 0 && t->room != NULL ? BY_LEASE_RENEW : BY_LEASE_RELEASE };

    if (by_lease_shared(t->hub) && t->epoch != 0 && by_lease_holds(t))
        by_writes_ask(t->hub, &b, on_written, NULL);
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

/* Renews the lease of a table, or gives the table up. */
static void renew_one(void *data, struct live_table *t)
{
    struct by_batch b = { .table = t->id, .epoch = t->epoch, .lease = BY_LEASE_RENEW, .lease_ms = LEASE };
    struct renewal *r;

    (void)data;
    if (t->epoch == 0)
        return; /* the table is still being created */
    if (!by_lease_holds(t)) {
        by_tables_give_up(t);
        return;
    }
    if (t->renewing || by_store_micros() + (uint64_t)EARLY * 1000 < t->until)
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
    bool other;
};

static bool note_lease(void *data, const struct by_id *table, const struct by_id *owner, bool over)
{
    struct looking *l = data;

    (void)table;
    l->owner = *owner;
    l->other = !over && memcmp(owner, l->own, sizeof *owner) != 0;
    return true;
}

int by_lease_look(struct by_store *s, const struct by_id *own, const struct by_id *table, char at[BY_LEASE_ADDRESS])
{
    struct looking l = { .own = own };
    char row[1024];
    long n;
    by_json *j;

    at[0] = '\0';
    if (!by_store_leases(s, table, 1, note_lease, &l))
        return -1;
    if (!l.other)
        return 0;
    n = by_store_get(s, "node", (struct by_bytes_of){ l.owner.bytes, sizeof l.owner.bytes }, row, sizeof row);
    j = n > 0 ? by_json_read(row, (size_t)n, NULL) : NULL;
    if (by_field_text(j, "at") != NULL)
        snprintf(at, BY_LEASE_ADDRESS, "%s", by_field_text(j, "at"));
    by_json_free(j);
    return 1;
}

/* Tables whose owner has let the lease lapse. */
struct orphans {
    struct by_hub *hub;
    struct by_id all[ADOPT];
    int n;
};

static bool note_orphan(void *data, const struct by_id *table, const struct by_id *owner, bool over)
{
    struct orphans *of = data;

    (void)owner;
    (void)over;
    of->all[of->n++] = *table;
    return of->n < ADOPT;
}

static void find_orphans(struct by_store *s, void *data)
{
    struct orphans *of = data;

    by_store_leases(s, NULL, ADOPT, note_orphan, of);
}

static void on_adopted(void *data, struct live_table *t, enum by_refusal why)
{
    (void)data;
    (void)t;
    (void)why;
}

static void adopt(void *data)
{
    struct orphans *of = data;

    of->hub->adopting = false;
    for (int i = 0; i < of->n && !of->hub->stopping; i++)
        by_load_want(of->hub, &of->all[i], on_adopted, NULL);
    free(of);
}

void by_lease_tick(struct by_hub *h)
{
    struct by_batch b = { .lease = BY_LEASE_RENEW, .lease_ms = LEASE, .epoch = h->node_epoch };
    struct orphans *of;

    if (!by_lease_shared(h) || h->stopping)
        return;
    b.table = name_id(h->setup.settings->node);
    by_writes_ask(h, &b, on_node_renewed, h);
    by_tables_each(h, renew_one, NULL);
    if (h->adopting || h->ailing)
        return;
    h->adopting = true;
    of = by_sure(calloc(1, sizeof *of));
    of->hub = h;
    by_reads_ask(h, find_orphans, adopt, of);
}

/* SPDX-License-Identifier: MIT */
/* load.c: loads tables (load.h). Loading has two steps on a store thread: checking whether the table exists, and
 * replaying the journal in a room that is not yet visible to the loop. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "drain.h"
#include "index.h"
#include "live_rows.h"
#include "lease.h"
#include "load.h"
#include "mark.h"
#include "queue.h"
#include "row.h"
#include "tables.h"
#include "server/operate/log.h"
#include "server/operate/metrics.h"
#include "server/operate/retention.h"
#include "server/results/settle.h"
#include "util/chance.h"
#include "util/memory.h"

/* Limits the entries read per second for tables not in memory. A long journal is read completely, and the next table
 * waits. */
enum { READ_MOST = 2000 };
enum { REASON = 1024, ROW = 65536, CLAIMS = 3 /* tries */ };

struct waiter {
    struct waiter *next;
    by_on_wanted *on;
    void *data;
};

struct load {
    struct load *next;
    struct by_hub *hub;
    struct by_id id;
    struct waiter *first, **last;
    bool old;                 /* the row has an old format and must be rewritten */
    uint64_t epoch, until;    /* epoch and end of the lease */
    int claims;               /* how many times another node claimed the table first */
    char at[BY_NODE_ADDRESS]; /* the address of the node that holds the table */
    bool due;                 /* the table must exist, since it was live */
    /* Written by the thread: */
    enum { LOOKED, LOADED, MISSING, ASIDE, UNREAD, DAMAGED, ELSEWHERE, TAKEN, NEWER } end;
    uint64_t entries;
    int needs;   /* see row.h */
    bool orphan; /* whether the table's owner has let the lease lapse */
    struct by_room *room;
    int64_t resumes;
    struct by_store_row row; /* as stored; empty if it cannot be read */
    struct by_fault fault;
};

struct loader {
    struct load *running, *first, **last; /* does not contain `running` */
    struct by_live_rows later;
    int64_t read; /* number of entries read recently */
};

/* ---- On a store thread ------------------------------------------------------------------------ */

static struct by_bytes_of key_of(const struct load *l)
{
    return (struct by_bytes_of){ l->id.bytes, sizeof l->id.bytes };
}

static bool note_newer(void *data, const struct by_node *n)
{
    struct load *l = data;

    if (n->runs && n->entries >= l->needs)
        snprintf(l->at, sizeof l->at, "%s", n->at);
    return true;
}

/* Leaves the table to nodes that can read its entries. */
static void leave(struct by_store *s, struct load *l)
{
    l->end = NEWER;
    l->at[0] = '\0';
    if (by_lease_shared(l->hub))
        by_nodes_each(s, note_newer, l);
}

/* Returns the table's row; `live` and `over` are 0 if the table has none. */
static struct by_store_row row_of(struct by_store *s, const struct load *l)
{
    char *text = by_sure(malloc(ROW));
    long n = by_store_get(s, "table", key_of(l), text, ROW);
    struct by_store_row row = { .needs = 1 };

    if (n > 0)
        by_row_read((struct by_bytes_of){ text, (size_t)n }, &row);
    free(text);
    return row;
}

/* Checks that the table exists and is not set aside. */
static void look(struct by_store *s, void *data)
{
    struct load *l = data;
    char reason[REASON];
    long aside = by_store_get(s, "aside", key_of(l), reason, sizeof reason);

    l->entries = by_store_count(s, &l->id);
    if (aside == -2 || l->entries == BY_UNREAD)
        l->end = UNREAD;
    else if (aside != -1)
        l->end = ASIDE;
    else
        l->end = l->entries == 0 ? MISSING : LOOKED;
    if (l->end == LOOKED && by_lease_shared(l->hub)) {
        enum by_lease_held held = by_lease_look(s, &l->hub->setup.node, &l->id, by_lease_beat(l->hub), l->at);

        l->orphan = held == BY_LEASE_LAPSED;
        l->end = held == BY_LEASE_UNREAD ? UNREAD : held == BY_LEASE_OTHER ? ELSEWHERE : LOOKED;
    }
    l->needs = row_of(s, l).needs;
    if (l->end == LOOKED && l->needs > by_room_entries(&l->hub->setup.host))
        leave(s, l);
}

static bool replay_entry(void *data, uint64_t number, struct by_bytes_of bytes)
{
    struct load *l = data;

    return by_room_apply(l->room, number, bytes.at, bytes.n, &l->fault) == BY_OK;
}

/* Returns the room time at which the table continues; `last` is the time of its last entry. */
static int64_t time_after(struct by_store *s, const struct load *l, int64_t last)
{
    uint8_t when[8];
    uint64_t at = 0;

    if (by_store_get(s, "time", key_of(l), when, sizeof when) != (long)sizeof when)
        return last;
    for (int i = 0; i < 8; i++)
        at |= (uint64_t)when[i] << 8 * i;
    return at > (uint64_t)last && at < UINT64_C(1) << 50 ? (int64_t)at : last;
}

/* Returns the journal's length in the backup from which the database was restored, or 0 if it was not restored. */
static uint64_t restored_at(struct by_store *s, const struct load *l)
{
    char text[24] = "";

    return by_store_get(s, "restored", key_of(l), text, sizeof text - 1) > 0 ? strtoull(text, NULL, 10) : 0;
}

/* Replays the journal, with the mark in place during the replay. */
static void replay(struct by_store *s, void *data)
{
    struct load *l = data;
    struct by_mark before = by_mark_read(l->hub), m = { l->id, 1 };
    struct by_room_facts facts;
    by_err err;

    if (before.times > 0 && memcmp(&before.id, &l->id, sizeof l->id) == 0)
        m.times = (uint8_t)(before.times + 1);
    if (m.times > 2) {
        by_mark_write(l->hub, NULL);
        l->end = DAMAGED;
        l->fault =
            (struct by_fault){ .err = BY_E_RECORD, .text = "the server has crashed twice while it loaded this table" };
        return;
    }
    by_mark_write(l->hub, &m);
    err = by_store_read(s, &l->id, 1, replay_entry, l, &l->fault);
    by_mark_write(l->hub, NULL);
    l->end = err == BY_E_IO ? UNREAD : err != BY_OK || l->fault.err != BY_OK ? DAMAGED : LOADED;
    by_room_facts(l->room, &facts);
    l->needs = facts.needs > l->needs ? facts.needs : l->needs;
    if (l->needs > by_room_entries(&l->hub->setup.host))
        leave(s, l);
    if (l->end != LOADED)
        return;
    by_room_restored(l->room, restored_at(s, l));
    l->row = row_of(s, l);
    l->resumes = time_after(s, l, facts.now);
}

/* ---- On the loop ------------------------------------------------------------------------------ */

static void run_next(struct by_hub *h);

static struct live_table *set_aside(struct load *l, const char *why)
{
    struct live_table *t = by_tables_add(l->hub, &l->id, NULL);

    by_tables_set_aside(t, why);
    return NULL;
}

static struct live_table *install(struct load *l)
{
    struct live_table *t = by_tables_add(l->hub, &l->id, l->room);
    struct by_room_facts facts;

    l->room = NULL;
    by_room_facts(t->room, &facts);
    t->row = l->old ? 0 : facts.seatings;
    t->over = (facts.over || facts.closed) && !l->row.live ? l->row.over : 0;
    if (t->over == 0 && (facts.over || facts.closed)) { /* the server was killed before it could write the row */
        t->over = (int64_t)time(NULL);
        t->row = 0;
    } else if (t->over != 0 && by_room_match_result(t->room) != NULL) /* the row is always written last */
        t->settled = by_room_match_result(t->room)->match;
    t->base = l->resumes;
    t->epoch = l->epoch;
    t->until = l->until;
    t->needs = l->needs;
    if (l->orphan && t->over == 0) {
        by_metric_add(BY_METRIC_takeovers, 1);
        t->taken = by_now_ns();
    }
    t->counts = l->row.counted;
    memcpy(t->from, l->row.from.bytes, sizeof t->from);
    if (l->row.is_wide)
        memcpy(t->wide, l->row.wide.bytes, sizeof t->wide);
    by_index_update(t);
    if (by_lease_shared(l->hub) && t->over == 0) { /* the previous owner may have died before it wrote the row */
        t->row = 0;
        by_queue_write_row(t);
    }
    by_queue_step(t);
    by_settle_step(t);
    return t;
}

/* Logs that a table needs a newer program, at most once a minute. */
static void say_newer(struct by_hub *h, int needs)
{
    int64_t now = by_now_ms();

    by_metric_add(BY_METRIC_tables_newer, 1);
    if (h->left_alone != 0 && now < h->left_alone + 60000)
        return;
    h->left_alone = now;
    by_log(BY_LOG_WARN, "newer-entries", BY_LOG_FIELDS(BY_LOG_NUMBER("needs", needs)));
}

/* Returns the loaded table, or NULL and the reason. */
static struct live_table *outcome(struct load *l, enum by_refusal *why)
{
    struct by_hub *h = l->hub;

    *why = BY_REFUSED_no_table;
    switch (l->end) {
    case LOADED:
        if (!h->stopping) /* otherwise, the lease would never be released */
            return install(l);
        *why = BY_REFUSED_stopping;
        return NULL;
    case MISSING: return l->due ? set_aside(l, "the table should exist, but has no entries") : NULL;
    case UNREAD:
        if (l->fault.err != BY_OK)
            by_log(BY_LOG_ERROR, "not-read", BY_LOG_FIELDS(BY_LOG_TEXT("why", l->fault.text)));
        h->ailing = true;
        *why = BY_REFUSED_unknown;
        return NULL;
    case DAMAGED: set_aside(l, l->fault.text); break;
    case ASIDE: break;
    case NEWER: say_newer(h, l->needs); /* fall through */
    case ELSEWHERE:
        by_lease_seek(h, &l->id, l->at);
        memcpy(h->elsewhere, l->at, sizeof h->elsewhere);
        *why = BY_REFUSED_elsewhere;
        return NULL;
    case TAKEN: *why = BY_REFUSED_unknown; return NULL;
    default: *why = BY_REFUSED_full; return NULL;
    }
    *why = BY_REFUSED_set_aside;
    return NULL;
}

/* Ends a load: puts the table into memory and resumes every request that is waiting for it. */
static void finish(struct load *l)
{
    struct by_hub *h = l->hub;
    enum by_refusal why;
    struct live_table *t = outcome(l, &why);

    h->loader->running = NULL;
    if (t == NULL && l->until != 0) /* claimed but not loaded */
        by_lease_lapse(h, &l->id, l->epoch);
    by_room_free(l->room);
    for (struct waiter *w = l->first, *next; w != NULL; w = next) {
        next = w->next;
        if (t != NULL && t->room == NULL) { /* set aside in the meantime */
            t = NULL;
            why = BY_REFUSED_set_aside;
        }
        w->on(w->data, t, why);
        free(w);
    }
    free(l);
    run_next(h);
}

static void on_replayed(void *data) { finish(data); }

static void read_journal(struct load *l)
{
    if (!l->orphan) /* a table taken over is read only once, so its entries do not count */
        l->hub->loader->read += (int64_t)l->entries;
    l->room = by_room_new(&l->id, &l->hub->setup.host);
    by_reads_ask(l->hub, replay, on_replayed, l);
}

static void on_looked(void *data);

/* Continues once a claim is stored: by then, all readable data is durable, including the previous owner's writes
 * (store.h). If another node has claimed the table first, finds that node. */
static void on_claimed(void *data, const struct by_stored *s)
{
    struct load *l = data;

    if (s->outcome == BY_KEPT) {
        l->epoch = s->epoch;
        l->until = s->until;
        read_journal(l);
    } else if (s->stale && ++l->claims < CLAIMS) {
        by_reads_ask(l->hub, look, on_looked, l);
    } else {
        l->end = s->stale ? TAKEN : UNREAD;
        finish(l);
    }
}

/* Continues with a table that exists and may be loaded now. */
static void on_looked(void *data)
{
    struct load *l = data;
    struct by_hub *h = l->hub;
    const char *at;

    if (l->end == LOOKED && by_retention_deletes(h, &l->id))
        l->end = MISSING;
    if (l->end == LOOKED && by_drain_on(h)) {
        l->end = ELSEWHERE;
        at = by_drain_next(h, l->needs);
        snprintf(l->at, sizeof l->at, "%s", at == NULL ? "" : at);
    }
    if (l->end != LOOKED || h->stopping || h->tables >= h->setup.settings->tables
        || (h->loader->read >= READ_MOST && !l->orphan)) {
        finish(l); /* LOOKED means that the table cannot be loaded now */
        return;
    }
    l->epoch = 1;
    if (by_lease_shared(h))
        by_lease_claim(h, &l->id, on_claimed, l);
    else
        read_journal(l);
}

static struct load *load_new(struct by_hub *h, const struct by_id *id)
{
    struct load *l = by_sure(calloc(1, sizeof *l));

    l->hub = h;
    l->id = *id;
    l->last = &l->first;
    return l;
}

/* Returns the next table to be loaded after a start, or NULL. */
static struct load *next_later(struct by_hub *h)
{
    struct by_live_rows *of = &h->loader->later;
    struct load *l;

    while (of->at < of->n && by_tables_known(h, &of->all[of->at].id) != NULL)
        of->at++;
    if (of->at < of->n) {
        l = load_new(h, &of->all[of->at].id);
        l->old = !of->all[of->at++].indexed;
        l->due = true;
        return l;
    }
    if (h->loader->read < 0) { /* all are loaded */
        by_live_rows_clear(of);
        h->loader->read = 0;
    }
    return NULL;
}

static void run_next(struct by_hub *h)
{
    struct loader *all = h->loader;
    struct load *l = all->first;

    if (all->running != NULL || h->stopping)
        return;
    if (l != NULL) {
        all->first = l->next;
        if (all->first == NULL)
            all->last = &all->first;
    } else {
        l = next_later(h);
    }
    all->running = l;
    if (l != NULL)
        by_reads_ask(h, look, on_looked, l);
}

static struct load *find(const struct by_hub *h, const struct by_id *id)
{
    struct load *l = h->loader->running;

    if (l != NULL && memcmp(&l->id, id, sizeof *id) == 0)
        return l;
    for (l = h->loader->first; l != NULL; l = l->next)
        if (memcmp(&l->id, id, sizeof *id) == 0)
            return l;
    return NULL;
}

bool by_load_wanted(const struct by_hub *h, const struct by_id *id) { return find(h, id) != NULL; }

static struct load *want(struct by_hub *h, const struct by_id *id, by_on_wanted *on, void *data)
{
    struct load *l = find(h, id);
    struct waiter *w = by_sure(calloc(1, sizeof *w));

    if (l == NULL) {
        l = load_new(h, id);
        *h->loader->last = l;
        h->loader->last = &l->next;
    }
    *w = (struct waiter){ .on = on, .data = data };
    *l->last = w;
    l->last = &w->next;
    run_next(h);
    return l;
}

void by_load_want(struct by_hub *h, const struct by_id *id, by_on_wanted *on, void *data)
{
    struct live_table *t = by_tables_known(h, id);

    if (t == NULL)
        want(h, id, on, data);
    else
        on(data, t->room == NULL || t->lost ? NULL : t, t->lost ? BY_REFUSED_unknown : BY_REFUSED_set_aside);
}

/* ---- After a start ---------------------------------------------------------------------------- */

/* A request waiting for several tables. */
struct need {
    int left;
    by_read_done *ready;
    void *data;
};

static void on_needed(void *data, struct live_table *t, enum by_refusal why)
{
    struct need *n = data;

    (void)t;
    (void)why;
    if (--n->left > 0)
        return;
    n->ready(n->data);
    free(n);
}

/* Begins a request. The request also waits for the table that is being loaded, if any. */
static struct need *need_new(struct by_hub *h, by_read_done *ready, void *data)
{
    struct need *n = by_sure(calloc(1, sizeof *n));
    const struct load *l = h->loader->running;

    *n = (struct need){ 1 + (l != NULL && l->due), ready, data };
    if (l != NULL && l->due)
        want(h, &l->id, on_needed, n);
    return n;
}

static void need_one(struct by_hub *h, struct need *n, const struct by_live_row *one)
{
    struct load *l;

    if (by_tables_known(h, &one->id) != NULL)
        return;
    n->left++;
    l = want(h, &one->id, on_needed, n);
    l->due = true;
    l->old = !one->indexed;
}

void by_load_of(struct by_hub *h, const struct by_id *person, by_read_done *ready, void *data)
{
    const struct by_live_rows *of = &h->loader->later;
    struct need *n = need_new(h, ready, data);

    for (size_t i = of->at; i < of->n; i++)
        if (!of->all[i].indexed || by_live_rows_has(of, i, person))
            need_one(h, n, &of->all[i]);
    on_needed(n, NULL, BY_NOT_REFUSED);
}

void by_load_public(struct by_hub *h, int game, bool waiting, int most, by_read_done *ready, void *data)
{
    const struct by_live_rows *of = &h->loader->later;
    struct need *n = need_new(h, ready, data);

    for (size_t i = of->at; i < of->n && most > 0; i++) {
        const struct by_live_row *one = &of->all[i];

        if (one->indexed && (!one->is_public || (game >= 0 && one->game != game) || (waiting && !one->waiting)))
            continue;
        most -= one->indexed;
        need_one(h, n, one);
    }
    on_needed(n, NULL, BY_NOT_REFUSED);
}

static void on_first(void *data, struct live_table *t, enum by_refusal why)
{
    (void)t;
    (void)why;
    by_mark_write(data, NULL);
}

struct unowned {
    struct by_hub *hub;
    struct by_live_rows later;
};

static void find_unowned(struct by_store *s, void *data)
{
    struct unowned *u = data;

    by_live_rows_read(s, &u->later, &u->hub->setup.node);
}

static void load_unowned(void *data)
{
    struct unowned *u = data;

    u->hub->loader->later = u->later;
    run_next(u->hub);
    free(u);
}

/* Loads the live tables while people are already returning. Requested tables are loaded first. */
void by_load_start(struct by_hub *h)
{
    struct loader *all = h->loader = by_sure(calloc(1, sizeof *all));
    struct by_mark m = by_mark_read(h);

    all->last = &all->first;
    all->read = INT64_MIN / 2; /* no limit until all tables are loaded */
    if (by_lease_shared(h)) {
        struct unowned *u = by_sure(calloc(1, sizeof *u));

        u->hub = h;
        by_reads_ask(h, find_unowned, load_unowned, u);
    } else {
        by_live_rows_read(h->setup.store, &all->later, NULL);
    }
    if (m.times > 0) /* while the mark exists, first loads the table that may have crashed the server */
        by_load_want(h, &m.id, on_first, h);
    else
        run_next(h);
}

int by_load_left(const struct by_hub *h)
{
    return (int)(h->loader->later.n - h->loader->later.at) + (h->loader->running != NULL);
}

void by_load_tick(struct by_hub *h)
{
    struct loader *all = h->loader;

    if (all->read >= 0)
        all->read = all->read > READ_MOST ? all->read - READ_MOST : 0;
}

void by_load_free(struct by_hub *h)
{
    struct loader *all = h->loader;

    if (all == NULL)
        return;
    for (struct load *l; (l = all->first) != NULL;) {
        all->first = l->next;
        l->end = LOOKED;
        finish(l);
    }
    by_live_rows_clear(&all->later);
    free(all);
    h->loader = NULL;
}

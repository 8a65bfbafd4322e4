/* SPDX-License-Identifier: MIT */
/* tables.c: the tables in memory: finds, loads, sets aside and unloads them. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server/operate/retention.h"
#include "caller.h"
#include "index.h"
#include "queue.h"
#include "row.h"
#include "schedule.h"
#include "tables.h"
#include "server/operate/log.h"
#include "server/operate/metrics.h"
#include "util/chance.h"
#include "util/memory.h"

/* Milliseconds until a finished table is unloaded, and until an inactive table counts as quiet. */
enum { LONELY = 10 * 60 * 1000, QUIET = 3600 * 1000 };
/* Entries read per second for tables not in memory, since reading blocks the loop. A long table is read completely, and
 * the next table waits. */
enum { READ_MOST = 2000 };

int64_t by_tables_step_ms(void) { return by_now_ms() / STEP * STEP; }

/* Returns the room's time, which stops while nothing can be stored. The time advances in steps, so it does not reveal
 * when within a step a player was ready. */
int64_t by_tables_time(const struct live_table *t)
{
    int64_t gone = by_now_ms() - t->since;

    return t->state == PAUSED || t->state == UNSURE ? t->base : t->base + gone - gone % STEP;
}

int64_t by_tables_when(const struct live_table *t, int64_t at)
{
    int64_t to = at - t->base;

    return t->since + (to > 0 ? (to + STEP - 1) / STEP * STEP : to);
}

/* ---- Tables in memory ------------------------------------------------------------------------- */

static struct live_table **bucket(struct by_hub *h, const struct by_id *id)
{
    return &h->bucket[(id->bytes[0] | id->bytes[1] << 8) % BUCKETS];
}

struct live_table *by_tables_known(struct by_hub *h, const struct by_id *id)
{
    struct live_table *t = *bucket(h, id);

    while (t != NULL && memcmp(t->id.bytes, id->bytes, sizeof id->bytes) != 0)
        t = t->next;
    return t;
}

struct live_table *by_tables_add(struct by_hub *h, const struct by_id *id)
{
    struct live_table *t = by_sure(calloc(1, sizeof *t)), **at = bucket(h, id);

    t->id = *id;
    t->hub = h;
    t->room = by_room_new(id, &h->setup.host);
    t->last = &t->queue;
    t->wake = INT64_MAX;
    t->move = -1;
    t->since = by_tables_step_ms();
    t->lonely = by_now_ms();
    t->next = *at;
    *at = t;
    h->tables++;
    return t;
}

void by_tables_drop(struct live_table *t)
{
    struct live_table **at = bucket(t->hub, &t->id);

    BY_ASSERT(t->callers == NULL && t->state != WRITING);
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    t->hub->tables--;
    by_schedule_drop(t);
    by_entries_clear(&t->batch);
    by_room_free(t->room);
    t->room = NULL;
    by_index_update(t);
    if (t->made)
        by_index_remove(t, BY_INDEX_ADDRESS, t->from);
    free(t);
}

void by_tables_each(struct by_hub *h, by_on_live_table *each, void *data)
{
    for (int i = 0; i < BUCKETS; i++)
        for (struct live_table *t = h->bucket[i], *next; t != NULL; t = next) {
            next = t->next;
            each(data, t);
        }
}

void by_tables_set_aside(struct live_table *t, const char *reason)
{
    struct by_put_of put = { "aside", { t->id.bytes, sizeof t->id.bytes }, { reason, strlen(reason) } };

    by_log(BY_LOG_ERROR, "table-aside", BY_LOG_FIELDS(BY_LOG_TEXT("why", reason)));
    by_queue_store_later(t->hub, &put, 1, NULL, NULL);
    by_room_free(t->room);
    t->room = NULL;
    by_index_update(t);
    by_schedule_drop(t);
    by_entries_clear(&t->batch);
    t->state = IDLE;
    t->job = 0;
    t->move = -1;
    by_external_bots_leave(t->hub->setup.guests, &t->id);
    by_queue_step(t); /* refuses waiting commands; the callers are told below */
    for (struct by_caller *c = t->callers; c != NULL; c = c->right)
        if (c->socket != NULL)
            by_caller_dismiss(c, BY_REFUSED_set_aside, BY_CLOSE_POLICY);
}

/* ---- Loading ---------------------------------------------------------------------------------- */

/* The mark next to the database, which names the table being loaded and counts the attempts. The mark remains if
 * loading crashes the program. */
struct mark {
    struct by_id id;
    uint8_t times;
};

static void mark_path(const struct by_hub *h, char *out, size_t size)
{
    snprintf(out, size, "%s.loading", h->setup.db);
}

static struct mark mark_read(const struct by_hub *h)
{
    char path[1100];
    struct mark m = { 0 };
    int fd;

    mark_path(h, path, sizeof path);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && read(fd, &m, sizeof m) != (ssize_t)sizeof m)
        m.times = 0;
    if (fd >= 0)
        close(fd);
    return m;
}

static void mark_write(const struct by_hub *h, const struct mark *m)
{
    char path[1100];
    int fd;

    mark_path(h, path, sizeof path);
    if (m == NULL) {
        unlink(path);
        return;
    }
    fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd >= 0 && write(fd, m, sizeof *m) != (ssize_t)sizeof *m)
        by_log(BY_LOG_WARN, "mark", BY_LOG_FIELDS(BY_LOG_TEXT("why", strerror(errno))));
    if (fd >= 0)
        close(fd);
}

struct loading {
    struct by_room *room;
    struct by_fault *f;
    by_err err;
};

static bool load_entry(void *data, uint64_t number, struct by_bytes_of bytes)
{
    struct loading *l = data;

    l->err = by_room_apply(l->room, number, bytes.at, bytes.n, l->f);
    return l->err == BY_OK;
}

/* After a restart, the time of a quiet table resumes where it stopped; otherwise, clocks in days would never expire on
 * a server that restarts every night. The time of other tables resumes at the last entry, so that players have time to
 * return. */
void by_tables_write_time(const struct live_table *t)
{
    int64_t now = by_tables_time(t), quiet = t->hub->setup.host.haste > 1 ? QUIET / t->hub->setup.host.haste : QUIET;
    struct by_put_of put = { "time", { t->id.bytes, sizeof t->id.bytes }, { 0 } };
    struct by_room_facts facts;
    uint8_t when[8];

    by_room_facts(t->room, &facts);
    if ((!facts.playing && !facts.waiting) || now - facts.now < quiet)
        return;
    for (int i = 0; i < 8; i++)
        when[i] = (uint8_t)((uint64_t)now >> 8 * i);
    put.value = (struct by_bytes_of){ when, sizeof when };
    by_queue_store_later(t->hub, &put, 1, NULL, NULL);
}

/* Returns the room time at which a table continues; `last` is the time of its last entry. */
static int64_t time_after(struct by_hub *h, const struct by_id *id, int64_t last)
{
    uint8_t when[8];
    uint64_t at = 0;

    if (by_store_get(h->setup.store, "time", (struct by_bytes_of){ id->bytes, sizeof id->bytes }, when, sizeof when)
        != (long)sizeof when)
        return last;
    for (int i = 0; i < 8; i++)
        at |= (uint64_t)when[i] << 8 * i;
    return at > (uint64_t)last && at < UINT64_C(1) << 50 ? (int64_t)at : last;
}

/* Returns -1 if the table is not set aside, -2 if the store cannot be read now. */
static long is_aside(struct by_hub *h, const struct by_id *id)
{
    char reason[1024];

    return by_store_get(h->setup.store, "aside", (struct by_bytes_of){ id->bytes, sizeof id->bytes }, reason,
                        sizeof reason);
}

/* Returns when the table ended, according to the store, or 0 if it has not ended. */
static int64_t over_since(struct by_hub *h, const struct by_id *id)
{
    static char text[65536];
    struct by_bytes_of key = { id->bytes, sizeof id->bytes };
    long n = by_store_get(h->setup.store, "table", key, text, sizeof text);
    struct by_store_row row;

    return n > 0 && by_row_read((struct by_bytes_of){ text, (size_t)n }, &row) && !row.live ? row.over : 0;
}

/* Returns the journal's length in the backup from which the database was restored, or 0 if it was not restored. */
static uint64_t restored_at(struct by_hub *h, const struct by_id *id)
{
    char text[24] = "";

    return by_store_get(h->setup.store, "restored", (struct by_bytes_of){ id->bytes, sizeof id->bytes }, text,
                        sizeof text - 1)
            > 0
        ? strtoull(text, NULL, 10)
        : 0;
}

/* Loads all entries of a table into a new one, and keeps the mark in place while doing so. Returns NULL if the store
 * cannot be read now, which does not mean that the table is damaged. */
static struct live_table *load(struct by_hub *h, const struct by_id *id)
{
    struct mark before = mark_read(h), m = { *id, 1 };
    bool again = before.times > 0 && memcmp(&before.id, id, sizeof *id) == 0;
    struct live_table *t = by_tables_add(h, id);
    struct by_fault f = { 0 };
    struct loading l = { t->room, &f, BY_OK };
    struct by_room_facts facts;
    by_err err;

    if (again && before.times >= 2) {
        mark_write(h, NULL);
        by_tables_set_aside(t, "the server has crashed twice while it loaded this table");
        return t;
    }
    m.times = (uint8_t)(again ? before.times + 1 : 1);
    mark_write(h, &m);
    err = by_store_read(h->setup.store, id, 1, load_entry, &l, &f);
    mark_write(h, NULL);
    if (err == BY_E_IO) {
        by_log(BY_LOG_ERROR, "not-read", BY_LOG_FIELDS(BY_LOG_TEXT("why", f.text)));
        by_tables_drop(t);
        h->ailing = true;
        return NULL;
    }
    if (err != BY_OK || l.err != BY_OK) {
        by_tables_set_aside(t, f.text);
        return t;
    }
    by_room_restored(t->room, restored_at(h, id));
    by_room_facts(t->room, &facts);
    t->row = facts.seatings;
    if (facts.over || facts.closed) {
        t->over = over_since(h, id);
        if (t->over == 0) { /* the server was killed before it could write the row */
            t->over = (int64_t)time(NULL);
            t->row = 0;
        }
    }
    t->base = time_after(h, id, facts.now);
    t->since = by_tables_step_ms();
    by_index_update(t);
    return t;
}

struct live_table *by_tables_find(struct by_hub *h, const struct by_id *id, enum by_refusal *why)
{
    struct live_table *t = by_tables_known(h, id);
    long aside = t == NULL ? is_aside(h, id) : -1;
    uint64_t entries;

    *why = BY_REFUSED_no_table;
    if (t == NULL && aside != -1) {
        *why = aside == -2 ? BY_REFUSED_unknown : BY_REFUSED_set_aside;
        return NULL;
    }
    entries = t == NULL && !by_retention_deletes(h, id) ? by_store_count(h->setup.store, id) : 0;
    if (t == NULL && entries == 0)
        return NULL;
    if (t == NULL && (h->tables >= h->setup.settings->tables || h->read >= READ_MOST)) {
        *why = BY_REFUSED_full;
        return NULL;
    }
    if (t == NULL) {
        h->read += entries == BY_UNREAD ? 0 : (int64_t)entries;
        t = load(h, id);
        if (t == NULL) {
            *why = BY_REFUSED_unknown;
            return NULL;
        }
        if (t->room != NULL)
            by_queue_step(t);
    }
    if (t->room == NULL) {
        *why = BY_REFUSED_set_aside;
        return NULL;
    }
    return t;
}

/* ---- At startup ------------------------------------------------------------------------------- */

enum { SLICE = 10 }; /* SLICE: milliseconds after which the loading of tables pauses */

static bool note_live(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct later *ids = data;
    struct by_store_row row;

    if (key.n != sizeof ids->all->id.bytes || !by_row_read(value, &row) || !row.live)
        return true;
    if (ids->n == ids->room) {
        ids->room = ids->room == 0 ? 64 : 2 * ids->room;
        ids->all = by_sure(realloc(ids->all, ids->room * sizeof *ids->all));
    }
    if (ids->people_n + BY_SEATS + 2 > ids->people_room) {
        ids->people_room = 2 * ids->people_room + 256;
        ids->people = by_sure(realloc(ids->people, ids->people_room * sizeof *ids->people));
    }
    ids->all[ids->n] = (struct later_table){ .indexed = row.indexed,
                                             .is_public = row.is_public,
                                             .waiting = row.waiting,
                                             .game = row.game,
                                             .who_n = row.who_n,
                                             .who = ids->people_n };
    memcpy(ids->all[ids->n++].id.bytes, key.at, key.n);
    memcpy(ids->people + ids->people_n, row.who, (size_t)row.who_n * sizeof row.who[0]);
    ids->people_n += (size_t)row.who_n;
    return true;
}

/* Loads a live table. Rewrites its row if an older program wrote it. */
static void load_one(struct by_hub *h, const struct later_table *one)
{
    enum by_refusal why;
    struct live_table *t = by_tables_find(h, &one->id, &why);

    if (t == NULL && why == BY_REFUSED_no_table)
        by_tables_set_aside(by_tables_add(h, &one->id), "it should be here, but has no entries");
    else if (t != NULL && !one->indexed)
        t->row = 0;
}

/* Loads tables for a few milliseconds. */
static void load_more(void *data)
{
    struct by_hub *h = data;
    struct later *l = &h->later;
    int64_t began = by_now_ms();

    while (!h->stopping && l->at < l->n && by_now_ms() - began < SLICE)
        load_one(h, &l->all[l->at++]);
    if (l->at == l->n && l->all != NULL) {
        free(l->all);
        free(l->people);
        *l = (struct later){ .timer = l->timer };
        h->read = 0;
    }
    if (l->n > 0 && !h->stopping)
        by_timer_set(l->timer, 0);
}

static bool has_person(const struct later *l, const struct later_table *one, const struct by_id *person)
{
    for (int i = 0; i < one->who_n; i++)
        if (memcmp(&l->people[one->who + (size_t)i], person, sizeof *person) == 0)
            return true;
    return false;
}

void by_tables_load_of(struct by_hub *h, const struct by_id *person)
{
    for (size_t i = h->later.at; i < h->later.n; i++)
        if (!h->later.all[i].indexed || has_person(&h->later, &h->later.all[i], person))
            load_one(h, &h->later.all[i]);
}

void by_tables_load_public(struct by_hub *h, int game, bool waiting, int most)
{
    for (size_t i = h->later.at; i < h->later.n && most > 0; i++) {
        const struct later_table *one = &h->later.all[i];

        if (one->indexed && (!one->is_public || (game >= 0 && one->game != game) || (waiting && !one->waiting)))
            continue;
        most -= one->indexed;
        load_one(h, one);
    }
}

/* Loads the live tables while people are already returning. A requested table is loaded at once. */
void by_tables_load(struct by_hub *h)
{
    struct mark m = mark_read(h);
    enum by_refusal why;

    h->read = INT64_MIN / 2; /* no limit until all tables are loaded */
    if (m.times > 0)         /* while the mark exists, first loads the table that may have crashed the server */
        by_tables_find(h, &m.id, &why);
    mark_write(h, NULL);
    by_row_each_live(h->setup.store, note_live, &h->later);
    h->later.timer = by_timer_new(h->loop, load_more, h);
    if (h->later.n > 0)
        by_timer_set(h->later.timer, 0);
    else
        h->read = 0;
}

/* ---- Once a second ---------------------------------------------------------------------------- */

struct tallies {
    int64_t waiting, playing, over, aside, bots;
    bool mend;
};

static void tally_one(void *data, struct live_table *t)
{
    struct tallies *of = data;
    struct by_room_facts facts;

    if (t->callers != NULL)
        t->lonely = by_now_ms();
    of->mend = of->mend || t->state == PAUSED || t->state == UNSURE;
    if (t->room == NULL) {
        of->aside++;
        if (t->callers == NULL && t->queue == NULL)
            by_tables_drop(t); /* the table is recorded in the list `aside` */
        return;
    }
    by_room_facts(t->room, &facts);
    of->bots += t->job != 0;
    of->waiting += facts.waiting;
    of->playing += facts.playing;
    of->over += facts.over;
    if ((facts.closed || (facts.over && t->lonely + LONELY < by_now_ms())) && t->state == IDLE && t->callers == NULL
        && t->queue == NULL) {
        by_queue_write_row(t);
        by_tables_drop(t);
    }
}

static void mend_one(void *data, struct live_table *t)
{
    (void)data;
    if (t->state == PAUSED || t->state == UNSURE)
        by_queue_mend(t);
}

void by_tables_tick(struct by_hub *h)
{
    struct tallies of = { 0 };
    struct by_store_numbers numbers;

    if (h->later.n == 0)
        h->read = h->read > READ_MOST ? h->read - READ_MOST : 0;
    by_tables_each(h, tally_one, &of);
    by_metric_set(BY_METRIC_tables_waiting, of.waiting);
    by_metric_set(BY_METRIC_tables_playing, of.playing);
    by_metric_set(BY_METRIC_tables_over, of.over);
    by_metric_set(BY_METRIC_tables_aside, of.aside);
    by_metric_set(BY_METRIC_bots_waiting, of.bots);
    by_store_numbers(h->setup.store, &numbers);
    if ((of.mend || h->ailing || numbers.broken) && by_store_mended(h->setup.store)) {
        if (h->ailing)
            by_log(BY_LOG_WARN, "kept-again", NULL);
        h->ailing = false;
        by_tables_each(h, mend_one, NULL);
    }
}

static void free_one(void *data, struct live_table *t)
{
    (void)data;
    by_tables_drop(t);
}

void by_tables_free(struct by_hub *h)
{
    by_timer_free(h->later.timer);
    free(h->later.all);
    free(h->later.people);
    by_tables_each(h, free_one, NULL);
}

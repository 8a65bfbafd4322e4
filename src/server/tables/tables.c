/* SPDX-License-Identifier: MIT */
/* tables.c: finds, sets aside and unloads the tables in memory. */
#include <stdlib.h>
#include <string.h>

#include "caller.h"
#include "index.h"
#include "lease.h"
#include "load.h"
#include "queue.h"
#include "schedule.h"
#include "tables.h"
#include "writes.h"
#include "server/operate/log.h"
#include "server/operate/metrics.h"
#include "server/operate/recent.h"
#include "server/push/push.h"
#include "server/results/settle.h"
#include "util/chance.h"
#include "util/memory.h"

/* In milliseconds: the time after which a finished table is unloaded, and the time after which an inactive table counts
 * as quiet. */
enum { LONELY = 10 * 60 * 1000, QUIET = 3600 * 1000 };

static const double AGAIN = 0.2; /* seconds between two attempts to recover the store */

static int tick_of(const struct by_hub *h) { return by_settings_tick(h->setup.settings); }

int64_t by_tables_tick_ms(const struct by_hub *h) { return by_now_ms() / tick_of(h) * tick_of(h); }

/* Returns the room's time, which stops while entries cannot be stored. The time advances in steps, so it does not
 * reveal exactly when a player was ready. */
int64_t by_tables_time(const struct live_table *t)
{
    int64_t gone = by_now_ms() - t->since;

    return t->state == PAUSED || t->state == UNSURE ? t->base : t->base + gone - gone % tick_of(t->hub);
}

int64_t by_tables_when(const struct live_table *t, int64_t at)
{
    const int64_t to = at - t->base, tick = tick_of(t->hub);

    return t->since + (to > 0 ? (to + tick - 1) / tick * tick : to);
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

struct live_table *by_tables_add(struct by_hub *h, const struct by_id *id, struct by_room *room)
{
    struct live_table *t = by_sure(calloc(1, sizeof *t)), **at = bucket(h, id);

    t->id = *id;
    t->hub = h;
    t->room = room != NULL ? room : by_room_new(id, &h->setup.host);
    t->last = &t->queue;
    t->epoch = by_lease_shared(h) ? 0 : 1;
    t->wake = INT64_MAX;
    t->move = -1;
    t->since = by_tables_tick_ms(h);
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
    t->hub->yielding -= t->yields;
    by_schedule_drop(t);
    by_entries_clear(&t->batch);
    by_room_free(t->room);
    t->room = NULL;
    by_index_update(t);
    free(t);
}

void by_tables_give_up(struct live_table *t)
{
    t->until = 0;
    if (!t->lost)
        by_log(BY_LOG_WARN, "table-given-up", NULL);
    t->lost = true;
    by_schedule_drop(t);
    by_external_bots_leave(t->hub->setup.guests, &t->id);
    by_queue_step(t); /* refuses waiting requests */
    for (struct by_caller *c = t->callers; c != NULL; c = c->right)
        if (c->socket != NULL)
            by_socket_cut(c->socket);
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
    by_writes_puts(t->hub, &put, 1, NULL, NULL);
    by_room_free(t->room);
    t->room = NULL;
    by_index_update(t);
    by_schedule_drop(t);
    by_entries_clear(&t->batch);
    t->state = IDLE;
    t->job = 0;
    t->move = -1;
    by_external_bots_leave(t->hub->setup.guests, &t->id);
    by_queue_step(t); /* refuses waiting requests; the callers are notified below */
    for (struct by_caller *c = t->callers; c != NULL; c = c->right)
        if (c->socket != NULL)
            by_caller_dismiss(c, BY_REFUSED_set_aside, BY_CLOSE_POLICY);
}

/* After a restart, the time of a quiet table resumes where it stopped; clocks set in days would otherwise never expire
 * on a server that restarts every night. The time of any other table resumes at the last entry, so that players have
 * time to return. */
void by_tables_write_time(const struct live_table *t)
{
    int64_t now = by_tables_time(t), quiet = t->hub->setup.host.haste > 1 ? QUIET / t->hub->setup.host.haste : QUIET;
    struct by_put_of put = { "time", { t->id.bytes, sizeof t->id.bytes }, { 0 } };
    struct by_room_facts facts;
    uint8_t when[8];

    by_room_facts(t->room, &facts);
    if ((!facts.playing && !facts.waiting) || now - facts.now < quiet || !by_lease_holds(t))
        return;
    for (int i = 0; i < 8; i++)
        when[i] = (uint8_t)((uint64_t)now >> 8 * i);
    put.value = (struct by_bytes_of){ when, sizeof when };
    by_writes_puts(t->hub, &put, 1, NULL, NULL);
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
    if (t->lost) {
        if (t->callers == NULL && t->state != WRITING)
            by_tables_drop(t);
        return;
    }
    of->mend = of->mend || t->state == PAUSED || t->state == UNSURE;
    if (t->room == NULL) {
        of->aside++;
        if (t->callers == NULL && t->queue == NULL) { /* the table is recorded in the `aside` list */
            by_lease_release(t);
            by_tables_drop(t);
        }
        return;
    }
    by_room_facts(t->room, &facts);
    of->bots += t->job != 0;
    of->waiting += facts.waiting;
    of->playing += facts.playing;
    of->over += facts.over;
    if (!t->hub->ailing)
        by_settle_step(t);
    by_push_step(t);
    if ((facts.closed || (facts.over && t->lonely + LONELY < by_now_ms())) && t->state == IDLE && t->callers == NULL
        && t->queue == NULL && by_settle_done(t)) {
        by_queue_write_row(t);
        by_lease_release(t);
        by_tables_drop(t);
    }
}

static void mend_one(void *data, struct live_table *t)
{
    (void)data;
    if (!t->lost && (t->state == PAUSED || t->state == UNSURE))
        by_queue_mend(t);
}

/* Repeatedly asks the store to recover until it has recovered. */
static void recover(void *data)
{
    struct by_hub *h = data;
    struct by_fault why;

    h->recovering = !by_store_mended(h->setup.store, &why);
    if (h->recovering) {
        if (why.text[0] != '\0' && strcmp(why.text, h->still) != 0) {
            by_log(BY_LOG_ERROR, "still-not-kept", BY_LOG_FIELDS(BY_LOG_TEXT("why", why.text)));
            memcpy(h->still, why.text, sizeof h->still);
        }
        by_timer_set(h->recovery, AGAIN);
        return;
    }
    if (h->ailing)
        by_log(BY_LOG_WARN, "kept-again", NULL);
    h->ailing = false;
    h->still[0] = '\0';
    by_tables_each(h, mend_one, NULL);
}

void by_tables_start(struct by_hub *h) { h->recovery = by_timer_new(h->loop, recover, h); }

void by_tables_recover(struct by_hub *h)
{
    if (h->recovering)
        return;
    h->recovering = true;
    by_timer_set(h->recovery, 0);
}

void by_tables_tick(struct by_hub *h)
{
    struct tallies of = { 0 };
    struct by_store_numbers numbers;

    by_load_tick(h);
    by_recent_tick();
    by_tables_each(h, tally_one, &of);
    by_push_tick(h);
    by_metric_set(BY_METRIC_tables_waiting, of.waiting);
    by_metric_set(BY_METRIC_tables_playing, of.playing);
    by_metric_set(BY_METRIC_tables_over, of.over);
    by_metric_set(BY_METRIC_tables_aside, of.aside);
    by_metric_set(BY_METRIC_tables_most, h->setup.settings->tables);
    by_metric_set(BY_METRIC_connections_most, h->setup.settings->connections);
    by_metric_set(BY_METRIC_bots_waiting, of.bots);
    by_store_numbers(h->setup.store, &numbers);
    if (of.mend || h->ailing || numbers.broken)
        by_tables_recover(h);
}

static void free_one(void *data, struct live_table *t)
{
    (void)data;
    by_tables_drop(t);
}

void by_tables_free(struct by_hub *h) { by_tables_each(h, free_one, NULL); }

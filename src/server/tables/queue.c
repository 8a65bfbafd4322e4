/* SPDX-License-Identifier: MIT */
/* queue.c: processes requests to tables: decides on them, writes the entries, and applies the entries once they are
 * stored. While a table's batch is being written, the table's other requests wait in order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "util/random.h"
#include "broadcast.h"
#include "caller.h"
#include "index.h"
#include "lease.h"
#include "queue.h"
#include "quick.h"
#include "reads.h"
#include "schedule.h"
#include "tables.h"
#include "writes.h"
#include "server/operate/log.h"
#include "server/operate/metrics.h"
#include "server/operate/slow.h"
#include "server/order/agreement.h"
#include "server/results/settle.h"
#include "server/tournaments/follow.h"
#include "util/chance.h"
#include "util/memory.h"

/* In milliseconds. BOT_TIME is the time to wait for a bot beyond `bot_seconds`. A move that takes longer than BOT_LATE
 * counts as late. */
enum { BOT_TIME = 8000, BOT_LATE = 100 };

/* ---- Writing ---------------------------------------------------------------------------------- */

static struct by_bytes_of table_key(const struct live_table *t)
{
    return (struct by_bytes_of){ t->id.bytes, sizeof t->id.bytes };
}

struct by_bytes_of by_queue_key(const struct by_id *person, const char *key, uint8_t out[BY_QUEUE_KEY])
{
    size_t n = strlen(key);

    memcpy(out, person->bytes, sizeof person->bytes);
    /* NOLINTNEXTLINE(bugprone-not-null-terminated-result): bytes, not a string */
    memcpy(out + sizeof person->bytes, key, n);
    return (struct by_bytes_of){ out, sizeof person->bytes + n };
}

static struct by_bytes_of command_key(const struct table_command *o, uint8_t out[BY_QUEUE_KEY])
{
    return by_queue_key(&o->caller->pass.person, o->what.key, out);
}

static bool same_command(const struct table_command *o, const struct by_caller *c, const char *key)
{
    return o != NULL && strcmp(o->what.key, key) == 0
        && memcmp(&o->caller->pass.person, &c->pass.person, sizeof c->pass.person) == 0;
}

bool by_queue_has(const struct live_table *t, const struct by_caller *c, const char *key)
{
    for (const struct table_command *o = t->queue; o != NULL; o = o->next)
        if (same_command(o, c, key))
            return true;
    return same_command(t->of, c, key);
}

static void on_result(void *data, const struct by_stored *s);

/* Writes entries to the store. `o` is the request that caused them, or NULL. */
static void write_entries(struct live_table *t, struct table_command *o, struct by_entries *e)
{
    struct by_entry_of of[BY_ROOM_ENTRIES] = { 0 };
    uint8_t key[BY_QUEUE_KEY];
    struct by_room_facts facts;
    struct by_put_of put = { "table", table_key(t), { 0 } };
    struct by_batch b = { .table = t->id, .epoch = t->epoch, .entries = of, .entries_n = e->n, .puts = &put };
    struct by_table_row row = { .text = NULL };
    int needs = t->needs;

    by_room_facts(t->room, &facts);
    for (int i = 0; i < e->n; i++)
        needs = e->at[i].needs > needs ? e->at[i].needs : needs;
    t->batch = *e;
    t->of = o;
    t->first = facts.entries + 1;
    for (int i = 0; i < e->n; i++)
        of[i] = (struct by_entry_of){ .number = t->first + (uint64_t)i, .bytes = { e->at[i].line, e->at[i].n } };
    if (o != NULL && o->what.id != BY_ASK_make && o->what.id != BY_ASK_quick)
        of[0].key = command_key(o, key);
    /* The row is written if the table becomes live, the row changes, another person may sit down, or older programs can
     * no longer read the table. */
    if (facts.entries == 0 || t->over != 0 || t->needs != needs || t->row != facts.seatings
        || (o != NULL && o->what.id == BY_ASK_sit)) {
        t->needs = needs;
        by_queue_row(t, true, o == NULL ? NULL : &o->caller->pass.person, &row);
        put.value = (struct by_bytes_of){ row.text, strlen(row.text) };
        b.columns = &row.columns;
        b.puts_n = 1;
        t->row = t->over == 0 ? facts.seatings : 0;
    }
    t->state = WRITING;
    (o == NULL || o->what.id == BY_ASK_play ? by_writes_moves : by_writes_ask)(t->hub, &b, on_result, t);
    free(row.text);
}

/* ---- Commands --------------------------------------------------------------------------------- */

static void command_free(struct table_command *o)
{
    if (o->name_table && o->table != NULL)
        by_index_remove(o->table, BY_INDEX_ASKS, o->caller->pass.person.bytes);
    by_caller_drop(o->caller);
    free(o->quick);
    free(o);
}

static struct table_command *command_new(struct live_table *t, struct by_caller *c, const struct by_asked_for *what,
                                         bool name_table)
{
    struct table_command *o = by_sure(calloc(1, sizeof *o));

    *o =
        (struct table_command){ .table = t, .caller = c, .what = *what, .name_table = name_table, .came = by_now_ns() };
    by_caller_hold(c);
    if (name_table)
        by_index_add(t, BY_INDEX_ASKS, c->pass.person.bytes);
    return o;
}

/* Answers a request that was carried out as entry `number`, or that changed nothing (0). */
static void command_done(const struct by_id *table, struct table_command *o, uint64_t number)
{
    struct by_out reply;

    if (o->what.id != BY_ASK_quick) { /* `quick` is answered once the person has a seat */
        reply = by_reply_done(o->what.key);
        if (o->name_table)
            by_out_key_base64(&reply, "table", table->bytes, sizeof table->bytes);
        else if (number > 0)
            by_out_key_int(&reply, "n", (int64_t)number);
        by_caller_answer(o->caller, o->what.id, o->what.key, &reply);
    }
    command_free(o);
}

static void command_refused(struct table_command *o, enum by_refusal why, const struct by_fault *f)
{
    if (o->what.id != BY_ASK_quick && (o->quick == NULL || !by_quick_again(o->caller, o->quick, why)))
        by_caller_refuse(o->caller, o->what.id, o->what.key, why, f);
    command_free(o);
}

static void queue_put(struct live_table *t, struct by_caller *c, const struct by_asked_for *what,
                      const struct by_asked_for *quick)
{
    struct table_command *o;

    if (t->queued >= QUEUE_MOST) {
        by_caller_refuse(c, what->id, what->key, BY_REFUSED_too_fast, NULL);
        return;
    }
    o = command_new(t, c, what, quick != NULL);
    if (quick != NULL) {
        o->quick = by_sure(malloc(sizeof *o->quick));
        *o->quick = *quick;
    }
    *t->last = o;
    t->last = &o->next;
    t->queued++;
    by_queue_step(t);
}

void by_queue_put(struct live_table *t, struct by_caller *c, const struct by_asked_for *what)
{
    queue_put(t, c, what, NULL);
}

void by_queue_quick(struct live_table *t, struct by_caller *c, const struct by_asked_for *sit,
                    const struct by_asked_for *quick)
{
    queue_put(t, c, sit, quick);
}

void by_queue_make(struct live_table *t, struct by_caller *c, const struct by_asked_for *what, struct by_entries *first)
{
    write_entries(t, command_new(t, c, what, true), first);
}

void by_queue_begin(struct live_table *t, struct by_entries *first) { write_entries(t, NULL, first); }

static struct table_command *command_take(struct live_table *t)
{
    struct table_command *o = t->queue;

    t->queue = o->next;
    if (t->queue == NULL)
        t->last = &t->queue;
    t->queued--;
    return o;
}

/* Returns the number of entries that a table may have after this request. A match may start only if all its entries
 * will fit. */
static uint64_t most_for(int ask)
{
    if (ask == BY_ASK_close)
        return UINT64_MAX;
    if (ask == BY_ASK_start || ask == BY_ASK_rematch)
        return BY_ROOM_MOST / 2;
    return BY_ROOM_MOST;
}

/* Answers a request that changes nothing, which may be a retry of one already carried out. */
struct repeat {
    struct table_command *command;
    struct by_id table;
    enum by_refusal why;
    struct by_fault fault;
    uint64_t number; /* the number of the entry with the request's key */
};

static void repeat_find(struct by_store *s, void *data)
{
    struct repeat *r = data;
    uint8_t key[BY_QUEUE_KEY];

    r->number = by_store_find(s, &r->table, command_key(r->command, key));
}

static void repeat_found(void *data)
{
    struct repeat *r = data;
    struct table_command *o = r->command;
    struct live_table *t = by_tables_known(o->caller->hub, &r->table);

    if (t != NULL && o->quick == NULL && o->what.key[0] != '\0' && same_command(t->of, o->caller, o->what.key)) {
        by_queue_put(t, o->caller, &o->what); /* the entry is being written for another socket, so this request waits */
        command_free(o);
    } else if (r->number == BY_UNREAD) {
        command_refused(o, BY_REFUSED_unknown, NULL);
    } else if (r->number > 0 || r->why == BY_NOT_REFUSED) {
        command_done(&r->table, o, r->number);
    } else {
        command_refused(o, r->why, &r->fault);
    }
    free(r);
}

/* Handles the first waiting request. Returns true if a batch has been sent to the store. */
static bool command_next(struct live_table *t)
{
    struct table_command *o = command_take(t);
    uint8_t chance[BY_ROOM_CHANCE];
    struct by_order by = { o->caller->pass.person, by_tables_time(t), chance, o->caller->account[0] != '\0' };
    struct by_entries e = { 0 };
    struct by_fault f = { 0 };
    struct by_room_facts facts;
    enum by_refusal why;
    struct repeat *r;

    /* another socket may have received the answer while this request was waiting */
    if (o->quick == NULL && by_caller_repeat(o->caller, o->what.id, o->what.key)) {
        command_free(o);
        return false;
    }
    by_room_facts(t->room, &facts);
    by_random(chance, sizeof chance);
    why = by_room_decide(t->room, &by, &o->what, &e, &f);
    if (why == BY_NOT_REFUSED && e.n > 0 && facts.entries + (uint64_t)e.n > most_for(o->what.id))
        why = BY_REFUSED_played_out;
    if (why == BY_NOT_REFUSED && e.n > 0) {
        write_entries(t, o, &e);
        return true;
    }
    by_entries_clear(&e);
    if (o->name_table)
        by_index_remove(t, BY_INDEX_ASKS, o->caller->pass.person.bytes);
    o->table = NULL; /* the table may no longer exist when the read ends */
    r = by_sure(calloc(1, sizeof *r));
    *r = (struct repeat){ .command = o, .table = t->id, .why = why, .fault = f };
    by_reads_ask(t->hub, repeat_find, repeat_found, r);
    return false;
}

/* ---- A table's own actions -------------------------------------------------------------------- */

static bool room_next(struct live_table *t)
{
    static const struct by_id nobody;
    uint8_t chance[BY_ROOM_CHANCE];
    struct by_order by = { nobody, by_tables_time(t), chance, false };
    struct by_entries e = { 0 };

    by_random(chance, sizeof chance);
    by_room_due(t->room, &by, &e);
    if (e.n == 0 && t->job != 0 && t->move >= 0 && t->bot.not_before <= by.now) {
        by_room_bot_plays(t->room, &by, &t->bot, t->move, &e);
        by_metric_add(BY_METRIC_bots_late, by.now >= t->bot.not_before + BOT_LATE);
        t->job = 0;
        t->move = -1;
    }
    if (e.n == 0)
        return false;
    write_entries(t, NULL, &e);
    return true;
}

static int64_t bot_late(const struct live_table *t)
{
    return t->asked + BOT_TIME + (int64_t)t->hub->setup.settings->bot_seconds * 1000;
}

/* Asks the bot that must decide, once per decision. Stops waiting for a bot that takes too long. */
static void bot_next(struct live_table *t)
{
    struct by_room_facts facts;
    struct by_room_bot b;

    by_room_facts(t->room, &facts);
    if (t->job != 0 && t->bot.after != facts.entries)
        t->job = 0; /* the table has changed in the meantime */
    if (t->job == 0) {
        if (!by_room_bot(t->room, by_tables_time(t), &b))
            return;
        t->bot = b;
        t->job = ++t->hub->jobs;
        t->move = -1;
        t->asked = by_now_ms();
        if (!by_bot_pool_ask(t->hub->thinkers, &t->id, t->job, &b))
            t->move = by_bot_pool_simple(&b);
    } else if (t->move < 0 && bot_late(t) <= by_now_ms()) {
        t->move = by_bot_pool_simple(&t->bot);
    }
}

static void on_thought(void *data, const struct by_bot_choice *th)
{
    struct live_table *t = by_tables_known(data, &th->table);

    if (t != NULL && t->job == th->job && t->move < 0) {
        t->move = th->move;
        t->bot.chance = th->chance;
        by_queue_step(t);
    }
}

static void set_wake(struct live_table *t)
{
    int64_t at = by_room_wake(t->room, by_tables_time(t)), when = at == INT64_MAX ? at : by_tables_when(t, at);

    if (t->job != 0) {
        int64_t bot = t->move >= 0 ? by_tables_when(t, t->bot.not_before) : bot_late(t);

        when = bot < when ? bot : when;
    }
    by_schedule_set(t, when);
}

/* Returns the reason why a table cannot act on requests. */
static enum by_refusal out_of_service(const struct live_table *t)
{
    if (t->lost)
        return BY_REFUSED_unknown;
    return t->room == NULL ? BY_REFUSED_set_aside : BY_REFUSED_not_kept;
}

void by_queue_step(struct live_table *t)
{
    while (t->queue != NULL && (t->lost || t->room == NULL || t->state == PAUSED || t->state == UNSURE))
        command_refused(command_take(t), out_of_service(t), NULL);
    if (t->lost || t->leaving || !by_lease_holds(t))
        return;
    if (t->room == NULL || t->state != IDLE)
        return;
    for (;;) {
        struct by_room_facts facts;

        if (t->queue != NULL) {
            if (command_next(t))
                return;
            continue;
        }
        by_room_facts(t->room, &facts);
        if (facts.entries == 0 || t->hub->stopping || room_next(t))
            return;
        bot_next(t);
        if (t->job == 0 || t->move < 0 || t->bot.not_before > by_tables_time(t))
            break;
    }
    set_wake(t);
}

/* ---- Results of writes ------------------------------------------------------------------------ */

static void count_move(struct live_table *t, enum by_moved_by mover)
{
    static const enum by_metric metrics[] = { [BY_MOVED_PERSON] = BY_METRIC_moves_person,
                                              [BY_MOVED_BOT] = BY_METRIC_moves_bot,
                                              [BY_MOVED_CLOCK] = BY_METRIC_moves_clock,
                                              [BY_MOVED_CHANCE] = BY_METRIC_moves_chance };

    if (mover == BY_MOVED_NONE)
        return;
    by_metric_add(metrics[mover], 1);
    if (t->taken != 0)
        by_times_add(BY_TIMES_resumed, by_now_ns() - t->taken);
    t->taken = 0;
}

/* Applies a stored batch. */
static bool happen(struct live_table *t)
{
    struct by_fault f = { 0 };
    struct by_room_facts facts;

    for (int i = 0; i < t->batch.n; i++) {
        if (by_room_apply(t->room, t->first + (uint64_t)i, t->batch.at[i].line, t->batch.at[i].n, &f) != BY_OK) {
            by_tables_set_aside(t, f.text);
            return false;
        }
        count_move(t, t->batch.at[i].mover);
    }
    by_entries_clear(&t->batch);
    by_index_update(t);
    by_room_facts(t->room, &facts);
    if (facts.over || facts.closed)
        by_external_bots_leave(t->hub->setup.guests, &t->id); /* each match starts new programs */
    if (facts.cup && (facts.over || facts.closed || t->first == 1 || facts.shuffling))
        by_cups_hint(t->hub);
    t->over = !facts.over && !facts.closed ? 0 : t->over == 0 ? (int64_t)time(NULL) : t->over;
    return true;
}

static void on_kept(struct live_table *t, struct table_command *o)
{
    int64_t came = o == NULL ? 0 : o->came;
    const char *name = o == NULL ? "" : by_asks[o->what.id].name;
    struct by_id cup;

    t->state = IDLE;
    if (!happen(t)) {
        if (o != NULL)
            command_refused(o, BY_REFUSED_set_aside, NULL);
        return;
    }
    if (o != NULL)
        command_done(&t->id, o, t->first);
    by_broadcast_dismiss(t);
    by_broadcast_table(t);
    if (came != 0) {
        by_times_add(BY_TIMES_tell, by_now_ns() - came);
        by_slow_note(BY_SLOW_REQUEST, name, "(told)", (by_now_ns() - came) / 1000);
    }
    /* other people find the table by its row */
    if ((t->over != 0 && (by_settle_done(t) || by_room_held(t->room, &cup) != 0)) || (t->over == 0 && t->listed)
        || by_lease_shared(t->hub))
        by_queue_write_row(t);
    by_settle_step(t);
}

/* Handles a failed write: stops the clocks and notifies everyone. */
static void on_lost(struct live_table *t, struct table_command *o, const struct by_stored *s)
{
    int64_t at = by_tables_time(t);
    struct by_room_facts facts;

    by_metric_add(BY_METRIC_not_kept, 1);
    by_log(BY_LOG_ERROR, s->outcome == BY_UNKNOWN ? "unknown" : "not-kept",
           BY_LOG_FIELDS(BY_LOG_TEXT("why", s->fault.text)));
    t->hub->ailing = true;
    by_tables_recover(t->hub);
    t->base = at;
    by_room_halt(t->room, true);
    t->state = s->outcome == BY_UNKNOWN ? UNSURE : PAUSED;
    t->row = 0;
    if (t->state == PAUSED)
        by_entries_clear(&t->batch);
    if (o != NULL)
        command_refused(o, s->outcome == BY_UNKNOWN ? BY_REFUSED_unknown : BY_REFUSED_not_kept, NULL);
    by_schedule_drop(t);
    by_room_facts(t->room, &facts);
    by_queue_step(t);
    if (facts.entries == 0 && t->state == PAUSED) {
        t->state = IDLE;
        by_tables_drop(t); /* the table's first entry was never stored */
        return;
    }
    by_broadcast_table(t);
}

static void on_result(void *data, const struct by_stored *s)
{
    struct live_table *t = data;
    struct table_command *o = t->of;

    t->of = NULL;
    if (s->outcome == BY_REFUSED && s->stale && by_lease_shared(t->hub))
        by_tables_give_up(t);
    if (t->lost || !by_lease_holds(t)) { /* only the table's next owner may send these entries, even if they were
                                          * stored */
        by_entries_clear(&t->batch);
        t->state = IDLE;
        if (o != NULL)
            command_refused(o, BY_REFUSED_unknown, NULL);
        by_tables_give_up(t);
        return;
    }
    if (s->outcome == BY_KEPT) {
        on_kept(t, o);
    } else if (s->outcome == BY_REFUSED && s->twice) {
        by_entries_clear(&t->batch);
        t->state = IDLE;
        if (o != NULL)
            command_done(&t->id, o, s->number);
    } else if (s->outcome == BY_REFUSED && (s->stale || s->misplaced || s->fault.err == BY_E_RECORD)) {
        by_entries_clear(&t->batch); /* the journal differs from the table in memory, so retrying would fail */
        if (o != NULL)
            command_refused(o, BY_REFUSED_set_aside, NULL);
        by_tables_set_aside(t, s->stale ? "another server has written to this table" : s->fault.text);
    } else {
        on_lost(t, o, s);
        return;
    }
    if (t->room != NULL)
        by_queue_step(t);
}

/* Resumes after a recovery. If the outcome of a write was unknown, `n` is the number of entries stored. */
static void resume(struct live_table *t, uint64_t n)
{
    struct by_room_facts facts;

    t->state = IDLE;
    t->since = by_tables_tick_ms(t->hub);
    by_room_halt(t->room, false);
    if (n > 0 && n >= t->first && !happen(t))
        return;
    by_entries_clear(&t->batch);
    by_room_facts(t->room, &facts);
    if (facts.entries == 0) {
        if (t->callers == NULL)
            by_tables_drop(t);
        return;
    }
    by_broadcast_dismiss(t);
    by_broadcast_table(t);
    by_queue_step(t);
}

struct counting {
    struct by_hub *hub;
    struct by_id table;
    uint64_t n;
};

static void count_entries(struct by_store *s, void *data)
{
    struct counting *c = data;

    c->n = by_store_count(s, &c->table);
}

static void counted(void *data)
{
    struct counting *c = data;
    struct live_table *t = by_tables_known(c->hub, &c->table);

    if (t != NULL && !t->lost && t->state == UNSURE && c->n != BY_UNREAD) /* otherwise the next recovery retries */
        resume(t, c->n);
    free(c);
}

void by_queue_mend(struct live_table *t)
{
    struct counting *c;

    if (t->state != UNSURE) {
        resume(t, 0);
        return;
    }
    c = by_sure(calloc(1, sizeof *c));
    *c = (struct counting){ .hub = t->hub, .table = t->id };
    by_reads_ask(t->hub, count_entries, counted, c);
}

void by_queue_start(struct by_hub *h)
{
    by_schedule_start(h);
    h->thinkers = by_bot_pool_new(h->loop, h->setup.settings, h->setup.guests, on_thought, h);
    h->agreements = by_agreements_new(h->loop);
}

void by_queue_end(struct by_hub *h)
{
    by_bot_pool_free(h->thinkers);
    by_agreements_free(h->agreements);
    by_timer_free(h->timer);
}

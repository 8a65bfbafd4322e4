/* orders.c: what is asked of tables: decided, written, and done when it is kept.  While a table's batch is being
 * written, whatever else is asked of it waits in order. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "house.h"
#include "log.h"
#include "metrics.h"
#include "util/chance.h"
#include "util/memory.h"

/* Milliseconds: beside `bot_seconds`, after which a bot is not waited for; after which its move is called late. */
enum { BOT_TIME = 8000, BOT_LATE = 100 };

/* A batch at the store.  The writer's thread fills `stored` and hands it to the loop. */
struct writing {
    struct writing *next;
    struct by_hub *hub;
    struct table *table;                /* NULL: only puts */
    struct by_stored stored;
    on_put *done;
    void *data;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- Writing ---------------------------------------------------------------------------------- */

/* On the writer's thread.  Once the lock is open the loop may have it all, and free it. */
static void on_stored(void *context, const struct by_stored *s)
{
    struct writing *w = context;

    w->stored = *s;
    pthread_mutex_lock(&lock);
    w->next = w->hub->done;
    w->hub->done = w;
    by_wake_send(w->hub->written);
    pthread_mutex_unlock(&lock);
}

static struct writing *begin(struct by_hub *h, struct table *t)
{
    struct writing *w = by_sure(calloc(1, sizeof *w));

    w->hub = h;
    w->table = t;
    if (h->writes++ == 0)
        h->oldest = by_now_ns();
    return w;
}

static void write_later(struct by_hub *h, const struct by_batch *b, on_put *done, void *data)
{
    struct writing *w = begin(h, NULL);

    w->done = done;
    w->data = data;
    by_store_write(h->setup.store, b, on_stored, w);
}

void by_order_put_later(struct by_hub *h, const struct by_put_of *puts, int n, on_put *done, void *data)
{
    write_later(h, &(struct by_batch){ .epoch = 1, .puts = puts, .puts_n = n }, done, data);
}

void by_order_drop_later(struct by_hub *h, const struct by_id *table, on_put *done, void *data)
{
    struct by_bytes_of key = { table->bytes, sizeof table->bytes };
    struct by_put_of puts[] = { { "table", key, { 0 } }, { "time", key, { 0 } } };

    write_later(h, &(struct by_batch){ .table = *table, .puts = puts, .puts_n = 2, .drop = true }, done, data);
}

bool by_order_put_now(struct by_hub *h, const char *kind, struct by_bytes_of key, struct by_bytes_of value)
{
    struct by_put_of put = { kind, key, value };
    struct by_batch b = { .epoch = 1, .puts = &put, .puts_n = 1 };

    return by_store_write_now(h->setup.store, &b).outcome == BY_KEPT;
}

/* Who and what they called it: where the first answer is found again. */
static struct by_bytes_of order_key(const struct order *o, uint8_t out[48])
{
    size_t n = strlen(o->key);

    memcpy(out, o->caller->pass.person.bytes, 16);
    memcpy(out + 16, o->key, n);
    return (struct by_bytes_of){ out, 16 + n };
}

static bool same_order(const struct order *o, const struct by_caller *c, const char *key)
{
    return o != NULL && strcmp(o->key, key) == 0 &&
           memcmp(&o->caller->pass.person, &c->pass.person, sizeof c->pass.person) == 0;
}

bool by_order_repeats(const struct table *t, const struct by_caller *c, const char *key)
{
    struct by_caller who = { .pass = c->pass };
    struct order asked = { .caller = &who };
    uint8_t bytes[48];

    for (const struct order *o = t->queue; o != NULL; o = o->next)
        if (same_order(o, c, key))
            return true;
    if (same_order(t->of, c, key))
        return true;
    snprintf(asked.key, sizeof asked.key, "%s", key);
    return t->room != NULL && by_room_seats_of(t->room, &c->pass.person) != 0 &&
           by_store_find(t->hub->setup.store, &t->id, order_key(&asked, bytes)) != 0;
}

/* The table in short, with its status in front: whether it is loaded when the server starts. */
static void brief_make(struct table *t)
{
    static const struct by_id nobody;
    struct by_room_facts facts;
    char *line, *all;

    by_room_facts(t->room, &facts);
    if (facts.entries == 0)
        return;
    line = by_room_short(t->room, &nobody);
    all = by_sure(malloc(strlen(line) + 64));
    t->over = !facts.over && !facts.closed ? 0 : t->over == 0 ? (int64_t)time(NULL) : t->over;
    snprintf(all, strlen(line) + 64, "{\"status\":\"%s\",\"over\":%lld,\"room\":%s}", t->over == 0 ? "live" : "done",
             (long long)t->over, line);
    free(line);
    if (t->brief == NULL || strcmp(all, t->brief) != 0) {
        free(t->brief);
        t->brief = all;
        t->fresh = true;
    } else {
        free(all);
    }
}

void by_table_write_brief(struct table *t)
{
    if (t->brief != NULL && t->fresh) {
        struct by_put_of put = { "table", { t->id.bytes, sizeof t->id.bytes }, { t->brief, strlen(t->brief) } };

        by_order_put_later(t->hub, &put, 1, NULL, NULL);
        t->fresh = false;
    }
}

/* Entries go to the store; `o` asked for them, or nobody did. */
static void write_entries(struct table *t, struct order *o, struct by_entries *e)
{
    static const char live[] = "{\"status\":\"live\"}";
    struct by_entry_of of[BY_ROOM_ENTRIES] = { 0 };
    uint8_t key[48];
    struct by_room_facts facts;
    struct by_put_of put = { "table", { t->id.bytes, sizeof t->id.bytes }, { live, sizeof live - 1 } };
    struct by_batch b = { .table = t->id, .epoch = 1, .entries = of, .entries_n = e->n, .puts = &put };

    by_room_facts(t->room, &facts);
    t->batch = *e;
    t->of = o;
    t->first = facts.entries + 1;
    for (int i = 0; i < e->n; i++)
        of[i] = (struct by_entry_of){ .number = t->first + (uint64_t)i, .bytes = { e->at[i].line, e->at[i].n } };
    if (o != NULL && o->ask != BY_ASK_make && o->ask != BY_ASK_quick && !BY_LEAK(304))
        of[0].key = order_key(o, key);
    if (t->brief != NULL && strncmp(t->brief, live, sizeof live - 2) == 0) {
        put.value = (struct by_bytes_of){ t->brief, strlen(t->brief) };
        b.puts_n = t->fresh;
        t->fresh = false;
    } else {
        b.puts_n = 1;                   /* new, or it was over: it lives from now on */
        t->fresh = t->brief != NULL;
    }
    t->state = WRITING;
    by_store_write(t->hub->setup.store, &b, on_stored, begin(t->hub, t));
}

/* ---- Orders ----------------------------------------------------------------------------------- */

static void order_free(struct order *o)
{
    by_caller_drop(o->caller);
    by_json_free(o->body);
    free(o);
}

static struct order *order_new(struct by_caller *c, int ask, bool name_table, const char *key, by_json *body)
{
    struct order *o = by_sure(calloc(1, sizeof *o));

    *o = (struct order){ .caller = c, .ask = ask, .name_table = name_table, .body = by_json_share(body),
                         .came = by_now_ns() };
    snprintf(o->key, sizeof o->key, "%s", key);
    by_caller_hold(c);
    return o;
}

/* Done: as entry `number`, or it was so already (0). */
static void order_done(const struct table *t, struct order *o, uint64_t number)
{
    by_json *reply = by_reply_done(o->key);
    char text[32];

    number += BY_LEAK(206) ? (uint64_t)t->bot.n : 0;
    if (number > 0 && !o->name_table)
        by_json_set(reply, "n", by_json_int((int64_t)number));
    if (o->name_table) {
        by_base64(t->id.bytes, sizeof t->id.bytes, text);
        by_json_set(reply, "table", by_json_string(text));
    }
    if (o->ask == BY_ASK_quick)
        by_json_free(reply);            /* the seat is what was asked for */
    else
        by_caller_answer(o->caller, o->ask, o->key, reply);
    order_free(o);
}

static void order_refused(struct order *o, enum by_refusal why, const struct by_fault *f)
{
    if (o->ask != BY_ASK_quick)
        by_caller_refuse(o->caller, o->ask, o->key, why, f);
    order_free(o);
}

void by_order_put(struct table *t, struct by_caller *c, int ask, bool name_table, const char *key, by_json *body)
{
    struct order *o;

    if (t->queued >= QUEUE_MOST) {
        by_caller_refuse(c, ask, key, BY_REFUSED_too_fast, NULL);
        return;
    }
    o = order_new(c, ask, name_table, key, body);
    *t->last = o;
    t->last = &o->next;
    t->queued++;
    by_table_step(t);
}

void by_order_make(struct table *t, struct by_caller *c, int ask, const char *key, struct by_entries *first)
{
    write_entries(t, order_new(c, ask, true, key, NULL), first);
}

static struct order *order_take(struct table *t)
{
    struct order *o = t->queue;

    t->queue = o->next;
    if (t->queue == NULL)
        t->last = &t->queue;
    t->queued--;
    return o;
}

/* How many entries a table may have then: a match begins only where there is room for all of it. */
static uint64_t most_for(int ask)
{
    return ask == BY_ASK_close ? UINT64_MAX :
           ask == BY_ASK_start || ask == BY_ASK_rematch ? BY_ROOM_MOST / 2 : BY_ROOM_MOST;
}

/* The first that waits: true if a batch has gone out. */
static bool order_next(struct table *t)
{
    struct order *o = order_take(t);
    uint8_t chance[BY_ROOM_CHANCE], key[48];
    struct by_order by = { o->caller->pass.person, by_table_now(t), chance };
    struct by_entries e = { 0 };
    struct by_fault f = { 0 };
    struct by_room_facts facts;
    enum by_refusal why;
    uint64_t n;

    by_room_facts(t->room, &facts);
    by_random(chance, sizeof chance);
    why = by_room_decide(t->room, &by, o->ask, o->body, &e, &f);
    if (why == BY_NOT_REFUSED && e.n > 0 && facts.entries + (uint64_t)e.n > most_for(o->ask))
        why = BY_REFUSED_played_out;
    if (why == BY_NOT_REFUSED && e.n > 0) {
        write_entries(t, o, &e);
        return true;
    }
    by_entries_clear(&e);
    n = by_store_find(t->hub->setup.store, &t->id, order_key(o, key));
    if (n != BY_UNREAD && (n > 0 || why == BY_NOT_REFUSED))
        order_done(t, o, n);
    else
        order_refused(o, n == BY_UNREAD ? BY_REFUSED_unknown : why, n == BY_UNREAD ? NULL : &f);
    return false;
}

/* ---- What a table does by itself -------------------------------------------------------------- */

static bool room_next(struct table *t)
{
    static const struct by_id nobody;
    uint8_t chance[BY_ROOM_CHANCE];
    struct by_order by = { nobody, by_table_now(t), chance };
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

static int64_t bot_late(const struct table *t)
{
    return t->asked + BOT_TIME + (int64_t)t->hub->setup.settings->bot_seconds * 1000;
}

/* Asks the bot that is due, once for each decision; one that takes too long is not waited for. */
static void bot_next(struct table *t)
{
    struct by_room_facts facts;
    struct by_room_bot b;

    by_room_facts(t->room, &facts);
    if (t->job != 0 && t->bot.after != facts.entries)
        t->job = 0;                     /* things have gone on */
    if (t->job == 0) {
        if (!by_room_bot(t->room, by_table_now(t), &b))
            return;
        t->bot = b;
        t->job = ++t->hub->jobs;
        t->move = -1;
        t->asked = by_now_ms();
        if (!by_thinkers_ask(t->hub->thinkers, &t->id, t->job, &b))
            t->move = by_thinkers_simple(&b);
    } else if (t->move < 0 && bot_late(t) <= by_now_ms()) {
        t->move = by_thinkers_simple(&t->bot);
    }
}

static void on_thought(void *data, const struct by_thought *th)
{
    struct table *t = by_table_known(data, &th->table);

    if (t != NULL && t->job == th->job && t->move < 0) {
        t->move = th->move;
        t->bot.chance = th->chance;
        by_table_step(t);
    }
}

static void set_wake(struct table *t)
{
    int64_t at = by_room_wake(t->room, by_table_now(t)), when = at == INT64_MAX ? at : by_table_when(t, at);

    if (t->job != 0) {
        int64_t bot = t->move >= 0 ? by_table_when(t, t->bot.not_before) : bot_late(t);

        when = bot < when ? bot : when;
    }
    by_wake_set(t, when);
}

void by_table_step(struct table *t)
{
    while (t->queue != NULL && (t->room == NULL || t->state == PAUSED || t->state == UNSURE))
        order_refused(order_take(t), t->room == NULL ? BY_REFUSED_set_aside : BY_REFUSED_not_kept, NULL);
    if (t->room == NULL || (t->state != IDLE && !BY_LEAK(305)))
        return;
    for (;;) {
        struct by_room_facts facts;

        if (t->queue != NULL) {
            if (order_next(t))
                return;
            continue;
        }
        by_room_facts(t->room, &facts);
        if (facts.entries == 0 || t->hub->stopping || room_next(t))
            return;
        bot_next(t);
        if (t->job == 0 || t->move < 0 || t->bot.not_before > by_table_now(t))
            break;
    }
    set_wake(t);
}

/* ---- Kept or not ------------------------------------------------------------------------------ */

static void count_entry(const struct by_line_of *line)
{
    static const struct { const char *by; enum by_metric metric; } ways[] = {
        { "\"by\":\"bot\"", BY_METRIC_moves_bot }, { "\"by\":\"clock\"", BY_METRIC_moves_clock },
        { "\"by\":\"person\"", BY_METRIC_moves_person }, { "\"by\":\"chance\"", BY_METRIC_moves_chance },
    };

    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (strstr(line->line, ways[i].by) != NULL)
            by_metric_add(ways[i].metric, 1);
}

/* Now it has happened. */
static bool happen(struct table *t)
{
    struct by_fault f = { 0 };
    struct by_room_facts facts;

    for (int i = 0; i < t->batch.n; i++) {
        if (by_room_apply(t->room, t->first + (uint64_t)i, t->batch.at[i].line, t->batch.at[i].n, &f) != BY_OK) {
            by_table_aside(t, f.text);
            return false;
        }
        count_entry(&t->batch.at[i]);
    }
    by_entries_clear(&t->batch);
    by_room_facts(t->room, &facts);
    if (facts.over || facts.closed)
        by_guests_leave(t->hub->setup.guests, &t->id);          /* the next match begins with new ones */
    brief_make(t);
    return true;
}

static void on_kept(struct table *t, struct order *o)
{
    int64_t came = o == NULL ? 0 : o->came;

    t->state = IDLE;
    if (!happen(t)) {
        if (o != NULL)
            order_refused(o, BY_REFUSED_set_aside, NULL);
        return;
    }
    if (o != NULL)
        order_done(t, o, t->first);
    by_table_dismiss(t);
    by_table_tell(t);
    if (came != 0)
        by_times_add(BY_TIMES_tell, by_now_ns() - came);
    if (t->fresh && t->brief != NULL && strncmp(t->brief, "{\"status\":\"done\"", 16) == 0)
        by_table_write_brief(t);
}

/* Nothing can be kept: clocks stand, and everybody is told. */
static void on_lost(struct table *t, struct order *o, const struct by_stored *s)
{
    int64_t at = by_table_now(t);
    struct by_room_facts facts;

    by_metric_add(BY_METRIC_not_kept, 1);
    by_log(BY_LOG_ERROR, s->outcome == BY_UNKNOWN ? "unknown" : "not-kept",
           BY_LOG_FIELDS(BY_LOG_TEXT("why", s->fault.text)));
    t->hub->ailing = true;
    t->base = at;
    by_room_halt(t->room, true);
    t->state = s->outcome == BY_UNKNOWN ? UNSURE : PAUSED;
    if (t->state == PAUSED)
        by_entries_clear(&t->batch);
    if (o != NULL)
        order_refused(o, s->outcome == BY_UNKNOWN ? BY_REFUSED_unknown : BY_REFUSED_not_kept, NULL);
    by_wake_drop(t);
    by_room_facts(t->room, &facts);
    by_table_step(t);
    if (facts.entries == 0 && t->state == PAUSED) {
        t->state = IDLE;
        by_table_drop(t);               /* it was never made */
        return;
    }
    by_table_tell(t);
}

static void on_result(struct table *t, const struct by_stored *s)
{
    struct order *o = t->of;

    t->of = NULL;
    if (s->outcome == BY_KEPT) {
        on_kept(t, o);
    } else if (s->outcome == BY_REFUSED && s->twice) {
        by_entries_clear(&t->batch);
        t->state = IDLE;
        if (o != NULL)
            order_done(t, o, s->number);
    } else if (s->outcome == BY_REFUSED && (s->stale || s->misplaced || s->fault.err == BY_E_RECORD)) {
        by_entries_clear(&t->batch);    /* the journal is not what is played here: no other try would be kept either */
        if (o != NULL)
            order_refused(o, BY_REFUSED_set_aside, NULL);
        by_table_aside(t, s->stale ? "another server has written to this table" : s->fault.text);
    } else {
        on_lost(t, o, s);
        return;
    }
    if (t->room != NULL)
        by_table_step(t);
}

void by_table_mended(struct table *t)
{
    uint64_t n = t->state == UNSURE ? by_store_count(t->hub->setup.store, &t->id) : 0;
    struct by_room_facts facts;

    if (n == BY_UNREAD)                 /* still nobody knows: the next mending asks again */
        return;
    t->state = IDLE;
    t->since = by_step_ms();
    by_room_halt(t->room, false);
    if (n > 0 && n >= t->first && !happen(t))
        return;
    by_entries_clear(&t->batch);
    by_room_facts(t->room, &facts);
    if (facts.entries == 0) {
        if (t->callers == NULL)
            by_table_drop(t);
        return;
    }
    by_table_dismiss(t);
    by_table_tell(t);
    by_table_step(t);
}

/* What belongs to no table is lost: said once, until the store is mended. */
static void on_put_lost(struct by_hub *h, const struct by_stored *s)
{
    by_metric_add(BY_METRIC_not_kept, 1);
    if (!h->ailing)
        by_log(BY_LOG_ERROR, s->outcome == BY_UNKNOWN ? "unknown" : "not-kept",
               BY_LOG_FIELDS(BY_LOG_TEXT("why", s->fault.text)));
    h->ailing = true;
}

static void on_written(void *data)
{
    struct by_hub *h = data;
    struct writing *w, *order = NULL;

    pthread_mutex_lock(&lock);
    w = h->done;
    h->done = NULL;
    pthread_mutex_unlock(&lock);
    for (struct writing *next; w != NULL; w = next) {   /* the last one came first */
        next = w->next;
        w->next = order;
        order = w;
    }
    for (struct writing *next; order != NULL; order = next) {
        next = order->next;
        h->oldest = --h->writes > 0 ? by_now_ns() : 0;
        if (order->table != NULL)
            on_result(order->table, &order->stored);
        else if (order->stored.outcome != BY_KEPT)
            on_put_lost(h, &order->stored);
        if (order->table == NULL && order->done != NULL)
            order->done(order->data, order->stored.outcome == BY_KEPT);
        free(order);
    }
}

void by_orders_start(struct by_hub *h)
{
    h->written = by_wake_new(h->loop, on_written, h);
    by_wakes_start(h);
    h->thinkers = by_thinkers_new(h->loop, h->setup.settings->bot_threads, h->setup.guests,
                                   on_thought, h);
}

void by_orders_end(struct by_hub *h)
{
    static const struct timespec moment = { 0, 1000000 };

    while (h->writes > 0) {             /* the writer calls back for each */
        nanosleep(&moment, NULL);
        on_written(h);
    }
    by_thinkers_free(h->thinkers);
    by_timer_free(h->timer);
    by_wake_free(h->written);
}

/* SPDX-License-Identifier: MIT */
/* follow.c: drives tournaments (follow.h): enters results, pairs rounds, creates tables and updates followers. */
#include "follow.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cup.h"
#include "cups.h"
#include "server/operate/log.h"
#include "server/tables/caller.h"
#include "server/tables/index.h"
#include "server/tables/lease.h"
#include "server/tables/load.h"
#include "server/tables/lobby.h"
#include "server/tables/queue.h"
#include "server/tables/reads.h"
#include "server/tables/tables.h"
#include "server/tables/writes.h"
#include "util/chance.h"
#include "util/memory.h"

/* POLLED is the number of cups in one pass. The tables' rows are read every LOOK passes, and in the LATELY passes after
 * a table is over, since its row may not be stored yet. FRESH is the number of seconds after a pairing in which tables
 * may still have to be created. */
enum { POLLED = 256, LOOK = 5, LATELY = 3, FRESH = 10, ROW = 65536, TABLES = BY_MOST_CONTESTANTS / 2, MINUTE = 60 };

/* A cup as read from the store. */
struct found {
    struct by_cup cup;
    struct by_id id;
    char *was; /* the row as read */
    size_t was_n;
    struct by_puts puts;  /* the rows to be written; none if the cup is unchanged */
    bool valid, gone;     /* `gone`: to be deleted */
    bool missing[TABLES]; /* tables of the last round that have not been created yet */
};

struct poll {
    struct by_hub *hub;
    const struct by_room_host *host; /* borrowed; never changes */
    uint8_t key[32];
    int64_t now;
    int keep; /* days */
    bool look;
    struct by_id follows[POLLED]; /* the cups that callers and tables on this server follow */
    int follows_n;
    bool deleted[POLLED]; /* which of these cups no longer exist */
    struct found *found[POLLED];
    int n;
};

static struct by_bytes_of bytes_of(const void *at, size_t n) { return (struct by_bytes_of){ at, n }; }

/* ---- Reading, on a store thread ---------------------------------------------------------------- */

static struct found *note_row(struct poll *p, const struct by_id *id, struct by_bytes_of row)
{
    struct found *f;

    for (int i = 0; i < p->n; i++)
        if (memcmp(&p->found[i]->id, id, sizeof *id) == 0)
            return NULL;
    if (p->n == POLLED)
        return NULL;
    f = p->found[p->n++] = by_sure(calloc(1, sizeof *f));
    f->id = *id;
    f->was = by_sure(malloc(row.n + 1));
    f->was_n = row.n;
    memcpy(f->was, row.at, row.n);
    f->valid = by_cup_read(&f->cup, p->host, id, row);
    return f;
}

static bool note(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct by_id id;

    if (key.n != sizeof id.bytes)
        return true;
    memcpy(id.bytes, key.at, key.n);
    note_row(data, &id, value);
    return true;
}

/* Enters a table's result if the table is over. A table without a row has not been created yet. */
static void look_at(struct by_store *s, struct poll *p, struct found *f, int i)
{
    const struct by_cup *c = &f->cup;
    struct by_id id = by_cup_table(c, p->key, c->t.rounds - 1, i);
    char *text = by_sure(malloc(ROW));
    long n = by_store_get(s, "table", bytes_of(id.bytes, sizeof id.bytes), text, ROW);
    struct by_store_row row = { .live = true };
    struct by_room_result result;
    struct by_room *room;
    enum by_refusal why;

    f->missing[i] = n == -1;
    if (n > 0 && by_row_read(bytes_of(text, (size_t)n), &row) && row.over != 0) {
        room = by_lobby_glance(s, &id, p->host, &why);
        if (room != NULL && by_room_result(room, &result))
            by_cup_score(&f->cup, i, &result);
        by_room_free(room);
    }
    free(text);
}

/* Reads a table of a round with duplicate deals. Returns its contribution to the shuffle, or NULL. */
static struct by_room_part *look_at_duplicate(struct by_store *s, struct poll *p, struct found *f, int i)
{
    struct by_cup *c = &f->cup;
    struct by_id id = by_cup_table(c, p->key, c->t.rounds - 1, i);
    char *text = by_sure(malloc(ROW));
    long n = by_store_get(s, "table", bytes_of(id.bytes, sizeof id.bytes), text, ROW);
    struct by_store_row row = { .live = true };
    bool over = n > 0 && by_row_read(bytes_of(text, (size_t)n), &row) && (row.over != 0 || row.played);
    bool shuffles = c->shuffle.step < BY_SHARED_DEALT;
    struct by_room_part *part = NULL;
    struct by_room *room =
        n > 0 && (over || shuffles) ? by_lobby_glance(s, &id, p->host, &(enum by_refusal){ 0 }) : NULL;
    struct by_room_result result;

    free(text);
    f->missing[i] = n == -1 && c->state == BY_CUP_PLAYING;
    if (room != NULL && shuffles) {
        part = by_sure(malloc(sizeof *part));
        by_room_part(room, part);
    }
    if (room != NULL && by_room_result(room, &result))
        by_cup_over(c, i, &result);
    else if (n == -1 && c->state == BY_CUP_OVER) /* the table will never be created */
        by_cup_over(c, i, NULL);
    by_room_free(room);
    return part;
}

/* Takes the next step of the shuffle, and records which tables are over. Returns whether the cup has changed. */
static bool step_duplicate(struct by_store *s, struct poll *p, struct found *f)
{
    struct by_room_part *part[TABLES] = { NULL };
    struct by_cup *c = &f->cup;
    int over = 0, tables = c->t.rounds == 0 ? 0 : c->t.round[c->t.rounds - 1].tables;
    bool shuffles = c->shuffle.step < BY_SHARED_DEALT, changed;

    if (tables == 0 || c->opened >= c->t.rounds || (!shuffles && !p->look && p->now >= c->began + FRESH))
        return false;
    for (int i = 0; i < tables; i++) {
        if (c->result[i].over)
            continue;
        part[i] = look_at_duplicate(s, p, f, i);
        over += c->result[i].over;
    }
    changed = by_cup_shuffle(c, p->host, (const struct by_room_part *const *)part, p->now) || over > 0;
    by_cup_open(c);
    for (int i = 0; i < tables; i++)
        free(part[i]);
    return changed;
}

static void step(struct by_store *s, struct poll *p, struct found *f)
{
    struct by_cup *c = &f->cup;
    int lines = c->t.lines;
    bool changed = c->duplicate && step_duplicate(s, p, f);

    if (!c->duplicate && c->state == BY_CUP_PLAYING && (p->look || p->now < c->began + FRESH))
        for (int i = 0; i < c->t.round[c->t.rounds - 1].tables; i++)
            if (!c->t.round[c->t.rounds - 1].table[i].scored)
                look_at(s, p, f, i);
    f->gone = c->state == BY_CUP_OVER && by_cup_columns(c, p->keep).at <= p->now;
    changed = by_cup_advance(c, p->now) || changed;
    if (!changed && c->t.lines == lines)
        return;
    c->changes++;
    if (!f->gone)
        by_cups_put(c, p->host, p->keep, bytes_of(f->was, f->was_n), &f->puts);
}

static void read_all(struct by_store *s, void *data)
{
    struct poll *p = data;
    struct by_query playing = { .kind = "cup", .status = "playing", .most = POLLED };
    struct by_query due = { .kind = "cup", .before = p->now + 1, .most = POLLED };
    char *row = by_sure(malloc(BY_CUP_ROW));

    by_store_query(s, &playing, note, p);
    by_store_query(s, &due, note, p);
    for (int i = 0; i < p->n; i++)
        if (p->found[i]->valid)
            step(s, p, p->found[i]);
    for (int i = 0; i < p->follows_n; i++) {
        const struct by_id *id = &p->follows[i];
        long n = by_store_get(s, "cup", bytes_of(id->bytes, sizeof id->bytes), row, BY_CUP_ROW);
        struct found *f = n > 0 ? note_row(p, id, bytes_of(row, (size_t)n)) : NULL;

        p->deleted[i] = n == -1;
        if (f != NULL && f->valid && f->cup.state == BY_CUP_OVER) /* cancelled, but its tables may still be in play */
            step(s, p, f);
    }
    free(row);
}

/* ---- Tables ----------------------------------------------------------------------------------- */

/* A table while it is being claimed. */
struct claiming {
    struct by_hub *hub;
    struct by_id id;
    struct by_entries first;
};

static void on_claimed(void *data, const struct by_stored *s)
{
    struct claiming *o = data;
    struct live_table *t = by_tables_known(o->hub, &o->id);

    if (t != NULL && s->outcome == BY_KEPT) {
        t->epoch = s->epoch;
        t->until = s->until;
        by_queue_begin(t, &o->first);
    } else {
        by_entries_clear(&o->first);
        if (t != NULL) {
            t->lost = true;
            by_queue_step(t);
            by_tables_drop(t);
        }
    }
    free(o);
}

static void make_table(struct by_hub *h, const struct by_cup *c, int i)
{
    struct by_id id = by_cup_table(c, h->key, c->t.rounds - 1, i);
    struct by_entries first = { 0 };
    struct by_cup_text text;
    struct by_room_cup room;
    struct claiming *o;
    struct live_table *t;

    if (by_tables_known(h, &id) != NULL || by_load_wanted(h, &id))
        return;
    by_cup_room(c, c->t.rounds - 1, i, &text, &room);
    by_room_cup(&room, &first);
    t = by_tables_add(h, &id, NULL);
    t->made = true;
    if (!by_lease_shared(h)) {
        by_queue_begin(t, &first);
        return;
    }
    o = by_sure(calloc(1, sizeof *o));
    *o = (struct claiming){ .hub = h, .id = id, .first = first };
    by_lease_claim(h, &id, on_claimed, o);
}

/* Closes this server's tables whose round has run out of time. Their current scores count. */
static void end_round(struct by_hub *h, const struct by_cup *c)
{
    const struct by_tournament_round *r = &c->t.round[c->t.rounds - 1];

    for (int i = 0; i < r->tables; i++) {
        struct by_id id = by_cup_table(c, h->key, c->t.rounds - 1, i);
        struct live_table *t = r->table[i].scored ? NULL : by_tables_known(h, &id);
        struct by_room_facts facts;

        if (t == NULL || t->room == NULL || t->lost)
            continue;
        by_room_facts(t->room, &facts);
        if (!facts.playing)
            continue;
        by_room_end(t->room);
        by_queue_step(t);
    }
}

/* ---- Duplicate deals -------------------------------------------------------------------------- */

/* Passes the stored state of the round's shuffle to a table. */
static void tell_table(void *data, struct live_table *t)
{
    struct poll *p = data;
    struct by_room_round stands = { .step = BY_SHARED_OPEN };
    struct by_id id;
    int round = t->room == NULL || t->lost ? 0 : by_room_held(t->room, &id);
    bool known = false;

    for (int i = 0; round != 0 && i < p->follows_n; i++)
        known = known || (p->deleted[i] && memcmp(&p->follows[i], &id, sizeof id) == 0);
    for (int i = 0; round != 0 && i < p->n; i++) {
        const struct found *f = p->found[i];

        if (!f->valid || f->puts.n > 0 || f->gone || memcmp(&f->id, &id, sizeof id) != 0)
            continue;
        by_cup_round(&f->cup, round, &stands);
        known = true;
    }
    if (known && by_room_follow(t->room, &stands))
        by_queue_step(t);
}

/* ---- Each cup --------------------------------------------------------------------------------- */

static void on_kept(void *data, bool kept)
{
    if (kept)
        by_cups_hint(data); /* a new round has tables to be created */
}

static void write_cup(struct by_hub *h, struct found *f)
{
    struct by_puts *p = &f->puts;

    if (f->gone)
        by_cups_delete(&f->cup, bytes_of(f->was, f->was_n), p);
    by_puts_columns(p);
    by_writes_batch(h,
                    &(struct by_batch){
                        .puts = p->at, .puts_n = p->n, .columns = p->columns, .used = by_puts_used(p), .was = p->was },
                    on_kept, h);
}

static void tell(struct by_hub *h, const struct found *f, int64_t now)
{
    for (struct by_caller *c = h->callers; c != NULL; c = c->after) {
        char *line;

        if (!c->follows || c->socket == NULL || memcmp(&c->cup, &f->id, sizeof f->id) != 0
            || c->cup_told == f->cup.changes)
            continue;
        line = by_cup_tell(&f->cup, h->key, &c->pass.person, now);
        by_socket_say(c->socket, line, strlen(line));
        free(line);
        c->cup_told = f->cup.changes;
    }
}

/* Creates the missing tables of the last round. Returns whether there are any. */
static bool make_tables(struct by_hub *h, const struct found *f)
{
    const struct by_cup *c = &f->cup;
    bool any = false;

    for (int i = 0; c->state == BY_CUP_PLAYING && i < c->t.round[c->t.rounds - 1].tables; i++) {
        any = any || f->missing[i];
        if (f->missing[i])
            make_table(h, c, i);
    }
    return any;
}

static void settle(struct poll *p, struct found *f)
{
    struct by_hub *h = p->hub;
    const struct by_cup *c = &f->cup;

    if (!f->valid && !h->cups->warned)
        by_log(BY_LOG_ERROR, "tournament-invalid", NULL);
    h->cups->warned = h->cups->warned || !f->valid;
    if (!f->valid)
        return;
    if (f->puts.n > 0 || f->gone) {
        write_cup(h, f); /* sent once the result is stored */
        return;
    }
    if (make_tables(h, f))
        return; /* sent once people can join the tables */
    tell(h, f, p->now);
    if (c->state != BY_CUP_PLAYING)
        return;
    if (c->minutes > 0 && p->now >= c->began + (int64_t)c->minutes * MINUTE)
        end_round(h, c);
}

static void on_all(void *data)
{
    struct poll *p = data;
    struct by_hub *h = p->hub;

    for (int i = 0; i < p->n && !h->stopping; i++)
        settle(p, p->found[i]);
    if (!h->stopping && (p->n > 0 || p->follows_n > 0)) /* no tournament: nothing to pass on */
        by_tables_each(h, tell_table, p);
    for (int i = 0; i < p->n; i++) {
        if (p->found[i]->valid)
            by_cup_clear(&p->found[i]->cup);
        free(p->found[i]->was);
        by_puts_clear(&p->found[i]->puts);
        free(p->found[i]);
    }
    free(p);
    h->cups->polls = false;
    if (h->cups->again)
        by_cups_poll(h);
}

static void note_followed(struct poll *p, const struct by_id *id)
{
    for (int i = 0; i < p->follows_n; i++)
        if (memcmp(&p->follows[i], id, sizeof *id) == 0)
            return;
    if (p->follows_n < POLLED)
        p->follows[p->follows_n++] = *id;
}

static void note_held(void *data, struct live_table *t)
{
    struct by_id id;

    if (t->room != NULL && !t->lost && by_room_held(t->room, &id) != 0)
        note_followed(data, &id);
}

void by_cups_poll(struct by_hub *h)
{
    struct poll *p;

    h->cups->again = h->cups->polls;
    if (h->cups->polls || h->stopping)
        return;
    h->cups->polls = true;
    p = by_sure(calloc(1, sizeof *p));
    p->hub = h;
    p->host = &h->setup.host;
    p->now = (int64_t)time(NULL);
    p->keep = h->setup.settings->retention_days;
    p->look = h->cups->lately > 0 || h->cups->ticks == 0;
    h->cups->lately -= h->cups->lately > 0;
    memcpy(p->key, h->key, sizeof p->key);
    for (const struct by_caller *c = h->callers; c != NULL; c = c->after)
        if (c->follows && c->socket != NULL)
            note_followed(p, &c->cup);
    by_tables_each(h, note_held, p);
    by_reads_ask(h, read_all, on_all, p);
}

void by_cups_tick(struct by_hub *h)
{
    h->cups->ticks = (h->cups->ticks + 1) % LOOK;
    by_cups_poll(h);
}

void by_cups_hint(struct by_hub *h)
{
    h->cups->lately = LATELY;
    by_cups_poll(h);
}

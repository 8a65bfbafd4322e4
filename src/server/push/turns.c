/* SPDX-License-Identifier: MIT */
/* turns.c: notifies absent players of their turn, once at the start and again near the deadline.
 *
 * The `turn` list maps a table to the latest turn of which its player was notified, and to the messages sent. A server
 * sends a message only if it was the first to write this row, so no message is sent twice, even if the table moves to
 * another server or the server restarts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "inside.h"
#include "server/tables/lease.h"
#include "server/tables/reads.h"
#include "server/tables/tables.h"
#include "server/tables/writes.h"
#include "util/memory.h"

/* The messages about a turn, as bits. */
enum { TURN = 1, SOON = 2 };
/* In milliseconds: the delay from the start of a turn to the first message, and the time from the reminder to the end
 * of the turn. */
enum { WAIT = 60 * 1000, NEAR = 6 * 3600 * 1000 };
enum { ROW = 9, AGAIN = 10, KEEP = 60 * 86400 }; /* bytes; seconds */

struct telling {
    struct by_hub *hub;
    struct by_id table;
    struct by_room_turn turn;
    uint8_t how;
    struct by_room_host host;
    struct by_subscription *to;
    int n;
    uint8_t was[ROW], now[ROW];
    long was_n;
    bool unread, keyless;
    struct by_vapid key;
};

static struct by_bytes_of bytes_of(const void *at, size_t n) { return (struct by_bytes_of){ at, n }; }

/* ---- When ------------------------------------------------------------------------------------- */

static int64_t paced(const struct by_hub *h, int64_t ms)
{
    return h->setup.host.haste > 1 ? ms / h->setup.host.haste : ms;
}

/* Returns the message that is due, or 0. Near the deadline, the reminder replaces the first message. */
static uint8_t due(const struct live_table *t, const struct by_room_turn *turn)
{
    uint8_t had = t->told.turn == turn->number ? t->told.how : 0;

    if (turn->left <= NEAR)
        return (had & SOON) != 0 ? 0 : TURN | SOON;
    return turn->lasted >= paced(t->hub, WAIT) && (had & TURN) == 0 ? TURN : 0;
}

static bool is_present(const struct by_hub *h, const struct by_id *person)
{
    for (const struct by_caller *c = h->callers; c != NULL; c = c->after)
        if (c->socket != NULL && c->greeted && memcmp(&c->pass.person, person, sizeof *person) == 0)
            return true;
    return false;
}

/* Records that this server must not send these messages again. */
static void mark(struct live_table *t, const struct by_room_turn *turn, uint8_t how)
{
    t->told.how = how | (t->told.turn == turn->number ? t->told.how : 0);
    t->told.turn = turn->number;
}

/* ---- What ------------------------------------------------------------------------------------- */

static void topic_of(const struct telling *g, char out[23])
{
    uint8_t hash[16];

    by_hash_of(g->hub->key, sizeof g->hub->key, g->table.bytes, sizeof g->table.bytes, hash, sizeof hash);
    by_base64(hash, sizeof hash, out);
}

/* Writes the message, which contains only public information about the table. */
static void put_text(const struct telling *g, const struct live_table *t, const char *language, char *out, size_t size)
{
    struct by_room_facts facts;
    struct by_out o = { 0 };

    by_room_facts(t->room, &facts);
    by_out(&o, "{");
    by_out_key_string(&o, "is", (g->how & SOON) != 0 ? "soon" : "turn");
    by_out_key_base64(&o, "table", g->table.bytes, sizeof g->table.bytes);
    by_out_key_string(&o, "game", by_games[facts.game]->key);
    by_out_key_int(&o, "due", (int64_t)time(NULL) + g->turn.left / 1000);
    by_out_key_string(&o, "language", language);
    by_out(&o, "}");
    snprintf(out, size, "%s", o.at);
    free(o.at);
}

static void send_all(const struct telling *g, const struct live_table *t)
{
    struct by_note n = { .table = g->table,
                         .turn = g->turn.number,
                         .until = by_loop_now(g->hub->loop) + (double)g->turn.left / 1000 };

    topic_of(g, n.topic);
    for (int i = 0; i < g->n; i++) {
        if (g->to[i].ended) {
            by_subscription_drop(g->hub, &g->to[i].key);
            continue;
        }
        n.to = g->to[i];
        put_text(g, t, n.to.language, n.text, sizeof n.text);
        by_deliver(g->hub, &n);
    }
}

/* ---- How -------------------------------------------------------------------------------------- */

static void end(struct telling *g, bool told)
{
    struct live_table *t = by_tables_known(g->hub, &g->table);

    if (t != NULL) {
        t->told.busy = false;
        t->told.next = by_loop_now(g->hub->loop) + (told ? 0 : AGAIN);
        if (told)
            mark(t, &g->turn, g->how);
    }
    free(g->to);
    by_forget(g, sizeof *g);
    free(g);
}

/* Returns the table if its player still has to be notified. */
static struct live_table *still(const struct telling *g)
{
    struct live_table *t = by_tables_known(g->hub, &g->table);
    struct by_room_turn now;

    if (t == NULL || t->room == NULL || t->lost || !by_lease_holds(t) || is_present(g->hub, &g->turn.person))
        return NULL;
    return by_room_turn(t->room, by_tables_time(t), &now) && now.number == g->turn.number ? t : NULL;
}

static void on_written(void *data, const struct by_stored *s)
{
    struct telling *g = data;
    const struct live_table *t = still(g);

    if (s->outcome == BY_KEPT && t != NULL)
        send_all(g, t);
    if (s->outcome != BY_KEPT && !s->taken)
        by_writes_lost(g->hub, s);
    end(g, s->outcome == BY_KEPT || s->taken);
}

/* Returns whether the row says that the player has been notified. */
static bool has_told(const struct telling *g)
{
    uint64_t turn = 0;

    for (int i = 0; g->was_n == ROW && i < 8; i++)
        turn |= (uint64_t)g->was[i] << 8 * i;
    return g->was_n == ROW && turn == g->turn.number && (g->was[8] & g->how) == g->how;
}

static void on_read(void *data)
{
    struct telling *g = data;
    const struct by_columns columns = { .at = (int64_t)time(NULL) + KEEP };
    const struct by_bytes_of was = bytes_of(g->was, ROW);
    struct by_put_of put = { "turn", bytes_of(g->table.bytes, sizeof g->table.bytes), bytes_of(g->now, ROW) };
    struct by_batch b = { .puts = &put, .puts_n = 1, .columns = &columns, .was = &was };

    if (g->unread || still(g) == NULL) {
        end(g, false);
        return;
    }
    if (g->n == 0 || g->keyless || has_told(g)) {
        end(g, true);
        return;
    }
    g->hub->push->key = g->key;
    g->hub->push->known = true;
    for (int i = 0; i < 8; i++)
        g->now[i] = (uint8_t)(g->turn.number >> 8 * i);
    g->now[8] = g->how;
    b.fresh = g->was_n != ROW;
    b.used = g->was_n == ROW;
    by_writes_ask(g->hub, &b, on_written, g);
}

static void read_all(struct by_store *s, void *data)
{
    struct telling *g = data;
    int known;

    g->was_n = by_store_get(s, "turn", bytes_of(g->table.bytes, sizeof g->table.bytes), g->was, sizeof g->was);
    g->n = by_subscriptions_read(s, &g->turn.person, &g->to);
    known = g->n > 0 ? by_vapid_read(s, &g->host, &g->key) : 0;
    g->unread = g->was_n == -2 || g->n < 0 || known < 0;
    g->keyless = known == 0;
}

void by_push_step(struct live_table *t)
{
    struct by_hub *h = t->hub;
    struct by_room_turn turn;
    struct telling *g;
    uint8_t how;

    if (!h->push->on || h->push->helper[0] == '\0' || h->stopping || h->ailing || t->told.busy
        || t->told.next > by_loop_now(h->loop) || !by_lease_holds(t)
        || !by_room_turn(t->room, by_tables_time(t), &turn))
        return;
    how = due(t, &turn);
    if (how == 0)
        return;
    if (is_present(h, &turn.person)) {
        mark(t, &turn, how);
        return;
    }
    g = by_sure(calloc(1, sizeof *g));
    *g = (struct telling){ .hub = h, .table = t->id, .turn = turn, .how = how, .host = h->setup.host };
    t->told.busy = true;
    by_reads_ask(h, read_all, on_read, g);
}

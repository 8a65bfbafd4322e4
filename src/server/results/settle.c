/* SPDX-License-Identifier: MIT */
/* settle.c: see settle.h.
 *
 *     read the ledger's length and the ratings -> append to the ledger, with the new ratings
 *     read the number of the table's last settled match, and the results -> write the history and the results
 *
 * The first step is repeated if another match has been appended in the meantime, so ratings change in ledger order. The
 * second step is repeated if one of its rows has changed. Work left undone by a crash is completed when the table is
 * next loaded. */
#include "settle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "match_row.h"
#include "server/people/accounts.h"
#include "server/tables/lease.h"
#include "server/tables/queue.h"
#include "server/tables/reads.h"
#include "server/tables/tables.h"
#include "server/tables/writes.h"
#include "util/memory.h"

enum { TALLY = 8192, TRIES = 100 };

struct settling {
    struct by_hub *hub;
    struct by_id table;
    struct by_match_result m;
    char rules[BY_CONFIG_TEXT];
    uint8_t id[BY_MATCH_ID];
    int64_t at, ms; /* calendar seconds, and milliseconds */
    enum by_family_id family;
    bool rated, unread, done;
    int tries;
    uint64_t lines; /* the ledger's length */
    struct by_rating_row row[BY_SEATS];
    struct by_points points[BY_SEATS];
    struct by_id pseudonym[BY_SEATS];
    char name[BY_SEATS][BY_ACCOUNT_NAME]; /* the name of each person's account; "" for a guest */
    bool hidden[BY_SEATS];                /* whether the person hides ratings */
    char settled[16];                     /* the number of the table's last settled match, as stored */
    size_t settled_n;
    struct by_bytes_of tally[BY_SEATS]; /* as stored */
};

static struct by_bytes_of bytes_of(const void *at, size_t n) { return (struct by_bytes_of){ at, n }; }

static void end(struct settling *s, bool done)
{
    struct live_table *t = by_tables_known(s->hub, &s->table);

    if (t != NULL) {
        t->settling = false;
        if (done)
            t->settled = s->m.match;
        if (done && t->over != 0 && t->state == IDLE && t->room != NULL && !t->lost) {
            t->row = 0;
            by_queue_write_row(t);
        }
    }
    for (int i = 0; i < BY_SEATS; i++)
        free((void *)(uintptr_t)s->tally[i].at);
    free(s);
}

/* ---- The ledger ------------------------------------------------------------------------------- */

/* Returns whether the match can be rated: it must have at least two sides, and each player must appear once and be
 * known to the ledger. */
static bool ratable(const struct settling *s)
{
    const struct by_match_result *m = &s->m;
    struct by_rating anchor;
    int people = 0;

    for (int i = 0; i < m->players; i++) {
        people += m->seat[i].person;
        if (!m->seat[i].person && !by_rating_anchor(s->family, m->seat[i].name, &anchor))
            return false;
        for (int k = 0; k < i; k++)
            if (m->seat[i].person && m->seat[k].person
                && memcmp(&m->seat[i].id, &m->seat[k].id, sizeof m->seat[i].id) == 0)
                return false;
    }
    return m->rated && m->sides > 1 && people > 0 && !by_families[s->family]->solitaire;
}

/* Reads the current owners of the ratings. */
static void read_owners(struct by_store *s, struct settling *g)
{
    for (int i = 0; i < g->m.players; i++) {
        const struct by_id *person = &g->m.seat[i].id;
        struct by_shows shows = { 0 };

        if (!g->m.seat[i].person)
            continue;
        g->unread |= !by_account_of(s, person, g->name[i]) || !by_shows_read(s, person, &shows);
        g->hidden[i] = !shows.ratings;
    }
}

static void read_ratings(struct by_store *s, void *data)
{
    struct settling *g = data;
    struct by_id ledger = by_ledger_id();

    g->unread = false;
    g->lines = by_store_count(s, &ledger); /* read first, so that the rows read below are at least as new */
    g->done = by_store_find(s, &ledger, bytes_of(g->id, sizeof g->id)) != 0;
    for (int i = 0; i < g->m.players; i++)
        if (g->m.seat[i].person)
            g->unread |= !by_rating_row_read(s, g->family, &g->pseudonym[i], &g->row[i]);
    g->unread |= g->lines == BY_UNREAD;
}

static struct by_ledger_line line_of(const struct settling *g)
{
    struct by_ledger_line l = { .time = g->at, .family = g->family, .players = g->m.players, .sides = g->m.sides };

    for (int i = 0; i < l.players; i++) {
        const struct by_result_seat *s = &g->m.seat[i];
        char text[BY_ID_TEXT + 2];

        l.side[i] = s->side;
        l.rank[s->side] = s->rank;
        by_base64(g->pseudonym[i].bytes, sizeof g->pseudonym[i].bytes, text);
        snprintf(l.player[i], sizeof l.player[i], "%s%s", s->person ? "" : "bot:", s->person ? text : s->name);
    }
    return l;
}

static int rounded(const struct by_rating *r)
{
    double points = by_rating_points(r);

    return (int)(points < 0 ? points - 0.5 : points + 0.5);
}

static void on_read_tallies(void *data);
static void read_tallies(struct by_store *s, void *data);
static void on_read_ratings(void *data);

static void next(struct settling *g) { by_reads_ask(g->hub, read_tallies, on_read_tallies, g); }

static void on_rated(void *data, const struct by_stored *s)
{
    struct settling *g = data;

    if (s->outcome == BY_KEPT || (s->outcome == BY_REFUSED && s->twice))
        next(g);
    else if (s->outcome == BY_REFUSED && s->misplaced && ++g->tries < TRIES)
        by_reads_ask(g->hub, read_ratings, on_read_ratings, g);
    else
        end(g, false);
}

/* Appends the match to the ledger together with the resulting ratings. */
static void write_ratings(struct settling *g)
{
    struct by_ledger_line l = line_of(g);
    struct by_rating_row old[BY_SEATS];
    struct by_puts puts = { .n = 0 };
    char *line = by_ledger_write(&l);
    struct by_entry_of entry = { g->lines + 1, bytes_of(g->id, sizeof g->id), bytes_of(line, strlen(line)) };
    struct by_batch b = { .table = by_ledger_id(), .epoch = 1, .entries = &entry, .entries_n = 1 };
    struct by_rating *of[BY_SEATS];

    memcpy(old, g->row, sizeof old);
    for (int i = 0; i < l.players; i++)
        of[i] = g->m.seat[i].person ? &g->row[i].rating : NULL;
    by_ledger_rate(&l, of);
    for (int i = 0; i < l.players; i++)
        if (g->m.seat[i].person) {
            struct by_rating_row *r = &g->row[i];

            g->points[i] = (struct by_points){ rounded(&old[i].rating), rounded(&r->rating) };
            r->was = g->points[i].from;
            r->matches++;
            memcpy(r->last, g->id, sizeof r->last);
            r->owned = g->name[i][0] != '\0';
            r->hidden = g->hidden[i];
            r->person = g->m.seat[i].id;
            memcpy(r->name, g->name[i], sizeof r->name);
            by_rating_change(&puts, &old[i], r, bytes_of(NULL, 0));
        }
    by_puts_columns(&puts);
    b.puts = puts.at;
    b.puts_n = puts.n;
    b.columns = puts.columns;
    by_writes_ask(g->hub, &b, on_rated, g);
    by_puts_clear(&puts);
    free(line);
}

/* The match is in the ledger. Finds the rating changes, unless a later match has changed the ratings again. */
static void recall_points(struct settling *g)
{
    for (int i = 0; i < g->m.players; i++)
        if (g->m.seat[i].person && memcmp(g->row[i].last, g->id, sizeof g->id) == 0)
            g->points[i] = (struct by_points){ g->row[i].was, rounded(&g->row[i].rating) };
}

static void on_read_ratings(void *data)
{
    struct settling *g = data;

    if (g->unread || g->hub->ended) {
        end(g, false);
    } else if (g->done) {
        recall_points(g);
        next(g);
    } else {
        write_ratings(g);
    }
}

/* ---- The history ------------------------------------------------------------------------------ */

static void read_tallies(struct by_store *s, void *data)
{
    struct settling *g = data;
    struct by_bytes_of table = bytes_of(g->table.bytes, sizeof g->table.bytes);
    long n = by_store_get(s, "settled", table, g->settled, sizeof g->settled - 1);

    g->unread = n == -2;
    g->settled_n = n > 0 ? (size_t)n : 0;
    g->settled[g->settled_n] = '\0';
    g->done = strtol(g->settled, NULL, 10) >= g->m.match;
    for (int i = 0; i < g->m.players && !g->done; i++) {
        char *value = by_sure(malloc(TALLY));

        free((void *)(uintptr_t)g->tally[i].at);
        n = !g->m.seat[i].person ? -1 : by_store_get(s, "tally", bytes_of(g->m.seat[i].id.bytes, 16), value, TALLY);
        g->unread |= n == -2;
        g->tally[i] = bytes_of(value, n > 0 ? (size_t)n : 0);
    }
}

static void on_written(void *data, const struct by_stored *s)
{
    struct settling *g = data;

    if (s->outcome == BY_REFUSED && s->taken && ++g->tries < TRIES)
        next(g);
    else
        end(g, s->outcome == BY_KEPT);
}

/* The rows of the second batch. */
struct rows {
    struct by_put_of put[2 + BY_SEATS];
    struct by_columns columns[2 + BY_SEATS];
    struct by_bytes_of was[2 + BY_SEATS];
    struct by_id who[BY_SEATS];
    int n, who_n;
    uint32_t fresh, used;
};

static void add(struct rows *b, const char *kind, struct by_bytes_of key, struct by_bytes_of was, const char *value)
{
    b->was[b->n] = was.n > 0 ? was : bytes_of(NULL, 0);
    *(was.n > 0 ? &b->used : &b->fresh) |= 1u << b->n;
    b->put[b->n++] = (struct by_put_of){ kind, key, bytes_of(value, strlen(value)) };
}

/* Adds each person's results once. */
static void add_tallies(struct rows *b, const struct settling *g)
{
    for (int i = 0; i < g->m.players; i++) {
        const struct by_result_seat *s = &g->m.seat[i];
        bool again = !s->person;

        for (int k = 0; k < b->who_n; k++)
            again = again || memcmp(&b->who[k], &s->id, sizeof s->id) == 0;
        if (again)
            continue;
        b->who[b->who_n] = s->id;
        b->columns[b->n].who = &b->who[b->who_n++];
        b->columns[b->n].who_n = 1;
        if (g->name[i][0] == '\0') /* deleted along with the guest */
            b->columns[b->n].at = g->at;
        add(b, "tally", bytes_of(s->id.bytes, sizeof s->id.bytes), g->tally[i],
            by_tally_print(g->tally[i], &g->m, i, g->at));
    }
}

static void on_read_tallies(void *data)
{
    struct settling *g = data;
    char number[16], game[41];
    uint8_t key[BY_MATCH_KEY];
    struct rows b = { .n = 0 };

    if (g->unread || g->done || g->hub->ended) {
        end(g, g->done && !g->unread);
        return;
    }
    snprintf(number, sizeof number, "%d", g->m.match);
    snprintf(game, sizeof game, "%.*s", (int)strcspn(g->rules, ": "), g->rules);
    add(&b, "settled", bytes_of(g->table.bytes, sizeof g->table.bytes), bytes_of(g->settled, g->settled_n), number);
    add_tallies(&b, g);
    by_match_key(g->ms, g->id, key);
    b.columns[b.n] = (struct by_columns){ .game = game, .at = g->at, .who = b.who, .who_n = b.who_n };
    add(&b, "match", bytes_of(key, sizeof key), bytes_of(NULL, 0), by_match_print(&g->m, g->at, g->points));
    by_writes_ask(g->hub,
                  &(struct by_batch){ .epoch = 1,
                                      .puts = b.put,
                                      .puts_n = b.n,
                                      .columns = b.columns,
                                      .was = b.was,
                                      .fresh = b.fresh,
                                      .used = b.used },
                  on_written, g);
    for (int i = 1; i < b.n; i++)
        free((void *)(uintptr_t)b.put[i].value.at);
}

/* ---- The start -------------------------------------------------------------------------------- */

bool by_settle_done(const struct live_table *t)
{
    const struct by_match_result *m = t->room == NULL ? NULL : by_room_match_result(t->room);
    struct by_room_facts facts;
    struct by_id id;

    if (t->room != NULL)
        by_room_facts(t->room, &facts);
    if (t->room != NULL && facts.over && by_room_held(t->room, &id) != 0)
        return false;
    return m == NULL || m->match <= t->settled;
}

static void read_first(struct by_store *s, void *data)
{
    struct settling *g = data;

    read_tallies(s, g);
    if (!g->done)
        read_owners(s, g);
}

static void on_read_first(void *data)
{
    struct settling *g = data;

    if (g->unread || g->done || g->hub->ended)
        end(g, g->done && !g->unread);
    else if (g->rated)
        by_reads_ask(g->hub, read_ratings, on_read_ratings, g);
    else
        on_read_tallies(g);
}

void by_settle_step(struct live_table *t)
{
    struct settling *g;
    struct by_room_facts facts;
    struct timespec now;

    if (t->settling || by_settle_done(t) || by_room_match_result(t->room) == NULL || !by_lease_holds(t)
        || t->hub->stopping)
        return;
    t->settling = true;
    g = by_sure(calloc(1, sizeof *g));
    g->hub = t->hub;
    g->table = t->id;
    g->m = *by_room_match_result(t->room);
    snprintf(g->rules, sizeof g->rules, "%s", g->m.rules);
    g->m.rules = g->rules;
    clock_gettime(CLOCK_REALTIME, &now);
    g->at = (int64_t)now.tv_sec;
    g->ms = g->at * 1000 + now.tv_nsec / 1000000;
    by_room_facts(t->room, &facts);
    g->family = (enum by_family_id)by_games[facts.game]->family;
    g->rated = g->m.rated = ratable(g);
    by_match_id(&g->table, g->m.match, g->id);
    for (int i = 0; i < g->m.players; i++)
        g->pseudonym[i] = by_pseudonym_of(t->hub->key, &g->m.seat[i].id);
    by_reads_ask(g->hub, read_first, on_read_first, g);
}

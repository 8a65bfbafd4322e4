/* SPDX-License-Identifier: MIT */
/* db_list.c: reads and writes the lists in SQLite, with their columns. `list.who` holds a row's people, 16 bytes each,
 * so that a write that does not change them does not touch the `people` table. */
#include <string.h>

#include "store/backend.h"
#include "store/chain.h"
#include "store/sqlite/db_inside.h"

static void give_kind(sqlite3_stmt *s, const char *kind) { sqlite3_bind_text(s, 1, kind, -1, SQLITE_STATIC); }

static struct by_bytes_of people_of(const struct by_columns *c)
{
    return (struct by_bytes_of){ c == NULL || c->who_n == 0 ? NULL : c->who,
                                 c == NULL ? 0 : (size_t)c->who_n * sizeof *c->who };
}

static bool is_among(const uint8_t *id, struct by_bytes_of all)
{
    for (size_t i = 0; i < all.n; i += sizeof(struct by_id))
        if (memcmp((const uint8_t *)all.at + i, id, sizeof(struct by_id)) == 0)
            return true;
    return false;
}

/* Runs a statement for each person in `these` who is not in `those`. */
static int for_each(struct by_db *d, int which, const struct by_put_of *p, struct by_bytes_of these,
                    struct by_bytes_of those)
{
    int said = SQLITE_DONE;

    for (size_t i = 0; i < these.n && said == SQLITE_DONE; i += sizeof(struct by_id)) {
        const uint8_t *id = (const uint8_t *)these.at + i;

        if (is_among(id, those))
            continue;
        give_kind(d->ready[which], p->kind);
        by_db_give(d->ready[which], 2, p->key);
        by_db_give(d->ready[which], 3, (struct by_bytes_of){ id, sizeof(struct by_id) });
        said = by_db_once(d, which);
    }
    return said;
}

/* Updates the `people` table to match the row that is about to be written. */
static int put_people(struct by_db *d, const struct by_put_of *p, struct by_bytes_of now)
{
    sqlite3_stmt *s = d->ready[LIST_WHO];
    uint8_t held[BY_STORE_WHO * sizeof(struct by_id)];
    struct by_bytes_of before = { held, 0 };
    int said;

    give_kind(s, p->kind);
    by_db_give(s, 2, p->key);
    said = sqlite3_step(s);
    if (said == SQLITE_ROW) {
        struct by_bytes_of who = by_db_column(s, 0);

        before.n = who.n > sizeof held ? sizeof held : who.n - who.n % sizeof(struct by_id);
        if (before.n > 0)
            memcpy(held, who.at, before.n);
        said = SQLITE_DONE;
    }
    sqlite3_reset(s);
    if (said == SQLITE_DONE && !BY_PLANTED(BY_PLANT_FORMER))
        said = for_each(d, PERSON_OUT, p, before, now);
    return said == SQLITE_DONE ? for_each(d, PERSON_PUT, p, now, before) : said;
}

int by_db_put_row(struct by_db *d, const struct by_put_of *p, const struct by_columns *c)
{
    int which = p->value.n == 0 ? LIST_OUT : LIST_PUT;
    sqlite3_stmt *s = d->ready[which];
    struct by_bytes_of who = people_of(which == LIST_OUT ? NULL : c);
    int said = put_people(d, p, who);

    if (said != SQLITE_DONE)
        return said;
    give_kind(s, p->kind);
    by_db_give(s, 2, p->key);
    if (which == LIST_PUT) {
        by_db_give(s, 3, p->value);
        sqlite3_bind_text(s, 4, c == NULL ? NULL : c->status, -1, SQLITE_STATIC);
        sqlite3_bind_text(s, 5, c == NULL ? NULL : c->game, -1, SQLITE_STATIC);
        if (c == NULL || c->at == 0)
            sqlite3_bind_null(s, 6);
        else
            sqlite3_bind_int64(s, 6, c->at);
        by_db_give(s, 7, who);
    }
    return by_db_once(d, which);
}

/* Returns SQLITE_ROW if the row exists and has this value (any value if NULL), SQLITE_DONE if not, or an error. */
static int has(struct by_db *d, const struct by_put_of *p, struct by_bytes_of value)
{
    sqlite3_stmt *s =
        by_db_question(d, "select 1 from list where kind = ?1 and key = ?2 and (?3 is null or value = ?3)");
    int said;

    if (s == NULL)
        return SQLITE_ERROR;
    give_kind(s, p->kind);
    by_db_give(s, 2, p->key);
    by_db_give(s, 3, value);
    said = sqlite3_step(s);
    sqlite3_finalize(s);
    return said;
}

int by_db_judge_keys(struct by_db *d, const struct by_batch *b, struct by_stored *out)
{
    for (int i = 0; i < b->puts_n && i < 32 && !BY_PLANTED(BY_PLANT_CLOBBER); i++) {
        bool used = (b->used >> i & 1) != 0;
        int said;

        if (!used && (b->fresh >> i & 1) == 0)
            continue;
        said = has(d, &b->puts[i], used && b->was != NULL ? b->was[i] : (struct by_bytes_of){ NULL, 0 });
        if (said != SQLITE_ROW && said != SQLITE_DONE)
            return said;
        if ((said == SQLITE_ROW) == ((b->fresh >> i & 1) != 0)) {
            by_store_taken(out);
            break;
        }
    }
    return SQLITE_DONE;
}

/* ---- Reading ---- */

long by_db_get(struct by_db *d, const char *kind, struct by_bytes_of key, void *out, size_t room)
{
    sqlite3_stmt *s = by_db_question(d, "select value from list where kind = ?1 and key = ?2");
    long n;
    int said;

    if (s == NULL)
        return -2;
    give_kind(s, kind);
    by_db_give(s, 2, key);
    said = sqlite3_step(s);
    n = said == SQLITE_DONE ? -1 : -2;
    if (said == SQLITE_ROW) {
        struct by_bytes_of value = by_db_column(s, 0);

        n = value.n > room ? -1 : (long)value.n;
        if (n > 0)
            memcpy(out, value.at, value.n);
    }
    sqlite3_finalize(s);
    return n;
}

/* Delivers the rows of a statement that selects keys and values, and frees the statement. */
static bool deliver(sqlite3_stmt *s, by_on_value *each, void *context)
{
    int said = SQLITE_ERROR;

    while (s != NULL && (said = sqlite3_step(s)) == SQLITE_ROW)
        if (!each(context, by_db_column(s, 0), by_db_column(s, 1)))
            break;
    sqlite3_finalize(s);
    return said == SQLITE_DONE || said == SQLITE_ROW;
}

bool by_db_each(struct by_db *d, const char *kind, struct by_bytes_of after, by_on_value *each, void *context)
{
    sqlite3_stmt *s = by_db_question(d, "select key, value from list where kind = ?1 and key > ?2 order by key");

    if (s != NULL) {
        give_kind(s, kind);
        by_db_give(s, 2, after);
    }
    return deliver(s, each, context);
}

/* Returns the statement for a query. `cross join` and `indexed by` override SQLite's planner, which has no
 * statistics. */
static const char *text_of(const struct by_query *q)
{
    if (q->who != NULL)
        return "select l.key, l.value from people p cross join list l on l.kind = p.kind and l.key = p.key"
               " where p.person = ?2 and p.kind = ?1 and p.key > ?7 and (?6 = 0 or l.at is null) order by p.key limit "
               "?4 offset ?5";
    if (q->before != 0)
        return "select key, value from list indexed by list_at where kind = ?1 and at < ?2 order by at, key"
               " limit ?4 offset ?5";
    if (q->after_game != NULL)
        return "select key, value from list indexed by list_status where kind = ?1 and status = ?2"
               " and (?3 is null or game = ?3) and (game, key) > (?7, ?8) order by game, key limit ?4 offset ?5";
    if (q->game != NULL)
        return "select key, value from list indexed by list_status where kind = ?1 and status = ?2 and game = ?3"
               " order by key limit ?4 offset ?5";
    return "select key, value from list indexed by list_status where kind = ?1 and status = ?2 order by game, key"
           " limit ?4 offset ?5";
}

bool by_db_query(struct by_db *d, const struct by_query *q, by_on_value *each, void *context)
{
    sqlite3_stmt *s = by_db_question(d, text_of(q));

    if (s == NULL)
        return false;
    give_kind(s, q->kind);
    if (q->who != NULL)
        by_db_give(s, 2, (struct by_bytes_of){ q->who->bytes, sizeof q->who->bytes });
    else if (q->before != 0)
        sqlite3_bind_int64(s, 2, q->before);
    else
        sqlite3_bind_text(s, 2, q->status, -1, SQLITE_STATIC);
    if (q->game != NULL)
        sqlite3_bind_text(s, 3, q->game, -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 4, q->most == 0 ? -1 : q->most);
    sqlite3_bind_int(s, 5, q->skip);
    if (q->who != NULL) {
        sqlite3_bind_int(s, 6, q->undated);
        by_db_give(s, 7, q->beyond.at == NULL ? (struct by_bytes_of){ "", 0 } : q->beyond);
    }
    if (q->after_game != NULL) {
        sqlite3_bind_text(s, 7, q->after_game, -1, SQLITE_STATIC);
        sqlite3_bind_blob(s, 8, q->after.n == 0 ? "" : q->after.at, (int)q->after.n, SQLITE_STATIC);
    }
    return deliver(s, each, context);
}

bool by_db_rows(struct by_db *d, by_on_row *each, void *context)
{
    sqlite3_stmt *s = by_db_question(d, "select key, value, kind, status, game, at, who from list order by kind, key");
    int said = SQLITE_ERROR;
    bool on = true;

    while (s != NULL && on && (said = sqlite3_step(s)) == SQLITE_ROW) {
        struct by_bytes_of who = by_db_column(s, 6);
        struct by_columns columns = { .status = (const char *)sqlite3_column_text(s, 3),
                                      .game = (const char *)sqlite3_column_text(s, 4),
                                      .at = sqlite3_column_int64(s, 5),
                                      .who = who.at,
                                      .who_n = (int)(who.n / sizeof(struct by_id)) };
        struct by_put_of row = { (const char *)sqlite3_column_text(s, 2), by_db_column(s, 0), by_db_column(s, 1) };

        on = each(context, &row, &columns);
    }
    sqlite3_finalize(s);
    return said == SQLITE_DONE || said == SQLITE_ROW;
}

/* SPDX-License-Identifier: MIT */
/* cups_kept.c: indexes, exports and deletes the data about a person in tournaments (cups.h). */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cup.h"
#include "cups.h"
#include "follow.h"
#include "util/memory.h"

enum { PAIR = 32 };

static struct by_bytes_of bytes_of(const void *at, size_t n) { return (struct by_bytes_of){ at, n }; }

/* ---- The rows --------------------------------------------------------------------------------- */

static bool takes_part(const struct by_cup *c, const struct by_id *person)
{
    return c != NULL && (by_cup_contestant(c, person) >= 0 || by_cup_waiting(c, person) >= 0);
}

static void put_entrant(struct by_puts *p, const struct by_cup *c, const struct by_id *person, bool enters)
{
    uint8_t key[PAIR];

    memcpy(key, c->id.bytes, sizeof c->id.bytes);
    memcpy(key + sizeof c->id.bytes, person->bytes, sizeof person->bytes);
    by_puts_add(p, "entrant", key, sizeof key, enters ? by_sure(strdup("1")) : NULL, enters ? person : NULL);
}

/* Adds a put for each person who takes part in `c` but not in `other`, which may be NULL. */
static void put_difference(struct by_puts *p, const struct by_cup *c, const struct by_cup *other, bool enters)
{
    for (int i = 0; i < c->t.contestants; i++)
        for (int k = 0; k < 1 + (c->t.format == BY_PARTNERS); k++)
            if (!takes_part(other, &c->person[i][k]))
                put_entrant(p, c, &c->person[i][k], enters);
    for (int i = 0; i < c->waiting_n; i++)
        if (!takes_part(other, &c->waiting[i].person))
            put_entrant(p, c, &c->waiting[i].person, enters);
}

void by_cups_put(const struct by_cup *c, const struct by_room_host *host, int keep, struct by_bytes_of was,
                 struct by_puts *p)
{
    struct by_columns columns = by_cup_columns(c, keep);
    struct by_cup *old = by_sure(malloc(sizeof *old));
    bool known = was.n > 0 && by_cup_read(old, host, &c->id, was);

    by_puts_add_found(p, "cup", bytes_of(c->id.bytes, sizeof c->id.bytes), by_cup_print(c, host), &columns, was);
    if (known)
        put_difference(p, old, c, false);
    put_difference(p, c, known ? old : NULL, true);
    if (known)
        by_cup_clear(old);
    free(old);
}

void by_cups_delete(const struct by_cup *c, struct by_bytes_of was, struct by_puts *p)
{
    by_puts_add_found(p, "cup", bytes_of(c->id.bytes, sizeof c->id.bytes), NULL, &(struct by_columns){ .at = 0 }, was);
    put_difference(p, c, NULL, false);
}

/* ---- A person's tournaments ------------------------------------------------------------------- */

struct visit {
    struct by_store *store;
    const struct by_room_host *host;
    const struct by_id *person;
    void (*each)(struct visit *v, struct by_cup *c, struct by_bytes_of row);
    char *row;
    struct by_out *out; /* the copy */
    int n;
    struct by_puts *puts; /* deletion */
    int keep;
    int64_t now;
    bool unread;
};

static bool visit_own(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct visit *v = data;
    struct by_cup c;
    struct by_id id;

    if (key.n != sizeof id.bytes)
        return true;
    memcpy(id.bytes, key.at, key.n);
    if (by_cup_read(&c, v->host, &id, value)) {
        v->each(v, &c, value);
        by_cup_clear(&c);
    }
    return true;
}

/* Visits a tournament in which the person plays, unless they also organise it: visit_own has visited that one. */
static bool visit_entered(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct visit *v = data;
    struct by_cup c;
    struct by_id id;
    long n;

    (void)value;
    if (key.n != PAIR)
        return true;
    memcpy(id.bytes, key.at, sizeof id.bytes);
    n = by_store_get(v->store, "cup", bytes_of(id.bytes, sizeof id.bytes), v->row, BY_CUP_ROW);
    v->unread = v->unread || n == -2;
    if (n > 0 && by_cup_read(&c, v->host, &id, bytes_of(v->row, (size_t)n))) {
        if (memcmp(&c.organiser, v->person, sizeof c.organiser) != 0)
            v->each(v, &c, bytes_of(v->row, (size_t)n));
        by_cup_clear(&c);
    }
    return true;
}

/* Visits the tournaments that a person organises or plays in. Returns false if the store cannot be read. */
static bool visit_all(struct visit *v)
{
    bool fine;

    v->row = by_sure(malloc(BY_CUP_ROW));
    fine = by_store_query(v->store, &(struct by_query){ .kind = "cup", .who = v->person }, visit_own, v)
        && by_store_query(v->store, &(struct by_query){ .kind = "entrant", .who = v->person }, visit_entered, v);
    free(v->row);
    return fine && !v->unread;
}

/* Adds a person's data in a tournament, which is public: the name, the place, and the result of each round. */
static void export_one(struct visit *v, struct by_cup *c, struct by_bytes_of row)
{
    (void)row;
    by_out(v->out, v->n++ > 0 ? "," : "");
    by_cup_put_own(c, v->person, v->out);
}

bool by_cups_export(struct by_store *s, const struct by_room_host *host, const struct by_id *person, struct by_out *o)
{
    struct visit v = { .store = s, .host = host, .person = person, .each = export_one, .out = o };
    bool fine;

    by_out_key(o, "tournaments");
    by_out(o, "[");
    fine = visit_all(&v);
    by_out(o, "]");
    return fine;
}

static void forget_one(struct visit *v, struct by_cup *c, struct by_bytes_of row)
{
    if (by_cup_forget(c, v->person, v->now)) {
        c->changes++;
        by_cups_put(c, v->host, v->keep, row, v->puts);
    }
}

bool by_cups_forget(struct by_store *s, const struct by_room_host *host, const struct by_id *person, int keep,
                    struct by_puts *p)
{
    struct visit v = { .store = s, .host = host, .person = person, .each = forget_one, .puts = p, .keep = keep };

    v.now = (int64_t)time(NULL);
    return visit_all(&v);
}

/* SPDX-License-Identifier: MIT */
/* write.c: implements group commit (write.h).  A whole transaction, including its commit, takes one round trip, or two
 * if the head of one of its tables is unknown. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/error.h"
#include "store/chain.h"
#include "store/postgres/write.h"
#include "util/memory.h"

enum { PART = 256 /* maximum number of batches in a transaction */, TRIES = 3 };

/* A transaction: the batches from `first` up to, but not including, `end`. */
struct part {
    struct by_link *link;
    struct by_heads *heads;
    const struct by_id *owner;
    struct by_write *first, *end;
    uint64_t number, sent;
    struct by_fault fault;
};

enum said {
    WELL,
    NOTHING, /* nothing was written because of a conflict; a batch may succeed on its own */
    FAILED,  /* nothing was written; the database must be reopened */
    UNSURE   /* the commit may have happened */
};

/* ---- Parameters ---- */

struct text {
    char *at;
    size_t n, room;
};

static void add(struct text *t, const void *bytes, size_t n)
{
    if (t->n + n + 1 > t->room) {
        t->room = 2 * (t->n + n) + 64;
        t->at = by_sure(realloc(t->at, t->room));
    }
    memcpy(t->at + t->n, bytes, n);
    t->n += n;
    t->at[t->n] = '\0';
}

static void add_hex(struct text *t, const void *bytes, size_t n)
{
    static const char digits[] = "0123456789abcdef";
    const uint8_t *b = bytes;

    for (size_t i = 0; i < n; i++)
        add(t, (char[]){ digits[b[i] >> 4], digits[b[i] & 15] }, 2);
}

/* Begins an array element.  If the value is NULL, writes the whole element and returns false. */
static bool add_element(struct text *t, const void *element)
{
    add(t, t->n == 0 ? "{" : ",", 1);
    if (element == NULL)
        add(t, "NULL", 4);
    return element != NULL;
}

/* Adds an element to an array of byte strings. NULL adds nothing. */
static void add_bytes(struct text *t, struct by_bytes_of b)
{
    if (!add_element(t, b.at))
        return;
    add(t, "\"\\\\x", 4);
    add_hex(t, b.at, b.n);
    add(t, "\"", 1);
}

static void add_word(struct text *t, const char *word)
{
    if (!add_element(t, word))
        return;
    add(t, "\"", 1);
    for (; *word != '\0'; word++) {
        if (*word == '"' || *word == '\\')
            add(t, "\\", 1);
        add(t, word, 1);
    }
    add(t, "\"", 1);
}

static void add_number(struct text *t, int64_t number)
{
    char text[24];
    int n = snprintf(text, sizeof text, "%lld", (long long)number);

    if (add_element(t, number == 0 ? NULL : text))
        add(t, text, (size_t)n);
}

static const char *closed(struct text *t)
{
    add(t, t->n == 0 ? "{}" : "}", t->n == 0 ? 2 : 1);
    return t->at;
}

static struct by_bytes_of key_of(const struct by_entry_of *e)
{
    return BY_PLANTED(BY_PLANT_KEYLESS) ? (struct by_bytes_of){ NULL, 0 } : e->key;
}

static const int no_lengths[16] = { 0 };

/* The arrays that put_2 takes. */
enum { KEYS, BODIES, HASHES, KINDS, NAMES, VALUES, STATUSES, GAMES, TIMES, WHOS, ARRAYS };

static void add_row(struct text of[ARRAYS], const struct by_put_of *put, const struct by_columns *columns)
{
    static const struct by_columns none;
    const struct by_columns *c = columns == NULL ? &none : columns;

    add_word(&of[KINDS], put->kind);
    add_bytes(&of[NAMES], put->key);
    add_bytes(&of[VALUES], put->value.n == 0 ? (struct by_bytes_of){ NULL, 0 } : put->value);
    add_word(&of[STATUSES], c->status);
    add_word(&of[GAMES], c->game);
    add_number(&of[TIMES], c->at);
    add_bytes(&of[WHOS],
              (struct by_bytes_of){ c->who_n == 0 ? NULL : c->who, (size_t)c->who_n * sizeof(struct by_id) });
}

/* Sends a batch of puts with conditions; `olds` follows the arrays of the puts. */
static bool send_take(struct part *p, const struct by_batch *b)
{
    struct text of[ARRAYS + 1] = { 0 };
    char fresh[16], used[16];
    const char *values[3 + ARRAYS - KINDS] = { fresh, used };
    bool fine;

    snprintf(fresh, sizeof fresh, "%u", BY_PLANTED(BY_PLANT_CLOBBER) ? 0 : b->fresh);
    snprintf(used, sizeof used, "%u", BY_PLANTED(BY_PLANT_CLOBBER) ? 0 : b->used);
    for (int i = 0; i < b->puts_n; i++) {
        add_row(of, &b->puts[i], b->columns == NULL ? NULL : &b->columns[i]);
        add_bytes(&of[ARRAYS], b->was == NULL ? (struct by_bytes_of){ NULL, 0 } : b->was[i]);
    }
    for (int i = KINDS; i <= ARRAYS; i++)
        values[2 + i - KINDS] = closed(&of[i]);
    fine = PQsendQueryPrepared(p->link->at, "take", 3 + ARRAYS - KINDS, values, no_lengths, no_lengths, 0) == 1;
    for (int i = 0; i <= ARRAYS; i++)
        free(of[i].at);
    return fine;
}

/* Sends a batch of entries and puts, and advances *head to the last entry. */
static bool send_put(struct part *p, const struct by_batch *b)
{
    struct by_cached *head = b->entries_n == 0 ? NULL : by_heads_of(p->heads, &b->table);
    struct text of[ARRAYS] = { 0 };
    struct text before = { 0 };
    char epoch[24], first[24];
    bool fine;

    if ((b->fresh | b->used) != 0)
        return send_take(p, b);
    if (head != NULL) {
        add(&before, "\\x", 2);
        add_hex(&before, head->hash.bytes, sizeof head->hash.bytes);
    }
    for (int i = 0; i < b->entries_n; i++) {
        const struct by_entry_of *e = &b->entries[i];
        BY_ASSERT(head != NULL);
        struct by_hash hash =
            by_chain(&b->table, e->number, head->number == 0 ? NULL : &head->hash, key_of(e), e->bytes);

        add_bytes(&of[KEYS], key_of(e));
        add_bytes(&of[BODIES], e->bytes);
        add_bytes(&of[HASHES], (struct by_bytes_of){ hash.bytes, sizeof hash.bytes });
        head->hash = hash;
        head->number = e->number;
        head->part = p->number;
    }
    for (int i = 0; i < b->puts_n; i++)
        add_row(of, &b->puts[i], b->columns == NULL ? NULL : &b->columns[i]);
    snprintf(epoch, sizeof epoch, "%llu", b->entries_n > 0 ? (unsigned long long)b->epoch : 0);
    snprintf(first, sizeof first, "%llu", b->entries_n > 0 ? (unsigned long long)b->entries[0].number : 0);
    {
        const char *values[6 + ARRAYS] = { (const char *)b->table.bytes, epoch, (const char *)p->owner->bytes, first,
                                           before.at };
        const int lengths[6 + ARRAYS] = { 16, 0, 16 }, formats[6 + ARRAYS] = { 1, 0, 1 };

        for (int i = 0; i < ARRAYS; i++)
            values[i < KINDS ? 5 + i : 6 + i] = closed(&of[i]);
        values[5 + KINDS] = b->drop ? "t" : "f";
        fine = PQsendQueryPrepared(p->link->at, "put", 6 + ARRAYS, values, lengths, formats, 0) == 1;
    }
    for (int i = 0; i < ARRAYS; i++)
        free(of[i].at);
    free(before.at);
    return fine;
}

static bool send_lease(struct part *p, const struct by_batch *b)
{
    char epoch[24], what[8], ms[16];
    const char *values[] = { (const char *)b->table.bytes, epoch, (const char *)p->owner->bytes, what, ms };
    const int lengths[5] = { 16, 0, 16 }, formats[5] = { 1, 0, 1 };

    snprintf(epoch, sizeof epoch, "%llu", (unsigned long long)b->epoch);
    snprintf(what, sizeof what, "%d", (int)b->lease);
    snprintf(ms, sizeof ms, "%d", b->lease_ms);
    return PQsendQueryPrepared(p->link->at, "lease", 5, values, lengths, formats, 0) == 1;
}

/* ---- A transaction ---- */

static bool touches(const struct by_batch *b) { return b->entries_n > 0 || b->drop || b->lease != BY_NO_LEASE; }

/* Sends the statement that locks the rows of all tables in the transaction. The rows are locked in id order, so that
 * two nodes cannot deadlock. */
static bool send_locks(struct part *p)
{
    struct text ids = { 0 };
    const char *values[1];
    bool fine;

    for (struct by_write *w = p->first; w != p->end; w = w->next)
        if (!w->dead && touches(&w->batch)) {
            add(&ids, ids.n == 0 ? "{" : ",", 1);
            add_hex(&ids, w->batch.table.bytes, sizeof w->batch.table.bytes);
        }
    values[0] = closed(&ids);
    fine = PQsendQueryPrepared(p->link->at, "locks", 1, values, no_lengths, no_lengths, 1) == 1;
    free(ids.at);
    return fine;
}

/* Receives the result of the next command. Returns NULL if the connection is lost. */
static PGresult *result(struct part *p)
{
    PGresult *r = NULL, *end = NULL;

    if (!by_link_next(p->link, &r) || r == NULL)
        return NULL;
    if (PQresultStatus(r) == PGRES_PIPELINE_SYNC)
        return r;
    if (!by_link_next(p->link, &end) || end != NULL) {
        PQclear(end);
        PQclear(r);
        return NULL;
    }
    return r;
}

/* Classifies an error reported by the server. */
static enum said judge(struct part *p, const PGresult *r)
{
    const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);

    by_link_fault(p->link, r, "written", &p->fault);
    if (state != NULL && (strncmp(state, "22", 2) == 0 || strncmp(state, "23", 2) == 0 || strncmp(state, "40", 2) == 0))
        return NOTHING;
    return FAILED;
}

/* Stores the heads of the locked rows, or 0 for tables that have no row yet. */
static void learn(struct part *p, const PGresult *r)
{
    for (int i = 0; i < PQntuples(r); i++) {
        struct by_id id;
        struct by_cached *c;
        uint64_t number = 0;

        memcpy(id.bytes, PQgetvalue(r, i, 0), sizeof id.bytes);
        if (by_heads_of(p->heads, &id) != NULL || PQgetlength(r, i, 2) != (int)sizeof c->hash.bytes)
            continue;
        for (int b = 0; b < 8; b++)
            number = number << 8 | (uint8_t)PQgetvalue(r, i, 1)[b];
        c = by_heads_put(p->heads, &id);
        c->number = number;
        memcpy(c->hash.bytes, PQgetvalue(r, i, 2), sizeof c->hash.bytes);
    }
    for (struct by_write *w = p->first; w != p->end; w = w->next)
        if (!w->dead && w->batch.entries_n > 0 && by_heads_of(p->heads, &w->batch.table) == NULL)
            by_heads_put(p->heads, &w->batch.table);
}

/* Reads results up to the next synchronisation point. Returns the first error. */
static enum said drain(struct part *p, enum said so_far)
{
    for (;;) {
        PGresult *r = result(p);
        ExecStatusType is = PQresultStatus(r);

        if (r == NULL)
            return UNSURE;
        if (is == PGRES_FATAL_ERROR && so_far == WELL)
            so_far = judge(p, r);
        PQclear(r);
        if (is == PGRES_PIPELINE_SYNC)
            return so_far;
    }
}

static void refuse(struct by_write *w, const char *why, const PGresult *r)
{
    struct by_stored *o = &w->out;

    if (strcmp(why, "taken") == 0) {
        by_store_taken(o);
        return;
    }
    o->outcome = BY_REFUSED;
    o->stale = strcmp(why, "stale") == 0;
    o->twice = strcmp(why, "twice") == 0;
    o->misplaced = strcmp(why, "misplaced") == 0;
    if (o->twice || o->misplaced)
        o->number = strtoull(PQgetvalue(r, 0, 1), NULL, 10);
    if (o->stale)
        by_store_fault(&o->fault, BY_E_REQUEST, "the table now belongs to another owner");
    else if (o->twice)
        by_store_fault(&o->fault, BY_E_REQUEST, "an entry with this key already exists");
    else if (o->misplaced)
        by_store_fault(&o->fault, BY_E_REQUEST, "entry %llu is out of sequence: the table has %llu",
                       (unsigned long long)w->batch.entries[0].number, (unsigned long long)o->number);
    else
        by_store_fault(&o->fault, BY_E_RECORD, "the batch conflicts with the table, which has changed");
}

/* Records the database's answer for one batch. The answer counts only if the transaction is committed. */
static void note(struct part *p, struct by_write *w, const PGresult *r)
{
    const char *why = PQgetvalue(r, 0, 0);

    w->out = (struct by_stored){ .outcome = BY_KEPT };
    if (strcmp(why, "kept") != 0) {
        refuse(w, why, r);
    } else if (w->batch.lease == BY_LEASE_CLAIM || w->batch.lease == BY_LEASE_RENEW) {
        w->out.epoch = strtoull(PQgetvalue(r, 0, 1), NULL, 10);
        w->out.until = p->sent + (uint64_t)w->batch.lease_ms * 1000;
    }
    if (w->out.outcome == BY_REFUSED || w->batch.drop)
        by_heads_drop(p->heads, &w->batch.table);
}

/* Receives the results of `begin` and of the locks, which give the heads. */
static enum said began(struct part *p)
{
    enum said s = WELL;

    for (int i = 0; i < 2; i++) {
        PGresult *r = result(p);

        if (r == NULL)
            return UNSURE;
        if (s == WELL && PQresultStatus(r) == PGRES_TUPLES_OK)
            learn(p, r);
        else if (s == WELL && PQresultStatus(r) != PGRES_COMMAND_OK)
            s = judge(p, r);
        PQclear(r);
    }
    return s;
}

static bool knows_all(struct part *p)
{
    for (struct by_write *w = p->first; w != p->end; w = w->next)
        if (!w->dead && w->batch.entries_n > 0 && by_heads_of(p->heads, &w->batch.table) == NULL)
            return false;
    return true;
}

/* Receives the results of all batches. */
static enum said receive(struct part *p, enum said s)
{
    PGresult *r;

    for (struct by_write *w = p->first; w != p->end; w = w->next) {
        if (w->dead)
            continue;
        if ((r = result(p)) == NULL)
            return UNSURE;
        if (s == WELL && PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) == 1)
            note(p, w, r);
        else if (s == WELL)
            s = judge(p, r);
        PQclear(r);
    }
    if ((r = result(p)) == NULL)
        return UNSURE;
    if (s == WELL && PQresultStatus(r) != PGRES_COMMAND_OK) {
        by_link_fault(p->link, r, "written", &p->fault);
        s = UNSURE;
    } else if (s == WELL && strcmp(PQcmdStatus(r), "COMMIT") != 0) {
        by_store_fault(&p->fault, BY_E_IO, "the database cannot be written: it rolled back the transaction");
        s = FAILED;
    }
    PQclear(r);
    return drain(p, s);
}

static bool send(struct part *p, const char *statement)
{
    return PQsendQueryParams(p->link->at, statement, 0, NULL, NULL, NULL, NULL, 0) == 1;
}

static enum said transact(struct part *p)
{
    bool known = knows_all(p) && !BY_PLANTED(BY_PLANT_ASKING);
    enum said s = WELL;

    p->link->doubted = false;
    p->sent = by_store_micros();
    if (!send(p, "begin") || !send_locks(p))
        return FAILED;
    if (!known) {
        if (PQpipelineSync(p->link->at) != 1 || (s = began(p)) == UNSURE || (s = drain(p, s)) == UNSURE)
            return FAILED; /* the commit was not sent */
        if (s != WELL)
            return s;
        if (!knows_all(p)) /* too many of the part's tables share a set of the cache */
            return NOTHING;
    }
    for (struct by_write *w = p->first; w != p->end; w = w->next)
        if (!w->dead && !(w->batch.lease != BY_NO_LEASE ? send_lease(p, &w->batch) : send_put(p, &w->batch)))
            return FAILED;
    if (!send(p, "commit") || PQpipelineSync(p->link->at) != 1)
        return UNSURE;
    if (known && (s = began(p)) == UNSURE)
        return s;
    s = receive(p, s);
    return s == WELL && p->link->doubted ? UNSURE : s;
}

static bool take_back(struct part *p)
{
    return PQtransactionStatus(p->link->at) == PQTRANS_IDLE
        || (send(p, "rollback") && PQpipelineSync(p->link->at) == 1 && drain(p, WELL) == WELL);
}

/* ---- The batches ---- */

static void forget(struct part *p)
{
    for (struct by_write *w = p->first; w != p->end; w = w->next)
        by_heads_drop(p->heads, &w->batch.table);
}

/* Sets the outcome of all batches in the part to a failure. If the database failed, does the same for all later
 * batches. */
static void fail(struct part *p, enum said s)
{
    struct by_write *rest = p->end;
    struct by_fault f = p->fault;

    if (f.err == BY_OK && p->link->doubted)
        by_store_fault(&f, BY_E_IO, "the wait for the standby was cancelled");
    else if (f.err == BY_OK)
        by_link_fault(p->link, NULL, "written", &f);
    for (struct by_write *w = p->first; w != p->end; w = w->next)
        if (!w->dead)
            w->out = (struct by_stored){ .outcome = s == UNSURE ? BY_UNKNOWN : BY_REFUSED, .broken = true, .fault = f };
    by_writes_all(rest, BY_REFUSED, &f);
}

/* Drops cached heads that the batches do not continue, so that they are read from the database again. */
static void check_heads(struct part *p)
{
    for (struct by_write *w = p->first; w != p->end; w = w->next) {
        struct by_cached *c = w->dead || w->batch.entries_n == 0 ? NULL : by_heads_of(p->heads, &w->batch.table);

        if (c != NULL && c->part != p->number && c->number + 1 != w->batch.entries[0].number)
            by_heads_drop(p->heads, &w->batch.table);
        else if (c != NULL)
            c->part = p->number;
    }
}

/* Writes one part. If the batches conflict, writes each on its own. */
static bool write_part(struct part *p, bool *lost)
{
    bool alone = p->first->next == p->end, committed = false;
    enum said s = NOTHING;

    p->number = by_heads_part(p->heads);
    check_heads(p);
    for (int i = 0; i < (alone ? TRIES : 1) && s == NOTHING; i++) {
        p->fault = (struct by_fault){ .err = BY_OK };
        s = transact(p);
        if (s != WELL)
            forget(p);
        if (s == NOTHING && !take_back(p))
            s = FAILED;
    }
    for (struct by_write *w = p->first; w != p->end && s == WELL; w = w->next)
        committed |= !w->dead && w->out.outcome == BY_KEPT;
    if (s == WELL)
        return committed;
    if (s != NOTHING) {
        *lost = true;
        fail(p, s);
    } else if (alone) {
        p->first->out = (struct by_stored){ .outcome = BY_REFUSED };
        by_store_fault(&p->first->out.fault, BY_E_RECORD, "the batch is invalid: %s", p->fault.text);
    } else {
        struct part one = *p;

        for (struct by_write *w = p->first; w != p->end && !*lost; w = one.end) {
            one.first = w;
            one.end = w->next;
            if (!w->dead)
                committed |= write_part(&one, lost);
        }
    }
    return committed;
}

static bool twice_in_it(const struct by_batch *b)
{
    for (int i = 0; i < b->entries_n; i++)
        for (int k = 0; k < i; k++)
            if (b->entries[i].key.at != NULL && b->entries[k].key.at != NULL
                && b->entries[i].key.n == b->entries[k].key.n
                && memcmp(b->entries[i].key.at, b->entries[k].key.at, b->entries[i].key.n) == 0)
                return true;
    return false;
}

/* Finds the end of a part: a batch that does not continue the entries of an earlier batch must wait for the outcome of
 * that batch.  Refuses batches whose refusal does not depend on the database. */
static struct by_write *end_of(struct part *p)
{
    struct by_write *w = p->first;

    for (int n = 0; w != NULL && n < PART; w = w->next, n++) {
        const struct by_batch *b = &w->batch;

        if (!w->dead && twice_in_it(b)) {
            w->dead = true;
            w->out.outcome = BY_REFUSED;
            by_store_fault(&w->out.fault, BY_E_RECORD, "the batch is invalid: it contains a key twice");
        }
        if (w->dead || !touches(b))
            continue;
        for (struct by_write *before = p->first; before != w; before = before->next)
            if (!before->dead && touches(&before->batch)
                && memcmp(&before->batch.table, &b->table, sizeof b->table) == 0
                && (b->entries_n == 0 || before->batch.entries_n == 0
                    || b->entries[0].number != before->batch.entries[before->batch.entries_n - 1].number + 1))
                return w;
    }
    return w;
}

bool by_postgres_prepare(struct by_link *l, struct by_fault *f)
{
    static const char *const statements[] = {
        "prepare locks(uuid[]) as select table_id, number, hash from boneyard.tables where table_id = any ($1)"
        " order by table_id for update",
        "prepare put(uuid, bigint, uuid, bigint, bytea, bytea[], bytea[], bytea[], boolean, text[], bytea[], bytea[],"
        " text[], text[], bigint[], bytea[]) as select * from"
        " boneyard.put_2($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
        "prepare lease(uuid, bigint, uuid, integer, bigint) as select * from boneyard.lease_1($1, $2, $3, $4, $5)",
        "prepare take(bigint, bigint, text[], bytea[], bytea[], text[], text[], bigint[], bytea[], bytea[]) as"
        " select * from boneyard.take_1($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    };
    static const char unlocked[] =
        "prepare locks(uuid[]) as select table_id, number, hash from boneyard.tables where table_id = any ($1)";
    bool fine = true;

    for (int i = 0; i < 4 && fine; i++) {
        PGresult *r =
            by_link_ask(l, i == 0 && BY_PLANTED(BY_PLANT_JOIN) ? unlocked : statements[i], 0, NULL, NULL, NULL);

        fine = PQresultStatus(r) == PGRES_COMMAND_OK;
        if (!fine)
            by_link_fault(l, r, "used", f);
        PQclear(r);
    }
    if (fine && PQenterPipelineMode(l->at) != 1)
        fine = by_link_fault(l, NULL, "used", f) == BY_OK;
    return fine;
}

bool by_postgres_write(struct by_link *l, struct by_heads *h, const struct by_id *owner, struct by_write *writes,
                       bool *lost)
{
    struct part p = { .link = l, .heads = h, .owner = owner, .first = writes };
    bool committed = false;

    *lost = false;
    while (p.first != NULL && !*lost) {
        p.end = end_of(&p);
        while (p.first != p.end && p.first->dead)
            p.first = p.first->next;
        if (p.first != p.end)
            committed |= write_part(&p, lost);
        p.first = p.end;
    }
    return committed;
}

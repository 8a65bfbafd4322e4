/* SPDX-License-Identifier: MIT */
/* duplicate.c: handles a table in a tournament round with duplicate deals (fair/duplicate.h). The round's shuffle
 * belongs to the tournament, which reads each table's contribution (by_room_part) and passes the state of the shuffle
 * to the tables (by_room_follow). The table records every step in its own journal, so the journal can be replayed
 * without the tournament. The table withholds every proof of the shuffle until the last table of the round has
 * finished. */
#include <stdlib.h>

#include "inside.h"
#include "util/memory.h"

static bool is_here(const struct by_room *r, const struct by_round_share *s)
{
    return memcmp(&s->table, &r->id, sizeof r->id) == 0;
}

/* ---- The tournament's side -------------------------------------------------------------------- */

bool by_room_follow(struct by_room *r, const struct by_room_round *s)
{
    if (r->duplicate == 0 || (r->order != NULL && r->order->step == s->step && r->order->deal == s->deal))
        return false;
    if (r->order == NULL)
        r->order = by_sure(malloc(sizeof *r->order));
    *r->order = *s;
    return true;
}

int by_room_held(const struct by_room *r, struct by_id *tournament)
{
    if (r->duplicate == 0 || r->published || r->phase == CLOSED)
        return 0;
    *tournament = r->member[r->owner].id;
    return r->duplicate;
}

void by_room_part(const struct by_room *r, struct by_room_part *out)
{
    *out = (struct by_room_part){ .deal = r->deals, .waited = r->waited };
    out->fixed = r->phase == SHUFFLE && r->step == STEP_FIXED;
    for (int i = 0; i < by_players(r) && r->phase == SHUFFLE && r->step != STEP_WANTED; i++) {
        struct by_round_share *one = &out->share[out->shares];

        if (!r->seat[i].hashed)
            continue;
        *one = (struct by_round_share){ .table = r->id, .seat = (uint8_t)i, .hash = r->seat[i].hash };
        memcpy(one->share, r->seat[i].share, sizeof one->share);
        out->revealed |= (uint32_t)r->seat[i].revealed << out->shares++;
    }
}

/* ---- Due -------------------------------------------------------------------------------------- */

bool by_duplicate_publishes(const struct by_room *r)
{
    return r->duplicate != 0 && !r->published && r->phase == OVER && r->order != NULL
        && r->order->step == BY_SHARED_OPEN;
}

/* Returns whether the tournament is ahead of the table, which must then catch up. */
static bool behind(const struct by_room *r)
{
    const struct by_room_round *o = r->order;

    if (o == NULL || o->deal == 0 || o->step == BY_SHARED_OPEN)
        return false;
    if (o->deal > r->deals)
        return true;
    return (r->step == STEP_COMMITTED && o->step >= BY_SHARED_FIXED)
        || (r->step == STEP_FIXED && o->step >= BY_SHARED_DEALT);
}

int64_t by_duplicate_at(const struct by_room *r)
{
    if (behind(r))
        return r->step_at;
    return r->step == STEP_WANTED || r->waited ? NEVER : by_parts_at(r);
}

static void commit_entry(const struct by_room *r, const struct by_order *o, struct by_entries *out)
{
    by_json *e = by_entry_new(r, BY_ENTRY_commit, o->now);

    by_json_set(e, "deal", by_json_int((int64_t)r->order->deal));
    by_json_set(e, "commit", by_bytes_json(r->order->commit.bytes, sizeof r->order->commit.bytes));
    by_json_set(e, "kept", by_bytes_json(r->order->sealed, sizeof r->order->sealed));
    by_entry_add(out, e);
}

/* Adds the list of hashes. The tournament's list decides: a hash that arrived after the list was made does not
 * count. */
static void hashes_entry(const struct by_room *r, const struct by_order *o, struct by_entries *out)
{
    by_json *e = by_entry_new(r, BY_ENTRY_hashes, o->now), *own = by_json_array(), *others = by_json_array();

    for (int i = 0; i < r->order->shares; i++) {
        const struct by_round_share *s = &r->order->share[i];
        by_json *one = by_json_array();

        if (!is_here(r, s))
            by_json_push(one, by_bytes_json(s->table.bytes, sizeof s->table.bytes));
        by_json_push(one, by_json_int(s->seat));
        by_json_push(one, by_bytes_json(s->hash.bytes, sizeof s->hash.bytes));
        by_json_push(is_here(r, s) ? own : others, one);
    }
    by_json_set(e, "deal", by_json_int((int64_t)r->deals));
    by_json_set(e, "hashes", own);
    by_json_set(e, "others", others);
    by_entry_add(out, e);
}

/* Abandons the shuffle, because the tournament has begun another one. */
static void abort_entry(const struct by_room *r, const struct by_order *o, struct by_entries *out)
{
    by_json *e = by_entry_new(r, BY_ENTRY_abort, o->now), *seats = by_json_array();

    for (int i = 0; i < by_players(r); i++)
        if (r->step == STEP_FIXED && r->seat[i].hashed && !r->seat[i].revealed)
            by_json_push(seats, by_json_int(i));
    by_json_set(e, "deal", by_json_int((int64_t)r->deals));
    by_json_set(e, "seats", seats);
    by_entry_add(out, e);
}

static void simple_entry(const struct by_room *r, const struct by_order *o, enum by_entry_id what,
                         struct by_entries *out)
{
    by_json *e = by_entry_new(r, what, o->now);

    by_json_set(e, "deal", by_json_int((int64_t)r->deals));
    by_entry_add(out, e);
}

by_json *by_duplicate_others(const struct by_room *r)
{
    by_json *list = by_json_array();

    for (int i = 0; r->step == STEP_FIXED && i < r->order->shares; i++)
        if (!is_here(r, &r->order->share[i]))
            by_json_push(list, by_bytes_json(r->order->share[i].share, sizeof r->order->share[i].share));
    return list;
}

void by_duplicate_due(const struct by_room *r, const struct by_order *o, struct by_entries *out)
{
    if (by_duplicate_publishes(r))
        simple_entry(r, o, BY_ENTRY_publish, out);
    else if (!behind(r))
        simple_entry(r, o, BY_ENTRY_waited, out);
    else if (r->step == STEP_WANTED)
        commit_entry(r, o, out);
    else if (r->order->deal > r->deals)
        abort_entry(r, o, out);
    else if (r->step == STEP_COMMITTED)
        hashes_entry(r, o, out);
    else
        by_deal_entry(r, o, out);
}

/* ---- Applying --------------------------------------------------------------------------------- */

void by_duplicate_made(struct by_room *r, const by_json *made)
{
    int64_t round;

    if (!r->cup || !by_json_number(by_json_get(made, "duplicate"), &round) || round < 1 || round > INT32_MAX)
        return;
    r->duplicate = (int)round;
    r->round = by_sure(calloc(1, sizeof *r->round));
}

void by_duplicate_commits(struct by_room *r, struct by_shuffle *s)
{
    struct by_round_shuffle *d = r->round;

    d->tournament = r->member[r->owner].id;
    d->round = (uint64_t)r->duplicate;
    d->deal = s->deal;
    d->shares = 0;
    memcpy(d->secret, s->secret, sizeof d->secret);
    by_round_commit(d);
    s->commit = d->commit;
}

static bool bytes_of(const by_json *j, void *out, size_t n)
{
    const char *text = by_json_text(j);

    return text != NULL && by_unbase64(text, out, n);
}

/* Reads [G,seat,h] or, for this table, [seat,h]. */
static bool read_hash(const struct by_room *r, const by_json *one, bool other, struct by_round_share *to)
{
    size_t at = other;
    int64_t seat;

    *to = (struct by_round_share){ .table = r->id };
    if (by_json_count(one) != at + 2
        || (other && !bytes_of(by_json_at(one, 0), to->table.bytes, sizeof to->table.bytes))
        || !by_json_number(by_json_at(one, at), &seat) || seat < 0 || seat >= BY_SEATS
        || !bytes_of(by_json_at(one, at + 1), to->hash.bytes, sizeof to->hash.bytes))
        return false;
    to->seat = (uint8_t)seat;
    return other != is_here(r, to);
}

/* Inserts a share, keeping the shares sorted by K. */
static bool insert(struct by_round_shuffle *d, const struct by_round_share *one)
{
    int i = d->shares;

    if (i == BY_ROUND_SHARES)
        return false;
    for (; i > 0 && by_round_after(&d->share[i - 1], one); i--)
        d->share[i] = d->share[i - 1];
    if (i > 0 && !by_round_after(one, &d->share[i - 1]))
        return false;
    d->share[i] = *one;
    d->shares++;
    return true;
}

by_err by_duplicate_hashes(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    const by_json *own = by_json_get(e, "hashes"), *others = by_json_get(e, "others");
    struct by_round_shuffle *d = by_sure(calloc(1, sizeof *d));
    uint32_t listed = 0;
    bool fine = by_json_is_array(own) && by_json_is_array(others);
    struct by_round_share one;
    struct by_out fair = { 0 };

    *d = *r->round;
    d->shares = 0;
    for (size_t i = 0; fine && i < by_json_count(own); i++) {
        fine = read_hash(r, by_json_at(own, i), false, &one) && one.seat < by_players(r) && r->seat[one.seat].hashed
            && by_same_bytes(&one.hash, &r->seat[one.seat].hash, sizeof one.hash) && insert(d, &one);
        listed |= fine ? (uint32_t)1 << one.seat : 0;
    }
    for (size_t i = 0; fine && i < by_json_count(others); i++)
        fine = read_hash(r, by_json_at(others, i), true, &one) && insert(d, &one);
    if (fine)
        *r->round = *d;
    free(d);
    if (!fine)
        return by_wrong(f, "the hashes do not match the commitments received");
    for (int i = 0; i < by_players(r); i++)
        r->seat[i].hashed = (listed >> i & 1) != 0;
    r->waited = false;
    by_fair_tell_deal(&fair, r->deals);
    by_fair_tell_json(&fair, "hashes", own);
    by_fair_tell_json(&fair, "others", others);
    t->fair = by_out_end(&fair);
    return BY_OK;
}

/* Completes the shares: this table's from its seats, other tables' from the entry. */
static bool fill(const struct by_room *r, const by_json *others, struct by_round_shuffle *d)
{
    size_t at = 0;

    for (int i = 0; i < d->shares; i++) {
        struct by_round_share *one = &d->share[i];
        struct by_shuffle of = { .table = one->table, .deal = d->deal, .commit = d->commit };
        struct by_hash hash;

        if (is_here(r, one))
            memcpy(one->share, r->seat[one->seat].share, sizeof one->share);
        else if (!bytes_of(by_json_at(others, at++), one->share, sizeof one->share))
            return false;
        by_fair_hash(&of, one->seat, one->share, &hash);
        if (!by_same_bytes(&hash, &one->hash, sizeof hash))
            return false;
    }
    by_round_key(d);
    return by_json_count(others) == at;
}

bool by_duplicate_key(const struct by_room *r, const by_json *others, struct by_shuffle *s)
{
    struct by_round_shuffle *d = by_sure(malloc(sizeof *d));
    bool fine = true;

    *d = *r->round;
    *s = r->shuffle;
    if (r->game.state.round == 0)
        fine = fill(r, others, d);
    if (fine)
        by_round_deal_key(d, r->game.state.round + 1, s->key);
    by_forget(d, sizeof *d);
    free(d);
    return fine;
}

void by_duplicate_dealt(struct by_room *r, const by_json *others)
{
    if (r->duplicate != 0 && r->game.state.round == 0)
        fill(r, others, r->round);
}

by_err by_apply_waited(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    int64_t deal;

    (void)t;
    if (r->duplicate == 0 || r->phase != SHUFFLE || r->step == STEP_WANTED || r->waited
        || !by_json_number(by_json_get(e, "deal"), &deal) || deal != (int64_t)r->deals)
        return by_wrong(f, "no round is waiting for shares");
    r->waited = true;
    return BY_OK;
}

by_err by_apply_publish(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    struct by_out fair = { 0 };
    by_json *all;

    (void)e;
    if (r->duplicate == 0 || r->published || r->phase != OVER)
        return by_wrong(f, "no secret to publish");
    r->published = true;
    all = by_round_shuffle_json(r->round);
    by_fair_tell_deal(&fair, r->deals);
    by_fair_tell_json(&fair, "secret", by_json_get(all, "secret"));
    by_fair_tell_json(&fair, "shares", by_json_get(all, "shares"));
    by_json_free(all);
    t->fair = by_out_end(&fair);
    return BY_OK;
}

/* ---- The record ------------------------------------------------------------------------------- */

char *by_duplicate_record(const struct by_room *r, const char *text)
{
    static const char end[] = "}}"; /* the closing braces of the "fair" member and the header */
    const char *after = strchr(text, '\n') - strlen(end);
    struct by_out out = { 0 };
    by_json *j = by_round_shuffle_json(r->round);

    by_out_bytes(&out, text, (size_t)(after - text));
    by_out(&out, ",\"duplicate\":");
    by_json_put_on(&out, j);
    by_out(&out, after);
    by_json_free(j);
    return by_out_end(&out);
}

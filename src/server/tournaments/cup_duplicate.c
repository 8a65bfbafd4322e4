/* SPDX-License-Identifier: MIT */
/* cup_duplicate.c: runs the shuffle of a round with duplicate deals (cup.h, fair/duplicate.h). The row holds the
 * shuffle of the last round, with its secret sealed. The shuffle is determined by the tables' journals, so any server
 * may take the next step. */
#include <string.h>

#include "cup.h"
#include "util/crypto.h"
#include "util/random.h"

enum { PATIENCE = 60 }; /* seconds after which a table that cannot be created or read is left out */

static bool same(const struct by_id *a, const struct by_id *b) { return memcmp(a, b, sizeof *a) == 0; }

static const struct by_tournament_round *last_round(const struct by_cup *c) { return &c->t.round[c->t.rounds - 1]; }

/* ---- The row ---------------------------------------------------------------------------------- */

static by_json *bytes_json(const void *bytes, size_t n)
{
    char text[256];

    by_base64(bytes, n, text);
    return by_json_string(text);
}

static by_json *shares_json(const struct by_room_round *s)
{
    by_json *list = by_json_array();

    for (int i = 0; i < s->shares; i++) {
        const struct by_round_share *one = &s->share[i];
        by_json *j = by_json_array();

        by_json_push(j, bytes_json(one->table.bytes, sizeof one->table.bytes));
        by_json_push(j, by_json_int(one->seat));
        by_json_push(j, bytes_json(one->hash.bytes, sizeof one->hash.bytes));
        by_json_push(j, bytes_json(one->share, sizeof one->share));
        by_json_push(list, j);
    }
    return list;
}

static by_json *results_json(const struct by_cup *c)
{
    by_json *list = by_json_array();

    for (int i = 0; i < last_round(c)->tables; i++) {
        const struct by_cup_result *r = &c->result[i];
        by_json *j = by_json_array();

        if (r->over) {
            by_json_push(j, by_json_int(i));
            by_json_push(j, by_json_int(r->is.absent));
            for (int k = 0; k < BY_AT_TABLE; k++)
                by_json_push(j, by_json_int(r->is.score[k]));
            by_json_push(list, by_json_share(j));
        }
        by_json_free(j);
    }
    return list;
}

void by_cup_put_duplicate(const struct by_cup *c, by_json *row)
{
    const struct by_room_round *s = &c->shuffle;

    by_json_set(row, "opened", by_json_int(c->opened));
    if (s->deal == 0)
        return;
    by_json_set(row, "deal", by_json_int((int64_t)s->deal));
    by_json_set(row, "step", by_json_int(s->step));
    by_json_set(row, "since", by_json_int(c->since));
    by_json_set(row, "commit", bytes_json(s->commit.bytes, sizeof s->commit.bytes));
    by_json_set(row, "kept", bytes_json(s->sealed, sizeof s->sealed));
    by_json_set(row, "shares", shares_json(s));
    by_json_set(row, "results", results_json(c));
}

static bool bytes_of(const by_json *j, void *out, size_t n)
{
    return by_json_text(j) != NULL && by_unbase64(by_json_text(j), out, n);
}

static bool read_share(const by_json *j, struct by_round_share *to)
{
    int64_t seat = 0;
    bool fine = by_json_count(j) == 4 && bytes_of(by_json_at(j, 0), to->table.bytes, sizeof to->table.bytes)
        && by_json_number(by_json_at(j, 1), &seat) && seat >= 0 && seat < BY_SEATS
        && bytes_of(by_json_at(j, 2), to->hash.bytes, sizeof to->hash.bytes)
        && bytes_of(by_json_at(j, 3), to->share, sizeof to->share);

    to->seat = (uint8_t)seat;
    return fine;
}

static bool read_result(struct by_cup *c, const by_json *j)
{
    int64_t i, absent, score;

    if (by_json_count(j) != BY_AT_TABLE + 2 || !by_json_number(by_json_at(j, 0), &i) || i < 0
        || i >= BY_MOST_CONTESTANTS / 2 || !by_json_number(by_json_at(j, 1), &absent))
        return false;
    c->result[i].over = true;
    c->result[i].is.absent = (uint32_t)absent;
    for (int k = 0; k < BY_AT_TABLE; k++) {
        if (!by_json_number(by_json_at(j, (size_t)k + 2), &score))
            return false;
        c->result[i].is.score[k] = (int32_t)score;
    }
    return true;
}

bool by_cup_read_duplicate(struct by_cup *c, const by_json *row)
{
    const by_json *shares = by_json_get(row, "shares"), *results = by_json_get(row, "results");
    struct by_room_round *s = &c->shuffle;
    bool fine = by_json_count(shares) <= BY_ROUND_SHARES;

    c->duplicate = true;
    c->opened = (int)by_field_number(row, "opened", 0);
    s->deal = (uint64_t)by_field_number(row, "deal", 0);
    if (s->deal == 0)
        return true;
    s->step = (enum by_shared_step)by_field_number(row, "step", BY_SHARED_OPEN);
    c->since = by_field_number(row, "since", 0);
    fine = fine && bytes_of(by_json_get(row, "commit"), s->commit.bytes, sizeof s->commit.bytes)
        && bytes_of(by_json_get(row, "kept"), s->sealed, sizeof s->sealed);
    for (size_t i = 0; fine && i < by_json_count(shares); i++, s->shares++)
        fine = read_share(by_json_at(shares, i), &s->share[i]);
    for (size_t i = 0; fine && i < by_json_count(results); i++)
        fine = read_result(c, by_json_at(results, i));
    return fine;
}

/* ---- The shuffle ------------------------------------------------------------------------------ */

/* Begins the next shuffle of the round with a fresh secret. */
static void commit(struct by_cup *c, const struct by_room_host *host, int64_t now)
{
    struct by_round_shuffle s = { .tournament = c->id, .round = (uint64_t)c->t.rounds, .deal = c->shuffle.deal + 1 };

    by_random(s.secret, sizeof s.secret);
    by_round_commit(&s);
    memset(&c->shuffle, 0, sizeof c->shuffle);
    c->shuffle = (struct by_room_round){ .step = BY_SHARED_COMMITTED, .deal = s.deal, .commit = s.commit };
    by_seal(host->seal, s.secret, sizeof s.secret, c->shuffle.sealed);
    by_forget(&s, sizeof s);
    c->since = now;
}

static void add_share(struct by_room_round *s, const struct by_round_share *one)
{
    int i = s->shares;

    if (i == BY_ROUND_SHARES)
        return;
    for (; i > 0 && by_round_after(&s->share[i - 1], one); i--)
        s->share[i] = s->share[i - 1];
    s->share[i] = *one;
    memset(s->share[i].share, 0, sizeof s->share[i].share);
    s->shares++;
}

/* Fixes the hashes of all tables. From now on, no one can choose or change a share. */
static void fix(struct by_cup *c, const struct by_room_part *const part[], int64_t now)
{
    for (int i = 0; i < last_round(c)->tables; i++)
        for (int k = 0; part[i] != NULL && part[i]->deal == c->shuffle.deal && k < part[i]->shares; k++)
            add_share(&c->shuffle, &part[i]->share[k]);
    c->shuffle.step = BY_SHARED_FIXED;
    c->since = now;
}

/* Takes the revealed shares. Returns whether all are known. */
static bool take(struct by_cup *c, const struct by_room_part *const part[])
{
    int known = 0;

    for (int i = 0; i < last_round(c)->tables; i++)
        for (int k = 0; part[i] != NULL && part[i]->deal == c->shuffle.deal && k < part[i]->shares; k++)
            for (int n = 0; (part[i]->revealed >> k & 1) != 0 && n < c->shuffle.shares; n++) {
                struct by_round_share *to = &c->shuffle.share[n];

                if (!same(&to->table, &part[i]->share[k].table) || to->seat != part[i]->share[k].seat)
                    continue;
                memcpy(to->share, part[i]->share[k].share, sizeof to->share);
                known++;
            }
    return known == c->shuffle.shares;
}

bool by_cup_shuffle(struct by_cup *c, const struct by_room_host *host, const struct by_room_part *const part[],
                    int64_t now)
{
    struct by_room_round *s = &c->shuffle;
    bool patient = now < c->since + PATIENCE, waits = false;

    if (s->deal == 0) {
        commit(c, host, now);
        return true;
    }
    if (s->step >= BY_SHARED_DEALT)
        return false;
    for (int i = 0; i < last_round(c)->tables; i++)
        waits = waits || part[i] == NULL || part[i]->deal != s->deal || !part[i]->waited
            || part[i]->fixed != (s->step == BY_SHARED_FIXED);
    if (s->step == BY_SHARED_COMMITTED) {
        if (waits && patient)
            return false;
        fix(c, part, now);
    } else if (take(c, part)) {
        s->step = BY_SHARED_DEALT;
        c->since = now;
    } else {
        if (waits && patient)
            return false;
        commit(c, host, now); /* a share was withheld: starts over, so that no one profits from withholding one */
    }
    return true;
}

/* ---- Results ---------------------------------------------------------------------------------- */

void by_cup_over(struct by_cup *c, int i, const struct by_room_result *r)
{
    c->result[i].over = true;
    if (r != NULL)
        c->result[i].is = *r;
}

void by_cup_open(struct by_cup *c)
{
    const struct by_tournament_round *r = last_round(c);

    for (int i = 0; i < r->tables; i++)
        if (!c->result[i].over)
            return;
    for (int i = 0; i < r->tables && c->state == BY_CUP_PLAYING; i++)
        by_cup_score(c, i, &c->result[i].is);
    c->opened = c->t.rounds;
    c->shuffle = (struct by_room_round){ .step = BY_SHARED_OPEN };
    memset(c->result, 0, sizeof c->result);
}

void by_cup_round(const struct by_cup *c, int round, struct by_room_round *out)
{
    if (round <= c->opened)
        *out = (struct by_room_round){ .step = BY_SHARED_OPEN };
    else
        *out = c->shuffle;
}

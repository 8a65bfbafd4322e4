/* SPDX-License-Identifier: MIT */
/* verify.c: recomputes the shuffles of a record (written.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "duplicate.h"
#include "util/crypto.h"
#include "util/memory.h"
#include "wire/messages.h"
#include "verify.h"

/* The state of the verification after the lines read so far. */
struct way {
    struct by_record *again; /* the match, replayed */
    struct by_id table;
    struct by_hash transcript;
    uint64_t deal;                              /* the number of the previous round's shuffle; 0 if none */
    struct by_aborted aborted[BY_FAIR_ABORTED]; /* the shuffles abandoned before the current round */
    int gave_up;
    struct by_round_shuffle *duplicate; /* NULL unless these are duplicate deals */
    struct by_fault *f;
};

static by_err wrong(struct way *w, const char *sentence) { return by_fail(w->f, BY_E_RECORD, sentence, NULL); }

static bool bytes_of(const by_json *j, void *out, size_t n)
{
    const char *text = by_json_text(j);

    return text != NULL && by_unbase64(text, out, n);
}

static bool number_of(const by_json *j, int64_t low, int64_t high, int64_t *out)
{
    return by_json_number(j, out) && *out >= low && *out <= high;
}

/* Reads the shares of a round; seats must be in ascending order. */
static by_err read_shares(struct way *w, const by_json *list, struct by_shuffle *s)
{
    int64_t seat, before = -1;
    size_t n = by_json_count(list);
    int players = w->again->table.state.players;

    if (!by_json_is_array(list) || n > (size_t)players)
        return wrong(w, "fair: shares must be a list of [seat,hash,share]");
    for (size_t i = 0; i < n; i++) {
        const by_json *one = by_json_at(list, i);
        struct by_fair_share *to = &s->share[i];

        if (by_json_count(one) != 3 || !number_of(by_json_at(one, 0), before + 1, players - 1, &seat)
            || !bytes_of(by_json_at(one, 1), to->hash.bytes, sizeof to->hash.bytes)
            || !bytes_of(by_json_at(one, 2), to->share, sizeof to->share))
            return wrong(w, "fair: shares must be a list of [seat,hash,share] in ascending order of seats");
        to->seat = (uint8_t)seat;
        before = seat;
    }
    s->shares = (int)n;
    return BY_OK;
}

/* Reads the shuffles abandoned before this one. Each one extends the transcript. */
static by_err read_aborted(struct way *w, const by_json *list, uint64_t deal)
{
    size_t n = by_json_count(list);

    if (list != NULL && (!by_json_is_array(list) || n == 0 || n > BY_FAIR_ABORTED || n >= deal))
        return wrong(w, "fair: aborted must be a list of up to 64 [number,seats], or left out");
    w->gave_up = (int)n;
    for (size_t i = 0; i < n; i++) {
        const by_json *one = by_json_at(list, i), *seats = by_json_at(one, 1);
        int64_t number, seat, before = -1;

        if (by_json_count(one) != 2 || !by_json_is_array(seats) || !number_of(by_json_at(one, 0), 1, INT64_MAX, &number)
            || (uint64_t)number != deal - n + i)
            return wrong(w, "fair: aborted must name every shuffle abandoned just before this one");
        w->aborted[i] = (struct by_aborted){ (uint64_t)number, 0 };
        for (size_t k = 0; k < by_json_count(seats); k++, before = seat) {
            if (!number_of(by_json_at(seats, k), before + 1, w->again->table.state.players - 1, &seat))
                return wrong(w, "fair: aborted names a seat that does not exist");
            w->aborted[i].seats |= (uint32_t)1 << seat;
        }
        by_fair_gave_up(&w->transcript, &w->aborted[i]);
    }
    if (w->deal != 0 && deal - n != w->deal + 1)
        return wrong(w, "fair: shuffles are missing between the previous round's and this one");
    return BY_OK;
}

static by_err read_round(struct way *w, by_json *fair, struct by_shuffle *s, int64_t *attempt)
{
    int64_t deal;
    by_err err;

    if (!by_json_is_object(fair))
        return wrong(w, "this round has no \"fair\": its shuffle cannot be checked");
    if (by_json_stray(fair, "deal commit before shares secret attempt alone aborted") != NULL)
        return by_fail(w->f, BY_E_RECORD, "fair has no key ", BY_QUOTED,
                       by_json_stray(fair, "deal commit before shares secret attempt alone aborted"), NULL);
    if (!number_of(by_json_get(fair, "deal"), (int64_t)w->deal + 1, INT64_MAX, &deal))
        return wrong(w, "fair: deal must be greater than in the previous round");
    if (!bytes_of(by_json_get(fair, "commit"), s->commit.bytes, sizeof s->commit.bytes)
        || !bytes_of(by_json_get(fair, "before"), s->before.bytes, sizeof s->before.bytes)
        || !bytes_of(by_json_get(fair, "secret"), s->secret, sizeof s->secret))
        return wrong(w, "fair: commit and before must be 32 bytes in base64url, and secret 64 bytes");
    if (!number_of(by_json_get(fair, "attempt"), 0, UINT32_MAX, attempt))
        return wrong(w, "fair: attempt must be a number");
    s->deal = (uint64_t)deal;
    err = read_shares(w, by_json_get(fair, "shares"), s);
    return err != BY_OK ? err : read_aborted(w, by_json_get(fair, "aborted"), s->deal);
}

/* Checks the commitments first, then the values derived from them. */
static by_err check_commitments(struct way *w, const struct by_shuffle *s, const by_json *fair)
{
    struct by_shuffle again = *s;
    struct by_hash hash;
    by_json *alone = by_json_bool(s->shares == 0);
    bool same = by_json_same(by_json_get(fair, "alone"), alone);

    by_json_free(alone);
    if (!same)
        return wrong(w,
                     s->shares == 0 ? "fair: only the server contributed, so alone must be true"
                                    : "fair: players contributed, so alone must be false");
    if (memcmp(&w->transcript, &s->before, sizeof s->before) != 0)
        return wrong(w, "fair: before does not match the moves played before this round");
    by_fair_commit(&again);
    if (memcmp(&again.commit, &s->commit, sizeof s->commit) != 0)
        return wrong(w, "the server's secret does not match its commitment");
    for (int i = 0; i < s->shares; i++) {
        char seat[32];

        by_fair_hash(s, s->share[i].seat, s->share[i].share, &hash);
        snprintf(seat, sizeof seat, "%d", s->share[i].seat);
        if (memcmp(&hash, &s->share[i].hash, sizeof hash) != 0)
            return by_fail(w->f, BY_E_RECORD, "the share of seat ", seat, " does not match its commitment", NULL);
    }
    return BY_OK;
}

static by_err check_deal(struct way *w, struct by_shuffle *s, const by_json *line, int64_t attempt)
{
    struct by_state state = w->again->table.state;
    by_tile deck[BY_MAX_TILES], written[BY_MAX_TILES];
    int tiles, n = 0;
    uint32_t held;
    int64_t lead = -1;

    if (w->duplicate != NULL)
        by_round_deal_key(w->duplicate, state.round + 1, s->key);
    else
        by_fair_key(s);
    if (by_fair_deal(s, &state, NULL, &held, deck, &tiles) != BY_OK)
        return wrong(w, "the rules allow no deal here");
    if (held != attempt)
        return wrong(w, "fair: attempt does not match the deal that the rules accept");
    if (!by_deck_read(by_json_get(line, "deck"), written, &n, NULL) || n != tiles
        || memcmp(deck, written, (size_t)n * sizeof *deck) != 0)
        return wrong(w, "the deck does not match the secret and the shares");
    if (!by_json_number(by_json_get(line, "lead"), &lead) || lead != state.lead)
        return wrong(w, "lead does not match the lot");
    return BY_OK;
}

/* Checks a round of duplicate deals, whose shuffle the header describes. */
static by_err check_duplicate(struct way *w, const by_json *line, by_fair_reader *reader, void *context)
{
    struct by_fair_round told = { .round = w->again->table.state.round + 1, .deal = w->duplicate->deal };
    struct by_shuffle s = { .shares = 0 };
    by_json *fair = by_json_get(line, "fair");
    int64_t attempt = 0;
    by_err err;

    if (!by_json_is_object(fair) || by_json_stray(fair, "attempt") != NULL
        || !number_of(by_json_get(fair, "attempt"), 0, UINT32_MAX, &attempt))
        return wrong(w, "fair: in a round of duplicate deals, attempt must be the only member");
    err = check_deal(w, &s, line, attempt);
    if (err != BY_OK || reader == NULL)
        return err;
    told.attempt = (uint32_t)attempt;
    for (int i = 0; i < w->duplicate->shares; i++) {
        const struct by_round_share *one = &w->duplicate->share[i];
        bool here = memcmp(&one->table, &w->table, sizeof w->table) == 0;

        told.seats |= (uint32_t)here << one->seat;
        told.others += !here;
    }
    reader(context, &told);
    return BY_OK;
}

static by_err check_round(struct way *w, const by_json *line, by_fair_reader *reader, void *context)
{
    struct by_shuffle s = { .table = w->table };
    by_json *fair = by_json_get(line, "fair");
    struct by_fair_round told = { .seats = 0 };
    int64_t attempt = 0;
    by_err err;

    if (w->duplicate != NULL)
        return check_duplicate(w, line, reader, context);
    by_config_print(&w->again->table.state.rules, s.rules, sizeof s.rules);
    err = read_round(w, fair, &s, &attempt);
    if (err == BY_OK)
        err = check_commitments(w, &s, fair);
    if (err == BY_OK)
        err = check_deal(w, &s, line, attempt);
    w->deal = s.deal;
    if (err != BY_OK || reader == NULL)
        return err;
    told.round = w->again->table.state.round + 1;
    told.deal = s.deal;
    told.attempt = (uint32_t)attempt;
    for (int i = 0; i < s.shares; i++)
        told.seats |= (uint32_t)1 << s.share[i].seat;
    told.aborted = w->aborted;
    told.gave_up = w->gave_up;
    reader(context, &told);
    return BY_OK;
}

/* Applies a line already validated by by_record_read. */
static void go_on(struct way *w, const by_json *line)
{
    struct by_state *s = &w->again->table.state;
    const char *move = by_json_text(by_json_get(line, "move"));
    struct by_events ev;
    by_tile deck[BY_MAX_TILES];
    int64_t n = 0;
    int tiles;

    if (by_json_get(line, "round") != NULL) {
        bool fine = by_deck_read(by_json_get(line, "deck"), deck, &tiles, NULL);

        BY_ASSERT(fine);
        by_json_number(by_json_get(line, "lead"), &n);
        by_err err = by_record_deal(w->again, deck, tiles, by_lead_taken(s) ? (int)n : -1, &ev);

        BY_ASSERT(err == BY_OK);
    } else if (move != NULL) {
        by_json_number(by_json_get(line, "seat"), &n);
        by_err err = by_record_play(w->again, (int)n, move, strncmp(move, "draw ", 5) == 0 ? 4 : strlen(move), &ev);

        BY_ASSERT(err == BY_OK);
    }
    by_fair_heard(&w->transcript, line);
}

bool by_fair_written(const by_json *record)
{
    for (size_t i = 0; i < by_json_count(record); i++)
        if (by_json_get(by_json_at(record, i), "fair") != NULL)
            return true;
    return false;
}

/* Reads the header. */
static by_err read_header(struct way *w, by_json *fair)
{
    by_json *duplicate = by_json_get(fair, "duplicate");

    if (!by_json_is_object(fair) || by_json_stray(fair, "table duplicate") != NULL
        || !bytes_of(by_json_get(fair, "table"), w->table.bytes, sizeof w->table.bytes))
        return wrong(w, "the header's fair must be {\"table\":...} with 16 bytes in base64url");
    if (duplicate == NULL)
        return BY_OK;
    w->duplicate = by_sure(malloc(sizeof *w->duplicate));
    return by_round_shuffle_read(duplicate, w->duplicate, w->f) ? BY_OK : BY_E_RECORD;
}

by_err by_fair_verify(const struct by_record *t, by_fair_reader *reader, void *context, struct by_fault *f)
{
    struct way w = { .f = f };
    struct by_seed none = { { 0 } };
    char rules[BY_CONFIG_TEXT];
    size_t at = 0;
    by_err err = read_header(&w, by_json_get(by_json_at(t->lines, 0), "fair"));

    by_config_print(&t->table.state.rules, rules, sizeof rules);
    by_fair_begin(&w.table, rules, &w.transcript);
    w.again = by_record_new(&t->table.state.rules, NULL, NULL, &none);
    while (err == BY_OK && ++at < by_json_count(t->lines)) {
        const by_json *line = by_json_at(t->lines, at);

        if (by_json_get(line, "round") != NULL)
            err = check_round(&w, line, reader, context);
        if (err == BY_OK)
            go_on(&w, line);
    }
    if (err != BY_OK && f != NULL) {
        f->err = err;
        f->line = (int)at + 1;
    }
    by_record_free(w.again);
    free(w.duplicate);
    return err;
}

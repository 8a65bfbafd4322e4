/* SPDX-License-Identifier: MIT */
/* replay.c: see replay.h. */
#include "replay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rating_row.h"
#include "util/crypto.h"
#include "util/memory.h"
#include "util/page.h"

enum { PUTS = 200 };

struct replay {
    struct by_store *store;
    struct by_ladder ladder;
    struct by_fault fault;
    by_err err;
    bool replaces, failed;
    int64_t matches, differ;
    size_t same;
    bool *seen; /* whether a player was seen, by position in the ladder */
    struct by_puts puts;
};

static bool print_line(void *data, uint64_t number, struct by_bytes_of bytes)
{
    (void)data;
    (void)number;
    printf("%.*s\n", (int)bytes.n, (const char *)bytes.at);
    return true;
}

static bool broken(const struct by_fault *f)
{
    by_complain("the ledger of ratings: %s. Restore it from a backup", f->text);
    return false;
}

bool by_ledger_print(struct by_store *s)
{
    struct by_id ledger = by_ledger_id();
    struct by_fault f = { 0 };

    return by_store_read(s, &ledger, 1, print_line, NULL, &f) == BY_OK || broken(&f);
}

static bool rate(void *data, uint64_t number, struct by_bytes_of bytes)
{
    struct replay *r = data;
    struct by_ledger_line line;

    (void)number;
    if (!by_ledger_read(bytes.at, bytes.n, &line, &r->fault)) {
        r->err = BY_E_RECORD;
        return false;
    }
    by_ladder_add(&r->ladder, &line);
    r->matches++;
    return true;
}

static void flush(struct replay *r, int most)
{
    struct by_stored done;

    if (r->puts.n <= most)
        return;
    by_puts_columns(&r->puts);
    done = by_store_write_now(
        r->store,
        &(struct by_batch){ .epoch = 1, .puts = r->puts.at, .puts_n = r->puts.n, .columns = r->puts.columns });
    if (done.outcome != BY_KEPT && !r->failed)
        by_complain("%s", done.fault.text);
    r->failed = r->failed || done.outcome != BY_KEPT;
    by_puts_clear(&r->puts);
}

/* Compares two ratings to the last bit. */
static bool equal(double a, double b)
{
    uint64_t x, y;

    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return x == y;
}

static bool same(const struct by_rating_row *row, const struct by_standing *s)
{
    return row->matches == s->matches && equal(row->rating.mu, s->rating.mu)
        && equal(row->rating.sigma, s->rating.sigma);
}

static void differs(struct replay *r, const struct by_rating_row *old, const struct by_standing *s)
{
    struct by_rating_row now = *old;

    r->differ++;
    if (!r->replaces)
        return;
    now.rating = s == NULL ? by_rating_new() : s->rating;
    now.matches = s == NULL ? 0 : s->matches;
    by_rating_change(&r->puts, old, &now, (struct by_bytes_of){ NULL, 0 });
    flush(r, PUTS);
}

static bool compare(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct replay *r = data;
    struct by_rating_row row;
    const struct by_standing *s = NULL;
    char text[BY_ID_TEXT + 2];

    if (!by_rating_row_parse(key, value, &row)) {
        r->differ++;
        return true;
    }
    by_base64(row.pseudonym.bytes, sizeof row.pseudonym.bytes, text);
    s = by_ladder_find(&r->ladder, row.family, text);
    if (s != NULL)
        r->seen[s - r->ladder.at] = true;
    if (s != NULL && same(&row, s))
        r->same++;
    else
        differs(r, &row, s);
    return true;
}

/* Adds the players whose rows are missing. */
static void add_missing(struct replay *r)
{
    for (size_t i = 0; i < r->ladder.n; i++) {
        const struct by_standing *s = &r->ladder.at[i];
        struct by_rating_row none = { .family = s->family, .rating = by_rating_new() };

        if (!r->seen[i] && by_unbase64(s->player, none.pseudonym.bytes, sizeof none.pseudonym.bytes))
            differs(r, &none, s);
    }
}

bool by_ledger_replay(struct by_store *s, bool replaces)
{
    struct replay r = { .store = s, .replaces = replaces };
    struct by_id ledger = by_ledger_id();
    by_err err = by_store_read(s, &ledger, 1, rate, &r, &r.fault);
    bool fine = err == BY_OK && r.err == BY_OK;

    if (!fine)
        broken(&r.fault);
    r.seen = by_sure(calloc(r.ladder.n + 1, sizeof *r.seen));
    if (fine && !by_store_each(s, "rating", compare, &r)) {
        by_complain("the ratings cannot be read completely");
        fine = false;
    }
    if (fine) {
        add_missing(&r);
        flush(&r, 0);
        printf("%" PRId64 " rated matches, %zu ratings: %zu as stored, %" PRId64 " %s.\n", r.matches, r.ladder.n,
               r.same, r.differ, replaces ? "replaced" : "differ");
        fine = !r.failed && (replaces || r.differ == 0);
    }
    free(r.seen);
    by_puts_clear(&r.puts);
    by_ladder_clear(&r.ladder);
    return fine;
}

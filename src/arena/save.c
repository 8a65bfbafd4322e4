/* SPDX-License-Identifier: MIT */
/* save.c: saves a run's items to a file, one JSON line each, so that an interrupted run can be resumed.
 *
 * The first line holds the settings; the items follow in the order in which they arrived. A line truncated when the
 * process died is removed when the run resumes. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "boneyard/text.h"
#include "save.h"
#include "util/lines.h"

/* ---- An item as JSON ---------------------------------------------------------------------- */

struct field {
    const char *key;
    size_t at;
};

static const struct field item_fields[] = { { "item", offsetof(struct by_result_of_item, item) },
                                            { "score", offsetof(struct by_result_of_item, score) },
                                            { "games", offsetof(struct by_result_of_item, games) },
                                            { "won", offsetof(struct by_result_of_item, won) },
                                            { "tied", offsetof(struct by_result_of_item, tied) },
                                            { "led", offsetof(struct by_result_of_item, led) },
                                            { "led-score", offsetof(struct by_result_of_item, led_score) },
                                            { "points", offsetof(struct by_result_of_item, points[0]) },
                                            { "points-2", offsetof(struct by_result_of_item, points[1]) },
                                            { "rounds", offsetof(struct by_result_of_item, rounds) },
                                            { "cleared", offsetof(struct by_result_of_item, cleared[0]) },
                                            { "cleared-2", offsetof(struct by_result_of_item, cleared[1]) },
                                            { "left", offsetof(struct by_result_of_item, left[0]) },
                                            { "left-2", offsetof(struct by_result_of_item, left[1]) },
                                            { NULL, 0 } };

static const struct field tally_fields[] = { { "moves", offsetof(struct by_arena_tally, moves) },
                                             { "asked", offsetof(struct by_arena_tally, asked) },
                                             { "timed", offsetof(struct by_arena_tally, timed) },
                                             { "ns", offsetof(struct by_arena_tally, ns) },
                                             { "most-ns", offsetof(struct by_arena_tally, most_ns) },
                                             { "over", offsetof(struct by_arena_tally, over) },
                                             { "late", offsetof(struct by_arena_tally, slips[BY_SLIP_LATE]) },
                                             { "illegal", offsetof(struct by_arena_tally, slips[BY_SLIP_ILLEGAL]) },
                                             { "garbled", offsetof(struct by_arena_tally, slips[BY_SLIP_GARBLED]) },
                                             { "long", offsetof(struct by_arena_tally, slips[BY_SLIP_LONG]) },
                                             { "unasked", offsetof(struct by_arena_tally, slips[BY_SLIP_EARLY]) },
                                             { "dead", offsetof(struct by_arena_tally, slips[BY_SLIP_DEAD]) },
                                             { "seats", offsetof(struct by_arena_tally, seats) },
                                             { "stood-in", offsetof(struct by_arena_tally, stood_in) },
                                             { NULL, 0 } };

/* Returns the fields as an object, omitting numbers that are 0. */
static by_json *fields_json(const struct field *fields, const void *from)
{
    by_json *j = by_json_object();
    int64_t n;

    for (; fields->key != NULL; fields++) {
        memcpy(&n, (const char *)from + fields->at, sizeof n);
        if (n != 0)
            by_json_set(j, fields->key, by_json_int(n));
    }
    return j;
}

static void fields_read(const struct field *fields, const by_json *j, void *to)
{
    for (; fields->key != NULL; fields++) {
        int64_t n = 0;

        if (by_json_get(j, fields->key) == NULL || by_json_number(by_json_get(j, fields->key), &n))
            memcpy((char *)to + fields->at, &n, sizeof n);
    }
}

static by_json *item_json(const struct by_result_of_item *x)
{
    by_json *j = fields_json(item_fields, x), *bots = by_json_array();

    for (int k = 0; k < 2; k++)
        by_json_push(bots, fields_json(tally_fields, &x->tally[k]));
    by_json_set(j, "bots", bots);
    return j;
}

/* Returns false if the line is not an item of this run. */
static bool item_read(const struct by_run *r, const by_json *j, struct by_result_of_item *x)
{
    memset(x, 0, sizeof *x);
    fields_read(item_fields, j, x);
    for (size_t k = 0; k < 2; k++)
        fields_read(tally_fields, by_json_at(by_json_get(j, "bots"), k), &x->tally[k]);
    return by_json_count(by_json_get(j, "bots")) == 2 && x->item >= 0 && x->score >= 0 && x->score <= r->arena.of;
}

/* ---- The settings ------------------------------------------------------------------------- */

by_json *by_save_header(const struct by_run *r)
{
    const struct by_arena *a = &r->arena;
    by_json *j = by_json_object(), *bots = by_json_array();
    char rules[BY_CONFIG_TEXT], seed[65];

    by_config_print(&a->rules, rules, sizeof rules);
    by_seed_print(&a->seed, seed);
    by_json_set(j, "boneyard-arena", by_json_int(1));
    by_json_set(j, "commit", by_json_string(by_arena_commit));
    by_json_set(j, "rules", by_json_string(rules));
    by_json_set(j, "unit", by_json_string(a->unit == BY_UNIT_ROUND ? "round" : "match"));
    by_json_set(j, "seed", by_json_string(seed));
    for (int i = 0; i < a->entrants; i++)
        by_json_push(bots, by_json_string(a->entrant[i].text));
    by_json_set(j, "bots", bots);
    by_json_set(j, "sprt", r->sprt ? by_json_string(r->sprt_text) : by_json_null());
    by_json_set(j, "limit", by_json_int(a->limit));
    by_json_set(j, "grace", by_json_int(a->grace));
    by_json_set(j, "deals", by_json_int(a->deals));
    return j;
}

by_json *by_save_read_header(const char *path, struct by_fault *f)
{
    FILE *in = fopen(path, "re");
    struct by_lines l;
    by_json *j = NULL;

    if (in == NULL) {
        by_fail(f, BY_E_IO, path, " cannot be read: ", strerror(errno), NULL);
        return NULL;
    }
    by_lines_init(&l, in, BY_LINE_LIMIT);
    if (by_lines_next(&l) == BY_LINE_READ)
        j = by_json_read(l.at, l.n, f);
    by_lines_clear(&l);
    fclose(in);
    if (by_json_get(j, "boneyard-arena") != NULL)
        return j;
    by_json_free(j);
    by_fail(f, BY_E_IO, path, " was not written by boneyard arena --save", NULL);
    return NULL;
}

/* Checks that all settings except the number of deals match. */
static bool same_settings(const struct by_run *r, const char *path, const by_json *theirs, struct by_fault *f)
{
    static const char *const keys[] = { "boneyard-arena", "commit", "rules", "unit", "seed",
                                        "bots",           "sprt",   "limit", "grace" };
    by_json *ours = by_save_header(r);
    bool same = true;

    for (size_t i = 0; same && i < sizeof keys / sizeof keys[0]; i++) {
        const by_json *old = by_json_get(theirs, keys[i]), *new = by_json_get(ours, keys[i]);
        char *was, *is;

        same = old != NULL && by_json_same(old, new);
        if (same)
            continue;
        was = old == NULL ? NULL : by_json_line(old);
        is = by_json_line(new);
        by_fail(f, BY_E_USAGE, path, " has other settings: ", keys[i], " is ", was == NULL ? "missing" : was,
                " there and ", is, " here; its results cannot be mixed with these", NULL);
        free(was);
        free(is);
    }
    by_json_free(ours);
    return same;
}

/* ---- The file ----------------------------------------------------------------------------- */

static bool write_line(struct by_run *r, by_json *j)
{
    char *line = by_json_line(j);
    bool fine = fputs(line, r->save) >= 0 && putc('\n', r->save) != EOF;

    free(line);
    by_json_free(j);
    return fine;
}

bool by_save_open(struct by_run *r, const char *path, struct by_fault *f)
{
    r->save_path = path;
    r->save = fopen(path, "wxe");
    if (r->save != NULL && write_line(r, by_save_header(r)) && fflush(r->save) == 0)
        return true;
    if (errno == EEXIST)
        by_fail(f, BY_E_IO, path, " exists; --resume ", path, " continues it", NULL);
    else
        by_fail(f, BY_E_IO, path, " cannot be written: ", strerror(errno), NULL);
    return false;
}

bool by_save_resume(struct by_run *r, const char *path, struct by_fault *f)
{
    FILE *io = fopen(path, "r+e");
    struct by_result_of_item x;
    struct by_lines l;
    struct by_fault bad;
    off_t good = 0;
    bool fine = true, cut = false, open_end = false;

    if (io == NULL) {
        by_fail(f, BY_E_IO, path, " cannot be written: ", strerror(errno), NULL);
        return false;
    }
    by_lines_init(&l, io, BY_LINE_LIMIT);
    while (fine && !cut && by_lines_next(&l) == BY_LINE_READ) {
        by_json *j = by_json_read(l.at, l.n, &bad);

        open_end = feof(io) != 0 && l.number == 1; /* the first line lacks its newline */
        if (l.number == 1)
            fine = same_settings(r, path, j, f);
        else if (feof(io) || j == NULL || !item_read(r, j, &x))
            cut = true; /* the line is invalid, so all items from here on are played again */
        else
            by_run_take(r, &x);
        by_json_free(j);
        good = cut ? good : ftello(io);
    }
    by_lines_clear(&l);
    r->before = r->finished;
    r->save_path = path;
    r->save = io;
    if (fine
        && (fseeko(io, good, SEEK_SET) != 0 || ftruncate(fileno(io), good) != 0
            || (open_end && putc('\n', io) == EOF))) {
        by_fail(f, BY_E_IO, path, " cannot be written: ", strerror(errno), NULL);
        fine = false;
    }
    return fine;
}

void by_save_item(struct by_run *r, const struct by_result_of_item *x)
{
    if (!write_line(r, item_json(x)))
        r->save_failed = true;
}

bool by_save_close(struct by_run *r)
{
    bool fine = !r->save_failed;

    if (r->save != NULL && fclose(r->save) != 0)
        fine = false;
    r->save = NULL;
    return fine;
}

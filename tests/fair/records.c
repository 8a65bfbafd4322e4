/* SPDX-License-Identifier: MIT */
/* records.c: checks that records as made by a server are verified, and that records with any meaningful change are not.
 * `records FOLDER` writes the golden records. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "fair/verify.h"
#include "made.h"
#include "util/memory.h"
#include "wire/record.h"

static const char *const rules[] = {
    "block:basics target=8",
    "draw:basics players=3 target=20",
    "muggins:classic players=4 teams=on call=on target=25",
    "muggins:online players=3 target=25",
    "muggins:basics target=25 next-lead=winner lead=lot tie=none",
    "allfives:online target=15",
    "fiveup:online players=4 target=15",
    "chickenfoot:number hand=5 rounds=2",
    "chickenfoot:classic players=7 set=9 hand=3 rounds=1",
    "mexicantrain:number hand=3 rounds=2",
    "mexicantrain:classic players=3 hand=4 rounds=2 knock=on penalty=tile",
    "mexicantrain:hub hand=2 players=2 rounds=1",
    "castlerock:number rounds=2",
    "block:basics hand=1 target=10",
};
#define RULES (sizeof rules / sizeof *rules)

static int failures;

static void fail(const char *what, const char *rule, const char *more)
{
    printf("FAILED: %s: %s: %s\n", what, rule, more);
    failures++;
}

static char *text_of(const by_json *record)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = by_sure(open_memstream(&text, &n));

    for (size_t i = 0; i < by_json_count(record); i++) {
        char *line = by_json_line(by_json_at(record, i));

        fprintf(out, "%s\n", line);
        free(line);
    }
    fclose(out);
    return text;
}

enum { PROVED, NOT_PROVED, NO_RECORD };

static int verdict(const char *text, size_t n, struct by_fault *f)
{
    FILE *in = by_sure(fmemopen((void *)(size_t)text, n, "r"));
    struct by_record *t = by_record_read(in, NULL, NULL, f);
    int said = NO_RECORD;

    fclose(in);
    if (t != NULL)
        said = by_fair_written(t->lines) && by_fair_verify(t, NULL, NULL, f) == BY_OK ? PROVED : NOT_PROVED;
    by_record_free(t);
    return said;
}

/* ---- Change members one by one ---- */

/* Returns another value of the same kind. */
static by_json *other(const by_json *was)
{
    const char *text = by_json_text(was);
    char changed[128];
    int64_t n;

    if (by_json_number(was, &n))
        return by_json_int(n + 1);
    if (text == NULL)
        return by_json_bool(!by_json_true(was));
    snprintf(changed, sizeof changed, "%s", text);
    changed[0] = changed[0] == 'A' ? 'B' : 'A';
    return by_json_string(changed);
}

static int changes;

/* The record with `list[at]` changed is not verified. */
static void changed_at(const by_json *record, by_json *list, size_t at, const char *what, const char *rule)
{
    by_json *was = by_json_share(by_json_at(list, at));
    struct by_fault f = { .err = BY_OK };
    char *text;

    by_json_put(list, at, other(was));
    text = text_of(record);
    if (verdict(text, strlen(text), &f) == PROVED)
        fail("a change is not seen", rule, what);
    changes++;
    by_json_put(list, at, was);
    free(text);
}

static void changed_in(const by_json *record, by_json *object, const char *key, const char *rule)
{
    by_json *was = by_json_share(by_json_get(object, key));
    struct by_fault f = { .err = BY_OK };
    char *text;

    by_json_set(object, key, other(was));
    for (int gone = 0; gone < 2; gone++) {
        text = text_of(record);
        if (verdict(text, strlen(text), &f) == PROVED)
            fail(gone ? "a lack is not seen" : "a change is not seen", rule, key);
        free(text);
        by_json_drop(object, key);
        changes++;
    }
    by_json_set(object, key, was);
}

/* The order of a deck's last two tiles follows from the shuffle alone, whether or not they were drawn. */
static void exchanged(const by_json *record, by_json *deck, const char *rule)
{
    size_t n = by_json_count(deck);
    by_json *a = by_json_share(by_json_at(deck, n - 1)), *b = by_json_share(by_json_at(deck, n - 2));
    struct by_fault f = { .err = BY_OK };
    char *text;

    by_json_put(deck, n - 1, by_json_share(b));
    by_json_put(deck, n - 2, by_json_share(a));
    text = text_of(record);
    if (verdict(text, strlen(text), &f) == PROVED)
        fail("a change is not seen", rule, "the deck");
    changes++;
    free(text);
    by_json_put(deck, n - 1, a);
    by_json_put(deck, n - 2, b);
}

static void change_round(const by_json *record, by_json *line, const char *rule)
{
    static const char *const keys[] = { "deal", "commit", "before", "secret", "attempt", "alone" };
    by_json *fair = by_json_get(line, "fair"), *shares = by_json_get(fair, "shares");
    by_json *gone = by_json_get(fair, "aborted");

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        changed_in(record, fair, keys[i], rule);
    for (size_t i = 0; i < by_json_count(shares); i++)
        for (size_t k = 0; k < 3; k++)
            changed_at(record, by_json_at(shares, i), k, "shares", rule);
    for (size_t i = 0; i < by_json_count(gone); i++) {
        changed_at(record, by_json_at(gone, i), 0, "aborted", rule);
        for (size_t k = 0; k < by_json_count(by_json_at(by_json_at(gone, i), 1)); k++)
            changed_at(record, by_json_at(by_json_at(gone, i), 1), k, "aborted", rule);
    }
    exchanged(record, by_json_get(line, "deck"), rule);
}

/* ---- Change bytes one by one ---- */

/* The names and the date, which no hash covers. */
static bool free_text(const char *text, size_t at)
{
    const char *names = strstr(text, "\"players\":[") + 11, *date = strstr(text, "\"date\":\"") + 8;
    const char *here = text + at;

    return (here >= names && here < strchr(names, ']')) || (here >= date && here < strchr(date, '"'));
}

static void change_bytes(const char *text, const char *rule, size_t step)
{
    size_t n = strlen(text);
    char *copy = by_sure(strdup(text)), said[80];

    for (size_t i = 0; i + 1 < n; i += step) {
        struct by_fault f = { .err = BY_OK };

        if (free_text(text, i))
            continue;
        copy[i] = (char)(copy[i] ^ (text[i] >= '0' && text[i] <= '9' ? 1 : 3));
        snprintf(said, sizeof said, "byte %zu, %c is %c", i, text[i], copy[i]);
        if (verdict(copy, n, &f) == PROVED)
            fail("a byte is not seen", rule, said);
        copy[i] = text[i];
        changes++;
    }
    free(copy);
}

/* ---- All tests ---- */

static void try_one(size_t i, enum made_kind kind)
{
    struct by_record *t = made_match(rules[i], i * 7 + (uint64_t)kind, kind);
    struct by_fault f = { .err = BY_OK };
    char *text = text_of(t->lines);

    if (verdict(text, strlen(text), &f) != PROVED)
        fail("a good record is not proved", rules[i], f.text);
    for (size_t k = 1, done = 0; k < by_json_count(t->lines) && done < 3; k++)
        if (by_json_get(by_json_at(t->lines, k), "round") != NULL) {
            change_round(t->lines, by_json_at(t->lines, k), rules[i]);
            done++;
        }
    changed_in(t->lines, by_json_get(by_json_at(t->lines, 0), "fair"), "table", rules[i]);
    change_bytes(text, rules[i], i == 0 && kind == MADE_ABORTS ? 1 : 1 + strlen(text) / 50);
    free(text);
    by_record_free(t);
}

static int write_golden(const char *folder)
{
    for (size_t i = 0; i < RULES; i++)
        for (int kind = 0; kind < MADE_KINDS; kind++) {
            char path[4096];
            struct by_record *t;

            if ((i + (size_t)kind) % 4 != 0)
                continue;
            t = made_match(rules[i], i * 7 + (uint64_t)kind, (enum made_kind)kind);
            snprintf(path, sizeof path, "%s/%zu.jsonl", folder, i);
            if (!by_record_write(t, path, NULL))
                return EXIT_FAILURE;
            by_record_free(t);
        }
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    by_crypto_start();
    if (argc > 1)
        return write_golden(argv[1]);
    for (size_t i = 0; i < RULES; i++)
        for (int kind = 0; kind < MADE_KINDS; kind++)
            try_one(i, (enum made_kind)kind);
    printf("%d changes\n", changes);
    return failures == 0 && changes > 1000 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* SPDX-License-Identifier: MIT */
/* written.c: writes the fair-shuffle fields of a record (written.h), which verify.c checks. */
#include "written.h"

#include <stdlib.h>
#include <string.h>

#include "util/crypto.h"
#include "wire/messages.h"

static by_json *bytes_json(const void *bytes, size_t n)
{
    char text[BY_FAIR_SECRET * 2];

    by_base64(bytes, n, text);
    return by_json_string(text);
}

by_json *by_fair_header_json(const struct by_id *table)
{
    by_json *j = by_json_object();

    by_json_set(j, "table", bytes_json(table->bytes, sizeof table->bytes));
    return j;
}

by_json *by_fair_round_json(const struct by_shuffle *s, uint32_t attempt, const struct by_aborted *aborted, int n)
{
    by_json *j = by_json_object(), *shares = by_json_array(), *list = by_json_array(), *one;

    by_json_set(j, "deal", by_json_int((int64_t)s->deal));
    by_json_set(j, "commit", bytes_json(s->commit.bytes, sizeof s->commit.bytes));
    by_json_set(j, "before", bytes_json(s->before.bytes, sizeof s->before.bytes));
    for (int i = 0; i < s->shares; i++) {
        one = by_json_array();
        by_json_push(one, by_json_int(s->share[i].seat));
        by_json_push(one, bytes_json(s->share[i].hash.bytes, sizeof s->share[i].hash.bytes));
        by_json_push(one, bytes_json(s->share[i].share, BY_FAIR_SHARE));
        by_json_push(shares, one);
    }
    by_json_set(j, "shares", shares);
    by_json_set(j, "secret", bytes_json(s->secret, BY_FAIR_SECRET));
    by_json_set(j, "attempt", by_json_int(attempt));
    by_json_set(j, "alone", by_json_bool(s->shares == 0));
    for (int i = 0; i < n; i++) {
        one = by_json_array();
        by_json_push(one, by_json_int((int64_t)aborted[i].deal));
        by_json_push(one, by_seats_json(aborted[i].seats));
        by_json_push(list, one);
    }
    if (n > 0)
        by_json_set(j, "aborted", list);
    else
        by_json_free(list);
    return j;
}

by_json *by_fair_duplicate_json(uint32_t attempt)
{
    by_json *j = by_json_object();

    by_json_set(j, "attempt", by_json_int(attempt));
    return j;
}

static void add_line(struct by_hash *transcript, by_json *line)
{
    char *text = by_json_line(line);

    by_fair_event(transcript, text, strlen(text));
    free(text);
    by_json_free(line);
}

void by_fair_heard(struct by_hash *transcript, const by_json *event)
{
    static const char *const keys[] = { "round", "lead",  "round-end", "game-end", "seat", "move",
                                        "score", "gains", "winners",   "scores",   "hands" };
    by_json *line = by_json_object();

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        by_json *value = by_json_get(event, keys[i]);
        const char *text = by_json_text(value);

        if (value != NULL && text != NULL && strncmp(text, "draw", 4) == 0)
            by_json_set(line, keys[i], by_json_string("draw"));
        else if (value != NULL)
            by_json_set(line, keys[i], by_json_share(value));
    }
    add_line(transcript, line);
}

void by_fair_gave_up(struct by_hash *transcript, const struct by_aborted *what)
{
    by_json *line = by_json_object();

    by_json_set(line, "abort", by_json_int((int64_t)what->deal));
    by_json_set(line, "seats", by_seats_json(what->seats));
    add_line(transcript, line);
}

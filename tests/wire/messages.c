/* SPDX-License-Identifier: MIT */
/* messages.c: tests the parsing of messages, with each field just inside and just outside its limits; base64url; and
 * replies. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/crypto.h"
#include "wire/messages.h"

static int failures;

static void expect(bool truth, const char *what, const char *more)
{
    if (!truth && failures++ < 20)
        printf("FAILED: %s: %s\n", what, more);
}

static enum by_refusal read_line(const char *line, struct by_asked_for *what, struct by_fault *f)
{
    return by_message_read(line, strlen(line), what, f);
}

static void refused(const char *line, const char *word)
{
    struct by_asked_for what;
    struct by_fault f = { 0 };

    expect(read_line(line, &what, &f) == BY_REFUSED_bad_message, "refused", line);
    expect(strstr(f.text, word) != NULL, line, f.text);
}

static void taken(const char *line, int id, const char *key)
{
    struct by_asked_for what;
    struct by_fault f = { 0 };

    expect(read_line(line, &what, &f) == BY_NOT_REFUSED, line, f.text);
    expect(what.id == id && strcmp(what.key, key) == 0, "id and key", line);
}

static void lines(void)
{
    taken("{\"do\":\"ping\"}", BY_ASK_ping, "");
    taken("{\"do\":\"ping\",\"key\":\"a\"}", BY_ASK_ping, "a");
    taken("{\"do\":\"hello\",\"key\":\"a\",\"v\":1,\"view\":\"json\"}", BY_ASK_hello, "a");
    taken("{\"do\":\"make\",\"key\":\"b\",\"rules\":\"muggins:number\",\"seats\":[\"open\",\"bot:easy\"],"
          "\"public\":true}",
          BY_ASK_make, "b");
    taken("{\"do\":\"join\",\"key\":\"k\",\"table\":\"AAAAAAAAAAAAAAAAAAAAAA\",\"from\":0}", BY_ASK_join, "k");
    refused("", "JSON");
    refused("[]", "object");
    refused("{}", "do");
    refused("{\"do\":7,\"key\":\"a\"}", "do");
    refused("{\"do\":\"dance\",\"key\":\"a\"}", "dance");
    refused("{\"do\":\"reply\",\"key\":\"a\"}", "reply");
    refused("{\"do\":\"leave\"}", "key");
    refused("{\"do\":\"leave\",\"key\":\"\"}", "key");
    refused("{\"do\":\"leave\",\"key\":\"123456789012345678901234567890123\"}", "key");
    refused("{\"do\":\"ping\",\"key\":5}", "key");
    refused("{\"do\":\"leave\",\"key\":\"a\",\"key\":\"b\"}", "same key twice");
    refused("{\"do\":\"leave\",\"key\":\"a\"} x", "JSON");
    refused("{\"do\":\"leave\",\"key\":\"a\",\"more\":1}", "more");
    refused("{\"do\":\"leave\",\"key\":\"a\",\"a do\":1}", "a do");
    refused("{\"do\":\"hello\",\"key\":\"a\",\"view\":\"json\"}", "\"v\"");
    refused("{\"do\":\"hello\",\"key\":\"a\",\"v\":2,\"view\":\"json\"}", "from 1 to 1");
    refused("{\"do\":\"hello\",\"key\":\"a\",\"v\":1.0,\"view\":\"json\"}", "whole number");
    refused("{\"do\":\"join\",\"key\":\"k\",\"table\":\"AAAAAAAAAAAAAAAAAAAAAB\",\"from\":0}", "16 bytes");
    refused("{\"do\":\"join\",\"key\":\"k\",\"table\":\"AAAAAAAAAAAAAAAAAAAAA\",\"from\":0}", "16 bytes");
    refused("{\"do\":\"join\",\"key\":\"k\",\"table\":null,\"from\":0}", "16 bytes");
    refused("{\"do\":\"make\",\"key\":\"k\",\"rules\":\"m\",\"seats\":\"open\"}", "list");
    refused("{\"do\":\"make\",\"key\":\"k\",\"rules\":\"m\",\"seats\":[3]}", "list");
    refused("{\"do\":\"make\",\"key\":\"k\",\"rules\":\"m\",\"public\":1}", "true or false");
    refused("{\"do\":\"say\",\"key\":\"k\",\"phrase\":\"a\\u0000b\"}", "u0000");
}

/* Fields are read as sent; absent fields have their defaults. */
static void fields(void)
{
    struct by_asked_for what;
    struct by_fault f = { 0 };

    read_line(
        "{\"do\":\"make\",\"key\":\"k\",\"rules\":\"draw:basics\",\"seats\":[\"open\",\"bot:easy\"],\"public\":true}",
        &what, &f);
    expect(strcmp(what.rules, "draw:basics") == 0 && what.seats_n == 2 && strcmp(what.seats[1], "bot:easy") == 0
               && what.public && what.watch && !what.practice && what.grace == 30 && what.clock[0] == '\0',
           "the fields of make", what.rules);
    read_line("{\"do\":\"play\",\"key\":\"k\",\"seat\":3,\"move\":\"6-4\"}", &what, &f);
    expect(what.seat == 3 && strcmp(what.move, "6-4") == 0 && what.seen == INT64_MAX, "the fields of play", what.move);
    read_line("{\"do\":\"join\",\"key\":\"k\",\"table\":\"AQAAAAAAAAAAAAAAAAAAAA\",\"from\":7}", &what, &f);
    expect(what.table[0] == 1 && what.table[1] == 0 && what.from == 7, "the fields of join", what.key);
}

/* Builds a message with one field of a given length or value; `rest` holds the other required fields. */
static enum by_refusal sized(const char *ask, const char *rest, const struct by_field *d, int64_t size)
{
    char line[2000], text[1100];
    struct by_asked_for what;
    struct by_fault f = { 0 };

    memset(text, 'a', sizeof text);
    text[size < 0 || size >= (int64_t)sizeof text ? 0 : size] = '\0';
    if (d->kind == BY_FIELD_NUMBER)
        snprintf(line, sizeof line, "{\"do\":\"%s\",\"key\":\"k\",%s\"%s\":%lld}", ask, rest, d->name, (long long)size);
    else
        snprintf(line, sizeof line, "{\"do\":\"%s\",\"key\":\"k\",%s\"%s\":\"%s\"}", ask, rest, d->name, text);
    return read_line(line, &what, &f);
}

/* The other required fields, each as small as allowed. */
static void others(const struct by_message *m, int but, char *out, size_t size)
{
    size_t n = 0;

    out[0] = '\0';
    for (int i = 0; i < m->n; i++) {
        const struct by_field *d = &m->fields[i];
        char text[400] = "";

        if (i == but || !d->must)
            continue;
        if (d->kind == BY_FIELD_TEXT || d->kind == BY_FIELD_BYTES)
            memset(text, 'A', (size_t)(d->kind == BY_FIELD_TEXT ? d->low : (4 * d->low + 2) / 3));
        if (d->kind == BY_FIELD_NUMBER)
            n += (size_t)snprintf(out + n, size - n, "\"%s\":%lld,", d->name, (long long)d->low);
        else if (d->kind == BY_FIELD_BOOL)
            n += (size_t)snprintf(out + n, size - n, "\"%s\":true,", d->name);
        else
            n += (size_t)snprintf(out + n, size - n, "\"%s\":\"%s\",", d->name, text);
    }
}

/* Every text and number of the list, just inside and just outside its limits. */
static void limits(void)
{
    char rest[1000];

    for (int a = 0; a < BY_ASKS; a++) {
        const struct by_message *m = &by_asks[a];

        for (int i = 0; i < m->n; i++) {
            const struct by_field *d = &m->fields[i];

            if (d->kind != BY_FIELD_TEXT && d->kind != BY_FIELD_NUMBER)
                continue;
            others(m, i, rest, sizeof rest);
            expect(sized(m->name, rest, d, d->low) == BY_NOT_REFUSED, "the least", d->name);
            expect(sized(m->name, rest, d, d->high) == BY_NOT_REFUSED, "the most", d->name);
            expect(sized(m->name, rest, d, d->low - 1) == BY_REFUSED_bad_message, "less", d->name);
            expect(sized(m->name, rest, d, d->high + 1) == BY_REFUSED_bad_message, "more", d->name);
        }
    }
}

/* A refusal returns the message's keys, but nothing of a message that is too long. */
static void keys(void)
{
    char line[BY_MESSAGE_LIMIT + 2];
    struct by_asked_for what;
    struct by_fault f = { 0 };

    read_line("{\"do\":\"dance\",\"key\":\"me\"}", &what, &f);
    expect(strcmp(what.key, "me") == 0, "the key of a refused message", what.key);
    memset(line, ' ', sizeof line);
    memcpy(line, "{\"do\":\"ping\"}", 13);
    expect(by_message_read(line, BY_MESSAGE_LIMIT, &what, &f) == BY_NOT_REFUSED, "4096 bytes", "");
    expect(by_message_read(line, BY_MESSAGE_LIMIT + 1, &what, &f) == BY_REFUSED_too_big, "4097 bytes", "");
}

static void base64(void)
{
    uint8_t bytes[40], back[40];
    char text[60];

    for (size_t n = 0; n <= 33; n++) {
        for (size_t i = 0; i < n; i++)
            bytes[i] = (uint8_t)(i * 37 + n * 11 + 200);
        by_base64(bytes, n, text);
        expect(strlen(text) == (4 * n + 2) / 3, "the length of base64", text);
        expect(by_unbase64(text, back, n) && memcmp(bytes, back, n) == 0, "base64", text);
        expect(!by_unbase64(text, back, n + 1), "base64 of another length", text);
    }
    by_base64((const uint8_t *)"\xfb\xff\xfe light", 9, text);
    expect(strcmp(text, "-__-IGxpZ2h0") == 0, "base64 of a known text", text);
    expect(!by_unbase64("AB==", back, 1) && !by_unbase64("A+", back, 1), "base64 of another alphabet", "");
    expect(!by_unbase64("AB", back, 1), "base64 that is not canonical", "");
}

static void replies(void)
{
    static const struct by_fault rules = { .err = BY_E_ILLEGAL, .text = "no \xe2\x82\xac, \xe2\x82 or \"tile\"" };
    struct by_out o = by_reply_refused("k", BY_REFUSED_no_table, NULL, false);

    expect(strstr(o.at, "{\"is\":\"reply\",\"key\":\"k\",\"ok\":false,\"code\":\"no-table\"") == o.at, "refused", o.at);
    free(o.at);
    o = by_reply_refused("k", BY_REFUSED_BY_RULES, &rules, false);
    expect(strstr(o.at, "\"code\":\"illegal-move\"") != NULL, "code of the rules", o.at);
    expect(strstr(o.at, "\"error\":\"no \xe2\x82\xac, ?? or \\\"tile\\\"\"") != NULL, "sentence of the rules", o.at);
    free(o.at);
}

/* All refusals of a move have the same length. */
static void lengths(void)
{
    static const enum by_refusal whys[] = {
        BY_REFUSED_not_yours, BY_REFUSED_no_seat,  BY_REFUSED_not_now, BY_REFUSED_paused,
        BY_REFUSED_moved_on,  BY_REFUSED_not_kept, BY_REFUSED_unknown,
    };
    enum { WHYS = sizeof whys / sizeof whys[0] };
    size_t first = 0;

    for (int i = 0; i < WHYS + BY_ERRORS; i++) {
        struct by_fault f = { .err = i < WHYS ? BY_OK : (by_err)(i - WHYS) };
        enum by_refusal why = i < WHYS ? whys[i] : BY_REFUSED_BY_RULES;
        struct by_out o = by_reply_refused("a key", why, i < WHYS ? NULL : &f, true);

        first = i == 0 ? o.n : first;
        expect(o.n == first, "the length of a refusal", o.at);
        free(o.at);
    }
}

int main(void)
{
    fields();
    lines();
    limits();
    keys();
    base64();
    replies();
    lengths();
    if (failures == 0)
        puts("ok");
    return failures != 0;
}

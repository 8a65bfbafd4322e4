/* SPDX-License-Identifier: MIT */
/* conduct.c: see conduct.h. */
#include "conduct.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "blocks.h"
#include "server/net/address.h"
#include "server/tables/caller.h"
#include "server/tables/lobby.h"
#include "server/tables/writes.h"
#include "util/memory.h"
#include "wire/json.h"

enum { HOUR = 3600, NOTICES_MOST = 100, PAIR = 32 };

static struct by_bytes_of bytes_of(const void *at, size_t n) { return (struct by_bytes_of){ at, n }; }

static void copy_word(char out[BY_REASON_TEXT], const char *text)
{
    snprintf(out, BY_REASON_TEXT, "%s", text == NULL ? "" : text);
}

/* ---- Sanctions -------------------------------------------------------------------------------- */

bool by_sanction_read(struct by_store *s, const struct by_id *who, struct by_sanction *out)
{
    char text[512];
    long n = by_store_get(s, "sanction", bytes_of(who->bytes, sizeof who->bytes), text, sizeof text);
    by_json *j = n < 0 ? NULL : by_json_read(text, (size_t)n, NULL);

    *out = (struct by_sanction){ .until = by_field_number(j, "until", 0) };
    copy_word(out->reason, by_field_text(j, "reason"));
    by_json_free(j);
    if (out->until <= (int64_t)time(NULL))
        out->until = 0;
    return n != -2;
}

void by_sanction_put(struct by_out *o, const struct by_sanction *of)
{
    by_out_key_string(o, "reason", of->reason);
    by_out_key_int(o, "until", of->until);
}

void by_sanction_dismiss(struct by_caller *c, const struct by_sanction *of)
{
    struct by_out o = by_caller_message("gone");

    by_out_key_string(&o, "code", "suspended");
    by_out_key_string(&o, "error", by_refusal_sentence(BY_REFUSED_suspended));
    by_sanction_put(&o, of);
    by_caller_say(c, &o);
    if (c->socket != NULL)
        by_socket_end(c->socket, BY_CLOSE_POLICY);
}

/* ---- Notices ---------------------------------------------------------------------------------- */

struct by_bytes_of by_notice_key(const struct by_id *person, int64_t n, uint8_t out[24])
{
    memcpy(out, person->bytes, 16);
    for (int i = 0; i < 8; i++)
        out[16 + i] = (uint8_t)((uint64_t)n >> 8 * (7 - i));
    return bytes_of(out, 24);
}

char *by_notice_line(const struct by_notice *n, bool read)
{
    struct by_out o = { 0 };

    by_out(&o, "{");
    by_out_key_string(&o, "act", n->act);
    by_out_key_string(&o, "reason", n->reason);
    by_out_key_int(&o, "at", n->at);
    by_out_key_int(&o, "until", n->until);
    by_out_key_bool(&o, "read", read);
    by_out(&o, "}");
    return by_out_end(&o);
}

bool by_notice_read(struct by_bytes_of key, struct by_bytes_of value, struct by_notice *out, bool *read)
{
    by_json *j = key.n == 24 ? by_json_read(value.at, value.n, NULL) : NULL;
    const uint8_t *number = (const uint8_t *)key.at + 16;

    if (j == NULL)
        return false;
    *out = (struct by_notice){ .at = by_field_number(j, "at", 0), .until = by_field_number(j, "until", 0) };
    for (int i = 0; i < 8; i++)
        out->n = out->n << 8 | number[i];
    copy_word(out->act, by_field_text(j, "act"));
    copy_word(out->reason, by_field_text(j, "reason"));
    *read = by_json_true(by_json_get(j, "read"));
    by_json_free(j);
    return true;
}

void by_notice_send(struct by_caller *c, const struct by_notice *n)
{
    struct by_out o;

    if (n->n <= c->noticed || !c->greeted || c->socket == NULL)
        return;
    c->noticed = n->n;
    o = by_caller_message("notice");
    by_out_key_int(&o, "notice", n->n);
    by_out_key_string(&o, "act", n->act);
    by_out_key_string(&o, "reason", n->reason);
    by_out_key_int(&o, "at", n->at);
    if (n->until > 0)
        by_out_key_int(&o, "until", n->until);
    by_caller_say(c, &o);
}

/* ---- Reading ---------------------------------------------------------------------------------- */

static bool note_notice(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct by_conduct *st = data;
    bool read;

    if (by_notice_read(key, value, &st->notices[st->notices_n], &read) && !read)
        st->notices_n++;
    return st->notices_n < BY_NOTICES;
}

static bool other_of(struct by_bytes_of key, struct by_id *out)
{
    if (key.n == PAIR)
        memcpy(out->bytes, (const uint8_t *)key.at + 16, 16);
    return key.n == PAIR;
}

static bool note_bar(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct by_conduct *st = data;
    struct by_id other;

    if (other_of(key, &other))
        by_bars_set(&st->bars, &st->bars_n, &other, BY_HAS_MUTED | BY_HAS_BLOCKED, by_bar_how(value));
    return true;
}

static bool note_barred(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct by_conduct *st = data;
    struct by_id other;

    (void)value;
    if (other_of(key, &other))
        by_bars_set(&st->bars, &st->bars_n, &other, BY_BLOCKED_BY, BY_BLOCKED_BY);
    return true;
}

static void seen_key(const struct by_conduct *st, uint8_t out[PAIR])
{
    memcpy(out, st->person.bytes, 16);
    memcpy(out + 16, st->address.bytes, 16);
}

static void read_seen(struct by_store *s, struct by_conduct *st)
{
    uint8_t key[PAIR];
    char text[100];
    long n;
    by_json *j;

    seen_key(st, key);
    n = by_store_get(s, "seen", bytes_of(key, sizeof key), text, sizeof text);
    j = n < 0 ? NULL : by_json_read(text, (size_t)n, NULL);
    st->from = by_field_number(j, "from", 0);
    st->to = by_field_number(j, "to", 0);
    by_json_free(j);
}

struct by_conduct by_conduct_of(const struct by_caller *c, bool note)
{
    static const uint8_t here[2][16] = { { 127, 0, 0, 1 }, { [15] = 6 } };
    struct by_conduct st = { .person = c->pass.person, .note = note };

    by_lobby_address(c->hub, c->pass.address, st.address.bytes);
    st.exempt = memcmp(c->pass.address, here[0], 16) == 0 || memcmp(c->pass.address, here[1], 16) == 0
        || by_address_in(&c->hub->setup.settings->club_addresses, c->pass.address);
    return st;
}

void by_conduct_read(struct by_store *s, struct by_conduct *st)
{
    struct by_query notices = { .kind = "notice", .who = &st->person, .most = NOTICES_MOST };
    struct by_query bars = { .kind = "bar", .who = &st->person, .most = BY_BARS_READ };
    struct by_query barred = { .kind = "barred", .who = &st->person, .most = BY_BARS_READ };
    struct by_sanction other;
    char role[200];
    long n = by_store_get(s, "role", bytes_of(st->person.bytes, 16), role, sizeof role);

    st->moderator = n > 0;
    st->unread = n == -2 || !by_sanction_read(s, &st->person, &st->sanction);
    if (!st->exempt && !st->moderator && st->sanction.until == 0) {
        st->unread = !by_sanction_read(s, &st->address, &other) || st->unread;
        st->sanction = other;
    }
    st->unread = !by_store_query(s, &notices, note_notice, st) || st->unread;
    st->unread = !by_store_query(s, &bars, note_bar, st) || st->unread;
    st->unread = !by_store_query(s, &barred, note_barred, st) || st->unread;
    if (st->note)
        read_seen(s, st);
}

void by_conduct_clear(struct by_conduct *st)
{
    free(st->bars);
    st->bars = NULL;
    st->bars_n = 0;
}

/* Records that the person is at this address, at most once an hour. */
static void note_seen(struct by_hub *h, const struct by_conduct *st)
{
    int64_t now = (int64_t)time(NULL);
    struct by_id who[2] = { st->person, st->address };
    struct by_columns columns = { .at = now, .who = who, .who_n = 2 };
    uint8_t key[PAIR];
    char text[100];
    struct by_put_of put;

    if (st->to + HOUR > now)
        return;
    seen_key(st, key);
    snprintf(text, sizeof text, "{\"from\":%lld,\"to\":%lld}", (long long)(st->from > 0 ? st->from : now),
             (long long)now);
    put = (struct by_put_of){ "seen", bytes_of(key, sizeof key), bytes_of(text, strlen(text)) };
    by_writes_batch(h, &(struct by_batch){ .puts = &put, .puts_n = 1, .columns = &columns }, NULL, NULL);
}

bool by_conduct_apply(struct by_caller *c, struct by_conduct *st)
{
    if (st->note && !st->unread)
        note_seen(c->hub, st);
    if (st->sanction.until > 0) {
        by_conduct_clear(st);
        by_sanction_dismiss(c, &st->sanction);
        return false;
    }
    free(c->bars);
    c->bars = st->bars;
    c->bars_n = st->bars_n;
    c->moderator = st->moderator;
    for (int i = 0; i < st->notices_n; i++)
        by_notice_send(c, &st->notices[i]);
    if (!c->greeted && st->notices_n > 0 && c->notices == NULL) {
        c->notices = by_sure(malloc(sizeof st->notices));
        memcpy(c->notices, st->notices, sizeof st->notices);
        c->notices_n = st->notices_n;
    }
    return true;
}

void by_conduct_greet(struct by_caller *c)
{
    for (int i = 0; i < c->notices_n; i++)
        by_notice_send(c, &c->notices[i]);
    free(c->notices);
    c->notices = NULL;
    c->notices_n = 0;
}

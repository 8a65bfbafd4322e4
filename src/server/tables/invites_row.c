/* SPDX-License-Identifier: MIT */
/* invites_row.c: reads and writes the stored rows of invitations (invites.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "invites.h"
#include "lease.h"
#include "meeting.h"
#include "tables.h"
#include "server/order/blocks.h"
#include "server/order/conduct.h"
#include "util/memory.h"
#include "wire/json.h"

enum { HOUR = 3600, READ_MOST = 500, ROW = 65536 };

static const char *const answers[] = { "open", "yes", "no" };

static struct by_bytes_of bytes_of(const void *at, size_t n) { return (struct by_bytes_of){ at, n }; }
static bool same(const struct by_id *a, const struct by_id *b) { return memcmp(a, b, sizeof *a) == 0; }

/* ---- Rows ------------------------------------------------------------------------------------- */

void by_invite_key(const struct by_invite *v, uint8_t out[BY_INVITE_KEY])
{
    memcpy(out, v->table.bytes, 16);
    memcpy(out + 16, v->who.bytes, 16);
}

/* Makes an id for the index from a table or host; `role` is "table" or "host". */
static struct by_id role_id(const char *role, const struct by_id *of)
{
    static const char name[] = "BY1 invitation";
    struct by_hasher h;
    struct by_id id = { 0 };

    by_hash_init(&h, NULL, 0, sizeof id.bytes);
    by_hash_add(&h, name, sizeof name);
    by_hash_add(&h, role, strlen(role) + 1);
    by_hash_add(&h, of->bytes, sizeof of->bytes);
    by_hash_end(&h, id.bytes, sizeof id.bytes);
    return id;
}

void by_invite_id(const uint8_t key[32], const struct by_invite *v, uint8_t out[16])
{
    uint8_t row[BY_INVITE_KEY];

    by_invite_key(v, row);
    by_hash_of(key, 32, row, sizeof row, out, 16);
}

static void copy(char *out, size_t size, const by_json *j, const char *name)
{
    const char *text = by_field_text(j, name);

    snprintf(out, size, "%s", text == NULL ? "" : text);
}

bool by_invite_parse(struct by_bytes_of key, struct by_bytes_of value, struct by_invite *out)
{
    by_json *j = key.n == BY_INVITE_KEY && value.n <= sizeof out->line ? by_json_read(value.at, value.n, NULL) : NULL;
    const char *answer = by_field_text(j, "answer");

    memset(out, 0, sizeof *out);
    if (j == NULL)
        return false;
    memcpy(out->table.bytes, key.at, 16);
    memcpy(out->who.bytes, (const uint8_t *)key.at + 16, 16);
    memcpy(out->line, value.at, value.n);
    out->line_n = value.n;
    by_field_bytes(j, "by", out->by.bytes, sizeof out->by.bytes);
    copy(out->name, sizeof out->name, j, "name");
    copy(out->account, sizeof out->account, j, "account");
    copy(out->to, sizeof out->to, j, "to");
    out->at = by_field_number(j, "at", 0);
    out->answered = by_field_number(j, "answered", 0);
    out->lost = by_json_true(by_json_get(j, "lost"));
    for (int i = 0; i < 3 && answer != NULL; i++)
        if (strcmp(answer, answers[i]) == 0)
            out->answer = (enum by_invite_answer)i;
    by_json_free(j);
    return true;
}

char *by_invite_print(const struct by_invite *v)
{
    struct by_out o = { 0 };

    by_out(&o, "{");
    by_out_key_int(&o, "v", 1);
    by_out_key_base64(&o, "by", v->by.bytes, sizeof v->by.bytes);
    by_out_key_string(&o, "name", v->name);
    by_out_key_string(&o, "account", v->account);
    by_out_key_string(&o, "to", v->to);
    by_out_key_int(&o, "at", v->at);
    by_out_key_string(&o, "answer", answers[v->answer]);
    by_out_key_int(&o, "answered", v->answered);
    if (v->lost)
        by_out_key_bool(&o, "lost", true);
    by_out(&o, "}");
    return by_out_end(&o);
}

struct by_columns by_invite_columns(const struct by_invite *v, struct by_id who[3])
{
    struct by_columns c = { .at = v->at + BY_INVITE_LASTS, .who = who, .who_n = 2 };

    who[0] = role_id("table", &v->table);
    who[1] = role_id("host", &v->by);
    if (!v->lost)
        who[c.who_n++] = v->who;
    return c;
}

/* ---- Reading ---------------------------------------------------------------------------------- */

struct reading {
    struct by_invite **all;
    int *n;
    int room;
    int64_t now;
    const struct by_id *who, *table; /* NULL, or the player or the table whose invitations are to be read */
};

static bool note(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct reading *r = data;
    struct by_invite *v;

    if (*r->n == r->room) {
        r->room = 2 * r->room + 4;
        *r->all = by_sure(realloc(*r->all, (size_t)r->room * sizeof **r->all));
    }
    v = &(*r->all)[*r->n];
    if (by_invite_parse(key, value, v) && v->at + BY_INVITE_LASTS > r->now && (r->who == NULL || same(&v->who, r->who))
        && (r->table == NULL || same(&v->table, r->table)))
        ++*r->n;
    return true;
}

static bool read_all(struct by_store *s, const struct by_id *by, struct reading *r)
{
    const struct by_query q = { .kind = "invitation", .who = by, .most = READ_MOST };

    *r->all = NULL;
    *r->n = 0;
    r->now = (int64_t)time(NULL);
    return by_store_query(s, &q, note, r);
}

bool by_invites_to(struct by_store *s, const struct by_id *person, struct by_invite **all, int *n)
{
    return read_all(s, person, &(struct reading){ .all = all, .n = n, .who = person });
}

bool by_invites_from(struct by_store *s, const struct by_id *table, struct by_invite **all, int *n)
{
    struct by_id role = role_id("table", table);

    return read_all(s, &role, &(struct reading){ .all = all, .n = n, .table = table });
}

static bool mutes(struct by_store *s, const struct by_invite *v)
{
    struct by_id pair[2] = { v->who, v->by };
    char text[1024];
    long n = by_store_get(s, "bar", bytes_of(pair, sizeof pair), text, sizeof text);

    return n == -2 || (n > 0 && (by_bar_how(bytes_of(text, (size_t)n)) & BY_HAS_MUTED) != 0);
}

bool by_invite_hidden(struct by_store *s, const struct by_invite *v)
{
    struct by_sanction sanction;

    return !by_meeting_allowed(s, &v->by, &v->who) || mutes(s, v) || !by_sanction_read(s, &v->by, &sanction)
        || sanction.until > 0;
}

/* ---- Tables ----------------------------------------------------------------------------------- */

void by_invite_table_read(struct by_store *s, const struct by_invite *v, struct by_invite_table *out)
{
    char *text = by_sure(malloc(ROW));
    long n = by_store_get(s, "table", bytes_of(v->table.bytes, sizeof v->table.bytes), text, ROW);
    struct by_store_row row;
    by_json *j = NULL;
    const by_json *room, *seats;

    memset(out, 0, sizeof *out);
    if (n > 0 && by_row_read(bytes_of(text, (size_t)n), &row) && row.live && row.waiting) {
        j = by_json_read(text, (size_t)n, NULL);
        room = by_json_get(j, "room");
        seats = by_json_get(room, "seats");
        out->waits = true;
        for (int i = 0; i < row.who_n; i++)
            out->seated = out->seated || same(&row.who[i], &v->who);
        copy(out->rules, sizeof out->rules, room, "rules");
        copy(out->clock, sizeof out->clock, room, "clock");
        out->rated = by_json_true(by_json_get(room, "rated"));
        out->players = (int)by_json_count(seats);
        for (int i = 0; i < out->players; i++) {
            const char *kind = by_field_text(by_json_at(seats, (size_t)i), "kind");

            out->open += kind != NULL && strcmp(kind, "open") == 0;
        }
    }
    by_json_free(j);
    free(text);
}

void by_invite_look(struct by_hub *h, const struct by_invite *v, struct by_invite_table *t)
{
    const struct live_table *live = by_tables_known(h, &v->table);
    struct by_room_facts facts;
    struct by_card card;

    if (live == NULL || live->room == NULL || live->lost || !by_lease_holds(live))
        return;
    by_room_facts(live->room, &facts);
    if (facts.entries == 0)
        return;
    by_room_card(live->room, &v->who, by_tables_time(live), &card);
    t->waits = facts.waiting && !facts.closed;
    t->seated = by_room_seats_of(live->room, &v->who) != 0;
    t->rated = card.rated;
    t->players = card.players;
    t->open = card.open;
    snprintf(t->rules, sizeof t->rules, "%s", card.rules);
    snprintf(t->clock, sizeof t->clock, "%s", card.clock);
}

/* ---- Limits ----------------------------------------------------------------------------------- */

static void put_time(uint8_t out[8], int64_t t)
{
    for (int i = 0; i < 8; i++)
        out[i] = (uint8_t)((uint64_t)t >> 8 * i);
}

static int64_t time_of(const uint8_t bytes[8])
{
    uint64_t t = 0;

    for (int i = 0; i < 8; i++)
        t |= (uint64_t)bytes[i] << 8 * i;
    return (int64_t)t;
}

void by_invite_count_read(struct by_store *s, struct by_invite_count *c, int64_t now)
{
    long n = by_store_get(s, "invites", bytes_of(c->of.bytes, sizeof c->of.bytes), c->was, sizeof c->was);

    c->unread = n == -2;
    c->was_n = n > 0 ? (size_t)n : 0;
    c->n = 0;
    for (size_t i = 0; i + 8 <= c->was_n; i += 8)
        if (time_of(c->was + i) > now - HOUR)
            memcpy(c->now + (size_t)8 * (size_t)c->n++, c->was + i, 8);
    c->now_n = (size_t)8 * (size_t)c->n;
}

void by_invite_count_add(struct by_invite_count *c, int64_t now)
{
    BY_ASSERT(c->now_n + 8 <= sizeof c->now);
    put_time(c->now + c->now_n, now);
    c->now_n += 8;
}

/* ---- A person's data -------------------------------------------------------------------------- */

/* Reads the rows of both kinds: to the person, and from the person. */
static bool read_both(struct by_store *s, const struct by_id *person, struct by_invite **all, int *n)
{
    struct by_invite *sent = NULL;
    int sent_n = 0;
    struct by_id role = role_id("host", person);
    bool fine = by_invites_to(s, person, all, n) && read_all(s, &role, &(struct reading){ .all = &sent, .n = &sent_n });

    *all = by_sure(realloc(*all, (size_t)(*n + sent_n + 1) * sizeof **all));
    if (sent != NULL)
        memcpy(*all + *n, sent, (size_t)sent_n * sizeof *sent);
    *n += sent_n;
    free(sent);
    return fine;
}

bool by_invites_forget(struct by_store *s, const struct by_id *person, struct by_puts *p)
{
    struct by_invite *all;
    uint8_t key[BY_INVITE_KEY];
    int n;
    bool fine = read_both(s, person, &all, &n);

    for (int i = 0; i < n; i++) {
        by_invite_key(&all[i], key);
        by_puts_add(p, "invitation", key, sizeof key, NULL, NULL);
    }
    by_puts_add(p, "invites", person->bytes, sizeof person->bytes, NULL, NULL);
    free(all);
    return fine;
}

bool by_invites_export(struct by_store *s, const struct by_id *person, struct by_out *o)
{
    struct by_invite *all;
    int n, count = 0;
    bool fine = read_both(s, person, &all, &n);

    by_out_key(o, "invitations");
    by_out(o, "[");
    for (int i = 0; i < n; i++) {
        bool sent = same(&all[i].by, person);

        if (!sent && by_invite_hidden(s, &all[i]))
            continue;
        by_out(o, count++ > 0 ? ",{" : "{");
        by_out_key_bool(o, "sent", sent);
        by_out_key_string(o, "name", sent ? all[i].to : all[i].name);
        by_out_key_int(o, "at", all[i].at);
        by_out_key_string(o, "answer", answers[all[i].answer]);
        by_out(o, "}");
    }
    by_out(o, "]");
    free(all);
    return fine;
}

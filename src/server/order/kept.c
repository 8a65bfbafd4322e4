/* SPDX-License-Identifier: MIT */
/* kept.c: see kept.h. */
#include "kept.h"

#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "conduct.h"
#include "reports.h"
#include "util/memory.h"
#include "wire/json.h"

enum { PAIR = 32 };

/* ---- The copy --------------------------------------------------------------------------------- */

struct copy {
    const struct by_id *person;
    struct by_out *out;
    int n;
};

static void begin(struct copy *c) { by_out(c->out, c->n++ > 0 ? ",{" : "{"); }

static bool put_bar(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct copy *c = data;
    by_json *j = key.n == PAIR ? by_json_read(value.at, value.n, NULL) : NULL;
    const char *name = by_field_text(j, "name");
    uint8_t how = by_bar_how(value);

    if (j != NULL) {
        begin(c);
        by_out_key_string(c->out, "name", name == NULL ? "" : name);
        by_out_key_bool(c->out, "muted", (how & BY_HAS_MUTED) != 0);
        by_out_key_bool(c->out, "blocked", (how & BY_HAS_BLOCKED) != 0);
        by_out_key_int(c->out, "at", by_field_number(j, "at", 0));
        by_out(c->out, "}");
    }
    by_json_free(j);
    return true;
}

static bool put_report(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct copy *c = data;
    struct by_report *r = by_sure(malloc(sizeof *r));
    int n = by_report_parse(key, value, r) ? r->by_n : 0;

    for (int i = 0; i < n; i++)
        if (memcmp(&r->by[i].who, c->person, sizeof *c->person) == 0) {
            begin(c);
            by_out_key_string(c->out, "about", r->name);
            by_out_key_string(c->out, "reason", r->by[i].reason);
            by_out_key_string(c->out, "rules", r->rules);
            by_out_key_base64(c->out, "table", r->table.bytes, sizeof r->table.bytes);
            by_out_key_int(c->out, "match", r->match);
            by_out_key_int(c->out, "at", r->by[i].at);
            by_out(c->out, "}");
        }
    free(r);
    return true;
}

static bool put_notice(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct copy *c = data;
    struct by_notice n;
    bool read;

    if (!by_notice_read(key, value, &n, &read))
        return true;
    begin(c);
    by_out_key_string(c->out, "act", n.act);
    by_out_key_string(c->out, "reason", n.reason);
    by_out_key_int(c->out, "at", n.at);
    if (n.until > 0)
        by_out_key_int(c->out, "until", n.until);
    by_out_key_bool(c->out, "confirmed", read);
    by_out(c->out, "}");
    return true;
}

static bool put_seen(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct copy *c = data;
    by_json *j = key.n == PAIR ? by_json_read(value.at, value.n, NULL) : NULL;

    if (j != NULL && memcmp(key.at, c->person, sizeof *c->person) == 0) {
        begin(c);
        by_out_key_base64(c->out, "hash", (const uint8_t *)key.at + sizeof *c->person, sizeof *c->person);
        by_out_key_int(c->out, "from", by_field_number(j, "from", 0));
        by_out_key_int(c->out, "to", by_field_number(j, "to", 0));
        by_out(c->out, "}");
    }
    by_json_free(j);
    return true;
}

bool by_order_export(struct by_store *s, const struct by_id *person, struct by_out *o)
{
    static const struct {
        const char *kind, *name;
        by_on_value *put;
    } lists[] = { { "bar", "people", put_bar },
                  { "report", "reports", put_report },
                  { "notice", "notices", put_notice },
                  { "seen", "addresses", put_seen } };
    struct by_sanction of;
    bool fine = by_sanction_read(s, person, &of);

    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        struct copy c = { .person = person, .out = o };

        by_out_key(o, lists[i].name);
        by_out(o, "[");
        fine = by_store_query(s, &(struct by_query){ .kind = lists[i].kind, .who = person }, lists[i].put, &c) && fine;
        by_out(o, "]");
    }
    if (of.until > 0) {
        by_out_key(o, "suspension");
        by_out(o, "{");
        by_sanction_put(o, &of);
        by_out(o, "}");
    }
    return fine;
}

/* ---- Deletion --------------------------------------------------------------------------------- */

struct forgetting {
    const struct by_id *person;
    struct by_puts *puts;
};

static bool forget_bar(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct forgetting *f = data;
    uint8_t turned[PAIR];

    (void)value;
    if (key.n != PAIR)
        return true;
    by_puts_add(f->puts, "bar", key.at, key.n, NULL, NULL);
    memcpy(turned, (const uint8_t *)key.at + PAIR / 2, PAIR / 2);
    memcpy(turned + PAIR / 2, key.at, PAIR / 2);
    by_puts_add(f->puts, "barred", turned, sizeof turned, NULL, NULL);
    return true;
}

static bool forget_notice(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    (void)value;
    by_puts_add(((struct forgetting *)data)->puts, "notice", key.at, key.n, NULL, NULL);
    return true;
}

static bool forget_seen(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct forgetting *f = data;

    (void)value;
    if (key.n == PAIR && memcmp(key.at, f->person, sizeof *f->person) == 0)
        by_puts_add(f->puts, "seen", key.at, key.n, NULL, NULL);
    return true;
}

/* Removes the person from the reporters. The report itself stays. */
static bool forget_report(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct forgetting *f = data;
    struct by_report *r = by_sure(malloc(sizeof *r));
    struct by_id who[2 * BY_REPORTERS + 2];
    bool found = false;
    int n = by_report_parse(key, value, r) ? r->by_n : 0;

    for (int i = 0; i < n; i++)
        if (memcmp(&r->by[i].who, f->person, sizeof *f->person) == 0) {
            found = true;
            memset(&r->by[i].who, 0, sizeof r->by[i].who);
            memset(&r->by[i].from, 0, sizeof r->by[i].from);
            r->by[i].name[0] = '\0';
        }
    if (found) {
        struct by_columns columns = by_report_columns(r, who);

        by_puts_add_found(f->puts, "report", key, by_report_line(r), &columns, value);
    }
    free(r);
    return true;
}

bool by_order_forget(struct by_store *s, const struct by_id *person, struct by_puts *p)
{
    struct forgetting f = { person, p };
    static const struct {
        const char *kind;
        by_on_value *forget;
    } lists[] = {
        { "report", forget_report }, { "bar", forget_bar }, { "notice", forget_notice }, { "seen", forget_seen }
    };
    bool fine = true;

    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        fine =
            by_store_query(s, &(struct by_query){ .kind = lists[i].kind, .who = person }, lists[i].forget, &f) && fine;
    by_puts_add(p, "role", person->bytes, sizeof person->bytes, NULL, NULL);
    return fine;
}

/* SPDX-License-Identifier: MIT */
/* subscriptions.c: see subscriptions.h. */
#include "subscriptions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "endpoint.h"
#include "server/people/sessions.h"
#include "server/tables/caller.h"
#include "server/tables/reads.h"
#include "server/tables/writes.h"
#include "util/memory.h"
#include "wire/json.h"

static struct by_bytes_of bytes_of(const void *at, size_t n) { return (struct by_bytes_of){ at, n }; }

/* ---- Rows ------------------------------------------------------------------------------------- */

static struct by_hash key_of(const char *endpoint)
{
    struct by_hash key = { 0 };

    by_hash_of(NULL, 0, endpoint, strlen(endpoint), key.bytes, sizeof key.bytes);
    return key;
}

static char *print(const struct by_subscription *d)
{
    struct by_out o = { 0 };

    by_out(&o, "{");
    by_out_key_string(&o, "endpoint", d->endpoint);
    by_out_key_base64(&o, "p256dh", d->p256dh, sizeof d->p256dh);
    by_out_key_base64(&o, "auth", d->auth, sizeof d->auth);
    by_out_key_string(&o, "language", d->language);
    by_out_key_base64(&o, "session", d->session.bytes, sizeof d->session.bytes);
    by_out_key_int(&o, "at", d->at);
    by_out(&o, "}");
    return by_out_end(&o);
}

static bool parse(struct by_bytes_of key, struct by_bytes_of value, struct by_subscription *out)
{
    by_json *j = by_json_read(value.at, value.n, NULL);
    const char *endpoint = by_field_text(j, "endpoint"), *language = by_field_text(j, "language");
    bool fine = key.n == sizeof out->key.bytes && endpoint != NULL && language != NULL
        && strlen(endpoint) < sizeof out->endpoint && strlen(language) < sizeof out->language
        && by_field_bytes(j, "p256dh", out->p256dh, sizeof out->p256dh)
        && by_field_bytes(j, "auth", out->auth, sizeof out->auth)
        && by_field_bytes(j, "session", out->session.bytes, sizeof out->session.bytes);

    if (fine) {
        memcpy(out->key.bytes, key.at, key.n);
        snprintf(out->endpoint, sizeof out->endpoint, "%s", endpoint);
        snprintf(out->language, sizeof out->language, "%s", language);
        out->at = by_field_number(j, "at", 0);
        out->ended = false;
    }
    by_json_free(j);
    return fine;
}

struct found {
    struct by_subscription *at;
    int n;
};

static bool note(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct found *f = data;

    f->at = by_sure(realloc(f->at, (size_t)(f->n + 1) * sizeof *f->at));
    f->n += parse(key, value, &f->at[f->n]);
    return true;
}

int by_subscriptions_read(struct by_store *s, const struct by_id *person, struct by_subscription **all)
{
    struct found f = { .at = NULL };
    bool fine = by_store_query(s, &(struct by_query){ .kind = "push", .who = person }, note, &f);

    for (int i = 0; fine && i < f.n; i++) {
        struct owner o;
        long n =
            by_store_get(s, "session", bytes_of(f.at[i].session.bytes, sizeof f.at[i].session.bytes), &o, sizeof o);

        fine = n != -2;
        f.at[i].ended = n < BY_OWNER_LEAST || memcmp(&o.person, person, sizeof *person) != 0;
    }
    *all = f.at;
    return fine ? f.n : -1;
}

void by_subscription_drop(struct by_hub *h, const struct by_hash *key)
{
    struct by_put_of put = { "push", bytes_of(key->bytes, sizeof key->bytes), { 0 } };

    by_writes_puts(h, &put, 1, NULL, NULL);
}

bool by_subscriptions_export(struct by_store *s, const struct by_id *person, struct by_out *o)
{
    struct by_subscription *all;
    int n = by_subscriptions_read(s, person, &all);

    by_out_key(o, "push");
    by_out(o, "[");
    for (int i = 0; i < n; i++) {
        by_out(o, i > 0 ? ",{" : "{");
        by_out_key_string(o, "endpoint", all[i].endpoint);
        by_out_key_string(o, "language", all[i].language);
        by_out_key_int(o, "at", all[i].at);
        by_out(o, "}");
    }
    by_out(o, "]");
    free(all);
    return n >= 0;
}

bool by_subscriptions_forget(struct by_store *s, const struct by_id *person, struct by_puts *p)
{
    struct by_subscription *all;
    int n = by_subscriptions_read(s, person, &all);

    for (int i = 0; i < n; i++)
        by_puts_add(p, "push", all[i].key.bytes, sizeof all[i].key.bytes, NULL, NULL);
    free(all);
    return n >= 0;
}

/* ---- Requests --------------------------------------------------------------------------------- */

struct change {
    struct by_caller *caller;
    struct by_asked_for what;
    struct by_id person;
    struct by_subscription *all;
    int n;
};

static void change_end(struct change *g)
{
    struct by_caller *c = g->caller;

    free(g->all);
    free(g);
    by_caller_resume(c);
}

static void on_kept(void *data, bool kept)
{
    struct change *g = data;

    if (kept)
        by_caller_done(g->caller, g->what.id, g->what.key);
    else
        by_caller_refuse(g->caller, g->what.id, g->what.key, BY_REFUSED_not_kept, NULL);
    change_end(g);
}

static void read_all(struct by_store *s, void *data)
{
    struct change *g = data;

    g->n = by_subscriptions_read(s, &g->person, &g->all);
}

/* Removes a subscription from the list and adds the write that deletes it, unless a row with the same key follows. */
static void drop_at(struct change *g, int i, const struct by_hash *follows, struct by_puts *p)
{
    if (g->what.id == BY_ASK_unsubscribe || memcmp(&g->all[i].key, follows, sizeof *follows) != 0)
        by_puts_add(p, "push", g->all[i].key.bytes, sizeof g->all[i].key.bytes, NULL, NULL);
    g->all[i] = g->all[--g->n];
}

static void drop_some(struct change *g, struct by_puts *p)
{
    struct by_hash key = key_of(g->what.endpoint);
    bool all = g->what.id == BY_ASK_unsubscribe && g->what.endpoint[0] == '\0';

    for (int i = g->n - 1; i >= 0; i--)
        if (all || g->all[i].ended || memcmp(&g->all[i].key, &key, sizeof key) == 0)
            drop_at(g, i, &key, p);
    while (g->what.id == BY_ASK_subscribe && g->n >= BY_DEVICES_MOST) {
        int oldest = 0;

        for (int i = 1; i < g->n; i++)
            oldest = g->all[i].at < g->all[oldest].at ? i : oldest;
        drop_at(g, oldest, &key, p);
    }
}

static void on_read(void *data)
{
    struct change *g = data;
    struct by_subscription now = { .session = g->caller->pass.session, .at = (int64_t)time(NULL) };
    struct by_columns *columns;
    struct by_puts p = { .n = 0 };

    if (g->n < 0) {
        by_caller_refuse(g->caller, g->what.id, g->what.key, BY_REFUSED_unknown, NULL);
        change_end(g);
        return;
    }
    drop_some(g, &p);
    if (g->what.id == BY_ASK_subscribe) {
        now.key = key_of(g->what.endpoint);
        snprintf(now.endpoint, sizeof now.endpoint, "%s", g->what.endpoint);
        snprintf(now.language, sizeof now.language, "%s", g->what.language);
        memcpy(now.p256dh, g->what.p256dh, sizeof now.p256dh);
        memcpy(now.auth, g->what.auth, sizeof now.auth);
        by_puts_add(&p, "push", now.key.bytes, sizeof now.key.bytes, print(&now), &g->person);
    }
    if (p.n == 0) {
        on_kept(g, true);
        return;
    }
    by_puts_columns(&p);
    columns = p.columns;
    if (g->what.id == BY_ASK_subscribe)
        columns[p.n - 1].at = now.at;
    by_writes_batch(g->caller->hub, &(struct by_batch){ .puts = p.at, .puts_n = p.n, .columns = columns }, on_kept, g);
    by_puts_clear(&p);
}

void by_subscriptions_ask(struct by_caller *c, const struct by_asked_for *what)
{
    struct change *g;

    if (what->id == BY_ASK_subscribe && (!by_endpoint_allowed(what->endpoint) || what->p256dh[0] != 4)) {
        by_caller_refuse(c, what->id, what->key, BY_REFUSED_no_endpoint, NULL);
        return;
    }
    g = by_sure(calloc(1, sizeof *g));
    *g = (struct change){ .caller = c, .what = *what, .person = c->pass.person };
    by_caller_pause(c);
    by_reads_ask(c->hub, read_all, on_read, g);
}

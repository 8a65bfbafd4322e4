/* SPDX-License-Identifier: MIT */
/* export.c: exports the data about a person (export.h). A store thread reads the person's tables from their journals,
 * so tables in memory and on other servers are included as last saved. */
#include "export.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sessions.h"
#include "server/order/kept.h"
#include "server/push/subscriptions.h"
#include "server/results/profile.h"
#include "server/tables/inside.h"
#include "server/tables/invites.h"
#include "server/tables/reads.h"
#include "server/tournaments/cups.h"
#include "util/memory.h"

enum { MOST = 64 << 20 }; /* in bytes; tables beyond this are left out, and `complete` is false */

struct copy {
    struct by_hub *hub;
    struct by_request request; /* only `answer`, `data` and `ticket` are set */
    struct by_hash session;
    struct by_id person;
    struct by_store *store; /* used on the store thread */
    struct by_out out;
    int status, n;
    bool complete;
};

static struct by_bytes_of bytes_of(const void *at, size_t n) { return (struct by_bytes_of){ at, n }; }

static bool put_session(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct copy *c = data;
    struct owner o = { .device = 0 };
    char device[32];

    (void)key;
    if (value.n < BY_OWNER_LEAST || value.n > sizeof o)
        return true;
    memcpy(&o, value.at, value.n);
    by_out(&c->out, c->n++ > 0 ? ",{" : "{");
    by_out_key_string(&c->out, "device", by_device_name(o.device, device));
    by_out_key_int(&c->out, "since", by_time_of(o.since));
    by_out_key_int(&c->out, "used", by_time_of(o.when));
    by_out(&c->out, "}");
    return true;
}

static bool apply(void *data, uint64_t number, struct by_bytes_of bytes)
{
    struct by_fault f = { 0 };

    return by_room_apply(data, number, bytes.at, bytes.n, &f) == BY_OK;
}

/* Adds the records of a table's finished matches, each as an array of its lines, which are JSON objects. */
static void put_records(struct by_out *o, const struct by_room *room)
{
    char *lines;

    by_out_key(o, "records");
    by_out(o, "[");
    for (int n = 1; (lines = by_room_record(room, n)) != NULL; n++) {
        size_t length = strlen(lines);

        while (length > 0 && lines[length - 1] == '\n')
            lines[--length] = '\0';
        for (char *at = lines; (at = strchr(at, '\n')) != NULL;)
            *at = ',';
        by_out(o, n > 1 ? ",[" : "[");
        by_out(o, lines);
        by_out(o, "]");
        free(lines);
    }
    by_out(o, "]}");
}

static bool put_table(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct copy *c = data;
    struct by_id id;
    struct by_room *room;
    struct by_room_facts facts;
    struct by_card card;

    (void)value;
    c->complete = c->out.n < MOST;
    if (key.n != sizeof id.bytes || !c->complete)
        return c->complete;
    memcpy(id.bytes, key.at, key.n);
    room = by_room_new(&id, &c->hub->setup.host);
    if (by_store_read(c->store, &id, 1, apply, room, NULL) == BY_OK) {
        by_room_facts(room, &facts);
        by_room_card(room, &c->person, facts.now, &card);
        by_out(&c->out, c->n++ > 0 ? "," : "");
        by_card_put_short(&c->out, &card, -1, false);
        c->out.n--; /* drops its closing brace */
        put_records(&c->out, room);
    }
    by_room_free(room);
    return true;
}

static void put_account(struct copy *c, const struct by_account *a)
{
    by_out_key(&c->out, "account");
    by_out(&c->out, "{");
    by_out_key_string(&c->out, "name", a->name);
    by_out_key_int(&c->out, "recovery_codes_left", a->codes_n);
    by_out(&c->out, "}");
}

static void read_copy(struct by_store *s, void *data)
{
    struct copy *c = data;
    char folded[BY_ACCOUNT_NAME];
    struct by_account account;
    struct owner o;
    bool unread = false, whole;
    long n = by_store_get(s, "session", bytes_of(c->session.bytes, 32), &o, sizeof o);

    c->store = s;
    c->status = n == -2 ? 503 : 401;
    if (n < BY_OWNER_LEAST || by_time_of(o.when) < by_people_oldest(c->hub))
        return;
    c->person = o.person;
    by_out(&c->out, "{");
    by_out_key_int(&c->out, "made", (int64_t)time(NULL));
    if (by_account_read_of(s, &c->person, folded, &account, &unread))
        put_account(c, &account);
    by_forget(&account, sizeof account);
    by_out_key(&c->out, "sessions");
    by_out(&c->out, "[");
    whole = by_store_query(s, &(struct by_query){ .kind = "session", .who = &c->person }, put_session, c);
    by_out(&c->out, "]");
    by_out_key(&c->out, "tables");
    by_out(&c->out, "[");
    c->n = 0;
    c->complete = true;
    whole = whole && by_store_query(s, &(struct by_query){ .kind = "table", .who = &c->person }, put_table, c);
    by_out(&c->out, "]");
    whole = whole && by_cups_export(s, &c->hub->setup.host, &c->person, &c->out)
        && by_profile_export(s, &c->person, &c->out) && by_invites_export(s, &c->person, &c->out)
        && by_order_export(s, &c->person, &c->out) && by_subscriptions_export(s, &c->person, &c->out);
    by_out_key_bool(&c->out, "complete", c->complete);
    by_out(&c->out, "}\n");
    c->status = unread || !whole ? 503 : 200;
}

static void on_copy(void *data)
{
    struct copy *c = data;
    struct by_http_answer a = { .status = c->status };

    c->hub->people->copying = false;
    if (a.status == 200 && !c->hub->ended) {
        a.type = "application/json";
        a.body = c->out.at;
        a.n = c->out.n;
    } else {
        free(c->out.at);
    }
    if (!c->hub->ended)
        c->request.answer(c->request.data, c->request.ticket, &a);
    free(c);
}

enum by_served by_export_serve(struct by_hub *h, const struct by_request *r, struct by_http_answer *out)
{
    struct by_pass pass;
    struct by_request as = *r;
    struct copy *c;

    /* A same-origin GET has no Origin header. The cookie is never sent with requests from another site
     * (SameSite=Strict). */
    as.own = r->own && r->bearer[0] != '\0';
    out->status = by_people_admit(&as, &pass);
    if (out->status != 0)
        return BY_SERVED;
    out->status = 503;
    if (h->people->copying) /* one at a time, since an export may read a lot of data */
        return BY_SERVED;
    h->people->copying = true;
    c = by_sure(calloc(1, sizeof *c));
    *c = (struct copy){ .hub = h,
                        .session = pass.session,
                        .request = { .answer = r->answer, .data = r->data, .ticket = r->ticket } };
    by_reads_ask(h, read_copy, on_copy, c);
    return BY_LATER;
}

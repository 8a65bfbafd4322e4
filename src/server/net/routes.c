/* SPDX-License-Identifier: MIT */
/* routes.c: handles requests to the server itself, as opposed to its page, and decides which clients may open a
 * socket. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "routes.h"
#include "server/order/audit.h"
#include "server/people/export.h"
#include "server/people/sessions.h"
#include "server/tables/capacity.h"
#include "server/tables/drain.h"
#include "server/tables/lease.h"
#include "server/tables/load.h"
#include "server/tables/lobby.h"
#include "server/tables/reads.h"
#include "server/tables/tables.h"
#include "server/operate/metrics.h"
#include "server/operate/status.h"
#include "util/chance.h"
#include "util/crypto.h"
#include "util/memory.h"

/* ---- Origins ---------------------------------------------------------------------------------- */

/* Strips the port from a host name or address. */
static bool bare_host(const char *host, char *out, size_t size)
{
    size_t n = host[0] == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");

    if (n == 0 || n >= size || n > strlen(host) || (host[n] != '\0' && host[n] != ':'))
        return false;
    memcpy(out, host, n);
    out[n] = '\0';
    return strspn(host + n + (host[n] == ':'), "0123456789") == strlen(host + n + (host[n] == ':'));
}

/* Accepts an IP address, localhost, and this machine's name with or without .local. No site on the internet can have
 * such a name. */
static bool own_host(const char *host)
{
    char bare[256], machine[256];
    size_t n;

    if (!bare_host(host, bare, sizeof bare))
        return false;
    if (bare[0] == '[' && strspn(bare + 1, "0123456789abcdefABCDEF:.") + 2 == strlen(bare))
        return true;
    if (strspn(bare, "0123456789.") == strlen(bare) || strcmp(bare, "localhost") == 0)
        return true;
    if (gethostname(machine, sizeof machine) != 0)
        return false;
    machine[sizeof machine - 1] = '\0';
    for (char *c = machine; *c != '\0'; c++)
        *c = (char)tolower((unsigned char)*c);
    n = strcspn(machine, ".");
    return strcmp(bare, machine) == 0 || (strncmp(bare, machine, n) == 0 && strcmp(bare + n, ".local") == 0);
}

/* Returns whether a page from this origin may use the server. `host` is the request's Host. */
static bool origin_fits(const struct by_settings *s, const char *origin, const char *host)
{
    for (int i = 0; i < s->origin.n; i++)
        if (strcmp(s->origin.at[i], origin) == 0)
            return true;
    if (s->origin.n > 0 || !own_host(host))
        return false;
    if (strncmp(origin, "http://", 7) == 0)
        return strcmp(origin + 7, host) == 0;
    return strncmp(origin, "https://", 8) == 0 && strcmp(origin + 8, host) == 0;
}

int by_routes_admit(void *data, const struct by_request *r, struct by_pass *pass)
{
    struct by_hub *h = data;

    if (h->stopping || by_lease_cut(h))
        return 503;
    if (!r->own && !origin_fits(h->setup.settings, r->origin, r->host))
        return 403;
    return by_people_admit(r, pass);
}

/* ---- Requests --------------------------------------------------------------------------------- */

static enum by_served text(struct by_http_answer *out, int status, const char *type, char *body, size_t n)
{
    out->status = status;
    out->type = type;
    out->body = body;
    out->n = n;
    return BY_SERVED;
}

const char *by_routes_ill(struct by_hub *h)
{
    if (h->stopping)
        return "stopping\n";
    if (by_drain_on(h))
        return "this server is being drained\n";
    if (by_now_ns() - h->second > INT64_C(3000000000) && h->second != 0)
        return "the event loop is late\n";
    if (h->ailing)
        return "moves cannot be saved right now\n";
    if (h->oldest != 0 && by_now_ns() - h->oldest > INT64_C(2000000000))
        return "writes take more than two seconds\n";
    return NULL;
}

static enum by_served health(struct by_hub *h, struct by_http_answer *out)
{
    const char *why = by_routes_ill(h);
    char *body = why == NULL ? by_capacity_text(h) : by_sure(strdup(why));

    return text(out, why == NULL ? 200 : 503, "text/plain; charset=utf-8", body, strlen(body));
}

/* Returns whether a request certainly comes from the server's own machine, either through the operator's socket or
 * directly from a local browser. A server with `origin` or `proxy` may be behind a proxy that does not identify itself.
 * A host name other than this machine's could belong to another site whose address has been changed to this machine's
 * (DNS rebinding). */
static bool is_here(const struct by_hub *h, const struct by_request *r)
{
    static const char *const names[] = { "localhost", "127.0.0.1", "[::1]" };
    char bare[256];

    if (r->local)
        return true;
    if (!r->loopback || !r->own || h->setup.settings->origin.n > 0 || h->setup.settings->proxy.n > 0
        || !bare_host(r->host, bare, sizeof bare))
        return false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(bare, names[i]) == 0)
            return true;
    return false;
}

/* A request for a record, which is waiting for the table to be loaded. */
struct recalling {
    struct by_hub *hub;
    struct by_request request; /* only `answer`, `data` and `ticket` are set */
    struct by_id table;
    int match;
    char *lines; /* the record of a table on another server */
    enum by_refusal why;
};

static void answer_record(char *lines, enum by_refusal why, struct by_http_answer *out)
{
    out->status = 404;
    if (why == BY_REFUSED_full || why == BY_REFUSED_unknown)
        out->status = 503; /* the table may exist */
    if (lines != NULL)
        text(out, 200, "application/x-ndjson", lines, strlen(lines));
}

/* Sends the record of a finished match. A request for any other match gets the same reply as one for an unknown
 * path. */
static void recall(struct live_table *t, enum by_refusal why, int match, struct by_http_answer *out)
{
    if (t != NULL && by_lease_holds(t))
        answer_record(by_room_record(t->room, match), BY_NOT_REFUSED, out);
    else
        answer_record(NULL, t == NULL ? why : BY_REFUSED_unknown, out);
}

/* Another server owns the table. Finished matches never change, so they are read from the journal. */
static void read_record(struct by_store *s, void *data)
{
    struct recalling *r = data;
    struct by_room *room = by_lobby_glance(s, &r->table, &r->hub->setup.host, &r->why);

    r->lines = room == NULL ? NULL : by_room_record(room, r->match);
    by_room_free(room);
}

static void on_read_record(void *data)
{
    struct recalling *r = data;
    struct by_http_answer a = { 0 };

    if (!r->hub->ended) {
        answer_record(r->lines, r->why, &a);
        r->request.answer(r->request.data, r->request.ticket, &a);
    } else {
        free(r->lines);
    }
    free(r);
}

static void on_recalled(void *data, struct live_table *t, enum by_refusal why)
{
    struct recalling *r = data;
    struct by_http_answer a = { 0 };

    if (why == BY_REFUSED_elsewhere && !r->hub->ended) {
        by_reads_ask(r->hub, read_record, on_read_record, r);
        return;
    }
    if (!r->hub->ended) {
        recall(t, why, r->match, &a);
        r->request.answer(r->request.data, r->request.ticket, &a);
    }
    free(r);
}

/* Serves record/TABLE/MATCH. */
static enum by_served record(struct by_hub *h, const struct by_request *r, const char *path, struct by_http_answer *out)
{
    char name[24] = "", *end;
    struct by_id id = { 0 };
    struct live_table *t;
    struct recalling *later;
    long match;

    out->status = 404;
    if (strcspn(path, "/") != 22 || path[22] != '/' || path[23] < '1' || path[23] > '9' || strlen(path) > 32)
        return BY_SERVED;
    memcpy(name, path, 22);
    match = strtol(path + 23, &end, 10);
    if (*end != '\0' || match > 1000000 || !by_unbase64(name, id.bytes, sizeof id.bytes) || by_audit_is(&id))
        return BY_SERVED;
    t = by_tables_known(h, &id);
    if (t != NULL) {
        recall(t->room == NULL ? NULL : t, BY_REFUSED_set_aside, (int)match, out);
        return BY_SERVED;
    }
    later = by_sure(calloc(1, sizeof *later));
    *later = (struct recalling){ .hub = h,
                                 .request = { .answer = r->answer, .data = r->data, .ticket = r->ticket },
                                 .table = id,
                                 .match = (int)match };
    by_load_want(h, &id, on_recalled, later);
    return BY_LATER;
}

static enum by_served metrics(struct by_hub *h, const struct by_request *r, struct by_http_answer *out)
{
    struct by_store_numbers numbers;
    size_t n;
    char *body;

    if (!r->loopback)
        return BY_SERVED; /* only this machine may read metrics; other machines get a 404 */
    by_store_numbers(h->setup.store, &numbers);
    body = by_metrics_text(&numbers, &n);
    return text(out, 200, "text/plain; version=0.0.4; charset=utf-8", body, n);
}

enum by_served by_routes_serve(void *data, const struct by_request *r, struct by_http_answer *out)
{
    struct by_hub *h = data;

    if (r->post) {
        if (!r->own && !origin_fits(h->setup.settings, r->origin, r->host)) {
            out->status = 403;
            return BY_SERVED;
        }
        if (!by_lease_cut(h))
            return by_people_session(h, r, out);
        out->status = 503;
        return BY_SERVED;
    }
    if (strcmp(r->path, "healthz") == 0)
        return health(h, out);
    if (strcmp(r->path, "metrics") == 0)
        return metrics(h, r, out);
    if (strcmp(r->path, "me.json") == 0) {
        out->status = 403;
        return r->own || origin_fits(h->setup.settings, r->origin, r->host) ? by_export_serve(h, r, out) : BY_SERVED;
    }
    if (strncmp(r->path, "record/", 7) == 0)
        return record(h, r, r->path + 7, out);
    return by_status_serve(h, r, is_here(h, r), out);
}

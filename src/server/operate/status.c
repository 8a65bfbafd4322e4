/* SPDX-License-Identifier: MIT */
/* status.c: decides which clients may see the server's state, and handles the requests (status.h). */
#include "status.h"

#include <stdlib.h>
#include <string.h>

#include "server/order/audit.h"
#include "server/people/sessions.h"
#include "server/tables/reads.h"
#include "util/memory.h"

enum { AT_ONCE = 4 };
#define PATIENCE 2.0 /* seconds to wait for the store before the page is shown without the store's data */

/* Forbids scripts, forms and content from other sites, which is stricter than the policy of other replies. */
#define POLICY \
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors " \
    "'none'"

struct view {
    struct by_hub *hub;
    struct by_request request; /* only `answer`, `data`, `ticket` and `language` are set */
    bool text, here, answered;
    struct by_hash session;
    struct by_timer *late;
    /* The store thread writes the following members: */
    bool allowed;
    struct by_status_read read;
};

static bool note_node(void *data, const struct by_node *n)
{
    struct by_status_read *r = data;

    r->nodes[r->nodes_n++] = *n;
    return r->nodes_n < BY_STATUS_NODES;
}

static bool note_head(void *data, const struct by_entry_of *e, const struct by_hash *hash)
{
    struct by_status_read *r = data;

    (void)e;
    r->audit = *hash;
    return true;
}

/* Returns whether the session's owner has the operator role, which only `boneyard admin operator` assigns. */
static bool operates(struct by_store *s, const struct view *v)
{
    struct by_bytes_of session = { v->session.bytes, sizeof v->session.bytes };
    struct owner o = { .device = 0 };
    char role[64];
    long n = by_store_get(s, "session", session, &o, sizeof o);

    if (n < BY_OWNER_LEAST || by_time_of(o.when) < by_people_oldest(v->hub))
        return false;
    n = by_store_get(s, "operator", (struct by_bytes_of){ o.person.bytes, sizeof o.person.bytes }, role, sizeof role);
    return n > 0;
}

static void read_status(struct by_store *s, void *data)
{
    struct view *v = data;
    struct by_id log = by_audit_id();

    v->allowed = v->here || operates(s, v);
    if (!v->allowed)
        return;
    by_nodes_each(s, note_node, &v->read);
    v->read.audit_n = by_store_count(s, &log);
    if (v->read.audit_n > 0 && v->read.audit_n != BY_UNREAD
        && by_store_read_keyed(s, &log, v->read.audit_n, note_head, &v->read, NULL) != BY_OK)
        v->read.audit_n = BY_UNREAD;
}

static void answer(struct view *v, bool allowed, const struct by_status_read *read)
{
    struct by_http_answer a = { .status = 404 };
    struct by_status s = { .language = v->request.language };

    v->answered = true;
    if (allowed) {
        by_status_gather(v->hub, read, &s);
        a.status = 200;
        a.type = v->text ? "text/plain; charset=utf-8" : "text/html; charset=utf-8";
        a.policy = POLICY;
        a.body = v->text ? by_status_text(&s) : by_status_page(&s);
        a.n = strlen(a.body);
        by_status_clear(&s);
    }
    v->request.answer(v->request.data, v->request.ticket, &a);
}

static void on_late(void *data)
{
    struct view *v = data;

    if (!v->answered && !v->hub->ended)
        answer(v, true, NULL);
}

static void on_read(void *data)
{
    struct view *v = data;

    v->hub->viewing--;
    by_timer_free(v->late);
    if (!v->answered && !v->hub->ended)
        answer(v, v->allowed, &v->read);
    free(v);
}

static enum by_served style(struct by_http_answer *out)
{
    out->status = 200;
    out->type = "text/css; charset=utf-8";
    out->body = by_sure(strdup(by_status_style()));
    out->n = strlen(out->body);
    return BY_SERVED;
}

enum by_served by_status_serve(struct by_hub *h, const struct by_request *r, bool here, struct by_http_answer *out)
{
    struct by_request as = *r;
    struct by_pass pass = { .person = { { 0 } } };
    struct view *v;

    if (strcmp(r->path, "admin.css") == 0)
        return style(out);
    if (strcmp(r->path, "admin") != 0 && strcmp(r->path, "admin.txt") != 0)
        return BY_ELSEWHERE;
    as.own = r->own && r->bearer[0] != '\0'; /* a same-origin GET has no Origin header either (export.c) */
    out->status = 404;
    if (!here && (!r->own || by_people_admit(&as, &pass) != 0))
        return BY_SERVED;
    out->status = 503;
    if (!here && h->viewing >= AT_ONCE) /* visitors must not be able to lock the operator out */
        return BY_SERVED;
    h->viewing++;
    v = by_sure(calloc(1, sizeof *v));
    v->hub = h;
    v->here = here;
    v->text = strcmp(r->path, "admin.txt") == 0;
    v->session = pass.session;
    v->request =
        (struct by_request){ .answer = r->answer, .data = r->data, .ticket = r->ticket, .language = r->language };
    if (here) {
        v->late = by_timer_new(h->loop, on_late, v);
        by_timer_set(v->late, PATIENCE);
    }
    by_reads_ask(h, read_status, on_read, v);
    return BY_LATER;
}

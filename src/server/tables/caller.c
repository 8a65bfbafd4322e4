/* SPDX-License-Identifier: MIT */
/* caller.c: handles messages to a caller, stored replies, and a caller's lifetime. */
#include "caller.h"

#include <stdlib.h>
#include <string.h>

#include "invites.h"
#include "server/operate/metrics.h"
#include "util/memory.h"

struct by_out by_caller_message(const char *is)
{
    struct by_out o = { 0 };

    by_out(&o, "{");
    by_out_key_string(&o, "is", is);
    return o;
}

void by_caller_say(struct by_caller *c, struct by_out *text)
{
    by_out(text, "}");
    if (c->socket != NULL)
        by_socket_say(c->socket, text->at, text->n);
    free(text->at);
}

/* Overwrites the line, which may contain a link's secret. */
static void line_free(char *line)
{
    if (line != NULL)
        by_forget(line, strlen(line));
    free(line);
}

/* Read-only requests are never cached. */
static bool remembered(int ask)
{
    switch (ask) {
    case BY_ASK_hello:
    case BY_ASK_list:
    case BY_ASK_browse:
    case BY_ASK_mine:
    case BY_ASK_join:
    case BY_ASK_leave:
    case BY_ASK_look:
    case BY_ASK_sessions:
    case BY_ASK_people:
    case BY_ASK_met:
    case BY_ASK_reports:
    case BY_ASK_case:
    case BY_ASK_audit:
    case BY_ASK_tournaments:
    case BY_ASK_follow:
    case BY_ASK_history:
    case BY_ASK_profile:
    case BY_ASK_ladder:
    case BY_ASK_push:
    case BY_ASK_ping:
    case BY_ASKS: return false;
    default: return true;
    }
}

static struct recent *recent_of(const struct by_caller *c, const char *key, uint8_t who[32])
{
    struct by_hasher h;

    by_hash_init(&h, c->hub->key, sizeof c->hub->key, 32);
    by_hash_add(&h, c->pass.person.bytes, sizeof c->pass.person.bytes);
    by_hash_add(&h, key, strlen(key));
    by_hash_end(&h, who, 32);
    return &c->hub->recent[(who[0] | who[1] << 8) % RECENT];
}

void by_caller_answer(struct by_caller *c, int ask, const char *key, struct by_out *reply)
{
    uint8_t who[32];
    char *line;

    by_out(reply, "}");
    line = by_out_end(reply);

    if (remembered(ask) && key[0] != '\0') {
        struct recent *r = recent_of(c, key, who);

        line_free(r->line);
        memcpy(r->who, who, sizeof who);
        r->line = by_sure(strdup(line));
    }
    if (c->socket != NULL)
        by_socket_say(c->socket, line, strlen(line));
    line_free(line);
}

void by_caller_done(struct by_caller *c, int ask, const char *key)
{
    struct by_out reply = by_reply_done(key);

    by_caller_answer(c, ask, key, &reply);
}

/* Returns whether a retry may succeed. Such refusals are not stored. */
static bool passes(enum by_refusal why)
{
    return why == BY_REFUSED_not_kept || why == BY_REFUSED_unknown || why == BY_REFUSED_stopping
        || why == BY_REFUSED_too_fast || why == BY_REFUSED_too_many_tries || why == BY_REFUSED_full
        || why == BY_REFUSED_paused || why == BY_REFUSED_set_aside || why == BY_REFUSED_elsewhere;
}

void by_caller_refuse(struct by_caller *c, int ask, const char *key, enum by_refusal why, const struct by_fault *f)
{
    struct by_out reply = by_reply_refused(key, why, f, true);

    if (why == BY_REFUSED_elsewhere)
        by_out_key_string(&reply, "at", c->hub->elsewhere);
    by_metric_add(BY_METRIC_messages_bad, 1);
    by_metric_refused(why);
    by_caller_answer(c, passes(why) ? BY_ASKS : ask, key, &reply);
}

void by_caller_dismiss(struct by_caller *c, enum by_refusal why, int code)
{
    struct by_out o = by_caller_message("gone");
    char text[BY_CODE_ROOM];

    by_out_key_string(&o, "code", by_refusal_code(why, NULL, text));
    by_out_key_string(&o, "error", by_refusal_sentence(why));
    by_caller_say(c, &o);
    if (c->socket != NULL)
        by_socket_end(c->socket, code);
}

bool by_caller_repeat(struct by_caller *c, int ask, const char *key)
{
    uint8_t who[32];
    struct recent *r;

    if (!remembered(ask) || key[0] == '\0')
        return false;
    r = recent_of(c, key, who);
    if (r->line == NULL || memcmp(r->who, who, sizeof who) != 0)
        return false;
    if (c->socket != NULL)
        by_socket_say(c->socket, r->line, strlen(r->line));
    return true;
}

void by_caller_hold(struct by_caller *c) { c->waits++; }

void by_caller_free(struct by_caller *c)
{
    if (c->before != NULL)
        c->before->after = c->after;
    else
        c->hub->callers = c->after;
    if (c->after != NULL)
        c->after->before = c->before;
    free(c->bars);
    free(c->notices);
    by_invites_clear(c);
    free(c);
}

void by_caller_drop(struct by_caller *c)
{
    if (--c->waits == 0 && c->socket == NULL)
        by_caller_free(c);
}

/* ---- Requests that wait ----------------------------------------------------------------------- */

enum { LATER_MOST = 64 };

void by_caller_pause(struct by_caller *c)
{
    c->pauses++;
    by_caller_hold(c);
}

bool by_caller_waits(struct by_caller *c, const struct by_asked_for *what)
{
    struct later_ask *a;

    if (c->pauses == 0)
        return false;
    if (c->later_n == LATER_MOST) {
        by_caller_refuse(c, BY_ASKS, what->key, BY_REFUSED_too_fast, NULL);
        return true;
    }
    if (c->later == NULL)
        c->last = &c->later;
    a = by_sure(calloc(1, sizeof *a));
    a->what = *what;
    *c->last = a;
    c->last = &a->next;
    c->later_n++;
    return true;
}

void by_caller_wait_first(struct by_caller *c, const struct by_asked_for *what)
{
    struct later_ask *a = by_sure(calloc(1, sizeof *a));

    a->what = *what;
    a->next = c->later;
    if (c->later == NULL)
        c->last = &a->next;
    c->later = a;
    c->later_n++;
}

void by_caller_resume(struct by_caller *c)
{
    c->pauses--;
    for (struct later_ask *a; c->pauses == 0 && (a = c->later) != NULL;) {
        c->later = a->next;
        c->later_n--;
        if (c->socket != NULL && !by_socket_ending(c->socket))
            c->hub->handle(c, &a->what);
        by_forget(a, sizeof *a); /* overwritten, since it may contain a password */
        free(a);
    }
    by_caller_drop(c);
}

void by_caller_forget_answers(struct by_hub *h)
{
    for (int i = 0; i < RECENT; i++)
        line_free(h->recent[i].line);
}

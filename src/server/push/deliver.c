/* SPDX-License-Identifier: MIT */
/* deliver.c: sends messages with boneyard-push, one process per thread. If a service hangs, only one thread is delayed.
 *
 *     2xx        delivered to the push service
 *     404, 410   the subscription has expired: it is deleted
 *     429, 5xx, no answer   retried after 1, 5 and 25 minutes, or when the service says, until the turn is over
 *     not a public address  refused by boneyard-push; the subscription is deleted
 *     others     refused; the message is dropped but the subscription stays, since the fault may be the server's */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "inside.h"
#include "room/room.h"
#include "server/operate/log.h"
#include "server/operate/metrics.h"
#include "server/operate/workers.h"
#include "server/tables/tables.h"
#include "util/chance.h"
#include "util/child.h"
#include "util/memory.h"

enum { THREADS = 4, MOST = 1000, TRIES = 4, FIRST = 60, FACTOR = 5, LONGEST = 3600 }; /* waiting times in seconds */

struct delivery {
    struct by_work work;
    struct delivery *next;
    struct by_hub *hub;
    struct by_note note;
    struct by_vapid key;
    int64_t ttl; /* seconds left when the message is sent */
    double again;
    int tries;
    bool subject; /* whether the first origin in the settings uses https */
    /* The answer. */
    int64_t status, after;
    bool inside;
};

/* ---- On a thread ------------------------------------------------------------------------------ */

bool by_push_run(const struct by_push *p, struct by_child *child, const char *line, char out[BY_PUSH_LINE])
{
    char path[sizeof p->helper];
    char *words[] = { path, NULL };
    const char *answer;
    size_t n;

    memcpy(path, p->helper, sizeof path);
    if (child->id == 0 && !by_child_run(child, words, NULL, NULL))
        return false;
    by_child_calm(child);
    by_child_say(child, line);
    if (by_child_line(child, by_now_ms() + BY_PUSH_PATIENCE, &p->stop, &answer, &n) == BY_GOT_LINE
        && n < BY_PUSH_LINE) {
        memcpy(out, answer, n + 1);
        return true;
    }
    by_child_end(child, 0);
    return false;
}

static char *line_of(const struct delivery *d)
{
    const struct by_texts *origin = &d->hub->setup.settings->origin;
    struct by_out o = { 0 };

    by_out(&o, "{");
    by_out_key_string(&o, "do", "send");
    by_out_key_base64(&o, "secret", d->key.secret, sizeof d->key.secret);
    by_out_key_base64(&o, "public", d->key.public, sizeof d->key.public);
    by_out_key_string(&o, "endpoint", d->note.to.endpoint);
    by_out_key_base64(&o, "p256dh", d->note.to.p256dh, sizeof d->note.to.p256dh);
    by_out_key_base64(&o, "auth", d->note.to.auth, sizeof d->note.to.auth);
    by_out_key_int(&o, "ttl", d->ttl);
    by_out_key_string(&o, "topic", d->note.topic);
    by_out_key_string(&o, "text", d->note.text);
    if (d->subject)
        by_out_key_string(&o, "subject", origin->at[0]);
    by_out(&o, "}");
    return by_out_end(&o);
}

static void leave(void *own)
{
    struct by_child *child = own;

    if (child != NULL)
        by_child_end(child, 0);
    free(child);
}

static void send_one(void *data, struct by_work *e, void **own)
{
    struct by_push *p = data;
    struct delivery *d = (struct delivery *)e;
    char *line = line_of(d), answer[BY_PUSH_LINE];
    by_json *j;
    const char *why;

    if (*own == NULL)
        *own = by_sure(calloc(1, sizeof(struct by_child)));
    d->status = d->after = 0;
    d->inside = false;
    if (by_push_run(p, *own, line, answer)) {
        j = by_json_read(answer, strlen(answer), NULL);
        why = by_field_text(j, "why");
        d->status = by_field_number(j, "status", 0);
        d->after = by_field_number(j, "after", 0);
        d->inside = why != NULL && (strcmp(why, "inside") == 0 || strcmp(why, "key") == 0);
        by_json_free(j);
    }
    by_forget(line, strlen(line));
    free(line);
}

/* ---- On the loop ------------------------------------------------------------------------------ */

static void end(struct delivery *d)
{
    by_forget(d, sizeof *d);
    free(d);
}

static void drop(void *data, struct by_work *e)
{
    (void)data;
    end((struct delivery *)e);
}

/* Returns whether the message is still valid: the turn is the same, or the table is on another server. */
static bool still_due(const struct delivery *d)
{
    struct live_table *t = by_tables_known(d->hub, &d->note.table);
    struct by_room_turn turn;

    if (by_loop_now(d->hub->loop) >= d->note.until)
        return false;
    return t == NULL || t->room == NULL
        || (by_room_turn(t->room, by_tables_time(t), &turn) && turn.number == d->note.turn);
}

static void retry(struct delivery *d)
{
    struct by_push *p = d->hub->push;
    int64_t wait = FIRST, haste = d->hub->setup.host.haste;

    for (int i = 1; i < d->tries; i++)
        wait *= FACTOR;
    if (d->after > wait)
        wait = d->after;
    if (wait > LONGEST)
        wait = LONGEST;
    d->again = by_loop_now(d->hub->loop) + (double)wait / (double)(haste > 1 ? haste : 1);
    if (d->tries >= TRIES || d->again >= d->note.until || p->waiting_n >= MOST) {
        by_metric_add(BY_METRIC_push_lost, 1);
        end(d);
        return;
    }
    d->next = p->waiting;
    p->waiting = d;
    p->waiting_n++;
}

static void on_sent(void *data, struct by_work *e)
{
    struct delivery *d = (struct delivery *)e;
    struct by_push *p = data;

    p->sending--;
    if (d->status >= 200 && d->status < 300) {
        by_metric_add(BY_METRIC_push_sent, 1);
    } else if (d->status == 404 || d->status == 410) {
        by_metric_add(BY_METRIC_push_expired, 1);
        by_subscription_drop(d->hub, &d->note.to.key);
    } else if (d->inside) {
        by_metric_add(BY_METRIC_push_inside, 1);
        by_subscription_drop(d->hub, &d->note.to.key);
    } else if (d->status == 0 || d->status == 429 || d->status >= 500) {
        by_metric_add(BY_METRIC_push_retried, 1);
        retry(d);
        return;
    } else {
        by_metric_add(BY_METRIC_push_refused, 1);
        by_log(BY_LOG_WARN, "push-refused", BY_LOG_FIELDS(BY_LOG_NUMBER("status", d->status)));
    }
    end(d);
}

static void send(struct delivery *d)
{
    struct by_push *p = d->hub->push;
    const struct by_workers_setup setup = { .threads = THREADS,
                                            .most = MOST,
                                            .normal = true,
                                            .work = send_one,
                                            .leave = leave,
                                            .done = on_sent,
                                            .drop = drop,
                                            .data = p };

    if (p->workers == NULL)
        p->workers = by_workers_new(d->hub->loop, &setup);
    d->tries++;
    d->ttl = (int64_t)(d->note.until - by_loop_now(d->hub->loop));
    if (by_workers_ask(p->workers, &d->work)) {
        p->sending++;
        return;
    }
    by_metric_add(BY_METRIC_push_lost, 1);
    end(d);
}

void by_deliver(struct by_hub *h, const struct by_note *n)
{
    const struct by_texts *origin = &h->setup.settings->origin;
    struct delivery *d = by_sure(calloc(1, sizeof *d));

    d->hub = h;
    d->note = *n;
    d->key = h->push->key;
    d->subject = origin->n > 0 && strncmp(origin->at[0], "https://", 8) == 0;
    send(d);
}

void by_deliver_tick(struct by_hub *h)
{
    struct delivery *d = h->push->waiting, *next;

    h->push->waiting = NULL;
    h->push->waiting_n = 0;
    for (; d != NULL; d = next) {
        next = d->next;
        if (!still_due(d)) {
            end(d);
        } else if (d->again <= by_loop_now(h->loop)) {
            send(d);
        } else {
            d->next = h->push->waiting;
            h->push->waiting = d;
            h->push->waiting_n++;
        }
    }
}

void by_deliver_end(struct by_hub *h)
{
    struct by_push *p = h->push;

    __atomic_store_n(&p->stop, 1, __ATOMIC_RELAXED);
    by_workers_free(p->workers);
    for (struct delivery *d = p->waiting, *next; d != NULL; d = next) {
        next = d->next;
        end(d);
    }
}

/* SPDX-License-Identifier: MIT */
/* vapid.c: keeps the server's key for push services (RFC 8292), which is created when first requested. */
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "server/operate/log.h"
#include "server/tables/caller.h"
#include "server/tables/reads.h"
#include "server/tables/writes.h"
#include "util/child.h"
#include "util/memory.h"

enum { SEALED = sizeof(struct by_vapid) + BY_SEAL_MORE };

static const struct by_bytes_of name = { "push", 4 };

static bool unseal(const struct by_room_host *host, const uint8_t sealed[SEALED], struct by_vapid *out)
{
    bool fine = by_unseal(host->seal, sealed, SEALED, out);

    for (int i = 0; !fine && i < host->former_n; i++)
        fine = by_unseal(host->former[i], sealed, SEALED, out);
    return fine;
}

int by_vapid_read(struct by_store *s, const struct by_room_host *host, struct by_vapid *out)
{
    uint8_t sealed[SEALED];
    long n = by_store_get(s, "server", name, sealed, sizeof sealed);

    return n == -2 ? -1 : n == SEALED && unseal(host, sealed, out);
}

struct asked {
    struct by_caller *caller;
    struct by_asked_for what;
    struct by_room_host host;
    struct by_push *push;
    uint8_t was[SEALED], now[SEALED]; /* the stored row, and the row to be written */
    long was_n;
    bool made;
    int tries;
    struct by_vapid key;
};

static void end(struct asked *a, enum by_refusal why)
{
    struct by_caller *c = a->caller;
    struct by_out reply;

    if (why == BY_NOT_REFUSED) {
        a->push->key = a->key;
        a->push->known = true;
        reply = by_reply_done(a->what.key);
        by_out_key_base64(&reply, "push", a->key.public, sizeof a->key.public);
        by_caller_answer(c, a->what.id, a->what.key, &reply);
    } else {
        by_caller_refuse(c, a->what.id, a->what.key, why, NULL);
    }
    by_forget(a, sizeof *a);
    free(a);
    by_caller_resume(c);
}

/* Has boneyard-push make a key, which happens once in the lifetime of a database. */
static bool make(struct asked *a)
{
    char line[BY_PUSH_LINE];
    struct by_child child = { .id = 0 };
    bool ran = by_push_run(a->push, &child, "{\"do\":\"key\"}", line);
    by_json *j = ran ? by_json_read(line, strlen(line), NULL) : NULL;
    bool fine = by_field_bytes(j, "secret", a->key.secret, sizeof a->key.secret)
        && by_field_bytes(j, "public", a->key.public, sizeof a->key.public);

    by_json_free(j);
    by_forget(line, sizeof line);
    by_child_end(&child, 100);
    return fine;
}

static void read_or_make(struct by_store *s, void *data)
{
    struct asked *a = data;

    a->was_n = by_store_get(s, "server", name, a->was, sizeof a->was);
    if (a->was_n == -2 || (a->was_n == SEALED && unseal(&a->host, a->was, &a->key)))
        return;
    a->made = make(a);
    if (a->made)
        by_seal(a->host.seal, &a->key, sizeof a->key, a->now);
}

static void on_read(void *data);

/* If another server has stored a key first, uses that key. */
static void on_written(void *data, const struct by_stored *s)
{
    struct asked *a = data;

    if (s->outcome == BY_KEPT) {
        end(a, BY_NOT_REFUSED);
    } else if (s->taken && a->tries++ < 3) {
        a->made = false;
        by_reads_ask(a->caller->hub, read_or_make, on_read, a);
    } else {
        if (!s->taken)
            by_writes_lost(a->caller->hub, s);
        end(a, BY_REFUSED_not_kept);
    }
}

static void on_read(void *data)
{
    struct asked *a = data;
    struct by_put_of put = { "server", name, { a->now, sizeof a->now } };
    struct by_bytes_of was = { a->was, a->was_n > 0 ? (size_t)a->was_n : 0 };
    struct by_batch b = { .puts = &put, .puts_n = 1, .was = &was };

    if (a->was_n == -2) {
        end(a, BY_REFUSED_unknown);
    } else if (a->made) {
        b.fresh = a->was_n < 0;
        b.used = a->was_n >= 0;
        by_writes_ask(a->caller->hub, &b, on_written, a);
    } else if (a->was_n == SEALED && a->key.public[0] == 4) {
        end(a, BY_NOT_REFUSED);
    } else {
        by_log(BY_LOG_ERROR, "push-key", BY_LOG_FIELDS(BY_LOG_TEXT("why", "boneyard-push has failed")));
        end(a, BY_REFUSED_no_push);
    }
}

void by_vapid_ask(struct by_caller *c, const struct by_asked_for *what)
{
    struct asked *a = by_sure(calloc(1, sizeof *a));

    *a = (struct asked){
        .caller = c, .what = *what, .host = c->hub->setup.host, .push = c->hub->push, .key = c->hub->push->key
    };
    by_caller_pause(c);
    if (a->push->known)
        end(a, BY_NOT_REFUSED);
    else
        by_reads_ask(c->hub, read_or_make, on_read, a);
}

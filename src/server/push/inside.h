/* SPDX-License-Identifier: MIT */
/* inside.h: declarations shared by the files of this folder. */
#ifndef BY_SERVER_PUSH_INSIDE_H
#define BY_SERVER_PUSH_INSIDE_H

#include "push.h"
#include "subscriptions.h"
#include "util/helper.h"

/* The P-256 key with which the server signs its messages. The key is stored, sealed, in the `server` list, so all
 * servers that share a database have the same one. A browser accepts only messages signed with the key with which it
 * subscribed. */
struct by_vapid {
    uint8_t secret[32], public[65];
};

struct by_push {
    bool on;                     /* the setting */
    char helper[BY_HELPER_PATH]; /* the path of boneyard-push; "" if it is not installed */
    bool known;                  /* `key` is */
    struct by_vapid key;
    struct by_workers *workers; /* see deliver.c; NULL before the first message */
    struct delivery *waiting;   /* messages to be resent later */
    int sending, waiting_n;
    int stop; /* set to make the threads stop */
};

/* Reads the key. Call on a store thread. Returns 1 on success, 0 if there is no key or the key that seals it was lost,
 * or -1 if the store cannot be read. */
int by_vapid_read(struct by_store *s, const struct by_room_host *host, struct by_vapid *out);
/* Answers `push` with the public key. Makes the key if it does not exist. */
void by_vapid_ask(struct by_caller *c, const struct by_asked_for *what);

/* A message for one device. */
struct by_note {
    struct by_id table;
    uint64_t turn;   /* the turn that the message is about (struct by_room_turn) */
    char topic[23];  /* a later message with the same topic replaces this one */
    double until;    /* loop time after which the message is pointless */
    char text[1024]; /* JSON for the page's service worker */
    struct by_subscription to;
};
void by_deliver(struct by_hub *h, const struct by_note *n); /* sends the message, retrying if necessary */
void by_deliver_tick(struct by_hub *h);
void by_deliver_end(struct by_hub *h);

/* Sends boneyard-push a line and waits for the answer. Returns false if none arrives within BY_PUSH_PATIENCE. Call on a
 * worker thread; `child` is the thread's own. */
struct by_child;
enum { BY_PUSH_PATIENCE = 20000, BY_PUSH_LINE = 200 };
bool by_push_run(const struct by_push *p, struct by_child *child, const char *line, char out[BY_PUSH_LINE]);

#endif

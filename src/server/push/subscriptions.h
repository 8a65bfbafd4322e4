/* SPDX-License-Identifier: MIT */
/* subscriptions.h: stores the devices to be notified when it is their player's turn.
 *
 * The `push` list maps the hash of a device's endpoint to JSON {endpoint, p256dh, auth, language, session, at}. Rows
 * are indexed by person, and expire like inactive guests. A device that logs out or switches to another person has a
 * new session, so it is no longer notified. */
#ifndef BY_SERVER_PUSH_SUBSCRIPTIONS_H
#define BY_SERVER_PUSH_SUBSCRIPTIONS_H

#include "server/results/rating_row.h"
#include "server/tables/inside.h"

enum {
    BY_DEVICES_MOST = 10, /* maximum number of devices per person; a new one replaces the oldest */
    BY_ENDPOINT = 1001
};

struct by_subscription {
    struct by_hash key;
    struct by_hash session;
    char endpoint[BY_ENDPOINT], language[6];
    uint8_t p256dh[65], auth[16];
    int64_t at; /* when the device last subscribed (Unix time) */
    bool ended; /* whether its session is over */
};

/* Reads a person's subscriptions. `ended` marks those without a session. The caller frees *all. Returns the number of
 * subscriptions, or -1 if the store cannot be read. Call on a store thread. */
int by_subscriptions_read(struct by_store *s, const struct by_id *person, struct by_subscription **all);

/* Deletes a subscription. */
void by_subscription_drop(struct by_hub *h, const struct by_hash *key);

void by_subscriptions_ask(struct by_caller *c, const struct by_asked_for *what); /* subscribe, unsubscribe */

/* Adds the `push` member to a copy of a person's data. Returns false if the store cannot be read. */
bool by_subscriptions_export(struct by_store *s, const struct by_id *person, struct by_out *o);
/* Adds the writes that delete a person's subscriptions. Returns false if the store cannot be read. */
bool by_subscriptions_forget(struct by_store *s, const struct by_id *person, struct by_puts *p);

#endif

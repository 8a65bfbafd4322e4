/* SPDX-License-Identifier: MIT */
/* hub.h: connects people with tables: keeps track of each socket's person and table, and of stored entries.
 *
 *     request -> by_room_decide -> the store -> kept -> by_room_apply -> the answer, and the event for everyone
 *
 * All of this runs on the loop's thread, which the store's writer, the bots and the password threads wake. */
#ifndef BY_SERVER_TABLES_HUB_H
#define BY_SERVER_TABLES_HUB_H

#include "server/operate/config.h"
#include "server/net/door.h"
#include "external_bot.h"
#include "server/net/loop.h"
#include "room/room.h"
#include "store/store.h"

struct by_hub;

struct by_hub_setup {
    const struct by_settings *settings; /* borrowed, like the other pointers */
    struct by_store *store;
    struct by_external_bots *guests; /* external bots; stop them before freeing the hub */
    const char *db;                  /* database path; a small file next to the database names the table being loaded */
    struct by_room_host host;
    struct by_id node; /* the owner of this server's leases */
    int lease;         /* for tests: the duration of leases in milliseconds; 0 for the default */
};

/* Starts loading every table that is waiting for players or in play. */
struct by_hub *by_hub_new(struct by_loop *l, const struct by_hub_setup *s, struct by_fault *f); /* NULL and a fault */
void by_hub_free(struct by_hub *h); /* call after the connections have ended and before closing the store */

struct by_doorman by_hub_door(struct by_hub *h);
void by_hub_tick(struct by_hub *h); /* once a second */

/* Announces the shutdown and closes the sockets. Returns true once all are closed and no write is pending. */
void by_hub_stop(struct by_hub *h);
bool by_hub_quiet(struct by_hub *h);

#endif

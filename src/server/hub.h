/* hub.h: people and tables: who is who, which socket looks at which table, and what is kept.
 *
 *     ask -> by_room_decide -> the store -> kept -> by_room_apply -> the answer, and the event for everybody
 *
 * All of it runs on the loop; the store's writer, the bots and the password threads wake it. */
#ifndef BY_SERVER_HUB_H
#define BY_SERVER_HUB_H

#include "config.h"
#include "door.h"
#include "guest.h"
#include "loop.h"
#include "room/room.h"
#include "store/store.h"

struct by_hub;

struct by_hub_setup {
    const struct by_settings *settings; /* borrowed, as is the rest */
    struct by_store *store;
    struct by_guests *guests;           /* freed before the hub */
    const char *db;                     /* its path: a small file beside it marks a table that is being loaded */
    struct by_room_host host;
};

/* Loads every table that waits or plays. */
struct by_hub *by_hub_new(struct by_loop *l, const struct by_hub_setup *s);
void by_hub_free(struct by_hub *h);     /* after the connections are gone; before the store is closed */

struct by_doorman by_hub_door(struct by_hub *h);
void by_hub_tick(struct by_hub *h);     /* once a second */

/* Tells everybody that the server stops, and ends the sockets; true when all have gone and nothing is being written. */
void by_hub_stop(struct by_hub *h);
bool by_hub_quiet(const struct by_hub *h);

#endif

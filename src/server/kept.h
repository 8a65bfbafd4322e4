/* kept.h: where the server keeps everything: its database, and the key that seals the shuffles in it. */
#ifndef BY_SERVER_KEPT_H
#define BY_SERVER_KEPT_H

#include "config.h"
#include "room/room.h"
#include "store/store.h"

enum { BY_PLACE_MOST = 1024 };

struct by_kept {
    struct by_store *store;
    struct by_room_host host;
    char db[BY_PLACE_MOST];
};

/* The database that the settings mean: `db`, $STATE_DIRECTORY/boneyard.db or ~/.local/state/boneyard/boneyard.db; and
 * its key's file.  False and a sentence: there is no such place. */
bool by_kept_place(const struct by_settings *s, char db[BY_PLACE_MOST], char key[BY_PLACE_MOST]);

/* What is wrong with a database, and what helps if its file is damaged. */
#define BY_KEPT_DAMAGED \
    "the file is damaged: stop the server, move the file away with what lies beside it (-wal, -shm; not its key), " \
    "and bring your newest copy back with boneyard admin restore FILE"
void by_kept_say(const struct by_fault *f);

/* Opens a store; NULL, and standard error says why and what helps. */
struct by_store *by_kept_store(const struct by_store_setup *setup);

/* Opens the database; makes the key if there is none.  False: standard error says why. */
bool by_kept_open(const struct by_settings *s, struct by_kept *out);
void by_kept_close(struct by_kept *k);

#endif

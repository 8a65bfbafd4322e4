/* SPDX-License-Identifier: MIT */
/* database.h: opens the server's database and the key that seals its shuffles. */
#ifndef BY_SERVER_OPERATE_DATABASE_H
#define BY_SERVER_OPERATE_DATABASE_H

#include "config.h"
#include "room/room.h"
#include "store/store.h"

enum { BY_PLACE_MOST = 1024 };

enum { BY_KEYS = 8 }; /* maximum number of keys in a key file: the current one, then earlier ones, newest first */

struct by_database {
    struct by_store *store;
    struct by_room_host host; /* `keys` holds the host's earlier keys */
    uint8_t keys[BY_KEYS][BY_SEAL_KEY];
    struct by_id node; /* the owner of the store's leases */
    char db[BY_PLACE_MOST];
    char beside[BY_PLACE_MOST]; /* the path of the database's companion files, without suffixes */
};

/* Finds the configured database and its key file. The database is `db` (a file or an address),
 * $STATE_DIRECTORY/boneyard.db or ~/.local/state/boneyard/boneyard.db. If none of these is available, returns false
 * with the reason on standard error. */
bool by_database_place(const struct by_settings *s, char db[BY_PLACE_MOST], char key[BY_PLACE_MOST]);

/* Finds the path of a database's companion files (`beside` above), given its key file. */
void by_database_beside(const struct by_settings *s, const char *db, const char *key, char out[BY_PLACE_MOST]);

/* Creates an empty file next to the database. The file's modification time tells the running server when the last copy
 * was made. */
void by_database_note_copy(const char *db);

/* Returns whether a key is the current key of a database. */
bool by_database_has_key(struct by_store *store, const uint8_t key[BY_SEAL_KEY]);

/* Replaces a lost key. On failure returns false, with the reason on standard error. */
bool by_database_new_key(struct by_store *store, const char *path);

/* Adds a new key at the start of the key file and records it in the database. After an interruption between the two
 * steps, the server records the key at its next start. On failure returns false, with the reason on standard error. */
bool by_database_rotate_key(struct by_store *store, const char *path);

/* Reads a key file. Returns the number of keys. On failure returns 0, with the reason on standard error. */
int by_database_read_keys(const char *path, uint8_t keys[BY_KEYS][BY_SEAL_KEY]);

/* Prints a database fault and, if the file is damaged, a remedy. */
#define BY_DATABASE_DAMAGED \
    "the file is damaged: stop the server, move it and its -wal and -shm files away (but not its key), " \
    "and bring your newest copy back with boneyard admin restore FILE"
void by_database_complain(const struct by_fault *f);

/* Returns whether a file could be a copy of a database. If not, prints the reason. */
bool by_database_is_copy(const char *path);

/* Opens a store. On failure returns NULL and prints the reason and a remedy to standard error. */
struct by_store *by_database_store(const struct by_store_setup *setup);

/* Opens the database, and creates the key if it is missing. On failure returns false, with the reason on standard
 * error. */
bool by_database_open(const struct by_settings *s, struct by_database *out);
void by_database_close(struct by_database *k);

#endif

/* SPDX-License-Identifier: MIT */
/* throttle.h: slows down password guessing.
 *
 * A few wrong attempts are free; each one after that doubles the wait. An attempt is counted when it begins, so
 * parallel attempts cannot bypass the limit. How an attempt is counted depends on its origin:
 *
 *     a stranger      by account and by address. Counts above the free attempts are also stored in the database (list
 *                     `tries`): those of accounts always, so that a restart does not reset them, and those of
 *                     addresses, under a keyed hash, if several servers share the database
 *     a known device  (devices.h) and the person's own sessions: only their own attempts, with a short wait, so
 *                     strangers never lock the owner out
 *
 * A successful login clears the counts of the account and the device, but not of the address: otherwise, guessers could
 * reset it by logging in to an account of their own. Counts are forgotten after an hour without attempts. */
#ifndef BY_SERVER_PEOPLE_THROTTLE_H
#define BY_SERVER_PEOPLE_THROTTLE_H

#include "server/net/door.h"
#include "store/store.h"

struct by_hub;
enum { BY_TRIES = 1024 };

struct by_tries {
    uint64_t who;
    int n;
    double until, forget; /* loop times */
};

/* The stored counts of attempts; 0 if there are none. */
struct by_stored_count {
    uint8_t n[4], until[8]; /* little-endian; Unix time */
};
struct by_stored_tries {
    struct by_stored_count account, address;
};

/* The origin of an attempt. */
struct by_guesser {
    const uint8_t *address;     /* 16 bytes */
    const char *account;        /* the account's folded name; NULL if the attempt is not counted by account */
    const struct by_id *device; /* the known device or person; NULL for a stranger */
};

/* Reads the stored counts of an account and of an address. Call on a store thread. */
void by_throttle_read(struct by_store *s, const struct by_hub *h, const char *account, const uint8_t address[16],
                      struct by_stored_tries *out);

/* Counts an attempt and returns true, or returns false if the attempt has to wait. `stored` may be NULL. */
bool by_throttle_begin(struct by_hub *h, const struct by_guesser *g, const struct by_stored_tries *stored);
void by_throttle_succeeded(struct by_hub *h, const struct by_guesser *g);
void by_throttle_undo(struct by_hub *h, const struct by_guesser *g); /* call if the password was not checked after
                                                                      * all */

#endif

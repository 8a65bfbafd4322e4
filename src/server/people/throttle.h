/* SPDX-License-Identifier: MIT */
/* throttle.h: slows down wrong passwords.
 *
 * A few wrong attempts are free; after that each doubles the wait. An attempt is counted when it begins, so that
 * parallel attempts do not bypass this. What is counted depends on who tries:
 *
 *     a stranger      by account and by address. The account's count is also in the database (list `tries`), for all
 *                     servers and across restarts; addresses are counted in memory only
 *     a known device  (devices.h) and the person's own sessions: only these attempts, and the wait is short, so
 *                     strangers never lock the owner out
 *
 * Success clears the account's and the device's count, but not the address's: otherwise a guesser could reset it by
 * logging in to an account of their own. Counts are forgotten after an hour without attempts. */
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

/* The attempts to log in to an account, as stored. */
struct by_stored_tries {
    uint8_t n[4], until[8]; /* little-endian; Unix time */
};

/* Whose attempt it is. */
struct by_guesser {
    const uint8_t *address;     /* 16 bytes */
    const char *account;        /* its folded name, or NULL: not counted by account */
    const struct by_id *device; /* the known device or person, or NULL: a stranger */
};

/* Reads an account's attempts; on a thread of the store. */
void by_throttle_read(struct by_store *s, const char *account, struct by_stored_tries *out);

/* Counts an attempt and returns true, or returns false if it has to wait. `stored` may be NULL. */
bool by_throttle_begin(struct by_hub *h, const struct by_guesser *g, const struct by_stored_tries *stored);
void by_throttle_succeeded(struct by_hub *h, const struct by_guesser *g);
void by_throttle_undo(struct by_hub *h, const struct by_guesser *g); /* the password was not checked after all */

#endif

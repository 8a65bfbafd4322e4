/* SPDX-License-Identifier: MIT */
/* link.h: manages one connection to PostgreSQL, used by one thread at a time, and upgrades the schema. No function
 * waits longer than the setup's time limit (`patience`). Private to the store. */
#ifndef BY_STORE_POSTGRES_LINK_H
#define BY_STORE_POSTGRES_LINK_H

#include <libpq-fe.h>

#include "store/store.h"

struct by_link {
    PGconn *at;
    int patience;    /* milliseconds */
    bool doubted;    /* whether the database has warned of a cancelled wait for a standby since the flag was last
                      * cleared */
    bool late;       /* whether the server failed to respond in time */
    char server[64]; /* identifies the database server and its start time */
};

enum by_link_kind { BY_LINK_WRITES, BY_LINK_READS, BY_LINK_LOOKS };

/* One of the hosts that the database's address names. */
struct by_link_host {
    char name[256], address[64], port[16]; /* `address` is empty if the host is a folder with a socket */
};
struct by_link_host by_link_host_of(const struct by_link *l);

/* Connects, checks the settings that durability depends on and, for a link that writes, creates or upgrades the
 * schema. `host` is the only host to try, or NULL to try all. */
struct by_link *by_link_open(const struct by_store_setup *s, enum by_link_kind kind, const struct by_link_host *host,
                             struct by_fault *f);
void by_link_close(struct by_link *l); /* accepts NULL */

/* Locks other servers out of the database while this connection exists. */
by_err by_link_lock(struct by_link *l, bool shared, int tries, struct by_fault *f);

/* Makes sure that all readable data is on disk and on the standbys by waiting for a commit there. */
by_err by_link_settle(struct by_link *l, struct by_fault *f);

/* Sets *out to the next result, or to NULL at the end of a command's results. Returns false if the connection is
 * lost. */
bool by_link_next(struct by_link *l, PGresult **out);

/* Runs a statement. Returns its result, which the caller clears (PQclear), or NULL if the connection is lost. */
PGresult *by_link_ask(struct by_link *l, const char *statement, int n, const char *const *values, const int *lengths,
                      const int *formats);

/* Sets a fault to the failed action and the database's message, taken from r or, if r is NULL, from the connection. */
by_err by_link_fault(const struct by_link *l, const PGresult *r, const char *what, struct by_fault *f);

#endif

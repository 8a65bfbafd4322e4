/* SPDX-License-Identifier: MIT */
/* creating.h: declares a request that may create a table. Private to create.c and quick.c. */
#ifndef BY_SERVER_TABLES_CREATING_H
#define BY_SERVER_TABLES_CREATING_H

#include "lobby.h"
#include "queue.h"
#include "reads.h"

/* A `make` or `quick` request waiting for the store or for tables to be loaded. */
struct creating {
    struct by_caller *caller;
    struct by_asked_for what; /* as sent */
    uint8_t key[BY_QUEUE_KEY];
    struct by_asked_for make;
    struct by_id *mine; /* the tables in memory where the person has a seat */
    struct by_entries first;
    bool claims;   /* the table's lease is being claimed */
    bool reserved; /* the table's row in the `making` list is stored */
    struct by_rivals *rivals;
    int n, found;           /* `found` is the table at which the same `quick` request has taken a seat, or -1 */
    struct by_lobby others; /* tables on other servers */
    int tries;
    struct by_slot *slot; /* see quick.c; NULL for `make` */
};

struct creating *by_creating_new(struct by_caller *c, const struct by_asked_for *what);
void by_creating_end(struct creating *of);
/* Reads the tables of this person and address on other servers. */
void by_creating_others(struct creating *of, by_read_done *done);
/* Creates the table for a request, or answers with the table that the same request has already created; for `quick`,
 * then takes a seat there. Completes the request. */
void by_creating_table(void *data); /* a struct creating */
void by_creating_answer(struct by_caller *c, const struct by_asked_for *what, const struct by_id *id);
/* Redirects the client to the server that owns the table. */
void by_creating_refuse_elsewhere(struct by_caller *c, const struct by_asked_for *what, const struct by_id *id);

#endif

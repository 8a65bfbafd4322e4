/* SPDX-License-Identifier: MIT */
/* cups.h: handles requests about tournaments. */
#ifndef BY_SERVER_TOURNAMENTS_CUPS_H
#define BY_SERVER_TOURNAMENTS_CUPS_H

#include "cup.h"
#include "server/results/rating_row.h"
#include "server/tables/inside.h"

void by_cups_start(struct by_hub *h);
void by_cups_end(struct by_hub *h);

/* Answers a request about tournaments. */
void by_cups_ask(struct by_caller *c, const struct by_asked_for *what);

/* Adds the writes that store a tournament, and its players in the `entrant` list, which has a row for each player in a
 * tournament, indexed by person. `was` is the row as read; empty if the tournament is new. `keep` is the number of days
 * until a finished tournament is deleted. by_cups_delete does the opposite. */
void by_cups_put(const struct by_cup *c, const struct by_room_host *host, int keep, struct by_bytes_of was,
                 struct by_puts *p);
void by_cups_delete(const struct by_cup *c, struct by_bytes_of was, struct by_puts *p);

/* Adds the `tournaments` member to a copy of a person's data: those they organise or play in. Returns false if the
 * store cannot be read. */
bool by_cups_export(struct by_store *s, const struct by_room_host *host, const struct by_id *person, struct by_out *o);

/* Adds the writes that remove a person from tournaments. Results stay under a pseudonym. Returns false if the store
 * cannot be read. */
bool by_cups_forget(struct by_store *s, const struct by_room_host *host, const struct by_id *person, int keep,
                    struct by_puts *p);

#endif

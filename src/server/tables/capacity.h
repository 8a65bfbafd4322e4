/* SPDX-License-Identifier: MIT */
/* capacity.h: decides how many tables fit in memory, and which tables make room when it is full. Three kinds make room,
 * in this order:
 *
 *     finished tables without visitors are unloaded; nothing is lost
 *     tables that wait for players and have no visitors are closed, starting with the address that has the most open
 *         tables, and with the table that has been deserted longest
 *     matches without visitors in which at most one person has a seat are closed after ten minutes, or after one minute
 *         if their address has many open tables */
#ifndef BY_SERVER_TABLES_CAPACITY_H
#define BY_SERVER_TABLES_CAPACITY_H

#include "inside.h"

/* Returns whether another table fits; if memory is full, makes room first. */
bool by_capacity_admit(struct by_hub *h);

/* Closes a table as soon as its pending requests are done, even if people are present. */
void by_capacity_close(struct live_table *t);

/* Returns whether an address may have another open table. `elsewhere` and `wide_elsewhere` are the numbers of open
 * tables of the address and of its /48 on other servers. */
bool by_capacity_address(const struct by_hub *h, const uint8_t address[16], int elsewhere, int wide_elsewhere);

/* Returns lines of text for /healthz that describe the server's load; the caller frees them. */
char *by_capacity_text(const struct by_hub *h);

#endif

/* SPDX-License-Identifier: MIT */
/* capacity.h: how many tables fit into memory, and which give way when it is full. Three kinds do, in this order:
 *
 *     finished tables without visitors leave memory; nothing is lost
 *     tables that wait for players, without visitors, are closed: first those of the address with the most open
 *         tables, of equals the one that has been deserted longest
 *     matches without visitors in which at most one person has a seat are closed after ten minutes, or after one minute
 *         if their address has many open tables */
#ifndef BY_SERVER_TABLES_CAPACITY_H
#define BY_SERVER_TABLES_CAPACITY_H

#include "inside.h"

/* Returns whether another table fits; if memory is full, makes room first. */
bool by_capacity_admit(struct by_hub *h);

/* Closes a table, whoever is there, as soon as its pending requests are done. */
void by_capacity_close(struct live_table *t);

/* Returns whether an address may have another open table; `elsewhere` and `wide_elsewhere` are the open tables of the
 * address and of its /48 at other servers. */
bool by_capacity_address(const struct by_hub *h, const uint8_t address[16], int elsewhere, int wide_elsewhere);

/* Returns how full the server is, as lines of text for /healthz; the caller frees them. */
char *by_capacity_text(const struct by_hub *h);

#endif

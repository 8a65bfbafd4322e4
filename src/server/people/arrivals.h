/* SPDX-License-Identifier: MIT */
/* arrivals.h: limits how many people may register from an address in a day (`persons-per-address`), and from an IPv6
 * /48. A single server counts in memory. Several servers on one database count together, in its `arrivals` list: a
 * keyed hash of the address maps to a number and the end of its day. A row is replaced only if it has not changed since
 * it was read, so the limit holds even if several servers are asked at the same time. */
#ifndef BY_SERVER_PEOPLE_ARRIVALS_H
#define BY_SERVER_PEOPLE_ARRIVALS_H

#include <stdint.h>

struct by_hub;
struct by_arrivals;

enum by_arrival {
    BY_ARRIVAL_YES,
    BY_ARRIVAL_NO,
    BY_ARRIVAL_LATER,  /* `done` is called with another value once the database has answered */
    BY_ARRIVAL_UNKNOWN /* the database cannot be used right now */
};

struct by_arrivals *by_arrivals_new(struct by_hub *h);
void by_arrivals_free(struct by_arrivals *a); /* accepts NULL */

/* Returns whether another person may register from an address, and counts that person if so. */
typedef void by_on_arrival(void *data, enum by_arrival may);
enum by_arrival by_arrivals_ask(struct by_arrivals *a, const uint8_t address[16], by_on_arrival *done, void *data);

#endif

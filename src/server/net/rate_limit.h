/* SPDX-License-Identifier: MIT */
/* rate_limit.h: limits the connections and sockets of each address, the rate of new ones, and flooding. Addresses are
 * kept only in memory, and no longer than needed. For IPv6, an address means a /64, and a /48 gets the limits of
 * BY_WIDE_SHARE addresses. A club's addresses (the club-addresses setting) are not limited. */
#ifndef BY_SERVER_NET_RATE_LIMIT_H
#define BY_SERVER_NET_RATE_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "server/operate/config.h"

struct by_rate_limit;
struct by_rate_limit *by_rate_limit_new(const struct by_settings *s); /* borrowed */
void by_rate_limit_free(struct by_rate_limit *m);

enum { BY_WIDE_SHARE = 4 };

/* Adds `n` (may be negative) to an address's number of connections or sockets. */
void by_rate_limit_add(struct by_rate_limit *m, const uint8_t address[16], bool sockets, int n);
/* Returns whether an address with a limit of `most` connections or sockets may open another one. */
bool by_rate_limit_room(const struct by_rate_limit *m, const uint8_t address[16], bool sockets, int most);

/* Returns whether the address's rate allows a new connection at loop time `now` (in seconds), and counts the connection
 * if it is allowed. */
bool by_rate_limit_admit(struct by_rate_limit *m, const uint8_t address[16], double now);

/* Counts a connection closed for flooding. After too many of them, blocks the address for a minute. Never blocks this
 * machine, which may be a proxy for all clients. */
void by_rate_limit_blame(struct by_rate_limit *m, const uint8_t address[16], double now);
bool by_rate_limit_barred(const struct by_rate_limit *m, const uint8_t address[16], double now);

void by_rate_limit_tick(struct by_rate_limit *m,
                        double now); /* call once a second; expires entries and logs blocked addresses */

#endif

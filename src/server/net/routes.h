/* SPDX-License-Identifier: MIT */
/* routes.h: handles requests to the server itself, as opposed to its page, and decides which clients may open a
 * socket. */
#ifndef BY_SERVER_NET_ROUTES_H
#define BY_SERVER_NET_ROUTES_H

#include "server/net/door.h"

struct by_hub;

enum by_served by_routes_serve(void *data, const struct by_request *r, struct by_http_answer *out);

/* Returns the reason why the server is unhealthy, as a line for /healthz, or NULL if it is healthy. */
const char *by_routes_ill(struct by_hub *h);
int by_routes_admit(void *data, const struct by_request *r, struct by_pass *pass);

#endif

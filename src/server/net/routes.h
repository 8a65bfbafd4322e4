/* SPDX-License-Identifier: MIT */
/* routes.h: handles requests to the server itself, as opposed to its page, and decides who may open a socket. */
#ifndef BY_SERVER_NET_ROUTES_H
#define BY_SERVER_NET_ROUTES_H

#include "server/net/door.h"

enum by_served by_routes_serve(void *data, const struct by_request *r, struct by_http_answer *out);
int by_routes_admit(void *data, const struct by_request *r, struct by_pass *pass);

#endif

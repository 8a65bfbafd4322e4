/* SPDX-License-Identifier: MIT */
/* order.h: requests about order at the tables: muting, blocking, reports, and what moderators do. */
#ifndef BY_SERVER_ORDER_ORDER_H
#define BY_SERVER_ORDER_ORDER_H

#include "server/tables/inside.h"

/* Handles a request, if it is of this kind; otherwise returns false. */
bool by_order_ask(struct by_caller *c, const struct by_asked_for *what);

#endif

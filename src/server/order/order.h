/* SPDX-License-Identifier: MIT */
/* order.h: handles requests about conduct: muting, blocking, reports and moderation. */
#ifndef BY_SERVER_ORDER_ORDER_H
#define BY_SERVER_ORDER_ORDER_H

#include "server/tables/inside.h"

/* Handles a request of this kind. Returns false for any other request. */
bool by_order_ask(struct by_caller *c, const struct by_asked_for *what);

#endif

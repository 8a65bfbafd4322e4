/* SPDX-License-Identifier: MIT */
/* kept.h: exports and deletes stored data about a person's conduct. */
#ifndef BY_SERVER_ORDER_KEPT_H
#define BY_SERVER_ORDER_KEPT_H

#include "server/results/rating_row.h"
#include "store/store.h"
#include "wire/out.h"

/* Adds the members people, reports, notices, addresses and suspension to a copy of a person's data. Leaves out reports
 * about the person, since they would reveal the reporters. Returns false if the store cannot be read. */
bool by_order_export(struct by_store *s, const struct by_id *person, struct by_out *o);

/* Adds the writes that delete a person's mutes, blocks, notices, role and addresses, and that remove their name from
 * reports they made. Keeps suspensions, the audit log and reports about the person. Returns false if the store cannot
 * be read. */
bool by_order_forget(struct by_store *s, const struct by_id *person, struct by_puts *p);

#endif

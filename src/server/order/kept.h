/* SPDX-License-Identifier: MIT */
/* kept.h: what is stored about a person for order at the tables, for the copy of their data and for its deletion. */
#ifndef BY_SERVER_ORDER_KEPT_H
#define BY_SERVER_ORDER_KEPT_H

#include "server/results/rating_row.h"
#include "store/store.h"
#include "wire/out.h"

/* Adds the members people, reports, notices, addresses and suspension to a copy of a person's data. Reports about the
 * person are left out, since they would name those who made them. Returns false if the store cannot be read. */
bool by_order_export(struct by_store *s, const struct by_id *person, struct by_out *o);

/* Adds what deletes a person's mutes, blocks, notices, role and addresses, and what removes their name from the reports
 * that they made. Reports about them, suspensions and the audit log stay. Returns false if the store cannot be read. */
bool by_order_forget(struct by_store *s, const struct by_id *person, struct by_puts *p);

#endif

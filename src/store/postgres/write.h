/* SPDX-License-Identifier: MIT */
/* write.h: implements group commit over one pipelined connection. Private to the store. */
#ifndef BY_STORE_POSTGRES_WRITE_H
#define BY_STORE_POSTGRES_WRITE_H

#include "store/backend.h"
#include "store/postgres/heads.h"
#include "store/postgres/link.h"

/* Prepares a link for writing. From then on, only by_postgres_write may use the link. */
bool by_postgres_prepare(struct by_link *l, struct by_fault *f);

/* Writes all batches and sets their outcomes. Returns true if anything was committed. Sets *lost if the connection or
 * the database failed; nothing more may then be written until it has been reopened. */
bool by_postgres_write(struct by_link *l, struct by_heads *h, const struct by_id *owner, struct by_write *writes,
                       bool *lost);

#endif

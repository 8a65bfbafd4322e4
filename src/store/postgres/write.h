/* SPDX-License-Identifier: MIT */
/* write.h: group commit over one pipelined connection. Private to the store. */
#ifndef BY_STORE_POSTGRES_WRITE_H
#define BY_STORE_POSTGRES_WRITE_H

#include "store/backend.h"
#include "store/postgres/heads.h"
#include "store/postgres/link.h"

/* Prepares a link for writing; from then on only by_postgres_write may use it. */
bool by_postgres_prepare(struct by_link *l, struct by_fault *f);

/* Writes all batches and sets their outcomes. Returns true if anything was committed. *lost: the connection or the
 * database failed, and nothing more may be written before it is opened again. */
bool by_postgres_write(struct by_link *l, struct by_heads *h, const struct by_id *owner, struct by_write *writes,
                       bool *lost);

#endif

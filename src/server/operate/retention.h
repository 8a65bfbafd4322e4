/* SPDX-License-Identifier: MIT */
/* retention.h: deletes data that has expired. */
#ifndef BY_SERVER_OPERATE_RETENTION_H
#define BY_SERVER_OPERATE_RETENTION_H

#include "server/tables/inside.h"

bool by_retention_start(struct by_hub *h); /* false if the database cannot be read */
void by_retention_tick(struct by_hub *h);  /* call once a second; looks for expired rows in one of the lists */
bool by_retention_deletes(const struct by_hub *h, const struct by_id *table); /* returns whether this table is being
                                                                               * deleted */

#endif

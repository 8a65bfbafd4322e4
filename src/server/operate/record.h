/* SPDX-License-Identifier: MIT */
/* record.h: prints the record of a finished match from its table's journal. */
#ifndef BY_SERVER_OPERATE_RECORD_H
#define BY_SERVER_OPERATE_RECORD_H

#include <stdbool.h>

#include "store/store.h"

/* Prints the record of a table's match n, from 1. The server may be running. Returns false, with the reason on standard
 * error, if there is no such match or it is not over. */
bool by_record_print(struct by_store *s, const char *key_path, const struct by_id *table, int n);

#endif

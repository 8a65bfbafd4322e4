/* SPDX-License-Identifier: MIT */
/* record.h: prints the record of a finished match from its table's journal. */
#ifndef BY_SERVER_OPERATE_RECORD_H
#define BY_SERVER_OPERATE_RECORD_H

#include <stdbool.h>

#include "store/store.h"

/* Prints the record of match n of a table, counting from 1. The server may be running. If the match does not exist or
 * is not over, returns false with the reason on standard error. */
bool by_record_print(struct by_store *s, const char *key_path, const struct by_id *table, int n);

#endif

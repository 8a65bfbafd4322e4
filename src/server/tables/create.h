/* SPDX-License-Identifier: MIT */
/* create.h: creates tables. */
#ifndef BY_SERVER_TABLES_CREATE_H
#define BY_SERVER_TABLES_CREATE_H

#include "inside.h"

void by_create_table(struct by_caller *c, const struct by_asked_for *what);
struct by_id by_create_id(const struct by_caller *c, const char *key); /* the id of the table that this request
                                                                        * creates */
int by_create_game_index(const char *key);                             /* -1 if there is no such game */

#endif

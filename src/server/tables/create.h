/* SPDX-License-Identifier: MIT */
/* create.h: creates tables, and finds one for quick play. */
#ifndef BY_SERVER_TABLES_CREATE_H
#define BY_SERVER_TABLES_CREATE_H

#include "inside.h"

void by_create_table(struct by_caller *c, const struct by_asked_for *what);
void by_create_quick(struct by_caller *c, const struct by_asked_for *what);
int by_create_game_index(const char *key); /* -1: no such game */

#endif

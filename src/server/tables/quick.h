/* SPDX-License-Identifier: MIT */
/* quick.h: quick matches. */
#ifndef BY_SERVER_TABLES_QUICK_H
#define BY_SERVER_TABLES_QUICK_H

#include "inside.h"

struct creating;

/* by_quick takes a seat at a quick match that is waiting for players, on any server, or creates one. by_quick_again
 * repeats a request whose table has filled up in the meantime. */
void by_quick(struct by_caller *c, const struct by_asked_for *what);
bool by_quick_again(struct by_caller *c, const struct by_asked_for *what, enum by_refusal why);
void by_quick_sit(struct creating *of, struct live_table *t);

#endif

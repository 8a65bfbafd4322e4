/* SPDX-License-Identifier: MIT */
/* phrases.h: relays the set phrases that players at a table can send each other. */
#ifndef BY_SERVER_TABLES_PHRASES_H
#define BY_SERVER_TABLES_PHRASES_H

#include "inside.h"

void by_phrase_say(struct by_caller *c, const struct by_asked_for *what);

#endif

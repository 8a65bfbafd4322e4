/* SPDX-License-Identifier: MIT */
/* cups.h: requests about tournaments. */
#ifndef BY_SERVER_TOURNAMENTS_CUPS_H
#define BY_SERVER_TOURNAMENTS_CUPS_H

#include "server/tables/inside.h"

void by_cups_start(struct by_hub *h);
void by_cups_end(struct by_hub *h);

/* Answers a request about tournaments. */
void by_cups_ask(struct by_caller *c, const struct by_asked_for *what);

#endif

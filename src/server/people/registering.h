/* SPDX-License-Identifier: MIT */
/* registering.h: holds repeated requests for an account that is being created. */
#ifndef BY_SERVER_PEOPLE_REGISTERING_H
#define BY_SERVER_PEOPLE_REGISTERING_H

#include "server/tables/inside.h"

void by_registering_begin(const struct by_caller *c, const char *key);
/* If the account is being created, returns true and retries the request once the account exists. */
bool by_registering_wait(struct by_caller *c, const struct by_asked_for *what);
void by_registering_end(const struct by_caller *c, const char *key);
void by_registering_free(struct by_hub *h);

#endif

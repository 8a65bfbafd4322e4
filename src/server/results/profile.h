/* SPDX-License-Identifier: MIT */
/* profile.h: handles the requests `history`, `profile`, `show` and `ladder`. Other people see only the public parts of
 * a profile. */
#ifndef BY_SERVER_RESULTS_PROFILE_H
#define BY_SERVER_RESULTS_PROFILE_H

#include "server/tables/inside.h"

void by_profile_ask(struct by_caller *c, const struct by_asked_for *what);

/* Adds a person's stored results to the copy of their data, as the members ratings, results, shows and matches. Returns
 * false if the store cannot be read. */
bool by_profile_export(struct by_store *s, const struct by_id *person, struct by_out *o);

#endif

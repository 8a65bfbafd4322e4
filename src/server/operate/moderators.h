/* SPDX-License-Identifier: MIT */
/* moderators.h: implements `boneyard admin moderator`, `operator`, `demote` and `audit`. */
#ifndef BY_SERVER_OPERATE_MODERATORS_H
#define BY_SERVER_OPERATE_MODERATORS_H

#include <stdbool.h>

/* Runs one of the commands on a database. `name` is an account name, or NULL for audit. On failure returns false, with
 * the reason on standard error. */
bool by_moderators(const char *db, const char *command, const char *name);

#endif

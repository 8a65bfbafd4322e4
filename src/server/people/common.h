/* SPDX-License-Identifier: MIT */
/* common.h: recognises the most common passwords, which attackers try first. */
#ifndef BY_SERVER_PEOPLE_COMMON_H
#define BY_SERVER_PEOPLE_COMMON_H

#include <stdbool.h>

/* Returns whether a password is the account's name or one of the 10,000 most common passwords, ignoring case. */
bool by_password_common(const char *password, const char *name);

#endif

/* SPDX-License-Identifier: MIT */
/* reset.h: lets the operator help a person who has forgotten the password and has no recovery code. */
#ifndef BY_SERVER_OPERATE_RESET_H
#define BY_SERVER_OPERATE_RESET_H

#include <stdbool.h>

#include "store/store.h"

/* Prints a reset code for an account (server/people/codes.h). The server may be running. Returns false, with the reason
 * on standard error, if there is no such account or the key file is not the database's. */
bool by_reset_print(struct by_store *s, const char *key_path, const char *name);

#endif

/* SPDX-License-Identifier: MIT */
/* reset.h: lets the operator help a person who has forgotten their password and has no recovery code. */
#ifndef BY_SERVER_OPERATE_RESET_H
#define BY_SERVER_OPERATE_RESET_H

#include <stdbool.h>

#include "store/store.h"

/* Prints a reset code for an account (server/people/codes.h). The server may be running. If the account does not exist
 * or the key file belongs to another database, returns false with the reason on standard error. */
bool by_reset_print(struct by_store *s, const char *key_path, const char *name);

#endif

/* SPDX-License-Identifier: MIT */
/* reset.h: implements the operator's commands for one account: resetting a forgotten password, and deleting the
 * account. */
#ifndef BY_SERVER_OPERATE_RESET_H
#define BY_SERVER_OPERATE_RESET_H

#include <stdbool.h>

#include "store/store.h"

/* Prints a reset code for an account (server/people/codes.h). The server may be running. If the account does not exist
 * or the key file belongs to another database, returns false with the reason on standard error. */
bool by_reset_print(struct by_store *s, const char *key_path, const char *name);

/* Deletes an account and lists the data that is kept. No other process may have the store open. `keep` is
 * retention-days. On failure returns false with the reason on standard error. */
bool by_forget_account(struct by_store *s, const char *key_path, int keep, const char *name);

#endif

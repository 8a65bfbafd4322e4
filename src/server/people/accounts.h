/* SPDX-License-Identifier: MIT */
/* accounts.h: stored accounts: list `account`: folded name -> JSON {name, hash, person, key}; list `person`: person ->
 * the account's name. */
#ifndef BY_SERVER_PEOPLE_ACCOUNTS_H
#define BY_SERVER_PEOPLE_ACCOUNTS_H

#include "store/store.h"

enum { BY_ACCOUNT_NAME = 100, BY_ACCOUNT_LINE = 1024 };

struct by_account {
    char name[BY_ACCOUNT_NAME]; /* as it was typed */
    char hash[BY_PASSWORD_TEXT];
    struct by_id person;
    char key[33]; /* of the message that created it; "" in old rows */
};

/* Folds a name: names that differ only in case are equal. Returns false if the name is not allowed. */
bool by_account_fold(const char *name, char out[BY_ACCOUNT_NAME]);

/* Reads the account with this folded name; false if there is none or it cannot be read. */
bool by_account_read(struct by_store *s, const char *folded, struct by_account *out);

/* Builds the row; the caller frees it. */
char *by_account_line(const struct by_account *a);

/* Returns the name of a person's account, "" if there is none. */
void by_account_of(struct by_store *s, const struct by_id *person, char out[BY_ACCOUNT_NAME]);

/* Deletes an account, all sessions of its person and their links, in one batch. No other process may have the store
 * open. Returns BY_OK; BY_E_USAGE if there is no such account; or the store's error. */
by_err by_account_forget(struct by_store *s, const char *name, struct by_fault *f);

#endif

/* SPDX-License-Identifier: MIT */
/* accounts.h: reads, writes and deletes stored accounts.  The `account` list maps a folded name to JSON {name, hash,
 * person, key, devices, codes}; the `person` list maps a person to the account's name.  Every update of an account is
 * conditional on the row that was read (`was` in store.h), so updates from several servers never mix, and each recovery
 * code works only once. */
#ifndef BY_SERVER_PEOPLE_ACCOUNTS_H
#define BY_SERVER_PEOPLE_ACCOUNTS_H

#include "room/room.h"
#include "store/store.h"

enum { BY_ACCOUNT_NAME = 100, BY_ACCOUNT_LINE = 2048, BY_CODES = 10 };

struct by_account {
    char name[BY_ACCOUNT_NAME]; /* as typed */
    char hash[BY_PASSWORD_TEXT];
    struct by_id person;
    char key[33];                 /* the key of the message that created the account; "" in old rows */
    struct by_id devices;         /* a random number from which the marks of known devices are computed (devices.h) */
    struct by_id codes[BY_CODES]; /* hashes of the unused recovery codes */
    int codes_n;
    char line[BY_ACCOUNT_LINE]; /* the row as read */
    size_t line_n;
};

/* Folds a name, so that names that differ only in case become equal. Returns false if the name is not allowed. */
bool by_account_fold(const char *name, char out[BY_ACCOUNT_NAME]);

/* Reads the account with this folded name. Returns false if the account does not exist or cannot be read. */
bool by_account_read(struct by_store *s, const char *folded, struct by_account *out);

/* Reads a person's account. Returns false if the person has no account. Sets *unread if the store cannot be read. */
bool by_account_read_of(struct by_store *s, const struct by_id *person, char folded[BY_ACCOUNT_NAME],
                        struct by_account *out, bool *unread);

/* Returns the account's row as JSON; the caller frees it. */
char *by_account_line(const struct by_account *a);

/* Copies the name of a person's account, or "". Returns false if the account cannot be read. */
bool by_account_of(struct by_store *s, const struct by_id *person, char out[BY_ACCOUNT_NAME]);

/* Deletes an account and the data about its person (forget.h) in one batch. No other process may have the store open.
 * Only the keys in `host` are used; `keep` is retention-days. Returns BY_OK, BY_E_USAGE if the account does not exist,
 * or the store's error. */
by_err by_account_forget(struct by_store *s, const struct by_room_host *host, int keep, const char *name,
                         struct by_fault *f);

#endif

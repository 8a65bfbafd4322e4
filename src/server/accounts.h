/* accounts.h: accounts as the store has them: list `account`: folded name -> JSON {name, hash, person, key}; list
 * `person`: person -> the account's name. */
#ifndef BY_SERVER_ACCOUNTS_H
#define BY_SERVER_ACCOUNTS_H

#include "store/store.h"

enum { BY_ACCOUNT_NAME = 100, BY_ACCOUNT_LINE = 1024 };

struct by_account {
    char name[BY_ACCOUNT_NAME];         /* as it was typed */
    char hash[BY_PASSWORD_TEXT];
    struct by_id person;
    char key[33];                       /* of the message that has made it; "" in old rows */
};

/* Names that differ in nothing but the size of letters are one.  False: none that can be used. */
bool by_account_fold(const char *name, char out[BY_ACCOUNT_NAME]);

/* False: there is none of that (folded) name, or it cannot be read. */
bool by_account_read(struct by_store *s, const char *folded, struct by_account *out);

/* The row; yours: free. */
char *by_account_line(const struct by_account *a);

/* The name of a person's account, "" if there is none. */
void by_account_of(struct by_store *s, const struct by_id *person, char out[BY_ACCOUNT_NAME]);

/* Takes out an account, all sessions of its person and the links to it, together.  Nobody else may have the store.
 * BY_OK; BY_E_USAGE: there is none of that name; or what the store said. */
by_err by_account_forget(struct by_store *s, const char *name, struct by_fault *f);

#endif

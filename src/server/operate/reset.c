/* SPDX-License-Identifier: MIT */
/* reset.c: see reset.h. */
#include "reset.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "database.h"
#include "server/people/accounts.h"
#include "server/people/codes.h"
#include "util/page.h"

bool by_reset_print(struct by_store *s, const char *key_path, const char *name)
{
    uint8_t keys[BY_KEYS][BY_SEAL_KEY];
    char folded[BY_ACCOUNT_NAME], code[BY_CODE_TEXT];
    struct by_account a;
    bool fine;

    if (!by_account_fold(name, folded) || !by_account_read(s, folded, &a)) {
        by_complain("there is no account '%.60s'", name);
        return false;
    }
    fine = by_database_read_keys(key_path, keys) > 0;
    if (fine && !by_database_has_key(s, keys[0])) {
        by_complain("the key '%s' does not belong to this database", key_path);
        fine = false;
    }
    if (fine) {
        by_code_reset(keys[0], folded, &a, (int64_t)time(NULL), BY_RESET_HOURS, code);
        printf(
            "%s\nGive this code only to the owner of the account. \"Forgot your password?\" on the page accepts it in\n"
            "place of a recovery code, once, within %d hours.\n",
            code, BY_RESET_HOURS);
    }
    by_forget(keys, sizeof keys);
    return fine;
}

bool by_forget_account(struct by_store *s, const char *key_path, int keep, const char *name)
{
    uint8_t keys[BY_KEYS][BY_SEAL_KEY];
    struct by_room_host host = { .former = (const uint8_t(*)[BY_SEAL_KEY])(keys + 1) };
    struct by_fault f = { 0 };
    bool fine;

    host.former_n = by_database_read_keys(key_path, keys) - 1;
    if (host.former_n < 0)
        return false;
    memcpy(host.seal, keys[0], sizeof host.seal);
    fine = by_account_forget(s, &host, keep, name, &f) == BY_OK;
    by_forget(keys, sizeof keys);
    by_forget(&host, sizeof host);
    if (!fine)
        by_database_complain(&f);
    else
        puts("The account is deleted, with its password, sessions and links. In tournaments, \"N.N.\" replaces the "
             "name.\n"
             "Tables keep the names typed there, and a number for the person, until retention-days after they end.");
    return fine;
}

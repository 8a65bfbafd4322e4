/* SPDX-License-Identifier: MIT */
/* codes.h: recovery codes and the operator's reset codes, for people who have forgotten their password.
 *
 * A recovery code has 80 random bits; the account stores its hash, which needs no slow hashing. A reset code has an
 * expiry time and 100 bits of a MAC of the account's name, password hash and that time, made with the key of the key
 * file. It needs no place in the database, so the operator can make one while the servers run; and it stops working
 * when the password has been changed. Codes are written in Crockford's base 32, in groups of four; reading ignores
 * case, blanks and hyphens, and takes O as 0, and I and L as 1. */
#ifndef BY_SERVER_PEOPLE_CODES_H
#define BY_SERVER_PEOPLE_CODES_H

#include "accounts.h"

enum { BY_CODE_TEXT = 32, BY_RESET_HOURS = 24 };

/* Replaces an account's recovery codes, and prints the new ones. */
void by_codes_new(struct by_account *a, char out[BY_CODES][BY_CODE_TEXT]);

/* Prints a reset code that is valid until `hours` from `now` (Unix time), rounded up to a whole hour. */
void by_code_reset(const uint8_t key[32], const char *folded, const struct by_account *a, int64_t now, int hours,
                   char out[BY_CODE_TEXT]);

/* Returns whether a code is valid for this account; if it is a recovery code, removes it from `a`. */
bool by_code_use(const uint8_t key[32], const char *folded, struct by_account *a, int64_t now, const char *code);

#endif

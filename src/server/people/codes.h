/* SPDX-License-Identifier: MIT */
/* codes.h: makes and checks recovery codes and the operator's reset codes, for people who have forgotten their
 * password.
 *
 * A recovery code has 80 random bits. The account stores only its hash, which need not be slow to compute. A reset code
 * consists of an expiry time and 100 bits of a MAC over the account's name, its password hash and that time, made with
 * the key in the key file. Reset codes are not stored, so the operator can make one while servers are running. A reset
 * code becomes invalid when the password changes. Codes are written in Crockford's base 32, in groups of four. Reading
 * ignores case, blanks and hyphens, and treats O as 0 and I and L as 1. */
#ifndef BY_SERVER_PEOPLE_CODES_H
#define BY_SERVER_PEOPLE_CODES_H

#include "accounts.h"

enum { BY_CODE_TEXT = 32, BY_RESET_HOURS = 24 };

/* Replaces an account's recovery codes and prints the new ones. */
void by_codes_new(struct by_account *a, char out[BY_CODES][BY_CODE_TEXT]);

/* Prints a reset code that is valid for `hours` from `now` (Unix time); the expiry is rounded up to a whole hour. */
void by_code_reset(const uint8_t key[32], const char *folded, const struct by_account *a, int64_t now, int hours,
                   char out[BY_CODE_TEXT]);

/* Returns whether a code is valid for this account. Removes a valid recovery code from *a. */
bool by_code_use(const uint8_t key[32], const char *folded, struct by_account *a, int64_t now, const char *code);

#endif

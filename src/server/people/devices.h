/* SPDX-License-Identifier: MIT */
/* devices.h: identifies browsers by their cookie and headers.
 *
 * The cookie is `boneyard=TOKEN.MARK.MARK`: the session's token, and the marks of the accounts to which this browser
 * was last logged in. A mark outlives its session. A mark grants no access, but shows that the browser is known, so
 * that wrong passwords typed elsewhere do not slow down its logins (throttle.h). */
#ifndef BY_SERVER_PEOPLE_DEVICES_H
#define BY_SERVER_PEOPLE_DEVICES_H

#include "accounts.h"
#include "server/net/door.h"

enum { BY_TOKEN = 32 };

/* Reads the `boneyard` cookie from a Cookie header. Returns false unless there is exactly one and it is valid. */
bool by_cookie_read(const char *header, uint8_t token[BY_TOKEN], struct by_marked *marks);

/* Prints a Set-Cookie value. */
void by_cookie_print(const uint8_t token[BY_TOKEN], const struct by_marked *marks, bool https, char *out, size_t size);

/* Computes an account's mark, keyed with a server key. The mark changes when the account forgets its devices. */
struct by_id by_mark_of(const uint8_t key[32], const struct by_account *a);
bool by_mark_known(const struct by_marked *marks, const struct by_id *mark);
void by_mark_add(struct by_marked *marks, const struct by_id *mark); /* moves the mark to the front and drops the oldest
                                                                      * one */

/* Classifies a client by its User-Agent header; only the class is stored. `own` means a program that sent no Origin. */
uint8_t by_device_of(const char *agent, bool own);
const char *by_device_name(uint8_t device, char out[32]); /* such as "firefox android", "program" or "" */

#endif

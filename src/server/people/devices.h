/* SPDX-License-Identifier: MIT */
/* devices.h: what a browser's cookie and headers say about it.
 *
 * The cookie is `boneyard=TOKEN.MARK.MARK`: the session's token, and the marks of the last accounts that this browser
 * was logged in to. A mark outlives its session. It lets nobody in; it only shows that the browser is not a stranger,
 * so that other people's wrong passwords do not slow it down (throttle.h). */
#ifndef BY_SERVER_PEOPLE_DEVICES_H
#define BY_SERVER_PEOPLE_DEVICES_H

#include "accounts.h"
#include "server/net/door.h"

enum { BY_TOKEN = 32 };

/* Reads the cookie `boneyard` from a Cookie header. Returns false unless exactly one exists and is valid. */
bool by_cookie_read(const char *header, uint8_t token[BY_TOKEN], struct by_marked *marks);

/* Prints a Set-Cookie value. */
void by_cookie_print(const uint8_t token[BY_TOKEN], const struct by_marked *marks, bool https, char *out, size_t size);

/* Computes an account's mark from a key of the server. It changes when the account forgets its devices. */
struct by_id by_mark_of(const uint8_t key[32], const struct by_account *a);
bool by_mark_known(const struct by_marked *marks, const struct by_id *mark);
void by_mark_add(struct by_marked *marks, const struct by_id *mark); /* moves it to the front; drops the oldest */

/* Classifies a client by its User-Agent header. Only the class is stored. `own`: a program without an Origin. */
uint8_t by_device_of(const char *agent, bool own);
const char *by_device_name(uint8_t device, char out[32]); /* such as "firefox android", "program" or "" */

#endif

/* SPDX-License-Identifier: MIT */
/* local.h: opens the Unix socket through which `boneyard admin status` queries a running server. The socket is next to
 * the database, and only the server's user and root may connect. */
#ifndef BY_SERVER_OPERATE_LOCAL_H
#define BY_SERVER_OPERATE_LOCAL_H

#include <stdbool.h>
#include <stddef.h>

#include "config.h"

enum { BY_LOCAL_MOST = 1100 };

/* Writes the path of the socket for a server whose companion files begin with `beside` (database.h). */
void by_local_path(const struct by_settings *s, const char *beside, char out[BY_LOCAL_MOST]);

/* Listens at this path, replacing the socket of a server that no longer runs. Returns the non-blocking socket, or -1 if
 * the path is too long or unusable, or another server is listening there. */
int by_local_open(const char *path);

/* Prints the server's state to standard output in the language of this run. On failure returns false, with the reason
 * on standard error. */
bool by_local_print(const char *path);

#endif

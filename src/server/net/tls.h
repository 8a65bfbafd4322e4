/* SPDX-License-Identifier: MIT */
/* tls.h: checks and reloads certificates. */
#ifndef BY_SERVER_NET_TLS_H
#define BY_SERVER_NET_TLS_H

#include <stdbool.h>
#include <stddef.h>

struct lws_context;

enum { BY_TLS_WHY = 2200 };

/* Checks that the certificate and key are readable and match each other; if not, writes the reason to `why`. */
bool by_tls_fits(const char *cert, const char *key, char why[BY_TLS_WHY]);

/* Uses a certificate and key for new connections; NULL means none. If the new ones do not match each other, keeps the
 * old ones and logs the reason. */
void by_tls_renew(struct lws_context *context, const char *cert, const char *key);

#endif

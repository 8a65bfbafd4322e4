/* SPDX-License-Identifier: MIT */
/* tls.h: certificates, validated before use. */
#ifndef BY_SERVER_NET_TLS_H
#define BY_SERVER_NET_TLS_H

#include <stdbool.h>
#include <stddef.h>

struct lws_context;

enum { BY_TLS_WHY = 2200 };

/* Checks that certificate and key can be read and match; otherwise explains why not. */
bool by_tls_fits(const char *cert, const char *key, char why[BY_TLS_WHY]);

/* Uses them (NULL: none) for new connections; if they do not match, the old ones stay and the log says why. */
void by_tls_renew(struct lws_context *context, const char *cert, const char *key);

#endif

/* tls.h: certificates, looked at before anybody meets them. */
#ifndef BY_SERVER_TLS_H
#define BY_SERVER_TLS_H

#include <stdbool.h>
#include <stddef.h>

struct lws_context;

enum { BY_TLS_WHY = 2200 };

/* Whether certificate and key can be read and belong together; else why not. */
bool by_tls_fits(const char *cert, const char *key, char why[BY_TLS_WHY]);

/* Takes them (NULL: there are none) for connections that come; if they do not fit, those from before stay, and the log
 * says why. */
void by_tls_renew(struct lws_context *context, const char *cert, const char *key);

#endif

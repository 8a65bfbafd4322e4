/* SPDX-License-Identifier: MIT */
/* tls.c: reloads certificates. libwebsockets replaces the certificate first and then the key, so a mismatched pair
 * would lock everyone out. A new pair is therefore first tried in a separate context that serves no connections. */
#include "tls.h"

#include <errno.h>
#include <libwebsockets.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "server/operate/log.h"

static bool fits(const char *cert, const char *key)
{
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .gid = -1,
        .uid = -1,
        .fd_limit_per_thread = 16,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT,
        .ssl_cert_filepath = cert,
        .ssl_private_key_filepath = key,
    };
    struct lws_context *trial;
    bool fine;

    lws_set_log_level(0, NULL);
    trial = lws_create_context(&info);
    fine = trial != NULL && lws_create_vhost(trial, &info) != NULL;
    if (trial != NULL)
        lws_context_destroy(trial);
    return fine;
}

bool by_tls_fits(const char *cert, const char *key, char why[BY_TLS_WHY])
{
    const char *missing = access(cert, R_OK) != 0 ? cert : access(key, R_OK) != 0 ? key : NULL;

    if (missing != NULL)
        snprintf(why, BY_TLS_WHY, "'%s' cannot be read: %s", missing, strerror(errno));
    else if (!fits(cert, key))
        snprintf(why, BY_TLS_WHY,
                 "tls-cert and tls-key do not match: '%s' must be a certificate and '%s' "
                 "its key, both as PEM",
                 cert, key);
    else
        return true;
    return false;
}

void by_tls_renew(struct lws_context *context, const char *cert, const char *key)
{
    char why[BY_TLS_WHY];

    if (cert == NULL)
        return;
    if (!by_tls_fits(cert, key, why)) {
        by_log(BY_LOG_ERROR, "certificate-refused", BY_LOG_FIELDS(BY_LOG_TEXT("why", why)));
        return;
    }
    lws_tls_cert_updated(context, cert, key, NULL, 0, NULL, 0);
    by_log(BY_LOG_INFO, "certificate-renewed", NULL);
}

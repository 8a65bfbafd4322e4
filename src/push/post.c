/* SPDX-License-Identifier: MIT */
/* post.c: sends a message to a push service (post.h).
 *
 * The address is checked when curl opens the socket, which rules out DNS rebinding. Redirects are not followed, and
 * proxies from the environment are ignored, since a proxy would make the connection itself. */
#include "post.h"

#include <curl/curl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "public.h"

static const long CONNECT_MS = 5000, WHOLE_MS = 12000;

/* The tests run a push service on this machine. Only the helper's test build may connect to it, on a single port. */
#ifdef BY_PUSH_TEST
#include <netinet/in.h>
static bool is_allowed(const struct sockaddr *to)
{
    const char *port = getenv("BONEYARD_PUSH_PORT");
    struct sockaddr_in four;

    memcpy(&four, to, sizeof four);
    return port != NULL && to->sa_family == AF_INET && ntohl(four.sin_addr.s_addr) == INADDR_LOOPBACK
        && ntohs(four.sin_port) == atoi(port);
}

/* Sets where curl connects for the test's names (space-separated entries "NAME:443:127.0.0.1:PORT"), and which
 * certificates it trusts. */
static struct curl_slist *set_test(CURL *c)
{
    char to[500];
    struct curl_slist *all = NULL;

    snprintf(to, sizeof to, "%s", getenv("BONEYARD_PUSH_TO") == NULL ? "" : getenv("BONEYARD_PUSH_TO"));
    for (char *rest = to, *one; (one = strtok_r(rest, " ", &rest)) != NULL;)
        all = curl_slist_append(all, one);
    curl_easy_setopt(c, CURLOPT_CONNECT_TO, all);
    curl_easy_setopt(c, CURLOPT_CAINFO, getenv("BONEYARD_PUSH_CA"));
    return all;
}
#else
static bool is_allowed(const struct sockaddr *to)
{
    (void)to;
    return false;
}

static struct curl_slist *set_test(CURL *c)
{
    (void)c;
    return NULL;
}
#endif

static curl_socket_t open_socket(void *data, curlsocktype purpose, struct curl_sockaddr *to)
{
    bool *inside = data;

    if (purpose == CURLSOCKTYPE_IPCXN && (by_push_is_public(&to->addr) || is_allowed(&to->addr)))
        return socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
    *inside = true;
    return CURL_SOCKET_BAD;
}

/* Discards the body. Only the status matters; a body longer than curl's buffer ends the transfer. */
/* NOLINTNEXTLINE(readability-non-const-parameter): the type is curl's */
static size_t discard(char *bytes, size_t size, size_t n, void *data)
{
    size_t *left = data, all = size * n;

    (void)bytes;
    if (all > *left)
        return 0;
    *left -= all;
    return all;
}

static struct curl_slist *headers_of(const struct by_push_post *p)
{
    char line[1200];
    struct curl_slist *all = curl_slist_append(NULL, "Content-Encoding: aes128gcm");

    all = curl_slist_append(all, "Content-Type: application/octet-stream");
    all = curl_slist_append(all, "Urgency: normal");
    snprintf(line, sizeof line, "TTL: %lld", (long long)p->ttl);
    all = curl_slist_append(all, line);
    snprintf(line, sizeof line, "Authorization: %s", p->authorization);
    all = curl_slist_append(all, line);
    if (p->topic != NULL) {
        snprintf(line, sizeof line, "Topic: %s", p->topic);
        all = curl_slist_append(all, line);
    }
    return curl_slist_append(all, "Expect:"); /* sends the body without waiting */
}

struct by_push_answer by_push_post(const struct by_push_post *p)
{
    struct by_push_answer a = { .why = "unreachable" };
    struct curl_slist *headers = headers_of(p), *test;
    size_t left = 65536;
    bool inside = false;
    curl_off_t after = 0;
    CURL *c;

    curl_global_init(CURL_GLOBAL_DEFAULT); /* only the first call has an effect */
    c = curl_easy_init();
    test = set_test(c);
    curl_easy_setopt(c, CURLOPT_URL, p->endpoint);
    curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "https");
    curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(c, CURLOPT_PROXY, "");
    curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT_MS, CONNECT_MS);
    curl_easy_setopt(c, CURLOPT_TIMEOUT_MS, WHOLE_MS);
    curl_easy_setopt(c, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(c, CURLOPT_OPENSOCKETDATA, &inside);
    curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, discard);
    curl_easy_setopt(c, CURLOPT_WRITEDATA, &left);
    curl_easy_setopt(c, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(c, CURLOPT_POSTFIELDS, p->body);
    curl_easy_setopt(c, CURLOPT_POSTFIELDSIZE, (long)p->n);
    curl_easy_perform(c);
    curl_easy_getinfo(c, CURLINFO_RESPONSE_CODE, &a.status); /* available even if the rest of the response is missing */
    curl_easy_getinfo(c, CURLINFO_RETRY_AFTER, &after);
    a.after = after;
    if (a.status == 0 && inside)
        a.why = "inside";
    curl_easy_cleanup(c);
    curl_slist_free_all(headers);
    curl_slist_free_all(test);
    return a;
}

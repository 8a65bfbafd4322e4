/* request.c: the head of a request. */
#include "request.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* What is read of the head, header by header. */
struct reading { struct by_request *out; int hosts; bool old, body, close, keep, coded; };

static struct by_bytes cut(const uint8_t *from, const uint8_t *to)
{
    return (struct by_bytes){ from, (size_t)(to - from) };
}

static bool is(struct by_bytes b, const char *word)
{
    return b.n == strlen(word) && strncasecmp((const char *)b.at, word, b.n) == 0;
}

static bool is_token(struct by_bytes b)
{
    for (size_t i = 0; i < b.n; i++)
        if (!isalnum(b.at[i]) && (b.at[i] == '\0' || strchr("!#$%&'*+-.^_`|~", b.at[i]) == NULL))
            return false;
    return b.n > 0;
}

static struct by_bytes trim(struct by_bytes b)
{
    for (; b.n > 0 && (b.at[0] == ' ' || b.at[0] == '\t'); b.at++)
        b.n--;
    while (b.n > 0 && (b.at[b.n - 1] == ' ' || b.at[b.n - 1] == '\t'))
        b.n--;
    return b;
}

/* The part before the first `sign`, trimmed; `rest` keeps what follows it, at NULL if there is none. */
static struct by_bytes part(struct by_bytes *rest, char sign)
{
    const uint8_t *end = rest->at + rest->n, *at = rest->n == 0 ? NULL : memchr(rest->at, sign, rest->n);
    struct by_bytes first = cut(rest->at, at == NULL ? end : at);

    *rest = at == NULL ? (struct by_bytes){ NULL, 0 } : cut(at + 1, end);
    return trim(first);
}

long by_head_end(const uint8_t *at, size_t seen, size_t n)
{
    for (size_t i = seen; i < n; i++) {
        bool line = i > 0 && at[i - 1] == '\r';

        if ((at[i] == '\n') != line || at[i] == '\0' || at[i] == 127 ||
            (at[i] < ' ' && strchr("\r\n\t", at[i]) == NULL))
            return -1;
        if (at[i] == '\n' && i >= 3 && at[i - 2] == '\n')
            return (long)i + 1;
    }
    return 0;
}

/* ---- The first line --------------------------------------------------------------------------- */

/* "/a/b?c" or "http://host/a/b?c": keeps "a/b". */
static int read_target(struct by_bytes t, struct by_request *out)
{
    const uint8_t *slash;

    if (t.n > BY_TARGET_MOST)
        return 414;
    if (t.n > 7 && strncasecmp((const char *)t.at, "http://", 7) == 0) {
        slash = memchr(t.at + 7, '/', t.n - 7);
        if (slash == NULL)
            return 400;
        t = cut(slash, t.at + t.n);
    }
    if (t.n == 0 || t.at[0] != '/')
        return 400;
    t = cut(t.at + 1, t.at + t.n);
    t = part(&t, '?');
    memcpy(out->path, t.at, t.n);
    out->path[t.n] = '\0';
    return 0;
}

/* Method, target and version, one blank between them. */
static int read_first(struct by_bytes line, struct reading *r)
{
    struct by_bytes method = part(&line, ' '), target = line.at == NULL ? line : part(&line, ' '), version = line;
    int status;

    if (!is_token(method) || version.at == NULL)
        return 400;
    if (version.n != 8 || memcmp(version.at, "HTTP/", 5) != 0 || !isdigit(version.at[5]) || version.at[6] != '.' ||
        !isdigit(version.at[7]))
        return 400;
    if (version.at[5] != '1')
        return 505;
    r->old = version.at[7] == '0';
    r->out->head = is(method, "HEAD") && method.at[0] == 'H';
    status = read_target(target, r->out);
    if (status != 0)
        return status;
    return r->out->head || (method.n == 3 && memcmp(method.at, "GET", 3) == 0) ? 0 : 405;
}

/* ---- The headers ------------------------------------------------------------------------------ */

/* "q=0", "q=0.0" and so on say no. */
static bool says_no(struct by_bytes parameters)
{
    while (parameters.at != NULL) {
        struct by_bytes p = part(&parameters, ';');

        if (p.n >= 3 && tolower(p.at[0]) == 'q' && p.at[1] == '=' && p.at[2] == '0') {
            size_t i = 3;

            while (i < p.n && (p.at[i] == '.' || p.at[i] == '0'))
                i++;
            return i == p.n;
        }
    }
    return false;
}

static void read_codings(struct by_bytes list, bool takes[BY_CODINGS])
{
    while (list.at != NULL) {
        struct by_bytes one = part(&list, ','), name = part(&one, ';');

        if (is(name, "gzip"))
            takes[BY_GZIP] = !says_no(one);
        else if (is(name, "br"))
            takes[BY_BROTLI] = !says_no(one);
    }
}

static void read_connection(struct by_bytes list, struct reading *r)
{
    while (list.at != NULL) {
        struct by_bytes one = part(&list, ',');

        r->close = r->close || is(one, "close");
        r->keep = r->keep || is(one, "keep-alive");
    }
}

/* One header; false: it is none. */
static bool read_header(struct by_bytes line, struct reading *r)
{
    const uint8_t *colon = memchr(line.at, ':', line.n);
    struct by_bytes name, value;

    if (colon == NULL)
        return false;
    name = cut(line.at, colon);
    value = trim(cut(colon + 1, line.at + line.n));
    if (!is_token(name))
        return false;
    if (is(name, "host"))
        r->hosts++;
    else if (is(name, "content-length"))
        r->body = r->body || !is(value, "0");
    else if (is(name, "transfer-encoding"))
        r->body = true;
    else if (is(name, "connection"))
        read_connection(value, r);
    else if (is(name, "accept-encoding"))
        read_codings(value, r->out->takes);
    else if (is(name, "if-none-match"))
        r->out->match = value;
    return true;
}

int by_request_read(const uint8_t *at, size_t n, struct by_request *out)
{
    const uint8_t *end = at + n - 2;    /* the empty line */
    struct reading r = { .out = out };
    int status = 0, number = 0;

    memset(out, 0, sizeof *out);
    out->takes[BY_PLAIN] = true;
    for (; at < end; number++) {
        const uint8_t *stop = memchr(at, '\r', (size_t)(end - at) + 1);
        struct by_bytes line = cut(at, stop);

        if (number == 0)
            status = read_first(line, &r);
        else if (!read_header(line, &r))
            return 400;
        if (status != 0 && status != 405)
            return status;
        at = stop + 2;
    }
    if (number == 0 || r.hosts > 1 || (r.hosts == 0 && !r.old))
        return 400;
    if (status != 0)
        return status;
    out->keep = !r.close && (!r.old || r.keep);
    return r.body ? 400 : 0;
}

/* SPDX-License-Identifier: MIT */
/* out.c: implements a growing text buffer (out.h). */
#include "out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "messages.h"
#include "util/crypto.h"
#include "util/memory.h"
#include "util/utf8.h"

enum { LEAST = 256 };

/* Makes room for n more bytes and the terminating NUL. */
static char *more(struct by_out *o, size_t n)
{
    if (o->n + n + 1 > o->room) {
        o->room = (o->n + n + 1) * 3 / 2;
        o->room = o->room < LEAST ? LEAST : o->room;
        o->at = by_sure(realloc(o->at, o->room));
    }
    return o->at + o->n;
}

void by_out_bytes(struct by_out *o, const char *bytes, size_t n)
{
    char *to = more(o, n);

    if (n > 0)
        memcpy(to, bytes, n);
    to[n] = '\0';
    o->n += n;
}

char *by_out_end(struct by_out *o)
{
    char *text = by_sure(realloc(more(o, 0) - o->n, o->n + 1));

    text[o->n] = '\0';
    *o = (struct by_out){ 0 };
    return text;
}

void by_out_print(struct by_out *o)
{
    char *text = by_out_end(o);

    puts(text);
    free(text);
}

void by_out(struct by_out *o, const char *text) { by_out_bytes(o, text, strlen(text)); }

void by_out_int(struct by_out *o, int64_t n)
{
    char digits[24], *at = digits + sizeof digits;
    uint64_t left = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;

    do
        *--at = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    if (n < 0)
        *--at = '-';
    by_out_bytes(o, at, (size_t)(digits + sizeof digits - at));
}

static void out_bool(struct by_out *o, bool is) { by_out(o, is ? "true" : "false"); }

void by_out_base64(struct by_out *o, const void *bytes, size_t n)
{
    size_t length = (4 * n + 2) / 3;

    by_base64(bytes, n, more(o, length));
    o->n += length;
}

/* ---- JSON ------------------------------------------------------------------------------------- */

static bool plain(unsigned char c) { return c >= 0x20 && c < 0x80 && c != '"' && c != '\\'; }

static void put_escape(struct by_out *o, unsigned char c)
{
    static const char letters[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    char text[8];

    for (size_t i = 0; i + 1 < sizeof letters; i += 2)
        if ((unsigned char)letters[i] == c) {
            snprintf(text, sizeof text, "\\%c", letters[i + 1]);
            by_out(o, text);
            return;
        }
    snprintf(text, sizeof text, "\\u%04X", c);
    by_out(o, text);
}

void by_out_string(struct by_out *o, const char *text, size_t n)
{
    size_t from = 0, length;

    by_out_bytes(o, "\"", 1);
    for (size_t i = 0; i < n; i += length) {
        length = 1;
        if (plain((unsigned char)text[i]))
            continue;
        length = by_utf8_bytes(text + i, n - i);
        if (length > 1)
            continue;
        by_out_bytes(o, text + from, i - from);
        if (length == 0)
            by_out(o, "?");
        else
            put_escape(o, (unsigned char)text[i]);
        length = 1;
        from = i + 1;
    }
    by_out_bytes(o, text + from, n - from);
    by_out_bytes(o, "\"", 1);
}

void by_out_key(struct by_out *o, const char *key)
{
    by_out(o, o->n == 0 || o->at[o->n - 1] == '{' ? "\"" : ",\"");
    by_out(o, key);
    by_out_bytes(o, "\":", 2);
}

void by_out_key_string(struct by_out *o, const char *key, const char *text)
{
    by_out_key(o, key);
    by_out_string(o, text, strlen(text));
}

void by_out_key_int(struct by_out *o, const char *key, int64_t n)
{
    by_out_key(o, key);
    by_out_int(o, n);
}

void by_out_key_bool(struct by_out *o, const char *key, bool is)
{
    by_out_key(o, key);
    out_bool(o, is);
}

void by_out_key_real(struct by_out *o, const char *key, double x, int digits)
{
    char text[400];

    by_out_key(o, key);
    snprintf(text, sizeof text, "%.*f", digits, x);
    by_out(o, text);
}

void by_out_key_base64(struct by_out *o, const char *key, const void *bytes, size_t n)
{
    by_out_key(o, key);
    by_out_bytes(o, "\"", 1);
    by_out_base64(o, bytes, n);
    by_out_bytes(o, "\"", 1);
}

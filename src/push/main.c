/* SPDX-License-Identifier: MIT */
/* main.c: boneyard-push, the program that the server runs to send Web Push messages. Thanks to this separate program,
 * the server does not link curl, and data from a push service is read by a process that holds no other data.
 *
 * Standard input consists of lines of JSON, with binary data in base64url. Each line is answered by a line on standard
 * output:
 *
 *     {"do":"key"}                          -> {"secret":...,"public":...}
 *     {"do":"send","secret":...,"public":...,"endpoint":...,"p256dh":...,"auth":...,"ttl":N,"topic":...,"text":...,
 *      "subject":...}                       -> {"status":201}, {"status":503,"after":60} or {"status":0,"why":"inside"}
 *
 * `subject` is optional. Exits at the end of the input, or with status 1 if a line is invalid. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "post.h"
#include "seal.h"
#include "util/crypto.h"
#include "util/random.h"
#include "wire/messages.h"

enum { LINE = 16384, PAD = 512, TOKEN_TIME = 12 * 3600, HEADER = 1100 };

static int make_key(void)
{
    struct by_push_key k;
    struct by_out o = { 0 };

    if (!by_push_key_new(&k))
        return 1;
    by_out(&o, "{");
    by_out_key_base64(&o, "secret", k.secret, sizeof k.secret);
    by_out_key_base64(&o, "public", k.public, sizeof k.public);
    by_out(&o, "}");
    by_out_print(&o);
    by_forget(&k, sizeof k);
    return 0;
}

/* Writes the header that identifies the server to the push service (RFC 8292). */
static bool put_authorization(const by_json *in, const struct by_push_key *k, char out[HEADER])
{
    const char *endpoint = by_field_text(in, "endpoint");
    char origin[300], public[2 * BY_PUSH_PUBLIC];
    size_t n = strncmp(endpoint, "https://", 8) == 0 ? 8 + strcspn(endpoint + 8, "/") : sizeof origin;
    char *token;
    bool fine;

    if (n >= sizeof origin)
        return false;
    memcpy(origin, endpoint, n);
    origin[n] = '\0';
    token = by_push_token(k, origin, (int64_t)time(NULL) + TOKEN_TIME, by_field_text(in, "subject"));
    if (token == NULL)
        return false;
    by_base64(k->public, sizeof k->public, public);
    fine = snprintf(out, HEADER, "vapid t=%s, k=%s", token, public) < HEADER;
    free(token);
    return fine;
}

static int send_one(const by_json *in)
{
    const char *text = by_field_text(in, "text");
    struct by_push_post p = { .endpoint = by_field_text(in, "endpoint"),
                              .topic = by_field_text(in, "topic"),
                              .ttl = by_field_number(in, "ttl", 0) };
    struct by_push_sealing s = { .plain = text, .n = text == NULL ? 0 : strlen(text), .pad = PAD };
    struct by_push_key k;
    uint8_t body[BY_PUSH_SEALED];
    char authorization[HEADER];
    struct by_push_answer a;
    struct by_out o = { 0 };

    by_random(s.salt, sizeof s.salt);
    if (text == NULL || p.endpoint == NULL || !by_field_bytes(in, "p256dh", s.to, sizeof s.to)
        || !by_field_bytes(in, "auth", s.auth, sizeof s.auth)
        || !by_field_bytes(in, "secret", k.secret, sizeof k.secret)
        || !by_field_bytes(in, "public", k.public, sizeof k.public) || !by_push_key_new(&s.once)
        || !put_authorization(in, &k, authorization))
        return 1;
    p.authorization = authorization;
    p.body = body;
    p.n = by_push_seal(&s, body);
    if (p.n == 0)
        a = (struct by_push_answer){ .why = "key" };
    else
        a = by_push_post(&p);
    by_out(&o, "{");
    by_out_key_int(&o, "status", a.status);
    if (a.after > 0)
        by_out_key_int(&o, "after", a.after);
    if (a.status == 0)
        by_out_key_string(&o, "why", a.why);
    by_out(&o, "}");
    by_out_print(&o);
    by_forget(&k, sizeof k);
    return 0;
}

static bool is(const char *what, const char *name) { return what != NULL && strcmp(what, name) == 0; }

int main(void)
{
    static char line[LINE];
    int status = 0;

    by_crypto_start();
    by_json_forgets();
    while (status == 0 && fgets(line, sizeof line, stdin) != NULL) {
        by_json *in = by_json_read(line, strcspn(line, "\n"), NULL);
        const char *what = by_field_text(in, "do");

        status = is(what, "key") ? make_key() : is(what, "send") ? send_one(in) : 1;
        fflush(stdout);
        by_forget(line, sizeof line);
        by_json_free(in);
    }
    return status;
}

/* SPDX-License-Identifier: MIT */
/* seal.h: implements the cryptography of Web Push: messages that only one browser can read (RFC 8291, RFC 8188), and
 * the server's signed token for a push service (RFC 8292). Only seal.c includes OpenSSL. */
#ifndef BY_PUSH_SEAL_H
#define BY_PUSH_SEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BY_PUSH_SECRET = 32, BY_PUSH_PUBLIC = 65, BY_PUSH_AUTH = 16, BY_PUSH_SALT = 16 };
enum {
    BY_PUSH_PLAIN = 3072,
    BY_PUSH_SEALED = 4096
}; /* maximum length in bytes of a message, and of a sealed
                                                       * message */

/* A P-256 key pair: a big-endian number and an uncompressed point. */
struct by_push_key {
    uint8_t secret[BY_PUSH_SECRET], public[BY_PUSH_PUBLIC];
};

/* Computes the public key. Returns false if the secret is not a key. */
bool by_push_key_of(struct by_push_key *k);
bool by_push_key_new(struct by_push_key *k); /* returns false if OpenSSL fails */

/* A message and its recipient's keys, with a key pair and a salt that are used only once. */
struct by_push_sealing {
    const void *plain;
    size_t n;
    size_t pad; /* pads the message with zeros to this length */
    uint8_t to[BY_PUSH_PUBLIC], auth[BY_PUSH_AUTH];
    struct by_push_key once;
    uint8_t salt[BY_PUSH_SALT];
};

/* Writes the body of the request. Returns the length, or 0 if `to` is not a point on the curve or the message is too
 * long. */
size_t by_push_seal(const struct by_push_sealing *s, uint8_t out[BY_PUSH_SEALED]);

/* Returns a token (JWT, ES256) for a push service, to be freed by the caller, or NULL if OpenSSL fails. `audience` is
 * the service's origin, `expires` is Unix time, and `subject` is a contact or NULL. */
char *by_push_token(const struct by_push_key *k, const char *audience, int64_t expires, const char *subject);

#endif

/* SPDX-License-Identifier: MIT */
/* crypto.h: handles secrets, hashes and passwords. Only crypto.c includes libsodium. All random bytes come from
 * random.c, which test builds replace (tests/server).
 *
 * Hashes are BLAKE2b (RFC 7693) of 16 to 64 bytes, with or without a key. */
#ifndef BY_UTIL_CRYPTO_H
#define BY_UTIL_CRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct by_hash {
    uint8_t bytes[32];
};
struct by_id {
    uint8_t bytes[16];
}; /* the id of a table or a person */

/* Call this once, before any other function here. Exits with an error if libsodium cannot be initialised. The other
 * functions are thread-safe. */
void by_crypto_start(void);

/* An incremental hash. out_n is 16 to 64; key_n is 16 to 64, or 0 with a NULL key. */
struct by_hasher {
    _Alignas(64) uint8_t state[384];
};
void by_hash_init(struct by_hasher *h, const void *key, size_t key_n, size_t out_n);
void by_hash_add(struct by_hasher *h, const void *bytes, size_t n);
void by_hash_end(struct by_hasher *h, void *out, size_t out_n);

/* Hashes in one call. */
void by_hash_of(const void *key, size_t key_n, const void *bytes, size_t n, void *out, size_t out_n);

/* Compares in constant time. */
bool by_same_bytes(const void *a, const void *b, size_t n);
void by_forget(void *bytes, size_t n); /* overwrites the bytes in a way that the compiler cannot optimise away */

/* base64url without padding. `out` has room for (4 * n + 2) / 3 + 1 bytes. by_unbase64 returns false unless the text is
 * the canonical encoding of exactly n bytes. */
void by_base64(const void *bytes, size_t n, char *out);
bool by_unbase64(const char *text, void *out, size_t n);

/* Seals or opens a message with XSalsa20-Poly1305 and a fresh nonce. `out` has room for n + BY_SEAL_MORE bytes. Opening
 * returns false if the message was sealed with another key or altered. */
#define BY_SEAL_KEY 32
#define BY_SEAL_MORE 40
void by_seal(const uint8_t key[BY_SEAL_KEY], const void *bytes, size_t n, uint8_t *out);
bool by_unseal(const uint8_t key[BY_SEAL_KEY], const uint8_t *sealed, size_t n, void *out);

/* Hashes or checks a password with Argon2id. This takes tens of milliseconds and 64 MiB, so never call these functions
 * on a thread that other threads wait for. Returns false if memory runs out. */
#define BY_PASSWORD_TEXT 128
bool by_password_hash(const char *password, char out[BY_PASSWORD_TEXT]);
bool by_password_fits(const char *hash, const char *password);

#endif

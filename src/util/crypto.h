/* crypto.h: secrets, hashes and passwords.  The only file that knows the library is crypto.c; the bytes of the system's
 * generator come from random.c alone, which a test build exchanges for its own (tests/server).
 *
 * Hashes are BLAKE2b (RFC 7693) of 16 to 64 bytes, with or without a key.
 */
#ifndef BY_UTIL_CRYPTO_H
#define BY_UTIL_CRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct by_hash { uint8_t bytes[32]; };
struct by_id { uint8_t bytes[16]; };    /* of a table, a person */

/* Once, before anything else here; ends the program with a word if the library does not start.  Any thread may use
 * the rest. */
void by_crypto_start(void);

/* n bytes of the system's generator (random.c). */
void by_random(void *out, size_t n);

/* A hash that is made piece by piece.  key may be NULL (key_n 0); out_n 16 to 64, key_n 0 or 16 to 64. */
struct by_hasher { _Alignas(64) uint8_t state[384]; };
void by_hash_init(struct by_hasher *h, const void *key, size_t key_n, size_t out_n);
void by_hash_add(struct by_hasher *h, const void *bytes, size_t n);
void by_hash_end(struct by_hasher *h, void *out, size_t out_n);

/* The same at once. */
void by_hash_of(const void *key, size_t key_n, const void *bytes, size_t n, void *out, size_t out_n);

/* Are they the same?  Takes as long whatever they are. */
bool by_same_bytes(const void *a, const void *b, size_t n);
void by_forget(void *bytes, size_t n);          /* overwrites them, and no compiler leaves it out */

/* XSalsa20 and Poly1305 with a fresh nonce: `out` has room for n + BY_SEAL_MORE bytes.  Open: false if it was not
 * sealed with this key, or has been changed. */
#define BY_SEAL_KEY 32
#define BY_SEAL_MORE 40
void by_seal(const uint8_t key[BY_SEAL_KEY], const void *bytes, size_t n, uint8_t *out);
bool by_unseal(const uint8_t key[BY_SEAL_KEY], const uint8_t *sealed, size_t n, void *out);

/* argon2id.  Takes tens of milliseconds and 64 MiB: never on a thread that others wait for.  False: no memory. */
#define BY_PASSWORD_TEXT 128
bool by_password_hash(const char *password, char out[BY_PASSWORD_TEXT]);
bool by_password_fits(const char *hash, const char *password);

#endif

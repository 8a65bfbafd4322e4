/* SPDX-License-Identifier: MIT */
/* crypto.c: handles secrets, hashes and passwords, using libsodium (crypto.h). */
#include "crypto.h"
#include "random.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/error.h"

_Static_assert(sizeof(crypto_generichash_state) <= sizeof(struct by_hasher), "a hasher holds libsodium's state");
_Static_assert(BY_SEAL_KEY == crypto_secretbox_KEYBYTES, "the key of a seal");
_Static_assert(BY_SEAL_MORE == crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES, "what a seal adds");
_Static_assert(BY_PASSWORD_TEXT == crypto_pwhash_STRBYTES, "the text of a password's hash");

static const char *name(void) { return "boneyard"; }

static uint32_t word(void)
{
    uint32_t w;

    by_random(&w, sizeof w);
    return w;
}

/* Makes libsodium generate salts with the same generator as the rest of the program. */
static struct randombytes_implementation source = { .implementation_name = name, .random = word, .buf = by_random };

void by_crypto_start(void)
{
    if (randombytes_set_implementation(&source) != 0 || sodium_init() < 0) {
        fputs("boneyard: libsodium, the encryption library, cannot start. Reinstall it and try again.\n", stderr);
        exit(1);
    }
}

/* A hasher has the size and alignment of libsodium's state. */
static crypto_generichash_state *state_of(void *hasher) { return hasher; }

void by_hash_init(struct by_hasher *h, const void *key, size_t key_n, size_t out_n)
{
    BY_ASSERT(out_n >= 16 && out_n <= 64 && (key_n == 0 || (key_n >= 16 && key_n <= 64)));
    BY_ASSERT(crypto_generichash_init(state_of(h), key_n == 0 ? NULL : key, key_n, out_n) == 0);
}

void by_hash_add(struct by_hasher *h, const void *bytes, size_t n)
{
    BY_ASSERT(crypto_generichash_update(state_of(h), bytes, n) == 0);
}

void by_hash_end(struct by_hasher *h, void *out, size_t out_n)
{
    BY_ASSERT(crypto_generichash_final(state_of(h), out, out_n) == 0);
    sodium_memzero(h, sizeof *h); /* the state may contain a key */
}

void by_hash_of(const void *key, size_t key_n, const void *bytes, size_t n, void *out, size_t out_n)
{
    struct by_hasher h;

    by_hash_init(&h, key, key_n, out_n);
    by_hash_add(&h, bytes, n);
    by_hash_end(&h, out, out_n);
}

bool by_same_bytes(const void *a, const void *b, size_t n) { return sodium_memcmp(a, b, n) == 0; }
void by_forget(void *bytes, size_t n) { sodium_memzero(bytes, n); }

void by_base64(const void *bytes, size_t n, char *out)
{
    sodium_bin2base64(out, (4 * n + 2) / 3 + 1, bytes, n, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

bool by_unbase64(const char *text, void *out, size_t n)
{
    size_t length = 0;

    return sodium_base642bin(out, n, text, strlen(text), NULL, &length, NULL, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
        == 0
        && length == n;
}

void by_seal(const uint8_t key[BY_SEAL_KEY], const void *bytes, size_t n, uint8_t *out)
{
    by_random(out, crypto_secretbox_NONCEBYTES);
    crypto_secretbox_easy(out + crypto_secretbox_NONCEBYTES, bytes, n, out, key);
}

bool by_unseal(const uint8_t key[BY_SEAL_KEY], const uint8_t *sealed, size_t n, void *out)
{
    const size_t nonce = crypto_secretbox_NONCEBYTES;

    return n >= BY_SEAL_MORE && crypto_secretbox_open_easy(out, sealed + nonce, n - nonce, sealed, key) == 0;
}

bool by_password_hash(const char *password, char out[BY_PASSWORD_TEXT])
{
    return crypto_pwhash_str_alg(out, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                 crypto_pwhash_MEMLIMIT_INTERACTIVE, crypto_pwhash_ALG_ARGON2ID13)
        == 0;
}

bool by_password_fits(const char *hash, const char *password)
{
    return crypto_pwhash_str_verify(hash, password, strlen(password)) == 0;
}

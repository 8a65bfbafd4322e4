/* SPDX-License-Identifier: MIT */
/* seal.c: see seal.h. */
#include "seal.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <stdlib.h>
#include <string.h>

#include "util/crypto.h"
#include "util/memory.h"
#include "wire/out.h"

enum { HASH = 32, CONTENT_KEY = 16, NONCE = 12, TAG = 16, HEAD = BY_PUSH_SALT + 4 + 1 + BY_PUSH_PUBLIC };

/* ---- Keys ------------------------------------------------------------------------------------- */

bool by_push_key_of(struct by_push_key *k)
{
    EC_GROUP *curve = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    BIGNUM *secret = BN_bin2bn(k->secret, sizeof k->secret, NULL);
    EC_POINT *point = curve == NULL ? NULL : EC_POINT_new(curve);
    bool fine = point != NULL && secret != NULL && !BN_is_zero(secret) && BN_cmp(secret, EC_GROUP_get0_order(curve)) < 0
        && EC_POINT_mul(curve, point, secret, NULL, NULL, NULL) == 1
        && EC_POINT_point2oct(curve, point, POINT_CONVERSION_UNCOMPRESSED, k->public, sizeof k->public, NULL)
            == sizeof k->public;

    BN_clear_free(secret);
    EC_POINT_free(point);
    EC_GROUP_free(curve);
    return fine;
}

bool by_push_key_new(struct by_push_key *k)
{
    EVP_PKEY *made = EVP_EC_gen("P-256");
    BIGNUM *secret = NULL;
    bool fine = made != NULL && EVP_PKEY_get_bn_param(made, OSSL_PKEY_PARAM_PRIV_KEY, &secret) == 1
        && BN_bn2binpad(secret, k->secret, sizeof k->secret) == sizeof k->secret && by_push_key_of(k);

    BN_clear_free(secret);
    EVP_PKEY_free(made);
    return fine;
}

/* Converts a key to OpenSSL's form; `secret` may be NULL. OpenSSL rejects a point that is not on the curve. */
static EVP_PKEY *key_of(const uint8_t public[BY_PUSH_PUBLIC], const uint8_t *secret)
{
    BIGNUM *number = secret == NULL ? NULL : BN_bin2bn(secret, BY_PUSH_SECRET, NULL);
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    OSSL_PARAM *params = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    EVP_PKEY *key = NULL;

    if (build != NULL && OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0) == 1
        && OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, public, BY_PUSH_PUBLIC) == 1
        && (number == NULL || OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number) == 1))
        params = OSSL_PARAM_BLD_to_param(build);
    if (params == NULL || context == NULL || EVP_PKEY_fromdata_init(context) != 1
        || EVP_PKEY_fromdata(context, &key, number == NULL ? EVP_PKEY_PUBLIC_KEY : EVP_PKEY_KEYPAIR, params) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    BN_clear_free(number);
    return key;
}

/* ---- Messages --------------------------------------------------------------------------------- */

/* Computes the shared secret of two keys. */
static bool agree(const struct by_push_sealing *s, uint8_t out[HASH])
{
    EVP_PKEY *own = key_of(s->once.public, s->once.secret), *to = key_of(s->to, NULL);
    EVP_PKEY_CTX *context = own == NULL ? NULL : EVP_PKEY_CTX_new_from_pkey(NULL, own, NULL);
    size_t n = HASH;
    bool fine = to != NULL && context != NULL && EVP_PKEY_derive_init(context) == 1
        && EVP_PKEY_derive_set_peer(context, to) == 1 && EVP_PKEY_derive(context, out, &n) == 1 && n == HASH;

    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(own);
    EVP_PKEY_free(to);
    return fine;
}

struct part {
    const void *at;
    size_t n;
};

/* HKDF with SHA-256 (RFC 5869). */
static bool expand(struct part salt, struct part secret, struct part info, uint8_t *out, size_t n)
{
    EVP_KDF *kind = EVP_KDF_fetch(NULL, "HKDF", NULL);
    EVP_KDF_CTX *context = kind == NULL ? NULL : EVP_KDF_CTX_new(kind);
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, "SHA256", 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)(uintptr_t)salt.at, salt.n),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)(uintptr_t)secret.at, secret.n),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)(uintptr_t)info.at, info.n),
        OSSL_PARAM_construct_end(),
    };
    bool fine = context != NULL && EVP_KDF_derive(context, out, n, params) == 1;

    EVP_KDF_CTX_free(context);
    EVP_KDF_free(kind);
    return fine;
}

/* Derives the content key and the nonce (RFC 8291, 3.4). Each name ends with a zero byte, which is part of the name. */
static bool derive(const struct by_push_sealing *s, uint8_t key[CONTENT_KEY], uint8_t nonce[NONCE])
{
    static const char name[] = "WebPush: info", key_name[] = "Content-Encoding: aes128gcm",
                      nonce_name[] = "Content-Encoding: nonce";
    uint8_t shared[HASH], mixed[HASH], info[sizeof name + BY_PUSH_PUBLIC + BY_PUSH_PUBLIC];
    bool fine;

    memcpy(info, name, sizeof name);
    memcpy(info + sizeof name, s->to, BY_PUSH_PUBLIC);
    memcpy(info + sizeof name + BY_PUSH_PUBLIC, s->once.public, BY_PUSH_PUBLIC);
    fine = agree(s, shared)
        && expand((struct part){ s->auth, sizeof s->auth }, (struct part){ shared, HASH },
                  (struct part){ info, sizeof info }, mixed, HASH)
        && expand((struct part){ s->salt, sizeof s->salt }, (struct part){ mixed, HASH },
                  (struct part){ key_name, sizeof key_name }, key, CONTENT_KEY)
        && expand((struct part){ s->salt, sizeof s->salt }, (struct part){ mixed, HASH },
                  (struct part){ nonce_name, sizeof nonce_name }, nonce, NONCE);
    by_forget(shared, sizeof shared);
    by_forget(mixed, sizeof mixed);
    return fine;
}

static bool encrypt(const uint8_t key[CONTENT_KEY], const uint8_t nonce[NONCE], const uint8_t *plain, size_t n,
                    uint8_t *out)
{
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int some = 0, rest = 0;
    bool fine = context != NULL && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1
        && EVP_EncryptUpdate(context, out, &some, plain, (int)n) == 1 && some == (int)n
        && EVP_EncryptFinal_ex(context, out + some, &rest) == 1 && rest == 0
        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TAG, out + n) == 1;

    EVP_CIPHER_CTX_free(context);
    return fine;
}

size_t by_push_seal(const struct by_push_sealing *s, uint8_t out[BY_PUSH_SEALED])
{
    static const uint8_t head[] = { BY_PUSH_SEALED >> 24, BY_PUSH_SEALED >> 16 & 255, BY_PUSH_SEALED >> 8 & 255,
                                    BY_PUSH_SEALED & 255, BY_PUSH_PUBLIC };
    size_t padded = s->pad > s->n ? s->pad : s->n;
    uint8_t plain[BY_PUSH_PLAIN + 1] = { 0 }, key[CONTENT_KEY], nonce[NONCE];
    bool fine;

    if (padded > BY_PUSH_PLAIN)
        return 0;
    memcpy(plain, s->plain, s->n);
    plain[s->n] = 2; /* in the last record, a byte of 2 precedes the padding */
    memcpy(out, s->salt, sizeof s->salt);
    memcpy(out + sizeof s->salt, head, sizeof head);
    memcpy(out + sizeof s->salt + sizeof head, s->once.public, sizeof s->once.public);
    fine = derive(s, key, nonce) && encrypt(key, nonce, plain, padded + 1, out + HEAD);
    by_forget(key, sizeof key);
    return fine ? HEAD + padded + 1 + TAG : 0;
}

/* ---- Tokens ----------------------------------------------------------------------------------- */

static void put_object(struct by_out *o, struct by_out *object)
{
    by_out(object, "}");
    by_out_base64(o, object->at, object->n);
    free(object->at);
}

/* Signs with ES256. The signature consists of two 32-byte numbers (RFC 7518, 3.4). */
static bool sign(const struct by_push_key *k, const char *text, size_t n, uint8_t out[2 * HASH])
{
    EVP_PKEY *key = key_of(k->public, k->secret);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    uint8_t der[128];
    const uint8_t *at = der;
    size_t der_n = sizeof der;
    ECDSA_SIG *pair = NULL;
    bool fine = key != NULL && context != NULL && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1
        && EVP_DigestSign(context, der, &der_n, (const uint8_t *)text, n) == 1
        && (pair = d2i_ECDSA_SIG(NULL, &at, (long)der_n)) != NULL
        && BN_bn2binpad(ECDSA_SIG_get0_r(pair), out, HASH) == HASH
        && BN_bn2binpad(ECDSA_SIG_get0_s(pair), out + HASH, HASH) == HASH;

    ECDSA_SIG_free(pair);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return fine;
}

char *by_push_token(const struct by_push_key *k, const char *audience, int64_t expires, const char *subject)
{
    struct by_out o = { 0 }, head = { 0 }, body = { 0 };
    uint8_t signature[2 * HASH];

    by_out(&head, "{");
    by_out_key_string(&head, "typ", "JWT");
    by_out_key_string(&head, "alg", "ES256");
    put_object(&o, &head);
    by_out(&body, "{");
    by_out_key_string(&body, "aud", audience);
    by_out_key_int(&body, "exp", expires);
    if (subject != NULL)
        by_out_key_string(&body, "sub", subject);
    by_out(&o, ".");
    put_object(&o, &body);
    if (!sign(k, o.at, o.n, signature)) {
        free(o.at);
        return NULL;
    }
    by_out(&o, ".");
    by_out_base64(&o, signature, sizeof signature);
    return by_out_end(&o);
}

/* SPDX-License-Identifier: MIT */
/* duplicate.c: see duplicate.h. */
#include "duplicate.h"

#include <stdio.h>
#include <string.h>

#include "boneyard/text.h"
#include "input.h"
#include "util/crypto.h"

/* ---- Hashes ---- */

static void add_numbers(struct by_hasher *h, const struct by_round_shuffle *s)
{
    by_fair_add(h, s->tournament.bytes, sizeof s->tournament.bytes);
    by_fair_add_number(h, s->round, 8);
    by_fair_add_number(h, s->deal, 8);
}

void by_round_commit(struct by_round_shuffle *s)
{
    struct by_hasher h;

    by_fair_hash_begin(&h, "BY1 round", NULL, 32);
    add_numbers(&h, s);
    by_fair_add(&h, s->secret, sizeof s->secret);
    by_hash_end(&h, s->commit.bytes, 32);
}

void by_round_key(struct by_round_shuffle *s)
{
    struct by_hasher h;

    by_fair_hash_begin(&h, "BY1 duplicate", s->secret, 64);
    add_numbers(&h, s);
    by_fair_add(&h, s->commit.bytes, 32);
    by_fair_add_number(&h, (uint64_t)s->shares, 4);
    for (int i = 0; i < s->shares; i++) {
        const struct by_round_share *one = &s->share[i];

        BY_ASSERT(i == 0 || by_round_after(one, one - 1));
        by_fair_add(&h, one->table.bytes, sizeof one->table.bytes);
        by_fair_add_number(&h, one->seat, 4);
        by_fair_add(&h, one->hash.bytes, 32);
        by_fair_add(&h, one->share, BY_FAIR_SHARE);
    }
    by_hash_end(&h, s->key, 64);
}

void by_round_deal_key(const struct by_round_shuffle *s, uint32_t deal, uint8_t out[64])
{
    struct by_hasher h;

    by_fair_hash_begin(&h, "BY1 deal", s->key, 64);
    by_fair_add_number(&h, deal, 4);
    by_hash_end(&h, out, 64);
}

bool by_round_after(const struct by_round_share *share, const struct by_round_share *before)
{
    int order = memcmp(&share->table, &before->table, sizeof share->table);

    return order > 0 || (order == 0 && share->seat > before->seat);
}

/* ---- JSON ---- */

static by_json *bytes_json(const void *bytes, size_t n)
{
    char text[BY_FAIR_SECRET * 2];

    by_base64(bytes, n, text);
    return by_json_string(text);
}

static by_json *share_json(const struct by_round_share *s)
{
    by_json *one = by_json_array();

    by_json_push(one, bytes_json(s->table.bytes, sizeof s->table.bytes));
    by_json_push(one, by_json_int(s->seat));
    by_json_push(one, bytes_json(s->hash.bytes, sizeof s->hash.bytes));
    by_json_push(one, bytes_json(s->share, sizeof s->share));
    return one;
}

by_json *by_round_shuffle_json(const struct by_round_shuffle *s)
{
    by_json *j = by_json_object(), *shares = by_json_array();

    by_json_set(j, "tournament", bytes_json(s->tournament.bytes, sizeof s->tournament.bytes));
    by_json_set(j, "round", by_json_int((int64_t)s->round));
    by_json_set(j, "deal", by_json_int((int64_t)s->deal));
    by_json_set(j, "commit", bytes_json(s->commit.bytes, sizeof s->commit.bytes));
    by_json_set(j, "secret", bytes_json(s->secret, sizeof s->secret));
    for (int i = 0; i < s->shares; i++)
        by_json_push(shares, share_json(&s->share[i]));
    by_json_set(j, "shares", shares);
    return j;
}

static bool wrong(struct by_fault *f, const char *sentence)
{
    by_fail(f, BY_E_RECORD, sentence, NULL);
    return false;
}

static bool bytes_of(const by_json *j, void *out, size_t n)
{
    const char *text = by_json_text(j);

    return text != NULL && by_unbase64(text, out, n);
}

static bool read_shares(const by_json *list, struct by_round_shuffle *s)
{
    size_t n = by_json_count(list);
    bool fine = by_json_is_array(list) && n <= BY_ROUND_SHARES;

    for (size_t i = 0; fine && i < n; i++) {
        const by_json *one = by_json_at(list, i);
        struct by_round_share *to = &s->share[i];
        int64_t seat;

        fine = by_json_count(one) == 4 && bytes_of(by_json_at(one, 0), to->table.bytes, sizeof to->table.bytes)
            && by_json_number(by_json_at(one, 1), &seat) && seat >= 0 && seat < BY_SEATS
            && bytes_of(by_json_at(one, 2), to->hash.bytes, sizeof to->hash.bytes)
            && bytes_of(by_json_at(one, 3), to->share, sizeof to->share);
        to->seat = fine ? (uint8_t)seat : 0;
        fine = fine && (i == 0 || by_round_after(to, to - 1));
    }
    s->shares = fine ? (int)n : 0;
    return fine;
}

static bool share_fits(const struct by_round_shuffle *s, const struct by_round_share *one)
{
    struct by_shuffle of = { .table = one->table, .deal = s->deal, .commit = s->commit };
    struct by_hash hash;

    by_fair_hash(&of, one->seat, one->share, &hash);
    return by_same_bytes(&hash, &one->hash, sizeof hash);
}

bool by_round_shuffle_read(by_json *j, struct by_round_shuffle *s, struct by_fault *f)
{
    struct by_hash commit;
    int64_t round, deal;

    memset(s, 0, sizeof *s);
    if (!by_json_is_object(j) || by_json_stray(j, "tournament round deal commit secret shares") != NULL
        || !bytes_of(by_json_get(j, "tournament"), s->tournament.bytes, sizeof s->tournament.bytes)
        || !by_json_number(by_json_get(j, "round"), &round) || round < 1
        || !by_json_number(by_json_get(j, "deal"), &deal) || deal < 1
        || !bytes_of(by_json_get(j, "commit"), commit.bytes, sizeof commit.bytes)
        || !bytes_of(by_json_get(j, "secret"), s->secret, sizeof s->secret))
        return wrong(f, "fair: duplicate requires tournament, round, deal, commit, secret and shares");
    if (!read_shares(by_json_get(j, "shares"), s))
        return wrong(
            f, "fair: the shares of duplicate deals must be a list of [table,seat,hash,share] in ascending order");
    s->round = (uint64_t)round;
    s->deal = (uint64_t)deal;
    by_round_commit(s);
    if (!by_same_bytes(&commit, &s->commit, sizeof commit))
        return wrong(f, "the server's secret does not match its commitment");
    for (int i = 0; i < s->shares; i++)
        if (!share_fits(s, &s->share[i])) {
            char number[32];

            snprintf(number, sizeof number, "%d", i + 1);
            by_fail(f, BY_E_RECORD, "share ", number, " does not match its commitment", NULL);
            return false;
        }
    by_round_key(s);
    return true;
}

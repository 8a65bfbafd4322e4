/* SPDX-License-Identifier: MIT */
/* fair.c: computes commitments, the deck derived from them, and the transcript (fair.h). */
#include "fair.h"

#include <string.h>

#include "boneyard/text.h"
#include "input.h"

/* ---- Commitments and shares ---- */

void by_fair_commit(struct by_shuffle *s)
{
    struct by_hasher h;

    by_fair_hash_begin(&h, "BY1 commit", NULL, 32);
    by_fair_add(&h, s->table.bytes, 16);
    by_fair_add_number(&h, s->deal, 8);
    by_fair_add_text(&h, s->rules);
    by_fair_add(&h, s->before.bytes, 32);
    by_fair_add(&h, s->secret, BY_FAIR_SECRET);
    by_hash_end(&h, s->commit.bytes, 32);
}

void by_fair_hash(const struct by_shuffle *s, int seat, const uint8_t share[BY_FAIR_SHARE], struct by_hash *out)
{
    struct by_hasher h;

    by_fair_hash_begin(&h, "BY1 share", NULL, 32);
    by_fair_add(&h, s->table.bytes, 16);
    by_fair_add_number(&h, s->deal, 8);
    by_fair_add_number(&h, (uint64_t)seat, 4);
    by_fair_add(&h, s->commit.bytes, 32);
    by_fair_add(&h, share, BY_FAIR_SHARE);
    by_hash_end(&h, out->bytes, 32);
}

void by_fair_key(struct by_shuffle *s)
{
    struct by_hasher h;

    BY_ASSERT(s->shares >= 0 && s->shares <= BY_SEATS);
    by_fair_hash_begin(&h, "BY1 deck", s->secret, 64);
    by_fair_add(&h, s->table.bytes, 16);
    by_fair_add_number(&h, s->deal, 8);
    by_fair_add(&h, s->commit.bytes, 32);
    by_fair_add_number(&h, (uint64_t)s->shares, 4);
    for (int i = 0; i < s->shares; i++) {
        BY_ASSERT(i == 0 || s->share[i].seat > s->share[i - 1].seat);
        by_fair_add_number(&h, s->share[i].seat, 4);
        by_fair_add(&h, s->share[i].hash.bytes, 32);
        by_fair_add(&h, s->share[i].share, BY_FAIR_SHARE);
    }
    by_hash_end(&h, s->key, 64);
}

/* ---- Random numbers and tile order ---- */

struct stream {
    uint8_t key[64];
    uint64_t block, word[8];
    int used;
};

/* Starts the stream for a tag and an attempt; a negative attempt is left out. */
static struct stream stream_of(const struct by_shuffle *s, const char *tag, int64_t attempt)
{
    struct stream st = { .used = 8 };
    struct by_hasher h;

    by_fair_hash_begin(&h, tag, s->key, 64);
    if (attempt >= 0)
        by_fair_add_number(&h, (uint64_t)attempt, 4);
    by_hash_end(&h, st.key, 64);
    return st;
}

static uint64_t next(struct stream *st)
{
    if (st->used == 8) {
        struct by_hasher h;
        uint8_t bytes[64];

        by_hash_init(&h, st->key, 64, 64);
        by_fair_add_number(&h, st->block++, 8);
        by_hash_end(&h, bytes, 64);
        for (int i = 0; i < 8; i++) {
            st->word[i] = 0;
            for (int k = 7; k >= 0; k--)
                st->word[i] = st->word[i] << 8 | bytes[8 * i + k];
        }
        st->used = 0;
    }
    return st->word[st->used++];
}

static uint64_t below(struct stream *st, uint64_t n)
{
    uint64_t least = (0 - n) % n, v; /* 2^64 mod n */

    do
        v = next(st);
    while (v < least);
    return v % n;
}

static void shuffle(struct stream *st, uint8_t *list, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = (int)below(st, (uint64_t)i + 1);
        uint8_t was = list[i];

        list[i] = list[j];
        list[j] = was;
    }
    by_forget(st, sizeof *st);
}

/* Lists the next round's tiles in canonical order (C-01), leaving out the double set aside. */
static int ordered(const struct by_state *state, by_tile deck[BY_MAX_TILES])
{
    by_tile lacks = by_deck_lacks(state);
    int n = by_deck_tiles(state), at = 0;

    for (int t = 0; at < n; t++)
        if (t != lacks)
            deck[at++] = (by_tile)t;
    return n;
}

int by_fair_deck(const struct by_shuffle *s, uint32_t attempt, const struct by_state *state, by_tile deck[BY_MAX_TILES])
{
    struct stream st = stream_of(s, "BY1 attempt", attempt);
    int n = ordered(state, deck);

    shuffle(&st, deck, n);
    return n;
}

int by_fair_lot(const struct by_shuffle *s, const struct by_state *state)
{
    struct stream st = stream_of(s, "BY1 lot", -1);
    by_tile deck[BY_MAX_TILES] = { 0 };
    int n = ordered(state, deck), best = 0;

    BY_ASSERT(n >= state->players);
    shuffle(&st, deck, n);
    for (int i = 1; i < state->players; i++) {
        int more = by_pips(deck[i]) - by_pips(deck[best]);

        if (more > 0 || (more == 0 && by_high(deck[i]) > by_high(deck[best])))
            best = i;
    }
    return best;
}

by_err by_fair_deal(const struct by_shuffle *s, struct by_state *state, struct by_events *ev, uint32_t *attempt,
                    by_tile deck[BY_MAX_TILES], int *tiles)
{
    int lead = -1;
    by_err err;

    if (state->now.phase != BY_READY && state->now.phase != BY_ROUND_OVER)
        return BY_E_PHASE;
    if (by_lead_rule(state) == BY_LEAD_LOT)
        lead = by_fair_lot(s, state);
    *attempt = 0;
    for (;;) { /* if no hand holds a double, deals the next attempt (L-05, T-04) */
        *tiles = by_fair_deck(s, *attempt, state, deck);
        err = by_deal(state, deck, *tiles, lead, ev);
        if (err != BY_E_NO_DOUBLE)
            return err;
        ++*attempt;
    }
}

/* ---- Commitments to the tiles ---- */

void by_fair_list(const struct by_shuffle *s, uint32_t attempt, int n, uint8_t at[BY_MAX_TILES])
{
    struct stream st = stream_of(s, "BY1 list", attempt);

    for (int i = 0; i < n; i++)
        at[i] = (uint8_t)i;
    shuffle(&st, at, n);
}

void by_fair_salt(const struct by_shuffle *s, uint32_t attempt, int place, struct by_hash *salt)
{
    struct by_hasher h;

    by_fair_hash_begin(&h, "BY1 salt", s->key, 32);
    by_fair_add_number(&h, attempt, 4);
    by_fair_add_number(&h, (uint64_t)place, 4);
    by_hash_end(&h, salt->bytes, 32);
}

void by_fair_place(const struct by_hash *salt, int place, by_tile tile, struct by_hash *out)
{
    struct by_hasher h;
    char text[16];
    struct by_text to = by_text_on(text, sizeof text);

    by_put_tile(&to, tile, false);
    by_fair_hash_begin(&h, "BY1 place", NULL, 32);
    by_fair_add(&h, salt->bytes, 32);
    by_fair_add_number(&h, (uint64_t)place, 4);
    by_fair_add(&h, text, to.used);
    by_hash_end(&h, out->bytes, 32);
}

/* ---- The transcript ---- */

void by_fair_begin(const struct by_id *table, const char *rules, struct by_hash *transcript)
{
    struct by_hasher h;

    by_fair_hash_begin(&h, "BY1 table", NULL, 32);
    by_fair_add(&h, table->bytes, 16);
    by_fair_add_text(&h, rules);
    by_hash_end(&h, transcript->bytes, 32);
}

void by_fair_event(struct by_hash *transcript, const char *line, size_t n)
{
    struct by_hasher h;

    by_fair_hash_begin(&h, "BY1 event", NULL, 32);
    by_fair_add(&h, transcript->bytes, 32);
    by_fair_add(&h, line, n);
    by_hash_end(&h, transcript->bytes, 32);
}

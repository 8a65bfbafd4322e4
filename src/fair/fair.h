/* SPDX-License-Identifier: MIT */
/* fair.h: implements the fair shuffle: the contributions of each party, the deck derived from them, and the data for
 * verifying it (docs/fairness.md).
 *
 * For each shuffle the server first commits to 64 random bytes S.  Each participating player commits to 32 random bytes
 * and reveals them once all commitments are known.  The deck is derived from all these bytes.  Every tile of the deck
 * has its own commitment.  The server sends each player proofs of the tiles that the player may see.  At the end of the
 * round the server reveals S, and anyone can repeat the whole calculation from the record.
 *
 * Notation: H32 and H64 are BLAKE2b with 32 and 64 bytes of output respectively. The encoding lp(x) is the length of x
 * as 4 little-endian bytes, followed by x; n8 and n4 encode a number as 8 and 4 little-endian bytes respectively. G is
 * the table's id (16 bytes), d is the number of the shuffle at this table (from 1, never reused), R the canonical rule
 * string, and T the transcript before the shuffle.
 *
 *     C     = H32(lp("BY1 commit") lp(G) n8(d) lp(R) lp(T) lp(S))
 *     h_i   = H32(lp("BY1 share") lp(G) n8(d) n4(seat) lp(C) lp(c_i))
 *     K     = H64 keyed with S of (lp("BY1 deck") lp(G) n8(d) lp(C) n4(m) then for each of the m contributors, in seat
 *             order, n4(seat) lp(h_i) lp(c_i))
 *     K_a   = H64 keyed with K of (lp("BY1 attempt") n4(a)); a starts at 0 and increases when the deal is repeated
 *             because a double must lead and no hand holds one
 *     Stream with a key: block j = 0, 1, 2... is H64 of n8(j) under that key, read as eight 8-byte little-endian
 *             numbers.  To get a number below n, draw v until v >= 2^64 mod n, then take v mod n.
 *     Shuffle with a key: for i from the last place down to 1, j = a number below i + 1, swap i and j.
 *     deck  = the tiles in canonical order (by high half, then low half) without the double set aside, shuffled
 *             with K_a
 *     lot   = the same tiles shuffled with H64 keyed with K of lp("BY1 lot"); seat k draws place k (docs/protocol.md)
 *     b_p   = element p of the numbers 0, 1, 2... shuffled with H64 keyed with K of (lp("BY1 list") n4(a)):
 *             the position of deck place p in the list of commitments.  An opened tile does not reveal when
 *             it was drawn.
 *     s_b   = H32 keyed with K of (lp("BY1 salt") n4(a) n4(b))
 *     t_b   = H32(lp("BY1 place") lp(s_b) n4(b) lp(tile as text, higher half first: "6-4"))
 *     T_0   = H32(lp("BY1 table") lp(G) lp(R)), new for each match
 *     T'    = H32(lp("BY1 event") lp(T) lp(line)), where the lines are those of fair/written.h
 *
 * docs/fairness.md explains the guarantees and their limits. */
#ifndef BY_FAIR_FAIR_H
#define BY_FAIR_FAIR_H

#include "boneyard/rules.h"
#include "util/crypto.h"

#define BY_FAIR_SECRET 64 /* bytes of S */
#define BY_FAIR_SHARE 32  /* bytes of c_i */

/* One player's contribution. Seats without a valid share are left out. */
struct by_fair_share {
    uint8_t seat;
    struct by_hash hash;
    uint8_t share[BY_FAIR_SHARE];
};

/* A shuffle in progress. */
struct by_shuffle {
    struct by_id table;
    uint64_t deal;                        /* d */
    char rules[BY_CONFIG_TEXT];           /* R */
    struct by_hash before;                /* T */
    struct by_hash commit;                /* C */
    uint8_t secret[BY_FAIR_SECRET];       /* S: known only to the server until the end */
    struct by_fair_share share[BY_SEATS]; /* contributors in seat order */
    int shares;
    uint8_t key[64]; /* K, set by by_fair_key */
};

/* An opening, which proves a tile's commitment; `place` is b, the position in the list. */
struct by_opening_of {
    uint8_t place;
    by_tile tile;
    struct by_hash salt;
};

/* Compute C from the members above, and h_i from a share. */
void by_fair_commit(struct by_shuffle *s);
void by_fair_hash(const struct by_shuffle *s, int seat, const uint8_t share[BY_FAIR_SHARE], struct by_hash *out);

/* Computes K. The secret and all shares must be known. */
void by_fair_key(struct by_shuffle *s);

/* Computes an attempt's deck for the next deal of `state` (by_deck_tiles). Returns the number of tiles. */
int by_fair_deck(const struct by_shuffle *s, uint32_t attempt, const struct by_state *state,
                 by_tile deck[BY_MAX_TILES]);

/* Returns the seat that wins the lot (L-06). */
int by_fair_lot(const struct by_shuffle *s, const struct by_state *state);

/* Deals the round, with lot and attempts as in by_deal_seeded. Stores the attempt that succeeded and its deck. Returns
 * the same errors as by_deal. */
by_err by_fair_deal(const struct by_shuffle *s, struct by_state *state, struct by_events *ev, uint32_t *attempt,
                    by_tile deck[BY_MAX_TILES], int *tiles);

/* Maps each place in a deck of n tiles to its position in the list of commitments. */
void by_fair_list(const struct by_shuffle *s, uint32_t attempt, int n, uint8_t at[BY_MAX_TILES]);

/* Compute the salt and the commitment for a position in the list. */
void by_fair_salt(const struct by_shuffle *s, uint32_t attempt, int place, struct by_hash *salt);
void by_fair_place(const struct by_hash *salt, int place, by_tile tile, struct by_hash *out);

/* Start a transcript (T_0), and replace T with T'. */
void by_fair_begin(const struct by_id *table, const char *rules, struct by_hash *transcript);
void by_fair_event(struct by_hash *transcript, const char *line, size_t n);

#endif

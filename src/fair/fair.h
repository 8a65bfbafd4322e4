/* fair.h: the fair shuffle: who contributes what, the deck that follows, and how anybody checks it (docs/fairness.md).
 *
 * For each shuffle the server commits to 64 random bytes S before anybody says anything; each person who takes part
 * commits to 32 bytes of their own, and reveals them when all commitments are known.  The deck follows from all of
 * them.  Every tile of the deck lies behind a commitment of its own, which is opened for whoever may see the tile, when
 * they may.  At the end of the round S is revealed and everything can be reckoned again, from the record alone.
 *
 * Notation: H32, H64 are BLAKE2b of 32 and 64 bytes; lp(x) is the length of x as 4 bytes, little-endian, and x
 * itself; numbers n8, n4 are 8 and 4 bytes, little-endian.  G is the table's id (16 bytes), d the shuffle's number at
 * this table (from 1, never used twice), R the canonical rule string, T the transcript before the shuffle.
 *
 *     C     = H32(lp("BY1 commit") lp(G) n8(d) lp(R) lp(T) lp(S))
 *     h_i   = H32(lp("BY1 share") lp(G) n8(d) n4(seat) lp(C) lp(c_i))
 *     K     = H64 keyed with S of (lp("BY1 deck") lp(G) n8(d) lp(C) n4(m) then for each of m contributors, by rising
 *             seat, n4(seat) lp(h_i) lp(c_i))
 *     K_a   = H64 keyed with K of (lp("BY1 attempt") n4(a))     a from 0: deals without a double that must lead are
 *             repeated
 *     Stream with a key: block j = 0, 1, 2... is H64 keyed with it of n8(j), read as eight numbers of 8 bytes, little-
 *             endian.  A number below n: take v until v >= 2^64 mod n, then v mod n.
 *     Shuffle with a key: for i from the last place down to 1, j = a number below i + 1, exchange i and j.
 *     deck  = the tiles in canonical order (by high half, then low half) without the double set aside, shuffled
 *             with K_a
 *     lot   = the same tiles shuffled with H64 keyed with K of lp("BY1 lot"); seat k draws place k (docs/protocol.md)
 *     b_p   = element p of the numbers 0, 1, 2... shuffled with H64 keyed with K of (lp("BY1 list") n4(a)): where the
 *             tile of deck place p stands in the list of commitments.  Who sees a tile opened does not learn when
 *             it was drawn.
 *     s_b   = H32 keyed with K of (lp("BY1 salt") n4(a) n4(b))
 *     t_b   = H32(lp("BY1 place") lp(s_b) n4(b) lp(tile as text, higher half first: "6-4"))
 *     T_0   = H32(lp("BY1 table") lp(G) lp(R)), for each match anew
 *     T'    = H32(lp("BY1 event") lp(T) lp(line)), the lines being those of fair/written.h
 *
 * What it proves and what not: docs/fairness.md.
 */
#ifndef BY_FAIR_FAIR_H
#define BY_FAIR_FAIR_H

#include "boneyard/rules.h"
#include "util/crypto.h"

#define BY_FAIR_SECRET 64               /* bytes of S */
#define BY_FAIR_SHARE 32                /* bytes of c_i */

/* One person's part.  A seat without a valid share is not among them. */
struct by_share { uint8_t seat; struct by_hash hash; uint8_t share[BY_FAIR_SHARE]; };

/* A shuffle, as far as it has come. */
struct by_shuffle {
    struct by_id table;
    uint64_t deal;                      /* d */
    char rules[BY_CONFIG_TEXT];         /* R */
    struct by_hash before;              /* T */
    struct by_hash commit;              /* C */
    uint8_t secret[BY_FAIR_SECRET];     /* S: only the server has it before the end */
    struct by_share share[BY_SEATS];    /* contributors by rising seat */
    int shares;
    uint8_t key[64];                    /* K, made by by_fair_key */
};

/* What opens a commitment; `place` is that of the list, b. */
struct by_opening_of { uint8_t place; by_tile tile; struct by_hash salt; };

/* C from what stands there; h_i of a share. */
void by_fair_commit(struct by_shuffle *s);
void by_fair_hash(const struct by_shuffle *s, int seat, const uint8_t share[BY_FAIR_SHARE], struct by_hash *out);

/* K, when the secret and all shares are there. */
void by_fair_key(struct by_shuffle *s);

/* The deck of an attempt for the next deal of `state` (by_deck_tiles); how many tiles. */
int by_fair_deck(const struct by_shuffle *s, uint32_t attempt, const struct by_state *state,
                 by_tile deck[BY_MAX_TILES]);

/* The seat that the lot names (L-06). */
int by_fair_lot(const struct by_shuffle *s, const struct by_state *state);

/* Deals the round: lot and attempts as by_deal_seeded does it.  The attempt that held and the deck are told.  Errors:
 * as by_deal. */
by_err by_fair_deal(const struct by_shuffle *s, struct by_state *state, struct by_events *ev, uint32_t *attempt,
                    by_tile deck[BY_MAX_TILES], int *tiles);

/* Where the tile of each place of a deck of n tiles stands in the list of commitments. */
void by_fair_list(const struct by_shuffle *s, uint32_t attempt, int n, uint8_t at[BY_MAX_TILES]);

/* The salt of a place of the list, and the commitment that stands there. */
void by_fair_salt(const struct by_shuffle *s, uint32_t attempt, int place, struct by_hash *salt);
void by_fair_place(const struct by_hash *salt, int place, by_tile tile, struct by_hash *out);

/* T_0, and T' in the place of T. */
void by_fair_begin(const struct by_id *table, const char *rules, struct by_hash *transcript);
void by_fair_event(struct by_hash *transcript, const char *line, size_t n);

#endif

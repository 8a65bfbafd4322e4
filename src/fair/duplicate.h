/* SPDX-License-Identifier: MIT */
/* duplicate.h: implements the fair shuffle for duplicate deals, with one shuffle for all tables in a tournament round
 * (docs/fairness.md). The notation is that of fair.h.
 *
 * The server commits once for the round, and every player at every table contributes. All hashes are fixed before the
 * first share is revealed. The server's secret stays hidden until the last table has finished, because it determines
 * every deal at every table. U is the tournament's id, n the round number and d the number of the shuffle within the
 * round (from 1, counting abandoned shuffles). G is the id of the contributor's table.
 *
 *     C   = H32(lp("BY1 round") lp(U) n8(n) n8(d) lp(S))
 *     h   = H32(lp("BY1 share") lp(G) n8(d) n4(seat) lp(C) lp(c)), as at any table
 *     K   = H64 keyed with S of (lp("BY1 duplicate") lp(U) n8(n) n8(d) lp(C) n4(m) then for each of the m
 *           contributors, in ascending order of tables' bytes, then of seats, lp(G) n4(seat) lp(h) lp(c))
 *     K_k = H64 keyed with K of (lp("BY1 deal") n4(k)): for deal k of each match, the key from which fair.h derives
 *           the deck, the lot, the list and the salts */
#ifndef BY_FAIR_DUPLICATE_H
#define BY_FAIR_DUPLICATE_H

#include "fair/fair.h"
#include "wire/json.h"

enum { BY_ROUND_SHARES = 256 }; /* maximum number of contributors */

struct by_round_share {
    struct by_id table;
    uint8_t seat;
    struct by_hash hash;
    uint8_t share[BY_FAIR_SHARE];
};

struct by_round_shuffle {
    struct by_id tournament;
    uint64_t round, deal;           /* n and d */
    struct by_hash commit;          /* C */
    uint8_t secret[BY_FAIR_SECRET]; /* S */
    uint8_t key[64];                /* K, set by by_round_key */
    int shares;
    struct by_round_share share[BY_ROUND_SHARES]; /* in ascending order */
};

/* Compute C from the members above it, and K from all members. */
void by_round_commit(struct by_round_shuffle *s);
void by_round_key(struct by_round_shuffle *s);

/* Computes K_k, from K. */
void by_round_deal_key(const struct by_round_shuffle *s, uint32_t deal, uint8_t out[64]);

/* Returns whether the first share sorts after the second in K. */
bool by_round_after(const struct by_round_share *share, const struct by_round_share *before);

/* Write and read the "duplicate" member of a record's header: {"tournament":U,"round":n,"deal":d,"commit":C,"secret":S,
 * "shares":[[G,seat,h,c],...]}. If the member is invalid or does not match its commitments, by_round_shuffle_read sets
 * a fault and returns false. On success, the function also computes K. */
by_json *by_round_shuffle_json(const struct by_round_shuffle *s);
bool by_round_shuffle_read(by_json *j, struct by_round_shuffle *s, struct by_fault *f);

#endif

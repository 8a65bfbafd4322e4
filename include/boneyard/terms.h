/* SPDX-License-Identifier: MIT */
/* boneyard/terms.h: states the scoring rules that a program needs to display scores.
 *
 * These functions tell clients which seats score together, when the game ends, how a round's bonus is calculated and
 * which seat leads next, so that no client reimplements a rule.  A bonus is the sum that by_play adds to the score,
 * itemised:
 *
 *     by_sum_of(&rules, &result, &sum);          Anna 7 + Ben 12 = 19, rounded to 20, for seat 0
 */
#ifndef BONEYARD_TERMS_H
#define BONEYARD_TERMS_H

#include "boneyard/view.h"

#ifdef __cplusplus
extern "C" {
#endif

struct by_terms {
    uint32_t side[BY_SEATS]; /* by_side_of each seat */
    int32_t target;          /* the points needed to win (L-23); 0 if the game has no target */
    int32_t rounds;          /* the number of rounds (F-11, T-15); 0 to play until the target is reached */
    int32_t step;            /* scores in play are multiples of this (L-16); 0 if plays do not score */
    uint8_t low;             /* 1 if the lowest total wins */
    uint8_t claims;          /* 1 if points not claimed with the play can be called by another seat (L-25) */
    uint8_t knocks;          /* 1 if a player can be called out for an unannounced last tile (T-16) */
    uint8_t draws;           /* 1 if a hand can grow by drawing (L-09) */
    uint8_t penalises;       /* 1 if a wrong play is possible and penalised (T-19) */
    uint8_t highest;         /* by_highest: the highest number in play, even if the set is larger (L-01) */
    uint8_t pad[2];
};

/* Returns a bit mask: bit k is set if seat k is on the side of `seat` (L-03). */
static inline uint32_t by_side_of(const struct by_config *rules, int seat)
{
    return rules->opt[BY_TEAMS] == BY_ON ? (uint32_t)5 << (seat & 1) : (uint32_t)1 << seat;
}

/* The amount that one seat adds to a bonus or subtracts from it. */
struct by_share {
    uint8_t seat;
    uint8_t less; /* 1 if subtracted (L-21) */
    int16_t pips; /* C-08 */
};

/* How a round's bonus is calculated: the shares add up to `sum`, which is rounded to the nearest five and divided by
 * `unit` to give `points`. */
struct by_sum {
    uint32_t takers; /* bit k: seat k receives the points; 0 if no seat wins the round */
    uint32_t tied;   /* if `takers` is 0, the seats that share the lowest count (L-18) */
    int32_t n;
    struct by_share share[2 * BY_SEATS];
    int32_t sum;
    int32_t rounded; /* the sum, rounded to the nearest five if the game rounds (L-19) */
    int32_t unit;    /* pips per point */
    int32_t points;
    uint8_t leader; /* the winner who leads next (L-06), or BY_NO_SEAT */
    uint8_t rounds; /* 1 if this game rounds the sum */
    uint8_t pad[2];
};

/* Sets *out to the terms of these rules. */
void by_terms_of(const struct by_config *rules, struct by_terms *out);

/* Returns the points that a tile left in a hand costs its seat at the end of a round.  Returns 0 if the game has a
 * bonus instead. */
int by_left_points(const struct by_config *rules, by_tile t);

/* Calculates the bonus of a finished round.  Returns false if the game has no bonus and each seat pays for its own
 * tiles. */
bool by_sum_of(const struct by_config *rules, const struct by_result *result, struct by_sum *out);

/* Returns the leader of the next round.  Returns -1 in a solitaire game, before the first round has ended, and if the
 * deal decides (L-05, L-06, T-04). */
int by_next_lead(const struct by_view *v);

#ifdef __cplusplus
}
#endif

#endif

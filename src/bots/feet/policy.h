/* SPDX-License-Identifier: MIT */
/* policy.h: rates a play from the mover's own hand and the table alone. */
#ifndef BY_FEET_POLICY_H
#define BY_FEET_POLICY_H

#include "boneyard/model_feet.h"
#include "bots/think.h"

/* The features of a play, weighted in sixteenths of a pip. In their names, "mine" counts the tiles with that number
 * left in the hand, and "theirs" those that are neither in the hand nor played. */
enum by_feet_feature {
    BY_FOOT_PIPS,   /* for each pip laid */
    BY_FOOT_BLANK,  /* for each point that a held 0-0 would cost (F-10) */
    BY_FOOT_DOUBLE, /* a double */
    BY_FOOT_DOUBLE_MINE,
    BY_FOOT_DOUBLE_THEIRS,
    BY_FOOT_DEAD,     /* a double that can never be filled (D-10) */
    BY_FOOT_NEW_MINE, /* a number that is not open yet */
    BY_FOOT_NEW_THEIRS,
    BY_FOOT_MORE_MINE, /* another toe with an open number */
    BY_FOOT_MORE_THEIRS,
    BY_FOOT_LOSE_MINE, /* for covering the last toe with its number */
    BY_FOOT_LOSE_THEIRS,
    BY_FOOT_FEED,   /* the new toe fits a double in the hand */
    BY_FOOT_STARVE, /* the covered toe was the last one on which a double in the hand could be played */
    BY_FOOT_SPREAD, /* noise: a random amount up to this is added to every play */
    BY_FOOT_FEATURES
};

struct by_feet_taste {
    int16_t of[BY_FOOT_FEATURES];
};

/* The tuned weights, and the weights of a player that always plays its heaviest tile. */
extern const struct by_feet_taste by_feet_tuned, by_feet_heavy;

/* A play and its rating; INT32_MIN if no tile fits. */
struct by_feet_pick {
    int score, number, across;
};

/* Returns the score of a play by the seat to move. */
int by_feet_score(const struct by_feet *f, const struct by_feet_taste *w, int number, int across);

/* Plays the round to its end, with every seat following its own weights. Stops early if the budget runs out. */
void by_feet_playout(struct by_feet *f, const struct by_feet_taste *const w[], struct by_rng *rng, struct by_budget *b);

#endif

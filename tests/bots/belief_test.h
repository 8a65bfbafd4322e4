/* SPDX-License-Identifier: MIT */
/* belief_test.h: random rounds, and every deck consistent with what a seat has heard of one. */
#ifndef BELIEF_TEST_H
#define BELIEF_TEST_H

#include "boneyard/table.h"
#include "bots/belief/belief.h"

#define MOST_STEPS 400
#define KEY_SEATS 4 /* maximum number of players when worlds are stored */

/* A played round: the deck, and each move with what the seat `watch` saw and heard. */
struct played {
    struct by_config rules;
    by_tile deck[BY_MAX_TILES];
    int tiles, lead, n, watch;
    by_move move[MOST_STEPS];
    uint8_t seat[MOST_STEPS];
    uint8_t to[MOST_STEPS], got[MOST_STEPS];
    struct by_state state[MOST_STEPS + 1]; /* before each move, and now */
    struct by_heard heard[MOST_STEPS];
    struct by_past past;
    struct by_view view[MOST_STEPS + 1]; /* the views of `watch`, made by watch_as */
    struct by_events ev[MOST_STEPS];     /* as `watch` heard them */
};

/* Rules as text. `set` and `hand` override what a table would offer (0 to follow the text). */
struct table_rules {
    const char *text;
    int set, hand;
};
bool rules_of(const struct table_rules *t, struct by_config *out);

/* Deals a deck from `rng` and plays up to `steps` random moves. Returns how many were played. */
int play_random(struct played *p, const struct by_config *rules, struct by_rng *rng, int steps);
void watch_as(struct played *p, int seat);
bool deal_deck(struct by_state *s, const struct played *p, const by_tile *deck);

/* Returns whether something happened that reveals more than by_heard records (belief.h, LIMITS). */
bool tells_more(const struct played *p);

struct world {
    struct by_set hand[KEY_SEATS];
    long orders;
};
struct worlds {
    struct world *at;
    int n, room, slots, *slot;
    long orders;
    bool with_deck;
    by_tile (*deck)[BY_MAX_TILES];
};
void worlds_clear(struct worlds *w);
int worlds_find(const struct worlds *w, const struct by_set hand[]); /* -1 if not there */

/* Finds every deck that would have looked the same to p->watch, by dealing it and replaying the moves.  Decks that
 * differ only in the order of the boneyard or of a dealt hand count once.  Returns false if this takes more than
 * `budget` moves. */
bool brute_force(const struct played *p, long budget, struct worlds *out);

/* Returns the p-value of a chi-square with this many degrees of freedom. */
double chi_p(double chi, int freedom);

/* The counts of a test program. */
struct belief_tally {
    bool quiet;
    int wrong, states, looser, tests, below01, below001, ways[3], latent;
    double least; /* the smallest p-value */
    long worlds, orders;
};
void tally_p(struct belief_tally *t, double p);

/* Checks that the p-values of all samples look random: of n tests, about n/100 are below 0.01 (within four standard
 * deviations), and none is so small that n tests would show it only once in 10,000 times. */
bool tally_fair(const struct belief_tally *t);

/* belief_spread.c: random tiles and batches without any game. */
void check_spreads(struct belief_tally *t, int n);

#endif

/* SPDX-License-Identifier: MIT */
/* boneyard/model_trains.h: provides a compact model of Mexican Train, small and fast enough for a search.
 *
 * The rules are those of src/rules/games/mexican_train.c, without the tiles on the table: a train is stored as its open
 * number. struct by_trains has no pointers; a copy of the used part (by_trains_copy) is about 280 bytes for four
 * players with double-12.  Moves are encoded as in move.h.  tests/model/differ.c compares the model with the rules.
 *
 * The model makes three simplifications.  The last tile is always announced, so no seat can be called out.  A call
 * still open when the model is built is ignored (T-16).  A seat draws only if it cannot lay a tile: a draw
 * that T-19 would penalise is never listed. */
#ifndef BONEYARD_MODEL_TRAINS_H
#define BONEYARD_MODEL_TRAINS_H

#include "boneyard/deal.h"
#include "boneyard/view.h"

#ifdef __cplusplus
extern "C" {
#endif

struct by_trains {
    uint32_t doubles, begun;   /* bit sets: trains that end with an open double, and trains begun (T-05, T-13) */
    uint16_t markers, firsts;  /* bit sets: seats with a marker on their train, and (hub) seats past their first turn */
    uint8_t players, set;      /* set.high: the highest number */
    uint8_t rule;              /* the `double` option */
    bool two, knock, hub;      /* the options `two-doubles` and `knock`, and by_preset.hub (T-04, T-20, T-21) */
    uint8_t turn, stage, drew; /* as in struct by_now */
    uint8_t lay, idle;         /* 1 if a tile was laid this turn */
    uint8_t led;               /* the hub, until it is set (T-04); then BY_NO_TILE */
    uint8_t drawn;             /* the only tile that may be laid, or BY_NO_TILE (T-08) */
    uint8_t barred[2];         /* not allowed as the third tile of a turn (T-14); BY_NO_TILE if none */
    uint8_t end;               /* enum by_ending */
    uint8_t stock, taken;      /* the number of tiles in `deck`, and the number drawn so far */
    uint8_t tiles, dealt;      /* for by_trains_redeal: tiles in the round's deck, and in a dealt hand */
    uint8_t tail[BY_ARMS];     /* the open number of each train */
    uint8_t skip[BY_SEATS];    /* T-17 */
    struct by_set hand[BY_SEATS];
    uint8_t have[BY_SEATS][BY_NUMBERS + 1]; /* tiles with each number in the hand; the last entry counts all tiles */
    by_tile deck[BY_MAX_TILES];             /* the boneyard, front first */
};

/* Sets up a view's round with these hands and this boneyard (v->boneyard tiles; if NULL, the caller fills deck). */
void by_trains_of(const struct by_view *v, const struct by_set hand[], const by_tile *boneyard, struct by_trains *out);

/* Copies a round, leaving out unused seats and tiles. */
void by_trains_copy(struct by_trains *to, const struct by_trains *from);

/* Returns whether the seat to move can lay a tile. */
bool by_trains_able(const struct by_trains *w);

/* Returns the tiles that the seat to move could lay if it held them, as in struct by_heard (past.h). */
struct by_set by_trains_fits(const struct by_trains *w);

/* Lists the legal moves of the seat to move, in N-08 order. */
int by_trains_moves(const struct by_trains *w, by_move out[]);

/* Plays `m`, which must be a legal move for the seat to move. Sets w->end if the round is over. */
void by_trains_play(struct by_trains *w, by_move m);

/* Returns the cost of this hand if the round ends now (T-15). */
static inline int by_trains_cost(const struct by_trains *w, int seat) { return by_set_pips(&w->hand[seat]); }

/* Prepares random rounds with the first engine of these rules; by_trains_redeal then deals as often as needed, but only
 * to a round set up by by_trains_begin. `lead` is the leading seat, except in the hub game (T-04). Drawn tiles are in
 * random order. */
void by_trains_begin(const struct by_config *rules, struct by_trains *out);
void by_trains_redeal(struct by_trains *w, int lead, struct by_rng *rng);

/* by_trains_random plays a uniformly random legal move and returns it; by_trains_run plays to the end of the round. */
by_move by_trains_random(struct by_trains *w, struct by_rng *rng);
void by_trains_run(struct by_trains *to, struct by_rng *rng);

#ifdef __cplusplus
}
#endif

#endif

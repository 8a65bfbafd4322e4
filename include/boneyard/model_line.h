/* SPDX-License-Identifier: MIT */
/* boneyard/model_line.h: provides a compact model of the line games, small and fast enough for a search.
 *
 * A search plays millions of moves in sampled worlds.  struct by_line_model is one such world in 108 bytes without
 * pointers, copied rather than undone; data that never changes during a round is in struct by_line_rules.  Moves are
 * encoded as in move.h, so move lists, histories and search trees work with the rest of the program.  The model
 * follows the rules in src/rules/games/line.c; tests/model/line.c compares the two.
 *
 * The model makes two simplifications.  With call=on, every score is claimed at once, so there is no call.  A
 * scoring play is listed only as claimed (an unclaimed one can be played and scores nothing).  The caller checks the
 * target; with end=once, the model also ends the round as soon as a play reaches it (L-24). */
#ifndef BONEYARD_MODEL_LINE_H
#define BONEYARD_MODEL_LINE_H

#include "boneyard/deal.h"
#include "boneyard/view.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_LINE_MOVES 256 /* maximum number of moves in a list */
#define BY_LINE_PLACES 20

struct by_line_rules {
    uint32_t fits[7], whole;            /* the tiles that fit on each number (L-07, L-08), and all tiles */
    uint32_t with_high[7], with_low[7]; /* tiles that can be joined by their high half; non-doubles that can be joined
                                         * by their low half */
    int32_t target, score[4];           /* scores in the view, including this round's points */
    uint8_t players, sides;             /* number of sides: 2 in teams, otherwise one per player (L-03) */
    uint8_t tiles;                      /* tiles in the set: 28, or fewer in small research sets */
    uint8_t unit, bonus_unit;           /* 0 if plays do not score */
    uint8_t dealt, reserve;             /* L-02, L-11: for by_line_redeal */
    bool teams, wild, all, first;       /* all: every double is a spinner; first: only the first double is */
    bool draws, draws_one, once, call;
    bool bonus_all, bonus_lowest, difference, single;
};

/* A place packed into 16 bits: the tile, the number, whether the tile is a double, and, for a double, its neighbours
 * and whether it takes four tiles. */
#define BY_LINE_TILE(p) ((p)&31)
#define BY_LINE_NUMBER(p) ((p) >> 5 & 7)
#define BY_LINE_BESIDE(p) ((p) >> 8 & 7)
#define BY_LINE_WIDE (1 << 11)
#define BY_LINE_DOUBLE (1 << 12)

struct by_line_model {
    uint32_t hand[4];               /* bit t: tile t */
    uint32_t open;                  /* tiles that fit at some open place */
    int16_t won[4];                 /* points scored since the view was made, by seat; equal for partners (C-11) */
    uint16_t place[BY_LINE_PLACES]; /* open places in table order */
    by_tile deck[28];               /* the boneyard; deck[taken..limit) may be drawn */
    uint8_t taken, limit, size;     /* `size` counts the whole boneyard */
    uint8_t places, laid, turn, idle;
    uint8_t count;   /* L-15 */
    uint8_t spinner; /* 1 if the first double has been played */
    uint8_t led;     /* the tile that must be led, or BY_NO_TILE */
    uint8_t end;     /* 0, BY_ENDED_OUT, BY_ENDED_BLOCKED or BY_LINE_TARGET */
    /* at the end, the lowest seat of the side that took the bonus or reached the target; otherwise BY_NO_SEAT */
    uint8_t winner;
};
enum { BY_LINE_TARGET = 3 }; /* the game ended during the round (L-24) */

static inline int by_line_bits(uint32_t x)
{
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    return (int)(x * 0x01010101u >> 24);
}

/* Returns the position of the k-th set bit, from 0. */
static inline int by_line_pick(uint32_t x, int k)
{
    for (; k > 0; k--)
        x &= x - 1;
    return __builtin_ctz(x);
}

/* Return a seat's side as a bit set of seats (L-03) and as the side's lowest seat, respectively. */
static inline uint32_t by_line_side(const struct by_line_rules *r, int seat)
{
    return r->teams ? 5u << (seat & 1) : 1u << seat;
}
static inline int by_line_name(const struct by_line_rules *r, int seat) { return r->teams ? seat & 1 : seat; }

/* Sets *out to the rules of the table in a view. */
void by_line_rules_of(const struct by_view *v, struct by_line_rules *out);

/* Builds a world from this view with these hands and this boneyard (v->boneyard tiles, front first; if NULL, the caller
 * fills deck, from deck[0]). The round must be in progress. */
void by_line_of(const struct by_view *v, const uint32_t hand[4], const by_tile *boneyard, struct by_line_model *out);

/* Returns the tiles that fit at some open place (w->open) or, before the first tile, those that may be led. */
static inline uint32_t by_line_wanted(const struct by_line_rules *r, const struct by_line_model *w)
{
    if (w->laid > 0)
        return w->open;
    return w->led == BY_NO_TILE ? r->whole : 1u << w->led;
}

/* Lists the legal moves of the seat to move, in N-08 order. With call=on, scoring plays are listed as claimed. */
int by_line_moves(const struct by_line_rules *r, const struct by_line_model *w, by_move out[BY_LINE_MOVES]);

/* Plays `m`, which must be a legal move for the seat to move. Sets w->end if the round is over. */
void by_line_play(const struct by_line_rules *r, struct by_line_model *w, by_move m);

/* Lays the tile and updates the hand, places and count, but neither scores nor ends the turn.  Used to rate plays. */
void by_line_put_down(const struct by_line_rules *r, struct by_line_model *w, by_move m);

/* Returns the number that a play leaves open. */
static inline int by_line_new_number(by_move m)
{
    const by_tile t = by_move_tile(m);

    return by_is_double(t) ? by_high(t) : by_move_flip(m) ? by_high(t) : by_low(t);
}

/* Returns the points that this play scores (L-16), whether or not they are claimed. */
int by_line_points(const struct by_line_rules *r, const struct by_line_model *w, by_move m);

/* by_line_points_at returns the score of a tile at the place with index `at` (-1 for the first tile);
 * by_line_lay_at lays the tile there and claims the points. */
int by_line_points_at(const struct by_line_rules *r, const struct by_line_model *w, int tile, bool flip, int at);
void by_line_lay_at(const struct by_line_rules *r, struct by_line_model *w, int tile, bool flip, int at);

/* Plays a uniformly random legal move and returns it. */
by_move by_line_random(const struct by_line_rules *r, struct by_line_model *w, struct by_rng *rng);

/* Plays uniformly random moves to the end of the round, and draws tiles in random order. */
void by_line_run(const struct by_line_rules *r, struct by_line_model *to, struct by_rng *rng);

/* Prepares random rounds under these rules with scores of 0; by_line_redeal then deals as often as needed.  `lead` is a
 * seat that leads any tile, or -1 if the highest double leads (L-05). */
void by_line_begin(const struct by_config *rules, struct by_line_rules *r, struct by_line_model *out);
void by_line_redeal(const struct by_line_rules *r, struct by_line_model *w, int lead, struct by_rng *rng);

#ifdef __cplusplus
}
#endif

#endif

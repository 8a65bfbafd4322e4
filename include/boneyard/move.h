/* SPDX-License-Identifier: MIT */
/* boneyard/move.h: defines moves, which are the actions of seats, and events, which are their consequences.
 *
 * A move is a number in memory and text everywhere else (text.h, N-01 to N-07).  Its bits hold everything the rules
 * need, so moves can be stored in plain arrays and compared with `==`.  An event reports one consequence of a move.  A
 * move causes at most six events, in the order given in docs/protocol.md. by_hear (view.h) removes the hidden
 * information from an event.
 */
#ifndef BONEYARD_MOVE_H
#define BONEYARD_MOVE_H

#include "boneyard/tile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A move, or BY_NO_MOVE. */
typedef uint32_t by_move;
#define BY_NO_MOVE 0u
#define BY_DRAW_MOVE BY_MOVE(BY_DRAW_TILE, BY_NO_TILE, BY_NO_TILE, 0, 0)
#define BY_PASS_MOVE BY_MOVE(BY_PASS, BY_NO_TILE, BY_NO_TILE, 0, 0)
#define BY_CALL_MOVE BY_MOVE(BY_CALL_OUT, BY_NO_TILE, BY_NO_TILE, 0, 0)

enum by_kind { BY_NO_KIND, BY_LAY, BY_HUB, BY_TAKE, BY_TAKE3, BY_DRAW_TILE, BY_PASS, BY_CALL_OUT };

/* Bits 0-7 hold the tile; 8-15 the place (a tile, a train, or BY_NO_TILE); 16 is set if the low half touches; 17 is set
 * if the touching half meets the low half of the tile at the place; 18 is set if the last tile is announced (T-16);
 * 20-23 hold the kind; 24-31 hold the points claimed. */
#define BY_MOVE(kind, tile, place, flip, flip_at) \
    ((by_move)(kind) << 20 | (by_move)(tile) | (by_move)(place) << 8 | (by_move)(flip) << 16 | (by_move)(flip_at) << 17)
#define BY_ANNOUNCED ((by_move)1 << 18)
#define BY_SUFFIX (BY_ANNOUNCED | (by_move)255 << 24) /* the bits for the suffix (N-06) */
static inline int by_move_kind(by_move m) { return (int)(m >> 20 & 15); }
static inline by_tile by_move_tile(by_move m) { return (by_tile)(m & 255); }
static inline int by_move_place(by_move m) { return (int)(m >> 8 & 255); }
static inline bool by_move_flip(by_move m) { return m >> 16 & 1; }
static inline bool by_move_flip_at(by_move m) { return m >> 17 & 1; }
static inline int by_move_claim(by_move m) { return (int)(m >> 24); }

enum by_event_kind { BY_EV_ROUND, BY_EV_MOVE, BY_EV_SCORE, BY_EV_ROUND_END, BY_EV_GAME_END };

/* One event; the kinds are in the order of docs/protocol.md.  The results of a round or game stay in the state (`end`,
 * `gain`, `score`) until the next deal. */
struct by_event {
    uint8_t kind;     /* enum by_event_kind */
    uint8_t seat;     /* the acting seat, or BY_NO_SEAT */
    uint8_t tiles;    /* for BY_EV_MOVE, the number of tiles drawn, if the move is a draw */
    by_tile drawn[3]; /* the tiles drawn; BY_NO_TILE if by_hear has hidden them */
    int32_t points;   /* BY_EV_SCORE */
    by_move move;     /* BY_EV_MOVE */
};
struct by_events {
    int n;
    struct by_event at[6];
};

#ifdef __cplusplus
}
#endif

#endif

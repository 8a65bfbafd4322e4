/* SPDX-License-Identifier: MIT */
/* boneyard/view.h: defines a separate type that holds only the information available to one seat (C-09).
 *
 * Code that formats output, chooses a bot's moves or talks to a client receives a view, never a state.  A hidden tile
 * cannot leak by mistake because a view contains neither the other hands nor the boneyard.  The referee's view (seat
 * BY_REFEREE) contains everything, for the engine protocol, records and tests.
 *
 * A view is plain data.  If two states differ only in information hidden from a seat, the seat's views of them are
 * identical; the contract suite proves this by swapping hidden tiles.
 */
#ifndef BONEYARD_VIEW_H
#define BONEYARD_VIEW_H

#include "boneyard/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_REFEREE 254 /* the seat number of the view in which nothing is hidden */

/* How a round ended: the contents of its `round-end` event, all of them public (C-09). */
struct by_result {
    uint8_t end, seat; /* enum by_ending; BY_NO_SEAT for null */
    uint8_t pad[2];
    uint32_t round; /* 0 if no round has ended yet */
    int32_t gain[BY_SEATS], score[BY_SEATS];
    struct by_set hand[BY_SEATS]; /* the tiles left in each hand */
};

struct by_view {
    struct by_config rules;
    uint8_t seat, family, players; /* family: enum by_family_id */
    uint8_t lead, led, centre;     /* as in struct by_state, but `led` is shown only to the leading seat */
    uint8_t boneyard, drawable;    /* the number of tiles in the boneyard, and the number that may still be drawn */
    struct by_now now;
    uint32_t round, actors, winners; /* bit k: seat k */
    uint8_t count[BY_SEATS];         /* tiles in each hand */
    uint8_t skip[BY_SEATS];          /* T-17 */
    struct by_set hand[BY_SEATS];    /* empty if hidden from the seat */
    uint32_t known;                  /* bit k: hand k is shown */
    uint8_t tail[BY_ARMS + 3], length[BY_ARMS + 3];
    struct by_place place[BY_MAX_TILES + 2];
    struct by_laid laid[BY_MAX_TILES + 2];
    by_tile row[BY_MAX_TILES + 2];
    by_tile deck[BY_MAX_TILES + 2]; /* the boneyard in order in the referee's view; otherwise 0 */
    by_tile drawn;     /* the tile that the seat to move has drawn and must lay (T-08), in its own view; otherwise
                    * BY_NO_TILE */
    by_tile barred[2]; /* the tiles that the seat to move may not lay as its third (T-14), in its own view only */
    uint8_t pad[5];
    int32_t score[BY_SEATS];
    struct by_result last;
};

/* Makes the view of a seat, or of BY_REFEREE.  `last` is the last finished round (round 0 if none). */
void by_view_of(const struct by_state *s, const struct by_result *last, int seat, struct by_view *out);

/* The inverse of by_view_of, for searches: builds a state that gives v's seat the view v, with these hands and this
 * boneyard (v->boneyard tiles, front first) as the hidden tiles.  Hand sizes are in v->count; the viewer's own hand is
 * v->hand.  If these tiles are the true ones, play continues exactly as from the true state. */
void by_state_of(const struct by_view *v, const struct by_set hand[], const by_tile *boneyard, struct by_state *out);

/* Returns the count of a line game's layout after this legal move (L-15). */
int by_count_after(const struct by_view *v, by_move m);

/* Sets part[] to the count of each open end (L-15), in the order in which the tiles were laid, and returns the number
 * of ends. The counts add up to now.of.line.count. A lone first tile has two ends, one for each half; a lone double has
 * a single end. */
int by_count_parts(const struct by_view *v, uint8_t part[BY_MAX_TILES + 2]);

/* Returns the points that a play would score (L-16), or 0 for other moves and in games without scoring in play. */
int by_points_of(const struct by_view *v, by_move m);

/* Returns a bit mask: bit k is set if train k ends with an open double (T-13, T-22). Returns 0 in games without
 * trains. */
static inline uint32_t by_open_doubles(const struct by_now *now, int family)
{
    return by_families[family]->trains ? now->of.trains.doubles : 0;
}

/* Returns the index in `laid` of the double that must be filled first (F-05, F-07), or BY_NO_TILE. */
static inline int by_next_foot(const struct by_now *now, int family)
{
    return by_families[family]->toes ? now->of.line.must : BY_NO_TILE;
}

/* Returns whether the table announces the count. It does so in games that score in play, unless players must count for
 * themselves (L-25). */
bool by_count_told(const struct by_view *v);

/* Sets *out to the result of a round that has just ended. */
void by_result_of(const struct by_state *s, struct by_result *out);

/* Returns the version of an event that a seat may see, without the tiles that other players draw (C-09).  Draws in
 * Castle Rock are public. */
struct by_event by_hear(struct by_event e, int family, int seat);

#ifdef __cplusplus
}
#endif

#endif

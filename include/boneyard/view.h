/* boneyard/view.h: what one seat may know (C-09), as a type of its own.
 *
 * Whatever formats output, decides for a bot or speaks to a client is given a view and never a
 * state, so that a hidden tile cannot slip out by mistake: the other hands and the boneyard are not
 * in the bytes.  The referee's view (seat BY_REFEREE) has everything, for the engine protocol,
 * records and tests.
 *
 * A view is plain data.  Two states that differ only in what a seat may not know give it the same
 * bytes; the contract suite swaps hidden tiles to prove it.
 */
#ifndef BONEYARD_VIEW_H
#define BONEYARD_VIEW_H

#include "boneyard/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_REFEREE 254                  /* the seat number of the view that hides nothing */

/* How a round ended: everything of its `round-end` event.  All public (C-09). */
struct by_result {
    uint8_t end, seat;                  /* enum by_ending; BY_NO_SEAT for null */
    uint8_t pad[2];
    uint32_t round;                     /* 0: no round has ended yet */
    int32_t gain[BY_SEATS], score[BY_SEATS];
    struct by_set hand[BY_SEATS];       /* the tiles left */
};

struct by_view {
    struct by_config rules;
    uint8_t seat, family, players;      /* family: enum by_family */
    uint8_t lead, led, centre;          /* as in struct by_state; led: only for the seat that leads */
    uint8_t boneyard, drawable;         /* tiles there; tiles that may still be drawn */
    struct by_now now;
    uint32_t round, actors, winners;    /* bit k: seat k */
    uint8_t count[BY_SEATS];            /* tiles in each hand */
    uint8_t skip[BY_SEATS];             /* T-17 */
    struct by_set hand[BY_SEATS];       /* empty where the seat may not look */
    uint32_t known;                     /* bit k: hand k is shown */
    uint8_t tail[BY_ARMS + 3], length[BY_ARMS + 3];
    struct by_place place[BY_MAX_TILES + 2];
    struct by_laid laid[BY_MAX_TILES + 2];
    by_tile row[BY_MAX_TILES + 2];
    by_tile deck[BY_MAX_TILES + 2];     /* the boneyard in order: the referee's only, else 0 */
    by_tile drawn;                      /* the tile the seat on turn has drawn and must lay (T-08),
                                           in its own view; else BY_NO_TILE */
    by_tile barred[2];                  /* likewise those it may not lay as the third one (T-14) */
    uint8_t pad[5];
    int32_t score[BY_SEATS];
    struct by_result last;
};

/* The view of a seat, or of BY_REFEREE.  `last` is the last round that ended (round 0 if none). */
void by_view_of(const struct by_state *s, const struct by_result *last, int seat, struct by_view *out);

/* The other way round: a state that looks like this view to its seat, with these hands and this boneyard
 * (v->boneyard tiles, front first) in place of what is hidden.  The hands have the sizes v->count, the own
 * one is v->hand.  It plays on as the true state would if the guess were right.  For searches. */
void by_state_of(const struct by_view *v, const struct by_set hand[], const by_tile *boneyard, struct by_state *out);

/* L-15: what the layout of a line game would count after this play, a legal move of the view. */
int by_count_after(const struct by_view *v, by_move m);

/* L-15: what each open end counts now, in the order in which their tiles were laid; how many.  Their sum is
 * now.of.line.count.  A lone first tile counts with both halves, as two ends or as one double. */
int by_count_parts(const struct by_view *v, uint8_t part[BY_MAX_TILES + 2]);

/* L-16: the points that play would score; 0 for every other move and in games that do not score. */
int by_points_of(const struct by_view *v, by_move m);

/* Whether the table says what the ends make: it scores in play, and counting is not the players' own task (L-25). */
bool by_count_told(const struct by_view *v);

/* The result of a round that has just ended. */
void by_result_of(const struct by_state *s, struct by_result *out);

/* An event as a seat hears it: draws of others without their tiles (C-09).  Castle Rock's draws
 * are open. */
struct by_event by_hear(struct by_event e, int family, int seat);

#ifdef __cplusplus
}
#endif

#endif

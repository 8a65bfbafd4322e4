/* SPDX-License-Identifier: MIT */
/* author.h: declares helpers for game authors. Not public.
 *
 * A game's file holds its options, presets, `settle`, `check`, `deal`, `moves`, `play` and `back`. This header declares
 * the operations that all games share: laying and drawing tiles, ending turns, rounds and games, adding scores, and
 * undoing all of these. See docs/add-a-game.md. */
#ifndef BY_AUTHOR_H
#define BY_AUTHOR_H

#include <string.h>

#include "boneyard/rules.h"
#include "boneyard/tally.h"
#include "boneyard/terms.h"
#include "boneyard/words.h"
#include "boneyard/text.h"
#include "planted.h"

#define BY_GAME(name, file) extern const struct by_game by_game_##name;
#include "boneyard/games.def"
#undef BY_GAME

#define BY_FAMILY(id, name) extern const struct by_family by_family_##name;
#include "boneyard/families.def"
#undef BY_FAMILY

/* BY_RARE keeps a function out of line, so that the caller needs fewer registers and no stack. BY_APART does so only
 * natively, for functions that most moves call: in WebAssembly, calls cost more. */
#define BY_RARE __attribute__((noinline))
#ifdef __wasm__
#define BY_APART
#else
#define BY_APART BY_RARE
#endif

static inline int by_next_seat(const struct by_state *s, int seat) /* C-02 */
{
    return seat + 1 == s->players ? 0 : seat + 1;
}

static inline int32_t by_rule(const struct by_state *s, int id) { return s->rules.opt[id]; }

/* by_line_count returns the layout's count after the half `touch` of tile t is joined to half `number` of tile `on`
 * (NULL if t is the first tile; L-15). by_count_scores returns the points for a count under these rules (L-16). */
static inline int by_line_count(int count, const struct by_laid *on, int number, by_tile t, int touch)
{
    if (on == NULL) /* a lone first tile counts both halves */
        return by_pips(t);
    /* A covered half no longer counts; a double with fewer than two neighbours counts both halves. */
    count -= number * (by_is_double(on->tile) ? 2 * (on->beside == 1) : 1);
    return count + by_across(t, touch) * (1 + by_is_double(t));
}

static inline int by_count_scores(const struct by_config *rules, int count)
{
    int unit = rules->opt[BY_PLAY_UNIT];

    return unit == 0 || count % (BY_PLANTED(2) ? 10 : 5) != 0 ? 0 : count / unit;
}

/* Returns the number of tiles that can still be drawn (L-11; `drawable` in docs/protocol.md). */
static inline int by_left_to_draw(const struct by_state *s)
{
    return s->limit > s->now.taken ? s->limit - s->now.taken : 0;
}

/* A move's events and undo record; by_play makes sure that both exist. */
struct by_step_out {
    struct by_events *ev;
    struct by_undo *undo;
};

static inline void by_tell(struct by_events *ev, int kind, int seat, by_move m, int32_t points)
{
    BY_ASSERT(ev->n < (int)(sizeof ev->at / sizeof ev->at[0]));
    ev->at[ev->n++] = (struct by_event){ .kind = (uint8_t)kind, .seat = (uint8_t)seat, .move = m, .points = points };
}

/* Moves a tile from a hand to the end of `laid`. `on` and `flip` are as in struct by_laid. */
static inline void by_lay_tile(struct by_state *s, int seat, by_tile t, int on, int flip)
{
    struct by_laid *l = &s->laid[s->now.laid++];

    by_set_drop(&s->hand[seat], t);
    l->tile = t;
    l->on = (uint8_t)on;
    l->flip = (uint8_t)flip;
    l->beside = 0;
    s->now.lay++;
}

/* Moves the front tile of the boneyard into a hand. */
static inline by_tile by_draw_tile(struct by_state *s, int seat, struct by_undo *undo)
{
    by_tile t = s->deck[s->now.taken++];

    by_set_add(&s->hand[seat], t);
    undo->to = (uint8_t)seat;
    undo->tiles++;
    return t;
}

/* Appends an open place: half `number` of laid[laid]. */
static inline void by_open_place(struct by_state *s, int laid, int number)
{
    struct by_place *p = &s->place[s->now.places++];
    by_tile t = s->laid[laid].tile;

    p->play = BY_MOVE(BY_LAY, 0, t, 0, number != by_high(t));
    p->laid = (uint8_t)laid;
    p->number = (uint8_t)number;
}

/* Removes a place from the open places; by_reopen_place puts it back in the same position. */
static inline void by_close_place(struct by_state *s, int at)
{
    int last = --s->now.places;

    for (int i = last < 4 ? 0 : at; i < last; i++) /* a short loop from `at` would cost more, because of mispredicted
                                                    * branches */
        s->place[i] = s->place[i + (i >= at)];
    s->place[last] = (struct by_place){ 0, 0, 0, { 0, 0 } };
}

/* Returns the index of the open place named by a move, or -1. */
static inline int by_find_place(const struct by_state *s, by_move m)
{
    const by_move bits = BY_MOVE(0, 0, 255, 0, 1);
    int at = -1;

    for (int i = 0; i < s->now.places; i++) /* at most one place matches, so the search needs no branches */
        at = ((s->place[i].play ^ m) & bits) == 0 ? i : at;
    return at;
}

/* Counts consecutive idle turns, in which no tile was laid and which left none to draw (C-07). Call it at the end of a
 * turn. Returns true if this count blocks the round. */
static inline bool by_idle_turn(struct by_state *s)
{
    if (s->now.lay > 0 || by_left_to_draw(s) > 0)
        s->now.idle = 0;
    else if (s->now.idle < 255)
        s->now.idle++;
    return s->now.idle >= s->players;
}

/* Passes the turn to the next seat (C-02, T-17). Skips seats that must lose a turn; that turn then counts as lost. */
static inline void by_next_turn(struct by_state *s, struct by_undo *undo)
{
    int seat = by_next_seat(s, s->now.turn);

    while (s->skip[seat] > 0) {
        s->skip[seat]--;
        undo->skipped++;
        seat = by_next_seat(s, seat);
    }
    s->now.turn = (uint8_t)seat;
    s->now.stage = s->now.drew = s->now.lay = 0;
    s->now.later = 1;
}

#include "round.h"
#include "state.h"

#endif

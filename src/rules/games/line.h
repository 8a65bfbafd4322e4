/* SPDX-License-Identifier: MIT */
/* line.h: declarations shared by the two files of the line games. */
#ifndef BY_LINE_H
#define BY_LINE_H

#include "author.h"
#include "boneyard/terms.h"

/* Returns whether the game scores fives in play (the Muggins family). */
static inline bool by_line_fives(const struct by_state *s) { return by_rule(s, BY_PLAY_UNIT) != 0; }

/* Adds points scored in play; returns true if that ended the game (L-24). */
bool by_line_score(struct by_state *s, int seat, int points, struct by_step_out *out);

/* Returns the seats that tie in a blocked round with these pips left if the lowest individual tile breaks the tie
 * (L-22), otherwise 0. */
uint32_t by_line_tied(const struct by_state *s, const struct by_left left[]);

/* Determines which side takes the bonus of a round that ended this way, and how the bonus is calculated (L-17 to
 * L-22). */
void by_line_sum(const struct by_state *s, const struct by_left left[], int end, int seat, struct by_sum *out);

/* Ends the round. `end` is enum by_ending; out_seat is the seat that went out, or BY_NO_SEAT. */
void by_line_finish(struct by_state *s, int end, int out_seat, struct by_step_out *out);

/* Does the same when the hands are unknown, given the tiles left at each seat. */
void by_line_settle(struct by_state *s, int end, int out_seat, const struct by_left left[], struct by_step_out *out);

/* ---- Open places, spinner and count ------------------------------------------------------ */

/* Prepares the table; implements `deal` for line games. */
static inline by_err by_line_deal(struct by_state *s)
{
    s->now.of.line.spinner = BY_NO_TILE;
    s->now.of.line.must = BY_NO_TILE;
    return BY_OK;
}

/* Returns the move that lays a tile with its half `touch` against a place (NULL for the first tile). */
static inline by_move by_line_move(by_tile t, int touch, const struct by_place *p)
{
    if (p == NULL)
        return BY_MOVE(BY_LAY, t, BY_NO_TILE, 0, 0);
    return p->play | t | (by_move)(touch != by_high(t)) << 16;
}

/* Returns the count after that move (L-15). */
static inline int by_line_count_after(const struct by_state *s, by_tile t, int touch, const struct by_place *p)
{
    return by_line_count(s->now.of.line.count, p == NULL ? NULL : &s->laid[p->laid], p == NULL ? 0 : p->number, t,
                         touch);
}

/* Returns the number of neighbours that the tile may have (L-12 to L-14). */
static inline int by_line_room(const struct by_state *s, int laid)
{
    int spinner = by_rule(s, BY_SPINNER);

    if (!by_is_double(s->laid[laid].tile) || spinner == BY_SPINNER_NONE)
        return 2;
    if (spinner == BY_SPINNER_ALL)
        return BY_PLANTED(5) ? 3 : 4;
    return s->now.of.line.spinner == laid ? 4 : 2; /* only the first double (L-13) */
}

/* Lays the tile and updates places and count; `at` is the place, or -1 for the first tile. */
static inline void by_line_lay(struct by_state *s, int seat, by_tile t, int touch, int at, struct by_undo *undo)
{
    int laid = s->now.laid, on = BY_NO_TILE, flip = touch != by_high(t);
    struct by_place p;

    s->now.of.line.count = (uint16_t)by_line_count_after(s, t, touch, at < 0 ? NULL : &s->place[at]);
    if (at >= 0) {
        p = s->place[at];
        on = p.laid;
        flip |= by_move_flip_at(p.play) << 1;
        undo->at = (uint8_t)at;
        if (++s->laid[on].beside == by_line_room(s, on) || !by_is_double(s->laid[on].tile)) {
            undo->was = p.laid; /* the place is used up */
            by_close_place(s, at);
        }
    }
    by_lay_tile(s, seat, t, on, at < 0 ? 0 : flip);
    s->laid[laid].beside = at >= 0;
    if (by_is_double(t) && by_rule(s, BY_SPINNER) == BY_SPINNER_FIRST && s->now.of.line.spinner == BY_NO_TILE)
        s->now.of.line.spinner = (uint8_t)laid;
    if (at < 0 && !by_is_double(t))
        by_open_place(s, laid, touch);
    by_open_place(s, laid, by_across(t, touch));
}

/* Undoes by_line_lay; implements `back` for line games. */
static inline void by_line_back(struct by_state *s, int seat, by_move m, const struct by_undo *undo)
{
    int opened = s->now.laid == 1 && !by_is_double(s->laid[0].tile) ? 2 : 1;
    const struct by_laid *last = &s->laid[s->now.laid - 1];

    if (by_move_kind(m) != BY_LAY)
        return;
    for (; opened > 0; opened--)
        by_close_place(s, s->now.places - 1);
    if (undo->at != BY_NO_SEAT) {
        by_tile on = s->laid[last->on].tile;

        s->laid[last->on].beside--;
        if (undo->was != BY_NO_SEAT)
            by_reopen_place(s, undo->at, undo->was, by_touching(on, last->flip >> 1 & 1));
    }
    by_unlay_tile(s, seat);
}

#endif

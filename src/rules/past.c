/* SPDX-License-Identifier: MIT */
/* past.c: determines the information that a move reveals to the other players (past.h). */
#include "boneyard/past.h"

#include "author.h"

/* Returns whether this move proves that the seat held no tile that fitted. If a seat may draw although a tile fits, a
 * draw proves nothing (T-19). A seat that passes instead of laying an additional tile may still hold one that fits
 * (T-11). */
static bool tells_lack(const struct by_state *s, by_move m)
{
    if (by_families[s->family]->solitaire)
        return false;
    if (m == BY_DRAW_MOVE)
        return by_rule(s, BY_INFRACTIONS) != BY_PENALISE;
    if (m != BY_PASS_MOVE)
        return false;
    return !by_families[s->family]->trains
        || !(by_rule(s, BY_DOUBLE) == BY_DOUBLE_MAY && s->now.stage == 1 && s->now.drew == 0);
}

/* Returns the tiles that a removal takes out of the row (Castle Rock). */
static struct by_set taken_out(const struct by_state *s, by_move m)
{
    int n = by_move_kind(m) == BY_TAKE3 ? 1 : by_move_kind(m) == BY_TAKE ? 0 : -1, at = 0;
    struct by_set out = { { 0, 0, 0 } };

    while (at < s->now.laid && s->row[at] != by_move_tile(m))
        at++;
    for (int i = at - n; i <= at + n; i++)
        by_set_add(&out, s->row[i]);
    return out;
}

void by_hear_move(const struct by_state *before, int seat, by_move m, const struct by_undo *undo, struct by_heard *out)
{
    *out = (struct by_heard){ .move = m,
                              .seat = (uint8_t)seat,
                              .tiles = undo->tiles,
                              .to = undo->tiles > 0 ? undo->to : BY_NO_SEAT,
                              .lacked = tells_lack(before, m) };
    if (by_families[before->family]->solitaire)
        out->fits = taken_out(before, m);
    if (by_game_of(before)->fits != NULL)
        out->fits = by_game_of(before)->fits(before, seat);
}

struct by_set by_undealt(const struct by_state *s)
{
    struct by_set none = { { 0, 0, 0 } };

    if (s->led == BY_NO_TILE || (s->now.laid == 0 && s->centre == BY_NO_TILE))
        return none;
    for (int n = by_high(s->led) + 1; n <= by_rule(s, BY_SET); n++) /* L-05, T-04 */
        by_set_add(&none, by_tile_of(n, n));
    return none;
}

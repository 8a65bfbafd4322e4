/* SPDX-License-Identifier: MIT */
/* engine.c: the engine's calls, each of which can be broken to show that its check works. */
#include "contract.h"

#include <string.h>

enum spoil spoil = SPOIL_NONE;

const struct spoil_words spoil_words[SPOILS] = {
    [SPOIL_ORDER] = { "two moves of a list change places", "list", "muggins" },
    [SPOIL_TWIN] = { "a move is listed twice", "list", "draw" },
    [SPOIL_SHORT] = { "the last move of a long list is missing", "list", "chickenfoot" },
    [SPOIL_LONG] = { "a tile that fits nowhere is listed", "list", "mexicantrain" },
    [SPOIL_REFUSE] = { "a listed move is refused", "accept", "allfives" },
    [SPOIL_ACCEPT] = { "a move that is not listed is accepted", "refuse", "fiveup" },
    [SPOIL_TOUCH] = { "a refusal changes a byte", "refuse", "mexicantrain" },
    [SPOIL_PRINT] = { "a move is written with its halves exchanged", "text", "mexicantrain" },
    [SPOIL_READ] = { "a text is read as the first move of the list", "text", "muggins" },
    [SPOIL_BACK] = { "taking back leaves a byte", "undo", "draw" },
    [SPOIL_MATCH_BACK] = { "by_table_undo keeps the last round's result", "undo", "block" },
    [SPOIL_MATCH] = { "by_table_play leaves a byte in the state", "match", "chickenfoot" },
    [SPOIL_DEAL] = { "a deal that tells no events leaves a byte", "replay", "castlerock" },
    [SPOIL_DECK] = { "a deck with a twin tile is taken", "deal", "draw" },
    [SPOIL_VIEW_HAND] = { "a view shows the lowest tile of the next hand", "view", "chickenfoot" },
    [SPOIL_VIEW_YARD] = { "a view tells a byte of the boneyard's order", "view", "castlerock" },
    [SPOIL_VIEW_LATE] = { "a view tells a half of the tile drawn last", "view", "mexicantrain" },
    [SPOIL_HEAR] = { "others hear which tile was drawn", "hear", "draw" },
    [SPOIL_LOSE] = { "a draw loses a tile", "tiles", "draw" },
    [SPOIL_SCORE] = { "a point is added that nobody is told of", "scores", "muggins" },
    [SPOIL_LATE_SCORE] = { "a gain differs from the tiles left", "scores", "chickenfoot" },
    [SPOIL_FOREVER] = { "the last tile of a round comes back to its hand", "bound", "block" },
    [SPOIL_SIGN] = { "the first legal move is hashed wrongly", "signature", "block" },
};

int e_moves(const struct by_state *s, int seat, by_move *out)
{
    int n = by_moves(s, seat, out);

    if (spoil == SPOIL_ORDER && n > 2) {
        by_move m = out[1];

        out[1] = out[2];
        out[2] = m;
    } else if (spoil == SPOIL_TWIN && n > 1) {
        memmove(out + 1, out, sizeof *out * (size_t)n);
        n++;
    } else if (spoil == SPOIL_SHORT && n > 3) {
        n--;
    } else if (spoil == SPOIL_LONG && n > 1 && by_move_kind(out[n - 1]) == BY_LAY) {
        out[n] = out[n - 1] + 1;
        n++;
    }
    return n;
}

by_err e_play(struct by_state *s, int seat, by_move m, struct by_events *ev, struct by_undo *undo)
{
    struct by_now before = s->now;
    by_err err;

    if (spoil == SPOIL_REFUSE && (m & 7) == 5)
        return BY_E_ILLEGAL;
    err = by_play(s, seat, m, ev, undo);
    if (spoil == SPOIL_ACCEPT && err == BY_E_ILLEGAL && (m & 15) == 3)
        return BY_OK;
    if (spoil == SPOIL_TOUCH && err != BY_OK && (m & 15) == 3)
        s->now.later ^= 1;
    if (err != BY_OK)
        return err;
    if (spoil == SPOIL_LOSE && s->now.taken > before.taken)
        by_set_drop(&s->hand[seat], s->deck[before.taken]);
    if (spoil == SPOIL_SCORE && s->now.laid == 5)
        s->score[seat]++;
    if (spoil == SPOIL_LATE_SCORE && s->end != BY_NOT_ENDED) {
        s->gain[0]++;
        s->score[0]++;
    }
    return BY_OK;
}

void e_back(struct by_state *s, int seat, by_move m, const struct by_undo *undo)
{
    by_back(s, seat, m, undo);
    if (spoil == SPOIL_BACK && m == BY_DRAW_MOVE)
        s->laid[100].tile ^= 1;
}

by_err e_deal(struct by_state *s, const by_tile *deck, int tiles, int lead, struct by_events *ev)
{
    struct by_state spoilt = *s;
    by_tile mended[BY_MAX_TILES];
    by_err err = by_deal(s, deck, tiles, lead, ev);

    if (spoil == SPOIL_DEAL && err == BY_OK && ev == NULL)
        s->laid[150].tile ^= 1;
    if (spoil == SPOIL_DECK && err == BY_E_DECK && deck[0] == deck[1] && tiles == by_deck_tiles(s)) {
        tiles = by_seed_deck(&spoilt, &(struct by_seed){ { 1 } }, 1, 0, mended);
        return by_deal(s, mended, tiles, lead, ev);
    }
    return err;
}

void e_view(const struct by_state *s, const struct by_result *last, int seat, struct by_view *out)
{
    int next = seat + 1 >= s->players ? 0 : seat + 1;

    by_view_of(s, last, seat, out);
    if (seat == BY_REFEREE)
        return;
    if (spoil == SPOIL_VIEW_HAND && next != seat && !by_set_empty(&s->hand[next]))
        out->pad[0] = by_set_take(&(struct by_set){ { s->hand[next].w[0], s->hand[next].w[1], s->hand[next].w[2] } });
    if (spoil == SPOIL_VIEW_YARD && s->now.taken < s->deck_tiles)
        out->pad[1] = s->deck[s->deck_tiles - 1];
    if (spoil == SPOIL_VIEW_LATE && s->now.taken > s->players)
        out->pad[2] = (uint8_t)by_high(s->deck[s->now.taken - 1]);
}

struct by_event e_hear(struct by_event e, int family, int seat)
{
    return spoil == SPOIL_HEAR ? e : by_hear(e, family, seat);
}

size_t e_print(by_move m, int family, char *out)
{
    if (spoil == SPOIL_PRINT && by_move_kind(m) == BY_LAY && !by_is_double(by_move_tile(m)))
        m ^= (by_move)1 << 16;
    return by_move_print(m, family, out);
}

by_err e_read(const char *text, size_t n, int family, const by_move *list, int moves, by_move *out)
{
    by_err err = by_move_read(text, n, family, list, moves, out);

    if (spoil == SPOIL_READ && err == BY_OK)
        *out = list[0];
    return err;
}

by_err e_table_undo(struct by_table *m)
{
    struct by_result last = m->last;
    by_err err = by_table_undo(m);

    if (spoil == SPOIL_MATCH_BACK)
        m->last = last;
    return err;
}

by_err e_table_play(struct by_table *m, int seat, by_move mv, struct by_events *ev)
{
    by_err err = by_table_play(m, seat, mv, ev);

    if (spoil == SPOIL_MATCH && err == BY_OK && m->moves == 7)
        m->state.now.later ^= 1;
    return err;
}

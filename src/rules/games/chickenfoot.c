/* SPDX-License-Identifier: MIT */
/* chickenfoot.c: implements Chickenfoot under both rule sheets (F-01 to F-11, D-08).
 *
 * `now.of.line` holds `must` (the index in `laid` of the double that must be filled, or BY_NO_TILE) and `toes` (the
 * number of tiles that this double still needs).  The centre is laid[0]. `place` holds the open places, the free toes
 * in the order laid.  Doubles are never among them, because a double is open only while it must be filled. */
#include "author.h"

/* Returns whether a double must be filled first (F-05, F-07). */
static bool filling(const struct by_state *s)
{
    return s->now.of.line.must != BY_NO_TILE && !(BY_PLANTED(11) && s->now.places > 0);
}

/* Returns the number of the double that must be filled. */
static int must_number(const struct by_state *s) { return by_high(s->laid[s->now.of.line.must].tile); }

/* Returns the tiles that can be laid now (F-05, F-06, F-07). */
static inline struct by_set fitting(const struct by_state *s)
{
    struct by_set all = { { 0, 0, 0 } };

    if (filling(s))
        return by_suit[must_number(s)];
    for (int i = 0; i < s->now.places; i++)
        all = by_set_or(all, by_suit[s->place[i].number]);
    return all;
}

static struct by_set feet_fits(const struct by_state *s, int seat)
{
    (void)seat;
    return fitting(s);
}

static by_move toe_move(const struct by_state *s, by_tile t, int laid, int number)
{
    by_tile on = s->laid[laid].tile;

    return BY_MOVE(BY_LAY, t, on, number != by_high(t), number != by_high(on));
}

/* Lists the moves on the free toes, by tile and then by place, with one bit set of places per number. There are at most
 * 6 + 2 * 18 toes, since a double closes one and opens three. The number of places that a tile fits is unpredictable
 * but seldom above three, so the first three moves are written without branches. */
static int list_toes(const struct by_state *s, const struct by_set *hand, by_move *restrict out)
{
    uint64_t shows[BY_NUMBERS + 1];
    struct by_set tiles = { { 0, 0, 0 } };
    by_move *end = out;

    BY_ASSERT(s->now.places < 64);
    for (int i = 0; i < BY_NUMBERS + 1; i++) /* memset of this length becomes a slow string instruction */
        shows[i] = 0;
    for (int i = 0; i < s->now.places; i++) {
        shows[s->place[i].number] |= (uint64_t)1 << i;
        tiles = by_set_or(tiles, by_suit[s->place[i].number]);
    }
    tiles = by_set_and(tiles, *hand);
    for (int w = 0; w < 3; w++)
        for (uint64_t set = tiles.w[w]; set != 0; set &= set - 1) {
            const int t = w * 64 + __builtin_ctzll(set), high = by_high_half[t];
            uint64_t left = shows[high] | shows[by_low_half[t]];

            for (int i = 0; i < 3; i++, left &= left - 1) {
                const struct by_place *p = &s->place[__builtin_ctzll(left | (uint64_t)1 << 63)];

                *end = p->play | (by_move)t | (by_move)(p->number != high) << 16;
                end += left != 0;
            }
            for (; left != 0; left &= left - 1) {
                const struct by_place *p = &s->place[__builtin_ctzll(left)];

                *end++ = p->play | (by_move)t | (by_move)(p->number != high) << 16;
            }
        }
    return (int)(end - out);
}

static int feet_moves(const struct by_state *s, int seat, by_move out[])
{
    int n;

    if (filling(s)) {
        struct by_set tiles = by_set_and(fitting(s), s->hand[seat]);

        for (n = 0; !by_set_empty(&tiles);)
            out[n++] = toe_move(s, by_set_take(&tiles), s->now.of.line.must, must_number(s));
    } else {
        n = list_toes(s, &s->hand[seat], out);
    }
    if (n == 0) /* F-08 */
        out[n++] = by_left_to_draw(s) > 0 ? BY_DRAW_MOVE : BY_PASS_MOVE;
    return n;
}

static by_err end_turn(struct by_state *s, struct by_step_out *out)
{
    if (by_idle_turn(s)) /* F-09, C-07 */
        by_end_low_round(s, BY_ENDED_BLOCKED, BY_NO_SEAT, out);
    else
        by_next_turn(s, out->undo);
    return BY_OK;
}

/* Lays a tile on the double that must be filled, or on a toe (F-05 to F-07).  A new double must then be filled in turn.
 * `at` is the toe's place, or -1 for the double. */
static void lay(struct by_state *s, int seat, by_tile t, int number, int at, struct by_undo *undo)
{
    int laid = s->now.laid, on = at < 0 ? s->now.of.line.must : s->place[at].laid;
    int flip = (number != by_high(t)) | (number != by_high(s->laid[on].tile)) << 1;

    if (at >= 0) {
        undo->at = (uint8_t)at;
        by_close_place(s, at);
    } else if (--s->now.of.line.toes == 0) {
        s->now.of.line.must = BY_NO_TILE;
    }
    s->laid[on].beside++;
    by_lay_tile(s, seat, t, on, flip);
    s->laid[laid].beside = 1;
    if (by_is_double(t)) {
        s->now.of.line.must = (uint8_t)laid;
        s->now.of.line.toes = BY_PLANTED(12) ? 2 : 3;
    } else {
        by_open_place(s, laid, by_across(t, number));
    }
}

static by_err play_lay(struct by_state *s, int seat, by_move m, struct by_step_out *out)
{
    by_tile t = by_move_tile(m), on = (by_tile)by_move_place(m);
    int number, at = -1, laid;

    if (t >= BY_MAX_TILES || on >= BY_MAX_TILES || !by_set_has(&s->hand[seat], t))
        return BY_E_ILLEGAL;
    number = by_touching(on, by_move_flip_at(m));
    if (number != by_high(t) && number != by_low(t))
        return BY_E_ILLEGAL;
    if (filling(s)) {
        laid = s->now.of.line.must;
        if (s->laid[laid].tile != on)
            return BY_E_ILLEGAL;
    } else {
        at = by_find_place(s, m);
        if (at < 0)
            return BY_E_ILLEGAL;
        laid = s->place[at].laid;
    }
    if (m != toe_move(s, t, laid, number))
        return BY_E_ILLEGAL;
    by_tell(out->ev, BY_EV_MOVE, seat, m, 0);
    lay(s, seat, t, number, at, out->undo);
    if (by_set_empty(&s->hand[seat])) { /* this applies even if the last tile is a double or a foot is unfinished
                                         * (F-09) */
        by_end_low_round(s, BY_ENDED_OUT, seat, out);
        return BY_OK;
    }
    return end_turn(s, out);
}

static by_err feet_play(struct by_state *s, int seat, by_move m, struct by_events *ev, struct by_undo *undo)
{
    struct by_step_out out = { ev, undo };
    struct by_set fits;
    by_tile t;

    if (by_move_kind(m) == BY_LAY)
        return play_lay(s, seat, m, &out);
    fits = fitting(s);
    if (by_set_meets(&fits, &s->hand[seat])) /* C-05 */
        return BY_E_ILLEGAL;
    if (m == BY_PASS_MOVE && by_left_to_draw(s) == 0) {
        by_tell(ev, BY_EV_MOVE, seat, m, 0);
        return end_turn(s, &out);
    }
    if (m != BY_DRAW_MOVE || by_left_to_draw(s) == 0)
        return BY_E_ILLEGAL;
    t = by_draw_tile(s, seat, undo); /* draws one tile and lays it at once if it fits (F-08) */
    s->now.drew++;
    by_tell(ev, BY_EV_MOVE, seat, m, 0);
    ev->at[0].tiles = 1;
    ev->at[0].drawn[0] = t;
    if (!by_set_has(&fits, t))
        return end_turn(s, &out); /* C-10 */
    return BY_OK;
}

static void feet_back(struct by_state *s, int seat, by_move m, const struct by_undo *undo)
{
    const struct by_laid *last = &s->laid[s->now.laid - 1];
    uint8_t on = last->on;

    if (by_move_kind(m) != BY_LAY)
        return;
    if (!by_is_double(last->tile))
        by_close_place(s, s->now.places - 1);
    if (undo->at != BY_NO_SEAT)
        by_reopen_place(s, undo->at, on, by_touching(s->laid[on].tile, last->flip >> 1 & 1));
    s->laid[on].beside--;
    by_unlay_tile(s, seat);
}

/* Puts the round's double in the centre, where it takes six tiles before anything else is played (F-03, F-05). */
static by_err feet_deal(struct by_state *s)
{
    s->laid[0] = (struct by_laid){ s->centre, BY_NO_TILE, 0, 0 };
    s->now.laid = 1;
    s->now.of.line.spinner = BY_NO_TILE;
    s->now.of.line.must = 0;
    s->now.of.line.toes = 6;
    return BY_OK;
}

/* ---- Options and presets (F-01, F-02, F-03, F-04, F-10; D-07, D-08) ------------------------- */

static const struct by_option feet_options[] = { { BY_PLAYERS, 2, 16 }, { BY_SET, 0, 0 },
                                                 { BY_HAND, 1, 0 },     { BY_FIRST_SEAT, 0, 0 },
                                                 { BY_ROUNDS, 1, 0 },   { BY_BLANK_PENALTY, 0, 0 },
                                                 { BY_OPTIONS, 0, 0 } };

static const struct by_preset chickenfoot_presets[] = {
    { "number", "blank-penalty=50", 2, 16, 4, { 9, 12 }, 0, false },
    { "classic", "blank-penalty=50", 2, 16, 4, { 9, 12, 15, 18 }, 0, false },
    { NULL, NULL, 0, 0, 0, { 0 }, 0, false }
};

static void feet_settle(struct by_config *c)
{
    if (c->opt[BY_SET] == 0)
        c->opt[BY_SET] = by_table_set(c, 0);
    c->opt[BY_HAND] = by_table_hand(c->opt[BY_SET], c->opt[BY_PLAYERS]);
    c->opt[BY_ROUNDS] = c->opt[BY_SET] + 1; /* F-03 */
}

const struct by_game by_game_chickenfoot = { "chickenfoot",
                                             "Chickenfoot",
                                             "every double grows three toes before play goes on",
                                             1,
                                             BY_FEET,
                                             feet_options,
                                             chickenfoot_presets,
                                             feet_settle,
                                             NULL,
                                             feet_deal,
                                             feet_moves,
                                             feet_play,
                                             feet_back,
                                             feet_fits };

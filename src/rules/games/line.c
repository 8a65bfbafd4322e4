/* SPDX-License-Identifier: MIT */
/* line.c: implements the line games: Block, Draw, Muggins, All Fives and Five Up. All follow one set of rules driven by
 * options; the tables at the end list the differences between the games.
 *
 * `now.of.line` holds `count` (L-15, updated with each tile) and `spinner` (index in `laid` of the first double under
 * spinner=first, else BY_NO_TILE). `place` holds the open places in the order in which their tiles were laid; a double
 * with room on several sides is one place (N-02). */
#include "line.h"

#define WHOLE 0xfffffffu /* the 28 tiles up to 6-6 (L-01) */

static bool wild(const struct by_state *s) { return by_rule(s, BY_BLANKS) == BY_BLANKS_WILD; }

/* Wild blanks match every number, and every number matches them (L-07, L-08). */
static bool fits(bool wild_blanks, int number, int half)
{
    return half == number || (wild_blanks && (half == 0 || number == 0));
}

/* Returns the tiles that fit at an open place. */
static inline uint64_t wanted(const struct by_state *s)
{
    uint64_t tiles = 0;

    if (s->now.laid == 0) /* the double that decided the lead must be led (L-05, D-02) */
        return s->led == BY_NO_TILE || BY_PLANTED(1) ? WHOLE : (uint64_t)1 << s->led;
    for (int i = 0; i < s->now.places; i++)
        tiles |= by_suit[s->place[i].number].w[0];
    if (!wild(s) || tiles == 0)
        return tiles;
    return (tiles & 1) != 0 ? WHOLE : tiles | by_suit[0].w[0]; /* 0-0 is in no suit but the blanks (L-08) */
}

/* ---- Counting (L-15) ---------------------------------------------------------------------- */

/* Returns the points for a count (L-16), or 0 if it is not a multiple of five. */
static int points_for(const struct by_state *s, int count) { return by_count_scores(&s->rules, count); }

/* ---- Legal moves -------------------------------------------------------------------------- */

/* With call=on, a scoring play is listed with and without its claim (L-25, N-06). */
static by_move claim_of(const struct by_state *s, by_tile t, int touch, const struct by_place *p)
{
    return (by_move)points_for(s, by_line_count_after(s, t, touch, p)) << 24;
}

/* Lists the moves at the open places in N-08 order: by tile, then by place, then by the touching half, lower first.
 * Both halves can touch only with wild blanks. To avoid branches, every move is written but only legal ones are
 * counted. */
static BY_APART int list_bare(const struct by_state *s, uint64_t tiles, by_move *restrict out)
{
    const int places = s->now.places;
    by_move *end = out;

    for (; tiles != 0; tiles &= tiles - 1) {
        const int t = __builtin_ctzll(tiles), low = by_low_half[t], high = by_high_half[t];

        for (int i = 0; i < places; i++) {
            const int number = s->place[i].number;

            *end = s->place[i].play | (by_move)t | (by_move)(number != high) << 16;
            end += (number == high) | (number == low);
        }
    }
    return (int)(end - out);
}

/* Does the same for a line with two ends, keeping the ends in registers. */
static BY_APART int list_two(const struct by_place *p, uint64_t tiles, by_move *restrict out)
{
    const by_move left = p[0].play, right = p[1].play;
    const int a = p[0].number, b = p[1].number;
    const uint64_t on_a = by_suit[a].w[0], on_b = by_suit[b].w[0];
    by_move *end = out;

    for (; tiles != 0; tiles &= tiles - 1) {
        const int t = __builtin_ctzll(tiles), high = by_high_half[t];

        *end = left | (by_move)t | (by_move)(a != high) << 16;
        end += on_a >> t & 1;
        *end = right | (by_move)t | (by_move)(b != high) << 16;
        end += on_b >> t & 1;
    }
    return (int)(end - out);
}

static BY_APART int list_wild(const struct by_state *s, uint64_t tiles, by_move *restrict out)
{
    const int places = s->now.places;
    by_move *end = out;

    for (; tiles != 0; tiles &= tiles - 1) {
        const int t = __builtin_ctzll(tiles), low = by_low_half[t], high = by_high_half[t];

        for (int i = 0; i < places; i++) {
            const int number = s->place[i].number;
            const by_move bare = s->place[i].play | (by_move)t;

            *end = bare | (by_move)1 << 16;
            end += (low != high) & ((low == number) | (low == 0) | (number == 0));
            *end = bare;
            end += (high == number) | (high == 0) | (number == 0);
        }
    }
    return (int)(end - out);
}

/* With call=on, lists a tile's scoring moves at a place a second time, with their claims, after the plain moves. */
static by_move *list_claims(const struct by_state *s, by_tile t, const struct by_place *p, by_move *out)
{
    by_move claim;

    for (int claimed = 0; claimed < 2; claimed++)
        for (int flip = !by_is_double(t); flip >= 0; flip--) {
            int touch = by_touching(t, flip == 1);

            if (!fits(wild(s), p->number, touch))
                continue;
            claim = claimed == 1 ? claim_of(s, t, touch, p) : 0;
            if (claimed == 0 || claim != 0)
                *out++ = by_line_move(t, touch, p) | claim;
        }
    return out;
}

static by_move *list_first(const struct by_state *s, by_tile t, by_move *out)
{
    *out++ = by_line_move(t, by_high(t), NULL);
    if (by_rule(s, BY_CALL) == BY_ON && claim_of(s, t, by_high(t), NULL) != 0)
        *out++ = by_line_move(t, by_high(t), NULL) | claim_of(s, t, by_high(t), NULL);
    return out;
}

/* Lists moves for the first tile of a round, or with call=on. Both cases are rare enough to be handled outside
 * line_moves. */
static BY_RARE int list_rare(const struct by_state *s, uint64_t tiles, by_move *out)
{
    by_move *end = out;

    for (; tiles != 0; tiles &= tiles - 1) {
        by_tile t = (by_tile)__builtin_ctzll(tiles);

        if (s->now.laid == 0)
            end = list_first(s, t, end);
        for (int i = 0; i < s->now.places; i++)
            end = list_claims(s, t, &s->place[i], end);
    }
    return (int)(end - out);
}

static int line_moves(const struct by_state *s, int seat, by_move out[])
{
    const uint64_t tiles = s->hand[seat].w[0] & wanted(s);

    if (tiles == 0) { /* only a seat that cannot play draws or passes (L-09, L-10, C-05) */
        out[0] = by_left_to_draw(s) > 0 ? BY_DRAW_MOVE : BY_PASS_MOVE;
        return 1;
    }
    if (s->now.laid == 0 || by_rule(s, BY_CALL) == BY_ON)
        return list_rare(s, tiles, out);
    if (wild(s))
        return list_wild(s, tiles, out);
    return s->now.places == 2 ? list_two(s->place, tiles, out) : list_bare(s, tiles, out);
}

/* ---- Playing ------------------------------------------------------------------------------ */

static by_err after_turn(struct by_state *s, struct by_step_out *out)
{
    if (by_idle_turn(s) || BY_PLANTED(4)) /* C-07 */
        by_line_finish(s, BY_ENDED_BLOCKED, BY_NO_SEAT, out);
    else
        by_next_turn(s, out->undo);
    return BY_OK;
}

/* Scores the tile just laid or opens the window for a call, then ends the turn, and the round or game if it is over. */
static by_err after_lay(struct by_state *s, int seat, by_move m, struct by_step_out *out)
{
    int points = points_for(s, s->now.of.line.count);
    bool call = by_rule(s, BY_CALL) == BY_ON;

    if (points > 0 && (!call || by_move_claim(m) > 0) && by_line_score(s, seat, points, out))
        return BY_OK; /* L-24 */
    if (s->hand[seat].w[0] == 0) {
        by_line_finish(s, BY_ENDED_OUT, seat, out);
        return BY_OK;
    }
    if (points > 0 && call && by_move_claim(m) == 0) { /* L-25, D-14 */
        s->now.window = (uint8_t)seat;
        s->now.stake = (uint8_t)points;
    }
    return after_turn(s, out);
}

/* Returns whether a move that differs from the plain one claims the right points (N-06). call=off allows no claim. */
static BY_RARE bool claim_is_right(const struct by_state *s, by_move m, by_move bare, int touch,
                                   const struct by_place *p)
{
    return by_move_claim(m) > 0 && by_rule(s, BY_CALL) == BY_ON && m == (bare | claim_of(s, by_move_tile(m), touch, p));
}

static by_err play_lay(struct by_state *s, int seat, by_move m, struct by_step_out *out)
{
    by_tile t = by_move_tile(m);
    const struct by_place *p = NULL;
    int touch, at = -1;
    by_move bare;

    if (t > 27 || (s->hand[seat].w[0] >> t & 1) == 0)
        return BY_E_ILLEGAL;
    touch = by_touching(t, by_move_flip(m));
    if (s->now.laid > 0) {
        at = by_find_place(s, m);
        if (at < 0 || !fits(wild(s), s->place[at].number, touch))
            return BY_E_ILLEGAL;
        p = &s->place[at];
    } else if ((wanted(s) >> t & 1) == 0) {
        return BY_E_ILLEGAL;
    }
    bare = by_line_move(t, touch, p);
    if (m != bare && !claim_is_right(s, m, bare, touch, p))
        return BY_E_ILLEGAL;
    s->now.window = BY_NO_SEAT; /* any other move by the next seat closes the window (L-25) */
    by_tell(out->ev, BY_EV_MOVE, seat, m, 0);
    by_line_lay(s, seat, t, touch, at, out->undo);
    return after_lay(s, seat, m, out);
}

/* Draws tiles until one fits (L-10). With draw=one, draws one tile and ends the turn. */
static BY_APART by_err play_draw(struct by_state *s, int seat, struct by_step_out *out)
{
    by_tile t;

    if (by_left_to_draw(s) == 0 || (s->hand[seat].w[0] & wanted(s)) != 0)
        return BY_E_ILLEGAL;
    s->now.window = BY_NO_SEAT;
    t = by_draw_tile(s, seat, out->undo);
    s->now.drew++;
    by_tell(out->ev, BY_EV_MOVE, seat, BY_DRAW_MOVE, 0);
    out->ev->at[out->ev->n - 1].tiles = 1;
    out->ev->at[out->ev->n - 1].drawn[0] = t;
    if (by_rule(s, BY_DRAW) == BY_DRAW_ONE && (wanted(s) >> t & 1) == 0)
        return after_turn(s, out); /* C-10 */
    return BY_OK;
}

/* The first call takes the points and closes the window (L-25). */
static BY_RARE by_err play_call(struct by_state *s, int seat, struct by_step_out *out)
{
    int stake = s->now.stake;

    s->now.window = BY_NO_SEAT;
    s->now.stake = 0;
    by_tell(out->ev, BY_EV_MOVE, seat, BY_CALL_MOVE, 0);
    if (by_line_score(s, seat, stake, out))
        s->now.turn = (uint8_t)seat;
    return BY_OK;
}

static by_err line_play(struct by_state *s, int seat, by_move m, struct by_events *ev, struct by_undo *undo)
{
    struct by_step_out out = { ev, undo };

    if (m == BY_CALL_MOVE)
        return play_call(s, seat, &out);
    if (by_move_kind(m) == BY_LAY)
        return play_lay(s, seat, m, &out);
    if (m == BY_DRAW_MOVE)
        return play_draw(s, seat, &out);
    if (m != BY_PASS_MOVE || by_left_to_draw(s) > 0 || (s->hand[seat].w[0] & wanted(s)) != 0)
        return BY_E_ILLEGAL; /* C-05, C-10 */
    s->now.window = BY_NO_SEAT;
    by_tell(ev, BY_EV_MOVE, seat, m, 0);
    return after_turn(s, &out);
}

static struct by_set line_fits(const struct by_state *s, int seat)
{
    (void)seat;
    return (struct by_set){ { wanted(s), 0, 0 } };
}

/* ---- Options and presets (section 7; L-02, L-03, L-11, L-23) ------------------------------- */

#define LINE_OPTIONS \
    { BY_PLAYERS, 2, 4 }, { BY_SET, 0, 0 }, { BY_HAND, 1, 0 }, { BY_TEAMS, 0, 0 }, { BY_FIRST_SEAT, 0, 0 }, \
        { BY_LEAD, 0, 0 }, { BY_NEXT_LEAD, 0, 0 }, { BY_DRAW, 0, 0 }, { BY_RESERVE, 0, 28 }, { BY_BLANKS, 0, 0 }, \
    { \
        BY_SPINNER, 0, 0 \
    }

#define LINE_ENDS \
    { BY_BLOCKED, 0, 0 }, { BY_TIE, 0, 0 }, { BY_TARGET, 1, 1000000 }, { BY_END, 0, 0 }, { BY_OPTIONS, 0, 0 }

static const struct by_option line_options[] = { LINE_OPTIONS, LINE_ENDS };

static const struct by_option fives_options[] = { LINE_OPTIONS,
                                                  { BY_PLAY_UNIT, 0, 0 },
                                                  { BY_BONUS_UNIT, 0, 0 },
                                                  { BY_BONUS_OF, 0, 0 },
                                                  { BY_BONUS_TO, 0, 0 },
                                                  { BY_CALL, 0, 0 },
                                                  LINE_ENDS };

#define ANY_SET \
    { \
        6, 9, 12, 15, 18 \
    }
#define PRESET(sheet, text) \
    { \
        sheet, text, 2, 4, 2, ANY_SET, 0, false \
    }
#define NO_PRESET \
    { \
        NULL, NULL, 0, 0, 0, { 0 }, 0, false \
    }

#define BASICS "lead=double next-lead=double blanks=wild tie=single end=once "
#define SHEET_250 "lead=seat next-lead=rotate draw=until spinner=first play-unit=1 bonus-unit=1 target=250 end=once"
#define ONLINE "lead=lot next-lead=winner draw=until bonus-unit=5 bonus-of=all target=100 end=round "

static const struct by_preset block_presets[] = { PRESET("basics", BASICS "draw=none blocked=difference target=100"),
                                                  NO_PRESET };
static const struct by_preset draw_presets[] = { PRESET("basics", BASICS "draw=until blocked=difference target=100"),
                                                 NO_PRESET };
static const struct by_preset muggins_presets[] = {
    PRESET("number", SHEET_250), PRESET("classic", SHEET_250),
    PRESET("basics", BASICS "draw=until play-unit=5 bonus-unit=5 bonus-to=lowest target=61"),
    PRESET("online", ONLINE "play-unit=1"), NO_PRESET
};
static const struct by_preset allfives_presets[] = { PRESET("online", ONLINE "play-unit=5 spinner=first"), NO_PRESET };
static const struct by_preset fiveup_presets[] = { PRESET("online", ONLINE "play-unit=5 spinner=all"), NO_PRESET };

/* Sets the defaults that depend on the number of players and on the sheet. */
static void line_settle(struct by_config *c)
{
    const char *sheet = by_games[c->game]->presets[c->preset].sheet;
    bool two = c->opt[BY_PLAYERS] == 2;
    bool sevens = c->opt[BY_PLAY_UNIT] == 0 || by_same(sheet, "number");

    if (c->opt[BY_SET] == 0)
        c->opt[BY_SET] = 6;
    c->opt[BY_HAND] = two && sevens ? 7 : 5; /* L-02, D-01 */
    if (by_same(sheet, "number") && c->opt[BY_PLAYERS] == 4)
        c->opt[BY_TEAMS] = BY_ON; /* L-03 */
    if (by_same(sheet, "basics"))
        c->opt[BY_RESERVE] = two ? 2 : 1; /* L-11 */
}

static by_err line_check(const struct by_config *c, struct by_fault *f)
{
    if (c->opt[BY_TEAMS] != BY_ON || c->opt[BY_PLAYERS] == 4)
        return BY_OK;
    return by_refuse(f, BY_E_RULES, BY_SAY_TEAMS_OF_FOUR, BY_PARTS(BY_NUMBER(c->opt[BY_PLAYERS])));
}

#define LINE_GAME(id, name, blurb, options) \
    const struct by_game by_game_##id = { #id,        name,         blurb,        1,          BY_LINE, \
                                          options,    id##_presets, line_settle,  line_check, by_line_deal, \
                                          line_moves, line_play,    by_line_back, line_fits }

LINE_GAME(block, "Block", "match the ends of one line; if you cannot, pass", line_options);
LINE_GAME(draw, "Draw", "match the ends of one line; if you cannot, draw", line_options);
LINE_GAME(muggins, "Muggins", "make the open ends add up to a multiple of five", fives_options);
LINE_GAME(allfives, "All Fives", "Muggins on four arms from the first double", fives_options);
LINE_GAME(fiveup, "Five Up", "Muggins where every double opens four ways", fives_options);

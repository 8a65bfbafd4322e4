/* SPDX-License-Identifier: MIT */
/* mexican_train.c: implements Mexican Train under all three sheets, as one set of rules driven by options and the sheet
 * (T-01 to T-22, D-05, D-07, D-09).
 *
 * `now.of.trains` holds `doubles` (bit k: train k ends in a double; bit 16 is the Mexican Train), `markers` (bit k:
 * seat k's marker is on its train), `firsts` (hub only; bit k: seat k has had its first turn), `barred_at` and `barred`
 * (the deck positions of the tiles drawn for the additional tile, which may not be the third one). `tail` and `length`
 * describe the trains. now.stage counts the doubles laid in this turn: 0 before the first tile, 1 before the additional
 * tile, 2 before the third tile. now.drew is 0, or DREW_FREE or DREW_ONLY after a draw in this stage. */
#include "author.h"

enum { DREW_FREE = 1, DREW_ONLY = 2 }; /* after DREW_ONLY only the drawn tile may be laid (T-08) */

static bool hub_unset(const struct by_state *s) { return s->centre == BY_NO_TILE; }

/* Returns the trains that have begun, as a bit set (T-05). */
static uint32_t begun(const struct by_state *s)
{
    uint32_t trains = 0;

    for (int k = 0; k < BY_ARMS; k++)
        trains |= (uint32_t)(s->length[k] > 0) << k;
    return trains;
}

/* Returns, as a bit set, the trains on which a seat may play at a stage of its turn (T-07). */
static inline uint32_t eligible(const struct by_state *s, int seat, int stage)
{
    uint32_t own = (uint32_t)1 << seat, doubles = s->now.of.trains.doubles;
    uint32_t open;

    if (stage == 2)
        return doubles; /* the third tile goes on one of the two doubles (T-14) */
    if (doubles != 0 && !BY_PLANTED(21) && (stage == 0 || by_rule(s, BY_DOUBLE) == BY_DOUBLE_SATISFY))
        return doubles; /* T-13, T-22 */
    if (s->hub && (s->now.of.trains.firsts >> seat & 1) == 0)
        return own; /* T-20, D-09 */
    open = own | s->now.of.trains.markers | (uint32_t)1 << BY_MEXICAN;
    return s->hub && s->length[seat] == 0 ? open & (begun(s) | own) : open; /* T-21 */
}

/* Returns the tiles of a double-18 set that fit one of the trains. */
static inline struct by_set fitting(const struct by_state *s, uint32_t trains)
{
    struct by_set wanted = { { 0, 0, 0 } };

    for (; trains != 0; trains &= trains - 1)
        wanted = by_set_or(wanted, by_suit[s->tail[__builtin_ctz(trains)]]);
    return wanted;
}

/* Returns the tiles that would fit. Omits doubles when an additional tile is due, because whether they fit depends on
 * the rest of the hand (T-14). */
static struct by_set train_fits(const struct by_state *s, int seat)
{
    struct by_set tiles = { { 0, 0, 0 } };

    if (hub_unset(s))
        return tiles;
    tiles = fitting(s, eligible(s, seat, s->now.stage));
    for (int n = 0; n <= BY_MAX_NUMBER && s->now.stage == 1; n++)
        by_set_drop(&tiles, by_tile_of(n, n));
    return tiles;
}

/* Excludes tiles drawn while the additional tile was due, which may not serve as the third tile (T-14). */
static void drop_barred(const struct by_state *s, struct by_set *tiles)
{
    for (int i = 0; i < s->now.of.trains.barred; i++)
        by_set_drop(tiles, s->deck[s->now.of.trains.barred_at + i]);
}

static bool barred(const struct by_state *s, by_tile t)
{
    struct by_set one = { { 0, 0, 0 } };

    by_set_add(&one, t);
    drop_barred(s, &one);
    return by_set_empty(&one);
}

/* A second double requires a third tile in the hand that fits one of the two (T-14). A double that is the last tile in
 * the hand requires no further tile, even with two-doubles=off (T-12, D-05). */
static bool second_double_fits(const struct by_state *s, int seat, by_tile t)
{
    struct by_set rest = s->hand[seat], thirds;

    by_set_drop(&rest, t);
    if (by_set_empty(&rest))
        return true;
    drop_barred(s, &rest);
    if (by_rule(s, BY_TWO_DOUBLES) != BY_TWO_ON)
        return false;
    thirds = by_set_or(by_suit[by_high(t)], fitting(s, s->now.of.trains.doubles));
    return by_set_meets(&rest, &thirds);
}

/* Returns the tiles in a hand that a seat may lay after a double or a draw. */
static struct by_set later_tiles(const struct by_state *s, int seat, struct by_set tiles)
{
    if (s->now.drew == DREW_ONLY) {
        struct by_set drawn = { { 0, 0, 0 } };

        by_set_add(&drawn, s->deck[s->now.taken - 1]);
        tiles = by_set_and(tiles, drawn);
    }
    if (s->now.stage == 2)
        drop_barred(s, &tiles);
    if (s->now.stage != 1)
        return tiles;
    for (struct by_set left = tiles; !by_set_empty(&left);) {
        by_tile t = by_set_take(&left);

        if (by_is_double(t) && !second_double_fits(s, seat, t))
            by_set_drop(&tiles, t);
    }
    return tiles;
}

/* Returns the subset of these tiles that a seat may lay at this stage. */
static inline struct by_set playable(const struct by_state *s, int seat, struct by_set fits)
{
    const struct by_set tiles = by_set_and(s->hand[seat], fits);

    return (s->now.stage | s->now.drew) == 0 ? tiles : later_tiles(s, seat, tiles);
}

/* Returns whether this seat may draw now, even if it can lay a tile (T-08, T-10, T-19). */
static bool can_draw(const struct by_state *s, bool able)
{
    if (by_left_to_draw(s) == 0 || s->now.drew > 0 || s->now.stage == 2)
        return false;
    return !able || by_rule(s, BY_INFRACTIONS) == BY_PENALISE;
}

/* Returns whether a seat may or must pass. With `may`, a seat that could lay the additional tile and has not drawn may
 * end the turn instead (T-11). A seat that can neither lay nor draw must pass (C-10). */
static bool can_pass(const struct by_state *s, bool able)
{
    if (able)
        return by_rule(s, BY_DOUBLE) == BY_DOUBLE_MAY && s->now.stage == 1 && s->now.drew == 0;
    return !can_draw(s, false);
}

/* Returns whether this play leaves one tile, which must be announced (T-16). */
static bool leaves_one(const struct by_state *s, int seat)
{
    return by_rule(s, BY_KNOCK) == BY_ON && by_set_count(&s->hand[seat]) == 2;
}

static by_move train_move(const struct by_state *s, by_tile t, int train)
{
    return BY_MOVE(BY_LAY, t, train, s->tail[train] != by_high(t), 0);
}

/* Lists the plays, by tile and then by train. With `twice`, lists each play both plain and announced. wants[n] is a bit
 * set of the trains that end in n, so that only fitting tiles are visited. */
static by_move *list_plays(const struct by_state *s, struct by_set tiles, const uint32_t wants[BY_NUMBERS], bool twice,
                           by_move *restrict out)
{
    for (int w = 0; w < 3; w++)
        for (uint64_t set = tiles.w[w]; set != 0; set &= set - 1) {
            const int t = w * 64 + __builtin_ctzll(set), high = by_high_half[t];

            for (uint32_t left = wants[high] | wants[by_low_half[t]]; left != 0; left &= left - 1) {
                const int k = __builtin_ctz(left);
                const by_move m = BY_MOVE(BY_LAY, t, k, s->tail[k] != high, 0);

                *out++ = m;
                if (twice)
                    *out++ = m | BY_ANNOUNCED;
            }
        }
    return out;
}

static int train_moves(const struct by_state *s, int seat, by_move out[])
{
    uint32_t wants[BY_NUMBERS] = { 0 };
    struct by_set tiles = { { 0, 0, 0 } };
    by_move *end = out;
    bool able;

    if (hub_unset(s)) { /* T-04 */
        out[0] = BY_MOVE(BY_HUB, s->led, BY_NO_TILE, 0, 0);
        return 1;
    }
    for (uint32_t left = eligible(s, seat, s->now.stage); left != 0; left &= left - 1) {
        const int number = s->tail[__builtin_ctz(left)];

        wants[number] |= left & (0u - left);
        tiles = by_set_or(tiles, by_suit[number]);
    }
    tiles = playable(s, seat, tiles);
    able = !by_set_empty(&tiles);
    if (able)
        end = list_plays(s, tiles, wants, leaves_one(s, seat), end);
    if (can_draw(s, able))
        *end++ = BY_DRAW_MOVE;
    if (can_pass(s, able))
        *end++ = BY_PASS_MOVE;
    return (int)(end - out);
}

/* ---- The end of a turn -------------------------------------------------------------------- */

/* Returns whether any seat could lay a tile with the current markers and open doubles (C-07). */
static bool somebody_can_lay(const struct by_state *s)
{
    struct by_set wanted;

    for (int seat = 0; seat < s->players; seat++) {
        wanted = fitting(s, eligible(s, seat, 0));
        if (by_set_meets(&wanted, &s->hand[seat]))
            return true;
    }
    return false;
}

static by_err end_turn(struct by_state *s, struct by_step_out *out)
{
    s->now.of.trains.firsts |= (uint16_t)(1u << s->now.turn);
    s->now.of.trains.barred_at = s->now.of.trains.barred = 0;
    if (by_idle_turn(s) && (s->hub || !somebody_can_lay(s)))
        by_end_low_round(s, BY_ENDED_BLOCKED, BY_NO_SEAT, out); /* T-15 */
    else
        by_next_turn(s, out->undo);
    return BY_OK;
}

/* Ends the turn of a seat that could not play, and puts its marker on its train (T-08). */
static by_err fail_turn(struct by_state *s, struct by_step_out *out)
{
    if (!BY_PLANTED(22))
        s->now.of.trains.markers |= (uint16_t)(1u << s->now.turn);
    return end_turn(s, out);
}

/* ---- Playing ------------------------------------------------------------------------------ */

/* An unannounced last tile can be called until the first move of a later turn (T-16). */
static void tell_move(struct by_state *s, int seat, by_move m, struct by_step_out *out)
{
    if (s->now.later != 0)
        s->now.window = BY_NO_SEAT;
    by_tell(out->ev, BY_EV_MOVE, seat, m, 0);
}

static by_err play_hub(struct by_state *s, int seat, by_move m, struct by_step_out *out)
{
    by_tell(out->ev, BY_EV_MOVE, seat, m, 0);
    by_set_drop(&s->hand[seat], s->led);
    s->centre = s->led;
    s->now.lay = 1; /* the hub counts as a tile laid (T-04) */
    memset(s->tail, by_high(s->led), BY_ARMS);
    if (by_set_empty(&s->hand[seat]))
        by_end_low_round(s, BY_ENDED_OUT, seat, out);
    return BY_OK;
}

/* Puts the tile on the train. A tile on the seat's own train removes its marker (T-09). */
static void lay(struct by_state *s, int seat, by_tile t, int train, struct by_undo *undo)
{
    uint32_t bit = (uint32_t)1 << train;

    undo->at = s->tail[train];
    by_lay_tile(s, seat, t, train, s->tail[train] != by_high(t));
    s->tail[train] = (uint8_t)by_across(t, s->tail[train]);
    s->length[train]++;
    if (train == seat)
        s->now.of.trains.markers &= (uint16_t)~bit;
    if (by_is_double(t))
        s->now.of.trains.doubles |= bit;
    else
        s->now.of.trains.doubles &= ~bit;
}

/* An unannounced play that leaves one tile may be called (T-16). */
static void watch_last_tile(struct by_state *s, int seat, by_move m)
{
    if (by_rule(s, BY_KNOCK) == BY_ON && by_set_count(&s->hand[seat]) == 1 && (m & BY_ANNOUNCED) == 0) {
        s->now.window = (uint8_t)seat;
        s->now.later = 0;
    }
}

static by_err play_lay(struct by_state *s, int seat, by_move m, struct by_step_out *out)
{
    by_tile t = by_move_tile(m);
    int train = by_move_place(m);
    uint32_t trains = eligible(s, seat, s->now.stage);

    if (train >= BY_ARMS || (trains >> train & 1) == 0 || t >= BY_MAX_TILES || !by_set_has(&s->hand[seat], t)
        || (s->tail[train] != by_high(t) && s->tail[train] != by_low(t)))
        return BY_E_ILLEGAL;
    if (s->now.stage == 1 && by_is_double(t) && !second_double_fits(s, seat, t))
        return BY_E_ILLEGAL;
    if (s->now.drew == DREW_ONLY && t != s->deck[s->now.taken - 1])
        return BY_E_ILLEGAL;
    if (s->now.stage == 2 && barred(s, t))
        return BY_E_ILLEGAL;
    if (m != train_move(s, t, train) && (!leaves_one(s, seat) || m != (train_move(s, t, train) | BY_ANNOUNCED)))
        return BY_E_ILLEGAL;
    tell_move(s, seat, m, out);
    lay(s, seat, t, train, out->undo);
    if (by_set_empty(&s->hand[seat])) { /* the last tile may be a double (T-12) */
        by_end_low_round(s, BY_ENDED_OUT, seat, out);
        return BY_OK;
    }
    watch_last_tile(s, seat, m);
    if (!by_is_double(t))
        return end_turn(s, out);
    s->now.stage++; /* one more tile must follow (T-10, T-14, T-22) */
    s->now.drew = 0;
    return BY_OK;
}

/* Applies the penalty for an infraction (T-17). */
static void punish(struct by_state *s, int offender, struct by_step_out *out)
{
    switch (by_rule(s, BY_PENALTY)) {
    case BY_PENALTY_TILE:
        if (by_left_to_draw(s) == 0)
            break;
        by_draw_tile(s, offender, out->undo);
        if (s->now.turn == offender && s->now.drew == DREW_ONLY)
            s->now.drew = DREW_FREE; /* after a penalty tile, the seat may lay any tile that fits */
        break;
    case BY_PENALTY_FIFTY: by_add_score(s, offender, 50, out); break;
    case BY_PENALTY_SKIP:
        s->skip[offender]++;
        out->undo->was = (uint8_t)offender;
        break;
    default: /* no penalty is due; `keep` has no cost here */ break;
    }
}

/* Draws one tile (T-08, T-10, T-19). If the seat can then lay a tile, it must. */
static by_err play_draw(struct by_state *s, int seat, bool able, struct by_step_out *out)
{
    struct by_set tiles;
    struct by_event *e;
    by_tile t;

    tell_move(s, seat, BY_DRAW_MOVE, out);
    s->now.of.trains.barred_at = s->now.taken;
    t = by_draw_tile(s, seat, out->undo);
    s->now.drew = able ? DREW_FREE : DREW_ONLY;
    e = &out->ev->at[out->ev->n - 1];
    e->tiles = 1;
    e->drawn[0] = t;
    if (able) { /* an infraction, penalised at once (T-19) */
        punish(s, seat, out);
        if (by_rule(s, BY_PENALTY) == BY_PENALTY_KEEP)
            return end_turn(s, out);
    }
    s->now.of.trains.barred = s->now.stage == 1 ? out->undo->tiles : 0;
    tiles = playable(s, seat, fitting(s, eligible(s, seat, s->now.stage)));
    return by_set_empty(&tiles) ? fail_turn(s, out) : BY_OK; /* C-10 */
}

static by_err train_play(struct by_state *s, int seat, by_move m, struct by_events *ev, struct by_undo *undo)
{
    struct by_step_out out = { ev, undo };
    struct by_set tiles;
    bool able;

    if (m == BY_CALL_MOVE) { /* the first call closes the window (T-16) */
        int offender = s->now.window;

        s->now.window = BY_NO_SEAT;
        by_tell(ev, BY_EV_MOVE, seat, m, 0);
        punish(s, offender, &out);
        return BY_OK;
    }
    if (hub_unset(s)) {
        if (m != BY_MOVE(BY_HUB, s->led, BY_NO_TILE, 0, 0))
            return BY_E_ILLEGAL;
        return play_hub(s, seat, m, &out);
    }
    if (by_move_kind(m) == BY_LAY)
        return play_lay(s, seat, m, &out);
    tiles = playable(s, seat, fitting(s, eligible(s, seat, s->now.stage)));
    able = !by_set_empty(&tiles); /* C-05 */
    if (m == BY_DRAW_MOVE && can_draw(s, able))
        return play_draw(s, seat, able, &out);
    if (m != BY_PASS_MOVE || !can_pass(s, able))
        return BY_E_ILLEGAL;
    tell_move(s, seat, m, &out);
    return able ? end_turn(s, &out) : fail_turn(s, &out); /* T-11; T-08 */
}

static void train_back(struct by_state *s, int seat, by_move m, const struct by_undo *undo)
{
    int train = by_move_place(m);

    if (by_move_kind(m) == BY_LAY) {
        s->tail[train] = undo->at;
        s->length[train]--;
        by_unlay_tile(s, seat);
    } else if (by_move_kind(m) == BY_HUB) {
        by_set_add(&s->hand[seat], s->led);
        s->centre = BY_NO_TILE;
        memset(s->tail, 0, BY_ARMS);
    } else if (undo->was != BY_NO_SEAT) {
        s->skip[undo->was]--;
    }
}

/* Starts every train with the engine's number (T-03, T-05), unless a player must set the hub (T-04). */
static by_err train_deal(struct by_state *s)
{
    if (s->centre != BY_NO_TILE)
        memset(s->tail, by_high(s->centre), BY_ARMS);
    return BY_OK;
}

/* ---- Options and presets (T-01, T-02, T-16, T-17, T-19) ------------------------------------- */

static const struct by_option train_options[] = { { BY_PLAYERS, 2, 16 },    { BY_SET, 0, 0 },    { BY_HAND, 1, 0 },
                                                  { BY_FIRST_SEAT, 0, 0 },  { BY_ROUNDS, 1, 0 }, { BY_DOUBLE, 0, 0 },
                                                  { BY_TWO_DOUBLES, 0, 0 }, { BY_KNOCK, 0, 0 },  { BY_PENALTY, 0, 0 },
                                                  { BY_INFRACTIONS, 0, 0 }, { BY_OPTIONS, 0, 0 } };

#define NOT_IN_HUB \
    ((uint32_t)1 << BY_FIRST_SEAT | (uint32_t)1 << BY_KNOCK | (uint32_t)1 << BY_PENALTY | (uint32_t)1 << BY_INFRACTIONS)

static const struct by_preset mexicantrain_presets[] = {
    { "number", "double=must two-doubles=on", 2, 16, 4, { 9, 12 }, 0, false },
    { "classic", "double=may two-doubles=on", 2, 16, 4, { 9, 12, 15, 18 }, 0, false },
    { "hub", "double=satisfy two-doubles=off", 2, 8, 4, { 12 }, NOT_IN_HUB, true },
    { NULL, NULL, 0, 0, 0, { 0 }, 0, false }
};

static void train_settle(struct by_config *c)
{
    int players = c->opt[BY_PLAYERS];

    if (by_games[c->game]->presets[c->preset].hub) {
        c->opt[BY_SET] = 12;
        c->opt[BY_HAND] = players <= 4 ? 15 : players <= 6 ? 11 : 8; /* T-02 */
        c->opt[BY_ROUNDS] = 1;                                       /* T-04 */
        return;
    }
    if (c->opt[BY_SET] == 0)
        c->opt[BY_SET] = by_table_set(c, 12);
    c->opt[BY_HAND] = by_table_hand(c->opt[BY_SET], players);
    c->opt[BY_ROUNDS] = c->opt[BY_SET] + 1; /* T-03 */
}

static by_err train_check(const struct by_config *c, struct by_fault *f)
{
    if (c->opt[BY_DOUBLE] == BY_DOUBLE_SATISFY && c->opt[BY_TWO_DOUBLES] == BY_TWO_ON)
        return by_refuse(f, BY_E_RULES, BY_SAY_TWO_OR_SATISFY, NULL);
    if (c->opt[BY_PENALTY] == BY_PENALTY_KEEP && c->opt[BY_INFRACTIONS] != BY_PENALISE)
        return by_refuse(f, BY_E_RULES, BY_SAY_KEEP_NEEDS, NULL);
    return BY_OK;
}

const struct by_game by_game_mexicantrain = { "mexicantrain",
                                              "Mexican Train",
                                              "build your own train, and add to those that are open",
                                              1,
                                              BY_TRAINS,
                                              train_options,
                                              mexicantrain_presets,
                                              train_settle,
                                              train_check,
                                              train_deal,
                                              train_moves,
                                              train_play,
                                              train_back,
                                              train_fits };

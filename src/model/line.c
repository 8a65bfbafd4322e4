/* SPDX-License-Identifier: MIT */
/* line.c: models the line games for searches (model_line.h). Rule numbers match those in src/rules/games/line.c. */
#include "boneyard/model_line.h"

#include <string.h>

#include "inside.h"

static const uint8_t pips_of[28] = { 0, 1, 2, 2, 3, 4, 3,  4, 5, 6, 4, 5,  6,  7,
                                     8, 5, 6, 7, 8, 9, 10, 6, 7, 8, 9, 10, 11, 12 };

#define DOUBLES (1u << 0 | 1u << 2 | 1u << 5 | 1u << 9 | 1u << 14 | 1u << 20 | 1u << 27)

/* Returns the pips of a hand (C-08). */
static int count_pips(uint32_t hand)
{
    int pips = 0;

    for (; hand != 0; hand &= hand - 1)
        pips += pips_of[__builtin_ctz(hand)];
    return pips;
}

/* Derives all members except the scores from the rules. */
static void rules_of(const struct by_config *rules, struct by_line_rules *out)
{
    const int32_t *opt = rules->opt;
    const uint32_t blanks = (uint32_t)by_suit[0].w[0];

    memset(out, 0, sizeof *out);
    out->tiles = (uint8_t)by_set_tiles(opt[BY_SET] < 6 ? opt[BY_SET] : 6); /* L-01 */
    out->whole = (1u << out->tiles) - 1;
    out->players = (uint8_t)opt[BY_PLAYERS];
    out->teams = opt[BY_TEAMS] == BY_ON;
    out->sides = out->teams ? 2 : out->players;
    out->dealt = (uint8_t)opt[BY_HAND];
    out->reserve = (uint8_t)opt[BY_RESERVE];
    out->wild = opt[BY_BLANKS] == BY_BLANKS_WILD;
    out->all = opt[BY_SPINNER] == BY_SPINNER_ALL;
    out->first = opt[BY_SPINNER] == BY_SPINNER_FIRST;
    out->draws = opt[BY_DRAW] != BY_DRAW_NONE;
    out->draws_one = opt[BY_DRAW] == BY_DRAW_ONE;
    out->once = opt[BY_END] == BY_END_ONCE;
    out->call = opt[BY_CALL] == BY_ON;
    out->unit = (uint8_t)opt[BY_PLAY_UNIT];
    out->bonus_unit = (uint8_t)opt[BY_BONUS_UNIT];
    out->bonus_all = opt[BY_BONUS_OF] == BY_OF_ALL;
    out->bonus_lowest = opt[BY_BONUS_TO] == BY_TO_LOWEST;
    out->difference = opt[BY_BLOCKED] == BY_BLOCKED_DIFFERENCE;
    out->single = opt[BY_TIE] == BY_TIE_SINGLE;
    out->target = opt[BY_TARGET];
    for (int t = 0; t < out->tiles; t++)
        for (int n = 0; n < 7; n++) {
            int high = by_high((by_tile)t), low = by_low((by_tile)t);
            bool free = out->wild && n == 0;

            if (high == n || free || (out->wild && high == 0))
                out->with_high[n] |= 1u << t;
            if (low != high && (low == n || free || (out->wild && low == 0)))
                out->with_low[n] |= 1u << t;
        }
    for (int n = 0; n < 7; n++)
        out->fits[n] = (out->with_high[n] | out->with_low[n] | (out->wild ? blanks : 0)) & out->whole;
}

void by_line_rules_of(const struct by_view *v, struct by_line_rules *out)
{
    rules_of(&v->rules, out);
    for (int i = 0; i < v->players; i++)
        out->score[i] = v->score[i];
}

static ALWAYS_INLINE void open_place(const struct by_line_rules *r, struct by_line_model *w, int t, int number,
                                     int beside, bool wide)
{
    bool twin = (DOUBLES >> t & 1) != 0;

    w->place[w->places++] =
        (uint16_t)(t | number << 5 | (twin ? beside << 8 | BY_LINE_DOUBLE | (wide ? BY_LINE_WIDE : 0) : 0));
    w->open |= r->fits[number];
}

static ALWAYS_INLINE void open_again(const struct by_line_rules *r, struct by_line_model *w)
{
    w->open = 0;
    for (int i = 0; i < w->places; i++)
        w->open |= r->fits[BY_LINE_NUMBER(w->place[i])];
}

void by_line_of(const struct by_view *v, const uint32_t hand[4], const by_tile *boneyard, struct by_line_model *out)
{
    struct by_line_rules r;

    by_line_rules_of(v, &r);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < v->players; i++)
        out->hand[i] = hand[i];
    for (int i = 0; i < v->now.places; i++) {
        const struct by_place *p = &v->place[i];
        const struct by_laid *on = &v->laid[p->laid];

        open_place(&r, out, on->tile, p->number, on->beside, r.all || (r.first && v->now.of.line.spinner == p->laid));
    }
    if (boneyard != NULL)
        memcpy(out->deck, boneyard, v->boneyard);
    out->size = v->boneyard;
    out->limit = v->drawable;
    out->laid = v->now.laid;
    out->turn = v->now.turn;
    out->idle = v->now.idle;
    out->count = (uint8_t)v->now.of.line.count;
    out->led = v->led;
    out->winner = BY_NO_SEAT;
    for (int i = 0; i < v->now.laid; i++)
        out->spinner |= by_is_double(v->laid[i].tile);
}

/* ---- Moves -------------------------------------------------------------------------------- */

static ALWAYS_INLINE by_move lay_move(uint16_t p, int t, bool flip)
{
    int on = BY_LINE_TILE(p);

    return BY_MOVE(BY_LAY, t, on, flip, BY_LINE_NUMBER(p) != by_high((by_tile)on));
}

/* Returns the count of the ends after tile t is laid with its half `touch` against a place (L-15). */
static ALWAYS_INLINE int count_after(int count, uint16_t p, int t, int touch)
{
    int number = BY_LINE_NUMBER(p);

    if ((p & BY_LINE_DOUBLE) == 0)
        count -= number;
    else if (BY_LINE_BESIDE(p) == (BY_PLANTED(501) ? 2 : 1))
        count -= 2 * number;
    return count + ((DOUBLES >> t & 1) != 0 ? pips_of[t] : pips_of[t] - touch);
}

static ALWAYS_INLINE int points_for(const struct by_line_rules *r, int count)
{
    return r->unit == 0 || count % 5 != 0 ? 0 : count / r->unit;
}

/* Adds the claim to a move that scores, since the model claims every score (L-25). */
static by_move claimed(const struct by_line_rules *r, const struct by_line_model *w, uint16_t p, by_move m)
{
    int t = by_move_tile(m);

    if (!r->call)
        return m;
    return m | (by_move)points_for(r, count_after(w->count, p, t, by_touching((by_tile)t, by_move_flip(m)))) << 24;
}

static int list_leads(const struct by_line_rules *r, uint32_t tiles, by_move *out)
{
    int n = 0;

    for (; tiles != 0; tiles &= tiles - 1) {
        int t = __builtin_ctz(tiles);

        out[n++] = BY_MOVE(BY_LAY, t, BY_NO_TILE, 0, 0) | (r->call ? (by_move)points_for(r, pips_of[t]) << 24 : 0);
    }
    return n;
}

int by_line_moves(const struct by_line_rules *r, const struct by_line_model *w, by_move out[BY_LINE_MOVES])
{
    uint32_t tiles = w->hand[w->turn] & by_line_wanted(r, w);
    int n = 0;

    if (tiles == 0) { /* C-05, L-09, L-10 */
        out[0] = w->taken < w->limit ? BY_DRAW_MOVE : BY_PASS_MOVE;
        return 1;
    }
    if (w->laid == 0)
        return list_leads(r, tiles, out);
    for (; tiles != 0; tiles &= tiles - 1) {
        const int t = __builtin_ctz(tiles);

        for (int i = 0; i < w->places; i++) {
            const uint16_t p = w->place[i];

            if ((r->with_low[BY_LINE_NUMBER(p)] >> t & 1) != 0)
                out[n++] = claimed(r, w, p, lay_move(p, t, true));
            if ((r->with_high[BY_LINE_NUMBER(p)] >> t & 1) != 0)
                out[n++] = claimed(r, w, p, lay_move(p, t, false));
        }
    }
    return n;
}

/* ---- The end of a round (L-17 to L-22) ------------------------------------------------------ */

static int side_count(const struct by_line_rules *r, const struct by_line_model *w, int side)
{
    return count_pips(w->hand[side] | (r->teams ? w->hand[side + 2] : 0));
}

/* Returns the pips on a side's lightest tile (L-22), which need not be the tile with the lowest index. */
static int side_single(const struct by_line_rules *r, const struct by_line_model *w, int side)
{
    uint32_t hand = w->hand[side] | (r->teams ? w->hand[side + 2] : 0);
    int least = 99;

    for (; hand != 0; hand &= hand - 1)
        if (pips_of[__builtin_ctz(hand)] < least)
            least = pips_of[__builtin_ctz(hand)];
    return least;
}

/* Returns, as a bit set, the sides in `among` with the lowest measure, and sets *first to the first of them. */
static uint32_t least_of(const int measure[4], int sides, uint32_t among, int *first)
{
    uint32_t tied = 0;
    int least = 0;

    for (int i = 0; i < sides; i++) {
        if ((among >> i & 1) == 0 || (tied != 0 && measure[i] > least))
            continue;
        if (tied == 0 || measure[i] < least) {
            tied = 0;
            *first = i;
        }
        least = measure[i];
        tied |= 1u << i;
    }
    return tied;
}

static int bonus_side(const struct by_line_rules *r, const struct by_line_model *w, const int counts[4], int out)
{
    int best = 0, own, single[4];
    uint32_t tied = least_of(counts, r->sides, 15, &best);

    if (out != BY_NO_SEAT) { /* the seat that went out wins a tie (L-17) */
        own = by_line_name(r, out);
        return !r->bonus_lowest || (tied >> own & 1) != 0 ? own : best;
    }
    if ((tied & (tied - 1)) == 0)
        return best;
    if (!r->single) /* D-04 */
        return -1;
    for (int i = 0; i < r->sides; i++)
        single[i] = side_single(r, w, i);
    tied = least_of(single, r->sides, tied, &best);
    return (tied & (tied - 1)) == 0 ? best : -1;
}

static void add(const struct by_line_rules *r, struct by_line_model *w, int side, int points)
{
    w->won[side] = (int16_t)(w->won[side] + points);
    if (r->teams)
        w->won[side ^ 2] = (int16_t)(w->won[side ^ 2] + points);
}

static void finish(const struct by_line_rules *r, struct by_line_model *w, int end, int out)
{
    int counts[4] = { 0, 0, 0, 0 }, sum = 0, side;

    w->end = (uint8_t)end;
    for (int i = 0; i < r->sides; i++) {
        counts[i] = side_count(r, w, i);
        sum += counts[i];
    }
    side = bonus_side(r, w, counts, out);
    if (side < 0)
        return;
    if (!r->bonus_all) /* L-20 */
        sum -= counts[side];
    if (end == BY_ENDED_BLOCKED && r->difference && !BY_PLANTED(502)) /* L-21 */
        sum -= counts[side];
    if (r->unit != 0) /* L-19, D-03 */
        sum = (sum + 2) / 5 * 5 / r->bonus_unit;
    w->winner = (uint8_t)side;
    add(r, w, side, sum);
}

/* ---- Playing ------------------------------------------------------------------------------ */

static ALWAYS_INLINE void end_turn(const struct by_line_rules *r, struct by_line_model *w, bool laid)
{
    if (laid || w->taken < w->limit) /* C-07 */
        w->idle = 0;
    else if (++w->idle >= r->players) {
        finish(r, w, BY_ENDED_BLOCKED, BY_NO_SEAT);
        return;
    }
    w->turn = (uint8_t)(w->turn + 1 == r->players ? 0 : w->turn + 1);
}

static ALWAYS_INLINE void close_place(struct by_line_model *w, int at)
{
    w->places--;
    for (int i = at; i < w->places; i++)
        w->place[i] = w->place[i + 1];
}

/* Lays the tile at an open place (-1 for the first tile of the round; L-12 to L-14). */
static ALWAYS_INLINE void lay(const struct by_line_rules *r, struct by_line_model *w, int t, bool flip, int at)
{
    const bool twin = (DOUBLES >> t & 1) != 0, wide = r->all || (r->first && w->spinner == 0);
    const int touch = by_touching((by_tile)t, flip);
    uint16_t p;

    w->hand[w->turn] &= ~(1u << t);
    w->laid++;
    w->spinner |= twin;
    if (at < 0) {
        w->count = pips_of[t];
        open_place(r, w, t, by_high((by_tile)t), 0, wide);
        if (!twin)
            open_place(r, w, t, by_low((by_tile)t), 0, false);
        return;
    }
    p = w->place[at];
    w->count = (uint8_t)count_after(w->count, p, t, touch);
    if ((p & BY_LINE_DOUBLE) == 0 || BY_LINE_BESIDE(p) == ((p & BY_LINE_WIDE) != 0 ? 3 : 1))
        close_place(w, at);
    else
        w->place[at] = (uint16_t)(p + (1 << 8));
    open_place(r, w, t, pips_of[t] - touch, 1, wide);
    open_again(r, w);
}

static ALWAYS_INLINE void lay_and_score(const struct by_line_rules *r, struct by_line_model *w, int t, bool flip,
                                        int at, bool scores)
{
    const int seat = w->turn;
    int points;

    lay(r, w, t, flip, at);
    points = scores ? points_for(r, w->count) : 0;
    if (points > 0) { /* L-16, L-24 */
        add(r, w, by_line_name(r, seat), points);
        if (r->once && r->score[seat] + w->won[seat] >= r->target + BY_PLANTED(504)) {
            w->end = BY_LINE_TARGET;
            w->winner = (uint8_t)by_line_name(r, seat);
            return;
        }
    }
    if (w->hand[seat] == 0)
        finish(r, w, BY_ENDED_OUT, seat);
    else
        end_turn(r, w, true);
}

static int place_of(const struct by_line_model *w, by_move m)
{
    const int on = by_move_place(m);
    int key;

    if (on == BY_NO_TILE)
        return -1;
    key = on | by_touching((by_tile)on, by_move_flip_at(m)) << 5;
    for (int i = 0; i < w->places; i++)
        if ((w->place[i] & 255) == key)
            return i;
    return -1;
}

static void draw(const struct by_line_rules *r, struct by_line_model *w)
{
    const uint32_t tile = 1u << w->deck[w->taken++];

    w->hand[w->turn] |= tile;
    if (r->draws_one && (tile & by_line_wanted(r, w)) == 0) /* C-10 */
        end_turn(r, w, false);
}

void by_line_play(const struct by_line_rules *r, struct by_line_model *w, by_move m)
{
    if (by_move_kind(m) == BY_LAY)
        lay_and_score(r, w, by_move_tile(m), by_move_flip(m), place_of(w, m), !r->call || by_move_claim(m) > 0);
    else if (by_move_kind(m) == BY_DRAW_TILE)
        draw(r, w);
    else
        end_turn(r, w, false);
}

void by_line_put_down(const struct by_line_rules *r, struct by_line_model *w, by_move m)
{
    lay(r, w, by_move_tile(m), by_move_flip(m), place_of(w, m));
}

int by_line_points_at(const struct by_line_rules *r, const struct by_line_model *w, int tile, bool flip, int at)
{
    if (at < 0)
        return points_for(r, pips_of[tile]);
    return points_for(r, count_after(w->count, w->place[at], tile, by_touching((by_tile)tile, flip)));
}

void by_line_lay_at(const struct by_line_rules *r, struct by_line_model *w, int tile, bool flip, int at)
{
    lay_and_score(r, w, tile, flip, at, true);
}

int by_line_points(const struct by_line_rules *r, const struct by_line_model *w, by_move m)
{
    if (r->unit == 0 || by_move_kind(m) != BY_LAY)
        return 0;
    return by_line_points_at(r, w, by_move_tile(m), by_move_flip(m), place_of(w, m));
}

/* ---- Random rounds ------------------------------------------------------------------------ */

/* Draws the front tile of the boneyard (or a random tile if the order is unspecified), or passes. */
static ALWAYS_INLINE by_move step_unable(const struct by_line_rules *r, struct by_line_model *w, struct by_rng *rng,
                                         bool any)
{
    if (w->taken >= w->limit) {
        end_turn(r, w, false);
        return BY_PASS_MOVE;
    }
    if (any) {
        const int at = w->taken + by_some(rng, w->size - w->taken);
        const by_tile t = w->deck[at];

        w->deck[at] = w->deck[w->taken];
        w->deck[w->taken] = t;
    }
    draw(r, w);
    return BY_DRAW_MOVE;
}

/* Plays move k for a random k. Moves are counted place by place, high halves first. */
static by_move step_places(const struct by_line_rules *r, struct by_line_model *w, struct by_rng *rng)
{
    const uint32_t hand = w->hand[w->turn];
    uint8_t upto[2 * BY_LINE_PLACES], *end = upto;
    int n = 0, k, i;
    bool flip;
    by_move m;

    for (i = 0; i < w->places; i++) {
        *end++ = (uint8_t)(n += by_line_bits(hand & r->with_high[BY_LINE_NUMBER(w->place[i])]));
        *end++ = (uint8_t)(n += by_line_bits(hand & r->with_low[BY_LINE_NUMBER(w->place[i])]));
    }
    k = by_some(rng, n);
    /* cppcheck-suppress uninitvar ; every place before `end` was filled above */
    for (i = 0; upto + i < end && upto[i] <= k; i++)
        ;
    k -= i == 0 ? 0 : upto[i - 1];
    flip = (i & 1) != 0;
    i >>= 1;
    k = by_line_pick(hand & (flip ? r->with_low : r->with_high)[BY_LINE_NUMBER(w->place[i])], k);
    m = lay_move(w->place[i], k, flip);
    lay_and_score(r, w, k, flip, i, true);
    return m;
}

/* Does the same for two places without wild blanks. Among the tiles with a number, those that have it on their high
 * half come first. */
static ALWAYS_INLINE by_move step_two(const struct by_line_rules *r, struct by_line_model *w, struct by_rng *rng)
{
    const uint64_t hand = w->hand[w->turn];
    uint64_t x = (hand & r->fits[BY_LINE_NUMBER(w->place[0])]) | (hand & r->fits[BY_LINE_NUMBER(w->place[1])]) << 32;
    int at, t;
    bool flip;
    by_move m;

    for (int k = by_some(rng, by_bits(x)); k > 0; k--)
        x &= x - 1;
    t = __builtin_ctzll(x);
    at = t >> 5;
    t &= 31;
    flip = BY_LINE_NUMBER(w->place[at]) != by_high((by_tile)t) && !BY_PLANTED(505);
    m = lay_move(w->place[at], t, flip);
    lay_and_score(r, w, t, flip, at, true);
    return m;
}

static ALWAYS_INLINE by_move step(const struct by_line_rules *r, struct by_line_model *w, struct by_rng *rng, bool any)
{
    const uint32_t tiles = w->hand[w->turn] & by_line_wanted(r, w);

    if (tiles == 0)
        return step_unable(r, w, rng, any);
    if (w->places == 2 && !r->wild)
        return step_two(r, w, rng);
    if (w->laid == 0) {
        const int t = by_line_pick(tiles, (int)by_rng_below(rng, (uint32_t)by_line_bits(tiles)));

        lay_and_score(r, w, t, false, -1, true);
        return BY_MOVE(BY_LAY, t, BY_NO_TILE, 0, 0);
    }
    return step_places(r, w, rng);
}

by_move by_line_random(const struct by_line_rules *r, struct by_line_model *w, struct by_rng *rng)
{
    return step(r, w, rng, false);
}

void by_line_run(const struct by_line_rules *r, struct by_line_model *to, struct by_rng *rng)
{
    struct by_line_model w = *to;
    struct by_rng mine = *rng;

    while (w.end == BY_NOT_ENDED)
        step(r, &w, &mine, true);
    *rng = mine;
    *to = w;
}

void by_line_begin(const struct by_config *rules, struct by_line_rules *r, struct by_line_model *out)
{
    rules_of(rules, r);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < r->tiles; i++)
        out->deck[i] = (by_tile)i;
}

void by_line_redeal(const struct by_line_rules *r, struct by_line_model *w, int lead, struct by_rng *rng)
{
    const int dealt = r->dealt * r->players;
    uint32_t all;
    int at;

    w->size = (uint8_t)(r->tiles - dealt);
    w->limit = (uint8_t)(r->draws && w->size > r->reserve ? w->size - r->reserve + BY_PLANTED(503) : 0);
    w->open = 0;
    memset(w->won, 0, sizeof w->won);
    w->taken = w->places = w->laid = w->idle = w->count = w->spinner = w->end = 0;
    w->led = BY_NO_TILE;
    w->winner = BY_NO_SEAT;
    do { /* deals until a hand has a double (L-05) */
        by_shuffle_last(rng, w->deck, r->tiles, dealt);
        at = w->size;
        all = 0;
        for (int seat = 0; seat < r->players; seat++) {
            uint32_t hand = 0;

            for (int i = 0; i < r->dealt; i++)
                hand |= 1u << w->deck[at++];
            w->hand[seat] = hand;
            all |= hand;
        }
    } while (lead < 0 && (all & DOUBLES) == 0);
    w->turn = (uint8_t)lead;
    if (lead < 0) {
        w->led = (uint8_t)(31 - __builtin_clz(all & DOUBLES));
        for (w->turn = 0; (w->hand[w->turn] >> w->led & 1) == 0;)
            w->turn++;
    }
}

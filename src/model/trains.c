/* SPDX-License-Identifier: MIT */
/* trains.c: models Mexican Train for searches and random rounds. Rule numbers match those in
 * src/rules/games/mexican_train.c. */
#include "boneyard/model_trains.h"

#include <string.h>

#include "inside.h"

void by_trains_of(const struct by_view *v, const struct by_set hand[], const by_tile *boneyard, struct by_trains *out)
{
    const int32_t *opt = v->rules.opt;

    memset(out, 0, sizeof *out);
    out->doubles = v->now.of.trains.doubles;
    for (int k = 0; k < BY_ARMS; k++)
        out->begun |= (uint32_t)(v->length[k] > 0) << k;
    out->markers = v->now.of.trains.markers;
    out->firsts = v->now.of.trains.firsts;
    out->players = v->players;
    out->set = (uint8_t)opt[BY_SET];
    out->rule = (uint8_t)opt[BY_DOUBLE];
    out->two = opt[BY_TWO_DOUBLES] == BY_TWO_ON;
    out->knock = opt[BY_KNOCK] == BY_ON;
    out->hub = by_games[v->rules.game]->presets[v->rules.preset].hub;
    out->turn = v->now.turn;
    out->stage = v->now.stage;
    out->drew = v->now.drew;
    out->lay = v->now.lay > 0;
    out->idle = v->now.idle;
    out->led = out->hub && v->centre == BY_NO_TILE ? v->led : BY_NO_TILE;
    out->drawn = v->drawn;
    memcpy(out->barred, v->barred, sizeof out->barred);
    out->stock = v->boneyard;
    memcpy(out->tail, v->tail, sizeof out->tail);
    memcpy(out->skip, v->skip, sizeof out->skip);
    for (int i = 0; i < v->players; i++)
        for (struct by_set left = hand[i]; !by_set_empty(&left);)
            by_hand_add(&out->hand[i], out->have[i], by_set_take(&left));
    if (boneyard != NULL)
        memcpy(out->deck, boneyard, v->boneyard);
}

void by_trains_copy(struct by_trains *to, const struct by_trains *from)
{
    memcpy(to, from, offsetof(struct by_trains, hand) + from->players * sizeof from->hand[0]);
    memcpy(to->have, from->have, from->players * sizeof from->have[0]);
    memcpy(to->deck, from->deck, from->stock);
}

/* ---- What may be laid --------------------------------------------------------------------- */

/* Returns, as a bit set, the trains that a seat may play on at this stage of its turn (T-07, T-13, T-14, T-20 to
 * T-22). */
static ALWAYS_INLINE uint32_t eligible(const struct by_trains *w, int seat, int stage)
{
    const uint32_t own = (uint32_t)1 << seat;
    uint32_t open;

    if (stage == 2 || (w->doubles != 0 && ((stage == 0 && !BY_PLANTED(521)) || w->rule == BY_DOUBLE_SATISFY)))
        return w->doubles;
    if (w->hub && (w->firsts >> seat & 1) == 0)
        return own;
    open = own | w->markers | (uint32_t)1 << BY_MEXICAN;
    return w->hub && !BY_PLANTED(526) && (w->begun & own) == 0 ? open & (w->begun | own) : open;
}

static ALWAYS_INLINE struct by_set fitting(const struct by_trains *w, uint32_t trains)
{
    struct by_set tiles = { { 0, 0, 0 } };

    for (; trains != 0; trains &= trains - 1)
        tiles = by_set_or(tiles, by_suit[w->tail[__builtin_ctz(trains)]]);
    return tiles;
}

static void drop_barred(const struct by_trains *w, struct by_set *tiles)
{
    for (int i = 0; i < 2; i++)
        if (w->barred[i] != BY_NO_TILE)
            by_set_drop(tiles, w->barred[i]);
}

static const struct by_set doubles = { { UINT64_C(0x40100808104225), UINT64_C(0x80010004002002),
                                         UINT64_C(0x2000040001000080) } };

/* T-12, T-14, D-05 */
static bool second_double_fits(const struct by_trains *w, by_tile t)
{
    struct by_set rest = w->hand[w->turn], thirds;

    by_set_drop(&rest, t);
    if (by_set_empty(&rest))
        return true;
    if (!w->two && !BY_PLANTED(523))
        return false;
    drop_barred(w, &rest);
    thirds = by_set_or(by_suit[by_high(t)], fitting(w, w->doubles));
    return by_set_meets(&rest, &thirds);
}

/* Returns the hand of the seat to move without the tiles that may not be laid at this point of the turn. */
static struct by_set rest_of_turn(const struct by_trains *w)
{
    struct by_set tiles = w->hand[w->turn];

    if (w->drawn != BY_NO_TILE) {
        memset(&tiles, 0, sizeof tiles);
        by_set_add(&tiles, w->drawn);
    }
    if (w->stage == 2 && !BY_PLANTED(524))
        drop_barred(w, &tiles);
    if (w->stage == 1)
        for (struct by_set twins = by_set_and(tiles, doubles); !by_set_empty(&twins);) {
            const by_tile t = by_set_take(&twins);

            if (!second_double_fits(w, t))
                by_set_drop(&tiles, t);
        }
    return tiles;
}

static inline struct by_set playable(const struct by_trains *w)
{
    return w->stage == 0 && w->drawn == BY_NO_TILE ? w->hand[w->turn] : rest_of_turn(w);
}

static inline bool can_draw(const struct by_trains *w) { return w->taken < w->stock && w->drew == 0 && w->stage < 2; }

/* A seat that could lay the additional tile may end its turn instead (T-11). */
static inline bool may_stop(const struct by_trains *w)
{
    return w->rule == BY_DOUBLE_MAY && w->stage == 1 && (w->drew == 0 || BY_PLANTED(527));
}

bool by_trains_able(const struct by_trains *w)
{
    const struct by_set tiles = playable(w), wanted = fitting(w, eligible(w, w->turn, w->stage));

    return by_set_meets(&tiles, &wanted);
}

struct by_set by_trains_fits(const struct by_trains *w)
{
    struct by_set tiles = fitting(w, eligible(w, w->turn, w->stage));

    for (int i = 0; i < 3 && w->stage == 1; i++)
        tiles.w[i] &= ~doubles.w[i];
    return tiles;
}

int by_trains_moves(const struct by_trains *w, by_move out[])
{
    const uint32_t trains = eligible(w, w->turn, w->stage);
    struct by_set tiles;
    bool one;
    int n = 0;

    if (w->led != BY_NO_TILE) { /* T-04 */
        out[0] = BY_MOVE(BY_HUB, w->led, BY_NO_TILE, 0, 0);
        return 1;
    }
    one = w->knock && w->have[w->turn][BY_NUMBERS] == 2; /* T-16 */
    tiles = by_set_and(playable(w), fitting(w, trains));
    while (!by_set_empty(&tiles)) {
        const by_tile t = by_set_take(&tiles);
        const int high = by_high(t), low = by_low(t);

        for (uint32_t left = trains; left != 0; left &= left - 1) {
            const int k = __builtin_ctz(left), tail = w->tail[k];

            if (tail == high || tail == low)
                out[n++] = BY_MOVE(BY_LAY, t, k, tail != high, 0) | (one ? BY_ANNOUNCED : 0);
        }
    }
    if (n == 0)
        out[n++] = can_draw(w) ? BY_DRAW_MOVE : BY_PASS_MOVE;
    else if (may_stop(w))
        out[n++] = BY_PASS_MOVE;
    return n;
}

/* ---- Playing ------------------------------------------------------------------------------ */

/* Returns whether any seat could lay a tile with the current markers and open doubles (C-07). */
static bool somebody_can_lay(const struct by_trains *w)
{
    for (int seat = 0; seat < w->players; seat++) {
        const struct by_set wanted = fitting(w, eligible(w, seat, 0));

        if (by_set_meets(&wanted, &w->hand[seat]))
            return true;
    }
    return false;
}

static ALWAYS_INLINE void end_turn(struct by_trains *w)
{
    int seat = w->turn;

    w->firsts |= (uint16_t)(1u << seat);
    w->barred[0] = w->barred[1] = w->drawn = BY_NO_TILE;
    w->idle = w->lay != 0 || w->taken < w->stock ? 0 : (uint8_t)(w->idle + (w->idle < 255));
    if (w->idle >= w->players && (w->hub || BY_PLANTED(525) || !somebody_can_lay(w))) {
        w->end = BY_ENDED_BLOCKED; /* T-15 */
        return;
    }
    do
        seat = seat + 1 == w->players ? 0 : seat + 1;
    while (w->skip[seat] != 0 && w->skip[seat]-- > 0); /* T-17 */
    w->turn = (uint8_t)seat;
    w->stage = w->drew = w->lay = 0;
}

static ALWAYS_INLINE void lay(struct by_trains *w, by_tile t, int train)
{
    const uint32_t bit = (uint32_t)1 << train;
    const int high = by_high(t), low = by_low(t);

    by_hand_drop(&w->hand[w->turn], w->have[w->turn], t);
    w->tail[train] = (uint8_t)(high + low - w->tail[train]);
    w->begun |= bit;
    w->lay = 1;
    w->drawn = BY_NO_TILE;
    if (train == w->turn && !BY_PLANTED(522))
        w->markers &= (uint16_t)~bit; /* T-09 */
    w->doubles = (w->doubles & ~bit) | (high == low ? bit : 0);
    if (w->have[w->turn][BY_NUMBERS] == 0) {
        w->end = BY_ENDED_OUT; /* T-12 */
    } else if (high == low) {  /* one more tile must follow (T-10, T-14, T-22) */
        w->stage++;
        w->drew = 0;
    } else {
        end_turn(w);
    }
}

/* Ends the turn of a seat that could not play, and puts its marker on its train (T-08). */
static ALWAYS_INLINE void fail_turn(struct by_trains *w)
{
    w->markers |= (uint16_t)(1u << w->turn);
    end_turn(w);
}

/* Draws one tile, which must be laid if it fits (T-08, T-10). */
static ALWAYS_INLINE void draw(struct by_trains *w)
{
    const by_tile t = w->deck[w->taken++];
    const struct by_set wanted = fitting(w, eligible(w, w->turn, w->stage));

    by_hand_add(&w->hand[w->turn], w->have[w->turn], t);
    w->drew = 2;
    w->drawn = t;
    w->barred[0] = w->stage == 1 ? t : BY_NO_TILE;
    if (!by_set_has(&wanted, t) || (w->stage == 1 && by_is_double(t) && !second_double_fits(w, t)))
        fail_turn(w);
}

static by_move set_hub(struct by_trains *w)
{
    const by_move m = BY_MOVE(BY_HUB, w->led, BY_NO_TILE, 0, 0);

    by_hand_drop(&w->hand[w->turn], w->have[w->turn], w->led);
    memset(w->tail, by_high(w->led), sizeof w->tail);
    w->led = BY_NO_TILE;
    w->lay = 1; /* the hub counts as a tile laid (T-04) */
    if (w->have[w->turn][BY_NUMBERS] == 0)
        w->end = BY_ENDED_OUT;
    return m;
}

void by_trains_play(struct by_trains *w, by_move m)
{
    switch (by_move_kind(m)) {
    case BY_LAY: lay(w, by_move_tile(m), by_move_place(m)); break;
    case BY_DRAW_TILE: draw(w); break;
    case BY_HUB: set_hub(w); break;
    default:
        if (by_trains_able(w))
            end_turn(w); /* T-11 */
        else
            fail_turn(w);
    }
}

/* ---- Random rounds ------------------------------------------------------------------------ */

/* Draws a random tile from a boneyard whose order is unspecified. */
static ALWAYS_INLINE by_move draw_any(struct by_trains *w, struct by_rng *rng)
{
    const int at = w->taken + by_some(rng, w->stock - w->taken);
    const by_tile t = w->deck[at];

    w->deck[at] = w->deck[w->taken];
    w->deck[w->taken] = t;
    draw(w);
    return BY_DRAW_MOVE;
}

static ALWAYS_INLINE by_move step_unable(struct by_trains *w, struct by_rng *rng)
{
    if (can_draw(w))
        return draw_any(w, rng);
    fail_turn(w);
    return BY_PASS_MOVE;
}

/* Announces the last tile (T-16). */
static ALWAYS_INLINE by_move lay_any(struct by_trains *w, by_tile t, int train)
{
    const by_move told = w->knock && w->have[w->turn][BY_NUMBERS] == 2 ? BY_ANNOUNCED : 0;
    const by_move m = BY_MOVE(BY_LAY, t, train, w->tail[train] != by_high(t), 0) | told;

    lay(w, t, train);
    return m;
}

/* Plays a random move when only some tiles of the hand may be laid. */
static by_move step_rest(struct by_trains *w, uint32_t trains, struct by_rng *rng)
{
    const struct by_set tiles = rest_of_turn(w);
    struct by_set of;
    int n = 0, k, here;

    for (uint32_t left = trains; left != 0; left &= left - 1) {
        of = by_set_and(tiles, by_suit[w->tail[__builtin_ctz(left)]]);
        n += by_set_count(&of);
    }
    if (n == 0)
        return step_unable(w, rng);
    k = by_some(rng, n + may_stop(w));
    if (k == n) {
        end_turn(w); /* T-11 */
        return BY_PASS_MOVE;
    }
    for (;; trains &= trains - 1) {
        of = by_set_and(tiles, by_suit[w->tail[__builtin_ctz(trains)]]);
        here = by_set_count(&of);
        if (k < here)
            break;
        k -= here;
    }
    here = __builtin_ctz(trains);
    return lay_any(w, by_hand_pick(&tiles, w->tail[here], k, 3), here);
}

/* Plays a random move. `words` is the number of 64-bit words in a set of the tiles. */
static ALWAYS_INLINE by_move step(struct by_trains *w, struct by_rng *rng, int words)
{
    const uint8_t *have = w->have[w->turn];
    uint32_t trains = eligible(w, w->turn, w->stage);
    int n = 0, k, train;

    if (w->led != BY_NO_TILE)
        return set_hub(w);
    if (w->stage > 0 || w->drawn != BY_NO_TILE)
        return step_rest(w, trains, rng);
    for (uint32_t left = trains; left != 0; left &= left - 1)
        n += have[w->tail[__builtin_ctz(left)]];
    if (n == 0)
        return step_unable(w, rng);
    k = by_some(rng, n);
    for (; k >= have[w->tail[__builtin_ctz(trains)]]; trains &= trains - 1)
        k -= have[w->tail[__builtin_ctz(trains)]];
    train = __builtin_ctz(trains);
    return lay_any(w, by_hand_pick(&w->hand[w->turn], w->tail[train], k, words), train);
}

by_move by_trains_random(struct by_trains *w, struct by_rng *rng) { return step(w, rng, 3); }

void by_trains_run(struct by_trains *to, struct by_rng *rng)
{
    struct by_trains local;
    struct by_rng mine = *rng;

    by_trains_copy(&local, to);
    struct by_trains *const w = &local;
    if (w->set <= 9)
        while (w->end == BY_NOT_ENDED)
            step(w, &mine, 1);
    else if (w->set <= 12)
        while (w->end == BY_NOT_ENDED)
            step(w, &mine, 2);
    else
        while (w->end == BY_NOT_ENDED)
            step(w, &mine, 3);
    *rng = mine;
    by_trains_copy(to, w);
}

void by_trains_begin(const struct by_config *rules, struct by_trains *out)
{
    struct by_state s;
    struct by_view v;
    int n = 0;

    by_start(&s, rules);
    by_view_of(&s, NULL, BY_REFEREE, &v);
    by_trains_of(&v, v.hand, NULL, out);
    out->tiles = (uint8_t)by_deck_tiles(&s);
    out->dealt = (uint8_t)rules->opt[BY_HAND];
    for (int t = 0; n < out->tiles; t++)
        if (t != by_deck_lacks(&s))
            out->deck[n++] = (by_tile)t;
    memset(out->tail, out->hub ? 0 : out->set, sizeof out->tail);
}

void by_trains_redeal(struct by_trains *w, int lead, struct by_rng *rng)
{
    int at, best;

    BY_ASSERT(w->dealt > 0); /* otherwise the hub game would wait forever for a double to be dealt */
    w->doubles = w->begun = 0;
    w->markers = w->firsts = 0;
    w->stage = w->drew = w->lay = w->idle = w->end = w->taken = 0;
    w->barred[0] = w->barred[1] = w->drawn = w->led = BY_NO_TILE;
    w->turn = (uint8_t)lead;
    w->stock = (uint8_t)(w->tiles - w->dealt * w->players);
    memset(w->skip, 0, sizeof w->skip);
    do {
        by_shuffle_last(rng, w->deck, w->tiles, w->tiles - w->stock);
        best = -1;
        at = w->stock;
        for (int seat = 0; seat < w->players; seat++) {
            memset(&w->hand[seat], 0, sizeof w->hand[seat]);
            memset(w->have[seat], 0, sizeof w->have[seat]);
            for (int i = 0; i < w->dealt; i++)
                by_hand_add(&w->hand[seat], w->have[seat], w->deck[at++]);
        }
        for (int i = w->stock; w->hub && i < w->tiles; i++)
            if (by_is_double(w->deck[i]) && w->deck[i] > best) {
                best = w->deck[i];
                /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): every player is dealt at least one tile */
                w->turn = (uint8_t)((i - w->stock) / w->dealt);
            }
    } while (w->hub && best < 0); /* T-04 */
    if (w->hub)
        w->led = (uint8_t)best;
    memset(w->tail, w->hub ? 0 : w->set, sizeof w->tail);
}

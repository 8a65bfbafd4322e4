/* SPDX-License-Identifier: MIT */
/* feet.c: models Chickenfoot for searches and random rounds (F-05 to F-10). */
#include "boneyard/model_feet.h"

#include <string.h>

#include "inside.h"

void by_feet_give(struct by_feet *f, int seat, by_tile t) { by_hand_add(&f->hand[seat], f->have[seat], t); }

static void count_laid(struct by_feet *f, by_tile t)
{
    f->unlaid[by_high(t)]--;
    if (!by_is_double(t))
        f->unlaid[by_low(t)]--;
}

static void start(struct by_feet *f, by_tile centre)
{
    f->open = 0;
    memset(f->toes, 0, sizeof f->toes);
    memset(f->unlaid, 0, sizeof f->unlaid);
    memset(f->unlaid, f->set + 1, (size_t)f->set + 1);
    count_laid(f, centre);
    f->must = (uint8_t)by_high(centre);
    f->left = 6;
    f->taken = f->idle = f->end = 0;
}

static void rules_of(const struct by_config *rules, struct by_feet *out)
{
    memset(out, 0, sizeof *out);
    out->players = (uint8_t)rules->opt[BY_PLAYERS];
    out->set = (uint8_t)rules->opt[BY_SET];
    out->blank = (int16_t)rules->opt[BY_BLANK_PENALTY];
}

void by_feet_start(const struct by_view *v, struct by_feet *out)
{
    rules_of(&v->rules, out);
    start(out, v->centre);
}

void by_feet_of(const struct by_view *v, const struct by_set hand[], const by_tile *boneyard, struct by_feet *out)
{
    by_feet_start(v, out);
    out->stock = v->boneyard;
    out->turn = v->now.turn;
    out->idle = v->now.idle;
    out->must = BY_FEET_NONE;
    if (v->now.of.line.must != BY_NO_TILE) {
        out->must = (uint8_t)by_high(v->laid[v->now.of.line.must].tile);
        out->left = v->now.of.line.toes;
    }
    for (int i = 1; i < v->now.laid; i++) /* the first is the centre */
        count_laid(out, v->laid[i].tile);
    for (int i = 0; i < v->now.places; i++) {
        out->toes[v->place[i].number]++;
        out->open |= (uint32_t)1 << v->place[i].number;
    }
    for (int i = 0; i < v->players; i++)
        for (struct by_set left = hand[i]; !by_set_empty(&left);)
            by_feet_give(out, i, by_set_take(&left));
    if (boneyard != NULL)
        memcpy(out->deck, boneyard, v->boneyard);
}

void by_feet_copy(struct by_feet *to, const struct by_feet *from)
{
    memcpy(to, from, offsetof(struct by_feet, hand) + from->players * sizeof from->hand[0]);
    memcpy(to->have, from->have, from->players * sizeof from->have[0]);
    memcpy(to->deck, from->deck, from->stock);
}

/* C-07, C-02 */
static ALWAYS_INLINE void end_turn(struct by_feet *f, bool laid)
{
    f->idle = (laid && !BY_PLANTED(512)) || f->taken < f->stock ? 0 : (uint8_t)(f->idle + 1);
    if (f->idle >= f->players)
        f->end = BY_ENDED_BLOCKED;
    else
        f->turn = f->turn + 1 == f->players ? 0 : (uint8_t)(f->turn + 1);
}

static ALWAYS_INLINE void lay_on_table(struct by_feet *f, int number, int across)
{
    f->unlaid[number]--;
    if (f->must != BY_FEET_NONE) {
        if (--f->left == 0)
            f->must = BY_FEET_NONE;
    } else if (--f->toes[number] == 0 && !BY_PLANTED(513)) {
        f->open &= ~((uint32_t)1 << number);
    }
    if (across == number) {
        f->must = (uint8_t)number; /* F-07 */
        f->left = BY_PLANTED(511) ? 2 : 3;
    } else {
        f->unlaid[across]--;
        f->toes[across]++;
        f->open |= (uint32_t)1 << across;
    }
}

void by_feet_table(struct by_feet *f, int number, int across) { lay_on_table(f, number, across); }

static ALWAYS_INLINE void lay(struct by_feet *f, by_tile t, int number)
{
    by_hand_drop(&f->hand[f->turn], f->have[f->turn], t);
    lay_on_table(f, number, by_across(t, number));
    if (f->have[f->turn][BY_NUMBERS] == 0)
        f->end = BY_ENDED_OUT; /* F-09 */
    else
        end_turn(f, true);
}

void by_feet_lay(struct by_feet *f, int number, int across) { lay(f, by_tile_of(number, across), number); }

static ALWAYS_INLINE by_tile draw(struct by_feet *f)
{
    by_tile t;

    if (f->taken >= f->stock) { /* C-10: a pass */
        end_turn(f, false);
        return BY_NO_TILE;
    }
    t = f->deck[f->taken++];
    by_feet_give(f, f->turn, t);
    if (((by_feet_open(f) >> by_high(t) | by_feet_open(f) >> by_low(t)) & 1) != 0)
        return t;
    end_turn(f, false);
    return BY_NO_TILE;
}

by_tile by_feet_draw(struct by_feet *f) { return draw(f); }

/* ---- Moves -------------------------------------------------------------------------------- */

static by_move play_of(by_tile t, int number) { return BY_MOVE(BY_LAY, t, number, number != by_high(t), 0); }

int by_feet_moves(const struct by_feet *f, by_move out[])
{
    int n = 0;

    for (uint32_t open = by_feet_open(f); open != 0; open &= open - 1) {
        const int number = __builtin_ctz(open);
        struct by_set tiles = by_set_and(f->hand[f->turn], by_suit[number]);

        while (!by_set_empty(&tiles))
            out[n++] = play_of(by_set_take(&tiles), number);
    }
    if (n == 0)
        out[n++] = f->taken < f->stock ? BY_DRAW_MOVE : BY_PASS_MOVE;
    return n;
}

void by_feet_play(struct by_feet *f, by_move m)
{
    if (by_move_kind(m) == BY_LAY)
        lay(f, by_move_tile(m), by_move_place(m));
    else
        draw(f);
}

by_move by_feet_class(by_move m)
{
    if (by_move_kind(m) != BY_LAY)
        return m;
    return play_of(by_move_tile(m), by_touching(by_move_tile(m), by_move_flip(m)));
}

/* ---- Random rounds ------------------------------------------------------------------------ */

/* Plays a random move. `words` is the number of 64-bit words in a set of the tiles. */
static ALWAYS_INLINE by_move step(struct by_feet *f, struct by_rng *rng, int words)
{
    const uint8_t *have = f->have[f->turn];
    int n = 0, k, number = f->must, at;

    if (number != BY_FEET_NONE)
        n = have[number];
    else
        for (uint32_t open = f->open; open != 0; open &= open - 1)
            n += f->toes[__builtin_ctz(open)] * have[__builtin_ctz(open)];
    if (n == 0) {
        const by_move m = f->taken < f->stock ? BY_DRAW_MOVE : BY_PASS_MOVE;

        if (m == BY_DRAW_MOVE) { /* takes a random tile, because the order of the boneyard is unspecified */
            at = f->taken + by_some(rng, f->stock - f->taken);
            k = f->deck[at];
            f->deck[at] = f->deck[f->taken];
            f->deck[f->taken] = (by_tile)k;
        }
        draw(f);
        return m;
    }
    k = by_some(rng, n);
    if (number == BY_FEET_NONE) {
        uint32_t open = f->open;

        for (;; open &= open - 1) {
            number = __builtin_ctz(open);
            at = f->toes[number] * have[number];
            if (k < at)
                break;
            k -= at;
        }
        k /= f->toes[number];
    }
    at = by_hand_pick(&f->hand[f->turn], number, k, words);
    lay(f, (by_tile)at, number);
    return play_of((by_tile)at, number);
}

by_move by_feet_random(struct by_feet *f, struct by_rng *rng) { return step(f, rng, 3); }

void by_feet_run(struct by_feet *to, struct by_rng *rng)
{
    struct by_feet f;
    struct by_rng mine = *rng;

    by_feet_copy(&f, to);
    if (f.set <= 9)
        while (f.end == BY_NOT_ENDED)
            step(&f, &mine, 1);
    else if (f.set <= 12)
        while (f.end == BY_NOT_ENDED)
            step(&f, &mine, 2);
    else
        while (f.end == BY_NOT_ENDED)
            step(&f, &mine, 3);
    *rng = mine;
    by_feet_copy(to, &f);
}

void by_feet_begin(const struct by_config *rules, struct by_feet *out)
{
    rules_of(rules, out);
    out->tiles = (uint8_t)(by_set_tiles(out->set) - 1); /* the highest double is set aside (F-03) */
    out->dealt = (uint8_t)rules->opt[BY_HAND];
    for (int i = 0; i < out->tiles; i++)
        out->deck[i] = (by_tile)i;
}

void by_feet_redeal(struct by_feet *f, int lead, struct by_rng *rng)
{
    int at = f->tiles - f->dealt * f->players;

    start(f, by_tile_of(f->set, f->set));
    by_shuffle_last(rng, f->deck, f->tiles, f->tiles - at);
    f->turn = (uint8_t)lead;
    f->stock = (uint8_t)at;
    for (int seat = 0; seat < f->players; seat++) {
        memset(&f->hand[seat], 0, sizeof f->hand[seat]);
        memset(f->have[seat], 0, sizeof f->have[seat]);
        for (int i = 0; i < f->dealt; i++)
            by_feet_give(f, seat, f->deck[at++]);
    }
}

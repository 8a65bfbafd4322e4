/* SPDX-License-Identifier: MIT */
/* castle.c: models Castle Rock for searches and random rounds. */
#include "boneyard/model_castle.h"

#include <string.h>

#include "inside.h"

/* Updates whether the tile at i can be removed (R-02, R-03, D-13). */
static ALWAYS_INLINE void look(struct by_rock *w, int i)
{
    uint64_t *take, *take3, bit;
    uint32_t shared;

    if (i < 0)
        return;
    bit = (uint64_t)1 << (i & 63);
    take = &w->take.w[i >> 6];
    take3 = &w->take3.w[i >> 6];
    *take &= ~bit;
    *take3 &= ~bit;
    if (i == 0 || i + 1 >= w->laid)
        return;
    shared = by_tile_numbers(w->tile[i - 1]) & by_tile_numbers(w->tile[i + 1]);
    *take |= shared != 0 ? bit : 0;
    *take3 |= (shared & by_tile_numbers(w->tile[i])) != 0 ? bit : 0;
}

/* Removes n places from a set, starting at place `at`, and moves the later places down. */
static ALWAYS_INLINE void cut(struct by_set *s, int at, int n, int words)
{
    const uint64_t low = ((uint64_t)1 << (at & 63)) - 1;

    if (words == 1) {
        s->w[0] = (s->w[0] & low) | (s->w[0] >> n & ~low);
        return;
    }
    for (; n > 0; n--)
        for (int i = at >> 6; i < words; i++) {
            const uint64_t moved = s->w[i] >> 1 | (i + 1 < words && !BY_PLANTED(533) ? s->w[i + 1] << 63 : 0);

            s->w[i] = i == at >> 6 ? (s->w[i] & low) | (moved & ~low) : moved;
        }
}

static ALWAYS_INLINE bool removable(const struct by_rock *w) { return !by_set_empty(&w->take); }

/* */
static ALWAYS_INLINE bool can_draw(const struct by_rock *w)
{
    return w->taken < w->tiles && (!removable(w) || (w->once && w->free_draw && !BY_PLANTED(532)));
}

static ALWAYS_INLINE void see_end(struct by_rock *w)
{
    if (w->taken == w->tiles && !removable(w)) /* */
        w->end = w->laid == 0 ? BY_ENDED_OUT : BY_ENDED_BLOCKED;
}

/* */
static ALWAYS_INLINE void draw(struct by_rock *w)
{
    int n = w->laid > 0 ? 1 : w->tiles - w->taken < 3 ? w->tiles - w->taken : 3;

    for (; n > 0; n--) {
        w->tile[w->laid++] = w->tile[w->taken++];
        look(w, w->laid - 2);
    }
    w->free_draw = false;
    see_end(w);
}

static ALWAYS_INLINE void take(struct by_rock *w, int i, bool three, int words)
{
    const int at = three ? i - 1 : i, n = three ? 3 : 1;

    memmove(&w->tile[at], &w->tile[at + n], (size_t)(w->laid - at - n));
    w->laid = (uint8_t)(w->laid - n);
    cut(&w->take, at, n, words);
    cut(&w->take3, at, n, words);
    look(w, at - 1);
    if (!BY_PLANTED(531))
        look(w, at);
    w->free_draw = true;
    see_end(w);
}

void by_rock_of(const struct by_view *v, const by_tile *boneyard, struct by_rock *out)
{
    memset(out, 0, sizeof *out);
    out->laid = out->taken = v->now.laid;
    out->tiles = (uint8_t)(v->now.laid + v->boneyard);
    out->once = v->rules.opt[BY_REMOVALS] == BY_ONCE;
    out->free_draw = v->now.of.castle.free_draw != 0;
    memcpy(out->tile, v->row, out->laid);
    if (boneyard != NULL)
        memcpy(out->tile + out->taken, boneyard, v->boneyard);
    for (int i = 1; i + 1 < out->laid; i++)
        look(out, i);
}

int by_rock_moves(const struct by_rock *w, by_move out[])
{
    int n = 0;

    for (struct by_set left = w->take; !by_set_empty(&left);) {
        const int i = by_set_take(&left);
        const by_tile t = w->tile[i];
        const int new = by_set_has(&w->take3, (by_tile)i) ? 2 : 1;
        int k = n;

        for (; k > 0 && by_move_tile(out[k - 1]) > t; k--)
            out[k - 1 + new] = out[k - 1];
        out[k] = BY_MOVE(BY_TAKE, t, BY_NO_TILE, 0, 0);
        if (new == 2)
            out[k + 1] = BY_MOVE(BY_TAKE3, t, BY_NO_TILE, 0, 0);
        n += new;
    }
    if (can_draw(w))
        out[n++] = BY_DRAW_MOVE;
    return n;
}

void by_rock_play(struct by_rock *w, by_move m)
{
    int at = 0;

    if (m == BY_DRAW_MOVE) {
        draw(w);
        return;
    }
    while (w->tile[at] != by_move_tile(m))
        at++;
    take(w, at, by_move_kind(m) == BY_TAKE3, 3);
}

int by_rock_pips(const struct by_rock *w)
{
    int pips = 0;

    for (int i = 0; i < w->laid; i++)
        pips += by_pips(w->tile[i]);
    return pips;
}

/* ---- Random rounds ------------------------------------------------------------------------ */

/* Plays a random move. `words` is the number of 64-bit words in a set of the row's places. */
static ALWAYS_INLINE by_move step(struct by_rock *w, struct by_rng *rng, int words)
{
    int one = 0, three = 0, at = 0, k;
    const struct by_set *of = &w->take;
    uint64_t x;
    by_move m;

    for (int i = 0; i < words; i++) {
        one += by_bits(w->take.w[i]);
        three += by_bits(w->take3.w[i]);
    }
    k = one == 0 ? 0 : by_some(rng, one + three + can_draw(w));
    if (k == one + three) {
        draw(w);
        return BY_DRAW_MOVE;
    }
    if (k >= one) {
        k -= one;
        of = &w->take3;
    }
    x = of->w[0];
    for (int here; words > 1 && k >= (here = by_bits(x)); x = of->w[++at])
        k -= here;
    for (; k > 0; k--)
        x &= x - 1;
    at = at * 64 + __builtin_ctzll(x);
    m = BY_MOVE(of == &w->take3 ? BY_TAKE3 : BY_TAKE, w->tile[at], BY_NO_TILE, 0, 0);
    take(w, at, of == &w->take3, words);
    return m;
}

by_move by_rock_random(struct by_rock *w, struct by_rng *rng) { return step(w, rng, 3); }

void by_rock_run(struct by_rock *to, struct by_rng *rng)
{
    struct by_rock w = *to;
    struct by_rng mine = *rng;

    if (w.tiles <= 64)
        while (w.end == BY_NOT_ENDED)
            step(&w, &mine, 1);
    else
        while (w.end == BY_NOT_ENDED)
            step(&w, &mine, 3);
    *rng = mine;
    *to = w;
}

void by_rock_begin(const struct by_config *rules, struct by_rock *out)
{
    memset(out, 0, sizeof *out);
    out->tiles = (uint8_t)by_set_tiles(rules->opt[BY_SET]);
    out->once = rules->opt[BY_REMOVALS] == BY_ONCE;
    for (int i = 0; i < out->tiles; i++)
        out->tile[i] = (by_tile)i;
}

/* Deals three tiles face up to form the row. */
void by_rock_redeal(struct by_rock *w, struct by_rng *rng)
{
    for (int i = 0; i < w->tiles; i++) /* the previous round's row has overwritten some tiles */
        w->tile[i] = (by_tile)i;
    by_shuffle_last(rng, w->tile, w->tiles, w->tiles);
    memset(&w->take, 0, sizeof w->take);
    memset(&w->take3, 0, sizeof w->take3);
    w->laid = w->taken = 3;
    w->end = BY_NOT_ENDED;
    w->free_draw = false;
    look(w, 1);
}

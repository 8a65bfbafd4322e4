/* SPDX-License-Identifier: MIT */
/* worlds.c: implements the slots and the chain (worlds.h). */
#include "worlds.h"

enum { DEALT = -1 };

struct slots {
    int16_t since[28];
}; /* the entry in which the tile was drawn, or DEALT */

static int add_slot(struct by_line_guess *g, struct slots *s, int whose, int since)
{
    if (g->n == 28)
        return -1;
    g->whose[g->n] = (uint8_t)whose;
    g->ok[g->n] = g->hidden | g->laid;
    s->since[g->n] = (int16_t)since;
    return g->n++;
}

/* Without a history, uses the current hands and boneyard. */
static void slots_now(const struct by_view *v, struct by_line_guess *g)
{
    struct slots unused;

    g->n = 0;
    g->laid = 0;
    for (int i = 0; i < v->players; i++)
        for (int k = 0; k < v->count[i] && i != g->seat; k++)
            add_slot(g, &unused, i, DEALT);
    for (int k = 0; k < v->boneyard; k++)
        add_slot(g, &unused, 4, DEALT);
}

/* With nothing hidden, each slot can take only its own tile. */
static void slots_open(const struct by_view *v, struct by_line_guess *g)
{
    int at = 0;

    slots_now(v, g);
    for (int i = 0; i < v->players; i++)
        for (uint32_t left = (uint32_t)v->hand[i].w[0]; left != 0 && i != g->seat; left &= left - 1)
            g->ok[at++] = left & -left;
    for (int k = 0; k < v->boneyard; k++)
        g->ok[at++] = 1u << v->deck[k];
}

/* Makes a slot for each tile that another seat was dealt or drew. Returns false if past and view do not match. */
static bool slots_of(const struct by_view *v, const struct by_past *past, struct by_line_guess *g, struct slots *s)
{
    int left[4] = { 0, 0, 0, 0 };

    for (int i = 0; i < v->players; i++)
        for (int k = 0; k < v->rules.opt[BY_HAND] && i != g->seat; k++, left[i]++)
            if (add_slot(g, s, i, DEALT) < 0)
                return false;
    for (int e = 0; e < past->n; e++) {
        const struct by_heard *h = &past->at[e];

        for (int k = 0; k < h->tiles && h->to < 4 && h->to != g->seat; k++, left[h->to]++)
            if (add_slot(g, s, h->to, e) < 0)
                return false;
        if (by_move_kind(h->move) == BY_LAY && h->seat < 4 && h->seat != g->seat) {
            left[h->seat]--;
            g->laid |= 1u << by_move_tile(h->move);
        }
    }
    for (int i = 0; i < v->players; i++)
        if (i != g->seat && left[i] != v->count[i])
            return false;
    for (int k = 0; k < v->boneyard; k++)
        if (add_slot(g, s, 4, DEALT) < 0)
            return false;
    return true;
}

/* Returns whether the tile drawn at entry e was played at once; if not, it did not fit (past.h). */
static bool played_next(const struct by_past *past, int e)
{
    return e + 1 < past->n && past->at[e + 1].seat == past->at[e].seat && by_move_kind(past->at[e + 1].move) == BY_LAY;
}

/* Lists the tiles that a slot can take. Hidden tiles fit if no later entry rules them out; tiles played from this hand
 * later fit unless an entry before that play rules them out. */
static void judge_slot(const struct by_past *past, struct by_line_guess *g, const struct slots *s, int i)
{
    uint32_t barred = 0, ok = 0;

    if (g->whose[i] == 4) {
        g->ok[i] = g->hidden;
        return;
    }
    if (s->since[i] == DEALT) /* no higher double was dealt (L-05) */
        barred |= (uint32_t)past->undealt.w[0];
    for (int e = s->since[i] < 0 ? 0 : s->since[i]; e < past->n; e++) {
        const struct by_heard *h = &past->at[e];

        if (h->seat != g->whose[i])
            continue;
        if (by_move_kind(h->move) == BY_LAY)
            ok |= 1u << by_move_tile(h->move) & ~barred;
        else if (h->lacked && (s->since[i] != e || !played_next(past, e)))
            barred |= (uint32_t)h->fits.w[0];
    }
    g->ok[i] = ok | (g->hidden & ~barred);
}

/* Finds room for tile t by moving others (Kuhn's augmenting paths). */
static bool place_tile(struct by_line_guess *g, uint32_t *filled, uint32_t *tried, int t)
{
    for (int i = 0; i < g->n; i++) {
        if ((*tried >> i & 1) != 0 || (g->ok[i] >> t & 1) == 0)
            continue;
        *tried |= 1u << i;
        if ((*filled >> i & 1) == 0 || place_tile(g, filled, tried, g->at[i])) {
            g->at[i] = (by_tile)t;
            *filled |= 1u << i;
            return true;
        }
    }
    return false;
}

static bool fill(struct by_line_guess *g)
{
    uint32_t tiles = g->hidden | g->laid, filled = 0, tried;

    if (by_line_bits(tiles) != g->n)
        return false;
    for (; tiles != 0; tiles &= tiles - 1) {
        tried = 0;
        if (!place_tile(g, &filled, &tried, __builtin_ctz(tiles)))
            return false;
    }
    return true;
}

void by_line_stir(struct by_line_guess *g, struct by_rng *rng, int swaps)
{
    const uint64_t n = g->n;

    for (int k = 0; k < swaps; k += 2) {
        uint64_t x = by_rng_next(rng);

        for (int half = 0; half < 2; half++, x >>= 32) {
            const uint64_t a = (x & 0xffff) * n >> 16, b = (x >> 16 & 0xffff) * n >> 16;
            const by_tile s = g->at[a], t = g->at[b];

            if ((g->ok[a] >> t & g->ok[b] >> s & 1) != 0) {
                g->at[a] = t;
                g->at[b] = s;
            }
        }
    }
}

void by_line_guess_of(const struct by_view *v, const struct by_past *past, struct by_rng *rng,
                      struct by_line_guess *out)
{
    const int tiles = by_set_tiles(v->rules.opt[BY_SET] < 6 ? v->rules.opt[BY_SET] : 6);
    struct slots s = { { 0 } };

    memset(out, 0, sizeof *out);
    out->seat = v->seat;
    out->own = (uint32_t)v->hand[v->seat].w[0];
    out->hidden = ((1u << tiles) - 1) & ~out->own;
    for (int i = 0; i < v->now.laid; i++)
        out->hidden &= ~(1u << v->laid[i].tile);
    if (by_view_is_open(v)) {
        slots_open(v, out);
        fill(out);
        return;
    }
    out->known = past != NULL && slots_of(v, past, out, &s);
    for (int i = 0; out->known && i < out->n; i++)
        judge_slot(past, out, &s, i);
    if (!out->known || !fill(out)) {
        out->known = false;
        slots_now(v, out);
        for (int i = 0; i < out->n; i++)
            out->ok[i] = out->hidden;
        fill(out);
    }
    by_line_stir(out, rng, 40 * out->n);
}

void by_line_put(const struct by_line_guess *g, struct by_line_model *w)
{
    int at = 0;

    w->hand[0] = w->hand[1] = w->hand[2] = w->hand[3] = 0;
    for (int i = 0; i < g->n; i++)
        if (g->whose[i] == 4)
            w->deck[at++] = g->at[i];
        else
            w->hand[g->whose[i]] |= 1u << g->at[i] & ~g->laid;
    w->hand[g->seat] = g->own;
}

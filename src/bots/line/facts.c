/* SPDX-License-Identifier: MIT */
/* facts.c: converts the knowledge of a seat in a line game to inputs of a network (facts.h). */
#include "facts.h"

#include <string.h>

#include "planted.h"

enum { SEAT = 0, LAID = 0, FIRST = 28, LAST = 56, COUNT = 84, SETS = 100, IDLE = 142, HAND = BY_FACTS_NEAR };

static bool ends_only(const struct by_line_rules *r) { return r->unit == 0 && !r->all && !r->first; }

static int table_at(const struct by_line_rules *r) { return BY_FACTS_OWN + (r->players - 1) * BY_FACTS_OTHER; }

int by_line_inputs(const struct by_line_rules *r)
{
    return table_at(r) + BY_FACTS_TABLE + (ends_only(r) ? BY_FACTS_LINE : BY_FACTS_POINTS);
}

void by_line_facts_start(struct by_line_facts *f)
{
    memset(f, 0, sizeof *f);
    for (int i = 0; i < 4; i++)
        f->of[i].first = f->of[i].last = BY_NO_TILE;
}

static void note(uint8_t set[2], uint32_t numbers)
{
    set[1] |= (uint8_t)(set[0] & numbers);
    set[0] |= (uint8_t)numbers;
}

/* Returns the set of open numbers. */
static uint32_t open_numbers(const struct by_line_model *w)
{
    uint32_t numbers = 0;

    for (int i = 0; i < w->places; i++)
        numbers |= 1u << BY_LINE_NUMBER(w->place[i]);
    return numbers;
}

static void see_lay(const struct by_line_model *w, by_move m, struct by_line_deeds *d)
{
    const by_tile t = by_move_tile(m);
    const int on = by_move_place(m);

    d->laid |= 1u << t;
    d->last = t;
    if (d->first == BY_NO_TILE)
        d->first = t;
    d->idle = 0;
    if (on == BY_NO_TILE) {
        note(d->opened, 1u << by_high(t) | 1u << by_low(t));
    } else {
        const int number = by_touching((by_tile)on, by_move_flip_at(m)); /* the touching half may be a wild blank */

        note(d->opened, 1u << by_line_new_number(m));
        note(d->covered, 1u << number);
        note(d->declined, open_numbers(w) & ~(1u << number));
    }
}

void by_line_facts_see(const struct by_line_rules *r, const struct by_line_model *w, by_move m, struct by_line_facts *f)
{
    struct by_line_deeds *d = &f->of[w->turn];

    if (by_move_kind(m) == BY_LAY) {
        see_lay(w, m, d);
        return;
    }
    d->idle = 1;
    for (uint32_t n = open_numbers(w) | (uint32_t)r->wild; n != 0; n &= n - 1)
        d->lacks[__builtin_ctz(n)] = 1;
    for (int i = 0; i < 7 && by_move_kind(m) == BY_DRAW_TILE; i++)
        d->lacks[i] = (uint8_t)(d->lacks[i] + (d->lacks[i] > 0 && d->lacks[i] < 3));
}

void by_line_facts_of(const struct by_line_rules *r, const struct by_view *v, const struct by_past *past,
                      struct by_line_facts *f)
{
    struct by_line_model w;

    memset(&w, 0, sizeof w);
    by_line_facts_start(f);
    for (int e = 0; past != NULL && e < past->n; e++) {
        const struct by_heard *h = &past->at[e];

        if (by_move_kind(h->move) == BY_CALL_OUT || h->seat >= v->players || (BY_PLANTED(221) && e == 3))
            continue;
        w.turn = h->seat;
        by_line_facts_see(r, &w, h->move, f);
        if (by_move_kind(h->move) == BY_LAY)
            by_line_put_down(r, &w, h->move);
    }
}

/* ---- The inputs ---------------------------------------------------------------------------------- */

static int list_set(uint32_t set, int from, uint16_t *in, int n)
{
    for (; set != 0; set &= set - 1)
        in[n++] = (uint16_t)(from + __builtin_ctz(set));
    return n;
}

static int list_deeds(const struct by_line_deeds *d, int count, int at, uint16_t *in, int n)
{
    n = list_set(d->laid, at + LAID, in, n);
    if (d->first != BY_NO_TILE) {
        in[n++] = (uint16_t)(at + FIRST + d->first);
        in[n++] = (uint16_t)(at + (BY_PLANTED(219) ? FIRST : LAST) + d->last);
    }
    in[n++] = (uint16_t)(at + COUNT + (count < 15 ? count : 15));
    n = list_set((uint32_t)d->opened[0] | (uint32_t)d->opened[1] << 7 | (uint32_t)d->covered[0] << 14
                     | (uint32_t)d->covered[1] << 21,
                 at + SETS, in, n);
    n = list_set((uint32_t)d->declined[0] | (uint32_t)d->declined[1] << 7, at + SETS + 28, in, n);
    if (d->idle)
        in[n++] = (uint16_t)(at + IDLE);
    return n;
}

int by_line_around(const struct by_line_rules *r, const struct by_line_model *w, const struct by_line_facts *f,
                   int seat, uint16_t *in)
{
    const int table = table_at(r);
    uint32_t unseen = r->whole & ~w->hand[seat];
    int n = 0;

    for (int k = 1; k < r->players; k++) {
        const int other = seat + k < r->players ? seat + k : seat + k - r->players;
        const struct by_line_deeds *d = &f->of[other];
        const int at = BY_FACTS_OWN + (k - 1) * BY_FACTS_OTHER;

        n = list_deeds(d, by_line_bits(w->hand[other] & (BY_PLANTED(218) ? 0xfff : r->whole)), at, in, n);
        for (int i = 0; i < 7; i++)
            if (d->lacks[i] > 0)
                in[n++] = (uint16_t)(at + BY_FACTS_NEAR + 3 * i + d->lacks[i] - 1);
    }
    for (int i = 0; i < r->players; i++)
        unseen &= ~(BY_PLANTED(220) && i == seat ? 0 : f->of[i].laid);
    for (int i = 0; i < 7; i++)
        in[n++] = (uint16_t)(table + 8 * i + by_line_bits(unseen & (uint32_t)by_suit[i].w[0]));
    in[n++] = (uint16_t)(table + 56 + (w->limit - w->taken < 15 ? w->limit - w->taken : 15));
    return n;
}

static int list_points(const struct by_line_model *w, int at, uint16_t *in, int n)
{
    uint8_t places[7] = { 0 };

    for (int i = 0; i < w->places; i++) {
        const uint16_t p = w->place[i];
        const int number = BY_LINE_NUMBER(p);

        if (places[number] < 4)
            in[n++] = (uint16_t)(at + 4 * number + places[number]++);
        if ((p & BY_LINE_DOUBLE) != 0)
            in[n++] = (uint16_t)(at + 28 + 4 * number + BY_LINE_BESIDE(p));
    }
    in[n++] = (uint16_t)(at + 56 + (w->count < 63 ? w->count : 63));
    return n;
}

static int list_ends(const struct by_line_rules *r, const struct by_line_model *w, int at, uint16_t *in, int n)
{
    if (!ends_only(r))
        return list_points(w, at, in, n);
    if (w->places > 0)
        at += by_tile_of(BY_LINE_NUMBER(w->place[0]), BY_LINE_NUMBER(w->place[w->places > 1]));
    in[n++] = (uint16_t)(w->places == 0 ? at + 28 : at);
    return n;
}

int by_line_after(const struct by_line_rules *r, const struct by_line_model *w, const struct by_line_facts *f, int seat,
                  uint16_t *in)
{
    const uint32_t hand = w->hand[seat];
    const int line = table_at(r) + BY_FACTS_TABLE;
    int n = list_deeds(&f->of[seat], by_line_bits(hand), SEAT, in, 0);

    n = list_set(hand, HAND, in, n);
    for (int i = 0; i < 7; i++)
        in[n++] = (uint16_t)(HAND + 28 + 8 * i + by_line_bits(hand & (uint32_t)by_suit[i].w[0]));
    return list_ends(r, w, line, in, n);
}

int by_line_open_inputs(const struct by_line_rules *r)
{
    return r->players * 84 + 32 + (ends_only(r) ? BY_FACTS_LINE : BY_FACTS_POINTS);
}

int by_line_open(const struct by_line_rules *r, const struct by_line_model *w, uint16_t *in)
{
    const int table = r->players * 84;
    int n = 0;

    for (int k = 0; k < r->players; k++) {
        const uint32_t hand = w->hand[w->turn + k < r->players ? w->turn + k : w->turn + k - r->players];

        n = list_set(hand, 84 * k, in, n);
        for (int i = 0; i < 7; i++)
            in[n++] = (uint16_t)(84 * k + 28 + 8 * i + by_line_bits(hand & (uint32_t)by_suit[i].w[0]));
    }
    for (int i = w->taken; i < w->limit; i++)
        in[n++] = (uint16_t)(table + w->deck[i]);
    in[n++] = (uint16_t)(table + 28 + (w->idle & 3));
    return list_ends(r, w, table + 32, in, n);
}

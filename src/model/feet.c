/* SPDX-License-Identifier: MIT */
/* feet.c: Chickenfoot for playouts (F-05 to F-10). */
#include "boneyard/model_feet.h"

#include <string.h>

void by_feet_give(struct by_feet_hand *h, by_tile t)
{
    int high = by_high(t), low = by_low(t);

    h->row[high] |= (uint32_t)1 << low;
    h->row[low] |= (uint32_t)1 << high;
    h->have[high]++;
    if (high != low)
        h->have[low]++;
    h->count++;
    h->pips = (int16_t)(h->pips + high + low);
}

static void drop(struct by_feet_hand *h, int a, int b)
{
    h->row[a] &= ~((uint32_t)1 << b);
    h->row[b] &= ~((uint32_t)1 << a);
    h->have[a]--;
    if (a != b)
        h->have[b]--;
    h->count--;
    h->pips = (int16_t)(h->pips - a - b);
}

static void count_laid(struct by_feet *f, by_tile t)
{
    f->unlaid[by_high(t)]--;
    if (!by_is_double(t))
        f->unlaid[by_low(t)]--;
}

void by_feet_begin(const struct by_view *v, struct by_feet *out)
{
    memset(out, 0, sizeof *out);
    out->players = v->players;
    out->blank = (int16_t)v->rules.opt[BY_BLANK_PENALTY];
    for (int n = 0; n <= v->rules.opt[BY_SET]; n++)
        out->unlaid[n] = (uint8_t)(v->rules.opt[BY_SET] + 1);
    count_laid(out, v->centre);
    out->must = (uint8_t)by_high(v->centre);
    out->left = 6;
}

void by_feet_of(const struct by_view *v, const struct by_set hand[], const by_tile *boneyard, struct by_feet *out)
{
    by_feet_begin(v, out);
    out->deck = boneyard;
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
            by_feet_give(&out->hand[i], by_set_take(&left));
}

void by_feet_copy(struct by_feet *to, const struct by_feet *from)
{
    memcpy(to, from, offsetof(struct by_feet, hand) + from->players * sizeof from->hand[0]);
}

/* C-07, C-02 */
static void end_turn(struct by_feet *f, bool laid)
{
    f->idle = laid || f->taken < f->stock ? 0 : (uint8_t)(f->idle + 1);
    if (f->idle >= f->players)
        f->end = BY_ENDED_BLOCKED;
    else
        f->turn = f->turn + 1 == f->players ? 0 : (uint8_t)(f->turn + 1);
}

void by_feet_table(struct by_feet *f, int number, int across)
{
    f->unlaid[number]--;
    if (f->must != BY_FEET_NONE) {
        if (--f->left == 0)
            f->must = BY_FEET_NONE;
    } else if (--f->toes[number] == 0) {
        f->open &= ~((uint32_t)1 << number);
    }
    if (across == number) {
        f->must = (uint8_t)number; /* F-07 */
        f->left = 3;
    } else {
        f->unlaid[across]--;
        f->toes[across]++;
        f->open |= (uint32_t)1 << across;
    }
}

void by_feet_lay(struct by_feet *f, int number, int across)
{
    struct by_feet_hand *h = &f->hand[f->turn];

    drop(h, number, across);
    by_feet_table(f, number, across);
    if (h->count == 0)
        f->end = BY_ENDED_OUT; /* F-09 */
    else
        end_turn(f, true);
}

by_tile by_feet_draw(struct by_feet *f)
{
    by_tile t;

    if (f->taken >= f->stock) { /* C-10: a pass */
        end_turn(f, false);
        return BY_NO_TILE;
    }
    t = f->deck[f->taken++];
    by_feet_give(&f->hand[f->turn], t);
    if (((by_feet_open(f) >> by_high(t) | by_feet_open(f) >> by_low(t)) & 1) != 0)
        return t;
    end_turn(f, false);
    return BY_NO_TILE;
}

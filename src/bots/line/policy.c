/* SPDX-License-Identifier: MIT */
/* policy.c: computes the features of plays and rates plays by them (policy.h). */
#include "policy.h"

void by_line_seen_start(const struct by_line_rules *r, uint32_t undealt, struct by_line_seen *t)
{
    memset(t, 0, sizeof *t);
    for (int i = 0; i < r->players; i++)
        t->barred[i] = undealt;
}

void by_line_see(const struct by_line_rules *r, const struct by_line_model *w, by_move m, struct by_line_seen *t)
{
    const int seat = w->turn;

    if (by_move_kind(m) == BY_LAY) {
        t->laid |= 1u << by_move_tile(m);
        t->by[seat] |= 1u << by_move_tile(m);
    } else if (by_move_kind(m) == BY_DRAW_TILE) {
        t->barred[seat] = by_line_wanted(r, w); /* the seat may draw a tile that an earlier pass ruled out */
    } else {
        t->barred[seat] |= by_line_wanted(r, w);
    }
}

/* Returns the chance that a hand of this many tiles out of `may` has none of `good`. */
static float none_of(uint32_t may, uint32_t good, int held)
{
    const int all = by_line_bits(may), bad = all - by_line_bits(may & good);
    float p = 1;

    for (int i = 0; i < held && i < all; i++)
        p *= bad <= i ? 0.0f : (float)(bad - i) / (float)(all - i);
    return p;
}

/* Estimates the highest score, in pips, that a hand of this many tiles out of `may` can make. Assumes that every
 * scoring tile is equally likely to be in the hand. */
static float gift(const struct by_line_rules *r, const struct by_line_model *w, uint32_t may, int held)
{
    const int all = by_line_bits(may);
    int best_of[28] = { 0 }, sum = 0;

    if (all == 0)
        return 0;
    for (int i = 0; i < w->places; i++) {
        const uint16_t p = w->place[i];
        const int number = BY_LINE_NUMBER(p);
        int left = w->count;

        if ((p & BY_LINE_DOUBLE) == 0)
            left = w->count - number;
        else if (BY_LINE_BESIDE(p) == 1)
            left = w->count - 2 * number;

        for (uint32_t k = may & (uint32_t)by_suit[number].w[0]; k != 0; k &= k - 1) {
            const int t = __builtin_ctz(k);
            const int c = left + (by_is_double((by_tile)t) ? 2 * number : by_pips((by_tile)t) - number);

            if (c % 5 == 0 && c > best_of[t]) {
                sum += c - best_of[t];
                best_of[t] = c;
            }
        }
    }
    (void)r;
    return (float)sum * (float)(held < all ? held : all) / (float)all;
}

static bool partners(const struct by_line_rules *r, int a, int b) { return (by_line_side(r, a) >> b & 1) != 0; }

/* Records whether the covered tile was played by the mover or by its partner. */
static void look_at_place(const struct by_line_rules *r, const struct by_line_seen *t, int seat, by_move m, float *f)
{
    const int on = by_move_place(m);

    if (on == BY_NO_TILE)
        return;
    f[BY_F_COVER_OWN] = (float)(t->by[seat] >> on & 1);
    for (int i = 0; i < r->players; i++)
        if (i != seat && partners(r, seat, i))
            f[BY_F_COVER_PARTNER] = (float)(t->by[i] >> on & 1);
}

static void look_at_others(const struct by_line_rules *r, const struct by_line_model *w, const struct by_line_seen *t,
                           int seat, uint32_t unlaid, const struct by_line_model *after, float *f)
{
    for (int k = 1; k < r->players; k++) {
        const int other = (seat + k) % r->players;
        const uint32_t may = unlaid & ~t->barred[other];
        const int held = by_line_bits(w->hand[other]);
        const int which = k == 1 ? BY_F_NEXT : k == r->players - 1 ? BY_F_LAST : BY_F_OVER;

        f[which] = none_of(may, after->open, held);
        if (held <= 2)
            f[BY_F_LATE] = f[BY_F_PIPS];
        if (r->unit != 0 && k < 3)
            f[k == 1 ? BY_F_GIFT : BY_F_GIFT_OVER] = gift(r, after, may, held) / 10;
    }
}

void by_line_look(const struct by_line_rules *r, const struct by_line_model *w, const struct by_line_seen *t, by_move m,
                  struct by_line_play_seen *out)
{
    const int tile = by_move_tile(m), seat = w->turn;
    const int number = by_line_new_number(m);
    struct by_line_model after = *w;

    memset(out, 0, sizeof *out);
    out->suit = r->fits[number];
    out->f[BY_F_PIPS] = (float)by_pips((by_tile)tile) / 12;
    out->f[BY_F_DOUBLE] = by_is_double((by_tile)tile);
    out->f[BY_F_POINTS] = (float)(by_line_points(r, w, m) * r->unit) / 10;
    out->f[BY_F_OUT] = by_line_bits(w->hand[seat]) == 1;
    look_at_place(r, t, seat, m, out->f);
    by_line_put_down(r, &after, m);
    out->open = after.open;
    out->f[BY_F_UNSEEN] = (float)by_line_bits(r->fits[number] & r->whole & ~t->laid & ~(1u << tile)) / 7;
    out->f[BY_F_SAME] = (after.open & ~r->fits[number]) == 0;
    look_at_others(r, w, t, seat, r->whole & ~t->laid & ~(1u << tile), &after, out->f);
}

void by_line_look_hand(uint32_t hand, struct by_line_play_seen *p)
{
    const int keep = by_line_bits(hand & p->open), suit = by_line_bits(hand & p->suit);

    p->f[BY_F_KEEP] = (float)(keep < 4 ? keep : 4) / 4;
    p->f[BY_F_STUCK] = keep == 0 && hand != 0;
    p->f[BY_F_SUIT] = (float)(suit < 4 ? suit : 4) / 4;
}

float by_line_logit(const float *weights, const struct by_line_play_seen *p)
{
    float sum = 0;

    for (int i = 0; i < BY_FEATURES; i++)
        sum += weights[i] * p->f[i];
    return sum;
}

void by_line_logits(const struct by_line_rules *r, const struct by_line_model *w, const struct by_line_seen *t,
                    const by_move *moves, int n, float *out)
{
    const float *weights = by_line_weights(r);

    for (int i = 0; i < n; i++) {
        struct by_line_play_seen p;

        if (by_move_kind(moves[i]) != BY_LAY) {
            out[i] = 0;
            continue;
        }
        by_line_look(r, w, t, moves[i], &p);
        by_line_look_hand(w->hand[w->turn] & ~(1u << by_move_tile(moves[i])), &p);
        out[i] = by_line_logit(weights, &p);
    }
}

#include "weights.h"

enum by_line_kind by_line_kind_of(const struct by_line_rules *r)
{
    const int two = r->unit != 0 ? BY_LINE_FIVES_2 : r->draws ? BY_LINE_DRAW_2 : BY_LINE_BLOCK_2;

    return (enum by_line_kind)(two + (r->players == 2 ? 0 : r->teams ? 2 : 1));
}

const float *by_line_weights(const struct by_line_rules *r) { return weights[by_line_kind_of(r)]; }

const float *by_line_swift_weights(const struct by_line_rules *r)
{
    return by_line_kind_of(r) == BY_LINE_FIVES_2 ? swift_fives : by_line_weights(r);
}

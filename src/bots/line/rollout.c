/* SPDX-License-Identifier: MIT */
/* rollout.c: quickly plays rounds out with the move model (rollout.h). */
#include "rollout.h"

void by_line_odds_fill(struct by_line_odds *o)
{
    for (int all = 0; all < 29; all++)
        for (int good = 0; good <= all; good++) {
            o->none[0][all][good] = 1;
            for (int held = 1; held <= BY_LINE_HELD; held++) {
                const int bad = all - good - held + 1;

                if (held > all)
                    o->none[held][all][good] = o->none[held - 1][all][good];
                else if (bad <= 0)
                    o->none[held][all][good] = 0;
                else
                    o->none[held][all][good] = o->none[held - 1][all][good] * (float)bad / (float)(all - held + 1);
            }
        }
}

/* Values common to all plays in a decision. */
struct scene {
    const struct by_line_rules *r;
    const struct by_line_odds *o;
    const struct by_line_model *w;
    const float *weights;
    uint32_t hand, unlaid, own, partner; /* `own`, `partner`: the tiles that the seat and its partner have played */
    uint32_t may[3];
    int all[3]; /* tiles in may */
    const float (*none[3])[29];
    float sway[3], late;
    int others;
};

static void set_scene(const struct by_line_rules *r, const struct by_line_odds *o, const struct by_line_model *w,
                      const struct by_line_seen *t, struct scene *s)
{
    static const uint8_t feature[2][3] = { { BY_F_NEXT, BY_F_LAST, BY_F_LAST }, { BY_F_NEXT, BY_F_OVER, BY_F_LAST } };

    s->r = r;
    s->o = o;
    s->w = w;
    s->weights = by_line_swift_weights(r);
    s->hand = w->hand[w->turn];
    s->unlaid = r->whole & ~t->laid;
    s->own = t->by[w->turn];
    s->partner = r->teams ? t->by[w->turn ^ 2] : 0;
    s->others = r->players - 1;
    s->late = 0;
    for (int k = 0; k < s->others; k++) {
        const int other = w->turn + k + 1 < r->players ? w->turn + k + 1 : w->turn + k + 1 - r->players;
        const int held = by_line_bits(w->hand[other]);

        s->may[k] = s->unlaid & ~t->barred[other];
        s->all[k] = by_line_bits(s->may[k]);
        s->none[k] = o->none[held < BY_LINE_HELD ? held : BY_LINE_HELD];
        s->sway[k] = s->weights[feature[s->others == 3][k]];
        if (held <= 2)
            s->late = s->weights[BY_F_LATE];
    }
}

static float judge(const struct scene *s, int t, int number, uint32_t open, int points)
{
    const float *weights = s->weights;
    const uint32_t rest = s->hand & ~(1u << t), suit = s->r->fits[number];
    const int keep = by_line_bits(rest & open), same = by_line_bits(rest & suit);
    const int pips = by_pips((by_tile)t);
    float x = (weights[BY_F_PIPS] + s->late) * (float)pips * (1.0f / 12)
        + weights[BY_F_KEEP] * 0.25f * (float)(keep < 4 ? keep : 4)
        + weights[BY_F_SUIT] * 0.25f * (float)(same < 4 ? same : 4)
        + weights[BY_F_UNSEEN] * (1.0f / 7) * (float)by_line_bits(suit & s->unlaid & ~(1u << t));

    if (by_is_double((by_tile)t))
        x += weights[BY_F_DOUBLE];
    if (keep == 0 && rest != 0)
        x += weights[BY_F_STUCK];
    if ((open & ~suit) == 0)
        x += weights[BY_F_SAME];
    if (points > 0)
        x += weights[BY_F_POINTS] * 0.1f * (float)points;
    for (int k = 0; k < s->others; k++) {
        const int own = (int)(s->may[k] >> t & 1); /* no other seat holds this tile */

        x += s->sway[k] * s->none[k][s->all[k] - own][by_line_bits(s->may[k] & open & ~(1u << t))];
    }
    return x;
}

struct pick {
    float x;
    uint8_t tile, at;
    bool flip;
};

/* Rates the plays at one place. */
static void look_at_place(const struct scene *s, int at, uint32_t rest, struct pick *best)
{
    const uint16_t p = s->w->place[at];
    const int number = BY_LINE_NUMBER(p), on = BY_LINE_TILE(p);
    const float cover = (s->own >> on & 1 ? s->weights[BY_F_COVER_OWN] : 0)
        + (s->partner >> on & 1 ? s->weights[BY_F_COVER_PARTNER] : 0);

    for (int flip = 0; flip < 2; flip++) {
        uint32_t tiles = s->hand & (flip == 1 ? s->r->with_low : s->r->with_high)[number];

        for (; tiles != 0; tiles &= tiles - 1) {
            const int t = __builtin_ctz(tiles);
            const int new = flip == 1 ? by_high((by_tile)t) : by_low((by_tile)t);
            const int points = s->r->unit == 0 ? 0 : by_line_points_at(s->r, s->w, t, flip == 1, at) * s->r->unit;
            const float x = cover + judge(s, t, new, rest | s->r->fits[new], points);

            if (x > best->x)
                *best = (struct pick){ x, (uint8_t)t, (uint8_t)at, flip == 1 };
        }
    }
}

/* Returns the tiles that will still fit elsewhere after a play at this place. */
static uint32_t open_beside(const struct by_line_rules *r, const struct by_line_model *w, int at)
{
    const uint16_t p = w->place[at];
    uint32_t open = 0;

    if ((p & BY_LINE_DOUBLE) != 0 && BY_LINE_BESIDE(p) < ((p & BY_LINE_WIDE) != 0 ? 3 : 1))
        open = r->fits[BY_LINE_NUMBER(p)];
    for (int i = 0; i < w->places; i++)
        if (i != at)
            open |= r->fits[BY_LINE_NUMBER(w->place[i])];
    return open;
}

static void lead(const struct scene *s, struct pick *best)
{
    uint32_t tiles = s->hand & by_line_wanted(s->r, s->w);

    for (; tiles != 0; tiles &= tiles - 1) {
        const int t = __builtin_ctz(tiles);
        const int points = s->r->unit != 0 && by_pips((by_tile)t) % 5 == 0 ? by_pips((by_tile)t) : 0;
        const int low = by_low((by_tile)t);
        const float x = judge(s, t, low, s->r->fits[low] | s->r->fits[by_high((by_tile)t)], points);

        if (x > best->x)
            *best = (struct pick){ x, (uint8_t)t, 255, false };
    }
}

/* Returns whether this tile can be played in only one way. */
static bool only_play(const struct by_line_rules *r, const struct by_line_model *w, int t, struct pick *out)
{
    int ways = w->laid == 0;

    *out = (struct pick){ 0, (uint8_t)t, 255, false };
    for (int i = 0; i < w->places; i++) {
        const int number = BY_LINE_NUMBER(w->place[i]);
        const bool high = (r->with_high[number] >> t & 1) != 0, low = (r->with_low[number] >> t & 1) != 0;

        if (high || low)
            *out = (struct pick){ 0, (uint8_t)t, (uint8_t)i, low };
        ways += high + low;
    }
    if (ways != 1)
        out->x = -1e9f;
    return ways == 1;
}

static void lay_it(const struct by_line_rules *r, struct by_line_model *w, struct by_line_seen *t, const struct pick *p)
{
    t->laid |= 1u << p->tile;
    t->by[w->turn] |= 1u << p->tile;
    by_line_lay_at(r, w, p->tile, p->flip, p->at == 255 ? -1 : p->at);
}

void by_line_follow(const struct by_line_rules *r, const struct by_line_odds *o, struct by_line_model *w,
                    struct by_line_seen *t)
{
    const uint32_t tiles = w->hand[w->turn] & by_line_wanted(r, w);
    struct pick best = { -1e9f, 0, 255, false };
    struct scene s;

    if (tiles == 0) {
        const by_move m = w->taken < w->limit ? BY_DRAW_MOVE : BY_PASS_MOVE;

        by_line_see(r, w, m, t);
        by_line_play(r, w, m);
        return;
    }
    if ((tiles & (tiles - 1)) == 0 && only_play(r, w, __builtin_ctz(tiles), &best)) {
        lay_it(r, w, t, &best);
        return;
    }
    set_scene(r, o, w, t, &s);
    if (w->laid == 0)
        lead(&s, &best);
    for (int i = 0; i < w->places; i++)
        if ((tiles & r->fits[BY_LINE_NUMBER(w->place[i])]) != 0)
            look_at_place(&s, i, open_beside(r, w, i), &best);
    lay_it(r, w, t, &best);
}

/* SPDX-License-Identifier: MIT */
/* line.c: encodes the line games for batches. */
#include "batch/family.h"
#include "planted.h"

extern const struct by_batch_family by_batch_family_line;

/* A place is encoded as its number and, if relevant, whether it is on a double. Each number has at most one double. */
static void code(struct by_code *c)
{
    c->kinds = c->rules.opt[BY_PLAY_UNIT] != 0 || c->rules.opt[BY_SPINNER] != BY_SPINNER_NONE ? 2 : 1;
    c->wild = c->rules.opt[BY_BLANKS] == BY_BLANKS_WILD;
    c->actions = (uint16_t)(c->tiles * 2 * c->kinds * (c->wild ? c->numbers : 1) + 2);
    c->length[BY_FIELD_POINTS] = c->players;
    c->length[BY_FIELD_ENDS] = c->numbers;
    c->length[BY_FIELD_DOUBLES] = c->kinds == 2 ? c->numbers : 0;
    c->length[BY_FIELD_SUM] = c->rules.opt[BY_PLAY_UNIT] != 0;
}

static int action(const struct by_code *c, const struct by_model *m, by_move move)
{
    const int on = by_move_place(move);
    int at;

    (void)m;
    if (by_move_kind(move) != BY_LAY)
        return c->actions - (by_move_kind(move) == BY_DRAW_TILE ? 2 : 1);
    at = (by_move_tile(move) * 2 + by_move_flip(move)) * c->kinds;
    if (on == BY_NO_TILE)
        return at * (c->wild ? c->numbers : 1);
    at += c->kinds == 2 && !BY_PLANTED(542) && by_is_double((by_tile)on);
    return c->wild ? at * c->numbers + by_touching((by_tile)on, by_move_flip_at(move)) : at;
}

static struct by_set could_lay(const struct by_model *m)
{
    return (struct by_set){ { by_line_wanted(&m->of.line.rules, &m->of.line.now), 0, 0 } };
}

static void sight(const struct by_code *c, const struct by_model *m, struct by_sight *s)
{
    const struct by_line_model *w = &m->of.line.now;

    s->boneyard = (uint8_t)(w->size - w->taken);
    s->drawable = (uint8_t)(BY_PLANTED(541) ? w->deck[w->taken] : w->limit - w->taken);
    s->idle = w->idle;
    s->sum = w->count;
    s->hand = (struct by_set){ { w->hand[s->seat], 0, 0 } };
    for (int i = 0; i < c->players; i++) {
        s->count[i] = (uint8_t)by_line_bits(w->hand[i]);
        s->points[i] = w->won[i];
    }
    for (int n = 0; n < c->numbers; n++)
        s->ends[n] = s->doubles[n] = 0;
    for (int i = 0; i < w->places; i++) {
        const int number = BY_LINE_NUMBER(w->place[i]);

        if (c->kinds == 1 || (w->place[i] & BY_LINE_DOUBLE) == 0)
            s->ends[number]++;
        else
            s->doubles[number] =
                (uint8_t)(1 + BY_LINE_BESIDE(w->place[i]) + ((w->place[i] & BY_LINE_WIDE) != 0 ? 8 : 0));
    }
}

static by_tile *boneyard(struct by_model *m, int *n)
{
    struct by_line_model *w = &m->of.line.now;

    *n = w->size - w->taken;
    return w->deck + w->taken;
}

static int32_t value(const struct by_model *m, by_move move)
{
    if (by_move_kind(move) != BY_LAY)
        return by_move_kind(move) == BY_PASS ? -1000 : -2000;
    return by_line_points(&m->of.line.rules, &m->of.line.now, move) * 100000 + by_pips(by_move_tile(move)) * 1000;
}

const struct by_batch_family by_batch_family_line = { code, action, could_lay, sight, boneyard, value };

/* SPDX-License-Identifier: MIT */
/* feet.c: encodes Chickenfoot for batches. */
#include "batch/family.h"

extern const struct by_batch_family by_batch_family_feet;

/* Free toes with the same number are interchangeable, so a place is encoded as the half of the tile that touches it. */
static void code(struct by_code *c)
{
    c->actions = (uint16_t)(c->tiles * 2 + 2);
    c->length[BY_FIELD_ENDS] = c->length[BY_FIELD_DOUBLES] = c->numbers;
}

static int action(const struct by_code *c, const struct by_model *m, by_move move)
{
    (void)m;
    if (by_move_kind(move) != BY_LAY)
        return c->actions - (by_move_kind(move) == BY_DRAW_TILE ? 2 : 1);
    return by_move_tile(move) * 2 + (by_move_place(move) != by_high(by_move_tile(move)));
}

static struct by_set could_lay(const struct by_model *m)
{
    struct by_set tiles = { { 0, 0, 0 } };

    for (uint32_t open = by_feet_open(&m->of.feet); open != 0; open &= open - 1)
        tiles = by_set_or(tiles, by_suit[__builtin_ctz(open)]);
    return tiles;
}

static void sight(const struct by_code *c, const struct by_model *m, struct by_sight *s)
{
    const struct by_feet *f = &m->of.feet;

    s->boneyard = s->drawable = (uint8_t)(f->stock - f->taken);
    s->idle = f->idle;
    s->hand = f->hand[s->seat];
    for (int i = 0; i < c->players; i++)
        s->count[i] = f->have[i][BY_NUMBERS];
    for (int n = 0; n < c->numbers; n++) {
        s->ends[n] = f->toes[n];
        s->doubles[n] = n == f->must ? f->left : 0;
    }
}

static by_tile *boneyard(struct by_model *m, int *n)
{
    *n = m->of.feet.stock - m->of.feet.taken;
    return m->of.feet.deck + m->of.feet.taken;
}

static int32_t value(const struct by_model *m, by_move move)
{
    (void)m;
    return by_move_kind(move) == BY_LAY ? by_pips(by_move_tile(move)) * 1000 : -1000;
}

const struct by_batch_family by_batch_family_feet = { code, action, could_lay, sight, boneyard, value };

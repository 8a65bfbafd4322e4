/* SPDX-License-Identifier: MIT */
/* castle.c: encodes Castle Rock for batches. */
#include "batch/family.h"

extern const struct by_batch_family by_batch_family_castle;

static void code(struct by_code *c)
{
    c->actions = (uint16_t)(c->tiles * 2 + 2);
    c->length[BY_FIELD_HAND] = c->length[BY_FIELD_LAID] = c->length[BY_FIELD_COUNTS] = c->length[BY_FIELD_LACKS] = 0;
    c->length[BY_FIELD_ROW] = c->tiles;
}

static int action(const struct by_code *c, const struct by_model *m, by_move move)
{
    (void)m;
    switch (by_move_kind(move)) {
    case BY_TAKE: return by_move_tile(move);
    case BY_TAKE3: return c->tiles + by_move_tile(move);
    default: return c->actions - (by_move_kind(move) == BY_DRAW_TILE ? 2 : 1);
    }
}

static void sight(const struct by_code *c, const struct by_model *m, struct by_sight *s)
{
    const struct by_rock *w = &m->of.castle;

    (void)c;
    s->boneyard = s->drawable = (uint8_t)(w->tiles - w->taken);
    s->idle = w->free_draw;
    s->hand = (struct by_set){ { 0, 0, 0 } };
    s->row = w->tile;
    s->length = w->laid;
}

static by_tile *boneyard(struct by_model *m, int *n)
{
    *n = m->of.castle.tiles - m->of.castle.taken;
    return m->of.castle.tile + m->of.castle.taken;
}

static int32_t value(const struct by_model *m, by_move move)
{
    const struct by_rock *w = &m->of.castle;
    int place = 0;

    while (place < w->laid && w->tile[place] != by_move_tile(move))
        place++;
    switch (by_move_kind(move)) {
    case BY_TAKE3: return 3000000 - place;
    case BY_TAKE: return 1000000 - place;
    default: return -1000;
    }
}

const struct by_batch_family by_batch_family_castle = { code, action, NULL, sight, boneyard, value };

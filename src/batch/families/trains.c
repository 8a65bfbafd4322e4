/* SPDX-License-Identifier: MIT */
/* trains.c: encodes Mexican Train for batches. */
#include "batch/family.h"

extern const struct by_batch_family by_batch_family_trains;

/* A place is a train, numbered from the seat's own train; the Mexican Train comes last. */
static void code(struct by_code *c)
{
    const int trains = c->players + 1;

    c->actions = (uint16_t)(c->tiles * trains + 3);
    c->length[BY_FIELD_TRAINS] = (uint16_t)(trains * c->numbers);
    c->length[BY_FIELD_MARKERS] = (uint16_t)trains;
    c->length[BY_FIELD_TURN] = 3;
    c->length[BY_FIELD_SKIPS] = c->players;
}

static int action(const struct by_code *c, const struct by_model *m, by_move move)
{
    const int place = by_move_place(move);
    int train = place - m->of.trains.turn;

    train += train < 0 ? c->players : 0;
    if (place == BY_MEXICAN)
        train = c->players;
    switch (by_move_kind(move)) {
    case BY_HUB: return c->actions - 3;
    case BY_DRAW_TILE: return c->actions - 2;
    case BY_LAY: return by_move_tile(move) * (c->players + 1) + train;
    default: return c->actions - 1;
    }
}

static struct by_set could_lay(const struct by_model *m) { return by_trains_fits(&m->of.trains); }

static void show_train(const struct by_trains *w, int i, struct by_sight *s)
{
    s->tail[i] = w->tail[i];
    s->marker[i] = (uint8_t)((w->markers >> i & 1) | (w->doubles >> i & 1) << 1 | (w->begun >> i & 1) << 2);
}

static void sight(const struct by_code *c, const struct by_model *m, struct by_sight *s)
{
    const struct by_trains *w = &m->of.trains;

    s->boneyard = s->drawable = (uint8_t)(w->stock - w->taken);
    s->idle = w->idle;
    s->hand = w->hand[s->seat];
    s->turn[0] = w->stage;
    s->turn[1] = w->drew;
    s->turn[2] = w->lay;
    show_train(w, BY_MEXICAN, s);
    for (int i = 0; i < c->players; i++) {
        show_train(w, i, s);
        s->count[i] = w->have[i][BY_NUMBERS];
        s->skip[i] = w->skip[i];
    }
}

static by_tile *boneyard(struct by_model *m, int *n)
{
    *n = m->of.trains.stock - m->of.trains.taken;
    return m->of.trains.deck + m->of.trains.taken;
}

const struct by_batch_family by_batch_family_trains = { code, action, could_lay, sight, boneyard, NULL };

/* SPDX-License-Identifier: MIT */
/* castle.c: adds Castle Rock to the table of models. */
#include "model/model.h"

extern const struct by_model_family by_model_family_castle;

static void of(const struct by_view *v, const struct by_set hand[], const by_tile *boneyard, struct by_model *out)
{
    (void)hand; /* the row is open */
    by_rock_of(v, boneyard, &out->of.castle);
}

static int moves(const struct by_model *m, by_move out[]) { return by_rock_moves(&m->of.castle, out); }

static void play(struct by_model *m, by_move move) { by_rock_play(&m->of.castle, move); }

static by_move class_of(const struct by_model *m, by_move move)
{
    (void)m;
    return move;
}

static int turn(const struct by_model *m)
{
    (void)m;
    return 0;
}

static bool over(const struct by_model *m) { return m->of.castle.end != BY_NOT_ENDED; }

static int points(const struct by_model *m, int seat)
{
    (void)seat;
    return over(m) ? by_rock_pips(&m->of.castle) : 0;
}

static void begin(const struct by_config *rules, struct by_model *out) { by_rock_begin(rules, &out->of.castle); }

static void redeal(struct by_model *m, int lead, struct by_rng *rng)
{
    (void)lead; /* one player */
    by_rock_redeal(&m->of.castle, rng);
}

static by_move random_move(struct by_model *m, struct by_rng *rng) { return by_rock_random(&m->of.castle, rng); }

static void run(struct by_model *m, struct by_rng *rng) { by_rock_run(&m->of.castle, rng); }

const struct by_model_family by_model_family_castle = {
    .rules = "castle_rock",
    .of = of,
    .moves = moves,
    .play = play,
    .class_of = class_of,
    .turn = turn,
    .over = over,
    .points = points,
    .begin = begin,
    .redeal = redeal,
    .random = random_move,
    .run = run,
};

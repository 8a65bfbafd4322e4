/* SPDX-License-Identifier: MIT */
/* feet.c: adds Chickenfoot to the table of models. */
#include "model/model.h"

extern const struct by_model_family by_model_family_feet;

static void of(const struct by_view *v, const struct by_set hand[], const by_tile *boneyard, struct by_model *out)
{
    by_feet_of(v, hand, boneyard, &out->of.feet);
}

static int moves(const struct by_model *m, by_move out[]) { return by_feet_moves(&m->of.feet, out); }

static void play(struct by_model *m, by_move move) { by_feet_play(&m->of.feet, move); }

/* Open toes with the same number are equivalent. */
static by_move class_of(const struct by_model *m, by_move move)
{
    (void)m;
    return by_feet_class(move);
}

static int turn(const struct by_model *m) { return m->of.feet.turn; }

static bool over(const struct by_model *m) { return m->of.feet.end != BY_NOT_ENDED; }

static int points(const struct by_model *m, int seat) { return over(m) ? by_feet_cost(&m->of.feet, seat) : 0; }

static void begin(const struct by_config *rules, struct by_model *out) { by_feet_begin(rules, &out->of.feet); }

static void redeal(struct by_model *m, int lead, struct by_rng *rng) { by_feet_redeal(&m->of.feet, lead, rng); }

static by_move random_move(struct by_model *m, struct by_rng *rng) { return by_feet_random(&m->of.feet, rng); }

static void run(struct by_model *m, struct by_rng *rng) { by_feet_run(&m->of.feet, rng); }

const struct by_model_family by_model_family_feet = {
    .rules = "chickenfoot",
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

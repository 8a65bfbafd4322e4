/* SPDX-License-Identifier: MIT */
/* line.c: adds the line games to the table of models. */
#include "model/model.h"

extern const struct by_model_family by_model_family_line;

static void of(const struct by_view *v, const struct by_set hand[], const by_tile *boneyard, struct by_model *out)
{
    uint32_t hands[4] = { 0, 0, 0, 0 };

    for (int i = 0; i < v->players; i++)
        hands[i] = (uint32_t)hand[i].w[0];
    by_line_rules_of(v, &out->of.line.rules);
    by_line_of(v, hands, boneyard, &out->of.line.now);
}

static int moves(const struct by_model *m, by_move out[])
{
    return by_line_moves(&m->of.line.rules, &m->of.line.now, out);
}

static void play(struct by_model *m, by_move move) { by_line_play(&m->of.line.rules, &m->of.line.now, move); }

/* The model claims every score and never calls (L-25). */
static by_move class_of(const struct by_model *m, by_move move)
{
    const struct by_line_rules *r = &m->of.line.rules;

    if (by_move_kind(move) == BY_CALL_OUT
        || (r->call && by_move_claim(move) == 0 && by_line_points(r, &m->of.line.now, move) > 0))
        return BY_NO_MOVE;
    return move;
}

static int turn(const struct by_model *m) { return m->of.line.now.turn; }

static bool over(const struct by_model *m) { return m->of.line.now.end != BY_NOT_ENDED; }

static int points(const struct by_model *m, int seat) { return m->of.line.now.won[seat]; }

static void begin(const struct by_config *rules, struct by_model *out)
{
    by_line_begin(rules, &out->of.line.rules, &out->of.line.now);
}

static void redeal(struct by_model *m, int lead, struct by_rng *rng)
{
    by_line_redeal(&m->of.line.rules, &m->of.line.now, lead, rng);
}

static by_move random_move(struct by_model *m, struct by_rng *rng)
{
    return by_line_random(&m->of.line.rules, &m->of.line.now, rng);
}

static void run(struct by_model *m, struct by_rng *rng) { by_line_run(&m->of.line.rules, &m->of.line.now, rng); }

const struct by_model_family by_model_family_line = {
    .rules = "line",
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

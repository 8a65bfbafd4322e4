/* SPDX-License-Identifier: MIT */
/* trains.c: adds Mexican Train to the table of models. */
#include "model/model.h"

extern const struct by_model_family by_model_family_trains;

static void of(const struct by_view *v, const struct by_set hand[], const by_tile *boneyard, struct by_model *out)
{
    by_trains_of(v, hand, boneyard, &out->of.trains);
}

static int moves(const struct by_model *m, by_move out[]) { return by_trains_moves(&m->of.trains, out); }

static void play(struct by_model *m, by_move move) { by_trains_play(&m->of.trains, move); }

/* The model always announces the last tile, never calls (T-16), and draws only if no tile can be laid (T-19). */
static by_move class_of(const struct by_model *m, by_move move)
{
    const struct by_trains *w = &m->of.trains;

    if (by_move_kind(move) == BY_CALL_OUT || (move == BY_DRAW_MOVE && by_trains_able(w)))
        return BY_NO_MOVE;
    if (by_move_kind(move) == BY_LAY && w->knock && w->have[w->turn][BY_NUMBERS] == 2 && (move & BY_ANNOUNCED) == 0)
        return BY_NO_MOVE;
    return move;
}

static int turn(const struct by_model *m) { return m->of.trains.turn; }

static bool over(const struct by_model *m) { return m->of.trains.end != BY_NOT_ENDED; }

static int points(const struct by_model *m, int seat) { return over(m) ? by_trains_cost(&m->of.trains, seat) : 0; }

static void begin(const struct by_config *rules, struct by_model *out) { by_trains_begin(rules, &out->of.trains); }

static void redeal(struct by_model *m, int lead, struct by_rng *rng) { by_trains_redeal(&m->of.trains, lead, rng); }

static by_move random_move(struct by_model *m, struct by_rng *rng) { return by_trains_random(&m->of.trains, rng); }

static void run(struct by_model *m, struct by_rng *rng) { by_trains_run(&m->of.trains, rng); }

const struct by_model_family by_model_family_trains = {
    .rules = "mexican_train",
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

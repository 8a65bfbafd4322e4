/* SPDX-License-Identifier: MIT */
/* model.c: puts the models of all families behind one interface (boneyard/model.h). */
#include "model.h"

#include <string.h>

#include "boneyard/text.h"

#define BY_FAMILY(id, name) extern const struct by_model_family by_model_family_##name;
#include "boneyard/families.def"
#undef BY_FAMILY

const struct by_model_family *const by_model_families[BY_FAMILIES] = {
#define BY_FAMILY(id, name) &by_model_family_##name,
#include "boneyard/families.def"
#undef BY_FAMILY
};

/* The name of each game's source file in src/rules/games. */
static const char *const rules_of[BY_GAMES] = {
#define BY_GAME(name, file) #file,
#include "boneyard/games.def"
#undef BY_GAME
};

_Static_assert(sizeof(struct by_model) <= 1024, "a model is at most 1 KiB");

static const struct by_model_family *family_of(const struct by_model *m) { return by_model_families[m->family]; }

bool by_model_covers(const struct by_config *rules)
{
    return by_same(rules_of[rules->game], by_model_families[by_games[rules->game]->family]->rules);
}

void by_model_of(const struct by_view *v, const struct by_set hand[], const by_tile *boneyard, struct by_model *out)
{
    memset(out, 0, sizeof *out);
    out->family = v->family;
    family_of(out)->of(v, hand, boneyard, out);
}

int by_model_moves(const struct by_model *m, by_move out[]) { return family_of(m)->moves(m, out); }

void by_model_play(struct by_model *m, by_move move) { family_of(m)->play(m, move); }

by_move by_model_class(const struct by_model *m, by_move move) { return family_of(m)->class_of(m, move); }

int by_model_turn(const struct by_model *m) { return family_of(m)->turn(m); }

bool by_model_over(const struct by_model *m) { return family_of(m)->over(m); }

int by_model_points(const struct by_model *m, int seat) { return family_of(m)->points(m, seat); }

void by_model_begin(const struct by_config *rules, struct by_model *out)
{
    memset(out, 0, sizeof *out);
    out->family = by_games[rules->game]->family;
    family_of(out)->begin(rules, out);
}

void by_model_redeal(struct by_model *m, int lead, struct by_rng *rng) { family_of(m)->redeal(m, lead, rng); }

by_move by_model_random(struct by_model *m, struct by_rng *rng) { return family_of(m)->random(m, rng); }

void by_model_run(struct by_model *m, struct by_rng *rng) { family_of(m)->run(m, rng); }

/* SPDX-License-Identifier: MIT */
/* positions.h: random rules from the option tables, and positions that `easy` reaches under them. */
#ifndef POSITIONS_H
#define POSITIONS_H

#include "boneyard/bot.h"
#include "boneyard/table.h"

enum { STEPS_MOST = 4000 };

/* A decision with at least two moves. */
struct position {
    char rules[BY_CONFIG_TEXT];
    struct by_table table;
    struct by_step log[STEPS_MOST];
    struct by_heard heard[STEPS_MOST];
    struct by_view view;
    struct by_past past;
    by_move moves[BY_MOVES];
    int n;
};

/* Draws rules at random. `text` receives at most BY_CONFIG_TEXT bytes. */
void any_rules(struct by_rng *rng, struct by_config *c, char *text);

/* Draws rules at random and plays to a random decision. Rounds begin with long hands as often as with short ones. */
void any_position(struct by_rng *rng, void *memory, struct position *out);

/* Fills in the position, the generator and the memory. The caller fills in the rest of the question. */
void fill_question(struct by_question *q, const struct position *p, struct by_rng *rng, void *memory);

/* Plays to the first decision of a round under these rules. */
void position_of(const char *rules, uint64_t seed, void *memory, struct position *out);

#endif

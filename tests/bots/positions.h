/* SPDX-License-Identifier: MIT */
/* positions.h: random rules from the option tables, and positions reached by `easy` in them. */
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

/* Draws rules by lot; `text` gets BY_CONFIG_TEXT bytes at most. */
void any_rules(struct by_rng *rng, struct by_config *c, char *text);

/* Draws rules by lot and plays to a decision by lot: every round begins with long hands as often as with short ones. */
void any_position(struct by_rng *rng, void *memory, struct position *out);

/* Fills in the position, the dice and the memory; the rest of the question is the caller's. */
void fill_question(struct by_question *q, const struct position *p, struct by_rng *rng, void *memory);

/* The first decision of a round of these rules. */
void position_of(const char *rules, uint64_t seed, void *memory, struct position *out);

#endif

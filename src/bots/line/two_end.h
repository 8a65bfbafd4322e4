/* SPDX-License-Identifier: MIT */
/* two_end.h: solves the end of a round of two-player Block as a game with hidden hands.
 *
 * The game starts at the earliest decision of the round from which the tree of public plays is small enough. Both
 * players can compute this start and the probability of each hand there (two_model.c). They therefore solve the same
 * game at every later decision and play the same equilibrium. CFR+ with quadratic averaging solves the game (Tammelin,
 * "Solving large imperfect information games using CFR+", 2014).
 *
 * A hand keeps the number it had at the start of the game. The hand at a node is the original hand without the tiles
 * that its owner has played. Each node lists the hands that each seat may still hold. */
#ifndef BY_LINE_TWO_END_H
#define BY_LINE_TWO_END_H

#include "two.h"

#define BY_TWO_HANDS 2048 /* maximum number of hands of a seat at the start */

struct by_two_end;

/* Solves the end of the round to which t belongs, with memory from *room. Returns NULL if the game is too large for the
 * budget or the memory. The solution is valid as long as the memory and t's solver exist. */
struct by_two_end *by_two_end_solve(const struct by_two *t, struct by_bot_memory *room, struct by_budget *b);

/* Sets the probability of each play in t->play. Returns false unless t is a decision of the solved game. */
bool by_two_end_read(struct by_two_end *e, const struct by_two *t, double chance[]);

#endif

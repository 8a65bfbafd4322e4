/* SPDX-License-Identifier: MIT */
/* told.h: defines macros for the conditions in explain.def and rulings.def; `c` is the configuration. */
#ifndef BY_TOLD_H
#define BY_TOLD_H

#define O(id) (c->opt[BY_##id])
#define IS(id, value) (O(id) == (value))
#define IS_GAME(id) (c->game == BY_GAME_##id)
#define LINE (IS_GAME(block) || IS_GAME(draw) || IS_GAME(muggins) || IS_GAME(allfives) || IS_GAME(fiveup))
#define FEET IS_GAME(chickenfoot)
#define TRAINS IS_GAME(mexicantrain)
#define CASTLE IS_GAME(castlerock)
#define ENDS (by_families[by_games[c->game]->family]->ends)
#define HUB (by_games[c->game]->presets[c->preset].hub)
#define FIVES (O(PLAY_UNIT) != 0)

#endif

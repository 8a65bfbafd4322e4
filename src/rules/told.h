/* SPDX-License-Identifier: MIT */
/* told.h: macros for the conditions of explain.def and rulings.def; `c` is the configuration. */
#ifndef BY_TOLD_H
#define BY_TOLD_H

#define O(id) (c->opt[BY_##id])
#define IS(id, value) (O(id) == (value))
#define IS_GAME(id) (c->game == BY_GAME_##id)
#define FACT(name) (by_families[by_games[c->game]->family]->name)
#define LINE FACT(line)
#define FEET FACT(toes)
#define TRAINS FACT(trains)
#define CASTLE FACT(solitaire)
#define HUB (by_games[c->game]->presets[c->preset].hub)
#define FIVES (O(PLAY_UNIT) != 0)

#endif

/* told.h: what the conditions of explain.def and rulings.def are written with: `c` is the configuration. */
#ifndef BY_TOLD_H
#define BY_TOLD_H

#define O(id) (c->opt[BY_##id])
#define IS(id, value) (O(id) == (value))
#define FAMILY (by_games[c->game]->family)
#define LINE (FAMILY == BY_LINE)
#define FEET (FAMILY == BY_FEET)
#define TRAINS (FAMILY == BY_TRAINS)
#define CASTLE (FAMILY == BY_CASTLE)
#define HUB (by_games[c->game]->presets[c->preset].hub)
#define FIVES (O(PLAY_UNIT) != 0)

#endif

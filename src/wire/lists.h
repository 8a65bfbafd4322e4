/* SPDX-License-Identifier: MIT */
/* lists.h: writes the games, presets and options with their allowed values and defaults as JSON. */
#ifndef BY_WIRE_LISTS_H
#define BY_WIRE_LISTS_H

#include "events.h"

/* Returns {"game":…} for every game, with its presets, options, allowed values and defaults. */
by_json *by_games_json(void);

#endif

/* SPDX-License-Identifier: MIT */
/* naming.h: checks and chooses the display names at a table. */
#ifndef BY_ROOM_NAMING_H
#define BY_ROOM_NAMING_H

#include <stdbool.h>

struct by_room;

enum { BY_NAMING_ROOM = 168 };

/* Chooses a display name for a person who sits down: the requested name, or a numbered one such as Ann (2) if another
 * player's name looks the same. Returns false if the name is not allowed. */
bool by_naming(const struct by_room *r, const char *name, char out[BY_NAMING_ROOM]);

#endif

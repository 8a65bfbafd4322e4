/* SPDX-License-Identifier: MIT */
/* views.h: writes a view as the members of `state` and `view` (docs/protocol.md). */
#ifndef BY_WIRE_VIEWS_H
#define BY_WIRE_VIEWS_H

#include "events.h"

/* Adds the members of `state` or `view` (depending on the view's seat) to an object. */
void by_view_json(const struct by_view *v, by_json *into);

#endif

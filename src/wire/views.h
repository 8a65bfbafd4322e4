/* SPDX-License-Identifier: MIT */
/* views.h: a view as the members of `state` and `view` (docs/protocol.md). */
#ifndef BY_WIRE_VIEWS_H
#define BY_WIRE_VIEWS_H

#include "events.h"

/* The members of `state` or `view`, by the view's seat, added to an object. */
void by_view_json(const struct by_view *v, by_json *into);

#endif

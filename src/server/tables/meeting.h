/* SPDX-License-Identifier: MIT */
/* meeting.h: decides which people may meet at a table. */
#ifndef BY_SERVER_TABLES_MEETING_H
#define BY_SERVER_TABLES_MEETING_H

#include "store/store.h"

/* Return whether a quick match may seat `a` with `b` and whether `a` may invite `b`, respectively. No one may meet
 * themselves. Call on a store thread. */
bool by_meeting_allowed(struct by_store *s, const struct by_id *a, const struct by_id *b);

#endif

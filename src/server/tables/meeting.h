/* SPDX-License-Identifier: MIT */
/* meeting.h: which people may meet. */
#ifndef BY_SERVER_TABLES_MEETING_H
#define BY_SERVER_TABLES_MEETING_H

#include "store/store.h"

/* Returns whether a quick match may seat `a` beside `b`, and whether `a` may invite `b`. Nobody meets themselves. Call
 * on a thread of the store. */
bool by_meeting_allowed(struct by_store *s, const struct by_id *a, const struct by_id *b);

#endif

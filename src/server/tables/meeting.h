/* SPDX-License-Identifier: MIT */
/* meeting.h: decides which people may meet at a table. */
#ifndef BY_SERVER_TABLES_MEETING_H
#define BY_SERVER_TABLES_MEETING_H

#include "store/store.h"

/* Returns whether `a` and `b` may meet: whether a quick match may seat them together and `a` may invite `b`. No one may
 * meet themselves. Call on a store thread. */
bool by_meeting_allowed(struct by_store *s, const struct by_id *a, const struct by_id *b);

#endif

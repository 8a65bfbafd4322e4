/* SPDX-License-Identifier: MIT */
/* state.h: derives facts from a configuration and a state. */
#ifndef BY_RULES_STATE_H
#define BY_RULES_STATE_H

#include "author.h"

/* Returns the size of a round's deck under these rules (C-03, F-03, T-03, L-01). */
int by_rules_tiles(const struct by_config *c);

/* Returns the hand size for a set and a number of players, or 0 for a dash (F-02, T-02). */
int by_table_hand(int set, int players);

/* Returns the default set (F-02): `wish` if the sheet offers it for these players, otherwise the smallest set offered
 * for them, otherwise the smallest on the sheet. */
int by_table_set(const struct by_config *c, int wish);

/* Returns the method of deciding the next lead (BY_LEAD_*), and sets *seat if the rules name a seat (L-04 to L-06,
 * F-04, T-03). */
int by_lead_of(const struct by_state *s, int *seat);

#endif

/* SPDX-License-Identifier: MIT */
/* settle.h: stores the results of a finished match: its ledger line and the new ratings, its row in the history, and
 * its players' totals. Each is written exactly once, even if several servers settle the match or one crashes midway:
 * the table's row stays live until everything is stored. */
#ifndef BY_SERVER_RESULTS_SETTLE_H
#define BY_SERVER_RESULTS_SETTLE_H

#include "server/tables/inside.h"

/* Starts settling a table's latest match unless it is already settled or being settled. If the store fails, the next
 * call retries. */
void by_settle_step(struct live_table *t);

/* Returns whether the table's latest match is settled. Returns true if no match has finished yet. */
bool by_settle_done(const struct live_table *t);

#endif

/* SPDX-License-Identifier: MIT */
/* settle.h: writes what a finished match leaves behind: its line in the ledger and the new ratings, its row in the
 * history, and its players' results. Each is written once, whichever servers try, even if they crash in between: the
 * table stays live in its row until all of it is stored. */
#ifndef BY_SERVER_RESULTS_SETTLE_H
#define BY_SERVER_RESULTS_SETTLE_H

#include "server/tables/inside.h"

/* Starts to settle a table's latest match, if that is necessary and has not been started. If the store fails, the next
 * call tries again. */
void by_settle_step(struct live_table *t);

/* Returns whether the table's latest match is settled, or there is none. */
bool by_settle_done(const struct live_table *t);

#endif

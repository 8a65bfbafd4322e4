/* SPDX-License-Identifier: MIT */
/* replay.h: recomputes all ratings from the ledger. */
#ifndef BY_SERVER_RESULTS_REPLAY_H
#define BY_SERVER_RESULTS_REPLAY_H

#include <stdbool.h>

#include "store/store.h"

/* Prints the ledger, one line per match. Returns false, with the reason on standard error, if its chain is broken. */
bool by_ledger_print(struct by_store *s);

/* Recomputes all ratings from the ledger, compares them with the stored ones to the last digit, and prints the result.
 * With `replaces`, writes the ratings that differ, and the ladder. Returns false if the ledger's chain is broken, if a
 * rating differs and is not replaced, or if the store fails. */
bool by_ledger_replay(struct by_store *s, bool replaces);

#endif

/* SPDX-License-Identifier: MIT */
/* replay.h: computes all ratings again from the ledger. */
#ifndef BY_SERVER_RESULTS_REPLAY_H
#define BY_SERVER_RESULTS_REPLAY_H

#include <stdbool.h>

#include "store/store.h"

/* Prints the ledger, one line per match. Returns false, with the reason on standard error, if its chain is broken. */
bool by_ledger_print(struct by_store *s);

/* Computes all ratings from the ledger and compares them with the stored ones, to the last digit; `replaces`: writes
 * those that differ, and the ladder. Prints what it found. Returns false if the ledger's chain is broken, if a rating
 * differs and is not replaced, or if the store fails. */
bool by_ledger_replay(struct by_store *s, bool replaces);

#endif

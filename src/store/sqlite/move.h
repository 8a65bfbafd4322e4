/* SPDX-License-Identifier: MIT */
/* move.h: checkpoints the log into the main file while commits continue. Private to the store.
 *
 * Once the log has START pages, a separate thread with its own connection moves them to the main file and syncs it.
 * Meanwhile, commits add only a few pages, which the writer moves between two commits so that the log can restart. The
 * log never grows much beyond START * MOST pages: at that size, the writer waits for the thread. Only a reader that
 * never finishes can make the log longer. */
#ifndef BY_STORE_SQLITE_MOVE_H
#define BY_STORE_SQLITE_MOVE_H

#include "store/sqlite/db.h"

struct by_mover;

/* Starts the thread and opens its connection; `setup` must outlive it. Returns NULL and a fault on failure. */
struct by_mover *by_mover_new(const struct by_store_setup *setup, struct by_fault *f);
void by_mover_free(struct by_mover *m); /* stops the thread once it is idle; accepts NULL */

/* The writer calls this after every commit with the number of pages in the log. Returns true if the writer must move
 * the remaining pages now and then call by_mover_moved. */
bool by_mover_due(struct by_mover *m, int pages);
void by_mover_moved(struct by_mover *m);

/* Returns whether a checkpoint has failed. After a failure, nothing may be written until recovery. */
bool by_mover_failed(struct by_mover *m);

/* For recovery: by_mover_rest waits for a running checkpoint and closes the connection (accepts NULL); by_mover_go_on
 * reopens it with an empty log. */
void by_mover_rest(struct by_mover *m);
bool by_mover_go_on(struct by_mover *m);

/* Returns how many times the writer had to wait. */
uint64_t by_mover_waits(struct by_mover *m);

#endif

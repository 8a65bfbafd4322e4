/* move.h: moves the log into the main file beside whoever writes.  Inside the store only.
 *
 * A thread with a connection of its own moves and syncs what is in the log once it has START pages; commits go on
 * meanwhile and leave only few pages behind, which the writer moves itself between two commits, so that the log can
 * begin again from its start.  The log has never more than about MOST pages: then the writer waits for the thread.
 * Only a reader that does not end can make it longer. */
#ifndef BY_STORE_MOVE_H
#define BY_STORE_MOVE_H

#include "store/db.h"

struct by_mover;

/* With its connection open; setup is borrowed for good.  NULL and a fault. */
struct by_mover *by_mover_new(const struct by_store_setup *setup, struct by_fault *f);
void by_mover_free(struct by_mover *m);                 /* when it rests; NULL is fine */

/* The writer's, after every commit: there are so many pages in the log.  True: it moves what is left now, and says how
 * that went. */
bool by_mover_due(struct by_mover *m, int pages);
void by_mover_moved(struct by_mover *m);

/* Moving has failed: nothing may be written until it has rested and goes on.  NULL: no. */
bool by_mover_failed(struct by_mover *m);

/* For mending: waits until nothing moves, and closes the connection (NULL is fine); opens it again, with
 * an empty log. */
void by_mover_rest(struct by_mover *m);
bool by_mover_go_on(struct by_mover *m);

/* How often the writer had to wait. */
uint64_t by_mover_waits(struct by_mover *m);

#endif

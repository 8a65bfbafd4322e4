/* SPDX-License-Identifier: MIT */
/* reads.h: reads from the store on separate threads, so that the loop never waits for a database. */
#ifndef BY_SERVER_TABLES_READS_H
#define BY_SERVER_TABLES_READS_H

#include "store/store.h"

struct by_hub;

typedef void by_read_work(struct by_store *s, void *data); /* called on a store thread; must not use the hub */
typedef void by_read_done(void *data);                     /* called on the loop's thread once `work` has returned */

void by_reads_start(struct by_hub *h);
bool by_reads_busy(struct by_hub *h); /* calls `done` for finished reads; returns whether any are pending */
void by_reads_end(struct by_hub *h);
void by_reads_ask(struct by_hub *h, by_read_work *work, by_read_done *done, void *data);

#endif

/* SPDX-License-Identifier: MIT */
/* model.h: the expected contents of a store, for the tests of power cuts and bad disks. */
#ifndef BY_TESTS_STORE_MODEL_H
#define BY_TESTS_STORE_MODEL_H

#include "store/store.h"

enum { TABLES = 3, MOST = 1024 }; /* entries of a table */

/* State of an entry: not sent, sent, and the answer for its batch. */
enum fate { NEVER, SENT, WAS_KEPT, WAS_REFUSED, IS_UNKNOWN };

struct model {
    uint64_t chance;
    int head[TABLES];                 /* the last saved entry */
    enum fate fate[TABLES][MOST + 1]; /* of entry n */
    bool ends[TABLES][MOST + 1];      /* whether it is the last of its batch */
    long kept;                        /* entries in total */
    bool broken;                      /* the store reported it */
    char why[200];                    /* the first error */
};

void model_init(struct model *m, uint64_t seed);

/* Sends batches concurrently and waits for all answers.  heavy: also entries of many pages. */
void model_burst(struct model *m, struct by_store *s, int batches, bool heavy);

/* After a repair: looks up every unknown entry by its key.  Returns false if reading fails. */
bool model_look_up(struct model *m, struct by_store *s);

/* Checks that every saved entry exists once, that no refused one does, that batches are complete, and that the chain is
 * valid.  Marks existing entries as saved.  Returns false with the reason in `why`. */
bool model_check(struct model *m, struct by_store *s);

/* The database's own check of all its pages. */
bool model_pages(struct model *m, const char *path);
#endif

/* SPDX-License-Identifier: MIT */
/* model.h: what a store should hold, kept beside it by the tests of power cuts and bad disks. */
#ifndef BY_TESTS_STORE_MODEL_H
#define BY_TESTS_STORE_MODEL_H

#include "store/store.h"

enum { TABLES = 3, MOST = 1024 }; /* entries of a table */

/* Of an entry: not sent, sent, and what was said of its batch. */
enum fate { NEVER, SENT, WAS_KEPT, WAS_REFUSED, IS_UNKNOWN };

struct model {
    uint64_t chance;
    int head[TABLES];                 /* the last entry that was kept */
    enum fate fate[TABLES][MOST + 1]; /* of entry n */
    bool ends[TABLES][MOST + 1];      /* it is the last of its batch */
    long kept;                        /* entries, over all */
    bool broken;                      /* the store has said so */
    char why[200];                    /* the first thing that was wrong */
};

void model_init(struct model *m, uint64_t seed);

/* Sends batches at once and waits for all answers.  heavy: also entries of many pages. */
void model_burst(struct model *m, struct by_store *s, int batches, bool heavy);

/* After mending: looks every unknown entry up by its key.  False: it could not be read. */
bool model_look_up(struct model *m, struct by_store *s);

/* Is everything there that was kept, nothing that was refused, each once, whole batches, the chain right?  What is
 * there then counts as kept.  False: `why` says what is wrong. */
bool model_check(struct model *m, struct by_store *s);

/* The database's own check of all its pages. */
bool model_pages(struct model *m, const char *path);
#endif

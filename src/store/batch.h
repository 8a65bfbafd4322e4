/* SPDX-License-Identifier: MIT */
/* batch.h: validates a batch and copies it into one block. */
#ifndef BY_STORE_BATCH_H
#define BY_STORE_BATCH_H

#include "store/store.h"

/* Validate a batch, return the number of bytes that its copy needs, and copy it. */
bool by_batch_whole(const struct by_batch *b);
size_t by_batch_size(const struct by_batch *b);
void by_batch_copy(struct by_batch *to, void *behind, const struct by_batch *b);

#endif

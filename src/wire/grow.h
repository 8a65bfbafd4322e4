/* SPDX-License-Identifier: MIT */
/* grow.h: allocates a table's memory as it grows, for hosted programs. */
#ifndef BY_WIRE_GROW_H
#define BY_WIRE_GROW_H

#include "boneyard/table.h"

/* Makes room for another move and, if `rounds` is set, another deal. Call this function before each move and deal.
 * Start from a table without a log (by_table_init with NULL and 0). */
void by_table_grow(struct by_table *t, bool rounds);

/* Frees the memory allocated by by_table_grow. */
void by_table_clear(struct by_table *t);

#endif

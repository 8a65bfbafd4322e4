/* SPDX-License-Identifier: MIT */
/* spread.h: holds the tiles and batches before they are counted. This is the interface between history.c and
 * belief.c. */
#ifndef BY_SPREAD_H
#define BY_SPREAD_H

#include "bots/belief/belief.h"
#include "planted.h"

#define NO_ITEM 255

/* Items are the tiles to assign to batches: first the unseen tiles (`hidden` of them), then the tiles that hidden seats
 * have played. A column is the set of items, by position in `tile`, that may be in a batch. */
struct spread {
    int items, hidden, batches;
    bool loose; /* batches were merged for lack of space */
    by_tile tile[BY_MAX_TILES];
    bool laid[BY_MAX_TILES];
    uint8_t item_of[256];
    struct by_belief_batch batch[BY_BATCHES];
    struct by_set column[BY_BATCHES];
};

/* Adds places to this owner's batch with the same restrictions, or starts a new batch. Near the limit, only an owner
 * without a batch starts one; other places are merged into an existing batch of their owner. */
static inline void spread_batch(struct spread *s, int owner, int room, struct by_set column)
{
    int g, own = -1;

    for (g = 0; g < s->batches; g++) {
        if (s->batch[g].owner != owner)
            continue;
        own = g;
        if (memcmp(&s->column[g], &column, sizeof column) == 0)
            break;
    }
    if (g == s->batches && g >= BY_BATCHES - (BY_PLANTED(210) ? 0 : BY_OWNERS) && own >= 0) {
        g = own;
        s->column[g] = by_set_or(s->column[g], column);
        s->loose = true;
    }
    if (g == s->batches) {
        BY_ASSERT(g < BY_BATCHES);
        s->batch[s->batches++] = (struct by_belief_batch){ (uint8_t)owner, 0 };
        s->column[g] = column;
    }
    s->batch[g].room = (uint8_t)(s->batch[g].room + room);
}

#endif

/* SPDX-License-Identifier: MIT */
/* pack.h: declares packing helpers shared with the families (boneyard/pack.h). */
#ifndef BY_RULES_PACK_H
#define BY_RULES_PACK_H

#include "boneyard/view.h"

/* A view being packed or unpacked (pack.c). */
struct by_packing {
    bool reads, bad;
    uint8_t *to;
    const uint8_t *from;
    size_t at, n;
};

uint8_t by_walk_byte(struct by_packing *w, uint8_t value);
uint64_t by_walk_number(struct by_packing *w, uint64_t value, int bytes);

#define BYTE(x) ((x) = by_walk_byte(w, (x)))
#define TWO(x) ((x) = (uint16_t)by_walk_number(w, (x), 2))
#define FOUR(x) ((x) = (uint32_t)by_walk_number(w, (x), 4))
#define SIGNED(x) ((x) = (int32_t)(uint32_t)by_walk_number(w, (uint32_t)(x), 4))

/* Adds a tile to `all`. Returns false if the tile was added before or is not in the set. */
bool by_add_new(const struct by_view *v, struct by_set *all, by_tile t);

#endif

/* SPDX-License-Identifier: MIT */
/* ends.h: declarations shared by the families whose tiles join other tiles. */
#ifndef BY_RULES_FAMILIES_ENDS_H
#define BY_RULES_FAMILIES_ENDS_H

#include "family.h"

void by_put_tile_place(struct by_text *t, by_move m);
size_t by_read_tile_place(const char *text, size_t length, int *place, bool *flip_at);
void by_walk_laid(struct by_packing *w, struct by_view *v);
bool by_ends_fit(struct by_view *v, struct by_set *seen);
void by_say_tile_place(const struct by_saying *s, int seat, by_move m);
void by_fits_no_end(const struct by_why *r, by_tile t);
const char *by_ends_in_words(const struct by_why *r, char *out, size_t size);

#endif

/* SPDX-License-Identifier: MIT */
/* family.h: declares the parts of the rules in which families differ: notation, packed bytes, scores and sentences.
 *
 * Each family has a file here with its `struct by_family`. The comments say which members may be NULL. */
#ifndef BY_FAMILIES_FAMILY_H
#define BY_FAMILIES_FAMILY_H

#include "author.h"
#include "boneyard/explain.h"
#include "boneyard/terms.h"
#include "pack.h"
#include "say.h"
#include "why.h"

struct by_family_rules {
    const char *draw_rule, *join_rule; /* rules that refusals cite: draw before passing, and match the ends */

    /* Write and read the part after '@' (N-02, N-03). The reader returns the number of characters read, or 0 if they
     * are not a place. */
    void (*put_place)(struct by_text *t, by_move m);
    size_t (*read_place)(const char *text, size_t length, int *place, bool *flip_at);

    /* For pack.h: walk_now packs the family's part of `now` (may be NULL), and walk_table packs the table. `fits` adds
     * the tiles to `seen`, checks that the table is possible, and derives the remaining members. */
    void (*walk_now)(struct by_packing *w, struct by_now *now);
    void (*walk_table)(struct by_packing *w, struct by_view *v);
    bool (*fits)(struct by_view *v, struct by_set *seen);

    /* For tally.h: `score` adds points scored in play, `settle` ends a round, and `tied` returns the seats that tie
     * (may be NULL). */
    void (*score)(struct by_state *s, int seat, int points, struct by_step_out *out);
    void (*settle)(struct by_state *s, int end, int seat, const struct by_left left[], struct by_step_out *out);
    uint32_t (*tied)(const struct by_state *s, const struct by_left left[]);

    /* For terms.h: calculates the bonus of a round. NULL if each seat pays for its own tiles. */
    void (*sum)(const struct by_state *s, const struct by_left left[], int end, int seat, struct by_sum *out);

    /* For why.h: describes where a tile was laid. */
    void (*say_place)(const struct by_saying *s, int seat, by_move m);

    /* Write refusals, and return true if they have written the reason. All except fits_nowhere may be NULL. `refuse`
     * handles a kind of move that the family lacks, and refuse_train a train or tile that no move can name.
     * fits_nowhere handles a tile that cannot be laid, and put_duty any move while another one must come first. */
    bool (*refuse)(const struct by_why *r, by_move m);
    bool (*refuse_train)(const struct by_why *r, int train);
    void (*fits_nowhere)(const struct by_why *r, by_tile t);
    bool (*put_duty)(const struct by_why *r, const char *before);
};

static inline const struct by_family_rules *by_rules_of(int family) { return by_families[family]->rules; }

#endif

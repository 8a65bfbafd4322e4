/* SPDX-License-Identifier: MIT */
/* boneyard/family.h: declares the facts shared by games with the same kind of table.
 *
 * Every game belongs to a family, and the layers above the rules depend on the family, not on the game. They read the
 * facts below or call a function through a table generated from families.def. tools/arrows.py rejects code that
 * compares a family with a constant.
 */
#ifndef BONEYARD_FAMILY_H
#define BONEYARD_FAMILY_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum by_family_id {
#define BY_FAMILY(id, name) BY_##id,
#include "boneyard/families.def"
#undef BY_FAMILY
    BY_FAMILIES
};

struct by_family {
    const char *key;  /* "line" */
    uint8_t top;      /* the highest number in play, even if the set is larger (L-01) */
    bool low_wins;    /* the lowest total after a fixed number of rounds wins; if false, the highest total of at least
                       * the target wins */
    bool sets_aside;  /* the deck lacks the round's double (F-03, T-03), except in a hub game */
    bool by_options;  /* options determine the leader and whether players draw (L-04 to L-06, L-09) */
    bool asks_scores; /* a call takes unclaimed points (L-25); if false, it catches an unannounced last tile (T-16) */
    bool toes;        /* a double must be filled first (F-05, F-07): now.of.line.must and toes */
    bool line;        /* the tiles form one line, with arms at spinners */
    bool ends;        /* the tiles form a tree, and `place` lists its open ends */
    bool trains;      /* tiles go to trains (N-03): now.of.trains, tail, length */
    bool solitaire;   /* one player without a hand removes tiles from an open row: now.of.castle, row */
    const struct by_family_rules *rules; /* private to src/rules */
};

extern const struct by_family *const by_families[BY_FAMILIES]; /* in the order of families.def */

#ifdef __cplusplus
}
#endif

#endif

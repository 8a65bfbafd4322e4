/* SPDX-License-Identifier: MIT */
/* ledger.h: reads rated matches, one line each, and computes the list of ratings from them.
 *
 *     {"time":1790000000,"family":"line","sides":[["k7f2","q3aa"],["zz10","bot:hard"]],"ranks":[1,2]}
 *
 * `time` is when the match ended, in seconds since 1970. A player is a pseudonym that means nothing outside the
 * ledger, or "bot:" and the key of a bot. Equal ranks mean a tie. The ratings are never stored: the same lines in the
 * same order give the same list, to the last digit, on every machine. */
#ifndef BY_RATING_LEDGER_H
#define BY_RATING_LEDGER_H

#include <stddef.h>
#include <stdint.h>

#include "rating.h"

#define BY_PSEUDONYM 65 /* bytes of a pseudonym, including the terminating NUL */

struct by_ledger_line {
    int64_t time;
    enum by_family_id family;
    int players, sides, side[BY_SEATS], rank[BY_SEATS]; /* as in struct by_match */
    char player[BY_SEATS][BY_PSEUDONYM];
};

/* Reads a line of n bytes. Returns false and sets a fault if the line is invalid. */
bool by_ledger_read(const char *line, size_t n, struct by_ledger_line *out, struct by_fault *f);

/* Writes a line without a newline. The caller frees it. */
char *by_ledger_write(const struct by_ledger_line *l);

/* Rates the match described by a valid line and updates its players' ratings, given in the line's order. The elements
 * for bots are ignored, since bots keep their anchors. */
void by_ledger_rate(const struct by_ledger_line *l, struct by_rating *const rating[BY_SEATS]);

/* A player's rating in a family. */
struct by_standing {
    char player[BY_PSEUDONYM];
    enum by_family_id family;
    struct by_rating rating;
    int64_t matches;
};

/* All ratings; { 0 } is an empty list. */
struct by_ladder {
    struct by_standing *at; /* in the order of first appearance, until by_ladder_sort */
    size_t n, room;
    uint32_t *slot; /* a hash table: each slot holds 0 or a position in `at` plus 1 */
    size_t slots;
};
void by_ladder_clear(struct by_ladder *l);

/* Rates the match described by a line. Bots keep their anchors and are not listed. */
void by_ladder_add(struct by_ladder *l, const struct by_ledger_line *line);

/* Returns a player's standing, or NULL. The pointer is valid until the next by_ladder_add or by_ladder_sort. */
const struct by_standing *by_ladder_find(const struct by_ladder *l, enum by_family_id family, const char *player);

/* Sorts by family, then by rating, highest first. Nothing may be added afterwards. */
void by_ladder_sort(struct by_ladder *l);

#endif

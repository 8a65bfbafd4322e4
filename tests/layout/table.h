/* SPDX-License-Identifier: MIT */
/* table.h: the property suite of the layouts.  Each program plays rounds of a game, lays out every position for a
 * table of some size and checks it; table_spoil.c breaks layouts on purpose, to show that each check detects the fault.
 *
 * A failure can be repeated with a rule string, a seed and a size:
 *
 *     table --rules "muggins:classic players=3" --seed 17 --size 360x640
 */
#ifndef LAYOUT_TABLE_H
#define LAYOUT_TABLE_H

#include "boneyard/layout.h"
#include "boneyard/deal.h"
#include "boneyard/text.h"

/* Prints the error with the rules, seed, size and move, unless found.quiet is set.  Returns false. */
bool bad(const char *check, const char *format, ...) __attribute__((format(printf, 2, 3)));

struct found {
    bool quiet;
    int failures;
    char check[24], first[256];
    uint64_t positions, layouts, moves;
    uint64_t apart;  /* number of positions with a detached tile (layout.h) */
    int tiles, fold; /* the maximum of each */
};
extern struct found found;

/* ---- table_plane.c: a second implementation of tiles on the plane ---- */

/* Returns whether two tiles share more than an edge. Exact, by separating axes. */
bool exact_overlap(const struct by_spot *s, const struct by_spot *t);

/* Returns the distance between two halves (0, 1) or whole tiles (-1), in units; 0 if they touch or overlap. */
double half_distance(const struct by_spot *s, int half_s, const struct by_spot *t, int half_t);

/* Returns whether `s` touches half `half` of `on` (-1 for either), as layout.h requires. */
bool touches(int family, const struct by_spot *s, bool twin, const struct by_spot *on, bool on_twin, int half);

/* Does the same for a tile laid at the start x, y of an arm. */
bool leaves_at(const struct by_spot *s, bool twin, int32_t x, int32_t y);

/* ---- table_check.c: one position; the check ends at the first fault ---- */

bool check_layout(const struct by_view *v, const struct by_layout *l, const by_move *list, int n);
bool check_seats(const struct by_state *s, const struct by_layout *l);

/* Checks `to`, the layout that follows `from` after the move (which may be a draw) in the same round. */
bool check_stable(const struct by_layout *from, const struct by_layout *to, const struct by_spot *landed);

/* ---- table_rows.c ---- */
bool check_rows(const struct by_view *v);

/* ---- table_spoil.c: layouts, unchanged or broken on purpose ---- */

void t_make(const struct by_view *v, int32_t width, int32_t height, struct by_layout *out);
bool t_spot(const struct by_layout *l, const struct by_view *v, by_move m, struct by_spot *out);
void t_rows(const struct by_view *v, struct by_rows *out);

extern int harm; /* 0 if unchanged, otherwise the kind of damage, below `harms` */
extern const int harms;
struct harm_words {
    const char *what, *check, *game;
}; /* the check that must detect it, and the game */
extern const struct harm_words harm_words[];

#endif

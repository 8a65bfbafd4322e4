/* SPDX-License-Identifier: MIT */
/* feet.c: defines the family of Chickenfoot, a tree of tiles in which each new double must be filled first. */
#include "ends.h"

/* F-05, F-07. */
static bool put_duty(const struct by_why *r, const char *before)
{
    const struct by_view *v = r->v;
    int foot = v->now.of.line.must;

    if (foot == BY_NO_TILE)
        return false;
    by_put(r->t, before);
    TELL(FILL_FIRST, BY_THE_TILE(v->laid[foot].tile), BY_NUMBER(v->now.of.line.toes),
         BY_WORDS(foot == 0 ? "F-05" : "F-07"));
    return true;
}

static const struct by_family_rules rules = {
    .draw_rule = "F-08",
    .join_rule = "F-06",
    .put_place = by_put_tile_place,
    .read_place = by_read_tile_place,
    .walk_table = by_walk_laid,
    .fits = by_ends_fit,
    .score = by_add_score,
    .settle = by_low_settle,
    .say_place = by_say_tile_place,
    .fits_nowhere = by_fits_no_end,
    .put_duty = put_duty,
};

const struct by_family by_family_feet = { .key = "feet",
                                          .top = BY_MAX_NUMBER,
                                          .low_wins = true,
                                          .sets_aside = true,
                                          .toes = true,
                                          .ends = true,
                                          .rules = &rules };

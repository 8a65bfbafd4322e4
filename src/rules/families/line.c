/* SPDX-License-Identifier: MIT */
/* line.c: defines the family of line games: Block, Draw, Muggins and its relatives. */
#include "ends.h"
#include "games/line.h"

static void score(struct by_state *s, int seat, int points, struct by_step_out *out)
{
    by_line_score(s, seat, points, out);
}

static const struct by_family_rules rules = {
    .draw_rule = "L-10",
    .join_rule = "L-07",
    .put_place = by_put_tile_place,
    .read_place = by_read_tile_place,
    .walk_table = by_walk_laid,
    .fits = by_ends_fit,
    .score = score,
    .settle = by_line_settle,
    .sum = by_line_sum,
    .tied = by_line_tied,
    .say_place = by_say_tile_place,
    .fits_nowhere = by_fits_no_end,
};

const struct by_family by_family_line = {
    .key = "line", .top = 6, .by_options = true, .asks_scores = true, .line = true, .ends = true, .rules = &rules
};

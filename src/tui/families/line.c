/* SPDX-License-Identifier: MIT */
/* line.c: shows the line games in the terminal. */
#include <string.h>

#include "boneyard/text.h"
#include "tui/board/board.h"
#include "tui/board/rows.h"
#include "tui/board/picture.h"
#include "tui/family.h"
#include "tui/plain/plain.h"
#include "util/tell.h"

static void draw(struct by_board *b)
{
    if (by_board_large(b))
        return;
    if (b->marks->rows)
        by_board_rows(b);
    else
        by_board_scrolling(b);
}

/* Returns the count of an end (L-15). A double with one neighbour, or none, counts both halves. */
static int end_counts(const struct by_view *v, int place)
{
    const struct by_laid *laid = &v->laid[v->place[place].laid];

    if (!by_is_double(laid->tile))
        return v->place[place].number;
    return laid->beside <= 1 ? 2 * v->place[place].number : 0;
}

static void line_end(struct by_text *t, const struct by_telling *by, int place)
{
    const struct by_view *v = by->v;
    size_t at = t->used + 1;

    by_put_char(t, ' ');
    by_put(t, by->place[place]);
    by_plain_capital(t, at);
    by_put(t, ": ");
    by_put_int(t, v->place[place].number);
    if (!by_plain_either(by->place[place])) {
        by_tell_put(t, "tui.place.on", NULL);
        by_put_tile(t, v->laid[v->place[place].laid].tile, false);
    }
    if (by_count_told(v)) {
        by_tell_put(t, "tui.counts", BY_PARTS(BY_NUMBER(end_counts(v, place))));
    }
    by_put_char(t, '.');
}

/* Lists the ends in a fixed order, regardless of the last move. */
static void put_ends(struct by_text *t, const struct by_telling *by)
{
    static const char *const order[] = { "tui.place.left", "tui.place.top", "tui.place.right", "tui.place.bottom",
                                         "tui.place.either" };
    const struct by_view *v = by->v;
    int ends = v->now.places;

    for (int i = 0; i < v->now.places; i++)
        ends += by_plain_either(by->place[i]);
    by_tell_put(t, "tui.line", BY_PARTS(BY_NUMBER(ends)));
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        for (int i = 0; i < v->now.places; i++)
            if (strncmp(by->place[i], by_tell(order[k]), strlen(by_tell(order[k]))) == 0)
                line_end(t, by, i);
    if (by_count_told(v)) {
        by_tell_put(t, "tui.ends.make", BY_PARTS(BY_NUMBER(v->now.of.line.count)));
    }
}

const struct by_tui_family by_tui_family_line = { draw, by_picture_rows, put_ends };

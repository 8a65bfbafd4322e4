/* SPDX-License-Identifier: MIT */
/* feet.c: shows Chickenfoot in the terminal. */
#include "boneyard/text.h"
#include "tui/board/board.h"
#include "tui/board/feet.h"
#include "tui/board/picture.h"
#include "tui/board/rows.h"
#include "tui/family.h"
#include "tui/plain/plain.h"
#include "util/tell.h"

static void draw(struct by_board *b)
{
    if (!by_board_large(b) && !by_board_feet(b))
        by_board_rows(b);
}

static void put_ends(struct by_text *t, const struct by_telling *by)
{
    const struct by_view *v = by->v;
    uint8_t must = v->now.of.line.must;

    if (must != BY_NO_TILE) {
        by_tell_put(t, "tui.toes.must", BY_PARTS(BY_THE_TILE(v->laid[must].tile), BY_NUMBER(v->now.of.line.toes)));
        return;
    }
    by_tell_put(t, "tui.toes", BY_PARTS(BY_NUMBER(v->now.places)));
    for (int i = 0; i < v->now.places; i++) {
        by_plain_between(t, i, v->now.places);
        by_put_int(t, v->place[i].number);
        by_tell_put(t, "tui.place.on", NULL);
        by_put_tile(t, v->laid[v->place[i].laid].tile, false);
    }
    by_put_char(t, '.');
}

const struct by_tui_family by_tui_family_feet = { draw, by_picture_rows, put_ends };

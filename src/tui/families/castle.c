/* SPDX-License-Identifier: MIT */
/* castle.c: shows Castle Rock in the terminal. */
#include "boneyard/text.h"
#include "tui/board/castle.h"
#include "tui/board/picture.h"
#include "tui/family.h"
#include "tui/plain/plain.h"
#include "util/tell.h"

static void print(FILE *out, const struct by_view *v, const char *const names[])
{
    struct by_picture_line r = by_picture_row(out, "  ", 2);

    (void)names;
    for (int i = 0; i < v->now.laid; i++) {
        by_picture_tile(&r, v->row[i], false);
        by_picture_put(&r, i + 1 < v->now.laid ? " " : "");
    }
    fprintf(out, "%s\n", v->now.laid == 0 ? by_tell("tui.row.empty") : "");
    by_tell_print(out, "tui.picture.removed", BY_PARTS(BY_NUMBER(v->now.of.castle.removed)));
}

static void put_ends(struct by_text *t, const struct by_telling *by)
{
    const struct by_view *v = by->v;

    if (v->now.laid == 0) {
        by_tell_put(t, "tui.row.empty", NULL);
        return;
    }
    by_tell_put(t, "tui.row", BY_PARTS(BY_NUMBER(v->now.laid)));
    for (int i = 0; i < v->now.laid; i++) {
        by_put(t, i == 0 ? "" : ", ");
        by_put_tile(t, v->row[i], false);
    }
    by_tell_put(t, "tui.row.rest", BY_PARTS(BY_NUMBER(v->boneyard), BY_NUMBER(v->now.of.castle.removed)));
}

const struct by_tui_family by_tui_family_castle = { by_board_castle, print, put_ends };

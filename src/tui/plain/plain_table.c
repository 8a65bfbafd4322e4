/* SPDX-License-Identifier: MIT */
/* plain_table.c: describes the whole table and the seats in sentences (plain.h). */
#include <string.h>

#include "boneyard/layout.h"
#include "boneyard/text.h"
#include "plain.h"
#include "util/tell.h"

/* Lists tiles from left to right, each with its left half first, so that touching halves are adjacent, or from right to
 * left with halves swapped. */
static void put_row(struct by_text *t, const struct by_view *v, const struct by_rows *rows, const struct by_row *row,
                    bool back)
{
    for (int i = 0; i < row->n; i++) {
        int k = back ? row->begin + row->n - 1 - i : row->begin + i;

        by_put(t, i == 0 ? "" : ", ");
        by_put_tile(t, v->laid[rows->at[k]].tile, (rows->low_left[k] != 0) != back);
    }
}

/* Returns whether a row begins on the right. Rows begin at the older arm, on either side of the screen, but the end
 * named "left" must also be on the left here. */
static bool begins_right(const struct by_view *v, const struct by_rows *rows)
{
    static struct by_layout l; /* static because the layout is large; only one is made at a time */
    int first = rows->at[rows->row[0].begin], last = rows->at[rows->row[0].begin + rows->row[0].n - 1];

    if (!by_families[v->family]->line)
        return false;
    by_layout_make(v, 0, 0, &l);
    return l.at[first].x > l.at[last].x;
}

static void put_train_row(struct by_text *t, const struct by_telling *by, const struct by_rows *rows,
                          const struct by_row *row)
{
    const struct by_view *v = by->v;
    int train = row->train;

    if (train == BY_MEXICAN)
        by_tell_put(t, "tui.row.mexican", NULL);
    else if (train == by->you)
        by_tell_put(t, "tui.row.yours", NULL);
    else
        by_tell_put(t, "tui.row.of", BY_PARTS(BY_WORDS(by->names[train])));
    if (train != BY_MEXICAN && (v->now.of.trains.markers >> train & 1) != 0)
        by_tell_put(t, "tui.row.open", NULL);
    by_put(t, row->n > 0 ? ": " : by_tell("tui.row.unbegun"));
    put_row(t, v, rows, row, false);
    by_tell_put(t, (v->now.of.trains.doubles >> train & 1) != 0 ? "tui.row.double" : "tui.row.wants",
                BY_PARTS(BY_NUMBER(v->tail[train])));
}

void by_plain_table(const struct by_telling *by, char out[BY_PLAIN_TEXT])
{
    static struct by_rows rows; /* static because the struct is large; only one is made at a time */
    const struct by_view *v = by->v;
    struct by_text t = by_tell_on(out, BY_PLAIN_TEXT);

    if (by_families[v->family]->solitaire || (v->now.laid == 0 && !by_families[v->family]->trains)
        || (by_families[v->family]->trains && v->centre == BY_NO_TILE)) {
        by_plain_ends(by, out);
        return;
    }
    by_rows_make(v, &rows);
    if (by_families[v->family]->trains) {
        by_tell_put(&t, "tui.engine", BY_PARTS(BY_THE_TILE(v->centre)));
    }
    for (int i = 0; i < rows.rows; i++) {
        const struct by_row *row = &rows.row[i];

        if (by_families[v->family]->trains) {
            put_train_row(&t, by, &rows, row);
            continue;
        }
        if (row->on == BY_NO_TILE) {
            by_tell_put(&t, by_families[v->family]->toes ? "tui.table.centre" : "tui.table.line", NULL);
        } else {
            by_tell_put(&t, "tui.table.off", BY_PARTS(BY_THE_TILE(v->laid[row->on].tile)));
        }
        put_row(&t, v, &rows, row, row->on == BY_NO_TILE && begins_right(v, &rows));
        by_put_char(&t, '.');
    }
}

void by_plain_seats(const struct by_telling *by, char out[BY_PLAIN_TEXT])
{
    const struct by_view *v = by->v;
    struct by_text t = by_tell_on(out, BY_PLAIN_TEXT);
    int first = by->you >= 0 ? by->you : 0;

    for (int k = 0; k < v->players && !by_families[v->family]->solitaire; k++) {
        int seat = (first + k) % v->players;

        by_tell_put(&t, v->rules.opt[BY_TEAMS] == BY_ON && by->you >= 0 && k == 2 ? "tui.seat.partner" : "tui.seat.has",
                    BY_PARTS(BY_SEAT_AS(by->names[seat], seat == by->you), BY_NUMBER(v->count[seat]),
                             BY_NUMBER(v->score[seat])));
        if (v->now.phase == BY_PLAYING && v->now.turn == seat)
            by_tell_put(&t, "tui.seat.plays", BY_PARTS(BY_SEAT_AS(by->names[seat], seat == by->you)));
        by_put(&t, ". ");
    }
    by_tell_put(&t, "tui.boneyard", BY_PARTS(BY_NUMBER(v->boneyard)));
    if (v->drawable < v->boneyard && v->rules.opt[BY_DRAW] != BY_DRAW_NONE)
        by_tell_put(&t, "tui.boneyard.drawable", BY_PARTS(BY_NUMBER(v->drawable)));
    by_put_char(&t, '.');
}

/* plain_table.c: the whole table and the seats in sentences (plain.h). */
#include <string.h>

#include "boneyard/layout.h"
#include "boneyard/text.h"
#include "plain.h"

/* Tiles from left to right, each with its left half first, so that touching halves follow each other; or from right
 * to left, turned round. */
static void put_row(struct by_text *t, const struct by_view *v, const struct by_rows *rows, const struct by_row *row,
                    bool back)
{
    for (int i = 0; i < row->n; i++) {
        int k = back ? row->begin + row->n - 1 - i : row->begin + i;

        by_put(t, i == 0 ? "" : ", ");
        by_put_tile(t, v->laid[rows->at[k]].tile, (rows->low_left[k] != 0) != back);
    }
}

/* Rows begin at the older arm, wherever the table has it: what is called left has to be left here too. */
static bool begins_right(const struct by_view *v, const struct by_rows *rows)
{
    static struct by_layout l;          /* large; made one at a time */
    int first = rows->at[rows->row[0].begin], last = rows->at[rows->row[0].begin + rows->row[0].n - 1];

    if (v->family != BY_LINE)
        return false;
    by_layout_make(v, 0, 0, &l);
    return l.at[first].x > l.at[last].x;
}

static void put_train_row(struct by_text *t, const struct by_telling *by, const struct by_rows *rows,
                          const struct by_row *row)
{
    const struct by_view *v = by->v;
    int train = row->train;

    by_put(t, train == BY_MEXICAN ? " The Mexican Train" : train == by->you ? " Your train" : " The train of ");
    if (train != BY_MEXICAN && train != by->you)
        by_put(t, by->names[train]);
    by_put(t, train != BY_MEXICAN && (v->now.of.trains.markers >> train & 1) != 0 ? ", open to all" : "");
    by_put(t, row->n > 0 ? ": " : " has not begun");
    put_row(t, v, rows, row, false);
    by_put(t, (v->now.of.trains.doubles >> train & 1) != 0 ? "; an open double, wants " : "; wants ");
    by_put_int(t, v->tail[train]);
    by_put_char(t, '.');
}

void by_plain_table(const struct by_telling *by, char out[BY_PLAIN_TEXT])
{
    static struct by_rows rows;         /* large; told one at a time */
    const struct by_view *v = by->v;
    struct by_text t = by_text_on(out, BY_PLAIN_TEXT);

    if (v->family == BY_CASTLE || (v->now.laid == 0 && v->family != BY_TRAINS)
        || (v->family == BY_TRAINS && v->centre == BY_NO_TILE)) {
        by_plain_ends(by, out);
        return;
    }
    by_rows_make(v, &rows);
    if (v->family == BY_TRAINS) {
        by_put(&t, "The engine is ");
        by_put_tile(&t, v->centre, false);
        by_put_char(&t, '.');
    }
    for (int i = 0; i < rows.rows; i++) {
        const struct by_row *row = &rows.row[i];

        if (v->family == BY_TRAINS) {
            put_train_row(&t, by, &rows, row);
            continue;
        }
        if (row->on == BY_NO_TILE) {
            by_put(&t, v->family == BY_FEET ? "The centre is " : "The line from left to right: ");
        } else {
            by_put(&t, " Off ");
            by_put_tile(&t, v->laid[row->on].tile, false);
            by_put(&t, ": ");
        }
        put_row(&t, v, &rows, row, row->on == BY_NO_TILE && begins_right(v, &rows));
        by_put_char(&t, '.');
    }
}

void by_plain_seats(const struct by_telling *by, char out[BY_PLAIN_TEXT])
{
    const struct by_view *v = by->v;
    struct by_text t = by_text_on(out, BY_PLAIN_TEXT);
    int first = by->you >= 0 ? by->you : 0;

    for (int k = 0; k < v->players && v->family != BY_CASTLE; k++) {
        int seat = (first + k) % v->players;

        by_put(&t, seat == by->you ? "You have " : by->names[seat]);
        if (seat != by->you)
            by_put(&t, v->rules.opt[BY_TEAMS] == BY_ON && by->you >= 0 && k == 2 ? ", your partner, has " : " has ");
        by_put_count(&t, v->count[seat], "tile");
        by_put(&t, " and ");
        by_put_count(&t, v->score[seat], "point");
        if (v->now.phase == BY_PLAYING && v->now.turn == seat)
            by_put(&t, seat == by->you ? " and play now" : " and plays now");
        by_put(&t, ". ");
    }
    by_put(&t, "The boneyard has ");
    by_put_count(&t, v->boneyard, "tile");
    if (v->drawable < v->boneyard && v->rules.opt[BY_DRAW] != BY_DRAW_NONE && v->family == BY_LINE) {
        by_put(&t, ", of which ");
        by_put_int(&t, v->drawable);
        by_put(&t, " may be drawn");
    }
    by_put_char(&t, '.');
}

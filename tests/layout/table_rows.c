/* SPDX-License-Identifier: MIT */
/* table_rows.c: checks the table as rows. */
#include "table.h"

#include <string.h>

static int left_of(const struct by_view *v, const struct by_rows *r, int k)
{
    by_tile t = v->laid[r->at[k]].tile;

    return r->low_left[k] ? by_low(t) : by_high(t);
}

static int right_of(const struct by_view *v, const struct by_rows *r, int k)
{
    return by_pips(v->laid[r->at[k]].tile) - left_of(v, r, k);
}

static bool match(const struct by_view *v, int a, int b)
{
    return a == b || (v->family == BY_LINE && v->rules.opt[BY_BLANKS] == BY_BLANKS_WILD && (a == 0 || b == 0));
}

/* Returns the number of the half at which laid[i] and laid[on] touch, either of laid[i] or of laid[on]. */
static int touching(const struct by_view *v, int i, bool of_on)
{
    return of_on ? by_touching(v->laid[v->laid[i].on].tile, v->laid[i].flip >> 1 & 1)
                 : by_touching(v->laid[i].tile, v->laid[i].flip & 1);
}

/* Returns whether two tiles side by side were laid against each other with just these halves. */
static bool side_by_side(const struct by_view *v, const struct by_rows *r, int k)
{
    int a = r->at[k], b = r->at[k + 1], right = right_of(v, r, k), left = left_of(v, r, k + 1);

    if (!match(v, right, left))
        return bad("rows", "%d beside %d", right, left);
    if (v->family == BY_TRAINS)
        return v->laid[a].on == v->laid[b].on && a < b ? true : bad("rows", "tiles %d and %d are no neighbours", a, b);
    if (v->laid[b].on == a)
        return (touching(v, b, true) == right && touching(v, b, false) == left)
            || bad("rows", "tile %d lies the wrong way", b);
    if (v->laid[a].on == b)
        return (touching(v, a, true) == left && touching(v, a, false) == right)
            || bad("rows", "tile %d lies the wrong way", a);
    return bad("rows", "tiles %d and %d are no neighbours", a, b);
}

static bool check_row(const struct by_view *v, const struct by_rows *r, int i, const int row_of[])
{
    const struct by_row *row = &r->row[i];
    int first = row->n > 0 ? r->at[row->begin] : -1;

    if (v->family == BY_CASTLE)
        return true;
    for (int k = row->begin; k + 1 < row->begin + row->n; k++)
        if (!side_by_side(v, r, k))
            return false;
    if (v->family == BY_TRAINS) {
        if (row->train != (i < v->players ? i : BY_MEXICAN) || row->arm != i)
            return bad("rows", "row %d is train %d, arm %d", i, row->train, row->arm);
        return first < 0 || (v->laid[first].on == row->train && left_of(v, r, row->begin) == by_high(v->centre))
            || bad("rows", "row %d does not begin at the engine", i);
    }
    if (i == 0)
        return (row->on == BY_NO_TILE && row->depth == 0) || bad("rows", "the line of play branches");
    if (first < 0 || v->laid[first].on != row->on || left_of(v, r, row->begin) != touching(v, first, false))
        return bad("rows", "row %d does not branch from %d", i, row->on);
    if (row_of[row->on] >= i || row->depth != r->row[row_of[row->on]].depth + 1)
        return bad("rows", "row %d has depth %d", i, row->depth);
    return true;
}

bool check_rows(const struct by_view *v)
{
    static struct by_rows r;
    int row_of[BY_MAX_TILES + 2], n = 0;

    memset(row_of, -1, sizeof row_of);
    t_rows(v, &r);
    if (r.tiles != v->now.laid || r.rows > BY_LAYOUT_ARMS || (v->family == BY_TRAINS && r.rows != v->players + 1))
        return bad("rows", "%d tiles in %d rows", r.tiles, r.rows);
    for (int i = 0; i < r.rows; i++) {
        if (r.row[i].begin != n)
            return bad("rows", "row %d begins at %d, not %d", i, r.row[i].begin, n);
        n += r.row[i].n;
        for (int k = r.row[i].begin; k < n && n <= r.tiles; k++) {
            if (r.at[k] >= v->now.laid || row_of[r.at[k]] >= 0 || (v->family == BY_CASTLE && r.at[k] != k))
                return bad("rows", "tile %d at %d", r.at[k], k);
            row_of[r.at[k]] = i;
        }
    }
    if (n != r.tiles)
        return bad("rows", "the rows hold %d tiles of %d", n, r.tiles);
    for (int i = 0; i < r.rows; i++)
        if (!check_row(v, &r, i, row_of))
            return false;
    return true;
}

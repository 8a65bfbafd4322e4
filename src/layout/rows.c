/* SPDX-License-Identifier: MIT */
/* rows.c: arranges the table as rows of tiles, read from left to right. */
#include "plane.h"

/* Returns the n-th tile attached to laid[on], or -1. */
static int child(const struct by_view *v, int on, int n)
{
    for (int i = on + 1; i < v->now.laid; i++)
        if (v->laid[i].on == on && n-- == 0)
            return i;
    return -1;
}

/* Adds a row. A double branches into at most two rows and the centre into six, so BY_LAYOUT_ARMS is enough. */
static struct by_row *open_row(struct by_rows *out, int on, int depth)
{
    struct by_row *r = &out->row[out->rows];

    *r = (struct by_row){ (uint8_t)out->rows, 0, (uint8_t)on, (uint8_t)depth, (uint16_t)out->tiles, 0 };
    out->rows++;
    return r;
}

static void put(struct by_rows *out, struct by_row *r, int at, bool low_left)
{
    out->at[out->tiles] = (uint8_t)at;
    out->low_left[out->tiles++] = low_left;
    r->n++;
}

/* Writes the tiles outwards from laid[i], each with its touching half on the left. */
static void put_chain(const struct by_view *v, struct by_rows *out, struct by_row *r, int i)
{
    for (; i >= 0; i = child(v, i, 0))
        put(out, r, i, (v->laid[i].flip & 1) != 0);
}

/* Writes the main line: the first arm backwards, the first tile, and the second arm. */
static void put_line(const struct by_view *v, struct by_rows *out)
{
    struct by_row *r = open_row(out, BY_NO_TILE, 0);
    int left = child(v, 0, 0), n = 0, last = -1;

    for (int i = left; i >= 0; i = child(v, i, 0)) {
        last = i;
        n++;
    }
    for (; n > 0; n--) { /* continues with the tile that the last tile touches */
        put(out, r, last, (v->laid[last].flip & 1) == 0);
        last = v->laid[last].on;
    }
    put(out, r, 0, left >= 0 && (v->laid[left].flip & 2) != 0);
    put_chain(v, out, r, child(v, 0, 1));
}

/* Returns how many of the tiles attached to this one belong to its row. */
static int in_row(const struct by_view *v, int at)
{
    if (at > 0)
        return 1;
    return by_families[v->family]->line ? 2 : 0; /* Chickenfoot's centre has a row of its own */
}

/* Writes the rows that branch off a row, in the order of its tiles, each followed by its own branches. A row branches
 * at its doubles, so the recursion depth stays below the number of doubles. */
static void put_branches(const struct by_view *v, struct by_rows *out, int row)
{
    const int begin = out->row[row].begin, end = begin + out->row[row].n, depth = out->row[row].depth + 1;

    for (int k = begin; k < end; k++) {
        int on = out->at[k], i;

        for (int n = in_row(v, on); (i = child(v, on, n)) >= 0; n++) {
            int next = out->rows;

            put_chain(v, out, open_row(out, on, depth), i);
            put_branches(v, out, next);
        }
    }
}

void by_rows_line(const struct by_view *v, struct by_rows *out)
{
    if (v->now.laid == 0)
        return;
    put_line(v, out);
    put_branches(v, out, 0);
}

void by_rows_feet(const struct by_view *v, struct by_rows *out)
{
    if (v->now.laid == 0)
        return;
    put(out, open_row(out, BY_NO_TILE, 0), 0, false);
    put_branches(v, out, 0);
}

void by_rows_trains(const struct by_view *v, struct by_rows *out)
{
    for (int arm = 0; arm <= v->players; arm++) {
        struct by_row *r = open_row(out, BY_NO_TILE, 0);

        r->train = arm < v->players ? (uint8_t)arm : BY_MEXICAN;
        for (int i = 0; i < v->now.laid; i++)
            if (v->laid[i].on == r->train)
                put(out, r, i, (v->laid[i].flip & 1) != 0);
    }
}

void by_rows_castle(const struct by_view *v, struct by_rows *out)
{
    struct by_row *r = open_row(out, BY_NO_TILE, 0);

    for (int i = 0; i < v->now.laid; i++)
        put(out, r, i, false);
}

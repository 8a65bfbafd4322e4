/* rows.c: the table as rows of tiles, read from left to right. */
#include "boneyard/layout.h"

/* The n-th tile laid against laid[on], or -1. */
static int child(const struct by_view *v, int on, int n)
{
    for (int i = on + 1; i < v->now.laid; i++)
        if (v->laid[i].on == on && n-- == 0)
            return i;
    return -1;
}

/* Every double branches into two rows at most and the centre into six, so that BY_LAYOUT_ARMS is enough. */
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

/* From laid[i] outwards: the touching half of each is its left one. */
static void put_chain(const struct by_view *v, struct by_rows *out, struct by_row *r, int i)
{
    for (; i >= 0; i = child(v, i, 0))
        put(out, r, i, (v->laid[i].flip & 1) != 0);
}

/* The line of play: the first arm backwards, the first tile, the second arm. */
static void put_line(const struct by_view *v, struct by_rows *out)
{
    struct by_row *r = open_row(out, BY_NO_TILE, 0);
    int left = child(v, 0, 0), n = 0, last = -1;

    for (int i = left; i >= 0; i = child(v, i, 0)) {
        last = i;
        n++;
    }
    for (; n > 0; n--) {                /* what the last tile touches is the next one */
        put(out, r, last, (v->laid[last].flip & 1) == 0);
        last = v->laid[last].on;
    }
    put(out, r, 0, left >= 0 && (v->laid[left].flip & 2) != 0);
    put_chain(v, out, r, child(v, 0, 1));
}

/* How many of the tiles laid against this one lie in its row. */
static int in_row(const struct by_view *v, int at)
{
    if (at > 0)
        return 1;
    return v->family == BY_LINE ? 2 : 0;        /* the centre of Chickenfoot is a row of its own */
}

/* The rows that branch off a row, in the order its tiles lie, each followed by those that branch off it.  A row
 * has a double of its own to branch from, so the depth stays below the number of doubles. */
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

/* Line games and Chickenfoot. */
static void put_tree(const struct by_view *v, struct by_rows *out)
{
    if (v->family == BY_LINE)
        put_line(v, out);
    else
        put(out, open_row(out, BY_NO_TILE, 0), 0, false);
    put_branches(v, out, 0);
}

static void put_trains(const struct by_view *v, struct by_rows *out)
{
    for (int arm = 0; arm <= v->players; arm++) {
        struct by_row *r = open_row(out, BY_NO_TILE, 0);

        r->train = arm < v->players ? (uint8_t)arm : BY_MEXICAN;
        for (int i = 0; i < v->now.laid; i++)
            if (v->laid[i].on == r->train)
                put(out, r, i, (v->laid[i].flip & 1) != 0);
    }
}

void by_rows_make(const struct by_view *v, struct by_rows *out)
{
    struct by_row *r;

    out->rows = out->tiles = 0;
    if (v->family == BY_TRAINS) {
        put_trains(v, out);
    } else if (v->family == BY_CASTLE) {
        r = open_row(out, BY_NO_TILE, 0);
        for (int i = 0; i < v->now.laid; i++)
            put(out, r, i, false);
    } else if (v->now.laid > 0) {
        put_tree(v, out);
    }
}

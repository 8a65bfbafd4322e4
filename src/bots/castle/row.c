/* SPDX-License-Identifier: MIT */
/* row.c: finds the rows reachable in a turn, and plays games out from them. */
#include "row.h"

#include <string.h>

void by_row_take(struct by_castle_row *r, int i, bool three)
{
    int at = three ? i - 1 : i, n = three ? 3 : 1;

    memmove(&r->tile[at], &r->tile[at + n], (size_t)(r->laid - at - n));
    r->laid = (uint8_t)(r->laid - n);
}

bool by_row_same(const struct by_castle_row *a, const struct by_castle_row *b)
{
    return a->laid == b->laid && memcmp(a->tile, b->tile, a->laid) == 0;
}

/* steps (budget.h) to examine every place in a row and to compare new rows with the listed ones */
#define ROW_STEPS(laid, n) (1 + (uint64_t)(laid) / 16 + (uint64_t)(n) / 8)

static int add(struct by_reach *out, int n, const struct by_castle_row *from, int i, bool three)
{
    struct by_reach *new = &out[n];

    new->row.laid = from->laid;
    memcpy(new->row.tile, from->tile, from->laid);
    by_row_take(&new->row, i, three);
    for (int k = 0; k < n; k++)
        if (by_row_same(&out[k].row, &new->row))
            return n;
    return n + 1;
}

int by_row_reach(const struct by_castle_row *r, struct by_budget *b, struct by_reach out[BY_ROW_MOST])
{
    int n = 1;

    out[0].row.laid = r->laid;
    memcpy(out[0].row.tile, r->tile, r->laid);
    for (int at = 0; at < n; at++) {
        const struct by_castle_row *row = &out[at].row;

        out[at].stable = true;
        if (!by_budget_step(b, ROW_STEPS(row->laid, n)))
            continue;
        for (int i = 1; i + 1 < row->laid; i++) {
            uint32_t shared = by_tile_numbers(row->tile[i - 1]) & by_tile_numbers(row->tile[i + 1]);

            if (shared == 0)
                continue;
            out[at].stable = false;
            if (n < BY_ROW_MOST)
                n = add(out, n, row, i, false);
            if (n < BY_ROW_MOST && (shared & by_tile_numbers(row->tile[i])) != 0)
                n = add(out, n, row, i, true);
        }
    }
    return n;
}

/* Plays a turn: picks the stable row with the fewest tiles, or the first of several such rows. */
static void play_turn(struct by_castle_row *r, struct by_budget *b)
{
    struct by_reach reach[BY_ROW_MOST];
    int best;

    do { /* loops again only if the list of rows was full */
        int n = by_row_reach(r, b, reach);

        best = 0;
        for (int i = 1; i < n; i++)
            if (reach[i].stable != reach[best].stable ? reach[i].stable : reach[i].row.laid < reach[best].row.laid)
                best = i;
        r->laid = reach[best].row.laid;
        memcpy(r->tile, reach[best].row.tile, r->laid);
    } while (!reach[best].stable);
}

/* Returns whether the last tile drawn made a removal possible where none was before. */
static bool woken(const struct by_castle_row *r)
{
    int n = r->laid;

    return n >= 3 && (by_tile_numbers(r->tile[n - 1]) & by_tile_numbers(r->tile[n - 3])) != 0;
}

int by_row_rollout(const struct by_castle_row *from, const by_tile *order, int n, struct by_budget *b)
{
    struct by_castle_row r;
    bool first = true; /* the starting row need not be stable */

    r.laid = from->laid;
    memcpy(r.tile, from->tile, r.laid);
    for (int at = 0; at < n && by_budget_step(b, 1); first = false) {
        int draws = r.laid > 0 ? 1 : 3; /* */

        for (; draws > 0 && at < n; draws--)
            r.tile[r.laid++] = order[at++];
        if (first || woken(&r))
            play_turn(&r, b);
    }
    return r.laid;
}

double by_row_worth(double tail, int laid, int tiles)
{
    /* Shares of 400,000 double-6 games, played by the rule of thumb, that ended with more than 1, 2, ... tiles. Scaled
     * for larger sets. */
    static const double share[] = { 0.9845, 0.9425, 0.8627, 0.7579, 0.6579, 0.5628, 0.4735, 0.3918, 0.3179, 0.2529,
                                    0.1978, 0.1521, 0.1145, 0.0842, 0.0605, 0.0426, 0.0294, 0.0197, 0.0128, 0.0081,
                                    0.0048, 0.0027, 0.0015, 0.0008, 0.0004, 0.0002, 0.0001, 0,      0,      0 };
    int at = laid * 28 / tiles, part = laid * 28 % tiles;

    if (laid == 0)
        return 1;
    return tail * (share[at] + (share[at + 1] - share[at]) * part / tiles);
}

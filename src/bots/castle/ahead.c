/* SPDX-License-Identifier: MIT */
/* ahead.c: looks a few draws ahead in Castle Rock and evaluates the resulting rows with the learned value. */
#include "ahead.h"

#include <string.h>

#include "planted.h"

enum {
    TURNS = 2 * BY_VALUE_TILES,
    NEW_ROWS = 24,   /* number of deals tried for a new row; a row is rarely cleared before the end */
    VALUE_STEPS = 8, /* steps (budget.h) to evaluate a row */
    TURN_STEPS = 1
};

static double look(struct by_ahead *l, const struct by_stack *s, int depth);

static double best_of(struct by_ahead *l, const struct by_stack *s, int tile, int depth)
{
    struct by_stack row[TURNS];
    int n = by_stack_turns(s, tile, row);
    double best = 0;

    for (int i = 0; i < n; i++) {
        double x = look(l, &row[i], depth);

        best = x > best ? x : best;
    }
    return best;
}

/* Deals this new row and returns the worth of the best row reachable from it. */
static double dealt(struct by_ahead *l, const struct by_stack *s, int a, int b, int c, int depth)
{
    struct by_stack row = *s;

    by_stack_draw(&row, a);
    by_stack_draw(&row, b);
    return best_of(l, &row, c, depth);
}

/* Returns the mean value of `worth` over all new rows, or over a sample if there are many. */
static double new_row(struct by_ahead *l, const struct by_stack *s, int depth)
{
    int tile[BY_VALUE_TILES], n = 0, rows = 0;
    double sum = 0;

    for (uint32_t t = s->unseen; t != 0; t &= t - 1)
        tile[n++] = __builtin_ctz(t);
    for (int a = 0; a < n && n <= BY_AHEAD_MOST; a++)
        for (int b = 0; b < n; b++)
            for (int c = 0; c < n && a != b; c++)
                if (c != a && c != b) {
                    sum += dealt(l, s, tile[a], tile[b], tile[c], depth);
                    rows++;
                }
    for (; n > BY_AHEAD_MOST && rows < NEW_ROWS; rows++) {
        for (int k = 0; k < 3; k++) {
            int j = k + (int)by_rng_below(l->rng, (uint32_t)(n - k)), t = tile[j];

            tile[j] = tile[k];
            tile[k] = t;
        }
        sum += dealt(l, s, tile[0], tile[1], tile[2], depth);
    }
    return sum / rows;
}

static double look(struct by_ahead *l, const struct by_stack *s, int depth)
{
    double sum = 0;

    if (by_budget_spent(l->b))
        return 0;
    if (depth == 0 || s->left == 0 || (s->n == 0 && s->left < 3)) {
        by_budget_step(l->b, s->left == 0 ? TURN_STEPS : VALUE_STEPS);
        return by_value_of(s);
    }
    if (s->n == 0)
        return new_row(l, s, depth - 1);
    for (uint32_t t = s->unseen; t != 0; t &= t - 1)
        sum += best_of(l, s, __builtin_ctz(t), depth - 1);
    return sum / s->left;
}

/* Estimates the number of rows that a search evaluates. */
static uint64_t rows_of(const struct by_ahead *l, int left, int depth)
{
    uint64_t n = (uint64_t)l->rows;

    for (int i = 0; i < depth && i < left; i++)
        n *= (uint64_t)(left - i);
    return n;
}

void by_ahead(struct by_ahead *l, uint32_t most)
{
    const int left = l->rows == 0 ? 0 : l->row[0].left;
    double worth[BY_AHEAD_ROWS];

    for (int i = 0; i < l->rows; i++)
        l->worth[i] = by_value_of(&l->row[i]);
    l->depth = 0;
    l->exact = left == 0;
    for (int depth = left <= BY_AHEAD_MOST && rows_of(l, left, left) <= most ? left : 1; depth <= left; depth++) {
        if (depth > 1 && rows_of(l, left, depth) > most)
            return;
        for (int i = 0; i < l->rows; i++)
            worth[i] = look(l, &l->row[i], depth);
        if (by_budget_spent(l->b) && !BY_PLANTED(212))
            return;
        memcpy(l->worth, worth, sizeof worth);
        l->depth = depth;
        l->exact = depth == left;
    }
}

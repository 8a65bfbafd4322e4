/* SPDX-License-Identifier: MIT */
/* castle_value.c: compares the stack of Castle Rock with plain rows, tests the learned value, and compares the
 * look-ahead with a search of all orders. Built with BY_FAULTS, it breaks the code on purpose and expects to notice. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/castle/ahead.h"
#include "bots/castle/row.h"
#include "planted.h"

#define SUM (-76956266) /* of the committed weights */

static int failures;

static void expect(bool so, const char *what)
{
    if (!so && failures++ < 5)
        fprintf(stderr, "%s\n", what);
}

static bool close_to(double a, double b) { return a - b < 1e-9 && b - a < 1e-9; }

/* Plays random turns from a new deal until `left` tiles are unseen. */
static void some_row(struct by_rng *rng, int left, struct by_stack *s)
{
    struct by_stack row[2 * BY_VALUE_TILES];
    by_tile deck[BY_VALUE_TILES];

    for (int i = 0; i < BY_VALUE_TILES; i++)
        deck[i] = (by_tile)i;
    by_rng_shuffle(rng, deck, BY_VALUE_TILES);
    *s = (struct by_stack){ .unseen = ((uint32_t)1 << BY_VALUE_TILES) - 1, .left = BY_VALUE_TILES };
    while (s->left > left) {
        int draws = s->n > 0 ? 1 : 3;

        for (; draws > 1 && s->left > left + 1; draws--)
            by_stack_draw(s, deck[BY_VALUE_TILES - s->left]);
        *s = row[by_rng_below(rng, (uint32_t)by_stack_turns(s, deck[BY_VALUE_TILES - s->left], row))];
    }
}

static void row_of(const struct by_stack *s, struct by_castle_row *out)
{
    out->laid = s->n;
    memcpy(out->tile, s->tile, s->n);
}

/* A turn has the same results as removals of any tiles in any order. */
static void turns_are_removals(void)
{
    struct by_rng rng;

    by_rng_init(&rng, 5);
    for (int k = 0; k < 3000; k++) {
        struct by_budget any = by_budget_of(0);
        struct by_stack s, row[2 * BY_VALUE_TILES];
        struct by_reach reach[BY_ROW_MOST];
        struct by_castle_row from, other;
        int t, n, stable = 0, found = 0, rows;

        some_row(&rng, 1 + k % 24, &s);
        if (s.n == 0)
            continue;
        t = __builtin_ctz(s.unseen);
        row_of(&s, &from);
        from.tile[from.laid++] = (by_tile)t;
        rows = by_row_reach(&from, &any, reach);
        n = by_stack_turns(&s, t, row);
        for (int i = 0; i < rows; i++) {
            stable += reach[i].stable;
            for (int j = 0; j < n; j++) {
                row_of(&row[j], &other);
                found += reach[i].stable && by_row_same(&reach[i].row, &other);
            }
        }
        expect(stable == n && found == n, "a turn leaves other rows than removals do");
        expect(row[0].left == s.left - 1 && (row[0].unseen >> t & 1) == 0, "a drawn tile is still unseen");
    }
}

/* ---- The look-ahead ------------------------------------------------------------------------------ */

static double every_order(const struct by_castle_row *row, uint32_t unseen);

/* Adds the missing draws in every order. Returns the sum of the values; `ways` counts them. */
static double draws_of(const struct by_castle_row *row, uint32_t unseen, int draws, int *ways)
{
    struct by_reach reach[BY_ROW_MOST];
    struct by_budget any = by_budget_of(0);
    double sum = 0, best = 0;

    if (draws == 0) {
        int n = by_row_reach(row, &any, reach);

        for (int i = 0; i < n; i++) {
            double x = reach[i].stable ? every_order(&reach[i].row, unseen) : 0;

            best = x > best ? x : best;
        }
        ++*ways;
        return best;
    }
    for (uint32_t t = unseen; t != 0; t &= t - 1) {
        struct by_castle_row next = *row;

        next.tile[next.laid++] = (by_tile)__builtin_ctz(t);
        sum += draws_of(&next, unseen & ~(t & -t), draws - 1, ways);
    }
    return sum;
}

static double every_order(const struct by_castle_row *row, uint32_t unseen)
{
    int left = __builtin_popcount(unseen), draws = row->laid > 0 ? 1 : 3, ways = 0;
    double sum;

    if (left == 0 || left < draws)
        return by_row_worth(BY_VALUE_TAIL, row->laid + left, BY_VALUE_TILES);
    sum = draws_of(row, unseen, draws, &ways);
    return sum / ways;
}

static void look_is_exact(void)
{
    static struct by_ahead l;
    struct by_rng rng;

    by_rng_init(&rng, 6);
    for (int k = 0; k < 150; k++) {
        struct by_budget any = by_budget_of(0);
        struct by_castle_row row;

        some_row(&rng, 1 + k % 5, &l.row[0]);
        if (k % 10 == 0) /* an early clearance: a new row is dealt */
            l.row[0].n = 0;
        l.rows = 1;
        l.b = &any;
        l.rng = &rng;
        by_ahead(&l, 100000);
        row_of(&l.row[0], &row);
        expect(l.exact && close_to(l.worth[0], every_order(&row, l.row[0].unseen)), "the look ahead is not exact");
    }
}

/* A search that is cut short keeps the values of the last depth that it completed. */
static void look_keeps_what_is_complete(void)
{
    static struct by_ahead l, shallow;
    struct by_rng rng;

    by_rng_init(&rng, 7);
    for (uint64_t steps = 200; steps < 20000; steps += 1237) {
        struct by_budget b = by_budget_of(steps), any = by_budget_of(0);

        some_row(&rng, 15, &l.row[0]);
        shallow = l;
        l.rows = shallow.rows = 1;
        l.b = &b;
        shallow.b = &any;
        l.rng = shallow.rng = &rng;
        by_ahead(&l, UINT32_MAX);
        by_ahead(&shallow, 1); /* one draw, at the least */
        expect(!l.exact && l.depth >= 1 && l.depth <= 3, "depth");
        expect(l.depth != 1 || close_to(l.worth[0], shallow.worth[0]), "a search that was cut short is used");
    }
}

/* ---- The value ----------------------------------------------------------------------------------- */

/* The network's integers, added up: the same on every machine. */
static void value_is_the_same_everywhere(void)
{
    struct by_rng rng;
    int64_t sum = 0;
    bool within = true;

    by_rng_init(&rng, 8);
    for (int k = 0; k < 5000; k++) {
        uint16_t in[BY_VALUE_ACTIVE];
        struct by_stack s;
        double x;

        some_row(&rng, 1 + k % 25, &s);
        sum += by_value_logit(in, by_value_inputs(&s, in)) * (int64_t)(k % 7 + 1);
        x = by_value_of(&s);
        within = within && x >= 0 && x <= 1;
    }
    expect(within, "a value is not in 0..1");
    if (sum != SUM)
        fprintf(stderr, "the sum of the outputs is %lld\n", (long long)sum);
    expect(sum == SUM, "the network computes other numbers");
}

static int all(void)
{
    failures = 0;
    turns_are_removals();
    look_is_exact();
    look_keeps_what_is_complete();
    value_is_the_same_everywhere();
    return failures;
}

int main(void)
{
#ifdef BY_FAULTS
    int missed = 0;

    for (by_planted = 211; by_planted <= 213; by_planted++)
        if (all() == 0) {
            printf("fault %d is not noticed\n", by_planted);
            missed++;
        }
    return missed > 0;
#else
    return all() > 0;
#endif
}

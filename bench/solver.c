/* SPDX-License-Identifier: MIT */
/* solver.c: measures the speed of the solvers declared in solve.h.
 *
 *     solver [--deals N] [--seed N] [--row TEXT] [--json]
 *
 * Solves deals from the project's generator, each from scratch, and times them. Prints a table, or a JSON line per row:
 * positions examined, microseconds of processor time (mean, median, worst), and the ratio of the mean to a step of the
 * calibration loop of `boneyard bench`, which can be compared between machines.  --row selects rows with this text in
 * their name.  --deals replaces each row's own number of deals.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/deal.h"
#include "boneyard/rules.h"
#include "boneyard/solve.h"
#include "util/chance.h"

#define SMALL 32768   /* entries for two players */
#define LARGE 1048576 /* ... and for four */

struct row {
    const char *name;
    int players, tiles; /* tiles in each hand */
    bool led;           /* the highest double leads */
    bool wild;
    enum by_solve_for what;
    size_t entries;
    int deals;
    const char *rules; /* the rules of any line game, for a position after `moves` random moves, with seat 0 leading */
    int moves;
};

static const struct row rows[] = {
    { "block 7+7, highest double leads, points", 2, 7, true, false, BY_FOR_POINTS, SMALL, 20000, NULL, 0 },
    { "block 7+7, highest double leads, who wins", 2, 7, true, false, BY_FOR_THE_ROUND, SMALL, 20000, NULL, 0 },
    { "block 7+7, any lead, points", 2, 7, false, false, BY_FOR_POINTS, SMALL, 20000, NULL, 0 },
    { "block 7+7, any lead, who wins", 2, 7, false, false, BY_FOR_THE_ROUND, SMALL, 20000, NULL, 0 },
    { "block 7+7, wild blanks, points", 2, 7, true, true, BY_FOR_POINTS, SMALL, 5000, NULL, 0 },
    { "block teams 28 tiles, any lead, who wins", 4, 7, false, false, BY_FOR_THE_ROUND, LARGE, 200, NULL, 0 },
    { "block teams 28 tiles, any lead, points", 4, 7, false, false, BY_FOR_POINTS, LARGE, 100, NULL, 0 },
    { "block teams 28 tiles, 6-6 leads, who wins", 4, 7, true, false, BY_FOR_THE_ROUND, LARGE, 200, NULL, 0 },
    { "block teams 28 tiles, 6-6 leads, points", 4, 7, true, false, BY_FOR_POINTS, LARGE, 100, NULL, 0 },
    { "all fives 5+5, nothing to draw", .what = BY_FOR_POINTS, .entries = SMALL, .deals = 5000,
      .rules = "allfives hand=5 reserve=28" },
    { "muggins:number 7+7, nothing to draw", .what = BY_FOR_POINTS, .entries = SMALL, .deals = 1000,
      .rules = "muggins:number reserve=28" },
    { "five up 5+5, nothing to draw", .what = BY_FOR_POINTS, .entries = SMALL, .deals = 2000,
      .rules = "fiveup hand=5 reserve=28" },
    { "all fives 5+5, 6 tiles to draw in order", .what = BY_FOR_POINTS, .entries = SMALL, .deals = 500,
      .rules = "allfives hand=5 reserve=12" },
    { "draw 7+7, 12 tiles to draw in order", .what = BY_FOR_POINTS, .entries = SMALL, .deals = 50,
      .rules = "draw blanks=suit" },
    { "all fives teams, 28 tiles less 4", .what = BY_FOR_POINTS, .entries = LARGE, .deals = 10,
      .rules = "allfives players=4 teams=on hand=7", .moves = 4 },
    { "all fives teams, 28 tiles less 8", .what = BY_FOR_POINTS, .entries = LARGE, .deals = 50,
      .rules = "allfives players=4 teams=on hand=7", .moves = 8 },
    { "all fives teams, 28 tiles less 12", .what = BY_FOR_POINTS, .entries = LARGE, .deals = 200,
      .rules = "allfives players=4 teams=on hand=7", .moves = 12 },
};

/* Deals until a hand has a double, if a double leads.  Returns the seat to move. */
static void deal(const struct row *r, struct by_rng *rng, struct by_block *p)
{
    by_tile deck[28];

    *p = (struct by_block){ .players = (uint8_t)r->players,
                            .end = { BY_NO_TILE, BY_NO_TILE },
                            .led = BY_NO_TILE,
                            .wild = r->wild,
                            .difference = true };
    for (int t = 0; t < 28; t++)
        deck[t] = (by_tile)t;
    do {
        by_rng_shuffle(rng, deck, 28);
        for (int i = 0; i < r->players; i++) {
            p->hand[i] = 0;
            for (int k = 0; k < r->tiles; k++) {
                by_tile t = deck[i * r->tiles + k];

                p->hand[i] |= (uint32_t)1 << t;
                if (r->led && by_is_double(t) && (p->led == BY_NO_TILE || t > p->led)) {
                    p->led = t;
                    p->turn = (uint8_t)i;
                }
            }
        }
    } while (r->led && p->led == BY_NO_TILE);
}

/* Does the same for the rules of a game: deals a position in which some player can still act. */
static void deal_open(const struct row *r, struct by_rng *rng, struct by_open *p)
{
    static by_move list[BY_MOVES];
    struct by_config rules;
    struct by_state s;
    by_tile deck[28];
    int n;

    if (by_config_parse(r->rules, &rules, NULL) != BY_OK)
        abort();
    rules.opt[BY_TARGET] = 1000000;
    for (int t = 0; t < 28; t++)
        deck[t] = (by_tile)t;
    do {
        by_start(&s, &rules);
        by_rng_shuffle(rng, deck, 28);
        if (by_deal(&s, deck, 28, by_lead_rule(&s) == BY_LEAD_LOT ? 0 : -1, NULL) != BY_OK)
            continue;
        for (int i = 0; i < r->moves && s.now.phase == BY_PLAYING; i++) {
            n = by_moves(&s, s.now.turn, list);
            by_play(&s, s.now.turn, list[by_rng_below(rng, (uint32_t)n)], NULL, NULL);
        }
    } while (!by_open_of(&s, p));
}

static int compare(const void *a, const void *b)
{
    return (*(const int64_t *)a > *(const int64_t *)b) - (*(const int64_t *)a < *(const int64_t *)b);
}

static void print(const struct row *r, long seed, int deals, int64_t *ns, uint64_t nodes, int64_t sum, double step,
                  bool json)
{
    double mean = 0, n = deals;
    int half = deals / 2;

    for (int i = 0; i < deals; i++)
        mean += (double)ns[i] / n;
    qsort(ns, (size_t)deals, sizeof *ns, compare);
    printf(json ? "{\"bench\":\"solver\",\"row\":\"%s\",\"seed\":%ld,\"deals\":%d,\"nodes\":%.1f,\"us\":%.2f,"
                  "\"median\":%.2f,\"worst\":%.2f,\"ratio\":%.0f,\"value\":%.4f}\n"
                : "%-44s %6ld %7d %10.1f %10.2f %10.2f %10.2f %10.0f %9.4f\n",
           r->name, seed, deals, (double)nodes / n, mean / 1e3, (double)ns[half] / 1e3, (double)ns[deals - 1] / 1e3,
           mean / step, (double)sum / n);
    fflush(stdout);
}

static void bench(const struct row *r, long seed, int deals, void *memory, double step, bool json)
{
    struct by_solver *s = by_solver_init(memory, BY_SOLVER_SIZE(r->entries));
    int64_t *ns = malloc(sizeof *ns * (size_t)deals), sum = 0;
    struct by_block p;
    struct by_open o;
    struct by_rng rng;

    by_rng_init(&rng, (uint64_t)seed);
    for (int i = 0; i < deals; i++) {
        if (r->rules == NULL)
            deal(r, &rng, &p);
        else
            deal_open(r, &rng, &o);
        int64_t start = by_cpu_ns();

        sum += r->rules == NULL ? by_block_solve(s, &p, r->what) : by_open_solve(s, &o, r->what);
        ns[i] = by_cpu_ns() - start;
    }
    print(r, seed, deals, ns, by_solver_nodes(s), sum, step, json);
    free(ns);
}

int main(int argc, char **argv)
{
    long deals = 0, seed = 1;
    const char *only = "";
    bool json = false;
    void *memory;
    double step;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0)
            json = true;
        else if (strcmp(argv[i], "--deals") == 0 && i + 1 < argc)
            deals = strtol(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
            seed = strtol(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--row") == 0 && i + 1 < argc)
            only = argv[++i];
        else {
            fputs("solver [--deals N] [--seed N] [--row TEXT] [--json]\n", stderr);
            return 2;
        }
    }
    if (deals < 0 || deals > 100000000 || (memory = malloc(BY_SOLVER_SIZE(LARGE))) == NULL)
        return 1;
    step = by_calibrate(1e9);
    if (!json)
        printf("ratio: mean over a step of the calibration loop, %.2f ns here; value: mean for the leader\n"
               "%-44s %6s %7s %10s %10s %10s %10s %10s %9s\n",
               step, "row", "seed", "deals", "nodes", "us", "median", "worst", "ratio", "value");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strstr(rows[i].name, only) != NULL)
            bench(&rows[i], seed, deals > 0 ? (int)deals : rows[i].deals, memory, step, json);
    free(memory);
    return 0;
}

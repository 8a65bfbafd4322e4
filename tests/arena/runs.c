/* SPDX-License-Identifier: MIT */
/* runs.c: tests whole arena runs from inside: equal bots score exactly equal, a difference is found, and a run without
 * swapped seats is detected. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena/report.h"
#include "arena/entrants.h"
#include "arena/crew.h"
#include "boneyard/text.h"

static int failures;

static void expect(bool truth, const char *what, const char *more)
{
    if (!truth) {
        printf("FAILED: %s: %s\n", what, more);
        failures++;
    }
}

static struct by_stop stop;
static enum by_arena_end end;

static void begin(struct by_run *r, const char *rules, enum by_arena_unit unit, const char *one, const char *two,
                  int deals)
{
    struct by_arena *a = &r->arena;
    struct by_fault f;

    memset(r, 0, sizeof *r);
    expect(by_config_parse(rules, &a->rules, &f) == BY_OK, "rules", rules);
    a->unit = unit;
    a->deals = deals;
    a->stop = &stop;
    a->end = &end;
    a->seed = (struct by_seed){ { 7 } };
    expect(by_entrant_read(one, &a->entrant[a->entrants++], &f), "a bot", one);
    if (two != NULL)
        expect(by_entrant_read(two, &a->entrant[a->entrants++], &f), "a bot", two);
    expect(by_arena_pair(a, &f), "a pairing", rules);
    by_run_init(r);
}

static const char *const tables[] = {
    "block:basics",
    "block:basics players=3",
    "block:basics players=4 teams=on hand=7",
    "draw:basics",
    "muggins:number target=60",
    "muggins:classic call=on players=4 target=40",
    "allfives:online players=4 teams=on",
    "fiveup:online",
    "chickenfoot:number players=3 rounds=2",
    "mexicantrain:number rounds=2",
    "mexicantrain:hub",
    "mexicantrain:classic players=2 knock=on penalty=tile infractions=penalise rounds=1",
    "castlerock:number",
};
#define TABLES (sizeof tables / sizeof tables[0])

/* Returns how many items are not exactly half when a bot plays itself. */
static int uneven(const char *rules, enum by_arena_unit unit, const char *bot, bool unswapped)
{
    static struct by_run r;
    int n = 0;

    begin(&r, rules, unit, bot, bot, 6);
    r.arena.unswapped = unswapped;
    by_crew_alone(&r);
    expect(r.counted == 6, "all are played", rules);
    for (int i = 0; i < 6; i++)
        n += 2 * r.result[i].score != r.arena.of;
    by_run_clear(&r);
    return n;
}

static void equal_bots(void)
{
    for (size_t i = 0; i < TABLES; i++)
        for (int unit = 0; unit < 2; unit++) {
            expect(uneven(tables[i], (enum by_arena_unit)unit, "random", false) == 0, "random is its own equal",
                   tables[i]);
            expect(uneven(tables[i], (enum by_arena_unit)unit, "greedy", false) == 0, "greedy is its own equal",
                   tables[i]);
        }
    expect(uneven(tables[0], BY_UNIT_ROUND, "easy:count=20", false) == 0, "easy is as good as easy", tables[0]);
}

/* The planted fault: the second game uses the same seats. */
static void not_swapped(void)
{
    for (size_t i = 0; i < TABLES - 1; i++)
        expect(uneven(tables[i], BY_UNIT_ROUND, "random", true) > 0, "unswapped seats are noticed", tables[i]);
}

static void difference(void)
{
    static struct by_run r;
    struct by_range x, lower;

    begin(&r, "block hand=7", BY_UNIT_ROUND, "heaviest", "random", 2000);
    by_crew_alone(&r);
    x = by_run_score(&r, 0);
    expect(x.low > 0.55 && x.high < 0.75, "heaviest beats random", "block");
    expect(by_ratio_range(&r.sums[0].points).mid > 1.5, "and has more points", "block");
    by_run_clear(&r);
    begin(&r, "mexicantrain", BY_UNIT_ROUND, "greedy", "random", 200);
    by_crew_alone(&r);
    lower = by_ratio_range(&r.sums[0].points);
    expect(lower.high * by_run_seats(&r, 1) / by_run_seats(&r, 0) < 1, "greedy keeps fewer pips", "mexicantrain");
    expect(by_run_score(&r, 0).low > 0.5 && r.sums[0].games == 800, "and scores more", "mexicantrain");
    by_run_clear(&r);
    begin(&r, "castlerock", BY_UNIT_MATCH, "greedy", NULL, 500);
    by_crew_alone(&r);
    expect(r.sums[0].cleared[0] > 0 && r.sums[0].cleared[0] < 50 && r.sums[0].games == 500, "a solitaire alone", "");
    by_run_clear(&r);
}

/* A bot that wins everything still has an interval; several rounds of a solitaire add up. */
static void edges(void)
{
    static struct by_run r;
    struct by_range x;

    begin(&r, "block", BY_UNIT_ROUND, "greedy", "random", 20);
    for (int64_t i = 0; i < 20; i++) {
        struct by_result_of_item item = { .item = i, .score = 4, .games = 2, .won = 2 };

        by_run_take(&r, &item);
    }
    x = by_run_score(&r, 0);
    expect(fabs(x.mid - 1) < 1e-12 && fabs(x.low - 0.8389) < 1e-4 && x.high >= 1, "20 of 20 is 84 % at least", "");
    by_run_clear(&r);
    begin(&r, "castlerock rounds=5", BY_UNIT_MATCH, "greedy", "random", 50);
    by_crew_alone(&r);
    expect(r.sums[0].rounds == 500 && r.sums[0].left[0] > 50 * 5 * 3 && r.sums[0].left[0] < 50 * 5 * 12
               && r.sums[0].points.a > r.sums[0].left[0],
           "five rounds leave tiles five times", "");
    by_run_clear(&r);
}

/* The test stops early, on the right side, and counts nothing after the decision. */
static void sequential(void)
{
    static struct by_run r;

    begin(&r, "block hand=7", BY_UNIT_ROUND, "heaviest", "random", 5000);
    r.sprt = true;
    r.s0 = 0.5;
    r.s1 = 0.55;
    by_crew_alone(&r);
    expect(r.verdict == BY_HIGHER && r.counted < 1000 && r.sums[0].items == r.counted, "heaviest is stronger", "");
    by_run_clear(&r);
    begin(&r, "block hand=7", BY_UNIT_ROUND, "random", "heaviest", 5000);
    r.sprt = true;
    r.s0 = 0.5;
    r.s1 = 0.55;
    by_crew_alone(&r);
    expect(r.verdict == BY_LOWER && r.counted < 1000, "random is not", "");
    by_run_clear(&r);
}

/* The sums do not depend on the order in which items arrive. */
static void orders(void)
{
    static struct by_run r, back;
    struct by_fault f;

    begin(&r, "block", BY_UNIT_ROUND, "greedy", "random", 100);
    begin(&back, "block", BY_UNIT_ROUND, "greedy", "random", 100);
    by_crew_alone(&r);
    for (int64_t i = r.items; i-- > 0;) {
        expect(back.counted == 0 || i < 0, "nothing is counted before its turn", "");
        by_run_take(&back, &r.result[i]);
        by_run_take(&back, &r.result[i]); /* twice is once */
    }
    expect(memcmp(r.sums, back.sums, sizeof r.sums) == 0, "backwards", "");
    by_run_clear(&back);
    begin(&back, "block", BY_UNIT_ROUND, "greedy", "random", 100);
    for (int64_t i = 1; i < r.items; i++)
        by_run_take(&back, &r.result[i]);
    by_run_close(&back);
    expect(back.sums[0].items == 99, "a deal that is missing does not hold up the others", "");
    by_run_clear(&r);
    by_run_clear(&back);
    (void)f;
}

static void words(void)
{
    static const char *const wrong[] = { "",
                                         "grandmaster",
                                         "greedy:count=0",
                                         "greedy:fast",
                                         "greedy:stays",
                                         "cmd",
                                         "cmd:",
                                         "cmd:ms=5",
                                         "cmd:ms=5:",
                                         "greedy:ms=-1",
                                         "greedy:count=99999999999" };
    struct by_entrant e;
    struct by_fault f;

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        expect(!by_entrant_read(wrong[i], &e, &f), "is refused", wrong[i]);
    expect(by_entrant_read("greedy:count=5:ms=7:name=my bot", &e, &f) && e.count == 5 && e.ms == 7
               && strcmp(e.name, "my bot") == 0 && e.bot != NULL,
           "options of a bot", "");
    expect(by_entrant_read("cmd:ms=7:stays:./a b:c=d", &e, &f) && e.ms == 7 && e.stays && e.bot == NULL
               && strcmp(e.command, "./a b:c=d") == 0,
           "a program", e.command);
}

int main(void)
{
    words();
    equal_bots();
    not_swapped();
    difference();
    edges();
    sequential();
    orders();
    printf("arena runs: %d failed\n", failures);
    return failures > 0;
}

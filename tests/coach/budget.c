/* SPDX-License-Identifier: MIT */
/* budget.c: checks that a study has one budget for all its searches, counted in steps, and that one cut short is
 * marked.  A study that is not marked equals one without a limit.  With -DBY_FAULTS, searches that spend more, and a
 * missing mark, must be detected. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/positions.h"
#include "boneyard/coach.h"
#include "planted.h"

#define BEYOND 40000 /* steps that the last search may take after the budget is spent (tests/bots/budget.c) */

static const char *const names[BY_SEATS] = { "A", "B", "C", "D", "E", "F", "G", "H",
                                             "I", "J", "K", "L", "M", "N", "O", "P" };
static struct {
    long studies, marked, none, wrong;
    uint64_t most;
} tally;
static bool quiet;
static struct position position;
static struct by_study whole, cut;
static unsigned char *memory;

/* The steps used by `expert`, counted here. */
static uint64_t used;
static int count_steps(const struct by_question *asked)
{
    struct by_question q = *asked;

    q.steps = &used;
    return by_bots[BY_BOT_expert]->choose(&q);
}

static void wrong(const char *what)
{
    tally.wrong++;
    if (!quiet && tally.wrong <= 20)
        printf("%s: %s (%llu steps)\n", position.rules, what, (unsigned long long)used);
}

static bool study(struct by_coach c, by_move played, struct by_study *out)
{
    static const struct by_bot counted = { .key = "expert", .choose = count_steps };

    used = 0;
    c.bot = &counted;
    c.heard = position.heard;
    c.memory = memory;
    c.size = BY_BOT_MEMORY;
    c.names = names;
    return by_study_of(&c, &position.table, position.view.seat, played, out);
}

static bool same(const struct by_study *a, const struct by_study *b)
{
    return a->d.n == b->d.n && memcmp(a->values, b->values, sizeof *a->values * (size_t)a->d.n) == 0
        && a->verdict.cost == b->verdict.cost && a->verdict.best == b->verdict.best;
}

/* Returns whether the text that people read ends with the mark. */
static bool told(const struct by_study *s)
{
    char text[BY_HINT_TEXT];
    struct by_text t = by_text_on(text, sizeof text);

    by_hint_say(&s->d, s->verdict.best, &t);
    return strstr(text, "The analysis of this move was cut short.") != NULL;
}

/* Makes a study with part of the steps that the complete one took. */
static void with_steps(uint64_t steps, by_move played)
{
    bool any = study((struct by_coach){ .steps = steps }, played, &cut);

    tally.studies++;
    if (used > steps + BEYOND)
        wrong("more steps than its budget");
    if (!any) {
        tally.none++;
        return;
    }
    tally.marked += cut.verdict.hurried;
    if (!cut.verdict.hurried && (whole.verdict.hurried || !same(&whole, &cut)))
        wrong("cut short and not marked");
    if (cut.verdict.hurried != told(&cut))
        wrong("the hint does not say it");
}

/* A clock that advances by 100 us at each reading. */
static int64_t looks;
static int64_t slow_clock(void) { return 100000 * ++looks; }

static void in_a_hurry(by_move played)
{
    static const struct by_stop stopped = { 1 };

    if (study((struct by_coach){ .stop = &stopped }, played, &cut) && position.n > 1)
        wrong("judged although it was stopped");
    if (study((struct by_coach){ .ms = 1, .clock = slow_clock }, played, &cut) && !cut.verdict.hurried
        && !same(&whole, &cut))
        wrong("cut short by the clock and not marked");
    if (used > 12 * BY_BUDGET_LOOK + BEYOND)
        wrong("more steps than the deadline allows");
}

static void check(struct by_rng *rng)
{
    by_move played = position.moves[by_rng_below(rng, (uint32_t)position.n)];
    uint64_t most;

    if (!study((struct by_coach){ .stop = NULL }, played, &whole))
        wrong("no judgement");
    most = used;
    tally.most = most > tally.most ? most : tally.most;
    if (most > BY_COACH_STEPS + BEYOND)
        wrong("more steps than a study may take");
    if (whole.verdict.hurried != told(&whole))
        wrong("the hint does not say it");
    with_steps(most + 1, played);
    with_steps(most * 9 / 10 + 1, played);
    with_steps(most / 3 + 1, played);
    with_steps(most / 40 + 1, played);
    with_steps(1, played);
    in_a_hurry(played);
}

/* Checks random positions, and some in which every claim needs its own question (L-25). */
static void check_all(int positions)
{
    static const char *const claims[] = { "muggins:number call=on hand=7", "fiveup:online call=on players=4" };
    struct by_rng rng;

    memset(&tally, 0, sizeof tally);
    by_rng_init(&rng, 31);
    for (int i = 0; i < positions; i++) {
        any_position(&rng, memory, &position);
        check(&rng);
    }
    for (uint64_t seed = 0; seed < 2; seed++)
        for (int i = 0; i < 2; i++) {
            position_of(claims[i], seed, memory, &position);
            if (position.n > 0)
                check(&rng);
        }
}

int main(void)
{
    int failed = 0;

    memory = malloc(BY_BOT_MEMORY);
    if (memory == NULL)
        return 1;
#ifdef BY_FAULTS
    quiet = true;
    for (by_planted = 315; by_planted <= 316; by_planted++) {
        check_all(6);
        printf("fault %d: %ld wrong\n", by_planted, tally.wrong);
        failed += tally.wrong == 0;
    }
#else
    int positions = getenv("BONEYARD_LONG") != NULL ? 40 : 16;

    check_all(positions);
    printf("%ld studies, %ld marked, %ld without a judgement, %ld wrong; at most %llu steps\n", tally.studies,
           tally.marked, tally.none, tally.wrong, (unsigned long long)tally.most);
    failed = tally.wrong > 0 || tally.marked < positions / 2 || tally.marked == tally.studies;
#endif
    free(memory);
    return failed != 0;
}

/* SPDX-License-Identifier: MIT */
/* puzzles.c: checks the shipped puzzles, and proves a sample of them again.
 *
 *     puzzles FILE [--all]
 *
 * Every 11th exact puzzle is solved again, and its values must be the same; every 53rd searched puzzle is
 * searched again, and the same move must be best. With --all, every puzzle is. Wrong answers are planted and must be
 * found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certify.h"

enum { EXACT = 11, SEARCHED = 53, FEWEST = 500, DISTINCT_LEAST = 2, DISTINCT_MOST = 6 };

struct counts {
    int all, exact, proved, obvious;
};

static struct by_step steps[BY_PUZZLE_LOG];

/* Returns NULL, or a description of the error in a puzzle's position and values. */
static const char *fault_of(const struct by_puzzle *p, struct by_table *t, bool *obvious)
{
    static struct by_view v;
    by_move moves[BY_MOVES];
    int group[BY_MOVES], best, n, groups;

    if (!by_puzzle_set(p, t, steps))
        return "does not fit the rules";
    n = by_moves(&t->state, t->state.now.turn, moves);
    groups = certify_groups(&t->state, moves, n, group);
    if (groups < DISTINCT_LEAST || groups > DISTINCT_MOST)
        return "has another number of moves that differ";
    by_table_view(t, t->state.now.turn, &v);
    for (int i = 0; i < n; i++)
        if (p->value[i] != p->value[group[i]])
            return "values the same table in two ways";
    if (certify_lead(p->value, group, n, &best) < certify_margin(&v, p->deals > 0) || best != p->best)
        return "has no clearly best move, or names another";
    *obvious = (certify_obvious(&v, moves, n) >> best & 1) != 0;
    return NULL;
}

/* Returns whether repeating the proof gives the same result. */
static bool proved(const struct by_puzzle *p, const struct by_table *t)
{
    struct by_puzzle again = *p;

    if (!certify(t, &again) || again.best != p->best || again.deals != p->deals)
        return false;
    return p->deals == 0
        || (memcmp(again.value, p->value, sizeof p->value) == 0 && memcmp(again.win, p->win, sizeof p->win) == 0);
}

/* Returns whether a wrong answer, made from a right puzzle, is found. */
static bool finds_wrong(const struct by_puzzle *p, struct by_table *t)
{
    struct by_puzzle wrong = *p, swapped = *p;
    bool obvious;
    int other = 0;

    while (by_puzzle_right(p, other))
        other++;
    wrong.best = (uint8_t)other;
    for (int i = 0; i < p->moves; i++) /* exchange the two values, so that only a proof can tell */
        if (p->value[i] == p->value[p->best])
            swapped.value[i] = p->value[other];
        else if (p->value[i] == p->value[other])
            swapped.value[i] = p->value[p->best];
    swapped.best = (uint8_t)other;
    return fault_of(&wrong, t, &obvious) != NULL && by_puzzle_set(&swapped, t, steps) && !proved(&swapped, t);
}

static bool check(const char *line, struct counts *c, bool all)
{
    struct by_puzzle p;
    struct by_table t;
    char again[BY_PUZZLE_LINE];
    const char *fault = "is not a puzzle";
    bool obvious = false, sampled = false;
    int number;

    c->all++;
    if (by_puzzle_read(line, strlen(line), &p))
        fault = fault_of(&p, &t, &obvious);
    if (fault == NULL) {
        number = p.deals > 0 ? c->exact++ : c->all - c->exact;
        sampled = all || number % (p.deals > 0 ? EXACT : SEARCHED) == 0;
        c->obvious += obvious;
        by_puzzle_print(&p, again, sizeof again);
        if (strcmp(line, again) != 0)
            fault = "is printed in another way";
    }
    if (fault == NULL && sampled) {
        c->proved++;
        if (!proved(&p, &t))
            fault = "cannot be proved again";
        else if (p.deals > 0 && !finds_wrong(&p, &t))
            fault = "could have a wrong answer";
    }
    if (fault != NULL)
        printf("puzzle %d %s: %s\n", c->all, fault, line);
    return fault == NULL;
}

/* Returns whether lines that are not puzzles, and a choice that does not exist, are refused. */
static bool refuses(const char *line)
{
    static const char *const wrong[] = {
        "",
        "1",
        "1 - 0 0 1,2 - block extra=1",
        "1 - 2 0 1,2 - block",
        "1 - 0 0 1,,2 - block",
        "1 - 0 0 1,2, - block",
        "1 - 0 0 1,2 1 block",
        "1 ! 0 0 1,2 - block",
        "g - 0 0 1,2 - block",
        "1 - 0 0 1,999999999 - block",
    };
    struct by_puzzle p;
    struct by_table t;
    bool fine = true;

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (by_puzzle_read(wrong[i], strlen(wrong[i]), &p)) {
            printf("read as a puzzle: %s\n", wrong[i]);
            fine = false;
        }
    if (!by_puzzle_read(line, strlen(line), &p) || p.choices == 0)
        return false;
    p.choice[0] = 61;
    return fine && !by_puzzle_set(&p, &t, steps);
}

int main(int argc, char **argv)
{
    char line[BY_PUZZLE_LINE + 2], first[sizeof line] = "";
    struct counts c = { 0 };
    bool fine = true, all = argc > 2 && strcmp(argv[2], "--all") == 0;
    FILE *f = argc > 1 ? fopen(argv[1], "r") : NULL;

    if (f == NULL)
        return 2;
    while (fgets(line, sizeof line, f) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        fine = check(line, &c, all) && fine;
        if (first[0] == '\0')
            memcpy(first, line, sizeof line);
    }
    fclose(f);
    printf("%d puzzles, %d exact; proved again: %d; the obvious move is wrong in %d\n", c.all, c.exact, c.proved,
           c.all - c.obvious);
    return fine && refuses(first) && c.all >= FEWEST && 2 * c.obvious <= c.all ? 0 : 1;
}

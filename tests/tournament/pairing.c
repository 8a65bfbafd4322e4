/* SPDX-License-Identifier: MIT */
/* pairing.c: tests the pairings of a tournament: against brute force with up to 12 contestants, the matching alone, and
 * whole evenings with late entries, absences and withdrawals. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "planted.h"
#include "tournament/matching.h"
#include "tournament/pair.h"
#include "tournament/standings.h"

#define ALL INT64_MAX

static int failures;

static void truth(bool t, const char *what)
{
    if (!t) {
        printf("FAILED: %s\n", what);
        failures++;
    }
}

static uint32_t state = 2463534242;

static uint32_t next(uint32_t n)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % n;
}

/* ---- The matching alone ---- */

/* Returns the least cost of pairing the contestants in `left`, by brute force. */
static int64_t best_pairs(int n, const int64_t *cost, unsigned left)
{
    int first = 0;
    int64_t best = ALL;

    if (left == 0)
        return 0;
    while ((left >> first & 1) == 0)
        first++;
    for (int k = first + 1; k < n; k++)
        if ((left >> k & 1) != 0) {
            int64_t c = cost[first * n + k] + best_pairs(n, cost, left & ~(1u << first) & ~(1u << k));

            best = c < best ? c : best;
        }
    return best;
}

/* Random costs of several kinds: few values make many blossoms. */
static void matchings(int times)
{
    static const int64_t ranges[] = { 2, 3, 10, 1000, (int64_t)1 << 49 };
    int64_t cost[144];
    int mate[12];

    for (int i = 0; i < times; i++) {
        int n = 2 + 2 * (int)next(5);
        int64_t sum = 0, range = ranges[next(5)];

        for (int a = 0; a < n; a++)
            for (int b = 0; b <= a; b++)
                cost[a * n + b] = cost[b * n + a] =
                    (int64_t)(((uint64_t)next(1u << 31) << 31 | next(1u << 31)) % (uint64_t)range);
        by_match_pairs(n, cost, mate);
        for (int a = 0; a < n; a++) {
            truth(mate[a] >= 0 && mate[a] < n && mate[a] != a && mate[mate[a]] == a, "everyone has one partner");
            sum += a < mate[a] ? cost[a * n + mate[a]] : 0;
        }
        if (sum != best_pairs(n, cost, (1u << n) - 1)) {
            truth(false, "the cheapest pairs");
            return;
        }
    }
}

/* ---- A tournament ---- */

static void start(struct by_tournament *t, const char *rules, const char *format, const char *system, int table,
                  int rounds)
{
    char head[600];
    struct by_fault f;

    snprintf(head, sizeof head,
             "boneyard tournament 1\nrules %s\ndate 2026-11-23\ndraw %x\nformat %s\nsystem %s\ntable %d\nrounds %d\n"
             "ties opponents difference wins\n",
             rules, next(1u << 30), format, system, table, rounds);
    if (!by_tournament_start(t, head, &f)) {
        printf("%s%s\n", head, f.text);
        exit(1);
    }
}

static void add(struct by_tournament *t, const char *kind, const char *rest)
{
    char line[600];
    struct by_fault f;

    snprintf(line, sizeof line, "%s %s", kind, rest);
    if (!by_tournament_add(t, line, &f)) {
        printf("%s: %s\n", line, f.text);
        failures++;
    }
}

static void enter(struct by_tournament *t, int n)
{
    char name[80];

    for (int i = 0; i < n; i++) {
        snprintf(name, sizeof name, t->format == BY_PARTNERS ? "A%c%d + B%c%d" : "P%c%d", 'a' + i % 26, i / 26,
                 'a' + i % 26, i / 26);
        add(t, "player", name);
    }
}

/* Enters a score at every table of the last round: better players, who were entered first, win more often. */
static void score_all(struct by_tournament *t)
{
    const struct by_tournament_round *r = &t->round[t->rounds - 1];

    for (int i = 0; i < r->tables; i++) {
        char line[200];
        int n = snprintf(line, sizeof line, "%d.%d", t->rounds, i + 1);

        for (int k = 0; k < by_seating_sides(t, &r->table[i]); k++)
            n += snprintf(line + n, sizeof line - (size_t)n, " %d",
                          (int)next(200) + 2 * (BY_MOST_CONTESTANTS - r->table[i].at[k]));
        add(t, "score", line);
    }
}

static bool pair(struct by_tournament *t)
{
    struct by_fault f;

    return by_tournament_pair(t, &f);
}

/* ---- Brute force ---- */

/* The least cost of every set of contestants at one table or on a bye. */
struct costs {
    int n;
    int64_t table[1 << 12], bye[12];
    int sizes[4], all[4]; /* sizes of tables, and the number of each; the rest have a bye */
    int kinds;
};

/* Computes a table's cost over all distinct seatings. */
static int64_t table_cost(const struct by_tournament *t, const int *who, const int *at, int n)
{
    static struct by_tournament_round r;
    static const int ways[3][4] = { { 0, 1, 2, 3 }, { 0, 2, 1, 3 }, { 0, 1, 3, 2 } };
    int64_t best = ALL;

    for (int w = 0; w < (t->format == BY_ROTATING ? 3 : 1); w++) {
        int64_t c;

        r.tables = 1;
        r.byes = 0;
        r.table[0] = (struct by_seating){ .n = n };
        for (int i = 0; i < n; i++)
            r.table[0].at[i] = (int16_t)who[at[ways[w][i]]];
        c = by_pairing_cost(t, &r);
        best = c < best ? c : best;
    }
    return best;
}

static int64_t partitions(struct costs *c, unsigned left)
{
    static const unsigned none = 0;
    int64_t best = ALL;
    unsigned first = left & (~left + 1), rest = left & ~first;

    if (left == none)
        return 0;
    for (int k = 0; k < c->kinds; k++) {
        int size = c->sizes[k];

        if (c->all[k] == 0)
            continue;
        c->all[k]--;
        for (unsigned with = rest;; with = (with - 1) & rest) {
            if (__builtin_popcount(with) == size - 1) {
                int64_t others = partitions(c, rest & ~with);
                int64_t own = size == 1 ? c->bye[__builtin_ctz(first)] : c->table[with | first];

                best = others < ALL && own + others < best ? own + others : best;
            }
            if (with == 0)
                break;
        }
        c->all[k]++;
    }
    return best;
}

/* Returns the least cost of the next round, with tables of the sizes of round r. */
static int64_t least(const struct by_tournament *t, const struct by_tournament_round *r, const int *who, int n)
{
    static struct costs c;
    static struct by_tournament_round only;

    memset(&c, 0, sizeof c);
    c.n = n;
    for (int size = 1; size <= 4; size++) {
        c.sizes[c.kinds] = size;
        for (int i = 0; i < r->tables; i++)
            c.all[c.kinds] += r->table[i].n == size;
        c.all[c.kinds] += size == 1 ? r->byes : 0;
        c.kinds++;
    }
    for (unsigned set = 1; set < 1u << n; set++) {
        int at[12], m = 0;

        for (int i = 0; i < n; i++)
            if ((set >> i & 1) != 0)
                at[m++] = i;
        if (m >= 2 && m <= 4 && c.all[m - 1] > 0)
            c.table[set] = table_cost(t, who, at, m);
    }
    for (int i = 0; i < n; i++) {
        only.byes = 1;
        only.bye[0] = (int16_t)who[i];
        c.bye[i] = by_pairing_cost(t, &only);
    }
    return partitions(&c, (1u << n) - 1);
}

/* Plays an evening, and compares each round with brute force. */
static void against_brute_force(const char *rules, const char *format, const char *system, int table, int n, int rounds)
{
    struct by_tournament t;
    int checked = 0;

    start(&t, rules, format, system, table, 0);
    enter(&t, n);
    for (int r = 0; r < rounds; r++) {
        struct by_tournament_round was;
        struct by_tournament before;
        int who[12], present = 0;

        if (r == 2)
            add(&t, "absent", t.contestant[1].name);
        for (int i = 0; i < n; i++)
            if (!t.contestant[i].absent)
                who[present++] = i;
        if (!pair(&t))
            break;
        was = t.round[t.rounds - 1];
        before = t;
        before.rounds--; /* the cost is that of the next round */
        for (int i = 0; i < n; i++)
            before.contestant[i].absent = r == 2 && i == 1;
        truth(by_pairing_cost(&before, &was) == least(&before, &was, who, present), "the round of the least cost");
        checked++;
        score_all(&t);
    }
    printf("%s %s, tables of %d, %d contestants: %d rounds like brute force\n", format, system, table, n, checked);
    truth(checked > 0, "some rounds are compared");
    by_tournament_clear(&t);
}

/* ---- Evenings ---- */

/* Half as many rounds as players can always be paired without a repeat (Dirac). */
static void no_repeats(int n)
{
    struct by_tournament t;

    start(&t, "block:basics players=2", "singles", "swiss", 2, 0);
    enter(&t, n);
    for (int r = 0; r < n / 2; r++) {
        truth(pair(&t), "a round of Swiss");
        truth(by_pairing_repeats(&t, r) == 0, "no repeat where it can be avoided");
        score_all(&t);
    }
    by_tournament_clear(&t);
}

/* Everyone plays everyone else exactly once, in as few rounds as possible, and byes are equally distributed. */
static void round_robin(int n)
{
    struct by_tournament t;
    struct by_position place[BY_MOST_CONTESTANTS];
    int rounds = 0;

    start(&t, "block:basics players=2", "singles", "all", 2, 0);
    enter(&t, n);
    while (pair(&t)) {
        score_all(&t);
        rounds++;
    }
    truth(rounds == n - 1 + n % 2, "a round robin takes the fewest rounds");
    by_tournament_standings(&t, place);
    for (int i = 0; i < n; i++)
        truth(place[i].played == n - 1 && place[i].byes == n % 2, "each meets each once");
    by_tournament_clear(&t);
}

/* Checks that a round seats everyone who plays exactly once. */
static void seats_all(const struct by_tournament *t, int playing)
{
    const struct by_tournament_round *r = &t->round[t->rounds - 1];
    int seen[BY_MOST_CONTESTANTS] = { 0 }, n = 0;

    for (int i = 0; i < r->tables; i++)
        for (int k = 0; k < r->table[i].n; k++, n++)
            truth(seen[r->table[i].at[k]]++ == 0, "nobody sits twice");
    for (int i = 0; i < r->byes; i++, n++)
        truth(seen[r->bye[i]]++ == 0, "nobody sits and has a bye");
    truth(n == playing, "everyone plays or has a bye");
}

/* People arrive late, sit out, leave and return. */
static void restless(const char *rules, const char *format, const char *system, int table, int n)
{
    struct by_tournament t;
    struct by_position place[BY_MOST_CONTESTANTS];
    int playing = n, most = 0, all = 0;

    start(&t, rules, format, system, table, 0);
    enter(&t, n);
    for (int r = 0; r < 6; r++) {
        int sitting = 0;

        if (r == 1)
            add(&t, "player", format[0] == 'p' ? "Late + Later" : "Late");
        if (r == 2)
            add(&t, "out", t.contestant[0].name);
        if (r == 4)
            add(&t, "back", t.contestant[0].name);
        playing += (r == 1) - (r == 2) + (r == 4);
        if (r == 3) {
            add(&t, "absent", t.contestant[2].name);
            sitting = 1;
        }
        if (!pair(&t))
            break;
        seats_all(&t, playing - sitting);
        score_all(&t);
    }
    by_tournament_standings(&t, place);
    for (int i = 0; i < t.contestants; i++) {
        most = place[i].byes > most ? place[i].byes : most;
        all += place[i].byes;
    }
    truth(t.system == BY_ALL || most <= all / t.contestants + 1, "byes go round");
    by_tournament_clear(&t);
}

/* A large evening. */
static void crowd(void)
{
    struct by_tournament t;

    start(&t, "block:basics players=4 teams=on", "rotating", "swiss", 4, 0);
    enter(&t, 64);
    for (int r = 0; r < 2; r++) {
        truth(pair(&t), "64 people are paired");
        seats_all(&t, 64);
        truth(by_pairing_repeats(&t, r) == 0, "64 people need no repeat");
        score_all(&t);
    }
    by_tournament_clear(&t);
}

int main(int argc, char **argv)
{
    bool long_run = argc > 1 && strcmp(argv[1], "long") == 0;

#ifdef PLANTED
    by_planted = PLANTED;
#endif
    matchings(long_run ? 20000 : 2000);
    for (int n = long_run ? 3 : 5; n <= 12; n += long_run ? 1 : 3) {
        against_brute_force("block:basics players=4", "singles", "swiss", 4, n, 5);
        against_brute_force("block:basics players=3", "singles", "swiss", 3, n, 5);
        against_brute_force("block:basics players=2", "singles", "swiss", 2, n, 7);
        if (n >= 4)
            against_brute_force("block:basics players=4 teams=on", "rotating", "swiss", 4, n, 6);
        if (n <= 8)
            against_brute_force("block:basics players=4 teams=on", "partners", "swiss", 2, n, 5);
    }
    for (int n = 2; n <= 12; n++) {
        no_repeats(n);
        round_robin(n);
    }
    round_robin(40);
    for (int n = 5; n <= 16; n += long_run ? 1 : 3) {
        restless("block:basics players=4", "singles", "swiss", 4, n);
        restless("mexicantrain:number players=3", "singles", "all", 3, n);
        restless("block:basics players=2", "singles", "all", 2, n);
        restless("block:basics players=4 teams=on", "partners", "swiss", 2, n);
        restless("block:basics players=4 teams=on", "rotating", "swiss", 4, n);
    }
    crowd();
    printf("pairing: %s\n", failures == 0 ? "fine" : "failed");
    return failures > 0;
}

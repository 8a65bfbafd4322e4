/* SPDX-License-Identifier: MIT */
/* puzzles.c: finds puzzles in games between experts, and proves them (boneyard/puzzle.h).
 *
 *     puzzles FILE [--each N] [--seeds N] [--rules TEXT]
 *
 * Plays the first round of each rule string with seed 1, 2, ... and appends each proved puzzle to FILE as a line, all
 * lines of a seed at once. If FILE exists, it continues after the last seed in it, so it can be stopped at any time.
 * Stops when FILE has N puzzles of each rule string (--each, 60), or after N seeds (--seeds). Prints its progress once
 * a seed.
 *
 * Most positions are rejected at no cost, by the values that the expert computes anyway: a puzzle has 2 to 6 moves
 * that differ, a lead of half the margin, a best move that does not simply end the round, and a reason in words. Of the
 * positions whose best move looks best at first sight, two thirds are dropped. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../tests/daily/certify.h"
#include "boneyard/coach.h"

static const char *const rules[] = {
    "block:basics blanks=suit",
    "block:basics players=4 hand=7 teams=on blanks=suit reserve=0",
    "draw:basics blanks=suit",
    "muggins:number",
    "muggins:number players=4",
    "allfives:online",
    "fiveup:online",
    "chickenfoot:number players=2",
    "chickenfoot:number",
    "mexicantrain:number players=2",
    "mexicantrain:number",
};
enum { RULES = sizeof rules / sizeof rules[0], FEWEST = 2, MOST = 6, LIST = 16, HAND = 10 };

static struct by_step steps[BY_PUZZLE_LOG];
static struct by_heard heard[BY_PUZZLE_LOG];
static _Alignas(16) unsigned char memory[BY_BOT_MEMORY];
static struct by_view view;
static by_move moves[BY_MOVES];
static int32_t values[BY_MOVES];
static long tried, found;

/* Returns whether the coach names a reason for the best move over the next best. */
static bool has_reason(const struct by_past *past, int n, const int *group, int best)
{
    static const char *const names[BY_SEATS] = { "North", "East", "South", "West" };
    const struct by_decision d = { .view = &view, .past = past, .moves = moves, .n = n, .names = names };
    char text[BY_HINT_TEXT];
    struct by_text t = by_text_on(text, sizeof text);
    int second = -1;

    for (int i = 0; i < n; i++)
        if (group[i] != group[best] && (second < 0 || values[i] > values[second]))
            second = i;
    return by_reasons_say(&d, best, second, &t);
}

static bool ends_round(const struct by_state *s, by_move m)
{
    struct by_state after = *s;

    return by_play(&after, s->now.turn, m, NULL, NULL) == BY_OK && after.now.phase != BY_PLAYING
        && after.end == BY_ENDED_OUT;
}

/* Looks at the position on the table, whose values are set. Returns whether a puzzle was added to `line`. */
static bool look(const struct by_table *t, const struct by_past *past, int n, struct by_rng *lots, struct by_puzzle *p,
                 char *line)
{
    int group[BY_MOVES], best, groups;

    if (n > LIST || view.count[view.seat] < 2 || view.count[view.seat] > HAND || p->choices == 0)
        return false;
    groups = certify_groups(&t->state, moves, n, group);
    if (groups < FEWEST || groups > MOST || certify_lead(values, group, n, &best) < certify_margin(&view, false) / 2)
        return false;
    if ((certify_obvious(&view, moves, n) >> best & 1) != 0 && by_rng_below(lots, 3) != 0)
        return false;
    if (ends_round(&t->state, moves[best]) || !has_reason(past, n, group, best))
        return false;
    tried++;
    if (!certify(t, p) || p->best != best)
        return false;
    by_puzzle_print(p, line, BY_PUZZLE_LINE);
    return true;
}

/* Plays one round. Returns whether it had a puzzle; the first one is in `line`. */
static bool play(const char *text, uint64_t seed, char *line)
{
    struct by_puzzle p = { .choices = 0 };
    struct by_table t;
    struct by_past past;
    struct by_rng rng, lots;
    char hex[20];

    snprintf(hex, sizeof hex, "%llx", (unsigned long long)seed);
    if (by_config_parse(text, &p.rules, NULL) != BY_OK || !by_seed_read(hex, &p.seed))
        abort();
    by_rng_init(&rng, seed);
    by_rng_init(&lots, seed + 1000000000);
    by_table_init(&t, &p.rules, steps, BY_PUZZLE_LOG);
    if (by_table_deal_seeded(&t, &p.seed, -1, NULL) != BY_OK)
        abort();
    while (t.state.now.phase == BY_PLAYING && t.moves < BY_PUZZLE_LOG) {
        const int seat = t.state.now.turn;
        struct by_question q = { .view = &view,
                                 .past = &past,
                                 .moves = moves,
                                 .n = by_moves(&t.state, seat, moves),
                                 .rng = &rng,
                                 .memory = memory,
                                 .size = sizeof memory,
                                 .values = values };
        int at = 0;

        if (q.n > 1) {
            by_table_view(&t, seat, &view);
            by_table_past(&t, heard, &past);
            memset(values, 0, sizeof values);
            at = by_bots[BY_BOT_expert]->choose(&q);
            if (look(&t, &past, q.n, &lots, &p, line))
                return true;
            if (p.choices == BY_PUZZLE_CHOICES || at >= 62)
                return false;
            p.choice[p.choices++] = (uint8_t)at;
        }
        if (by_table_play(&t, seat, moves[at], NULL) != BY_OK)
            return false;
    }
    return false;
}

/* Reads the file and leaves it at the end of its last whole line. Returns the last seed in it, or 0. */
static uint64_t resume(FILE *f, long count[RULES])
{
    char line[BY_PUZZLE_LINE + 2];
    unsigned long long seed = 0;
    long whole = 0;

    while (fgets(line, sizeof line, f) != NULL && strchr(line, '\n') != NULL) {
        struct by_puzzle p;
        struct by_config same;

        if (!by_puzzle_read(line, strlen(line) - 1, &p))
            abort();
        seed = strtoull(line, NULL, 16);
        for (int i = 0; i < RULES; i++)
            if (by_config_parse(rules[i], &same, NULL) == BY_OK && memcmp(&same, &p.rules, sizeof same) == 0)
                count[i]++;
        whole = ftell(f);
    }
    fseek(f, whole, SEEK_SET);
    if (ftruncate(fileno(f), whole) != 0)
        abort();
    return seed;
}

/* Plays every rule string that still lacks puzzles. Returns whether there was one. */
static bool play_seed(FILE *f, uint64_t seed, long each, const char *only, long count[RULES])
{
    static char line[RULES][BY_PUZZLE_LINE];
    bool lacking = false;

    for (int i = 0; i < RULES; i++) {
        line[i][0] = '\0';
        if (count[i] >= each || (only != NULL && strcmp(only, rules[i]) != 0))
            continue;
        lacking = true;
        if (!play(rules[i], seed, line[i]))
            line[i][0] = '\0';
        count[i] += line[i][0] != '\0';
    }
    for (int i = 0; i < RULES; i++)
        if (line[i][0] != '\0') {
            struct by_puzzle p;
            struct by_table t;

            if (!by_puzzle_read(line[i], strlen(line[i]), &p) || !by_puzzle_set(&p, &t, steps))
                abort();
            fprintf(f, "%s\n", line[i]);
            found++;
        }
    fflush(f);
    printf("seed %llu: %ld tried, %ld found\n", (unsigned long long)seed, tried, found);
    fflush(stdout);
    return lacking;
}

int main(int argc, char **argv)
{
    const char *only = NULL;
    uint64_t seeds = 0, first;
    long count[RULES] = { 0 }, each = 60;
    FILE *f;

    for (int i = 2; i < argc; i++)
        if (i + 1 < argc && strcmp(argv[i], "--seeds") == 0)
            seeds = strtoull(argv[++i], NULL, 10);
        else if (i + 1 < argc && strcmp(argv[i], "--each") == 0)
            each = strtol(argv[++i], NULL, 10);
        else if (i + 1 < argc && strcmp(argv[i], "--rules") == 0)
            only = argv[++i];
        else
            return 2;
    f = argc > 1 ? fopen(argv[1], "r+") : NULL;
    if (f == NULL && (argc < 2 || (f = fopen(argv[1], "w+")) == NULL))
        return 2;
    first = resume(f, count) + 1;
    for (uint64_t seed = first; seeds == 0 || seed < first + seeds; seed++)
        if (!play_seed(f, seed, each, only, count))
            break;
    fclose(f);
    return 0;
}

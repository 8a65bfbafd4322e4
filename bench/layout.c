/* SPDX-License-Identifier: MIT */
/* layout.c: measures how long a layout takes.
 *
 *     layout [--rounds N] [--seed N] [--game WORDS] [--json]
 *
 * Plays rounds of random moves, half of them doubles first, of the games whose rules contain WORDS.  Lays them out
 * after every move on tables of several sizes.  Prints a line for each game and size, or a JSON line: the number of
 * layouts, the mean and maximum processor time in microseconds, the maximum number of tiles, how many layouts were
 * folded, and how many with tiles detached; in Chickenfoot, the number of feet on the last tables, and the number of
 * those that were bent or did not leave at 45 degrees.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/layout.h"
#include "boneyard/table.h"
#include "util/chance.h"

enum { STEPS = 8000 };

static const char *const rules[] = { "allfives:online players=4",
                                     "fiveup:online players=4",
                                     "mexicantrain:classic players=8 set=18",
                                     "chickenfoot:classic players=4 set=9",
                                     "chickenfoot:classic players=16 set=18",
                                     "castlerock:classic set=18" };
static const int32_t size[][2] = { { 0, 0 }, { 1400, 620 }, { 360, 640 }, { 96, 96 } };
enum { RULES = sizeof rules / sizeof rules[0], SIZES = sizeof size / sizeof size[0] };

struct tally {
    uint64_t layouts, folded, apart;
    int64_t ns, most;
    int tiles, feet, bent;
};

static struct by_table match;
static struct by_step steps[STEPS];
static by_move list[BY_MOVES];

static by_move choose(struct by_rng *rng, int n, bool doubles)
{
    for (int i = 0; i < n && doubles; i++)
        if (by_move_kind(list[i]) == BY_LAY && by_is_double(by_move_tile(list[i])))
            return list[i];
    return list[by_rng_below(rng, (uint32_t)n)];
}

/* Counts the feet, and those whose outer toes do not leave at 45 degrees while the middle one continues straight
 * ahead. */
static void count_feet(const struct by_layout *l, struct tally *t)
{
    for (int i = 1; i < l->tiles && l->family == BY_FEET; i++) {
        int turns = 0;
        bool bent = false;

        for (int k = i + 1; k < l->tiles; k++) {
            const int turn = (l->at[k].turn - l->at[i].turn + 2 + 8) & 7;

            if (l->at[k].on != i || !by_is_double(l->at[i].tile))
                continue;
            bent = bent || (turn > 1 && turn < 7) || (turns >> turn & 1) != 0;
            turns |= 1 << turn;
        }
        t->feet += turns != 0;
        t->bent += bent;
    }
}

static void lay_out(struct tally *t)
{
    static struct by_layout l;
    struct by_view v;

    by_table_view(&match, 0, &v);
    for (int s = 0; s < SIZES; s++) {
        int64_t start = by_cpu_ns();

        by_layout_make(&v, size[s][0], size[s][1], &l);
        start = by_cpu_ns() - start;
        t[s].ns += start;
        t[s].most = start > t[s].most ? start : t[s].most;
        t[s].layouts++;
        t[s].folded += l.fold > 0;
        t[s].apart += l.fold == UINT8_MAX;
        t[s].tiles = l.tiles > t[s].tiles ? l.tiles : t[s].tiles;
        if (match.state.now.phase != BY_PLAYING)
            count_feet(&l, &t[s]);
    }
}

static bool play(const char *text, uint64_t number, bool doubles, struct tally *t)
{
    struct by_config c;
    struct by_fault f;
    struct by_seed seed = { { 0 } };
    struct by_rng rng;

    if (by_config_parse(text, &c, &f) != BY_OK) {
        fprintf(stderr, "layout: %s: %s\n", text, f.text);
        return false;
    }
    memcpy(seed.bytes, &number, sizeof number);
    by_rng_init(&rng, number);
    by_table_init(&match, &c, steps, STEPS);
    if (by_table_deal_seeded(&match, &seed, by_lead_taken(&match.state) ? 0 : -1, NULL) != BY_OK)
        return false;
    while (match.state.now.phase == BY_PLAYING) {
        const int seat = match.state.now.turn;

        if (by_table_play(&match, seat, choose(&rng, by_moves(&match.state, seat, list), doubles), NULL) != BY_OK)
            return false;
        lay_out(t);
    }
    return true;
}

static void print(const char *text, const int32_t wish[2], const struct tally *t, bool json)
{
    const char *format = json
        ? "{\"bench\":\"layout\",\"rules\":\"%s\",\"width\":%d,\"height\":%d,\"tiles\":%d,\"layouts\":%llu,\"us\":%.1f,"
          "\"most_us\":%.1f,\"folded\":%llu,\"apart\":%llu,\"feet\":%d,\"bent\":%d}\n"
        : "%-40s %4d x %-4d up to %3d tiles, %6llu layouts: mean %8.1f us, most %9.1f us; %llu folded, %llu apart; %d "
          "of %d feet bent\n";

    printf(format, text, wish[0], wish[1], t->tiles, (unsigned long long)t->layouts,
           (double)t->ns / 1e3 / (double)t->layouts, (double)t->most / 1e3, (unsigned long long)t->folded,
           (unsigned long long)t->apart, json ? t->feet : t->bent, json ? t->bent : t->feet);
}

int main(int argc, char **argv)
{
    long rounds = 20, seed = 1;
    const char *only = "";
    bool json = false;

    for (int i = 1; i < argc; i++) {
        long *to = strcmp(argv[i], "--rounds") == 0 ? &rounds : strcmp(argv[i], "--seed") == 0 ? &seed : NULL;

        if (strcmp(argv[i], "--json") == 0)
            json = true;
        else if (strcmp(argv[i], "--game") == 0 && i + 1 < argc)
            only = argv[++i];
        else if (to == NULL || i + 1 == argc || (*to = strtol(argv[++i], NULL, 10)) < 1) {
            fputs("layout [--rounds N] [--seed N] [--game WORDS] [--json]\n", stderr);
            return 2;
        }
    }
    for (int r = 0; r < RULES; r++) {
        struct tally t[SIZES] = { { 0 } };

        for (long k = 0; k < rounds && strstr(rules[r], only) != NULL; k++)
            if (!play(rules[r], (uint64_t)(seed + k), k % 2 != 0, t))
                return 1;
        for (int s = 0; s < SIZES && t[s].layouts > 0; s++)
            print(rules[r], size[s], &t[s], json);
    }
    return 0;
}

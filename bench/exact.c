/* SPDX-License-Identifier: MIT */
/* exact.c: prints the share of decisions that a bot answers exactly (enum by_proof in bot.h).
 *
 *     exact [--rounds N] [--seed N] [--rules RULES] [BOT...]
 *
 * Plays rounds with one bot in every seat, `expert` and `master` by default. Forced moves do not count. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/bot.h"
#include "boneyard/table.h"

enum { LOG = 4000 };

static struct {
    int rounds;
    uint64_t seed;
    const char *rules;
} o = { 20, 1, NULL };

static const char *const games[] = {
    "block:basics blanks=suit lead=seat next-lead=rotate",
    "block:basics",
    "block:basics players=4 hand=7 teams=on blanks=suit lead=seat next-lead=rotate",
    "block:basics players=4 teams=on",
    "block:basics players=3",
    "draw:basics",
    "draw:basics players=4 teams=on",
    "muggins:number",
    "muggins:number players=4 teams=on",
    "allfives:online",
    "allfives:online players=4 teams=on",
    "fiveup:online",
    "fiveup:online players=4 teams=on",
    "mexicantrain:number",
    "chickenfoot:number",
    "castlerock:number",
};
enum { GAMES = sizeof games / sizeof games[0] };

static struct by_step steps[LOG];
static struct by_heard heard[LOG];
static void *memory;

static void play_round(struct by_table *m, const struct by_bot *bot, struct by_rng *rng, long asked[3])
{
    static by_move list[BY_MOVES];

    while (m->state.now.phase == BY_PLAYING) {
        enum by_proof proof = BY_PROOF_NONE;
        struct by_view v;
        struct by_past past;
        struct by_question q = { .view = &v,
                                 .past = &past,
                                 .moves = list,
                                 .rng = rng,
                                 .memory = memory,
                                 .size = BY_BOT_MEMORY,
                                 .proof = &proof };
        int at;

        by_table_view(m, m->state.now.turn, &v);
        by_table_past(m, heard, &past);
        q.n = by_moves(&m->state, m->state.now.turn, list);
        at = q.n == 1 ? 0 : bot->choose(&q);
        asked[proof] += q.n > 1;
        if (by_table_play(m, m->state.now.turn, list[at], NULL) != BY_OK)
            exit(1);
    }
}

static void measure(const char *rules, const struct by_bot *bot)
{
    long asked[3] = { 0, 0, 0 };
    struct by_config c;
    struct by_table m;
    struct by_rng rng;
    double all;

    if (by_config_parse(rules, &c, NULL) != BY_OK) {
        fprintf(stderr, "exact: unknown rules: %s\n", rules);
        exit(2);
    }
    by_rng_init(&rng, o.seed);
    for (int i = 0; i < o.rounds; i++) {
        struct by_seed deal = { { 0xe8, (uint8_t)i, (uint8_t)(i >> 8), (uint8_t)o.seed, (uint8_t)(o.seed >> 8) } };

        by_table_init(&m, &c, steps, LOG);
        if (by_table_deal_seeded(&m, &deal, m.state.players > 1 && c.opt[BY_LEAD] == BY_LEAD_SEAT ? i % 2 : -1, NULL)
            != BY_OK)
            exit(1);
        play_round(&m, bot, &rng, asked);
    }
    all = (double)(asked[0] + asked[1] + asked[2]);
    printf("| %s | `%s` | %.0f | %.1f %% | %.1f %% |\n", bot->key, rules, all,
           100 * (double)asked[BY_PROOF_DEALS] / all, 100 * (double)asked[BY_PROOF_GAME] / all);
    fflush(stdout);
}

static void measure_all(const struct by_bot *bot)
{
    for (int i = 0; i < GAMES; i++)
        if (o.rules == NULL || i == 0)
            measure(o.rules != NULL ? o.rules : games[i], bot);
}

int main(int argc, char **argv)
{
    int bots = 0;

    memory = malloc(BY_BOT_MEMORY);
    puts("| bot | rules | decisions | every deal solved | solved with hidden tiles |\n|---|---|---|---|---|");
    for (int i = 1; i < argc && memory != NULL; i++) {
        const struct by_bot *bot = by_bot_find(false, argv[i]);
        const char *value = i + 1 < argc ? argv[i + 1] : "";

        if (bot != NULL) {
            bots++;
            measure_all(bot);
            continue;
        }
        if (strcmp(argv[i], "--rules") == 0)
            o.rules = value;
        else if (strcmp(argv[i], "--rounds") == 0 && strtol(value, NULL, 10) > 0)
            o.rounds = (int)strtol(value, NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0)
            o.seed = strtoull(value, NULL, 10);
        else {
            fputs("exact [--rounds N] [--seed N] [--rules RULES] [BOT...]\n", stderr);
            return 2;
        }
        i++;
    }
    for (int i = 0; bots == 0 && memory != NULL && i < 2; i++)
        measure_all(by_bots[i == 0 ? BY_BOT_expert : BY_BOT_master]);
    free(memory);
    return memory == NULL;
}

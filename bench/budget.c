/* SPDX-License-Identifier: MIT */
/* budget.c: compares the longest decision of each level with its budget.
 *
 *     budget [--positions N] [--seed N] [--json]
 *
 * Picks random rules and positions (tests/bots/positions.h), asks every level once without a budget and once for each
 * of a few times, and prints the worst case of each: steps compared with BY_BOT_STEPS, and processor time with 50 ms
 * (for `master`, BY_MASTER_STEPS and 1000 ms), or with ms + 10 % + 5 ms. A decision that takes over half of its limit
 * is asked three times, and the shortest counts, since machines are shared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/bots/positions.h"
#include "util/chance.h"

static const uint32_t limits[] = { 0, 1, 10 }; /* ms; 0: none */
enum { LIMITS = sizeof limits / sizeof limits[0] };

struct worst {
    uint64_t asked, over;
    double steps, time, sum;
    char rules[BY_CONFIG_TEXT];
};

static bool is_master(const struct by_bot *bot) { return bot == by_bots[BY_BOT_master]; }

/* In nanoseconds. */
static double allowed(const struct by_bot *bot, uint32_t ms)
{
    return ms != 0 ? ms * 1.1e6 + 5e6 : is_master(bot) ? 1000e6 : 50e6;
}

static int64_t ask(const struct position *p, const struct by_bot *bot, uint32_t ms, void *memory, uint64_t *steps)
{
    struct by_rng rng;
    struct by_question q = { .ms = ms, .clock = ms != 0 ? by_cpu_ns : NULL, .steps = steps };
    int64_t start = by_cpu_ns();

    *steps = 0;
    fill_question(&q, p, &rng, memory);
    by_rng_init(&rng, 1);
    bot->choose(&q);
    return by_cpu_ns() - start;
}

static void measure(const struct position *p, const struct by_bot *bot, uint32_t ms, void *memory, struct worst *w)
{
    uint64_t steps;
    double ratio = (double)ask(p, bot, ms, memory, &steps) / allowed(bot, ms), again, used;

    for (int i = 0; i < 2 && ratio > 0.5; i++) {
        again = (double)ask(p, bot, ms, memory, &steps) / allowed(bot, ms);
        ratio = again < ratio ? again : ratio;
    }
    w->asked++;
    w->over += ratio > 1;
    w->sum += ratio;
    used = (double)steps / (is_master(bot) ? BY_MASTER_STEPS : BY_BOT_STEPS);
    if (ms == 0 && used > w->steps)
        w->steps = used;
    if (ratio > w->time) {
        w->time = ratio;
        by_config_print(&p->table.state.rules, w->rules, sizeof w->rules);
    }
}

static void print(struct worst w[BY_BOTS][LIMITS], bool json)
{
    if (!json)
        puts("| level | ms | decisions | worst by steps | worst by time | mean by time | over | the worst in |\n"
             "|---|---|---|---|---|---|---|---|");
    for (int i = 0; i < BY_BOTS; i++)
        for (int k = 0; k < LIMITS && !by_bots[i]->baseline; k++)
            if (json)
                printf("{\"bench\":\"budget\",\"level\":\"%s\",\"ms\":%u,\"decisions\":%llu,\"steps\":%.3f,"
                       "\"time\":%.3f,\"mean\":%.4f,\"over\":%llu,\"rules\":\"%s\"}\n",
                       by_bots[i]->key, (unsigned)limits[k], (unsigned long long)w[i][k].asked, w[i][k].steps,
                       w[i][k].time, w[i][k].sum / (double)w[i][k].asked, (unsigned long long)w[i][k].over,
                       w[i][k].rules);
            else
                printf("| %s | %u | %llu | %.2f | %.2f | %.3f | %llu | `%s` |\n", by_bots[i]->key, (unsigned)limits[k],
                       (unsigned long long)w[i][k].asked, w[i][k].steps, w[i][k].time,
                       w[i][k].sum / (double)w[i][k].asked, (unsigned long long)w[i][k].over, w[i][k].rules);
}

int main(int argc, char **argv)
{
    static struct worst w[BY_BOTS][LIMITS];
    static struct position p;
    long positions = 2000, seed = 1;
    bool json = false;
    struct by_rng rng;
    void *memory;

    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--json") == 0)
            json = true;
        else if (i + 1 < argc && strcmp(argv[i], "--positions") == 0)
            positions = strtol(argv[++i], NULL, 10);
        else if (i + 1 < argc && strcmp(argv[i], "--seed") == 0)
            seed = strtol(argv[++i], NULL, 10);
        else
            return 2;
    memory = malloc(BY_BOT_MEMORY);
    if (memory == NULL)
        return 1;
    by_rng_init(&rng, (uint64_t)seed);
    for (long n = 0; n < positions; n++) {
        any_position(&rng, memory, &p);
        for (int i = 0; i < BY_BOTS; i++)
            for (int k = 0; k < LIMITS && !by_bots[i]->baseline; k++)
                measure(&p, by_bots[i], limits[k], memory, &w[i][k]);
    }
    print(w, json);
    free(memory);
    return 0;
}

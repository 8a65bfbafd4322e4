/* SPDX-License-Identifier: MIT */
/* batch.c: compares the speed of batches (boneyard/batch.h) with that of the model's own loop, in the same run.
 *
 *     batch [SECONDS [RULES]]     RULES: a single row instead of the table's
 *
 * Both list the moves and play a random one; the batch also checks the action and writes the mask and the observation
 * of 1,024 tables.  Rates are per second of processor time, the best of several turns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/batch.h"
#include "util/chance.h"

enum { TABLES = 1024, TURNS = 5, BYTES = 2048 };

static const char *const rows[] = {
    "block:basics blanks=suit", "block:basics players=4 hand=7 blanks=suit",
    "muggins:classic",          "mexicantrain:number",
    "chickenfoot:number",       "castlerock:number",
};

static struct by_batch_rules batch;
static struct by_batch_table tables[TABLES];
static uint8_t observation[TABLES * BYTES], mask[TABLES * BYTES], done[TABLES];
static int32_t turn[TABLES], action[TABLES];
static float reward[TABLES * BY_SEATS];

static double loop_rate(double seconds)
{
    static struct by_model m;
    static by_move moves[BY_MOVES];
    struct by_rng rng;
    double played = 0;

    by_rng_init(&rng, 1);
    by_model_begin(&batch.code.rules, &m);
    const int64_t start = by_cpu_ns(), end = start + (int64_t)(seconds * 1e9);
    while (by_cpu_ns() < end)
        for (int i = 0; i < 64; i++) {
            by_model_redeal(&m, batch.code.lead == BY_LEAD_DOUBLE ? -1 : 0, &rng);
            while (!by_model_over(&m)) {
                const int n = by_model_moves(&m, moves);

                by_model_play(&m, moves[n == 1 ? 0 : by_rng_below(&rng, (uint32_t)n)]);
                played++;
            }
        }
    return played * 1e9 / (double)(by_cpu_ns() - start);
}

static double batch_rate(double seconds)
{
    const struct by_batch_out out = { observation, mask, turn, reward, done };
    const struct by_seed seed = { { 1 } };
    double played = 0;

    by_batch_begin(&batch, &seed, 0, tables, TABLES, &out);
    const int64_t start = by_cpu_ns(), end = start + (int64_t)(seconds * 1e9);
    while (by_cpu_ns() < end) {
        by_batch_choose(&batch, tables, TABLES, action);
        by_batch_step(&batch, tables, action, TABLES, &out);
        played += TABLES;
    }
    return played * 1e9 / (double)(by_cpu_ns() - start);
}

static bool bench_row(const char *words, double seconds)
{
    struct by_config rules;
    double loop = 0, all = 0;

    memset(&batch, 0, sizeof batch);
    if (by_config_parse(words, &rules, NULL) != BY_OK)
        return false;
    by_code_of(&rules, &batch.code);
    if (batch.code.size > BYTES || batch.code.actions > BYTES)
        return false;
    for (int k = 0; k < TURNS; k++) {
        const double a = loop_rate(seconds / TURNS / 2), b = batch_rate(seconds / TURNS / 2);

        loop = a > loop ? a : loop;
        all = b > all ? b : all;
    }
    printf("| `%s` | %d | %d | %.2f M | %.2f M | %.2f |\n", words, batch.code.actions, batch.code.size, loop / 1e6,
           all / 1e6, all / loop);
    fflush(stdout);
    return true;
}

int main(int argc, char **argv)
{
    const double seconds = argc > 1 ? strtod(argv[1], NULL) : 1;

    puts("| rules | actions | bytes | loop | batch | batch/loop |\n|---|---|---|---|---|---|");
    if (argc > 2)
        return bench_row(argv[2], seconds) ? 0 : 1;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (!bench_row(rows[i], seconds))
            return 1;
    return 0;
}

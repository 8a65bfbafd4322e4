/* SPDX-License-Identifier: MIT */
/* playouts.c: runs random rounds and decisions of `expert`, natively and in WebAssembly, through the same flat
 * functions in both.  playouts.mjs runs them side by side and prints the table.
 *
 *     playouts ROW N SLICES       natively: nanoseconds of processor time of the best slice of N, and the hash
 */
#include <stdint.h>
#include <string.h>

#include "boneyard/bot.h"
#include "boneyard/deal.h"
#include "boneyard/table.h"

#ifdef __wasm__
#define FLAT(name) __attribute__((export_name(#name))) name
#else
#define FLAT(name) name
#endif

static const struct {
    const char *rules;
    bool think;
} rows[] = {
    { "block:basics", false },
    { "draw:basics", false },
    { "muggins:number", false },
    { "allfives:online", false },
    { "fiveup:online", false },
    { "chickenfoot:number", false },
    { "mexicantrain:number hand=15", false },
    { "castlerock:number", false },
    { "draw:basics players=4", true },
    { "allfives:online", true },
    { "chickenfoot:number", true },
    { "mexicantrain:number", true },
    { "castlerock:number", true },
};
enum { ROWS = sizeof rows / sizeof rows[0], THINK = 64, STEPS = 4096 };

static struct by_table match;
static struct by_step steps[STEPS];
static struct by_heard heard[STEPS];
static struct by_view view;
static struct by_rng rng;
static uint32_t hash;
static by_move list[BY_MOVES];
static int32_t values[BY_MOVES];
static _Alignas(16) uint8_t memory[BY_BOT_MEMORY];

const char *by_bench_name(int row);
int by_bench_rows(void);
int by_bench_thinks(int row);
void by_bench_begin(int row);
uint32_t by_bench(int row, int n);

const char *FLAT(by_bench_name)(int row) { return rows[row].rules; }
int FLAT(by_bench_rows)(void) { return ROWS; }
int FLAT(by_bench_thinks)(int row) { return rows[row].think; }

void FLAT(by_bench_begin)(int row)
{
    struct by_config rules;

    by_config_parse(rows[row].rules, &rules, NULL);
    by_table_init(&match, &rules, steps, STEPS);
    by_rng_init(&rng, 1);
    hash = 2166136261u;
}

/* Deals every round as round one of a match. */
static void deal(void)
{
    struct by_seed seed;

    match.state.now.phase = BY_READY;
    match.state.round = 0;
    memset(match.state.score, 0, sizeof match.state.score);
    for (int i = 0; i < 32; i += 4) {
        uint32_t word = by_rng_below(&rng, UINT32_MAX);

        memcpy(seed.bytes + i, &word, 4);
    }
    by_table_deal_seeded(&match, &seed, -1, NULL);
}

static void play_round(void)
{
    struct by_state *s = &match.state;
    struct by_undo back;

    deal();
    while (s->now.phase == BY_PLAYING) {
        int n = by_moves(s, s->now.turn, list);
        by_move m = list[n == 1 ? 0 : by_rng_below(&rng, (uint32_t)n)];

        by_play(s, s->now.turn, m, NULL, &back);
        hash = (hash ^ m) * 16777619u;
    }
}

/* Makes the first decision of a fresh deal. */
static void think(void)
{
    struct by_past past;
    struct by_question q = { .view = &view,
                             .past = &past,
                             .moves = list,
                             .rng = &rng,
                             .memory = memory,
                             .size = sizeof memory,
                             .count = THINK,
                             .values = values };
    int seat;

    match.state.now.phase = BY_READY;
    do {
        if (match.state.now.phase != BY_PLAYING)
            deal();
        seat = match.state.now.turn;
        q.n = by_moves(&match.state, seat, list);
        if (q.n == 1)
            by_table_play(&match, seat, list[0], NULL);
    } while (q.n < 2);
    by_table_view(&match, seat, &view);
    by_table_past(&match, heard, &past);
    hash = (hash ^ (uint32_t)by_bots[BY_BOT_expert]->choose(&q)) * 16777619u;
}

/* Runs n rounds or decisions, and returns the hash of all since by_bench_begin. */
uint32_t FLAT(by_bench)(int row, int n)
{
    for (int i = 0; i < n; i++)
        if (rows[row].think)
            think();
        else
            play_round();
    return hash;
}

#ifndef __wasm__
#include <stdio.h>
#include <stdlib.h>

#include "util/chance.h"

int main(int argc, char **argv)
{
    int given[3] = { -1, 0, 0 }, row, n, slices;
    int64_t best = INT64_MAX;

    for (int i = 1; i < argc && argc == 4; i++)
        given[i - 1] = (int)strtol(argv[i], NULL, 10);
    row = given[0];
    n = given[1];
    slices = given[2];
    if (row < 0 || row >= ROWS) {
        fprintf(stderr, "playouts ROW N SLICES: a row from 0 to %d\n", ROWS - 1);
        return 2;
    }
    by_bench_begin(row);
    for (int i = 0; i < slices; i++) {
        int64_t start = by_cpu_ns(), took;

        by_bench(row, n);
        took = by_cpu_ns() - start;
        best = took < best ? took : best;
    }
    printf("%lld %u\n", (long long)best, (unsigned)by_bench(row, 0));
    return 0;
}
#endif

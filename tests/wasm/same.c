/* SPDX-License-Identifier: MIT */
/* same.c: prints games of every preset with every level, to the last number. The native and the WebAssembly output
 * must be identical.  Bots with a style play one preset of each game.  An argument changes the seeds and plays
 * only the first game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/bot.h"
#include "boneyard/layout.h"
#include "boneyard/table.h"
#include "boneyard/text.h"
#include "boneyard/why.h"

#define STEPS 4096

static struct by_table match;
static struct by_step steps[STEPS];
static struct by_heard heard[STEPS];
static struct by_view view;
static struct by_layout layout;
static struct by_past past;
static by_move list[BY_MOVES];
static int32_t values[BY_MOVES];
static _Alignas(16) char memory[BY_BOT_MEMORY];
static const char *names[BY_SEATS];

static uint32_t sum(const void *bytes, size_t n)
{
    const unsigned char *b = bytes;
    uint32_t h = 2166136261u; /* FNV-1a */

    for (size_t i = 0; i < n; i++)
        h = (h ^ b[i]) * 16777619u;
    return h;
}

/* Spots have no bytes between their members but `pad`, which is 0. */
static void tell_table(void)
{
    by_table_view(&match, BY_NO_SEAT, &view);
    by_layout_make(&view, 30 * BY_HALF, 20 * BY_HALF, &layout);
    printf("  table %08x %d %d %d\n", (unsigned)sum(layout.at, sizeof layout.at[0] * (size_t)layout.tiles),
           (int)layout.over_x, (int)layout.over_y, layout.fold);
}

static void play_on(const struct by_seed *seed, int bot, uint32_t count)
{
    struct by_question q = { .view = &view,
                             .past = &past,
                             .moves = list,
                             .memory = memory,
                             .size = sizeof memory,
                             .count = count,
                             .values = values };
    int seat = match.state.now.turn, chosen;
    struct by_events ev;
    struct by_rng rng;
    char text[1024];

    by_table_view(&match, seat, &view);
    by_table_past(&match, heard, &past);
    by_rng_from(&rng, seed, match.moves);
    q.rng = &rng;
    q.n = by_moves(&match.state, seat, list);
    chosen = by_bots[bot]->choose(&q);
    by_move_print(list[chosen], view.family, text);
    printf("%d %s of %d, values %08x, rng %016llx\n", seat, text, q.n,
           (unsigned)sum(values, sizeof values[0] * (size_t)q.n), (unsigned long long)rng.s[0]);
    if (by_table_play(&match, seat, list[chosen], &ev) != BY_OK)
        abort();
    by_table_view(&match, seat, &view);
    for (int i = 0; i < ev.n; i++) {
        struct by_text t = by_text_on(text, sizeof text);

        by_say(&view, ev.at[i], names, seat, &t);
        printf("  %s\n", text);
    }
    tell_table();
}

static void play(const char *rules, struct by_seed *seed, int bot, uint32_t count, int rounds)
{
    struct by_config config;
    struct by_fault f;

    printf("%s, %s\n", rules, by_bots[bot]->key);
    if (by_config_parse(rules, &config, &f) != BY_OK)
        abort();
    by_table_init(&match, &config, steps, STEPS);
    for (int i = 0; i < rounds && match.state.now.phase != BY_GAME_OVER; i++) {
        if (by_table_deal_seeded(&match, seed, -1, NULL) != BY_OK)
            abort();
        while (match.state.now.phase == BY_PLAYING)
            play_on(seed, bot, count);
        printf("state %08x\n", (unsigned)sum(&match.state, sizeof match.state));
    }
}

int main(int argc, char **argv)
{
    static const char *const seats[BY_SEATS] = { "A", "B", "C", "D", "E", "F", "G", "H",
                                                 "I", "J", "K", "L", "M", "N", "O", "P" };
    struct by_seed seed = { .bytes = { 7 } };
    char rules[64];

    seed.bytes[1] = (uint8_t)(argc > 1 ? atoi(argv[1]) : 1);
    memcpy(names, seats, sizeof names);
    for (int g = 0; g < (argc > 1 ? 1 : BY_GAMES); g++)
        for (int p = 0; by_games[g]->presets[p].sheet != NULL; p++)
            for (int b = 0; b < BY_BOTS; b++) {
                bool slow = b == BY_BOT_hard || b == BY_BOT_expert || b == BY_BOT_master;

                if (by_bots[b]->baseline || (by_bots[b]->level != NULL && p > 0))
                    continue;
                snprintf(rules, sizeof rules, "%s:%s", by_games[g]->key, by_games[g]->presets[p].sheet);
                play(rules, &seed, b, slow ? 40 : 0, slow ? 1 : 2);
            }
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* mistakes.c: games between bots of mixed levels, reviewed by the coach (mistakes.h). */
#include "mistakes.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 8000 };

static const int levels[] = { BY_BOT_random, BY_BOT_greedy, BY_BOT_easy, BY_BOT_medium };
static const char *const names[BY_SEATS] = { "North", "East", "South", "West", "Ann", "Ben", "Cara", "Dan" };
static struct by_heard heard[STEPS], told[STEPS];
static _Alignas(16) unsigned char memory[BY_BOT_MEMORY];
static struct by_study study;

static by_move choose(const struct by_table *t, int seat, int level, struct by_rng *rng)
{
    static by_move moves[BY_MOVES];
    static struct by_view view;
    struct by_past past;
    struct by_question q = { .view = &view,
                             .past = &past,
                             .moves = moves,
                             .n = by_moves(&t->state, seat, moves),
                             .rng = rng,
                             .memory = memory,
                             .size = sizeof memory };

    by_table_view(t, seat, &view);
    by_table_past(t, told, &past);
    return moves[by_bots[level]->choose(&q)];
}

static void review(struct mistakes *of, const struct by_table *t, int seat, by_move move, const char *rules,
                   uint64_t seed)
{
    const struct by_coach c = { .bot = by_bots[BY_BOT_expert],
                                .count = of->count,
                                .heard = heard,
                                .memory = memory,
                                .size = sizeof memory,
                                .names = names };
    struct mistake m = { &c, t, &study, 0, rules, seed };

    if (!by_study_of(&c, t, seat, move, &study) || study.verdict.forced)
        return;
    of->reviewed++;
    if (study.verdict.grade == BY_GRADE_BEST)
        return;
    of->found++;
    while (study.moves[m.played] != move)
        m.played++;
    of->use(of->to, &m);
}

void mistakes_of(struct mistakes *of, const char *rules, uint64_t seed)
{
    static struct by_step log[STEPS];
    struct by_seed bits = { { 0 } };
    struct by_config config;
    struct by_table t;
    struct by_rng rng;

    if (by_config_parse(rules, &config, NULL) != BY_OK)
        abort();
    memcpy(bits.bytes, &seed, sizeof seed);
    by_rng_init(&rng, seed);
    by_table_init(&t, &config, log, STEPS);
    for (int round = 0; round < of->rounds && t.state.now.phase != BY_GAME_OVER; round++) {
        if (by_table_deal_seeded(&t, &bits, by_lead_rule(&t.state) == BY_LEAD_LOT ? 0 : -1, NULL) != BY_OK)
            abort();
        while (t.state.now.phase == BY_PLAYING && t.moves + 1 < STEPS) {
            int seat = t.state.now.turn;
            by_move move = choose(&t, seat, levels[((uint64_t)seat + seed) % 4], &rng);

            if (by_rng_below(&rng, of->one_in) == 0)
                review(of, &t, seat, move, rules, seed);
            if (by_table_play(&t, seat, move, NULL) != BY_OK)
                abort();
        }
    }
}

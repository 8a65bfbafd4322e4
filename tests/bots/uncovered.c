/* SPDX-License-Identifier: MIT */
/* uncovered.c: checks that the levels play greedily if no model covers the game (model.h). Models cover all games, so
 * the linker replaces by_model_covers (--wrap). */
#include <stdio.h>

#include "boneyard/model.h"
#include "bots/greedy.h"
#include "planted.h"
#include "positions.h"

enum { POSITIONS = 100 };

bool model_covers(const struct by_config *rules) __asm__("__wrap_by_model_covers");

static _Alignas(16) uint8_t memory[BY_BOT_MEMORY];
static struct position position;

bool model_covers(const struct by_config *rules)
{
    (void)rules;
    return false;
}

static bool plays_greedily(const struct by_bot *bot, struct by_rng *rng)
{
    struct by_question q = { 0 };
    int32_t values[BY_MOVES];
    int greedy, chosen;

    fill_question(&q, &position, rng, memory);
    greedy = by_greedy(&q);
    q.values = values;
    chosen = bot->choose(&q);
    for (int i = 0; i < q.n; i++)
        if (values[i] != (i == greedy))
            return false;
    return chosen == greedy;
}

int main(void)
{
    static const int levels[] = { BY_BOT_easy, BY_BOT_medium, BY_BOT_hard, BY_BOT_expert, BY_BOT_master };
    struct by_rng rng;

#ifdef BY_FAULTS
    by_planted = 220;
#endif
    by_rng_init(&rng, 1);
    for (int i = 0; i < POSITIONS; i++) {
        any_position(&rng, memory, &position);
        for (unsigned k = 0; k < sizeof levels / sizeof levels[0]; k++)
            if (!plays_greedily(by_bots[levels[k]], &rng)) {
                printf("%s does not play %s greedily\n", by_bots[levels[k]]->key, position.rules);
                return 1;
            }
    }
    return 0;
}

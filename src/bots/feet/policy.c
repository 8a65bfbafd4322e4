/* SPDX-License-Identifier: MIT */
/* policy.c: evaluates plays with a linear function, and plays rounds out with it. */
#include "policy.h"

const struct by_feet_taste by_feet_heavy = { .of = { [BY_FOOT_PIPS] = 16, [BY_FOOT_SPREAD] = 1 } };

/* These weights were tuned by random steps in self-play with the model, with four players and mostly double-9 sets.
 * Each step was tested on the same deals as the previous one (docs/strength.md). */
const struct by_feet_taste by_feet_tuned = { .of = { [BY_FOOT_PIPS] = 16,
                                                     [BY_FOOT_BLANK] = 35,
                                                     [BY_FOOT_DOUBLE] = 280,
                                                     [BY_FOOT_DOUBLE_MINE] = -66,
                                                     [BY_FOOT_DOUBLE_THEIRS] = 26,
                                                     [BY_FOOT_DEAD] = 150,
                                                     [BY_FOOT_NEW_MINE] = 42,
                                                     [BY_FOOT_NEW_THEIRS] = -20,
                                                     [BY_FOOT_MORE_MINE] = 54,
                                                     [BY_FOOT_MORE_THEIRS] = -34,
                                                     [BY_FOOT_LOSE_MINE] = 97,
                                                     [BY_FOOT_LOSE_THEIRS] = 12,
                                                     [BY_FOOT_FEED] = 110,
                                                     [BY_FOOT_STARVE] = -80,
                                                     [BY_FOOT_SPREAD] = 60 } };

int by_feet_score(const struct by_feet *f, const struct by_feet_taste *w, int number, int across)
{
    const struct by_set *hand = &f->hand[f->turn];
    const uint8_t *have = f->have[f->turn];
    const int16_t *k = w->of;
    int sum = k[BY_FOOT_PIPS] * (number + across);
    int mine = have[number] - 1, theirs = f->unlaid[number] - have[number];

    if (across == number) {
        if (number == 0)
            sum += k[BY_FOOT_BLANK] * f->blank;
        return sum + k[BY_FOOT_DOUBLE] + k[BY_FOOT_DOUBLE_MINE] * mine + k[BY_FOOT_DOUBLE_THEIRS] * theirs
            + (mine + theirs < 3 ? k[BY_FOOT_DEAD] : 0);
    }
    if (f->must == BY_FEET_NONE && f->toes[number] == 1)
        sum += k[BY_FOOT_LOSE_MINE] * mine + k[BY_FOOT_LOSE_THEIRS] * theirs
            + (by_set_has(hand, by_tile_of(number, number)) ? k[BY_FOOT_STARVE] : 0);
    mine = have[across] - 1;
    theirs = f->unlaid[across] - have[across];
    if (f->toes[across] == 0)
        return sum + k[BY_FOOT_NEW_MINE] * mine + k[BY_FOOT_NEW_THEIRS] * theirs
            + (by_set_has(hand, by_tile_of(across, across)) ? k[BY_FOOT_FEED] : 0);
    return sum + k[BY_FOOT_MORE_MINE] * mine + k[BY_FOOT_MORE_THEIRS] * theirs;
}

static void weigh(const struct by_feet *f, const struct by_feet_taste *w, int number, struct by_rng *rng,
                  struct by_feet_pick *best)
{
    struct by_set tiles = by_set_and(f->hand[f->turn], by_suit[number]);

    while (!by_set_empty(&tiles)) {
        int across = by_across(by_set_take(&tiles), number), score = by_feet_score(f, w, number, across);

        if (w->of[BY_FOOT_SPREAD] > 0)
            score += (int)((by_rng_next(rng) >> 48) * (uint64_t)w->of[BY_FOOT_SPREAD] >> 16);
        if (score > best->score)
            *best = (struct by_feet_pick){ score, number, across };
    }
}

/* Returns the play that the seat to move rates highest. */
static struct by_feet_pick choose(const struct by_feet *f, const struct by_feet_taste *w, struct by_rng *rng)
{
    struct by_feet_pick best = { INT32_MIN, 0, 0 };

    for (uint32_t open = by_feet_open(f); open != 0; open &= open - 1)
        weigh(f, w, __builtin_ctz(open), rng, &best);
    return best;
}

void by_feet_playout(struct by_feet *f, const struct by_feet_taste *const w[], struct by_rng *rng, struct by_budget *b)
{
    while (f->end == BY_NOT_ENDED && by_budget_step(b, 3 + f->have[f->turn][BY_NUMBERS] / 4u)) {
        struct by_feet_pick p = choose(f, w[f->turn], rng);

        if (p.score == INT32_MIN) {
            if (by_feet_draw(f) == BY_NO_TILE)
                continue;
            p = choose(f, w[f->turn], rng); /* only the drawn tile fits */
        }
        by_feet_lay(f, p.number, p.across);
    }
}

/* SPDX-License-Identifier: MIT */
/* worth.c: values the end of a round by each side's chance of winning the match (worth.h). */
#include "worth.h"

#include "bots/real.h"

/* Returns the points of a typical round, m in worth.h. The points were fitted by maximum likelihood to 600 matches of
 * `medium` against itself in each game (scores after each round, and the winner). */
static float step_of(const struct by_line_rules *r)
{
    if (r->unit == 0)
        return r->players == 2 ? (r->draws ? 17 : 9) : (r->draws ? 22 : 14);
    if (r->unit == 1)
        return r->bonus_unit == 5 ? 7.5f : 11;
    return r->players == 2 ? 3 : 6;
}

/* A sole leader at or above the target has won; if the lead is shared, play continues (L-24). */
static int winner_of(const struct by_line_rules *r, const int32_t *score)
{
    int best = 0, holders = 0;

    for (int i = 0; i < r->sides; i++) {
        if (score[i] > score[best])
            best = i;
    }
    for (int i = 0; i < r->sides; i++)
        holders += score[i] == score[best];
    return score[best] >= r->target && holders == 1 ? best : -1;
}

static void race(const struct by_line_rules *r, const int32_t *score, float worth[4])
{
    const float m = step_of(r);
    float left[4], all = 0, sum = 0, spread;

    for (int i = 0; i < r->sides; i++) {
        left[i] = score[i] < r->target ? (float)(r->target - score[i]) : 1;
        all += left[i];
    }
    all = all * 2 / (float)r->sides;
    spread = 1.6f / (float)by_sqrt(m * (all + m));
    for (int i = 0; i < r->sides; i++) {
        worth[i] = (float)by_exp((all / 2 - left[i]) * spread);
        sum += worth[i];
    }
    for (int i = 0; i < r->sides; i++)
        worth[i] /= sum;
}

void by_line_worth(const struct by_line_rules *r, const struct by_line_model *w, float worth[4])
{
    int32_t score[4] = { 0, 0, 0, 0 };
    int won, best;

    for (int i = 0; i < r->sides; i++)
        score[i] = r->score[i] + w->won[i];
    won = w->end == BY_LINE_TARGET ? w->winner : winner_of(r, score);
    if (won >= 0)
        for (int i = 0; i < r->sides; i++)
            worth[i] = i == won;
    else
        race(r, score, worth);
    for (int i = 0; i < r->sides; i++) {
        best = -1000;
        for (int k = 0; k < r->sides; k++)
            if (k != i && w->won[k] > best)
                best = w->won[k];
        worth[i] += (float)(w->won[i] - best) * 0.0001f;
    }
}

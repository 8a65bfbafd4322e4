/* SPDX-License-Identifier: MIT */
/* think.c: defines how the levels play Chickenfoot.
 *
 *     easy     plays the heaviest tile, with considerable noise and allowing for the 0-0 penalty
 *     medium   weighs plays by the numbers that they open, close and keep (policy.c)
 *     hard     tries its plays in sampled worlds consistent with the history
 *     expert   tries many more, starts from ratings, and also infers worlds from the others' plays; with a double-9
 *              set, rates plays and plays rounds out with a network (net.h), otherwise as medium does; with the usual
 *              rules, only plays on for a few turns, and values plays with another network (value.h)
 *
 * Values are points (F-10): the average amount by which the other hands are heavier at the end. For levels below
 * `hard`, values are in sixteenths of a pip, as in policy.h. */
#include "bots/greedy.h"
#include "search.h"

static const struct by_feet_effort efforts[] = { [BY_HARD] = { BY_HARD, 100, 0, 0, false, false },
                                                 [BY_EXPERT] = { BY_EXPERT, 1000, 1200, 10, true, true },
                                                 [BY_MASTER] = { BY_MASTER, 25000, 30000, 10, true, true } };

static const struct by_feet_taste easy = { .of = {
                                               [BY_FOOT_PIPS] = 16, [BY_FOOT_BLANK] = 16, [BY_FOOT_SPREAD] = 160 } };

/* Rates the plays with a set of weights. Equal plays get equal values, even with noise. */
static void by_taste(const struct by_question *q, const struct by_feet_taste *w, int32_t *values)
{
    struct by_feet f;
    struct by_set hands[BY_SEATS] = { { { 0, 0, 0 } } };

    hands[q->view->seat] = q->view->hand[q->view->seat];
    by_feet_of(q->view, hands, NULL, &f);
    for (int i = 0; i < q->n; i++) {
        struct by_feet_play p = by_feet_play_of(q->moves[i]);
        int k = 0;

        while (by_feet_play_of(q->moves[k]).number != p.number || by_feet_play_of(q->moves[k]).across != p.across)
            k++;
        if (k < i) {
            values[i] = values[k];
            continue;
        }
        values[i] = by_feet_score(&f, w, p.number, p.across);
        if (w->of[BY_FOOT_SPREAD] > 0)
            values[i] += (int32_t)by_rng_below(q->rng, (uint32_t)w->of[BY_FOOT_SPREAD]);
    }
}

static int think(const struct by_question *q, enum by_level level, struct by_budget *b)
{
    struct by_feet_taste still = by_feet_tuned;
    struct by_question rest = *q;
    struct by_bot_memory room = by_room_of(q);
    int32_t *values = by_room_take(&room, sizeof *values * (size_t)q->n);

    if (values == NULL || by_move_kind(q->moves[0]) != BY_LAY)
        return by_greedy(q);
    rest.memory = room.at;
    rest.size = (size_t)(room.end - room.at);
    still.of[BY_FOOT_SPREAD] = 0;
    if (level == BY_EASY)
        by_taste(q, &easy, values);
    else if (level == BY_MEDIUM || !by_feet_search(&rest, &efforts[level], b, values)) {
        by_taste(q, &still, values);
        if (by_budget_spent(b))
            by_cut_note(q, BY_CUT_BARE);
    }
    return by_settle(q, values);
}

extern const struct by_bot_family by_bot_family_feet;
const struct by_bot_family by_bot_family_feet = { .think = think, .margin = { 64, 64, 1000, 1000, 1000 } };

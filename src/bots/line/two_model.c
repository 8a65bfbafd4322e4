/* SPDX-License-Identifier: MIT */
/* two_model.c: models how a sensible player chooses a tile in Block, with a softmax over a few features. The model was
 * fitted by maximum likelihood to self-play of the expert (double-6, 7 tiles; 20,000 decisions, of which a fifth were
 * held out: the log-likelihood of a choice is -0.68, against -1.09 for a uniform choice, and the model predicts 72 % of
 * the choices). Refitting to games of an expert that uses this model gives the same weights. */
#include "bots/real.h"
#include "two.h"

#define DOUBLES 0x7fu /* doubles have the first ranks */

static const double PIPS = 2.5, DOUBLE = 1.2, FOLLOW = 0.44, STUCK = 0.28, OPEN = -11.8, SHUT = -2.2;

/* Rates a play for the player who moved in this step and held `hand` before the move. */
static double worth(const struct by_two *t, const struct by_two_step *s, uint32_t hand, struct by_two_play p)
{
    uint32_t rest = hand & ~((uint32_t)1 << p.rank), fit = t->pairs->fit[p.pair];
    uint32_t hidden = t->all & ~s->laid & ~hand & ~s->barred[1 - s->seat];
    int follow = by_two_bits(rest & fit), open = by_two_bits(hidden & fit), all = by_two_bits(hidden);
    double x = PIPS * t->solver->pips[p.rank] / (2 * t->top);

    if ((DOUBLES >> p.rank & 1) != 0)
        x += DOUBLE;
    x += FOLLOW * follow;
    if (follow == 0)
        x += STUCK;
    if (all > 0)
        x += OPEN * open / all;
    if (open == 0)
        x += SHUT;
    return x;
}

double by_two_likely(const struct by_two *t, const struct by_two_step *s, uint32_t hand)
{
    struct by_two_play list[BY_TWO_PLAYS];
    int n = by_two_plays(t, hand, s->from, list);
    double sum = 0, chosen = 0;

    if (n < 2)
        return 1;
    for (int i = 0; i < n; i++) {
        double x = by_exp(worth(t, s, hand, list[i]));

        sum += x;
        if (list[i].rank == s->play.rank && list[i].pair == s->play.pair)
            chosen = x;
    }
    return 0.75 * chosen / sum + 0.25 / n;
}

/* SPDX-License-Identifier: MIT */
/* grade.c: computes the cost and the grade of a decision (coach.h). */
#include "boneyard/words.h"
#include "look.h"

/* The maximum cost for each grade, in thousandths of the unit. BEST allows for the difference between two runs of the
 * same bot; FINE is negligible to a good player; LOOSE is noticeable; anything above decides rounds.
 *
 *     chance   a match has dozens of decisions; a blunder lowers the chance of winning by more than four hundredths, as
 *              much as 15 points of 250
 *     points   Chickenfoot's rounds end 20 to 40 points apart, Mexican Train's 15 to 30 pips
 *     tiles    a game of Castle Rock with a double-6 set ends with six or seven tiles on average
 *
 * `boneyard review` of `expert` against itself, 6,323 decisions of 52 games (block, draw, muggins, allfives, fiveup,
 * chickenfoot, mexicantrain and castlerock, seeds from 1): 96.5 % best, 2.7 % fine, 0.7 % loose, 4 blunders. */
static const int32_t most[4][BY_GRADES - 1] = {
    [BY_UNIT_CHANCE] = { 5, 15, 40 },
    [BY_UNIT_POINTS] = { 500, 2000, 6000 },
    [BY_UNIT_PIPS] = { 500, 2000, 6000 },
    [BY_UNIT_TILES] = { 100, 400, 1200 },
};

#define BY_FAMILY(id, name) extern const struct by_coach_family by_coach_family_##name;
#include "boneyard/families.def"
#undef BY_FAMILY

const struct by_coach_family *const by_coach_families[BY_FAMILIES] = {
#define BY_FAMILY(id, name) &by_coach_family_##name,
#include "boneyard/families.def"
#undef BY_FAMILY
};

static enum by_unit unit_of(const struct by_view *v) { return (enum by_unit)by_coach_families[v->family]->unit; }

int32_t by_unit_cost(const struct by_view *v, int32_t difference)
{
    return difference * by_coach_families[v->family]->scale;
}

enum by_grade by_grade_of_cost(enum by_unit unit, int32_t cost)
{
    for (int g = 0; g < BY_GRADE_BLUNDER; g++)
        if (cost <= most[unit][g])
            return (enum by_grade)g;
    return BY_GRADE_BLUNDER;
}

static int best_of(const struct by_decision *d)
{
    int best = 0;

    for (int i = 1; i < d->n; i++)
        best = d->values[i] > d->values[best] ? i : best;
    return best;
}

void by_grade_of(const struct by_decision *d, int played, struct by_verdict *out)
{
    *out = (struct by_verdict){ .unit = (uint8_t)unit_of(d->view), .forced = d->n == 1, .best = best_of(d) };
    out->cost = by_unit_cost(d->view, d->values[out->best] - d->values[played]);
    out->grade = (uint8_t)by_grade_of_cost((enum by_unit)out->unit, out->cost);
}

bool by_all_alike(const struct by_decision *d)
{
    enum by_unit unit = unit_of(d->view);
    int32_t best = d->values[best_of(d)];

    for (int i = 0; i < d->n; i++)
        if (by_grade_of_cost(unit, by_unit_cost(d->view, best - d->values[i])) != BY_GRADE_BEST)
            return false;
    return true;
}

const char *by_grade_word(enum by_grade g, int language)
{
    return by_template((enum by_sentence)(BY_SAY_GRADE_BEST + (int)g), language);
}

void by_cost_say(enum by_unit unit, int32_t cost, struct by_text *out)
{
    int32_t tenths = unit == BY_UNIT_CHANCE ? cost : (cost + 50) / 100;
    char number[32];
    struct by_text t = by_text_in(number, sizeof number, out->language);

    by_put_int(&t, tenths / 10);
    if (tenths % 10 != 0) {
        by_put_words(&t, BY_SAY_DECIMAL, NULL);
        by_put_int(&t, tenths % 10);
    }
    by_put_words(out, (enum by_sentence)(BY_SAY_COST_CHANCE + (int)unit),
                 BY_PARTS(BY_WORDS(number), BY_NUMBER(tenths == 10)));
}

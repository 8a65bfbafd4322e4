/* grade.c: what a decision cost, and what that is called (coach.h). */
#include "boneyard/words.h"
#include "look.h"

/* The most a decision may cost for each grade, in thousandths of the unit.  BEST is what two askings of the same
 * bot differ by; FINE is what a good player would not think about; LOOSE can be felt; more than
 * that decides rounds.
 *
 *   chance   a match is some dozens of decisions: a blunder costs more than four hundredths of it, as much
 *            as 15 points of 250
 *   points   Chickenfoot's rounds end 20 to 40 points apart, Mexican Train's 15 to 30 pips
 *   tiles    a castle of a double-6 set is left with six or seven tiles on average
 *
 * `boneyard review` of `expert` against itself, 6,323 decisions of 52 games (block, draw, muggins, allfives, fiveup,
 * chickenfoot, mexicantrain and castlerock, seeds from 1): 96.5 % best, 2.7 % fine, 0.7 % loose, 4 blunders. */
static const int32_t most[4][BY_GRADES - 1] = {
    [BY_UNIT_CHANCE] = { 5, 15, 40 },
    [BY_UNIT_POINTS] = { 500, 2000, 6000 },
    [BY_UNIT_PIPS] = { 500, 2000, 6000 },
    [BY_UNIT_TILES] = { 100, 400, 1200 },
};

enum by_unit by_unit_of(const struct by_view *v)
{
    static const uint8_t unit[] = { [BY_LINE] = BY_UNIT_CHANCE, [BY_FEET] = BY_UNIT_POINTS, [BY_TRAINS] = BY_UNIT_PIPS,
                                    [BY_CASTLE] = BY_UNIT_TILES };

    return (enum by_unit)unit[v->family];
}

/* In Castle Rock a tile less is worth 40 thousandths at the ends that are common (src/bots/castle/think.c: the
 * share of games that end with more tiles falls by about 0.1 a tile there, and counts 0.4). */
int32_t by_unit_cost(const struct by_view *v, int32_t difference)
{
    return v->family == BY_CASTLE ? difference * 25 : difference;
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
    *out = (struct by_verdict){ .unit = (uint8_t)by_unit_of(d->view), .forced = d->n == 1, .best = best_of(d) };
    out->cost = by_unit_cost(d->view, d->values[out->best] - d->values[played]);
    out->grade = (uint8_t)by_grade_of_cost((enum by_unit)out->unit, out->cost);
}

bool by_all_alike(const struct by_decision *d)
{
    enum by_unit unit = by_unit_of(d->view);
    int32_t best = d->values[best_of(d)];

    for (int i = 0; i < d->n; i++)
        if (by_grade_of_cost(unit, by_unit_cost(d->view, best - d->values[i])) != BY_GRADE_BEST)
            return false;
    return true;
}

const char *by_grade_word(enum by_grade g, int language)
{
    return by_template((enum by_sentence)(BY_SAY_GRADE_BEST + (int)g), (enum by_language)language);
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

/* SPDX-License-Identifier: MIT */
/* line.c: defines the coach's settings for line games. */
#include "study.h"

/* Re-evaluates the moves with changed scores, to find the cost of unclaimed points (L-25). Positive `points` are added
 * to the seat's side; negative ones are taken from it and given to the others. Uses 1/`more` of the remaining
 * budget. */
static bool ask_shifted(const struct by_coach *c, struct by_study *s, int more, int32_t points, int32_t *values)
{
    const struct by_view was = s->view;
    struct by_budget whole = s->budget;
    bool teams = was.rules.opt[BY_TEAMS] == BY_ON, asked;

    for (int k = 0; k < s->view.players; k++) {
        bool own = k == was.seat || (teams && (k & 1) == (was.seat & 1));

        s->view.score[k] += own ? (points < 0 ? points : 0) : points < 0 ? -points : 0;
        s->view.score[k] += own && points > 0 ? points : 0;
    }
    s->budget = by_budget_part(&whole, by_budget_left(&whole) / (uint64_t)more);
    asked = by_study_ask(c, s, s->moves, s->d.n, 1, values);
    by_budget_join(&whole, &s->budget);
    s->budget = whole;
    s->view = was;
    return asked;
}

/* Returns the move that differs from moves[i] only in claiming points, or -1. */
static int claim_of(const struct by_study *s, int i)
{
    const by_move claim = (by_move)255 << 24;

    return by_move_kind(s->moves[i]) == BY_LAY && by_move_claim(s->moves[i]) == 0 ? by_study_twin(s, i, claim) : -1;
}

/* Corrects the values of moves that leave a score unclaimed, since bots claim every score and call whenever they can
 * (L-25). Shifting the points between the sides shows the cost of leaving them unclaimed. */
static void mend_claims(const struct by_coach *c, struct by_study *s, int32_t *values)
{
    int call = s->moves[s->d.n - 1] == BY_CALL_MOVE ? s->d.n - 1 : -1, more = 1;

    for (int i = 0; i < s->d.n; i++)
        more += claim_of(s, i) >= 0;
    for (int i = 0; i < s->d.n; i++) {
        int twin = claim_of(s, i);
        bool asked;

        if (twin < 0)
            continue;
        asked = ask_shifted(c, s, more + 1, -by_move_claim(s->moves[twin]), s->second);
        more--;
        values[i] = s->second[twin] < values[twin] ? s->second[twin] : values[twin];
        if (!asked || s->second[twin] == 0) /* for a move that was not tried, estimates the cost as the points' share of
                                             * the target */
            values[i] = values[twin] - by_move_claim(s->moves[twin]) * 1000 / s->view.rules.opt[BY_TARGET];
    }
    if (call < 0 || s->d.n == 1)
        return;
    if (!ask_shifted(c, s, 1, s->view.now.stake, s->second))
        memcpy(s->second, values, sizeof *values * (size_t)call);
    values[call] = s->second[0];
    for (int i = 0; i < call; i++)
        values[call] = s->second[i] > values[call] ? s->second[i] : values[call];
    for (int i = 0; i < call; i++) /* a call takes points at once, so it is worth at least as much as any other move */
        values[call] = values[i] > values[call] ? values[i] : values[call];
}

static bool think(const struct by_coach *c, struct by_study *s)
{
    if (!by_study_ask(c, s, s->moves, s->d.n, 1, s->values))
        return false;
    if (s->view.rules.opt[BY_CALL] == BY_ON)
        mend_claims(c, s, s->values);
    return true;
}

/* Returns four times the search count of `expert` in src/bots/line. */
static uint32_t steps(const struct by_view *v)
{
    return v->players == 2 && v->rules.opt[BY_DRAW] == BY_DRAW_NONE && v->rules.opt[BY_SPINNER] == BY_SPINNER_NONE
            && v->rules.opt[BY_PLAY_UNIT] == 0
        ? 1600
        : 6000;
}

extern const struct by_coach_family by_coach_family_line;
const struct by_coach_family by_coach_family_line = {
    .unit = BY_UNIT_CHANCE, .scale = 1, .skips = true, .steps = steps, .think = think
};

/* SPDX-License-Identifier: MIT */
/* terms.c: determines the target of a table and the scoring of its rounds (terms.h). */
#include "boneyard/terms.h"

#include "families/family.h"

void by_terms_of(const struct by_config *rules, struct by_terms *out)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < BY_SEATS; i++)
        out->side[i] = by_side_of(rules, i);
    out->target = rules->opt[BY_TARGET];
    out->rounds = rules->opt[BY_ROUNDS];
    out->step = by_count_scores(rules, 5);
    out->low = by_families[by_games[rules->game]->family]->low_wins;
    out->claims = rules->opt[BY_CALL] == BY_ON && out->step > 0;
    out->knocks = rules->opt[BY_KNOCK] == BY_ON;
    out->draws = !by_families[by_games[rules->game]->family]->by_options || rules->opt[BY_DRAW] != BY_DRAW_NONE;
    out->penalises = rules->opt[BY_INFRACTIONS] == BY_PENALISE;
    out->highest = (uint8_t)by_highest(rules);
}

int by_left_points(const struct by_config *rules, by_tile t)
{
    if (!by_families[by_games[rules->game]->family]->low_wins)
        return 0;
    return by_pips(t) + (t == 0 ? rules->opt[BY_BLANK_PENALTY] : 0); /* F-10 */
}

bool by_sum_of(const struct by_config *rules, const struct by_result *result, struct by_sum *out)
{
    struct by_left left[BY_SEATS];
    struct by_state s;

    by_start(&s, rules);
    memset(out, 0, sizeof *out);
    out->leader = BY_NO_SEAT;
    if (by_rules_of(s.family)->sum == NULL)
        return false;
    for (int i = 0; i < s.players; i++)
        by_left_count(&result->hand[i], &left[i]);
    by_rules_of(s.family)->sum(&s, left, result->end, result->seat, out);
    return true;
}

int by_next_lead(const struct by_view *v)
{
    struct by_state s;
    struct by_sum sum;
    int seat;

    if (v->now.phase != BY_ROUND_OVER || v->players < 2)
        return -1;
    by_start(&s, &v->rules);
    s.round = v->round;
    s.lead = v->lead;
    s.winner = by_sum_of(&v->rules, &v->last, &sum) ? sum.leader : BY_NO_SEAT;
    return by_lead_of(&s, &seat) == BY_LEAD_SEAT ? seat : -1;
}

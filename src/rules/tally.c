/* SPDX-License-Identifier: MIT */
/* tally.c: scores a table with real tiles (tally.h), using the functions that by_play uses to end rounds. */
#include "boneyard/tally.h"

#include "families/family.h"

void by_left_count(const struct by_set *hand, struct by_left *out)
{
    int lowest = BY_LOWEST_NONE, sum = 0;

    for (int i = 0; i < 3; i++)
        for (uint64_t rest = hand->w[i]; rest != 0; rest &= rest - 1) {
            const int pips = by_pips((by_tile)(64 * i + __builtin_ctzll(rest)));

            sum += pips;
            lowest = pips < lowest ? pips : lowest;
        }
    *out = (struct by_left){ (int16_t)sum, (uint8_t)lowest, by_set_has(hand, 0) };
}

void by_tally_start(struct by_tally *t, const struct by_config *rules)
{
    memset(t, 0, sizeof *t);
    by_start(&t->sheet, rules);
    t->said = BY_NO_SEAT;
}

/* Returns the seat that leads the next round, or -1 if a double or a lot determines the lead, or if the previous lead
 * is unknown. */
static int next_lead(const struct by_tally *t, int *rule)
{
    int seat;

    *rule = by_lead_of(&t->sheet, &seat);
    return *rule == BY_LEAD_SEAT && seat < t->sheet.players ? seat : -1;
}

int by_tally_leads(const struct by_tally *t, int *rule)
{
    int seat;

    if (t->sheet.now.phase == BY_PLAYING) {
        *rule = t->rule;
        return t->sheet.lead == BY_NO_SEAT ? -1 : t->sheet.lead;
    }
    seat = next_lead(t, rule);
    return t->said != BY_NO_SEAT ? t->said : seat;
}

/* Starts the next round unless one is in progress, as by_deal does but without tiles. */
static void begin(struct by_tally *t)
{
    struct by_state *s = &t->sheet;
    int rule, seat = by_tally_leads(t, &rule);

    if (s->now.phase == BY_PLAYING)
        return;
    t->rule = (uint8_t)rule;
    t->said = BY_NO_SEAT;
    s->centre = by_deck_lacks(s);
    s->lead = seat < 0 ? BY_NO_SEAT : (uint8_t)seat;
    s->winner = s->end_seat = BY_NO_SEAT;
    s->end = BY_NOT_ENDED;
    memset(s->gain, 0, sizeof s->gain);
    s->round++;
    s->now.phase = BY_PLAYING;
}

by_err by_tally_said(struct by_tally *t, int seat)
{
    bool playing = t->sheet.now.phase == BY_PLAYING;
    bool first = t->sheet.round == (playing ? 1u : 0u);
    int rule, now = by_tally_leads(t, &rule);

    if (t->sheet.now.phase == BY_GAME_OVER)
        return BY_E_PHASE;
    if (seat < 0 || seat >= t->sheet.players)
        return BY_E_SEAT;
    if (rule == BY_LEAD_SEAT && !first && now >= 0 && now != seat)
        return BY_E_SEAT;
    if (playing)
        t->sheet.lead = (uint8_t)seat;
    else
        t->said = (uint8_t)seat;
    return BY_OK;
}

int by_tally_worth(const struct by_tally *t, int count) { return by_count_scores(&t->sheet.rules, count); }

by_err by_tally_points(struct by_tally *t, int seat, int points)
{
    struct by_events ev = { 0 };
    struct by_undo undo = { .whose = BY_NO_SEAT };
    struct by_step_out out = { &ev, &undo };

    if (t->sheet.now.phase == BY_GAME_OVER)
        return BY_E_PHASE;
    if (seat < 0 || seat >= t->sheet.players)
        return BY_E_SEAT;
    begin(t);
    by_rules_of(t->sheet.family)->score(&t->sheet, seat, points, &out);
    return BY_OK;
}

by_err by_tally_round(struct by_tally *t, int end, int seat, const struct by_left left[])
{
    struct by_events ev = { 0 };
    struct by_undo undo = { .whose = BY_NO_SEAT };
    struct by_step_out out = { &ev, &undo };
    struct by_left all[BY_SEATS];

    if (t->sheet.now.phase == BY_GAME_OVER)
        return BY_E_PHASE;
    if (end == BY_ENDED_OUT ? seat < 0 || seat >= t->sheet.players : seat != BY_NO_SEAT)
        return BY_E_SEAT;
    begin(t);
    memcpy(all, left, sizeof all[0] * t->sheet.players);
    if (end == BY_ENDED_OUT)
        all[seat] = (struct by_left){ 0, BY_LOWEST_NONE, false };
    by_rules_of(t->sheet.family)->settle(&t->sheet, end, seat, all, &out);
    return BY_OK;
}

uint32_t by_tally_tied(const struct by_tally *t, const struct by_left left[])
{
    const struct by_family_rules *f = by_rules_of(t->sheet.family);

    return f->tied != NULL ? f->tied(&t->sheet, left) : 0;
}

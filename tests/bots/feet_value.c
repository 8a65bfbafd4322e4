/* SPDX-License-Identifier: MIT */
/* feet_value.c: tests the network that values plays in Chickenfoot (src/bots/feet/value.h) and the search that uses it.
 * Built with BY_FAULTS, it breaks the code on purpose and expects to notice. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/table.h"
#include "bots/feet/search.h"
#include "planted.h"

#define SUM 2248062965u      /* of the facts and the values of plays in random rounds */
#define SEARCHED 2726024085u /* of values that the search finds */

static const char *const presets[] = { "chickenfoot:number", "chickenfoot:number players=2",
                                       "chickenfoot:number players=3 hand=2", "chickenfoot:number players=5 hand=4",
                                       "chickenfoot:number players=6" };
enum { PRESETS = sizeof presets / sizeof presets[0], ROUNDS = 60 };

static struct by_step steps[2000];
static struct by_heard heard[2000];
static by_move list[BY_MOVES];
static int failures, valued;
static uint32_t sum;

static void expect(bool so, const char *what)
{
    if (!so && failures++ < 5)
        fprintf(stderr, "%s\n", what);
}

/* Returns the largest sum that units of at most `most` can give. */
static int64_t reach(const int16_t *weight, int n, int64_t most, int64_t bias)
{
    int64_t all = bias < 0 ? -bias : bias;

    for (int k = 0; k < n; k++)
        all += most * abs(weight[k]);
    return all;
}

static void nothing_overflows(void)
{
    const struct by_feet_values *w = &by_feet_values;

    for (int j = 0; j < BY_FEET_SECOND; j++)
        expect(reach(w->second[j], BY_FEET_FIRST, INT16_MAX, w->bias2[j]) < INT32_MAX, "a second sum may overflow");
    expect(reach(w->third, BY_FEET_SECOND, BY_FEET_FULL, w->bias3) < INT32_MAX, "the last sum may overflow");
}

/* The value, one product at a time. */
static int32_t value_of(const uint16_t *row, int facts)
{
    const struct by_feet_values *w = &by_feet_values;
    int64_t unit[BY_FEET_FIRST], out = w->bias3;

    for (int j = 0; j < BY_FEET_FIRST; j++) {
        unit[j] = 0;
        for (int k = 0; k < facts; k++)
            unit[j] += w->row[row[k]][j];
        expect(unit[j] >= INT16_MIN && unit[j] <= INT16_MAX, "a unit overflows");
        unit[j] = unit[j] > 0 ? unit[j] : 0;
    }
    for (int j = 0; j < BY_FEET_SECOND; j++) {
        int64_t x = w->bias2[j];

        for (int k = 0; k < BY_FEET_FIRST; k++)
            x += unit[k] * w->second[j][k];
        x = x < 0 ? 0 : x / BY_FEET_WEIGHT;
        out += (x < BY_FEET_FULL ? x : BY_FEET_FULL) * w->third[j];
    }
    return (int32_t)(out / BY_FEET_WEIGHT);
}

/* Makes all that the seat to move cannot see unknown, but for the sizes of the hands. */
static void blindfold(const struct by_feet *f, struct by_feet *out)
{
    *out = *f;
    for (int k = 0; k < f->players; k++)
        if (k != f->turn) {
            memset(&out->hand[k], 0, sizeof out->hand[k]);
            memset(out->have[k], 0, sizeof out->have[k]);
            out->have[k][BY_NUMBERS] = f->have[k][BY_NUMBERS];
        }
    memset(out->deck, 0, sizeof out->deck);
}

/* Facts depend on nothing hidden, and values are plain sums, the same bits everywhere. */
static void check_plays(const struct by_feet *f, const struct by_feet_known *known)
{
    struct by_feet_outlook look, same;
    struct by_feet blind;
    by_move moves[BY_MOVES];
    const int n = by_feet_moves(f, moves);
    int32_t best = INT32_MIN;

    blindfold(f, &blind);
    by_feet_outlook(&by_feet_values, f, known, &look);
    by_feet_outlook(&by_feet_values, &blind, known, &same);
    for (int i = 0; i < n; i++, valued++) {
        const int number = by_move_place(moves[i]), across = by_across(by_move_tile(moves[i]), number);
        uint16_t row[BY_FEET_VALUE_FACTS], other[BY_FEET_VALUE_FACTS];
        const int facts = by_feet_value_rows(&look, number, across, row);
        const int32_t value = by_feet_value(&by_feet_values, &look, number, across);

        expect(facts == by_feet_value_rows(&same, number, across, other)
                   && memcmp(row, other, sizeof *row * (size_t)facts) == 0,
               "a fact shows something hidden");
        for (int k = 0; k < facts; k++) {
            expect(row[k] < BY_FEET_VALUE_ROWS, "a row is out of range");
            sum = sum * 31 + row[k];
        }
        expect(value == value_of(row, facts), "a value is not the plain sum");
        best = value > best ? value : best;
        sum = sum * 31 + (uint32_t)value;
    }
    expect(by_feet_best(f, known) == best, "the best play has another value");
}

/* Compares what the view and its history show with what was noted in the course of the round. */
static void check_known(const struct by_table *m, const struct by_feet_known *known)
{
    struct by_feet_known found;
    struct by_past past;
    struct by_view v;

    by_table_view(m, m->state.now.turn, &v);
    by_table_past(m, heard, &past);
    by_feet_known_of(&v, &past, &found);
    expect(memcmp(&found, known, sizeof found) == 0, "the history shows other doubles or gaps");
}

static void play_randomly(int i, struct by_rng *rng)
{
    struct by_seed deal = { { (uint8_t)i, 9 } };
    struct by_feet_known known = { 0 };
    struct by_config c;
    struct by_table m;

    expect(by_config_parse(presets[i % PRESETS], &c, NULL) == BY_OK, "no rules");
    by_table_init(&m, &c, steps, 2000);
    expect(by_table_deal_seeded(&m, &deal, -1, NULL) == BY_OK, "no deal");
    known.doubled = (uint32_t)1 << c.opt[BY_SET];
    while (m.state.now.phase == BY_PLAYING) {
        const int turn = m.state.now.turn, n = by_moves(&m.state, turn, list);
        const by_move move = list[by_rng_below(rng, (uint32_t)n)];
        struct by_feet f;
        struct by_view v;

        by_view_of(&m.state, NULL, BY_REFEREE, &v);
        by_feet_of(&v, v.hand, v.deck, &f);
        check_known(&m, &known);
        if (by_move_kind(move) == BY_LAY) {
            const struct by_feet_play p = by_feet_play_of(move);

            check_plays(&f, &known);
            by_feet_know_play(&known, p.number, p.across);
        } else {
            by_feet_know_lack(&known, &f);
        }
        expect(by_table_play(&m, turn, move, NULL) == BY_OK, "an illegal move");
    }
}

static void values_are_blind_sums(void)
{
    struct by_rng rng;

    by_rng_init(&rng, 14);
    sum = 0;
    for (int i = 0; i < ROUNDS; i++)
        play_randomly(i, &rng);
    expect(valued > 3000, "too few plays");
    if (sum != SUM) {
        fprintf(stderr, "the sum of facts and values is %u\n", (unsigned)sum);
        failures++;
    }
}

/* `expert` finds the same values for the moves of a round everywhere. */
static void searches_agree(void)
{
    static _Alignas(64) unsigned char memory[BY_BOT_MEMORY];
    const struct by_seed deal = { { 5 } };
    struct by_config c;
    struct by_table m;
    struct by_rng rng;
    uint32_t found = 0;

    by_rng_init(&rng, 9);
    expect(by_config_parse("chickenfoot:number", &c, NULL) == BY_OK, "no rules");
    by_table_init(&m, &c, steps, 2000);
    expect(by_table_deal_seeded(&m, &deal, 0, NULL) == BY_OK, "no deal");
    while (m.state.now.phase == BY_PLAYING) {
        int32_t values[BY_MOVES];
        struct by_view v;
        struct by_past past;
        struct by_question q = { .view = &v,
                                 .past = &past,
                                 .moves = list,
                                 .rng = &rng,
                                 .memory = memory,
                                 .size = sizeof memory,
                                 .count = 60,
                                 .values = values };
        int at = 0;

        q.n = by_moves(&m.state, m.state.now.turn, list);
        if (q.n > 1) {
            by_table_view(&m, m.state.now.turn, &v);
            by_table_past(&m, heard, &past);
            at = by_bot_find(false, "expert")->choose(&q);
            for (int i = 0; i < q.n; i++)
                found = found * 31 + (uint32_t)values[i];
        }
        expect(by_table_play(&m, m.state.now.turn, list[at], NULL) == BY_OK, "an illegal move");
    }
    if (found != SEARCHED) {
        fprintf(stderr, "the sum of values searched is %u\n", (unsigned)found);
        failures++;
    }
}

/* Returns a sum of the values that a search finds in a round, with this number of playouts where plays are valued. */
static uint32_t sum_searched(const char *rules, uint32_t playouts)
{
    static _Alignas(64) unsigned char memory[BY_BOT_MEMORY];
    const struct by_feet_effort effort = { BY_EXPERT, 40, playouts, 0, true, true };
    const struct by_seed deal = { { 6 } };
    struct by_config c;
    struct by_table m;
    struct by_rng rng;
    uint32_t found = 0;

    by_rng_init(&rng, 10);
    expect(by_config_parse(rules, &c, NULL) == BY_OK, "no rules");
    by_table_init(&m, &c, steps, 2000);
    expect(by_table_deal_seeded(&m, &deal, 0, NULL) == BY_OK, "no deal");
    while (m.state.now.phase == BY_PLAYING) {
        int32_t values[BY_MOVES];
        struct by_budget b = by_budget_of(0);
        struct by_view v;
        struct by_past past;
        struct by_question q = {
            .view = &v, .past = &past, .moves = list, .rng = &rng, .memory = memory, .size = sizeof memory
        };

        q.n = by_moves(&m.state, m.state.now.turn, list);
        if (by_move_kind(list[0]) == BY_LAY) {
            by_table_view(&m, m.state.now.turn, &v);
            by_table_past(&m, heard, &past);
            expect(by_feet_search(&q, &effort, &b, values), "the search does not answer");
            for (int i = 0; i < q.n; i++)
                found = found * 31 + (uint32_t)values[i];
        }
        expect(by_table_play(&m, m.state.now.turn, list[0], NULL) == BY_OK, "an illegal move");
    }
    return found;
}

/* Plays are valued only with the rules on which the network was trained; with others, rounds are played out. */
static void others_play_out(void)
{
    static const struct {
        const char *rules;
        bool learned;
    } some[] = { { "chickenfoot:number", true },
                 { "chickenfoot:number players=2", true },
                 { "chickenfoot:number players=3", true },
                 { "chickenfoot:classic players=5", true },
                 { "chickenfoot:number players=2 hand=27", false },
                 { "chickenfoot:number players=6", false },
                 { "chickenfoot:number hand=4", false },
                 { "chickenfoot:number players=3 hand=18", false },
                 { "chickenfoot:number blank-penalty=0", false },
                 { "chickenfoot:number set=12", false } };

    for (int i = 0; i < (int)(sizeof some / sizeof some[0]); i++)
        if ((sum_searched(some[i].rules, 40) != sum_searched(some[i].rules, 0)) != some[i].learned) {
            fprintf(stderr, "%s: plays are %svalued\n", some[i].rules, some[i].learned ? "not " : "");
            failures++;
        }
}

static int all(void)
{
    failures = valued = 0;
    nothing_overflows();
    values_are_blind_sums();
    searches_agree();
    others_play_out();
    return failures;
}

int main(void)
{
#ifdef BY_FAULTS
    int missed = 0;

    for (by_planted = 249; by_planted <= 256; by_planted++)
        if (all() == 0) {
            printf("fault %d is not noticed\n", by_planted);
            missed++;
        }
    return missed > 0;
#else
    return all() > 0;
#endif
}

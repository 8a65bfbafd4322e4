/* SPDX-License-Identifier: MIT */
/* trains_net.c: tests the network of Mexican Train (src/bots/trains/net.h), its plans (quick.h) and its search. Built
 * with BY_FAULTS, it breaks the code on purpose and expects to notice. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/table.h"
#include "boneyard/train.h"
#include "bots/trains/net.h"
#include "bots/trains/search.h"
#include "planted.h"

#define SUM 2703508308u      /* of the committed weights */
#define SEARCHED 2408821200u /* of values that the search finds */

static int failures;

static void expect(bool so, const char *what)
{
    if (!so && failures++ < 5)
        fprintf(stderr, "%s\n", what);
}

/* A plan is a train of tiles in the hand, never better than the best train and on average nearly as good. */
static void plans_are_trains(void)
{
    static const struct by_wish wish = { 16, 200, 0 };
    int64_t found = 0, best = 0;
    struct by_rng rng;

    by_rng_init(&rng, 7);
    for (int i = 0; i < 4000; i++) {
        const int tiles = 1 + (int)by_rng_below(&rng, 14), tail = (int)by_rng_below(&rng, 13);
        struct by_set hand = { { 0, 0, 0 } }, left;
        struct by_quick_roads roads;
        struct by_train train;
        struct by_quick plan;
        int end = tail, value = 0;

        for (int k = 0; k < tiles; k++)
            by_set_add(&hand, (by_tile)by_rng_below(&rng, 91));
        by_quick_roads(&hand, &roads);
        by_quick_plan(&roads, tail, &plan);
        by_train_best(&hand, tail, &wish, 0, &train);
        left = hand;
        for (int k = 0; k < plan.n; k++) {
            const by_tile t = plan.tile[k];

            expect(by_set_has(&left, t) && by_set_has(&plan.in, t), "a planned tile is not in the hand");
            expect((by_tile_numbers(t) >> end & 1) != 0, "a planned tile does not fit");
            by_set_drop(&left, t);
            end = by_across(t, end);
            value += wish.pip * by_pips(t) + wish.tile;
        }
        expect(wish.pip * by_set_pips(&plan.in) + wish.tile * plan.n == value, "the set of a plan is wrong");
        expect(value <= train.value, "a plan is better than the best");
        found += value;
        best += train.value;
    }
    expect(found * 100 > best * 97, "the plans are too weak");
}

/* The value, one product at a time. */
static int32_t value_of(const int16_t in[BY_TRAINS_INPUTS])
{
    const struct by_trains_net *w = &by_trains_net;
    int64_t unit[BY_TRAINS_FIRST], out = w->bias3;

    for (int j = 0; j < BY_TRAINS_FIRST; j++) {
        unit[j] = w->bias1[j];
        for (int k = 0; k < BY_TRAINS_INPUTS; k++)
            unit[j] += (int64_t)in[k] * w->first[j][k];
        unit[j] = unit[j] < 0 ? 0 : unit[j] / BY_TRAINS_WEIGHT1;
        unit[j] = unit[j] < BY_TRAINS_MOST ? unit[j] : BY_TRAINS_MOST;
    }
    for (int j = 0; j < BY_TRAINS_SECOND; j++) {
        int64_t sum = w->bias2[j];

        for (int k = 0; k < BY_TRAINS_FIRST; k++)
            sum += unit[k] * w->second[j][k];
        sum = sum < 0 ? 0 : sum / BY_TRAINS_WEIGHT2;
        out += (sum < BY_TRAINS_MOST ? sum : BY_TRAINS_MOST) * w->third[j];
    }
    return (int32_t)(out / BY_TRAINS_WEIGHT2);
}

/* Returns the largest sum that inputs (or units) of at most `most` can give. */
static int64_t reach(const int16_t *weight, int n, int64_t most, int64_t bias)
{
    int64_t sum = bias < 0 ? -bias : bias;

    for (int k = 0; k < n; k++)
        sum += most * abs(weight[k]);
    return sum;
}

static void nothing_overflows(void)
{
    const struct by_trains_net *w = &by_trains_net;

    for (int j = 0; j < BY_TRAINS_FIRST; j++)
        expect(reach(w->first[j], BY_TRAINS_INPUTS, 4 * 12 * 91, w->bias1[j]) < INT32_MAX, "a first sum may overflow");
    for (int j = 0; j < BY_TRAINS_SECOND; j++)
        expect(reach(w->second[j], BY_TRAINS_FIRST, BY_TRAINS_MOST, w->bias2[j]) < INT32_MAX,
               "a second sum may overflow");
    expect(reach(w->third, BY_TRAINS_SECOND, BY_TRAINS_MOST, w->bias3) < INT32_MAX, "the last sum may overflow");
}

static void count_unlaid(const struct by_trains *s, uint8_t unlaid[BY_NUMBERS])
{
    for (int k = 0; k < BY_NUMBERS; k++) {
        unlaid[k] = 0;
        for (int i = 0; i < s->players; i++)
            unlaid[k] = (uint8_t)(unlaid[k] + s->have[i][k]);
        for (int i = s->taken; i < s->stock; i++)
            unlaid[k] = (uint8_t)(unlaid[k] + (by_tile_numbers(s->deck[i]) >> k & 1));
    }
}

/* Forgets all that the seat to move cannot see. */
static void blind(struct by_trains *s)
{
    for (int i = 0; i < s->players; i++)
        if (i != s->turn) {
            const uint8_t tiles = s->have[i][BY_NUMBERS];

            memset(&s->hand[i], 0, sizeof s->hand[i]);
            memset(s->have[i], 0, sizeof s->have[i]);
            s->have[i][BY_NUMBERS] = tiles;
        }
    memset(s->deck, 0, sizeof s->deck);
}

/* In random rounds, inputs depend on nothing hidden and are in range, and values are plain sums, the same bits
 * everywhere. */
static void values_are_blind_sums(void)
{
    struct by_config c;
    struct by_rng rng;
    struct by_trains s;
    int valued = 0;
    uint32_t sum = 0;

    by_rng_init(&rng, 3);
    expect(by_config_parse("mexicantrain:number", &c, NULL) == BY_OK, "no rules");
    by_trains_begin(&c, &s);
    for (int i = 0; i < 40; i++) {
        by_trains_redeal(&s, i % 4, &rng);
        while (s.end == BY_NOT_ENDED) {
            by_move moves[BY_MOVES];
            const int n = by_trains_moves(&s, moves);
            struct by_trains hidden = s;
            struct by_trains_look look, same;
            uint8_t unlaid[BY_NUMBERS];

            count_unlaid(&s, unlaid);
            blind(&hidden);
            by_trains_look(&s, unlaid, &look);
            by_trains_look(&hidden, unlaid, &same);
            for (int k = 0; k < n; k++, valued++) {
                int16_t in[BY_TRAINS_INPUTS], other[BY_TRAINS_INPUTS];
                int32_t value;

                by_trains_inputs(&look, moves[k], in);
                by_trains_inputs(&same, moves[k], other);
                expect(memcmp(in, other, sizeof in) == 0, "the inputs show something hidden");
                for (int j = 0; j < BY_TRAINS_INPUTS; j++)
                    expect(in[j] >= 0 && in[j] <= 4 * 12 * 91, "an input is out of range");
                value = by_trains_value(&by_trains_net, in);
                expect(value == value_of(in), "a value is not the plain sum");
                sum = sum * 31 + (uint32_t)value;
            }
            by_trains_random(&s, &rng);
        }
    }
    expect(valued > 5000, "too few moves");
    if (sum != SUM) {
        fprintf(stderr, "the sum of values is %u\n", (unsigned)sum);
        failures++;
    }
}

/* `expert` finds the same values for the moves of a round everywhere. */
static void searches_agree(void)
{
    static unsigned char memory[BY_BOT_MEMORY];
    static struct by_step steps[400];
    static struct by_heard heard[400];
    const struct by_seed deal = { { 5 } };
    struct by_config c;
    struct by_table m;
    struct by_rng rng;
    uint32_t sum = 0;

    by_rng_init(&rng, 9);
    expect(by_config_parse("mexicantrain:number", &c, NULL) == BY_OK, "no rules");
    by_table_init(&m, &c, steps, 400);
    expect(by_table_deal_seeded(&m, &deal, 0, NULL) == BY_OK, "no deal");
    while (m.state.now.phase == BY_PLAYING) {
        by_move moves[BY_MOVES];
        int32_t values[BY_MOVES];
        struct by_view v;
        struct by_past past;
        struct by_question q = { .view = &v,
                                 .past = &past,
                                 .moves = moves,
                                 .rng = &rng,
                                 .memory = memory,
                                 .size = sizeof memory,
                                 .count = 40,
                                 .values = values };
        int at = 0;

        q.n = by_moves(&m.state, m.state.now.turn, moves);
        if (q.n > 1) {
            by_table_view(&m, m.state.now.turn, &v);
            by_table_past(&m, heard, &past);
            at = by_bot_find(false, "expert")->choose(&q);
            for (int i = 0; i < q.n; i++)
                sum = sum * 31 + (uint32_t)values[i];
        }
        expect(by_table_play(&m, m.state.now.turn, moves[at], NULL) == BY_OK, "an illegal move");
    }
    if (sum != SEARCHED) {
        fprintf(stderr, "the sum of values searched is %u\n", (unsigned)sum);
        failures++;
    }
}

/* The network is used only for rounds like those that trained it; a penalty that cannot occur does not matter. */
static void rules_are_learned(void)
{
    static const struct {
        const char *rules;
        bool learned;
    } of[] = { { "mexicantrain:number", true },
               { "mexicantrain:number rounds=1 penalty=tile", true },
               { "mexicantrain:classic double=must", true },
               { "mexicantrain:number hand=5", false },
               { "mexicantrain:number knock=on penalty=tile", false },
               { "mexicantrain:number infractions=penalise penalty=tile", false },
               { "mexicantrain:number players=3 hand=18", false },
               { "mexicantrain:number set=9", false },
               { "mexicantrain:number double=may", false },
               { "mexicantrain:number two-doubles=off", false },
               { "mexicantrain:classic", false },
               { "mexicantrain:hub", false } };

    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        struct by_config c;
        struct by_state s;
        struct by_view v;

        expect(by_config_parse(of[i].rules, &c, NULL) == BY_OK, of[i].rules);
        by_start(&s, &c);
        by_view_of(&s, NULL, 0, &v);
        expect(by_trains_learned(&v) == of[i].learned, of[i].rules);
    }
}

/* Values n moves with `each` worlds for every move. */
static void ask_evenly(const struct by_table *m, const by_move *moves, int n, uint32_t each, int32_t *values)
{
    static unsigned char memory[BY_BOT_MEMORY];
    static struct by_heard heard[400];
    struct by_view v;
    struct by_past past;
    struct by_rng rng;
    struct by_question q = { .view = &v,
                             .past = &past,
                             .moves = moves,
                             .n = n,
                             .rng = &rng,
                             .memory = memory,
                             .size = sizeof memory,
                             .count = each * (uint32_t)n,
                             .values = values,
                             .evenly = true };

    by_rng_init(&rng, 11);
    by_table_view(m, m->state.now.turn, &v);
    by_table_past(m, heard, &past);
    by_bot_find(false, "expert")->choose(&q);
}

/* Moves that must be tried equally often have the same values whether all or only two of them are asked about. */
static void moves_are_tried_evenly(void)
{
    static struct by_step steps[400];
    const struct by_seed deal = { { 6 } };
    struct by_config c;
    struct by_table m;
    struct by_rng rng;
    int wide = 0;

    by_rng_init(&rng, 10);
    expect(by_config_parse("mexicantrain:number", &c, NULL) == BY_OK, "no rules");
    by_table_init(&m, &c, steps, 400);
    expect(by_table_deal_seeded(&m, &deal, 0, NULL) == BY_OK, "no deal");
    while (m.state.now.phase == BY_PLAYING) {
        by_move moves[BY_MOVES];
        int32_t values[BY_MOVES], two[2];
        const int n = by_moves(&m.state, m.state.now.turn, moves);

        if (n > 1 && n <= 12) {
            ask_evenly(&m, moves, n, 5, values);
            for (int i = 1; i < n; i++) {
                ask_evenly(&m, (by_move[]){ moves[0], moves[i] }, 2, 5, two);
                expect(abs(two[0] - values[0]) < n && abs(two[1] - values[i]) < n, "a move is not tried as often");
            }
            wide += n > 4;
        }
        expect(by_table_play(&m, m.state.now.turn, moves[by_rng_below(&rng, (uint32_t)n)], NULL) == BY_OK,
               "an illegal move");
    }
    expect(wide > 5, "too few decisions with many moves");
}

static int all(void)
{
    failures = 0;
    plans_are_trains();
    nothing_overflows();
    values_are_blind_sums();
    searches_agree();
    rules_are_learned();
    moves_are_tried_evenly();
    return failures;
}

int main(void)
{
#ifdef BY_FAULTS
    int missed = 0;

    for (by_planted = 236; by_planted <= 245; by_planted += by_planted == 240 ? 2 : 1)
        if (all() == 0) {
            printf("fault %d is not noticed\n", by_planted);
            missed++;
        }
    return missed > 0;
#else
    return all() > 0;
#endif
}

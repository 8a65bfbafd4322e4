/* SPDX-License-Identifier: MIT */
/* batch.c: compares batches (boneyard/batch.h) with the engine under random rules and moves.
 *
 *     batch ROUNDS SEED
 *
 * After every move, the observation and the legal actions of a view must equal those of the batch, byte for byte, and
 * the rewards must add up to the engine's scores.  Two worlds that a seat cannot tell apart must give it the same
 * bytes.  With BY_FAULTS, each planted fault must be detected. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/positions.h"
#include "boneyard/batch.h"
#include "boneyard/odds.h"
#include "planted.h"

enum { LOG = 6000, BYTES = 16384 };

static struct by_table table;
static struct by_step log_memory[LOG];
static struct by_heard heard[LOG];
static struct by_batch_rules batch;
static struct by_batch_table t;
static struct by_rng rng;
static char text[BY_CONFIG_TEXT];
static uint8_t from_view[BYTES], from_batch[BYTES], mask_view[BYTES], mask_batch[BYTES], memory[1 << 21];
static by_move list[BY_MOVES];
static int32_t action[BY_MOVES];
static uint64_t compared;

static bool differ(const char *what)
{
    printf("# %s: %s differ after %d moves\n", text, what, (int)table.moves);
    return false;
}

/* Sets the batch's table to the dealt round. */
static void load(const struct by_view *v)
{
    struct by_seed seed = { { 1 } };
    struct by_model begun;

    by_batch_begin(&batch, &seed, 0, &t, 1, &(struct by_batch_out){ NULL, NULL, NULL, NULL, NULL });
    memset(t.shown, 0, sizeof t.shown);
    begun = t.model;
    t.kept = 0;
    by_model_of(v, v->hand, v->deck, &t.model);
    if (by_families[v->family]->trains) { /* for the next deal */
        t.model.of.trains.tiles = begun.of.trains.tiles;
        t.model.of.trains.dealt = begun.of.trains.dealt;
    } else if (by_families[v->family]->toes) {
        t.model.of.feet.tiles = begun.of.feet.tiles;
        t.model.of.feet.dealt = begun.of.feet.dealt;
    }
    for (int i = 0; i < v->players; i++)
        t.told[i] = by_model_points(&t.model, i);
}

/* Another arrangement of the hidden tiles gives the seat the same bytes. */
static bool two_worlds(const struct by_view *v, const struct by_past *past)
{
    struct by_batch_table other = t;
    struct by_odds_world w;
    uint8_t bytes[BYTES];

    if (by_families[v->family]->solitaire)
        return true;
    by_odds_worlds(v, past, &rng, memory, sizeof memory, 1, &w);
    by_model_of(v, w.hand, w.boneyard, &other.model);
    for (int i = 0; by_families[v->family]->by_options && i < v->players; i++)
        other.model.of.line.now.won[i] = t.model.of.line.now.won[i];
    by_batch_observe(&batch, &other, v->seat, bytes);
    return memcmp(bytes, from_batch, batch.code.size) == 0 || differ("two worlds");
}

/* Compares the position; picks a move that the model covers.  Returns false if something differs. */
static bool same_position(int *chosen)
{
    const struct by_code *c = &batch.code;
    const int seat = table.state.now.turn, n = by_moves(&table.state, seat, list);
    struct by_view v;
    struct by_past past;
    int tries = 0;

    by_table_view(&table, seat, &v);
    by_table_past(&table, heard, &past);
    by_code_observe(c, &v, &past, from_view);
    by_batch_observe(&batch, &t, seat, from_batch);
    if (by_model_turn(&t.model) != seat)
        return differ("seats");
    for (int i = 0; i < c->size; i++)
        if (from_view[i] != from_batch[i]) {
            printf("# byte %d: %d in the view, %d in the batch\n", i, from_view[i], from_batch[i]);
            return differ("observations");
        }
    by_code_actions(c, &v, list, n, action);
    memset(mask_view, 0, c->actions);
    for (int i = 0; i < n; i++)
        if (action[i] >= 0)
            mask_view[action[i]] = 1;
    if (table.moves > 0 && memcmp(mask_view, mask_batch, c->actions) != 0)
        return differ("masks");
    compared++;
    do
        *chosen = (int)by_rng_below(&rng, (uint32_t)n);
    while (action[*chosen] < 0 && ++tries < 10000);
    return action[*chosen] >= 0 ? two_worlds(&v, &past) : differ("all moves");
}

static bool play_round(void)
{
    const float sign = by_families[batch.code.family]->low_wins ? -1 : 1;
    float gained[BY_SEATS], sum[BY_SEATS] = { 0 };
    int32_t turn;
    uint8_t done = 0;
    const struct by_batch_out out = { from_batch, mask_batch, &turn, gained, &done };

    while (table.state.now.phase == BY_PLAYING && table.moves < LOG - 1) {
        int chosen;

        if (!same_position(&chosen))
            return false;
        if (by_batch_step(&batch, &t, &action[chosen], 1, &out) != -1)
            return differ("legal actions");
        /* The model has no calls, so no one calls, and the engine's window simply expires. */
        if (by_table_play(&table, table.state.now.turn, list[chosen], NULL) != BY_OK)
            return differ("legal moves");
        for (int i = 0; i < batch.code.players; i++)
            sum[i] += gained[i];
        if (done != (table.state.now.phase != BY_PLAYING))
            return differ("ends");
    }
    for (int i = 0; i < batch.code.players; i++)
        if (table.state.now.phase != BY_PLAYING && sum[i] != sign * (float)table.state.score[i])
            return differ("rewards");
    return true;
}

static bool agree(int rounds)
{
    struct by_config rules;
    struct by_view v;

    for (int i = 0; i < rounds; i++) {
        struct by_seed seed = { { 0 } };
        const uint64_t bits = by_rng_next(&rng);

        do
            any_rules(&rng, &rules, text);
        while (!by_model_covers(&rules));
        memcpy(seed.bytes, &bits, sizeof bits);
        memset(&batch, 0, sizeof batch);
        by_code_of(&rules, &batch.code);
        if (batch.code.size > BYTES || batch.code.actions > BYTES)
            return differ("sizes");
        by_table_init(&table, &rules, log_memory, LOG);
        if (by_table_deal_seeded(&table, &seed, -1, NULL) != BY_OK)
            continue;
        by_view_of(&table.state, NULL, BY_REFEREE, &v);
        load(&v);
        if (!play_round())
            return false;
    }
    return true;
}

#ifdef BY_FAULTS
int main(int argc, char **argv)
{
    int missed = 0;

    for (by_planted = 541; by_planted <= 543; by_planted++) {
        by_rng_init(&rng, argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
        if (agree(argc > 1 ? atoi(argv[1]) : 400)) {
            printf("fault %d is not noticed\n", by_planted);
            missed++;
        }
    }
    return missed;
}
#else
int main(int argc, char **argv)
{
    bool same;

    by_rng_init(&rng, argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    same = agree(argc > 1 ? atoi(argv[1]) : 400);
    printf("%llu positions compared\n", (unsigned long long)compared);
    return same ? 0 : 1;
}
#endif

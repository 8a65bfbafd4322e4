/* SPDX-License-Identifier: MIT */
/* batch.c: plays many tables at a time (boneyard/batch.h). */
#include "boneyard/batch.h"

#include <string.h>

#include "family.h"
#include "planted.h"

static const struct by_batch_family *family_of(const struct by_code *c) { return by_batch_families[c->family]; }

bool by_batch_greedy(const struct by_code *c) { return family_of(c)->value != NULL; }

/* Deals a round. Shuffles the boneyard, which by_model_redeal leaves unordered because by_model_random draws from it at
 * random. */
static void deal(const struct by_batch_rules *b, struct by_batch_table *t)
{
    const int lead = b->code.lead == BY_LEAD_DOUBLE ? -1 : (int)by_rng_below(&t->rng, b->code.players);
    by_tile *tiles;
    int n;

    by_model_redeal(&t->model, lead, &t->rng);
    tiles = family_of(&b->code)->boneyard(&t->model, &n);
    by_rng_shuffle(&t->rng, tiles, n);
    for (int i = 0; i < b->code.players; i++) {
        t->shown[i] = (struct by_shown){ { { 0, 0, 0 } }, { 0 } };
        t->told[i] = 0;
    }
}

/* Plays a move and records the public information that it reveals. */
static void play(const struct by_batch_rules *b, struct by_batch_table *t, int seat, by_move move)
{
    const struct by_batch_family *f = family_of(&b->code);
    const int kind = by_move_kind(move);

    if (kind == BY_LAY || kind == BY_HUB) {
        by_set_add(&t->shown[seat].laid, by_move_tile(move));
    } else if (f->fits != NULL) {
        const struct by_set open = f->fits(&t->model);
        const bool trains = by_families[b->code.family]->trains;
        const bool proved = by_batch_proves(&b->code, move, trains ? t->model.of.trains.stage : 0,
                                            trains ? t->model.of.trains.drew : 0);

        by_batch_lacks(&b->code, &open, proved, kind == BY_DRAW_TILE, t->shown[seat].lacks);
    }
    by_model_play(&t->model, move);
}

static by_move greedy(const struct by_batch_rules *b, const struct by_batch_table *t, const by_move *moves, int n)
{
    const struct by_batch_family *f = family_of(&b->code);
    int best = 0;
    int32_t most = INT32_MIN;

    for (int i = 0; i < n; i++) {
        const int32_t value = f->value(&t->model, moves[i]);

        if (value > most) {
            most = value;
            best = i;
        }
    }
    return moves[best];
}

static void reward(const struct by_batch_rules *b, struct by_batch_table *t, float *out)
{
    const float sign = by_families[b->code.family]->low_wins && !BY_PLANTED(543) ? -1 : 1;

    for (int i = 0; i < b->code.players; i++) {
        const int points = by_model_points(&t->model, i);

        if (out != NULL)
            out[i] += sign * (float)(points - t->told[i]);
        t->told[i] = points;
    }
}

/* Finds the caller's next decision. */
struct choice {
    by_move moves[BY_MOVES];
    int n, seat;
};

/* Plays until the caller has to choose.  Returns whether a round has ended. */
static bool go_on(const struct by_batch_rules *b, struct by_batch_table *t, float *gained, struct choice *next)
{
    /* cppcheck-suppress ctuuninitvar ; only the address is taken */
    by_move *moves = next->moves;
    bool ended = false;

    for (;;) {
        const bool over = by_model_over(&t->model);

        if (over || b->code.length[BY_FIELD_SUM] != 0) /* during a round, only if the ends are counted */
            reward(b, t, gained);
        if (over) {
            ended = true;
            deal(b, t);
            continue;
        }
        next->n = by_model_moves(&t->model, moves);
        next->seat = by_model_turn(&t->model);
        switch (b->player[next->seat]) {
        case BY_BATCH_RANDOM: play(b, t, next->seat, moves[by_rng_below(&t->rng, (uint32_t)next->n)]); continue;
        case BY_BATCH_GREEDY: play(b, t, next->seat, greedy(b, t, moves, next->n)); continue;
        default: break;
        }
        if (!b->forced || next->n > 1 || (moves[0] != BY_DRAW_MOVE && moves[0] != BY_PASS_MOVE))
            return ended;
        play(b, t, next->seat, moves[0]);
    }
}

void by_batch_observe(const struct by_batch_rules *b, const struct by_batch_table *t, int seat, uint8_t *out)
{
    const struct by_code *c = &b->code;
    struct by_sight s;

    s.players = c->players;
    s.seat = (uint8_t)seat;
    s.tiles = c->tiles;
    s.numbers = c->numbers;
    s.shown = t->shown;
    family_of(c)->sight(c, &t->model, &s);
    by_sight_write(&s, c->at, c->length, out);
}

/* Stores the moves for the next step, unless there are too many. */
static void tell(const struct by_batch_rules *b, struct by_batch_table *t, int i, const struct choice *next,
                 const struct by_batch_out *out)
{
    int (*const action_of)(const struct by_code *, const struct by_model *, by_move) = family_of(&b->code)->action;
    const by_move *moves = next->moves;
    const int n = next->n;
    uint8_t *mask = out->mask != NULL ? out->mask + (size_t)i * b->code.actions : NULL;

    if (out->observation != NULL)
        by_batch_observe(b, t, next->seat, out->observation + (size_t)i * b->code.size);
    if (out->turn != NULL)
        out->turn[i] = next->seat;
    if (mask != NULL)
        memset(mask, 0, b->code.actions);
    t->turn = (uint8_t)next->seat;
    t->kept = (uint16_t)(n <= BY_BATCH_KEPT ? n : 0);
    for (int k = 0; k < n; k++) {
        const int action = action_of(&b->code, &t->model, moves[k]);

        if (k < t->kept) {
            t->move[k] = moves[k];
            t->action[k] = (uint16_t)action;
        }
        if (mask != NULL)
            mask[action] = 1;
    }
}

static void advance(const struct by_batch_rules *b, struct by_batch_table *t, int i, const struct by_batch_out *out)
{
    float *gained = out->reward != NULL ? out->reward + (size_t)i * b->code.players : NULL;
    struct choice next;
    bool ended;

    for (int k = 0; gained != NULL && k < b->code.players; k++) /* for so few numbers, gcc's memset would be slower */
        gained[k] = 0;
    ended = go_on(b, t, gained, &next);
    if (out->done != NULL)
        out->done[i] = ended;
    tell(b, t, i, &next, out);
}

void by_batch_begin(const struct by_batch_rules *b, const struct by_seed *seed, uint32_t first,
                    struct by_batch_table *t, int n, const struct by_batch_out *out)
{
    for (int i = 0; i < n; i++) {
        memset(&t[i], 0, sizeof t[i]);
        by_rng_from(&t[i].rng, seed, first + (uint32_t)i);
        by_model_begin(&b->code.rules, &t[i].model);
        deal(b, &t[i]);
        advance(b, &t[i], i, out);
        if (out->done != NULL)
            out->done[i] = 0;
        if (out->reward != NULL)
            memset(out->reward + (size_t)i * b->code.players, 0, sizeof *out->reward * b->code.players);
    }
}

/* Returns the move for an action, or BY_NO_MOVE. */
static by_move find(const struct by_batch_rules *b, const struct by_batch_table *t, int32_t action)
{
    const struct by_batch_family *f = family_of(&b->code);
    by_move moves[BY_MOVES];
    int n;

    for (int k = 0; k < t->kept; k++)
        if (t->action[k] == action)
            return t->move[k];
    n = t->kept == 0 ? by_model_moves(&t->model, moves) : 0;
    for (int k = 0; k < n; k++)
        if (f->action(&b->code, &t->model, moves[k]) == action)
            return moves[k];
    return BY_NO_MOVE;
}

int by_batch_step(const struct by_batch_rules *b, struct by_batch_table *t, const int32_t *action, int n,
                  const struct by_batch_out *out)
{
    for (int i = 0; i < n; i++) {
        t[i].next = find(b, &t[i], action[i]);
        if (t[i].next == BY_NO_MOVE)
            return i;
    }
    for (int i = 0; i < n; i++) {
        if (i + 1 < n) {
            __builtin_prefetch(t[i + 1].shown);
            __builtin_prefetch(&t[i + 1].model);
        }
        play(b, &t[i], t[i].kept != 0 ? t[i].turn : by_model_turn(&t[i].model), t[i].next);
        advance(b, &t[i], i, out);
    }
    return -1;
}

void by_batch_choose(const struct by_batch_rules *b, struct by_batch_table *t, int n, int32_t *action)
{
    by_move moves[BY_MOVES];

    for (int i = 0; i < n; i++) {
        int count;

        if (t[i].kept != 0) {
            action[i] = t[i].action[t[i].kept == 1 ? 0 : by_rng_below(&t[i].rng, t[i].kept)];
            continue;
        }
        count = by_model_moves(&t[i].model, moves);
        action[i] = family_of(&b->code)->action(&b->code, &t[i].model, moves[by_rng_below(&t[i].rng, (uint32_t)count)]);
    }
}

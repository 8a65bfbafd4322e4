/* SPDX-License-Identifier: MIT */
/* worlds.c: samples the hidden tiles (worlds.h). */
#include "worlds.h"

#include "bots/real.h"

#define NEVER 1e-9f /* the weight of a tile that the rules exclude */
#define DOUBT 0.6   /* share of choices assumed to be random; with 0.05, inferences were too certain (bench/belief.c) */
#define BREADTH 8.0 /* a difference of this many pips makes a choice e times as likely */
#define CARE 1.0    /* how strongly a play implies that the player holds no equally good tile */

/* Adds a group of `count` slots to a seat, without restrictions. */
static int add_group(struct by_feet_worlds *w, int seat, int count)
{
    int g = w->groups++;

    w->seat[g] = (uint8_t)seat;
    w->count[g] = (uint8_t)count;
    for (int t = 0; t < BY_MAX_TILES; t++)
        w->weight[g][t] = 1;
    return g;
}

/* Records that the group holds none of these tiles. */
static void exclude(struct by_feet_worlds *w, int g, struct by_set tiles)
{
    while (!by_set_empty(&tiles))
        w->weight[g][by_set_take(&tiles)] = NEVER;
}

/* Estimates a tile's worth to the seat to move, as an observer would. An observer knows only the size of the hand, so
 * each number is weighted by its share of the unplayed tiles. */
static int worth(const struct by_feet *table, by_tile t)
{
    uint32_t open = by_feet_open(table);
    int high = by_high(t), low = by_low(t), best = INT32_MIN, score;

    if ((open >> high & 1) != 0)
        best = by_feet_score(table, &by_feet_tuned, high, low);
    if (high != low && (open >> low & 1) != 0) {
        score = by_feet_score(table, &by_feet_tuned, low, high);
        best = score > best ? score : best;
    }
    return best;
}

/* Lowers the weights of other tiles that would have fitted, especially better ones, in the hand of a seat that has
 * played t. */
static void suspect(struct by_feet_worlds *w, const struct by_feet *table, int seat, by_tile t, struct by_set others,
                    struct by_budget *b)
{
    int chosen = worth(table, t);

    while (!by_set_empty(&others)) {
        by_tile u = by_set_take(&others);
        double doubt;

        if (u == t || by_high(u) > w->highest || !by_budget_step(b, 3 + (uint64_t)w->groups / 16))
            continue;
        doubt = DOUBT + (1 - DOUBT) / (1 + CARE * by_exp((worth(table, u) - chosen) / (16 * BREADTH)));
        for (int g = 0; g < w->groups; g++)
            if (w->seat[g] == seat)
                w->weight[g][u] *= (float)doubt;
    }
}

/* Removes a slot from one of the seat's groups, drawn at random by how likely the group was to hold the tile. */
static void take_slot(struct by_feet_worlds *w, int seat, by_tile t, struct by_rng *rng)
{
    float sum = 0, u = (float)(by_rng_next(rng) >> 40) / 16777216.0f;
    int at = -1;

    for (int g = 0; g < w->groups; g++)
        if (w->seat[g] == seat)
            sum += w->weight[g][t] * (float)w->count[g];
    u *= sum;
    for (int g = 0; g < w->groups; g++)
        if (w->seat[g] == seat && w->count[g] > 0) {
            at = g;
            u -= w->weight[g][t] * (float)w->count[g];
            if (u < 0)
                break;
        }
    if (at >= 0)
        w->count[at]--;
}

/* Returns whether the seat plays the tile that it draws in this entry. */
static bool lays_next(const struct by_past *past, int i)
{
    return i + 1 < past->n && past->at[i + 1].seat == past->at[i].seat && by_move_kind(past->at[i + 1].move) == BY_LAY;
}

/* Estimates a seat's hand as an observer would. */
static void guess_hand(struct by_feet *table, int seat, int count)
{
    int all = 0;

    for (int n = 0; n < BY_NUMBERS; n++)
        all += table->unlaid[n];
    table->turn = (uint8_t)seat;
    for (int n = 0; n < BY_NUMBERS && all > 0; n++)
        table->have[seat][n] = (uint8_t)(1 + (2 * count * table->unlaid[n] + all / 2) / all);
}

/* Updates the weights after another seat's entry in the history, and adds or removes the slots that the entry
 * implies. */
static void hear(struct by_feet_worlds *w, const struct by_past *past, int i, struct by_rng *rng)
{
    const struct by_heard *e = &past->at[i];

    for (int g = 0; g < w->groups && e->lacked; g++)
        if (w->seat[g] == e->seat)
            exclude(w, g, e->fits);
    if (by_move_kind(e->move) == BY_LAY)
        take_slot(w, e->seat, by_move_tile(e->move), rng);
    if (e->tiles > 0 && !lays_next(past, i) && w->groups < BY_FEET_GROUPS - 1)
        exclude(w, add_group(w, e->seat, 1), e->fits); /* drawn but not playable */
}

static void replay(struct by_feet_worlds *w, const struct by_view *v, const struct by_past *past, bool infer,
                   struct by_rng *rng, struct by_budget *b)
{
    struct by_feet table;
    int count[BY_SEATS];

    by_feet_start(v, &table);
    for (int i = 0; i < v->players; i++)
        count[i] = v->rules.opt[BY_HAND];
    for (int i = 0; i < past->n; i++) {
        const struct by_heard *e = &past->at[i];
        bool lays = by_move_kind(e->move) == BY_LAY,
             drawn = lays && i > 0 && past->at[i - 1].tiles > 0 && lays_next(past, i - 1);
        int touch = lays ? by_touching(by_move_tile(e->move), by_move_flip(e->move)) : 0;

        if (e->seat != v->seat && lays && !drawn && infer) {
            guess_hand(&table, e->seat, count[e->seat]);
            suspect(w, &table, e->seat, by_move_tile(e->move), e->fits, b);
        }
        if (e->seat != v->seat && !drawn)
            hear(w, past, i, rng);
        count[e->seat] += e->tiles - lays;
        if (lays)
            by_feet_table(&table, touch, by_across(by_move_tile(e->move), touch));
    }
}

/* Shuffles the tiles hidden from the seat to move into the slots. */
static void first_guess(struct by_feet_worlds *w, const struct by_view *v, struct by_rng *rng)
{
    struct by_set seen = v->hand[v->seat];
    int n = 0;

    for (int i = 0; i < v->now.laid; i++)
        by_set_add(&seen, v->laid[i].tile);
    for (int t = 0; t < by_set_tiles(v->rules.opt[BY_SET]); t++)
        if (!by_set_has(&seen, (by_tile)t))
            w->tile[n++] = (by_tile)t;
    by_rng_shuffle(rng, w->tile, n);
    w->slots = 0;
    for (int g = 0; g < w->groups; g++)
        for (int i = 0; i < w->count[g]; i++)
            w->group[w->slots++] = (uint8_t)g;
    BY_ASSERT(w->slots == n);
}

static void dealt(struct by_feet_worlds *w, const struct by_view *v, const uint8_t count[])
{
    w->groups = 0;
    for (int i = 0; i < v->players; i++)
        add_group(w, i, i == v->seat ? 0 : count[i]);
}

/* With nothing hidden, each tile has a group of its own. */
static void open_world(struct by_feet_worlds *w, const struct by_view *v)
{
    w->groups = w->slots = 0;
    for (int i = 0; i <= v->players; i++) {
        struct by_set left = i < v->players ? v->hand[i] : (struct by_set){ { 0, 0, 0 } };

        for (int k = 0; i != v->seat && k < (i < v->players ? v->count[i] : v->boneyard); k++) {
            const by_tile t = i < v->players ? by_set_take(&left) : v->deck[k];

            w->group[w->slots] = (uint8_t)add_group(w, i, 1);
            for (int u = 0; u < BY_MAX_TILES; u++)
                w->weight[w->groups - 1][u] = u == t ? 1 : NEVER;
            w->tile[w->slots++] = t;
        }
    }
}

/* Checks that each seat's groups have as many slots as the seat has tiles. */
static bool agrees(const struct by_feet_worlds *w, const struct by_view *v)
{
    int held[BY_SEATS] = { 0 };

    for (int g = 0; g < w->groups; g++)
        held[w->seat[g]] += w->count[g];
    for (int i = 0; i < v->players; i++)
        if (i != v->seat && held[i] != v->count[i])
            return false;
    return true;
}

bool by_feet_imagine(struct by_feet_worlds *w, const struct by_question *q, bool infer, struct by_rng *rng,
                     struct by_budget *b)
{
    const struct by_view *v = q->view;
    uint8_t hands[BY_SEATS];

    for (int i = 0; i < v->players; i++)
        hands[i] = (uint8_t)v->rules.opt[BY_HAND];
    w->players = v->players;
    w->highest = v->rules.opt[BY_SET];
    if (by_view_is_open(v)) {
        open_world(w, v);
        return by_budget_step(b, (uint64_t)w->slots * 4);
    }
    dealt(w, v, q->past == NULL ? v->count : hands);
    if (q->past != NULL) {
        replay(w, v, q->past, infer, rng, b);
        if (!agrees(w, v)) /* the history is incomplete */
            dealt(w, v, v->count);
    }
    add_group(w, v->players, v->boneyard);
    first_guess(w, v, rng);
    by_feet_walk(w, 12, rng);
    return by_budget_step(b, (uint64_t)w->slots * 4);
}

void by_feet_walk(struct by_feet_worlds *w, int sweeps, struct by_rng *rng)
{
    for (int i = sweeps * w->slots; i > 0; i--) {
        uint64_t bits = by_rng_next(rng);
        int a = (int)((bits & 0xffff) * (uint64_t)w->slots >> 16);
        int b = (int)((bits >> 16 & 0xffff) * (uint64_t)w->slots >> 16);
        const float *ga = w->weight[w->group[a]], *gb = w->weight[w->group[b]];
        by_tile ta = w->tile[a], tb = w->tile[b];
        float chance = (float)(bits >> 40) / 16777216.0f;

        if (ga[tb] * gb[ta] > chance * (ga[ta] * gb[tb])) {
            w->tile[a] = tb;
            w->tile[b] = ta;
        }
    }
}

void by_feet_fill(const struct by_feet_worlds *w, struct by_feet *f)
{
    int n = 0;

    for (int i = 0; i < w->slots; i++) {
        int seat = w->seat[w->group[i]];

        if (seat == w->players)
            f->deck[n++] = w->tile[i];
        else
            by_feet_give(f, seat, w->tile[i]);
    }
}

/* SPDX-License-Identifier: MIT */
/* infer.c: weights sampled worlds (infer.h). */
#include "infer.h"

#include "bots/real.h"
#include "planted.h"

/* ---- The history -------------------------------------------------------------------------------- */

/* Fills the hands with arbitrary tiles, since only their sizes are public. */
static void set_sizes(const struct by_line_rules *r, const int held[4], struct by_line_model *w)
{
    for (int i = 0; i < r->players; i++)
        w->hand[i] = (1u << (held[i] < 0 ? 0 : held[i] & 31)) - 1;
}

static bool lead_is_forced(const struct by_view *v)
{
    return v->round <= 1 ? v->rules.opt[BY_LEAD] == BY_LEAD_DOUBLE : v->rules.opt[BY_NEXT_LEAD] == BY_NEXT_DOUBLE;
}

/* Records a decision, with every move that some possible hand would have allowed. */
static void add_event(const struct by_line_rules *r, const struct by_line_model *w, const struct by_line_seen *t,
                      const struct by_line_guess *g, int entry, by_move made, struct by_line_pool *pool)
{
    struct by_line_event *e = &pool->event[pool->events];
    const float *weights = by_line_weights(r);
    struct by_line_model full = *w;
    by_move list[BY_LINE_MOVES];
    int n;

    full.hand[w->turn] = r->whole & ~t->laid & ~g->own & ~t->barred[w->turn];
    full.hand[w->turn] |= 1u << by_move_tile(made);
    n = by_line_moves(r, &full, list);
    if (n < 2 || pool->events == BY_LINE_EVENTS)
        return;
    *e = (struct by_line_event){ .seat = w->turn, .entry = (int16_t)entry, .laid = t->laid, .made = made & 0xffffff };
    for (int i = 0; i < n && e->n < BY_LINE_CHOICES; i++) {
        struct by_line_play_seen p;

        by_line_look(r, w, t, list[i], &p);
        e->choice[e->n].tile = by_move_tile(list[i]);
        e->choice[e->n].move = list[i] & 0xffffff;
        e->choice[e->n].open = p.open;
        e->choice[e->n].suit = p.suit;
        e->choice[e->n].logit = by_line_logit(weights, &p);
        e->n++;
    }
    pool->events++;
}

static void replay(const struct by_line_rules *r, const struct by_view *v, const struct by_past *past,
                   const struct by_line_guess *g, struct by_line_seen *t, struct by_line_pool *pool)
{
    struct by_line_model w;
    int held[4] = { 0, 0, 0, 0 };

    memset(&w, 0, sizeof w);
    w.led = BY_NO_TILE;
    for (int i = 0; i < v->players; i++)
        held[i] = v->rules.opt[BY_HAND];
    for (int e = 0; e < past->n; e++) {
        const struct by_heard *h = &past->at[e];

        if (by_move_kind(h->move) == BY_CALL_OUT || h->seat >= v->players)
            continue;
        w.turn = h->seat;
        set_sizes(r, held, &w);
        if (pool != NULL && by_move_kind(h->move) == BY_LAY && h->seat != g->seat && (w.laid > 0 || !lead_is_forced(v))
            && (e == 0 || by_move_kind(past->at[e - 1].move) != BY_DRAW_TILE || past->at[e - 1].seat != h->seat))
            add_event(r, &w, t, g, e, h->move, pool);
        by_line_see(r, &w, h->move, t);
        if (by_move_kind(h->move) == BY_LAY) {
            by_line_put_down(r, &w, h->move);
            held[h->seat]--;
        } else {
            held[h->seat] += h->tiles;
        }
    }
}

void by_line_table_of(const struct by_line_rules *r, const struct by_view *v, const struct by_past *past,
                      struct by_line_seen *t)
{
    by_line_seen_start(r, past == NULL ? 0 : (uint32_t)past->undealt.w[0], t);
    if (past != NULL)
        replay(r, v, past, NULL, t, NULL);
    t->laid = 0;
    for (int i = 0; i < v->now.laid; i++)
        t->laid |= 1u << v->laid[i].tile;
}

/* Records the entry in which each slot's tile was drawn, in the slot order of worlds.c. */
static void number_slots(const struct by_view *v, const struct by_past *past, const struct by_line_guess *g,
                         struct by_line_pool *pool)
{
    int at = 0;

    for (int i = 0; i < v->players; i++)
        for (int k = 0; k < v->rules.opt[BY_HAND] && i != g->seat && at < g->n; k++)
            pool->since[at++] = -1;
    for (int e = 0; e < past->n; e++)
        for (int k = 0; k < past->at[e].tiles && past->at[e].to != g->seat && at < g->n; k++)
            pool->since[at++] = (int16_t)e;
    while (at < g->n)
        pool->since[at++] = -1;
}

void by_line_pool_start(const struct by_line_rules *r, const struct by_view *v, const struct by_past *past,
                        const struct by_line_guess *g, struct by_line_seen *t, struct by_line_pool *pool)
{
    pool->events = pool->n = 0;
    pool->effective = 0;
    pool->again = pool->every = false;
    for (int i = 0; i < 1024; i++)
        pool->exp_of[i] = (float)by_exp(-i / 64.0);
    by_line_seen_start(r, past == NULL ? 0 : (uint32_t)past->undealt.w[0], t);
    if (past == NULL || !g->known) {
        by_line_table_of(r, v, NULL, t);
        return;
    }
    number_slots(v, past, g, pool);
    replay(r, v, past, g, t, pool);
}

/* ---- Weights --------------------------------------------------------------------------------- */

static float exp_below(const struct by_line_pool *pool, float x)
{
    const float steps = -x * 64;

    return steps >= 1023 ? 0 : pool->exp_of[(int)steps];
}

/* Returns the probability of the move played, given this hand. */
static float chance(const struct by_line_pool *pool, const struct by_line_event *e, const float *weights, uint32_t hand)
{
    float logit[BY_LINE_CHOICES], made = 0, most = -1000, sum = 0;
    int n = 0;

    for (int i = 0; i < e->n; i++) {
        uint32_t rest;
        int keep, suit;

        if ((hand >> e->choice[i].tile & 1) == 0)
            continue;
        rest = hand & ~(1u << e->choice[i].tile);
        keep = by_line_bits(rest & e->choice[i].open);
        suit = by_line_bits(rest & e->choice[i].suit);
        logit[n] = e->choice[i].logit + weights[BY_F_KEEP] * (float)(keep < 4 ? keep : 4) / 4
            + (keep == 0 && rest != 0 ? weights[BY_F_STUCK] : 0)
            + weights[BY_F_SUIT] * (float)(suit < 4 ? suit : 4) / 4;
        if (e->choice[i].move == e->made)
            made = logit[n];
        if (logit[n] > most)
            most = logit[n];
        n++;
    }
    if (n < 2)
        return 1;
    for (int i = 0; i < n; i++)
        sum += exp_below(pool, logit[i] - most);
    return 0.9f * exp_below(pool, made - most) / sum + 0.1f / (float)n;
}

/* Returns the weight of the current assignment of tiles to slots. */
static float weigh(const struct by_line_pool *pool, const struct by_line_rules *r, const struct by_line_guess *g)
{
    const float *weights = by_line_weights(r);
    uint32_t hand[5] = { 0, 0, 0, 0, 0 };
    float product = 1;
    int upto = 0;

    for (int i = 0; i < pool->events; i++) {
        const struct by_line_event *e = &pool->event[i];

        while (upto < g->n && pool->since[upto] < e->entry && g->whose[upto] < 4) {
            hand[g->whose[upto]] |= 1u << g->at[upto];
            upto++;
        }
        product *= chance(pool, e, weights, hand[e->seat] & ~e->laid);
    }
    return product;
}

static void sum_up(struct by_line_pool *pool)
{
    float sum = 0, squares = 0;

    for (int i = 0; i < pool->n; i++) {
        sum += pool->world[i].weight;
        squares += pool->world[i].weight * pool->world[i].weight;
        pool->upto[i] = sum;
    }
    pool->effective = squares > 0 ? sum * sum / squares : 0;
}

/* Returns the number of steps (budget.h) to weigh a world. */
static uint64_t steps_of(const struct by_line_pool *pool) { return 4 + 4 * (uint64_t)pool->events; }

/* Resamples the worlds by weight (systematic resampling), and advances each world's chain. If the budget runs out, the
 * pool is left unchanged. */
static void draw_again(const struct by_line_rules *r, struct by_line_guess *g, struct by_rng *rng,
                       struct by_line_pool *pool, struct by_budget *b)
{
    const float step = pool->upto[pool->n - 1] / (float)pool->n;
    float at = step * ((float)(by_rng_next(rng) >> 40) / 16777216);
    struct by_line_world *old = pool->world, *new = pool->world + pool->n;

    for (int i = 0, k = 0; i < pool->n; i++) {
        while (k + 1 < pool->n && pool->upto[k] <= at)
            k++;
        new[i] = old[k];
        for (int tries = 0; tries < 2; tries++) {
            float weight;

            memcpy(g->at, new[i].at, sizeof g->at);
            by_line_stir(g, rng, 4);
            weight = weigh(pool, r, g);
            if ((float)(by_rng_next(rng) >> 40) / 16777216 * new[i].weight < weight) {
                memcpy(new[i].at, g->at, sizeof g->at);
                new[i].weight = weight;
            }
        }
        at += step;
        if (!by_budget_step(b, 2 * steps_of(pool)))
            return;
    }
    for (int i = 0; i < pool->n; i++) {
        old[i] = new[i];
        pool->upto[i] = (float)(i + 1);
    }
    pool->again = true;
}

void by_line_pool_fill(const struct by_line_rules *r, struct by_line_guess *g, struct by_rng *rng,
                       struct by_line_pool *pool, int n, struct by_budget *b)
{
    pool->n = 0;
    while (pool->n < n && !by_budget_spent(b)) {
        by_line_stir(g, rng, 2 * g->n);
        memcpy(pool->world[pool->n].at, g->at, sizeof g->at);
        pool->world[pool->n++].weight = weigh(pool, r, g);
        by_budget_step(b, steps_of(pool));
    }
    sum_up(pool);
    if (pool->effective < (float)n / 8 && !by_budget_spent(b))
        draw_again(r, g, rng, pool, b);
}

/* ---- Every deal ---------------------------------------------------------------------------------- */

enum { VISITS = 24 };  /* visits for each deal, beyond which the deals are not listed */
enum { HIDDEN = 14 };  /* with more hidden tiles, there are too many deals */
enum { INDEX = 8192 }; /* at least twice the number of worlds */

/* Slots of a hand that can take the same tiles, without a past decision between their draws; or those of the boneyard.
 * Exchanging their tiles makes no other deal. */
struct alike {
    uint32_t ok;
    uint8_t slot[28], room;
};

struct every {
    const struct by_line_rules *r;
    struct by_line_guess *g;
    struct by_line_pool *pool;
    struct by_budget *b;
    struct alike group[28];
    int groups, deals, visits, most;
    bool store, weigh;
    uint16_t index[INDEX]; /* by hash: the number of a stored world, from 1, or 0 */
};

static bool are_alike(const struct by_line_pool *pool, const struct by_line_guess *g, int i, int j)
{
    if (g->whose[i] != g->whose[j] || g->ok[i] != g->ok[j])
        return false;
    for (int k = 0; k < pool->events && g->whose[i] != 4; k++)
        if ((pool->since[i] < pool->event[k].entry) != (pool->since[j] < pool->event[k].entry))
            return false;
    return true;
}

static void group_slots(struct every *e)
{
    for (int i = 0; i < e->g->n; i++) {
        int k = 0;

        while (k < e->groups && !are_alike(e->pool, e->g, e->group[k].slot[0], i))
            k++;
        if (k == e->groups)
            e->group[e->groups++].ok = e->g->ok[i];
        e->group[k].slot[e->group[k].room++] = (uint8_t)i;
    }
}

/* Lists the hidden tiles of each hand and of the boneyard. */
static void list_held(const struct by_line_guess *g, const by_tile *at, uint32_t held[5])
{
    memset(held, 0, 5 * sizeof *held);
    for (int i = 0; i < g->n; i++)
        held[g->whose[i]] |= 1u << at[i] & ~g->laid;
}

/* Stores a deal, or adds its weight to that of its world. */
static void store(struct every *e)
{
    const float weight = e->weigh ? weigh(e->pool, e->r, e->g) : 1;
    uint32_t held[5], other[5], hash = 0;

    by_budget_step(e->b, steps_of(e->pool));
    list_held(e->g, e->g->at, held);
    for (int i = 0; i < 4; i++)
        hash = (hash ^ held[i]) * 0x9e3779b1u;
    for (hash >>= 19; e->index[hash] != 0; hash = (hash + 1) % INDEX) {
        struct by_line_world *w = &e->pool->world[e->index[hash] - 1];

        list_held(e->g, w->at, other);
        if (memcmp(held, other, sizeof held) == 0) {
            w->weight += BY_PLANTED(226) ? 0 : weight;
            return;
        }
    }
    memcpy(e->pool->world[e->pool->n].at, e->g->at, sizeof e->g->at);
    e->pool->world[e->pool->n].weight = weight;
    e->index[hash] = (uint16_t)++e->pool->n;
}

/* Returns one of the tiles that only one group can take, or else any tile; 32 if some tile or slot has none. */
static int next_tile(const struct every *e, uint32_t left)
{
    uint32_t once = 0, twice = 0;

    for (int k = 0; k < e->groups; k++) {
        const uint32_t may = e->group[k].room > 0 ? e->group[k].ok & left : 0;

        if (by_line_bits(may) < e->group[k].room)
            return 32;
        twice |= once & may;
        once |= may;
    }
    if ((left & ~once) != 0)
        return 32;
    return __builtin_ctz((once & ~twice) != 0 ? once & ~twice : left);
}

/* Gives the tiles in `left` to the groups, in every way. Returns false if there are too many deals. */
static bool give(struct every *e, uint32_t left)
{
    int t;

    if (++e->visits > VISITS * e->most || !by_budget_step(e->b, 2))
        return false;
    if (left == 0) {
        if (e->store && !(BY_PLANTED(221) && e->deals == 1))
            store(e);
        return ++e->deals <= e->most;
    }
    t = next_tile(e, left);
    for (int k = 0; k < e->groups && t < 32; k++) {
        struct alike *a = &e->group[k];
        bool go;

        if (a->room == 0 || (a->ok >> t & 1) == 0)
            continue;
        e->g->at[a->slot[--a->room]] = (by_tile)t;
        go = give(e, left ^ 1u << t);
        a->room++;
        if (!go)
            return false;
    }
    return true;
}

bool by_line_pool_every(const struct by_line_rules *r, struct by_line_guess *g, struct by_line_pool *pool, int most,
                        bool weigh, struct by_budget *b)
{
    struct every e = { .r = r, .g = g, .pool = pool, .b = b, .most = most, .weigh = weigh };
    const struct by_line_guess was = *g;

    pool->n = 0;
    if (by_line_bits(g->hidden) <= HIDDEN)
        group_slots(&e);
    if (e.groups > 0 && give(&e, g->hidden | g->laid)) {
        e.store = true;
        e.visits = e.deals = 0;
        if (!give(&e, g->hidden | g->laid))
            pool->n = 0;
    }
    *g = was;
    sum_up(pool);
    if (pool->n > 0 && !(pool->upto[pool->n - 1] > 0)) /* the weights are too small for their type */
        pool->n = 0;
    pool->every = pool->n > 0;
    return pool->every;
}

static void shuffle_yard(struct by_line_guess *g, struct by_rng *rng)
{
    int first = g->n;

    while (first > 0 && g->whose[first - 1] == 4)
        first--;
    for (int i = g->n - 1; i > first; i--) {
        const int k = first + (int)by_rng_below(rng, (uint32_t)(i - first + 1));
        const by_tile was = g->at[i];

        g->at[i] = g->at[k];
        g->at[k] = was;
    }
}

void by_line_pool_draw(const struct by_line_pool *pool, struct by_rng *rng, struct by_line_guess *g)
{
    const float x = pool->upto[pool->n - 1] * ((float)(by_rng_next(rng) >> 40) / 16777216);
    int low = 0, high = pool->n - 1;

    while (low < high) {
        const int mid = (low + high) / 2;

        if (pool->upto[mid] <= x)
            low = mid + 1;
        else
            high = mid;
    }
    memcpy(g->at, pool->world[low].at, sizeof g->at);
    if (pool->every && !BY_PLANTED(228))
        shuffle_yard(g, rng);
}

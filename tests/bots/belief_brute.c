/* SPDX-License-Identifier: MIT */
/* belief_brute.c: finds every deck consistent with what a seat has heard, using only the engine (belief_test.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "belief_test.h"

bool rules_of(const struct table_rules *t, struct by_config *out)
{
    struct by_fault fault;

    if (by_config_parse(t->text, out, &fault) != BY_OK)
        return false;
    if (t->set > 0)
        out->opt[BY_SET] = t->set;
    if (t->hand > 0)
        out->opt[BY_HAND] = t->hand;
    return true;
}

bool deal_deck(struct by_state *s, const struct played *p, const by_tile *deck)
{
    by_start(s, &p->rules);
    return by_deal(s, deck, p->tiles, by_lead_taken(s) ? p->lead : -1, NULL) == BY_OK;
}

int play_random(struct played *p, const struct by_config *rules, struct by_rng *rng, int steps)
{
    static by_move list[BY_MOVES];
    struct by_state s;
    int at = 0;

    p->rules = *rules;
    by_start(&s, rules);
    p->tiles = by_deck_tiles(&s);
    p->lead = (int)by_rng_below(rng, s.players);
    for (int t = 0; at < p->tiles; t++)
        if (t != by_deck_lacks(&s))
            p->deck[at++] = (by_tile)t;
    do
        by_rng_shuffle(rng, p->deck, p->tiles);
    while (!deal_deck(&s, p, p->deck));
    for (p->n = 0; p->n < steps && p->n < MOST_STEPS && s.now.phase == BY_PLAYING; p->n++) {
        struct by_undo undo;
        int seat = s.now.turn, n;

        if ((by_actors(&s) & ~(1u << seat)) != 0 && by_rng_below(rng, 4) == 0) /* somebody calls */
            seat = __builtin_ctz(by_actors(&s) & ~(1u << seat));
        n = by_moves(&s, seat, list);
        p->state[p->n] = s;
        p->seat[p->n] = (uint8_t)seat;
        p->move[p->n] = list[by_rng_below(rng, (uint32_t)n)];
        if (by_play(&s, seat, p->move[p->n], NULL, &undo) != BY_OK)
            abort();
        p->to[p->n] = undo.tiles > 0 ? undo.to : BY_NO_SEAT;
        p->got[p->n] = undo.tiles;
        by_hear_move(&p->state[p->n], seat, p->move[p->n], &undo, &p->heard[p->n]);
    }
    p->state[p->n] = s;
    p->past = (struct by_past){ p->heard, p->n, by_undealt(&s) };
    return p->n;
}

/* The tiles of a penalty call go to another seat: by_hear hides the mover's only, so hide them here. */
static void hear_all(const struct by_state *s, int watch, struct by_events *ev)
{
    for (int i = 0; i < ev->n; i++)
        ev->at[i] = by_hear(ev->at[i], s->family, watch);
}

void watch_as(struct played *p, int seat)
{
    struct by_state s;

    p->watch = seat;
    for (int i = 0; i <= p->n; i++)
        by_view_of(&p->state[i], NULL, seat, &p->view[i]);
    for (int i = 0; i < p->n; i++) {
        s = p->state[i];
        memset(&p->ev[i], 0, sizeof p->ev[i]);
        by_play(&s, p->seat[i], p->move[i], &p->ev[i], NULL);
        hear_all(&s, seat, &p->ev[i]);
    }
}

bool tells_more(const struct played *p)
{
    if (p->rules.opt[BY_INFRACTIONS] == BY_PENALISE)
        return true;
    for (int i = 0; i < p->n; i++) {
        const struct by_state *s = &p->state[i];
        bool passes = p->move[i] == BY_PASS_MOVE;

        if (s->family != BY_TRAINS)
            continue;
        if (p->state[i + 1].now.idle >= s->players && p->state[i + 1].now.phase == BY_PLAYING)
            return true; /* C-07: not blocked, so some seat could play */
        if (passes && !p->heard[i].lacked && by_drawable(s) > 0)
            return true; /* T-11: a seat that passes although it may draw could lay a tile */
        if (p->heard[i].lacked && s->now.stage == 1 && by_set_count(&s->hand[p->seat[i]]) == 1)
            return true; /* T-12: an only double would have fitted */
    }
    return false;
}

/* ---- Worlds ------------------------------------------------------------------------------- */

void worlds_clear(struct worlds *w)
{
    w->n = 0;
    w->orders = 0;
    for (int i = 0; i < w->slots; i++)
        w->slot[i] = -1;
}

static uint32_t hash_of(const struct by_set hand[])
{
    uint64_t h = 0x9e3779b97f4a7c15u;

    for (int i = 0; i < KEY_SEATS; i++)
        for (int k = 0; k < 3; k++) {
            h = (h ^ hand[i].w[k]) * 0xff51afd7ed558ccdu;
            h ^= h >> 29;
        }
    return (uint32_t)(h >> 20);
}

static int slot_of(const struct worlds *w, const struct by_set hand[])
{
    int at = (int)(hash_of(hand) % (uint32_t)w->slots);

    while (w->slot[at] >= 0 && memcmp(w->at[w->slot[at]].hand, hand, sizeof w->at->hand) != 0)
        at = at + 1 == w->slots ? 0 : at + 1;
    return at;
}

int worlds_find(const struct worlds *w, const struct by_set hand[])
{
    return w->slots == 0 ? -1 : w->slot[slot_of(w, hand)];
}

static void worlds_add(struct worlds *w, const struct by_set hand[], const by_tile *deck)
{
    int at;

    if (w->n * 2 >= w->slots) {
        w->slots = w->slots == 0 ? 1024 : w->slots * 2;
        w->slot = realloc(w->slot, sizeof *w->slot * (size_t)w->slots);
        w->at = realloc(w->at, sizeof *w->at * (size_t)w->slots);
        if (w->with_deck)
            w->deck = realloc(w->deck, sizeof *w->deck * (size_t)w->slots);
        for (int i = 0; i < w->slots; i++)
            w->slot[i] = -1;
        for (int i = 0; i < w->n; i++)
            w->slot[slot_of(w, w->at[i].hand)] = i;
    }
    at = slot_of(w, hand);
    if (w->slot[at] < 0) {
        w->slot[at] = w->n;
        memcpy(w->at[w->n].hand, hand, sizeof w->at->hand);
        if (w->with_deck)
            memcpy(w->deck[w->n], deck, BY_MAX_TILES);
        w->at[w->n++].orders = 0;
    }
    w->at[w->slot[at]].orders++;
    w->orders++;
}

/* ---- Every deck --------------------------------------------------------------------------- */

struct brute {
    const struct played *p;
    struct worlds *out;
    long left; /* moves that may still be played */
    int hand;
    by_tile deck[BY_MAX_TILES];   /* the dealt part */
    bool mine[BY_MAX_TILES];      /* places of the deck that the watching seat has seen */
    struct by_set pool;           /* tiles for the other places */
    struct by_set sure[BY_SEATS]; /* laid before the seat first drew, so it was dealt */
};

static void go_on(struct brute *b, struct by_state *s, int step);

/* Plays the move and returns true if the watching seat saw and heard the same. */
static bool same(struct brute *b, struct by_state *s, int step)
{
    const struct played *p = b->p;
    struct by_events ev;
    struct by_view v;

    b->left--;
    memset(&ev, 0, sizeof ev);
    if (by_play(s, p->seat[step], p->move[step], &ev, NULL) != BY_OK)
        return false;
    hear_all(s, p->watch, &ev);
    by_view_of(s, NULL, p->watch, &v);
    return memcmp(&ev, &p->ev[step], sizeof ev) == 0 && memcmp(&v, &p->view[step + 1], sizeof v) == 0;
}

/* Tries every tile in the places that this move takes from the deck. */
static void try_draws(struct brute *b, const struct by_state *s, int step, int k)
{
    int at = s->now.taken + k;
    struct by_state c = *s;

    if (b->left <= 0)
        return;
    if (k == b->p->got[step] || at >= b->p->tiles) {
        if (same(b, &c, step))
            go_on(b, &c, step + 1);
        return;
    }
    if (b->mine[at]) {
        try_draws(b, &c, step, k + 1);
        return;
    }
    for (int i = at; i < b->p->tiles; i++) {
        if (b->mine[i])
            continue;
        c.deck[at] = s->deck[i];
        c.deck[i] = s->deck[at];
        try_draws(b, &c, step, k + 1);
        c.deck[i] = s->deck[i];
    }
}

static void go_on(struct brute *b, struct by_state *s, int step)
{
    for (; step < b->p->n && b->left > 0; step++) {
        if (b->p->got[step] > 0) {
            try_draws(b, s, step, 0);
            return;
        }
        if (!same(b, s, step))
            return;
    }
    if (b->left > 0) {
        by_tile deck[BY_MAX_TILES];

        memcpy(deck, s->deck, sizeof deck);
        worlds_add(b->out, s->hand, deck);
    }
}

static void dealt(struct brute *b)
{
    struct by_state s;
    struct by_set left = b->pool;
    struct by_view v;
    by_tile deck[BY_MAX_TILES];

    memcpy(deck, b->p->deck, sizeof deck);
    memcpy(deck, b->deck, (size_t)(b->hand * b->p->rules.opt[BY_PLAYERS]));
    for (int i = b->hand * b->p->rules.opt[BY_PLAYERS]; i < b->p->tiles; i++)
        if (!b->mine[i])
            deck[i] = by_set_take(&left);
    b->left--;
    if (!deal_deck(&s, b->p, deck))
        return;
    by_view_of(&s, NULL, b->p->watch, &v);
    if (memcmp(&v, &b->p->view[0], sizeof v) == 0)
        go_on(b, &s, 0);
}

/* Fills the hand of `seat` from its k-th tile on with tiles above `from`, then the next seats' hands. */
static void choose(struct brute *b, int seat, int k, int from)
{
    struct by_set pool = b->pool, free;

    if (b->left <= 0)
        return;
    if (seat == b->p->rules.opt[BY_PLAYERS]) {
        dealt(b);
        return;
    }
    if (seat == b->p->watch) {
        choose(b, seat + 1, 0, 0);
        return;
    }
    if (k == 0)
        for (struct by_set sure = b->sure[seat]; !by_set_empty(&sure) && k < b->hand;) {
            by_tile t = by_set_take(&sure);

            by_set_drop(&b->pool, t);
            b->deck[seat * b->hand + k++] = t;
        }
    if (k == b->hand)
        choose(b, seat + 1, 0, 0);
    free = b->pool;
    for (int i = seat + 1; i < b->p->rules.opt[BY_PLAYERS]; i++) /* excludes tiles that another seat certainly holds */
        for (struct by_set sure = b->sure[i]; !by_set_empty(&sure);)
            by_set_drop(&free, by_set_take(&sure));
    for (int t = k == 0 || by_set_count(&b->sure[seat]) == k ? 0 : from; k < b->hand && t < BY_MAX_TILES; t++) {
        if (!by_set_has(&free, (by_tile)t))
            continue;
        by_set_drop(&b->pool, (by_tile)t);
        b->deck[seat * b->hand + k] = (by_tile)t;
        choose(b, k + 1 == b->hand ? seat + 1 : seat, k + 1 == b->hand ? 0 : k + 1, t + 1);
        by_set_add(&b->pool, (by_tile)t);
    }
    b->pool = pool;
}

bool brute_force(const struct played *p, long budget, struct worlds *out)
{
    struct brute b = { .p = p, .out = out, .left = budget, .hand = p->rules.opt[BY_HAND] };
    int at = b.hand * p->rules.opt[BY_PLAYERS];

    worlds_clear(out);
    memcpy(b.deck, p->deck, sizeof b.deck);
    for (int i = 0; i < b.hand; i++)
        b.mine[p->watch * b.hand + i] = true;
    for (int i = 0; i < p->n; at += p->got[i++])
        for (int k = 0; k < p->got[i]; k++)
            b.mine[at + k] = p->to[i] == p->watch;
    for (int i = 0; i < p->tiles; i++)
        if (!b.mine[i])
            by_set_add(&b.pool, p->deck[i]);
    for (int i = 0; i < p->n; i++)
        if (p->seat[i] != p->watch && (by_move_kind(p->move[i]) == BY_LAY || by_move_kind(p->move[i]) == BY_HUB)) {
            int first = 0;

            while (first < p->n && p->to[first] != p->seat[i])
                first++;
            if (i < first)
                by_set_add(&b.sure[p->seat[i]], by_move_tile(p->move[i]));
        }
    choose(&b, 0, 0, 0);
    return b.left > 0;
}

/* ---- Chi-square --------------------------------------------------------------------------- */

/* The upper incomplete gamma function over gamma: its series, or Lentz's continued fraction. */
double chi_p(double chi, int freedom)
{
    double a = freedom / 2.0, x = chi / 2, sum, term;

    if (freedom <= 0 || x <= 0)
        return 1;
    if (x < a + 1) {
        sum = term = 1 / a;
        for (int n = 1; n < 1000 && term > sum * 1e-15; n++)
            sum += term *= x / (a + n);
        return 1 - sum * exp(-x + a * log(x) - lgamma(a));
    } else {
        double b = x + 1 - a, c = 1e300, d = 1 / b, h = d;

        for (int n = 1; n < 1000; n++) {
            double an = -n * (n - a), step;

            b += 2;
            d = 1 / (an * d + b);
            c = b + an / c;
            h *= step = d * c;
            if (fabs(step - 1) < 1e-15)
                break;
        }
        return h * exp(-x + a * log(x) - lgamma(a));
    }
}

void tally_p(struct belief_tally *t, double p)
{
    t->tests++;
    t->below01 += p < 0.01;
    t->below001 += p < 0.001;
    if (p < t->least)
        t->least = p;
}

bool tally_fair(const struct belief_tally *t)
{
    double n = t->tests;

    return t->least > 1e-4 / n && t->below01 <= 0.01 * n + 4 * sqrt(0.01 * n) + 1;
}

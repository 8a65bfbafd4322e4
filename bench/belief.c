/* SPDX-License-Identifier: MIT */
/* belief.c: measures what `expert` believes about the hidden tiles.
 *
 *     belief [--rounds N] [--seed N] [--slips PERCENT] [--worlds N] [--rules RULES] [BOT...]
 *
 * Plays rounds with one bot in every seat, `expert` by default. In that share of its turns (0 by default), each player
 * slips: it plays a random move. Before each decision, the belief of the seat to move is compared with the true hands.
 *
 *     rules    bits a tile, -log2 of the probability of the tile's true place if every deal that the rules and the
 *              history allow is equally likely (belief.h)
 *     expert   the same by the worlds that `expert` imagines, weighted as it weights them
 *     gain     the difference, with its 95 % interval over the means of the rounds
 *
 * Tiles whose place is certain are left out. The second line of a row shows calibration: for each tenth of the
 * probabilities (tile, place), the mean probability, the share that was true, and the number of cases. Worlds are
 * samples, so each probability is mixed with that of the rules, which counts as two worlds. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/table.h"
#include "bots/belief/count.h"
#include "bots/belief/sample.h"
#include "bots/feet/worlds.h"
#include "bots/line/infer.h"
#include "bots/line/two.h"

enum { LOG = 4000, BINS = 10, MOST = 20000, SMOOTH = 2 };

typedef double chances[BY_YARD + 1][BY_MAX_TILES];

static struct {
    int rounds, slips, worlds;
    uint64_t seed;
    const char *rules;
} o = { 100, 0, 320, 1, NULL };

static const char *const games[] = {
    "block:basics blanks=suit lead=seat next-lead=rotate",
    "block:basics players=4 hand=7 teams=on blanks=suit lead=seat next-lead=rotate",
    "draw:basics",
    "muggins:number",
    "allfives:online",
    "allfives:online players=4 teams=on",
    "mexicantrain:number",
    "chickenfoot:number",
};
enum { GAMES = sizeof games / sizeof games[0] };

struct tally {
    double rules, expert, cases, sum[MOST];
    double said[BINS], was[BINS], n[BINS];
    int rounds;
};

static struct by_step steps[LOG];
static struct by_heard heard[LOG];
static void *memory;

static void add(chances out, int owner, by_tile t, double weight) { out[owner][t] += weight; }

/* ---- The worlds of each family, as shares of their weight ------------------------------------------ */

static bool worlds_of_two(const struct by_question *q, chances out)
{
    struct by_bot_memory room = by_room_of(q);
    struct by_two *t = by_room_take(&room, sizeof *t);
    struct by_two_world *w = by_room_take(&room, sizeof *w * BY_TWO_POOL);
    struct by_budget b = by_budget_of(0);
    int n;

    if (!by_two_of(q, &room, t))
        return false;
    n = by_two_worlds(t, 1, t->own, o.worlds < BY_TWO_POOL ? o.worlds : BY_TWO_POOL, true, &room, &b, w);
    for (int i = 0; i < n; i++)
        for (uint32_t left = t->all & ~t->laid & ~t->own; left != 0; left &= left - 1)
            add(out, (w[i].hand & left & -left) != 0 ? 1 - q->view->seat : BY_YARD,
                t->solver->tile[__builtin_ctz(left)], (double)w[i].weight);
    return n > 0;
}

static bool worlds_of_line(const struct by_question *q, chances out)
{
    struct by_bot_memory room = by_room_of(q);
    struct {
        struct by_line_rules r;
        struct by_line_guess g;
        struct by_line_seen seen;
        struct by_line_pool pool;
    } *s = by_room_take(&room, sizeof *s);
    struct by_budget b = by_budget_of(0);
    float before = 0;

    s->pool.world = by_room_take(&room, 2 * (size_t)o.worlds * sizeof *s->pool.world);
    s->pool.upto = by_room_take(&room, (size_t)o.worlds * sizeof *s->pool.upto);
    by_line_rules_of(q->view, &s->r);
    by_line_guess_of(q->view, q->past, q->rng, &s->g);
    by_line_pool_start(&s->r, q->view, q->past, &s->g, &s->seen, &s->pool);
    by_line_pool_fill(&s->r, &s->g, q->rng, &s->pool, o.worlds, &b);
    for (int i = 0; i < s->pool.n; i++) {
        const double weight = (double)(s->pool.upto[i] - before) / (double)s->pool.upto[s->pool.n - 1];

        before = s->pool.upto[i];
        for (int k = 0; k < s->g.n; k++)
            if ((s->g.laid >> s->pool.world[i].at[k] & 1) == 0)
                add(out, s->g.whose[k] == 4 ? BY_YARD : s->g.whose[k], s->pool.world[i].at[k], weight);
    }
    return true;
}

static bool worlds_of_feet(const struct by_question *q, chances out)
{
    static struct by_feet_worlds w;
    struct by_budget b = by_budget_of(0);

    by_feet_imagine(&w, q, true, q->rng, &b);
    for (int i = 0; i < o.worlds; i++) {
        by_feet_walk(&w, 1, q->rng);
        for (int k = 0; k < w.slots; k++)
            add(out, w.seat[w.group[k]] == w.players ? BY_YARD : w.seat[w.group[k]], w.tile[k], 1.0 / o.worlds);
    }
    return true;
}

/* The sampler of Mexican Train uses the rules alone. */
static bool worlds_of_trains(const struct by_question *q, chances out)
{
    static struct by_belief belief;
    struct by_bot_memory room = by_room_of(q);
    struct by_set hand[BY_SEATS];
    by_tile yard[BY_MAX_TILES];

    by_belief_of(q->view, q->past, &room, 0, &belief);
    for (int i = 0; i < o.worlds; i++) {
        by_belief_sample(&belief, q->rng, hand, yard);
        for (int k = 0; k < q->view->players; k++)
            while (!by_set_empty(&hand[k]))
                add(out, k, by_set_take(&hand[k]), 1.0 / o.worlds);
        for (int k = 0; k < belief.yard; k++)
            add(out, BY_YARD, yard[k], 1.0 / o.worlds);
    }
    return true;
}

static bool worlds_of(const struct by_question *q, chances out)
{
    const struct by_view *v = q->view;

    if (by_families[v->family]->trains)
        return worlds_of_trains(q, out);
    if (by_families[v->family]->toes)
        return worlds_of_feet(q, out);
    if (v->players == 2 && v->rules.opt[BY_DRAW] == BY_DRAW_NONE && v->rules.opt[BY_PLAY_UNIT] == 0)
        return worlds_of_two(q, out);
    return worlds_of_line(q, out);
}

/* ---- The score ----------------------------------------------------------------------------------- */

static int place_of(const struct by_state *s, by_tile t)
{
    for (int i = 0; i < s->players; i++)
        if (by_set_has(&s->hand[i], t))
            return i;
    return BY_YARD;
}

/* Compares a decision's belief with the truth. Adds to *bits and *cases what it gains over the rules. */
static void compare(const struct by_state *s, const struct by_question *q, struct tally *t, double *bits, double *cases)
{
    static struct by_belief belief;
    static chances rules, expert;
    struct by_bot_memory room = by_room_of(q);

    memset(rules, 0, sizeof rules);
    memset(expert, 0, sizeof expert);
    by_belief_of(q->view, q->past, &room, 0, &belief);
    by_belief_marginals(&belief, room, q->rng, 4000, rules);
    if (!worlds_of(q, expert))
        return;
    for (int u = 0; u < by_set_tiles(by_highest(&s->rules)); u++) {
        const int at = place_of(s, (by_tile)u);
        double all = 0, p, r = rules[at][u];

        for (int k = 0; k <= BY_YARD; k++)
            all += expert[k][u];
        if (all < 0.5 || r <= 0 || r > 1 - 1e-9)
            continue;
        for (int k = 0; k <= BY_YARD; k++) {
            int bin;

            p = (expert[k][u] * o.worlds + SMOOTH * rules[k][u]) / (o.worlds + SMOOTH);
            bin = p >= 1 ? BINS - 1 : (int)(p * BINS);
            if (rules[k][u] <= 0)
                continue;
            t->said[bin] += p;
            t->was[bin] += k == at;
            t->n[bin]++;
        }
        p = (expert[at][u] * o.worlds + SMOOTH * r) / (o.worlds + SMOOTH);
        t->rules -= log2(r);
        t->expert -= log2(p);
        *bits += log2(p) - log2(r);
        ++*cases;
    }
}

static void play_round(struct by_table *m, const struct by_bot *bot, struct by_rng *rng, struct tally *t)
{
    static by_move list[BY_MOVES];
    double bits = 0, cases = 0;

    while (m->state.now.phase == BY_PLAYING) {
        struct by_view v;
        struct by_past past;
        struct by_question q = {
            .view = &v, .past = &past, .moves = list, .rng = rng, .memory = memory, .size = BY_BOT_MEMORY
        };
        int at = 0;

        by_table_view(m, m->state.now.turn, &v);
        by_table_past(m, heard, &past);
        q.n = by_moves(&m->state, m->state.now.turn, list);
        if (q.n > 1) {
            if (by_move_kind(list[0]) == BY_LAY)
                compare(&m->state, &q, t, &bits, &cases);
            at = (int)by_rng_below(rng, 100) < o.slips ? (int)by_rng_below(rng, (uint32_t)q.n) : bot->choose(&q);
        }
        if (by_table_play(m, m->state.now.turn, list[at], NULL) != BY_OK)
            exit(1);
    }
    if (cases > 0 && t->rounds < MOST)
        t->sum[t->rounds++] = bits / cases;
    t->cases += cases;
}

static void print(const char *rules, const struct by_bot *bot, const struct tally *t)
{
    double mean = 0, square = 0;

    for (int i = 0; i < t->rounds; i++)
        mean += t->sum[i] / t->rounds;
    for (int i = 0; i < t->rounds; i++)
        square += (t->sum[i] - mean) * (t->sum[i] - mean);
    printf(
        "%s, %s, %d %% slips, seed %llu, %d rounds, %.0f tiles: rules %.4f, expert %.4f bits a tile, gain %+.4f ±%.4f "
        "a round\n   ",
        rules, bot->key, o.slips, (unsigned long long)o.seed, t->rounds, t->cases, t->rules / t->cases,
        t->expert / t->cases, mean, 1.96 * sqrt(square / (t->rounds - 1) / t->rounds));
    for (int i = 0; i < BINS; i++)
        if (t->n[i] > 0)
            printf(" %.2f:%.2f (%.0f)", t->said[i] / t->n[i], t->was[i] / t->n[i], t->n[i]);
    printf("\n");
    fflush(stdout);
}

static void measure(const char *rules, const struct by_bot *bot)
{
    static struct tally t;
    struct by_config c;
    struct by_table m;
    struct by_rng rng;

    if (by_config_parse(rules, &c, NULL) != BY_OK) {
        fprintf(stderr, "belief: unknown rules: %s\n", rules);
        exit(2);
    }
    memset(&t, 0, sizeof t);
    by_rng_init(&rng, o.seed);
    for (int i = 0; i < o.rounds; i++) {
        struct by_seed deal = { { 0xbe, (uint8_t)i, (uint8_t)(i >> 8), (uint8_t)o.seed, (uint8_t)(o.seed >> 8) } };

        by_table_init(&m, &c, steps, LOG);
        if (by_table_deal_seeded(&m, &deal, c.opt[BY_LEAD] == BY_LEAD_SEAT ? i % 2 : -1, NULL) != BY_OK)
            exit(1);
        play_round(&m, bot, &rng, &t);
    }
    print(rules, bot, &t);
}

static void measure_all(const struct by_bot *bot)
{
    for (int i = 0; i < GAMES; i++)
        if (o.rules == NULL || i == 0)
            measure(o.rules != NULL ? o.rules : games[i], bot);
}

static int usage(void)
{
    fputs("belief [--rounds N] [--seed N] [--slips PERCENT] [--worlds N] [--rules RULES] [BOT...]\n", stderr);
    return 2;
}

int main(int argc, char **argv)
{
    int bots = 0;

    memory = malloc(BY_BOT_MEMORY);
    for (int i = 1; i < argc && memory != NULL; i++) {
        const struct by_bot *bot = by_bot_find(true, argv[i]);
        const char *value = i + 1 < argc ? argv[i + 1] : "";

        if (bot != NULL && !bot->peeks) {
            bots++;
            measure_all(bot);
            continue;
        }
        if (strcmp(argv[i], "--rules") == 0)
            o.rules = value;
        else if (strcmp(argv[i], "--rounds") == 0 && strtol(value, NULL, 10) > 1)
            o.rounds = (int)strtol(value, NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0)
            o.seed = strtoull(value, NULL, 10);
        else if (strcmp(argv[i], "--slips") == 0)
            o.slips = (int)strtol(value, NULL, 10);
        else if (strcmp(argv[i], "--worlds") == 0 && strtol(value, NULL, 10) > 0 && strtol(value, NULL, 10) <= 20000)
            o.worlds = (int)strtol(value, NULL, 10);
        else
            return usage();
        i++;
    }
    if (bots == 0 && memory != NULL)
        measure_all(by_bot_find(false, "expert"));
    free(memory);
    return memory == NULL;
}

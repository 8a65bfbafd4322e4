/* SPDX-License-Identifier: MIT */
/* belief.c: compares the worlds that the past allows (src/bots/belief) with every deck that would have looked the same,
 * dealt and played by the engine: the worlds, their weights and number, the chances of the tiles, and samples by all
 * three methods (chi-square).  Usage: belief GAME, or belief spreads (belief_spread.c).  Built with BY_FAULTS, it
 * plants every fault, and each must be detected.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/belief/worlds.h"
#include "bots/belief/sample.h"
#include "bots/belief/count.h"
#include "belief_test.h"
#include "bots/belief/spread.h"

#define SAMPLES 3000
#define BINS 40

static const struct table_rules *tables_of(const char *game)
{
    static const struct {
        const char *game;
        struct table_rules at[8];
    } all[] = {
        { "block",
          { { "block hand=10", 0, 0 },
            { "block players=3 hand=8", 0, 0 },
            { "block players=4 hand=6", 0, 0 },
            { "block players=4 hand=7 teams=on", 0, 0 } } },
        { "draw",
          { { "draw hand=11", 0, 0 },
            { "draw players=3 hand=8", 0, 0 },
            { "draw players=4 hand=6", 0, 0 },
            { "draw hand=10 draw=one", 0, 0 },
            { "draw players=3 hand=7 draw=one blanks=suit", 0, 0 } } },
        { "muggins",
          { { "muggins:number hand=10 call=on", 0, 0 },
            { "muggins:basics players=3 hand=8", 0, 0 },
            { "muggins:online hand=11", 0, 0 },
            { "muggins:classic players=4 hand=6 teams=on", 0, 0 } } },
        { "allfives",
          { { "allfives hand=10", 0, 0 },
            { "allfives players=3 hand=8", 0, 0 },
            { "allfives players=4 hand=6 teams=on", 0, 0 } } },
        { "fiveup",
          { { "fiveup hand=10", 0, 0 },
            { "fiveup players=3 hand=8", 0, 0 },
            { "fiveup players=4 hand=6 draw=one", 0, 0 } } },
        { "chickenfoot",
          { { "chickenfoot players=2", 4, 4 },
            { "chickenfoot players=3", 4, 3 },
            { "chickenfoot players=4", 4, 2 },
            { "chickenfoot players=3", 5, 5 } } },
        { "mexicantrain",
          { { "mexicantrain:number players=2", 4, 4 },
            { "mexicantrain:number players=3", 4, 3 },
            { "mexicantrain:classic players=4", 4, 2 },
            { "mexicantrain:hub players=2", 4, 5 },
            { "mexicantrain:hub players=3", 4, 3 },
            { "mexicantrain:number players=2 knock=on penalty=tile", 4, 4 },
            { "mexicantrain:classic players=3 knock=on penalty=skip", 4, 3 } } },
    };

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i].game, game) == 0)
            return all[i].at;
    return NULL;
}

static struct belief_tally tally;

static unsigned char memory[8 << 20];
static struct by_bot_memory room_of_test(void) { return (struct by_bot_memory){ memory, memory + sizeof memory }; }

static void wrong(const struct played *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void wrong(const struct played *p, const char *format, ...)
{
    va_list args;

    if (!tally.quiet && tally.wrong < 10) {
        char text[BY_CONFIG_TEXT];

        by_config_print(&p->rules, text, sizeof text);
        fprintf(stderr, "%s, after %d moves, seat %d: ", text, p->n, p->watch);
        va_start(args, format);
        vfprintf(stderr, format, args);
        va_end(args);
        fputc('\n', stderr);
    }
    tally.wrong++;
}

/* ---- Counting ----------------------------------------------------------------------------- */

struct visited {
    const struct worlds *real;
    double *weight, sum;
    int twice, strange;
};

static bool visit(void *data, const struct by_set hand[], const struct by_set *yard, double weight)
{
    struct visited *v = data;
    int i = worlds_find(v->real, hand);

    (void)yard;
    v->sum += weight;
    if (i < 0) {
        v->strange++;
    } else {
        v->twice += v->weight[i] > 0;
        v->weight[i] = weight;
    }
    return true;
}

/* Checks that the weights are in proportion to the numbers of decks; `looser` allows additional worlds. */
static void check_worlds(const struct played *p, struct by_belief *b, const struct worlds *real, bool looser)
{
    struct visited v = { .real = real };
    int n, off = 0;
    double count;

    v.weight = calloc((size_t)real->n, sizeof *v.weight);
    n = by_belief_enumerate(b, room_of_test(), 1 << 20, visit, &v);
    if (n < 0)
        wrong(p, "cannot enumerate %d worlds", real->n);
    if (v.twice > 0)
        wrong(p, "%d worlds visited twice", v.twice);
    for (int i = 0; i < real->n && n >= 0; i++)
        off += looser ? v.weight[i] == 0
                      : fabs(v.weight[i] - (double)real->at[i].orders / (double)real->orders * v.sum) > 1e-9 * v.sum;
    if (off > 0 || (v.strange > 0 && !looser))
        wrong(p, "%d of %d worlds have a wrong weight, %d are impossible", off, real->n, v.strange);
    count = by_belief_count(b);
    if (n >= 0 && count >= 0 && count != v.sum)
        wrong(p, "%.0f deals counted, %.0f enumerated", count, v.sum);
    free(v.weight);
}

static void check_chances(const struct played *p, struct by_belief *b, const struct worlds *real, struct by_rng *rng)
{
    static double chance[BY_YARD + 1][BY_MAX_TILES], want[BY_YARD + 1][BY_MAX_TILES];
    const struct by_state *s = &p->state[p->n];
    struct by_set unseen = { { 0, 0, 0 } };
    double worst = 0;

    memset(want, 0, sizeof want);
    for (int k = 0; k < s->players; k++)
        if (k != p->watch)
            unseen = by_set_or(unseen, s->hand[k]);
    for (int i = s->now.taken; i < s->deck_tiles; i++)
        by_set_add(&unseen, s->deck[i]);
    for (int i = 0; i < real->n; i++) {
        double part = (double)real->at[i].orders / (double)real->orders;

        for (struct by_set left = unseen; !by_set_empty(&left);) {
            by_tile t = by_set_take(&left);
            int owner = BY_YARD;

            for (int k = 0; k < s->players; k++)
                if (by_set_has(&real->at[i].hand[k], t))
                    owner = k;
            want[owner][t] += part;
        }
    }
    for (struct by_set own = s->hand[p->watch]; !by_set_empty(&own);)
        want[p->watch][by_set_take(&own)] = 1;
    if (!by_belief_marginals(b, room_of_test(), rng, 1, chance))
        return;
    for (int k = 0; k <= BY_YARD; k++)
        for (int t = 0; t < BY_MAX_TILES; t++)
            worst = fmax(worst, fabs(chance[k][t] - want[k][t]));
    if (worst > 1e-9)
        wrong(p, "a chance is off by %g", worst);
}

static int bins_of(int n) { return n < BINS ? n : BINS; }

/* ---- Samples ------------------------------------------------------------------------------ */

static void check_samples(const struct played *p, struct by_belief *b, const struct worlds *real, struct by_rng *rng,
                          const char *what)
{
    struct by_set hand[BY_SEATS] = { { { 0, 0, 0 } } };
    double want[BINS] = { 0 }, chi = 0;
    int seen[BINS] = { 0 }, bins = bins_of(real->n), used = 0, strange = 0;
    const struct by_state *s = &p->state[p->n];
    by_tile yard[BY_MAX_TILES];

    for (int i = 0; i < real->n; i++)
        want[i % bins] += (double)real->at[i].orders / (double)real->orders * SAMPLES;
    for (int k = 0; k < SAMPLES; k++) {
        int i;

        by_belief_sample(b, rng, hand, k == 0 ? yard : NULL);
        i = worlds_find(real, hand);
        if (i < 0)
            strange++;
        else
            seen[i % bins]++;
        if (k == 0) { /* all tiles, each once */
            struct by_set all = { { 0, 0, 0 } };

            for (int j = 0; j < s->players; j++)
                all = by_set_or(all, hand[j]);
            for (int j = 0; j < b->yard; j++)
                by_set_add(&all, yard[j]);
            for (int j = 0; j < s->now.laid; j++)
                by_set_add(&all, s->laid[j].tile);
            if (s->centre != BY_NO_TILE)
                by_set_add(&all, s->centre);
            if (by_set_count(&all) != s->deck_tiles + (s->centre != BY_NO_TILE && !s->hub))
                wrong(p, "%s: a sample has lost tiles", what);
        }
    }
    if (strange > 0) {
        wrong(p, "%s: %d of %d samples are impossible", what, strange, SAMPLES);
        return;
    }
    for (int i = 0; i < bins; i++)
        if (want[i] >= 5) {
            chi += (seen[i] - want[i]) * (seen[i] - want[i]) / want[i];
            used++;
        }
    if (used > 1 && used == bins)
        tally_p(&tally, chi_p(chi, used - 1));
}

/* ---- States ------------------------------------------------------------------------------- */

static void check_state(const struct played *p, const struct worlds *real, struct by_rng *rng)
{
    static struct by_belief b, c;
    bool looser = tells_more(p);
    struct by_bot_memory room = room_of_test(), none = { NULL, NULL };

    by_belief_of(&p->view[p->n], &p->past, &room, 0, &b);
    tally.ways[b.way]++;
    tally.latent += b.laid_open;
    tally.looser += looser;
    if (b.loose)
        wrong(p, "the past was not understood");
    /* the memory that the checks use follows the table */
    c = b;
    if (b.share != NULL) {
        static double copy[1 << 17];

        memcpy(copy, b.share, sizeof *copy * b.states * ((size_t)b.bound + 1));
        c.share = b.share = copy;
    }
    check_worlds(p, &b, real, looser);
    if (looser)
        return;
    check_chances(p, &b, real, rng);
    check_samples(p, &c, real, rng, b.way == BY_BELIEF_TABLE ? "table" : "shuffle");
    if (b.bound == 0)
        return;
    by_belief_of(&p->view[p->n], &p->past, &none, 0, &c);
    if (c.way != BY_BELIEF_CHAIN)
        wrong(p, "no chain without room");
    check_samples(p, &c, real, rng, "chain");
}

static bool all_free(const struct played *p)
{
    static struct by_belief b;
    struct by_bot_memory none = { NULL, NULL };

    by_belief_of(&p->view[p->n], &p->past, &none, 0, &b);
    return b.way == BY_BELIEF_SHUFFLE;
}

/* Plays random rounds of random length and checks those with few enough possible decks. */
static void check_game(const char *game, int states, long budget)
{
    static struct played p;
    static struct worlds real;
    const struct table_rules *tables = tables_of(game);
    struct by_rng rng;
    int n = 0;

    by_rng_init(&rng, 20);
    while (tables[n].text != NULL)
        n++;
    for (int tries = 0, done = 0; done < states && tries < 400 * states; tries++) {
        struct by_config rules;

        if (!rules_of(&tables[tries % n], &rules))
            abort();
        play_random(&p, &rules, &rng, 2 + (int)by_rng_below(&rng, 40));
        if (p.state[p.n].now.phase != BY_PLAYING)
            continue;
        watch_as(&p,
                 by_rng_below(&rng, 4) == 0 && p.past.n > 0 && p.state[p.n].now.laid > 1
                     ? (int)by_rng_below(&rng, p.state[0].players)
                     : p.state[p.n].now.turn);
        if (tally.ways[BY_BELIEF_SHUFFLE] * 3 > states && all_free(&p))
            continue;
        if (!brute_force(&p, budget, &real))
            continue;
        if (real.n == 0)
            wrong(&p, "the true deck was not found");
        tally.worlds += real.n;
        tally.orders += real.orders;
        check_state(&p, &real, &rng);
        done++;
        tally.states++;
    }
}

#ifdef BY_FAULTS

/* Each planted fault, and the case that reveals it. */
static const struct {
    int number;
    const char *game, *what;
} faults[] = {
    { 0, "mexicantrain", "nothing" },
    { 0, "spreads", "nothing" },
    { 201, "draw", "tiles drawn are not bound by what was lacked later" },
    { 202, "chickenfoot", "a tile drawn in vain may have fitted" },
    { 203, "mexicantrain", "a tile drawn by who may still play need not fit" },
    { 204, "spreads", "the chain exchanges only pairs" },
    { 205, "spreads", "the chain makes two exchanges between samples" },
    { 206, "block", "doubles above the one that led may have been dealt" },
    { 207, "spreads", "the table counts batches, not places" },
    { 207, "muggins", "the table counts batches, not places" },
    { 208, "draw", "all worlds weigh the same" },
};

int main(void)
{
    int missed = 0;

    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        bool noticed;

        memset(&tally, 0, sizeof tally);
        tally.quiet = true;
        tally.least = 1;
        by_planted = faults[i].number;
        if (strcmp(faults[i].game, "spreads") == 0)
            check_spreads(&tally, 200);
        else
            check_game(faults[i].game, 50, 10000);
        by_planted = 0;
        noticed = tally.wrong > 0 || !tally_fair(&tally);
        printf("%3d %-12s %s: %s (%d wrong, least p %.2g of %d)\n", faults[i].number, faults[i].game, faults[i].what,
               noticed ? "noticed" : "not noticed", tally.wrong, tally.least, tally.tests);
        missed += noticed != (faults[i].number != 0);
    }
    return missed;
}

#else

int main(int argc, char **argv)
{
    bool big = getenv("BONEYARD_LONG") != NULL, spreads = argc == 2 && strcmp(argv[1], "spreads") == 0;
    int states = big ? 600 : 55;

    tally.least = 1;
    if (argc != 2 || (!spreads && tables_of(argv[1]) == NULL))
        return 2;
    if (spreads) {
        states = big ? 10000 : 300;
        check_spreads(&tally, states);
    } else {
        check_game(argv[1], states, big ? 300000 : 15000);
    }
    printf("%s: %d states (%d where the table heard more), %ld worlds, %ld deals; %d shuffled, %d by table, %d by "
           "chain, %d with open origin\n%d chi-square tests: least p %.2g, %d below 0.01, %d below 0.001; %d wrong\n",
           argv[1], tally.states, tally.looser, tally.worlds, tally.orders, tally.ways[0], tally.ways[1], tally.ways[2],
           tally.latent, tally.tests, tally.least, tally.below01, tally.below001, tally.wrong);
    return tally.wrong > 0 || tally.states < states * 9 / 10 || !tally_fair(&tally);
}

#endif

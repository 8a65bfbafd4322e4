/* SPDX-License-Identifier: MIT */
/* fit.c: fits the move model of the line games (src/bots/line/policy.h) to games of a bot.
 *
 *     ./build/bench/fit expert 400 7 > weights.txt
 *
 * plays 400 rounds of each kind of game with `expert` in every seat from seed 7 on, keeps each decision with
 * two or more moves, and finds the weights that make the choices most likely (gradient ascent on the mean
 * log-likelihood, with a slight pull to zero).  The rows are copied to src/bots/line/weights.h, whose header names
 * the run that gave each of them, and so are the weights for playouts of the fives for two, which skip two features.
 * The share of choices that the model would also have made, and the perplexity per choice, go to stderr. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/table.h"
#include "bots/line/policy.h"
#include "bots/real.h"

enum { MOST_MOVES = 40, MOST_CHOICES = 200000, ROWS = 9, KINDS = 5, SCORES_FOR_TWO = 6 };

struct choice {
    float (*f)[BY_FEATURES];
    int n, chosen;
};

static const char *const kinds[ROWS][KINDS] = {
    { "block", "block blanks=suit", "block hand=5", "block blanks=suit lead=seat next-lead=rotate", NULL },
    { "block players=3", "block players=4", "block players=4 hand=7", "block players=3 blanks=suit", NULL },
    { "block players=4 teams=on hand=7", "block players=4 teams=on hand=7 blanks=suit",
      "block players=4 teams=on hand=7 blanks=suit lead=seat next-lead=rotate", "block players=4 teams=on", NULL },
    { "draw", "draw blanks=suit", "draw hand=5", NULL },
    { "draw players=3", "draw players=4", NULL },
    { "draw players=4 teams=on", "draw players=4 teams=on blanks=suit", NULL },
    { "muggins:number", "muggins:basics", "allfives", "fiveup", "muggins:online" },
    { "muggins:number players=3", "muggins:basics players=4", "allfives players=3", "fiveup players=4", NULL },
    { "muggins:number players=4", "muggins:basics players=4 teams=on", "allfives players=4 teams=on",
      "fiveup players=4 teams=on", NULL },
};

static struct choice choices[MOST_CHOICES];
static int n_choices;
static by_move list[BY_MOVES];
static struct by_step steps[1000];
static struct by_heard heard[1000];
static void *memory;

static void keep(const struct by_line_rules *r, const struct by_line_model *w, const struct by_line_seen *t,
                 const by_move *moves, int n, by_move made)
{
    struct choice *c = &choices[n_choices];

    if (n < 2 || n > MOST_MOVES || n_choices == MOST_CHOICES)
        return;
    c->f = malloc(sizeof *c->f * (size_t)n);
    c->n = n;
    c->chosen = -1;
    for (int i = 0; i < n; i++) {
        struct by_line_play_seen p;

        by_line_look(r, w, t, moves[i], &p);
        by_line_look_hand(w->hand[w->turn] & ~(1u << by_move_tile(moves[i])), &p);
        memcpy(c->f[i], p.f, sizeof p.f);
        c->chosen = moves[i] == made ? i : c->chosen;
    }
    n_choices += c->chosen >= 0;
}

static by_move ask(const struct by_table *m, const struct by_bot *bot, struct by_rng *rng)
{
    struct by_view v;
    struct by_past past;
    struct by_question q = {
        .view = &v, .past = &past, .moves = list, .rng = rng, .memory = memory, .size = BY_BOT_MEMORY
    };

    by_table_view(m, bot->peeks ? BY_REFEREE : m->state.now.turn, &v);
    by_table_past(m, heard, &past);
    q.n = by_moves(&m->state, m->state.now.turn, list);
    return list[q.n == 1 ? 0 : bot->choose(&q)];
}

/* Plays a round, with the small model alongside. */
static void play_round(struct by_table *m, const struct by_bot *bot, struct by_rng *rng)
{
    struct by_line_rules r;
    struct by_line_model w;
    struct by_line_seen t;
    struct by_view v;
    uint32_t hand[4] = { 0, 0, 0, 0 };

    by_table_view(m, BY_REFEREE, &v);
    for (int i = 0; i < v.players; i++)
        hand[i] = (uint32_t)v.hand[i].w[0];
    by_line_rules_of(&v, &r);
    by_line_of(&v, hand, v.deck, &w);
    by_line_seen_start(&r, 0, &t);
    while (m->state.now.phase == BY_PLAYING) {
        by_move moves[BY_LINE_MOVES], made = ask(m, bot, rng);

        keep(&r, &w, &t, moves, by_line_moves(&r, &w, moves), made);
        by_line_see(&r, &w, made, &t);
        by_line_play(&r, &w, made);
        if (by_table_play(m, m->state.now.turn, made, NULL) != BY_OK)
            exit(1);
    }
}

static void play(const char *rules, const struct by_bot *bot, int rounds, uint64_t seed)
{
    struct by_config c;
    struct by_table m;
    struct by_rng rng;

    if (by_config_parse(rules, &c, NULL) != BY_OK) {
        fprintf(stderr, "%s?\n", rules);
        exit(1);
    }
    by_rng_init(&rng, seed);
    for (int i = 0; i < rounds; i++) {
        struct by_seed deal = { { 0xf1, (uint8_t)i, (uint8_t)(i >> 8), (uint8_t)seed, (uint8_t)(seed >> 8) } };

        by_table_init(&m, &c, steps, 1000);
        if (by_table_deal_seeded(&m, &deal, -1, NULL) != BY_OK)
            exit(1);
        play_round(&m, bot, &rng);
    }
}

/* Adds the gradient of one choice and returns its log-likelihood. */
static double climb(const struct choice *c, const double *w, double *gradient, int *hit)
{
    double logit[MOST_MOVES] = { 0 }, most = -1e9, sum = 0;
    int best = 0;

    for (int i = 0; i < c->n; i++) {
        logit[i] = 0;
        for (int k = 0; k < BY_FEATURES; k++)
            logit[i] += w[k] * (double)c->f[i][k];
        if (logit[i] > most) {
            most = logit[i];
            best = i;
        }
    }
    for (int i = 0; i < c->n; i++)
        sum += by_exp(logit[i] - most);
    for (int i = 0; i < c->n; i++)
        for (int k = 0; k < BY_FEATURES; k++)
            gradient[k] += ((i == c->chosen) - by_exp(logit[i] - most) / sum) * (double)c->f[i][k];
    *hit += best == c->chosen;
    return logit[c->chosen] - most - by_log(sum);
}

static void fit(double *w)
{
    double moment[BY_FEATURES] = { 0 }, square[BY_FEATURES] = { 0 }, fade1 = 1, fade2 = 1, total = 0;
    int hit = 0;

    memset(w, 0, sizeof *w * BY_FEATURES);
    for (int step = 0; step < 600; step++) { /* Adam (Kingma and Ba, 2015), all choices at once */
        double gradient[BY_FEATURES] = { 0 };

        hit = 0;
        total = 0;
        for (int i = 0; i < n_choices; i++)
            total += climb(&choices[i], w, gradient, &hit);
        fade1 *= 0.9;
        fade2 *= 0.99;
        for (int k = 0; k < BY_FEATURES; k++) {
            double g = gradient[k] / n_choices - 0.0005 * w[k];

            moment[k] = 0.9 * moment[k] + 0.1 * g;
            square[k] = 0.99 * square[k] + 0.01 * g * g;
            w[k] += (step < 400 ? 0.05 : 0.01) * moment[k] / (1 - fade1) / (by_sqrt(square[k] / (1 - fade2)) + 1e-9);
        }
    }
    fprintf(stderr, "%d choices, the same choice %.1f %%, perplexity %.3f\n", n_choices,
            100.0 * hit / (n_choices > 0 ? n_choices : 1), by_exp(-total / (n_choices > 0 ? n_choices : 1)));
}

/* Removes the features that playouts skip (src/bots/line/rollout.h). */
static void forget_gifts(void)
{
    for (int i = 0; i < n_choices; i++)
        for (int k = 0; k < choices[i].n; k++)
            choices[i].f[k][BY_F_GIFT] = choices[i].f[k][BY_F_GIFT_OVER] = 0;
}

static void print(const double *w)
{
    for (int k = 0; k < BY_FEATURES; k++)
        printf("%.3ff%s", w[k], k + 1 == BY_FEATURES ? " }" : k == 8 ? ",\n      " : ", ");
}

int main(int argc, char **argv)
{
    double swift[BY_FEATURES];
    const struct by_bot *bot = by_bot_find(true, argc > 1 ? argv[1] : "ismcts-1k-plain");
    int rounds = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 100;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;

    memory = malloc(BY_BOT_MEMORY);
    if (bot == NULL || memory == NULL)
        return 1;
    printf("/* weights.h: the fitted weights of policy.h.  Written by `fit %s %d %llu` (bench/fit.c); rows: Block,\n"
           " * Draw, fives, each for two players, three or four, teams. */\n"
           "static const float weights[9][BY_FEATURES] = {\n",
           bot->key, rounds, (unsigned long long)seed);
    for (int row = 0; row < ROWS; row++) {
        double w[BY_FEATURES];

        for (int i = 0; i < n_choices; i++)
            free(choices[i].f);
        n_choices = 0;
        for (int k = 0; k < KINDS && kinds[row][k] != NULL; k++)
            play(kinds[row][k], bot, rounds, seed * 16 + (uint64_t)k);
        fit(w);
        printf("    { ");
        print(w);
        printf(",\n");
        if (row == SCORES_FOR_TWO) {
            forget_gifts();
            fit(swift);
        }
    }
    printf("};\nstatic const float swift_fives[BY_FEATURES] = { ");
    print(swift);
    printf(";\n");
    free(memory);
    return 0;
}

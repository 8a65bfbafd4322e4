/* SPDX-License-Identifier: MIT */
/* feet_learn.c: trains the network that rates plays in Chickenfoot (src/bots/feet/net.h).
 *
 *     ./build/bench/feet_learn expert 3000 1 400 > /tmp/weights.def      # bot, rounds, seed, playouts
 *
 * Plays rounds with the bot in every seat, and a random play in one decision of twenty. Of twenty rounds, fourteen are
 * double-9 with four players; the others have other sizes. The targets are the bot's values of all plays: a play that
 * is TEMPERATURE points better is e times as likely. Cross entropy, Adam, batches of 64. One decision of ten is held
 * out; its cross entropy, and the points lost by the network's first choice, go to stderr. At the end, the weights are
 * rounded to integers and printed as C. The same arguments give the same network on the same machine and compiler, as
 * long as the bot plays the same: `expert` itself uses the network. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/table.h"
#include "bots/feet/net.h"
#include "bots/real.h"

enum {
    UNITS = BY_FEET_UNITS,
    LAST = UNITS - 1,
    MOST = 64,
    MOST_POSITIONS = 1000000,
    BATCH = 64,
    EPOCHS = 20,
    HELD = 10
};
#define TEMPERATURE 3.0f
#define RATE 0.003
#define SLIPS 0.05

/* Of GAMES rounds, the first of these are each played once, and the rest are of the last kind. */
static const char *const games[] = { "chickenfoot:number players=2",
                                     "chickenfoot:number players=3",
                                     "chickenfoot:number players=5",
                                     "chickenfoot:number set=12",
                                     "chickenfoot:classic players=8 set=15",
                                     "chickenfoot:classic players=10 set=18",
                                     "chickenfoot:number" };
enum { GAMES = 20, KINDS = sizeof games / sizeof games[0] };

struct play {
    uint16_t row[BY_FEET_PLAY_FACTS];
    float value;
};

struct position {
    uint16_t row[BY_FEET_FACTS];
    int n;
    struct play *play;
};

struct net {
    float row[BY_FEET_ROWS][UNITS], out[UNITS]; /* out[LAST] is always 1 */
};
#define WEIGHTS (sizeof(struct net) / sizeof(float))

static struct position positions[MOST_POSITIONS];
static int n_positions;
static struct net net, slope, mean1, mean2;
static float *const weight = (float *)&net, *const change = (float *)&slope, *const first = (float *)&mean1,
                    *const second = (float *)&mean2;
static by_move list[BY_MOVES];
static int32_t values[BY_MOVES];
static struct by_step steps[2000];
static struct by_heard heard[2000];
static void *memory;

static void *sure(void *p)
{
    if (p == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

/* ---- The games ----------------------------------------------------------------------------- */

/* Keeps a decision and the values of its distinct plays. */
static void keep(const struct by_view *v, int n)
{
    struct position *p = &positions[n_positions];
    struct by_set hands[BY_SEATS] = { { { 0, 0, 0 } } };
    struct by_feet f;
    uint32_t held;
    uint8_t seen[MOST][2] = { { 0 } };

    if (n_positions == MOST_POSITIONS || by_move_kind(list[0]) != BY_LAY)
        return;
    hands[v->seat] = v->hand[v->seat];
    by_feet_of(v, hands, NULL, &f);
    for (int i = 0; i < v->players; i++)
        f.have[i][BY_NUMBERS] = v->count[i];
    held = by_feet_facts(&f, p->row);
    p->play = sure(malloc(sizeof *p->play * (size_t)(n < MOST ? n : MOST)));
    p->n = 0;
    for (int i = 0; i < n && p->n < MOST; i++) {
        const by_tile t = by_move_tile(list[i]);
        const int number = by_touching(t, by_move_flip(list[i])), across = by_across(t, number);
        int k = 0;

        while (k < p->n && (seen[k][0] != number || seen[k][1] != across))
            k++;
        if (k < p->n)
            continue;
        seen[k][0] = (uint8_t)number;
        seen[k][1] = (uint8_t)across;
        by_feet_play_facts(&f, held, number, across, p->play[k].row);
        p->play[p->n++].value = (float)values[i] / 1000;
    }
    n_positions += p->n > 1;
}

static by_move ask(const struct by_table *m, const struct by_bot *bot, uint32_t playouts, struct by_rng *rng)
{
    struct by_view v;
    struct by_past past;
    struct by_question q = { .view = &v,
                             .past = &past,
                             .moves = list,
                             .rng = rng,
                             .memory = memory,
                             .size = BY_BOT_MEMORY,
                             .count = playouts,
                             .values = values };
    int at;

    q.n = by_moves(&m->state, m->state.now.turn, list);
    if (q.n == 1)
        return list[0];
    by_table_view(m, m->state.now.turn, &v);
    by_table_past(m, heard, &past);
    at = bot->choose(&q);
    keep(&v, q.n);
    if ((double)by_rng_below(rng, 1000000) < SLIPS * 1000000)
        at = (int)by_rng_below(rng, (uint32_t)q.n);
    return list[at];
}

static void play(int i, const struct by_bot *bot, uint64_t seed, uint32_t playouts, struct by_rng *rng)
{
    struct by_seed deal = { { 0xfe, (uint8_t)i, (uint8_t)(i >> 8), (uint8_t)(i >> 16), (uint8_t)seed,
                              (uint8_t)(seed >> 8) } };
    const int kind = i % GAMES;
    struct by_config c;
    struct by_table m;

    if (by_config_parse(games[kind < KINDS ? kind : KINDS - 1], &c, NULL) != BY_OK)
        exit(1);
    by_table_init(&m, &c, steps, 2000);
    if (by_table_deal_seeded(&m, &deal, -1, NULL) != BY_OK)
        exit(1);
    while (m.state.now.phase == BY_PLAYING)
        if (by_table_play(&m, m.state.now.turn, ask(&m, bot, playouts, rng), NULL) != BY_OK)
            exit(1);
}

/* ---- The training -------------------------------------------------------------------------- */

/* Returns the network's rating of a play; `unit` receives the rectified units, and 0 for the linear one. */
static float rating(const float base[UNITS], const struct play *p, float unit[UNITS])
{
    float sum;

    memcpy(unit, base, sizeof *unit * UNITS);
    for (int k = 0; k < BY_FEET_PLAY_FACTS; k++)
        for (int j = 0; j < UNITS; j++)
            unit[j] += net.row[p->row[k]][j];
    sum = unit[LAST];
    unit[LAST] = 0;
    for (int j = 0; j < UNITS; j++) {
        unit[j] = unit[j] > 0 ? unit[j] : 0;
        sum += unit[j] * net.out[j];
    }
    return sum;
}

/* Adds the slope for a play whose rating should rise by d. */
static void raise(const struct play *p, const float unit[UNITS], float d, float all[UNITS])
{
    float part[UNITS];

    for (int j = 0; j < UNITS; j++) {
        slope.out[j] += d * unit[j];
        part[j] = j == LAST ? d : unit[j] > 0 ? d * net.out[j] : 0;
        all[j] += part[j];
    }
    for (int k = 0; k < BY_FEET_PLAY_FACTS; k++)
        for (int j = 0; j < UNITS; j++)
            slope.row[p->row[k]][j] += part[j];
}

/* Returns the cross entropy of a decision, and adds the points that the first choice loses. If `learn`, adds the
 * slopes. */
static double study(const struct position *p, bool learn, double *lost)
{
    float base[UNITS] = { 0 }, all[UNITS] = { 0 }, unit[MOST][UNITS], score[MOST], target[MOST], best = -1e9f;
    double sum = 0, sums = 0, entropy = 0;
    int top = 0;

    for (int k = 0; k < BY_FEET_FACTS; k++)
        for (int j = 0; j < UNITS; j++)
            base[j] += net.row[p->row[k]][j];
    for (int i = 0; i < p->n; i++) {
        score[i] = rating(base, &p->play[i], unit[i]);
        top = score[i] > score[top] ? i : top;
        best = p->play[i].value > best ? p->play[i].value : best;
    }
    for (int i = 0; i < p->n; i++) {
        target[i] = (float)by_exp((p->play[i].value - best) / TEMPERATURE);
        sums += target[i];
        sum += by_exp(score[i] - score[top]);
    }
    for (int i = 0; i < p->n; i++) {
        const double chance = by_exp(score[i] - score[top]) / sum;

        entropy -= target[i] / sums * (score[i] - score[top] - by_log(sum));
        if (learn)
            raise(&p->play[i], unit[i], (float)(target[i] / sums - chance), all);
    }
    for (int k = 0; k < BY_FEET_FACTS && learn; k++)
        for (int j = 0; j < LAST; j++)
            slope.row[p->row[k]][j] += all[j];
    *lost += best - p->play[top].value;
    return entropy;
}

static void step(double rate, double fade1, double fade2)
{
    for (size_t i = 0; i < WEIGHTS - 1; i++) { /* all but out[LAST] */
        const float x = change[i] / BATCH - 1e-5f * weight[i];

        first[i] = 0.9f * first[i] + 0.1f * x;
        second[i] = 0.999f * second[i] + 0.001f * x * x;
        weight[i] += (float)(rate * first[i] / (1 - fade1) / (by_sqrt(second[i] / (1 - fade2)) + 1e-8));
    }
    memset(&slope, 0, sizeof slope);
}

static void report(int epoch)
{
    double entropy = 0, lost = 0;
    int n = 0;

    for (int i = 0; i < n_positions; i += HELD, n++)
        entropy += study(&positions[i], false, &lost);
    fprintf(stderr, "epoch %d: cross entropy %.4f, lost %.4f\n", epoch, entropy / n, lost / n);
}

static void learn(struct by_rng *rng)
{
    const int batches = n_positions / BATCH, all = batches * EPOCHS;
    double fade1 = 1, fade2 = 1, lost = 0;

    for (size_t i = 0; i < WEIGHTS; i++)
        weight[i] = ((float)by_rng_below(rng, 2001) - 1000) * 0.00015f;
    for (int j = 0; j < UNITS; j++)
        net.out[j] = j == LAST ? 1 : j % 2 == 0 ? 0.2f : -0.2f;
    for (int k = 0; k < all; k++) {
        for (int i = 0; i < BATCH; i++) {
            const int at = (int)by_rng_below(rng, (uint32_t)n_positions);

            if (at % HELD != 0)
                study(&positions[at], true, &lost);
        }
        fade1 *= 0.9;
        fade2 *= 0.999;
        step(RATE * (1 - 0.97 * k / all), fade1, fade2);
        if ((k + 1) % batches == 0)
            report((k + 1) / batches);
    }
}

static void print(const struct by_bot *bot, const char *const argv[])
{
    int column = 0;

    printf(
        "/* SPDX-License-Identifier: MIT */\n/* weights.def: the weights of net.h, written by `feet_learn %s %s %s %s`."
        " clang-format skips this file. */\n"
        "const struct by_feet_net by_feet_net = { .row = {\n",
        bot->key, argv[2], argv[3], argv[4]);
    for (size_t i = 0; i < WEIGHTS; i++) {
        const float x = weight[i] * BY_FEET_UNIT;

        if (i == WEIGHTS - UNITS) {
            printf("\n}, .out = {");
            column = 0;
        } else if (i % UNITS == 0)
            column += printf("{");
        column += printf("%d,", i == WEIGHTS - 1 ? 0 : (int)(x + (x < 0 ? -0.5f : 0.5f)));
        if (i < WEIGHTS - UNITS && i % UNITS == LAST)
            column += printf("},");
        if (column > 110) {
            printf("\n");
            column = 0;
        }
    }
    printf("} };\n");
}

int main(int argc, char **argv)
{
    const struct by_bot *bot = by_bot_find(true, argc > 1 ? argv[1] : "");
    struct by_rng rng;
    uint64_t seed;

    if (argc != 5 || bot == NULL) {
        fprintf(stderr, "feet_learn BOT ROUNDS SEED PLAYOUTS\n");
        return 2;
    }
    memory = sure(malloc(BY_BOT_MEMORY));
    seed = strtoull(argv[3], NULL, 10);
    by_rng_init(&rng, seed);
    for (int i = 0; i < strtol(argv[2], NULL, 10); i++)
        play(i, bot, seed, (uint32_t)strtoul(argv[4], NULL, 10), &rng);
    fprintf(stderr, "%d decisions\n", n_positions);
    learn(&rng);
    print(bot, (const char *const *)argv);
    free(memory);
    return 0;
}

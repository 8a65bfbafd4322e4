/* SPDX-License-Identifier: MIT */
/* castle_learn.c: trains the value of Castle Rock rows (src/bots/castle/value.h).
 *
 *     ./build/bench/castle_learn 30000000 1 > /tmp/weights.def      # rows to learn from, seed
 *
 * Plays games of double-6 with forced removals. Each turn moves to the row that the network values most, or in one turn
 * of ten to a random row. Every row left is a sample: its target is the exact mean, over all next tiles, of the best
 * row's value after that tile; with at most three unseen tiles, over all their orders. Cross entropy, Adam, batches of
 * 256. At the end the weights are rounded to integers and printed as C. The same arguments give the same network on the
 * same machine and compiler; another compiler may round its sums differently. Progress goes to stderr. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/deal.h"
#include "bots/castle/row.h"
#include "bots/castle/value.h"

enum { BATCH = 256, EXACT = 3, TURNS = 64, NEW_ROWS = 40, PROBE = 20000, CHECK = 600000 };

struct net {
    float first[BY_VALUE_INPUTS][BY_VALUE_FIRST], bias1[BY_VALUE_FIRST];
    float second[BY_VALUE_SECOND][BY_VALUE_FIRST], bias2[BY_VALUE_SECOND], third[BY_VALUE_SECOND], bias3;
};
#define WEIGHTS (sizeof(struct net) / sizeof(float))

struct units {
    float first[BY_VALUE_FIRST], second[BY_VALUE_SECOND];
};

static struct net net, slope, mean1, mean2;
static struct by_rng rng;
static bool rounded; /* play with the built-in integer network instead */

static float output(const uint16_t *in, int n, struct units *u)
{
    float out = net.bias3;

    memcpy(u->first, net.bias1, sizeof u->first);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < BY_VALUE_FIRST; j++)
            u->first[j] += net.first[in[i]][j];
    for (int j = 0; j < BY_VALUE_FIRST; j++)
        u->first[j] = u->first[j] > 0 ? u->first[j] : 0;
    for (int k = 0; k < BY_VALUE_SECOND; k++) {
        float sum = net.bias2[k];

        for (int j = 0; j < BY_VALUE_FIRST; j++)
            sum += net.second[k][j] * u->first[j];
        u->second[k] = sum > 0 ? sum : 0;
        out += u->second[k] * net.third[k];
    }
    return out;
}

static float value(const struct by_stack *s)
{
    uint16_t in[BY_VALUE_ACTIVE];
    struct units u;

    if (rounded || s->left == 0 || (s->n == 0 && s->left < 3))
        return (float)by_value_of(s);
    return 1 / (1 + expf(-output(in, by_value_inputs(s, in), &u)));
}

static float look(const struct by_stack *s, int depth);

static float best_of(const struct by_stack *s, int tile, int depth)
{
    struct by_stack row[TURNS];
    int n = by_stack_turns(s, tile, row);
    float best = 0;

    for (int i = 0; i < n; i++)
        best = fmaxf(best, look(&row[i], depth));
    return best;
}

/* Returns the mean over some deals of a new row. */
static float new_row(const struct by_stack *s, int depth)
{
    int tile[BY_VALUE_TILES], n = 0;
    float sum = 0;

    for (uint32_t t = s->unseen; t != 0; t &= t - 1)
        tile[n++] = __builtin_ctz(t);
    BY_ASSERT(n >= 3);
    for (int i = 0; i < NEW_ROWS; i++) {
        struct by_stack row = *s;

        for (int k = 0; k < 3; k++) {
            int j = k + (int)by_rng_below(&rng, (uint32_t)(n - k)), t = tile[j];

            tile[j] = tile[k];
            tile[k] = t;
        }
        by_stack_draw(&row, tile[0]);
        by_stack_draw(&row, tile[1]);
        sum += best_of(&row, tile[2], depth);
    }
    return sum / NEW_ROWS;
}

/* Returns the mean value of the best rows after `depth` draws. */
static float look(const struct by_stack *s, int depth)
{
    float sum = 0;

    if (depth == 0 || s->left == 0 || (s->n == 0 && s->left < 3))
        return value(s);
    if (s->n == 0)
        return new_row(s, depth - 1);
    for (uint32_t t = s->unseen; t != 0; t &= t - 1)
        sum += best_of(s, __builtin_ctz(t), depth - 1);
    return sum / (float)s->left;
}

/* Adds a sample's gradient to `slope`; `off` is the derivative of the loss by the output. */
static void learn(const uint16_t *in, int n, const struct units *u, float off)
{
    float by[BY_VALUE_FIRST] = { 0 };

    slope.bias3 += off;
    for (int k = 0; k < BY_VALUE_SECOND; k++) {
        float d = u->second[k] > 0 ? off * net.third[k] : 0;

        slope.third[k] += off * u->second[k];
        slope.bias2[k] += d;
        for (int j = 0; j < BY_VALUE_FIRST; j++) {
            slope.second[k][j] += d * u->first[j];
            by[j] += d * net.second[k][j];
        }
    }
    for (int j = 0; j < BY_VALUE_FIRST; j++) {
        by[j] = u->first[j] > 0 ? by[j] : 0;
        slope.bias1[j] += by[j];
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < BY_VALUE_FIRST; j++)
            slope.first[in[i]][j] += by[j];
}

/* Adam (D. Kingma and J. Ba 2014). Weights stay within the range of a rounded weight. */
static void step(long count, float rate)
{
    float *w = (float *)&net, *g = (float *)&slope, *a = (float *)&mean1, *b = (float *)&mean2;
    float c1 = 1 - powf(0.9f, (float)count), c2 = 1 - powf(0.999f, (float)count), most = 127.0f / BY_VALUE_UNIT;

    for (size_t i = 0; i < WEIGHTS; i++) {
        float x = g[i] / BATCH;

        a[i] = 0.9f * a[i] + 0.1f * x;
        b[i] = 0.999f * b[i] + 0.001f * x * x;
        w[i] -= rate * (a[i] / c1) / (sqrtf(b[i] / c2) + 1e-8f);
        w[i] = w + i == &net.bias3 ? w[i] : fmaxf(-most, fminf(most, w[i]));
        g[i] = 0;
    }
}

static int choose(const struct by_stack *row, int n, int depth, uint32_t slips)
{
    float best = -1;
    int at = 0;

    if (slips > 0 && by_rng_below(&rng, slips) == 0)
        return (int)by_rng_below(&rng, (uint32_t)n);
    for (int i = 0; i < n; i++) {
        float x = n == 1 ? 0 : look(&row[i], depth);

        if (x > best) {
            best = x;
            at = i;
        }
    }
    return at;
}

/* Deals and plays a game, passing each row before a draw to `seen` unless that is NULL. Returns the tiles left. */
static int play(void (*seen)(const struct by_stack *s), int depth, uint32_t slips)
{
    struct by_stack now = { .unseen = ((uint32_t)1 << BY_VALUE_TILES) - 1, .left = BY_VALUE_TILES }, row[TURNS];
    by_tile deck[BY_VALUE_TILES];
    int at = 0, left;

    for (int i = 0; i < BY_VALUE_TILES; i++)
        deck[i] = (by_tile)i;
    by_rng_shuffle(&rng, deck, BY_VALUE_TILES);
    while (at < BY_VALUE_TILES) {
        for (int draws = now.n > 0 ? 1 : 3; draws > 1 && at + 1 < BY_VALUE_TILES; draws--)
            by_stack_draw(&now, deck[at++]);
        left = by_stack_turns(&now, deck[at++], row);
        now = row[choose(row, left, at > BY_VALUE_TILES - EXACT ? BY_VALUE_TILES - at : depth, slips)];
        if (seen != NULL && at < BY_VALUE_TILES && (now.n > 0 || at + 3 <= BY_VALUE_TILES))
            seen(&now);
    }
    return now.n;
}

static long samples, all;
static double loss;

static void sample(const struct by_stack *s)
{
    float target = look(s, s->left <= EXACT ? s->left : 1), p;
    uint16_t in[BY_VALUE_ACTIVE];
    struct units u;
    int n = by_value_inputs(s, in);

    p = 1 / (1 + expf(-output(in, n, &u)));
    loss -= (double)(target * logf(p + 1e-9f) + (1 - target) * logf(1 - p + 1e-9f));
    learn(in, n, &u, p - target);
    if (++samples % BATCH == 0)
        step(samples / BATCH, 0.002f * (1 - (float)samples / (float)all) + 1e-5f);
}

static void probe(const char *what, int games, int depth)
{
    double cleared = 0, tiles = 0;

    for (int i = 0; i < games; i++) {
        int left = play(NULL, depth, 0);

        cleared += left == 0;
        tiles += left;
    }
    fprintf(stderr, "%s: %.2f %% of %d games cleared, %.2f tiles left\n", what, 100 * cleared / games, games,
            tiles / games);
}

static float noise(float size) { return ((float)by_rng_below(&rng, 2001) / 1000 - 1) * size; }

static void begin(void)
{
    for (int i = 0; i < BY_VALUE_INPUTS; i++)
        for (int j = 0; j < BY_VALUE_FIRST; j++)
            net.first[i][j] = noise(0.15f);
    for (int k = 0; k < BY_VALUE_SECOND; k++) {
        for (int j = 0; j < BY_VALUE_FIRST; j++)
            net.second[k][j] = noise(0.3f);
        net.third[k] = noise(0.3f);
    }
    net.bias3 = -2;
}

static int column;

static void print(const float *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (column > 112) {
            printf("\n");
            column = 0;
        }
        column += printf("%ld,", lrintf(x[i] * BY_VALUE_UNIT));
    }
}

static void print_all(const char *arguments)
{
    printf(
        "/* SPDX-License-Identifier: MIT */\n/* weights.def: the weights of value.h, written by `castle_learn %s`. */\n"
        "const struct by_value_weights by_value_weights = { .first = {",
        arguments);
    for (int i = 0; i < BY_VALUE_INPUTS; i++) {
        column += printf("%s", i == 0 ? "\n{" : "},{");
        print(net.first[i], BY_VALUE_FIRST);
    }
    printf("} }, .second = {");
    for (int k = 0; k < BY_VALUE_SECOND; k++) {
        column += printf("%s", k == 0 ? "\n{" : "},{");
        print(net.second[k], BY_VALUE_FIRST);
    }
    column = 0;
    printf("} }, .third = {\n");
    print(net.third, BY_VALUE_SECOND);
    column = 0;
    printf("}, .bias1 = {\n");
    print(net.bias1, BY_VALUE_FIRST);
    column = 0;
    printf("}, .bias2 = {\n");
    print(net.bias2, BY_VALUE_SECOND);
    printf("}, .bias3 = %ld };\n", lrintf(net.bias3 * BY_VALUE_UNIT));
}

int main(int argc, char **argv)
{
    char arguments[64];
    long told = 0;

    if (argc == 2 && strcmp(argv[1], "--check") == 0) { /* the built-in network */
        by_rng_init(&rng, 2);
        rounded = true;
        probe("one draw", CHECK, 0);
        probe("two draws", CHECK, 1);
        return 0;
    }
    if (argc != 3 || (all = strtol(argv[1], NULL, 10)) < BATCH) {
        fputs("castle_learn SAMPLES SEED, or castle_learn --check\n", stderr);
        return 2;
    }
    snprintf(arguments, sizeof arguments, "%s %s", argv[1], argv[2]);
    by_rng_init(&rng, (uint64_t)strtol(argv[2], NULL, 10));
    begin();
    while (samples < all) {
        play(sample, 0, 10);
        if (samples < told * 3 / 2 + 1000000)
            continue;
        fprintf(stderr, "%ld samples, loss %.5f; ", samples, loss / (double)(samples - told));
        probe("one draw", PROBE / 2, 0);
        told = samples;
        loss = 0;
    }
    probe("at the end, one draw", PROBE, 0);
    print_all(arguments);
    return 0;
}

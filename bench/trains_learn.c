/* SPDX-License-Identifier: MIT */
/* trains_learn.c: trains the network that values moves in Mexican Train (src/bots/trains/net.h).
 *
 *     ./build/bench/trains_learn 600000 1 > /tmp/weights.def      # rounds, seed
 *
 * The network plays rounds of mexicantrain:number in all four seats. Half of its moves are drawn by value (a pip less
 * is e times less likely), and 2 % at random. The target of a move mixes the result of the round with the values of the
 * seat's later moves (TD(lambda); a random move ends the trace). Squared error, Adam, batches of 64 from the last KEPT
 * moves. The network that plays, and is printed as C at the end, has the running mean of the weights, rounded to
 * integers. Its pips against those of the playout policy (lane.h) on the same deals go to stderr. The same arguments
 * give the same network on the same machine and compiler. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/real.h"
#include "bots/trains/net.h"
#include "bots/trains/trains.h"

enum {
    IN = BY_TRAINS_INPUTS,
    ONE = BY_TRAINS_FIRST,
    TWO = BY_TRAINS_SECOND,
    MOVES = 200,
    BATCH = 64,
    KEPT = 1 << 18,
    EACH = 50,
    CHECKS = 10
};
#define LAMBDA 0.8f
#define RATE 0.0015f
#define SLIPS 0.02
#define FADE 0.0003f

struct net {
    float first[IN][ONE], bias1[ONE], second[ONE][TWO], bias2[TWO], third[TWO], bias3;
};
#define WEIGHTS (sizeof(struct net) / sizeof(float))

struct sample {
    int16_t in[IN];
    float target;
};

/* A seat's move: its inputs, the value of the best move, and whether it was another one, at random. */
struct record {
    int16_t in[IN];
    float best;
    bool slip;
};

static struct net net, slope, mean1, mean2, mean;
static struct by_trains_net playing;
static struct sample samples[KEPT];
static long n_samples;
static struct record records[BY_SEATS][MOVES];
static int n_records[BY_SEATS];
static by_move list[BY_MOVES];
static int16_t ins[BY_MOVES][IN];
static int32_t values[BY_MOVES];
static struct by_rng rng;

static float chance(void) { return (float)(by_rng_next(&rng) >> 40) / (1 << 24); }

/* Returns a number with mean 0 and this standard deviation, about normally distributed. */
static float around(float deviation)
{
    float sum = -6;

    for (int i = 0; i < 12; i++)
        sum += chance();
    return sum * deviation;
}

static int32_t rounded(float x, int one)
{
    const float y = x * (float)one;

    return (int32_t)(y < 0 ? y - 0.5f : y + 0.5f);
}

static int16_t short_of(float x, int one)
{
    const int32_t y = rounded(x, one);

    return (int16_t)(y < -32767 ? -32767 : y > 32767 ? 32767 : y);
}

static void use(const struct net *from)
{
    for (int j = 0; j < ONE; j++) {
        for (int k = 0; k < IN; k++)
            playing.first[j][k] = short_of(from->first[k][j], BY_TRAINS_WEIGHT1);
        playing.bias1[j] = rounded(from->bias1[j], BY_TRAINS_ONE * BY_TRAINS_WEIGHT1);
    }
    for (int j = 0; j < TWO; j++) {
        for (int k = 0; k < ONE; k++)
            playing.second[j][k] = short_of(from->second[k][j], BY_TRAINS_WEIGHT2);
        playing.bias2[j] = rounded(from->bias2[j], BY_TRAINS_ONE * BY_TRAINS_WEIGHT2);
        playing.third[j] = short_of(from->third[j], BY_TRAINS_WEIGHT2);
    }
    playing.bias3 = rounded(from->bias3, BY_TRAINS_ONE * BY_TRAINS_WEIGHT2);
}

/* ---- The games ----------------------------------------------------------------------------- */

/* Values the n moves in `list`, and returns the best. */
static int rate(const struct by_trains *s, int n)
{
    struct by_trains_look look;
    uint8_t unlaid[BY_NUMBERS] = { 0 };
    int best = 0;

    for (int k = 0; k < BY_NUMBERS; k++)
        for (int i = 0; i < s->players; i++)
            unlaid[k] = (uint8_t)(unlaid[k] + s->have[i][k]);
    for (int i = s->taken; i < s->stock; i++) {
        unlaid[by_high(s->deck[i])]++;
        unlaid[by_low(s->deck[i])] = (uint8_t)(unlaid[by_low(s->deck[i])] + !by_is_double(s->deck[i]));
    }
    by_trains_look(s, unlaid, &look);
    for (int i = 0; i < n; i++) {
        by_trains_inputs(&look, list[i], ins[i]);
        values[i] = by_trains_value(&playing, ins[i]);
        best = values[i] > values[best] ? i : best;
    }
    return best;
}

/* Chooses a move: the best, one drawn by value, or any. */
static int explore(int n, int best)
{
    double odds[BY_MOVES], sum = 0, left;
    int at = 0;

    if (chance() < (float)SLIPS)
        return (int)by_rng_below(&rng, (uint32_t)n);
    if (chance() < 0.5f)
        return best;
    for (int i = 0; i < n; i++)
        sum += odds[i] = by_exp((double)(values[i] - values[best]) / BY_TRAINS_ONE);
    for (left = chance() * sum; at + 1 < n && left >= odds[at]; at++)
        left -= odds[at];
    return at;
}

static void note(int seat, int move, int best)
{
    struct record *r = &records[seat][n_records[seat]];

    if (n_records[seat] == MOVES)
        return;
    n_records[seat]++;
    memcpy(r->in, ins[move], sizeof r->in);
    r->best = (float)values[best] / BY_TRAINS_ONE;
    r->slip = move != best;
}

static float result(const struct by_trains *s, int seat)
{
    int others = 0;

    for (int i = 0; i < s->players; i++)
        others += i == seat ? 0 : by_trains_cost(s, i);
    return (float)others / (float)(s->players - 1) - (float)by_trains_cost(s, seat);
}

static void play_round(struct by_trains *s)
{
    memset(n_records, 0, sizeof n_records);
    by_trains_redeal(s, (int)by_rng_below(&rng, s->players), &rng);
    while (s->end == BY_NOT_ENDED) {
        const int n = by_trains_moves(s, list), seat = s->turn;
        int move = 0;

        if (n > 1 || s->have[seat][BY_NUMBERS] > 1) {
            const int best = rate(s, n);

            move = n > 1 ? explore(n, best) : 0;
            note(seat, move, best);
        }
        by_trains_play(s, list[move]);
    }
    for (int i = 0; i < s->players; i++) {
        float target = result(s, i);

        for (int k = n_records[i] - 1; k >= 0; k--) {
            struct sample *p = &samples[n_samples++ % KEPT];
            const struct record *r = &records[i][k];

            memcpy(p->in, r->in, sizeof p->in);
            p->target = target;
            target = r->slip ? r->best : LAMBDA * target + (1 - LAMBDA) * r->best;
        }
    }
}

/* Plays deals twice, with sides of two seats swapped, against the playout policy. Returns the ratio of pips. */
static double against_playout(struct by_trains *s, int deals)
{
    static const int ours[3] = { 3, 5, 6 };
    double pips[2] = { 0, 0 };

    for (int d = 0; d < 2 * deals; d++) {
        static struct by_trains deal;
        const int side = ours[d / 2 % 3];

        if (d % 2 == 0) {
            by_trains_redeal(s, (int)by_rng_below(&rng, s->players), &rng);
            deal = *s;
        }
        *s = deal;
        while (s->end == BY_NOT_ENDED) {
            const int n = by_trains_moves(s, list), seat = s->turn;
            int move = 0;

            if (n > 1 && (side >> seat & 1) == d % 2) {
                move = rate(s, n);
            } else if (n > 1) {
                struct by_budget any = by_budget_of(0);
                struct by_seen seen = { s->doubles, s->markers, seat };
                struct by_lane lane;

                by_lane_plan(&lane, &s->hand[seat], s->tail[seat], &by_manner_playout, 10, &any);
                by_lane_rate(&lane, &seen, &by_manner_playout, list, n, values);
                for (int i = 1; i < n; i++)
                    move = values[i] > values[move] ? i : move;
            }
            by_trains_play(s, list[move]);
        }
        for (int i = 0; i < s->players; i++)
            pips[(side >> i & 1) == d % 2] += by_trains_cost(s, i);
    }
    return pips[1] / pips[0];
}

/* ---- The training -------------------------------------------------------------------------- */

/* Returns the network's value of a sample; fills in its inputs and the two layers. `two` is not yet clipped at 0. */
static float value_of(const struct sample *p, float in[IN], float one[ONE], float two[TWO])
{
    float out = net.bias3;

    memcpy(one, net.bias1, sizeof net.bias1);
    memcpy(two, net.bias2, sizeof net.bias2);
    for (int k = 0; k < IN; k++)
        if (p->in[k] != 0) {
            in[k] = (float)p->in[k] / BY_TRAINS_ONE;
            for (int j = 0; j < ONE; j++)
                one[j] += in[k] * net.first[k][j];
        }
    for (int k = 0; k < ONE; k++) {
        one[k] = one[k] > 0 ? one[k] : 0;
        for (int j = 0; j < TWO; j++)
            two[j] += one[k] * net.second[k][j];
    }
    for (int j = 0; j < TWO; j++)
        out += two[j] > 0 ? two[j] * net.third[j] : 0;
    return out;
}

/* Adds the slope for a sample, and returns its squared error. */
static double study(const struct sample *p)
{
    float one[ONE], two[TWO], in[IN], d1[ONE] = { 0 }, d2[TWO];
    const float error = value_of(p, in, one, two) - p->target;
    const float pull = error > 60 ? 60 : error < -60 ? -60 : error;

    slope.bias3 += pull;
    for (int j = 0; j < TWO; j++) {
        d2[j] = two[j] > 0 ? pull * net.third[j] : 0;
        slope.third[j] += two[j] > 0 ? pull * two[j] : 0;
        slope.bias2[j] += d2[j];
    }
    for (int k = 0; k < ONE; k++)
        if (one[k] > 0) {
            float sum[4] = { 0, 0, 0, 0 };

            for (int j = 0; j < TWO; j += 4)
                for (int i = 0; i < 4; i++) {
                    slope.second[k][j + i] += one[k] * d2[j + i];
                    sum[i] += net.second[k][j + i] * d2[j + i];
                }
            d1[k] = sum[0] + sum[1] + sum[2] + sum[3];
            slope.bias1[k] += d1[k];
        }
    for (int k = 0; k < IN; k++)
        if (p->in[k] != 0)
            for (int j = 0; j < ONE; j++)
                slope.first[k][j] += in[k] * d1[j];
    return error * error;
}

static void step(float pace, float fade1, float fade2)
{
    float *w = (float *)&net, *x = (float *)&slope, *m = (float *)&mean1, *v = (float *)&mean2, *mid = (float *)&mean;

    for (size_t i = 0; i < WEIGHTS; i++) {
        const float d = x[i] / BATCH;

        m[i] = 0.9f * m[i] + 0.1f * d;
        v[i] = 0.999f * v[i] + 0.001f * d * d;
        w[i] -= pace * (m[i] / fade1) / (__builtin_sqrtf(v[i] / fade2) + 1e-6f);
        mid[i] += (w[i] - mid[i]) * FADE;
        x[i] = 0;
    }
}

static void begin(void)
{
    for (int k = 0; k < IN; k++)
        for (int j = 0; j < ONE; j++)
            net.first[k][j] = around(0.2f);
    for (int k = 0; k < ONE; k++)
        for (int j = 0; j < TWO; j++)
            net.second[k][j] = around(0.25f);
    for (int j = 0; j < TWO; j++)
        net.third[j] = around(1);
    mean = net;
}

static void learn(struct by_trains *s, long rounds)
{
    float fade1 = 1, fade2 = 1;
    double error = 0;
    long studied = 0;

    begin();
    for (long at = 0; at < rounds; at += EACH) {
        const long before = n_samples;
        const float pace = RATE * (1 - (float)at / (float)rounds) + 1e-5f;

        use(&mean);
        for (int i = 0; i < EACH; i++)
            play_round(s);
        for (long k = (n_samples - before) * 2 / BATCH; k > 0; k--) {
            for (int i = 0; i < BATCH; i++, studied++)
                error += study(&samples[by_rng_below(&rng, (uint32_t)(n_samples < KEPT ? n_samples : KEPT))]);
            fade1 *= 0.9f;
            fade2 *= 0.999f;
            step(pace, 1 - fade1, 1 - fade2);
        }
        if ((at / EACH + 1) % (rounds / EACH / CHECKS + 1) == 0) {
            fprintf(stderr, "%ld rounds: squared error %.1f, pips against the playout policy %.3f\n", at + EACH,
                    error / (double)studied, against_playout(s, 2000));
            error = 0;
            studied = 0;
        }
    }
    use(&mean);
    fprintf(stderr, "pips against the playout policy %.4f\n", against_playout(s, 20000));
}

/* ---- The output ----------------------------------------------------------------------------- */

static int column;

static void put(int32_t x, const char *after)
{
    column += printf("%d%s", (int)x, after);
    if (column > 110) {
        printf("\n");
        column = 0;
    }
}

static void print(const char *const argv[])
{
    printf("/* SPDX-License-Identifier: MIT */\n/* weights.def: the weights of net.h, written by `trains_learn %s %s`. "
           "clang-format skips this file. */\nconst struct by_trains_net by_trains_net = { .first = {\n",
           argv[1], argv[2]);
    for (int j = 0; j < ONE; j++) {
        column += printf("{");
        for (int k = 0; k < IN; k++)
            put(playing.first[j][k], k + 1 < IN ? "," : "},");
    }
    printf("\n}, .second = {\n");
    for (int j = column = 0; j < TWO; j++) {
        column += printf("{");
        for (int k = 0; k < ONE; k++)
            put(playing.second[j][k], k + 1 < ONE ? "," : "},");
    }
    printf("\n}, .third = {\n");
    for (int j = column = 0; j < TWO; j++)
        put(playing.third[j], ",");
    printf("\n}, .bias1 = {\n");
    for (int j = column = 0; j < ONE; j++)
        put(playing.bias1[j], ",");
    printf("\n}, .bias2 = {\n");
    for (int j = column = 0; j < TWO; j++)
        put(playing.bias2[j], ",");
    printf("\n}, .bias3 = %d };\n", (int)playing.bias3);
}

int main(int argc, char **argv)
{
    struct by_config c;
    struct by_trains s;

    if (argc != 3) {
        fprintf(stderr, "trains_learn ROUNDS SEED\n");
        return 2;
    }
    by_rng_init(&rng, strtoull(argv[2], NULL, 10));
    if (by_config_parse("mexicantrain:number", &c, NULL) != BY_OK)
        return 1;
    by_trains_begin(&c, &s);
    learn(&s, strtol(argv[1], NULL, 10));
    print((const char *const *)argv);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* feet_values.c: trains the network that values plays in Chickenfoot (src/bots/feet/value.h).
 *
 *     ./build/bench/feet_values 1000000 1 > /tmp/values.def      # rounds, seed
 *
 * The network plays rounds of double-9 in all seats, four of five with four players, the others with two, three or
 * five; in two of five, the double in the centre is drawn at random. Half of its plays are drawn by value (a point
 * less is e times less likely), and 2 % at random. The target of a play mixes the result of the round with the values
 * of the seat's later plays (TD(lambda); a play other than the best ends the trace). Squared error, Adam, batches of
 * BATCH from the last KEPT plays. The network that plays, and is printed as C at the end, has the running mean of the
 * weights, rounded to integers. Its pips against those of a player that follows the ratings of net.h, on the same
 * deals, go to stderr. The same arguments give the same network on the same machine and compiler. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/bot.h"
#include "bots/feet/net.h"
#include "bots/feet/value.h"
#include "bots/real.h"

enum {
    FACTS = BY_FEET_VALUE_FACTS,
    ROWS = BY_FEET_VALUE_ROWS,
    ONE = BY_FEET_FIRST,
    TWO = BY_FEET_SECOND,
    MOVES = 120,
    BATCH = 128,
    KEPT = 1 << 19,
    EACH = 64,
    CHECKS = 10,
    SIZES = 4 /* 2 to 5 players */
};
#define LAMBDA 0.8f
#define RATE 0.002f
#define SLIPS 0.02f
#define FADE 0.0005f

struct net {
    float row[ROWS][ONE], second[ONE][TWO], bias2[TWO], third[TWO], bias3;
};
#define WEIGHTS (sizeof(struct net) / sizeof(float))

struct sample {
    uint16_t row[FACTS], facts;
    float target;
};

/* A seat's play: its facts, the value of the best play, and whether it was another one, at random. */
struct record {
    uint16_t row[FACTS], facts;
    float best;
    bool slip;
};

static struct net net, slope, mean1, mean2, mean;
static struct by_feet_values playing;
static struct sample samples[KEPT];
static long n_samples;
static struct record records[BY_SEATS][MOVES];
static int n_records[BY_SEATS];
static by_move list[BY_MOVES];
static int32_t values[BY_MOVES];
static struct by_feet_outlook outlook;
static struct by_config rules[SIZES];
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
    for (int r = 0; r < ROWS; r++)
        for (int j = 0; j < ONE; j++)
            playing.row[r][j] = short_of(from->row[r][j], BY_FEET_ONE);
    for (int j = 0; j < TWO; j++) {
        for (int k = 0; k < ONE; k++)
            playing.second[j][k] = short_of(from->second[k][j], BY_FEET_WEIGHT);
        playing.bias2[j] = rounded(from->bias2[j], BY_FEET_ONE * BY_FEET_WEIGHT);
        playing.third[j] = short_of(from->third[j], BY_FEET_WEIGHT);
    }
    playing.bias3 = rounded(from->bias3, BY_FEET_ONE * BY_FEET_WEIGHT);
}

/* ---- The games ----------------------------------------------------------------------------- */

static void deal(struct by_feet *f, struct by_feet_known *k, int players, int centre, int lead)
{
    static struct by_view v;
    int n = 0;

    v.rules = rules[players - 2];
    v.centre = by_tile_of(centre, centre);
    by_feet_start(&v, f);
    memset(k, 0, sizeof *k);
    k->doubled = (uint32_t)1 << centre;
    for (int t = 0; t < by_set_tiles(BY_FEET_HIGHEST); t++)
        if (t != v.centre)
            f->deck[n++] = (by_tile)t;
    by_rng_shuffle(&rng, f->deck, n);
    f->turn = (uint8_t)lead;
    memset(f->hand, 0, sizeof f->hand);
    memset(f->have, 0, sizeof f->have);
    for (int seat = 0; seat < players; seat++)
        for (int i = 0; i < v.rules.opt[BY_HAND]; i++)
            by_feet_give(f, seat, f->deck[--n]);
    f->stock = (uint8_t)n;
}

/* Plays one of the moves in `list`. */
static void move_on(struct by_feet *f, struct by_feet_known *k, by_move m)
{
    if (by_move_kind(m) == BY_LAY)
        by_feet_know_play(k, by_move_place(m), by_across(by_move_tile(m), by_move_place(m)));
    else
        by_feet_know_lack(k, f);
    by_feet_play(f, m);
}

/* Values the n plays in `list`, and returns the best. */
static int rate(const struct by_feet *f, const struct by_feet_known *k, int n)
{
    int best = 0;

    by_feet_outlook(&playing, f, k, &outlook);
    for (int i = 0; i < n; i++) {
        const int number = by_move_place(list[i]);

        values[i] = by_feet_value(&playing, &outlook, number, by_across(by_move_tile(list[i]), number));
        best = values[i] > values[best] ? i : best;
    }
    return best;
}

/* Chooses a play: the best, one drawn by value, or any. */
static int explore(int n, int best)
{
    double odds[BY_MOVES], sum = 0, left;
    int at = 0;

    if (chance() < SLIPS)
        return (int)by_rng_below(&rng, (uint32_t)n);
    if (chance() < 0.5f)
        return best;
    for (int i = 0; i < n; i++)
        sum += odds[i] = by_exp((double)(values[i] - values[best]) / BY_FEET_ONE);
    for (left = chance() * sum; at + 1 < n && left >= odds[at]; at++)
        left -= odds[at];
    return at;
}

static void note(int seat, by_move m, int32_t best, bool slip)
{
    struct record *r = &records[seat][n_records[seat]];
    const int number = by_move_place(m);

    if (n_records[seat] == MOVES)
        return;
    n_records[seat]++;
    r->facts = (uint16_t)by_feet_value_rows(&outlook, number, by_across(by_move_tile(m), number), r->row);
    r->best = (float)best / BY_FEET_ONE;
    r->slip = slip;
}

static float result(const struct by_feet *f, int seat)
{
    int others = 0;

    for (int i = 0; i < f->players; i++)
        others += i == seat ? 0 : by_feet_cost(f, i);
    return (float)others / (float)(f->players - 1) - (float)by_feet_cost(f, seat);
}

static void play_round(void)
{
    static struct by_feet f;
    const float size = chance(), where = chance();
    const int players = size < 0.8f ? 4 : size < 0.87f ? 2 : size < 0.95f ? 3 : 5;
    struct by_feet_known known;

    deal(&f, &known, players, where < 0.6f ? BY_FEET_HIGHEST : (int)by_rng_below(&rng, BY_FEET_HIGHEST + 1),
         (int)by_rng_below(&rng, (uint32_t)players));
    memset(n_records, 0, sizeof n_records);
    while (f.end == BY_NOT_ENDED) {
        const int n = by_feet_moves(&f, list);
        int move = 0;

        if (by_move_kind(list[0]) == BY_LAY) {
            const int best = rate(&f, &known, n);

            move = n > 1 ? explore(n, best) : 0;
            note(f.turn, list[move], values[best], move != best);
        }
        move_on(&f, &known, list[move]);
    }
    for (int i = 0; i < players; i++) {
        float target = result(&f, i);

        for (int k = n_records[i] - 1; k >= 0; k--) {
            struct sample *p = &samples[n_samples++ % KEPT];
            const struct record *r = &records[i][k];

            memcpy(p->row, r->row, sizeof p->row);
            p->facts = r->facts;
            p->target = target;
            target = r->slip ? r->best : LAMBDA * target + (1 - LAMBDA) * r->best;
        }
    }
}

/* Returns the play in `list` with the highest rating (net.h). */
static int best_rated(const struct by_feet *f, int n)
{
    struct by_feet_look look;
    int best = 0, most = INT32_MIN;

    by_feet_look(f, &look);
    for (int i = 0; i < n; i++) {
        const int number = by_move_place(list[i]);
        const int here = by_feet_rate(f, &look, number, by_across(by_move_tile(list[i]), number));

        if (here > most) {
            most = here;
            best = i;
        }
    }
    return best;
}

/* Plays deals twice, with sides of two seats swapped, against the ratings. Returns the ratio of pips. */
static double against_ratings(int deals)
{
    static const int ours[3] = { 3, 5, 6 };
    static struct by_feet f, start;
    struct by_feet_known known, first;
    double pips[2] = { 0, 0 };

    for (int d = 0; d < 2 * deals; d++) {
        const int side = ours[d / 2 % 3];

        if (d % 2 == 0)
            deal(&start, &first, 4, BY_FEET_HIGHEST, (int)by_rng_below(&rng, 4));
        f = start;
        known = first;
        while (f.end == BY_NOT_ENDED) {
            const int n = by_feet_moves(&f, list);
            int move = 0;

            if (n > 1)
                move = (side >> f.turn & 1) == d % 2 ? rate(&f, &known, n) : best_rated(&f, n);
            move_on(&f, &known, list[move]);
        }
        for (int i = 0; i < 4; i++)
            pips[(side >> i & 1) == d % 2] += by_feet_cost(&f, i);
    }
    return pips[1] / pips[0];
}

/* ---- The training -------------------------------------------------------------------------- */

/* Adds the slope for a sample, and returns its squared error. */
static double study(const struct sample *p)
{
    float one[ONE] = { 0 }, two[TWO], d1[ONE], d2[TWO], out = net.bias3;

    for (int i = 0; i < p->facts; i++)
        for (int j = 0; j < ONE; j++)
            one[j] += net.row[p->row[i]][j];
    memcpy(two, net.bias2, sizeof two);
    for (int k = 0; k < ONE; k++) {
        one[k] = one[k] > 0 ? one[k] : 0;
        for (int j = 0; j < TWO; j++)
            two[j] += one[k] * net.second[k][j];
    }
    for (int j = 0; j < TWO; j++)
        out += two[j] > 0 ? two[j] * net.third[j] : 0;
    const float error = out - p->target, pull = error > 60 ? 60 : error < -60 ? -60 : error;
    slope.bias3 += pull;
    for (int j = 0; j < TWO; j++) {
        d2[j] = two[j] > 0 ? pull * net.third[j] : 0;
        slope.third[j] += two[j] > 0 ? pull * two[j] : 0;
        slope.bias2[j] += d2[j];
    }
    for (int k = 0; k < ONE; k++) {
        float sum[4] = { 0, 0, 0, 0 };

        for (int j = 0; j < TWO && one[k] > 0; j += 4)
            for (int i = 0; i < 4; i++) {
                slope.second[k][j + i] += one[k] * d2[j + i];
                sum[i] += net.second[k][j + i] * d2[j + i];
            }
        d1[k] = sum[0] + sum[1] + sum[2] + sum[3];
    }
    for (int i = 0; i < p->facts; i++)
        for (int j = 0; j < ONE; j++)
            slope.row[p->row[i]][j] += d1[j];
    return error * error;
}

static void step(float pace, float fade1, float fade2)
{
    float *w = (float *)&net, *x = (float *)&slope, *m = (float *)&mean1, *v = (float *)&mean2, *mid = (float *)&mean;

    for (size_t i = 0; i < WEIGHTS; i++) {
        const float d = x[i] / BATCH;

        m[i] = 0.9f * m[i] + 0.1f * d;
        v[i] = 0.999f * v[i] + 0.001f * d * d;
        w[i] -= pace * (m[i] / fade1) / (__builtin_sqrtf(v[i] / fade2) + 1e-4f);
        mid[i] += (w[i] - mid[i]) * FADE;
        x[i] = 0;
    }
}

static void begin(void)
{
    for (int r = 0; r < ROWS; r++)
        for (int j = 0; j < ONE; j++)
            net.row[r][j] = around(0.1f);
    for (int k = 0; k < ONE; k++)
        for (int j = 0; j < TWO; j++)
            net.second[k][j] = around(0.25f);
    for (int j = 0; j < TWO; j++)
        net.third[j] = around(1);
    mean = net;
}

static void learn(long rounds)
{
    float fade1 = 1, fade2 = 1;
    double error = 0;
    long studied = 0;

    begin();
    for (long at = 0; at < rounds; at += EACH) {
        const long before = n_samples;
        const float pace = RATE * (1 - (float)at / (float)rounds) + 2e-5f;

        use(&mean);
        for (int i = 0; i < EACH; i++)
            play_round();
        for (long k = (n_samples - before) * 2 / BATCH; k > 0; k--) {
            for (int i = 0; i < BATCH; i++, studied++)
                error += study(&samples[by_rng_below(&rng, (uint32_t)(n_samples < KEPT ? n_samples : KEPT))]);
            fade1 *= 0.9f;
            fade2 *= 0.999f;
            step(pace, 1 - fade1, 1 - fade2);
        }
        if ((at / EACH + 1) % (rounds / EACH / CHECKS + 1) == 0) {
            fprintf(stderr, "%ld rounds: squared error %.1f, pips against the ratings %.3f\n", at + EACH,
                    error / (double)studied, against_ratings(2000));
            error = 0;
            studied = 0;
        }
    }
    use(&mean);
    fprintf(stderr, "pips against the ratings %.4f\n", against_ratings(20000));
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
    printf("/* SPDX-License-Identifier: MIT */\n/* values.def: the weights of value.h, written by `feet_values %s %s`. "
           "clang-format skips this file. */\nconst struct by_feet_values by_feet_values = { .row = {\n",
           argv[1], argv[2]);
    for (int r = 0; r < ROWS; r++) {
        column += printf("{");
        for (int j = 0; j < ONE; j++)
            put(playing.row[r][j], j + 1 < ONE ? "," : "},");
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
    printf("\n}, .bias2 = {\n");
    for (int j = column = 0; j < TWO; j++)
        put(playing.bias2[j], ",");
    printf("\n}, .bias3 = %d };\n", (int)playing.bias3);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "feet_values ROUNDS SEED\n");
        return 2;
    }
    by_rng_init(&rng, strtoull(argv[2], NULL, 10));
    for (int i = 0; i < SIZES; i++) {
        char text[60];

        snprintf(text, sizeof text, "chickenfoot:number players=%d", i + 2);
        if (by_config_parse(text, &rules[i], NULL) != BY_OK)
            return 1;
    }
    learn(strtol(argv[1], NULL, 10));
    print((const char *const *)argv);
    return 0;
}

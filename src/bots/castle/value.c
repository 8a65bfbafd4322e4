/* SPDX-License-Identifier: MIT */
/* value.c: computes the learned value of Castle Rock rows. */
#include "value.h"

#include <string.h>

#include "boneyard/tile.h"
#include "bots/real.h"
#include "planted.h"
#include "row.h"

#include "weights.def"

enum { NUMBERS = 7, NONE = 255 };

/* ---- The stack ----------------------------------------------------------------------------------- */

static uint32_t numbers(const struct by_stack *s, int i) { return by_tile_numbers(s->tile[i]); }

int by_stack_turns(const struct by_stack *s, int t, struct by_stack out[])
{
    struct by_stack now = *s;
    int n = 0;

    by_stack_draw(&now, t);
    while (now.n >= 3 && (numbers(&now, now.n - 1) & numbers(&now, now.n - 3)) != 0) {
        if ((numbers(&now, now.n - 1) & numbers(&now, now.n - 2) & numbers(&now, now.n - 3)) != 0
            && !(BY_PLANTED(211) && now.n > 5)) { /* */
            out[n] = now;
            out[n++].n = (uint8_t)(now.n - 3);
        }
        now.tile[now.n - 2] = (uint8_t)t; /* the left neighbour is removed */
        now.n--;
    }
    out[n++] = now;
    return n;
}

/* ---- The inputs -------------------------------------------------------------------------------- */

struct names {
    uint8_t of[NUMBERS];
    int given;
};

static void give(struct names *to, int number)
{
    if (to->of[number] == NONE)
        to->of[number] = (uint8_t)to->given++;
}

/* Compares two unnamed numbers. Going left from `at`, finds the first tile that has just one of the two numbers, and
 * returns that number. */
static int earlier(const struct by_stack *s, int at, int a, int b)
{
    for (int i = at - 1; i >= 0; i--) {
        bool has = (numbers(s, i) >> a & 1) != 0;

        if (has != ((numbers(s, i) >> b & 1) != 0))
            return has ? a : b;
    }
    return a;
}

static uint16_t renamed(const struct names *to, int tile)
{
    return by_tile_of(to->of[by_high((by_tile)tile)], to->of[by_low((by_tile)tile)]);
}

int by_value_inputs(const struct by_stack *s, uint16_t in[BY_VALUE_ACTIVE])
{
    struct names to;
    int n = 0;

    memset(to.of, NONE, sizeof to.of);
    to.given = 0;
    for (int at = s->n - 1; at >= 0; at--) {
        int a = by_high(s->tile[at]), b = by_low(s->tile[at]);

        if (to.of[a] == NONE && to.of[b] == NONE && a != b)
            give(&to, earlier(s, at, a, b));
        give(&to, a);
        give(&to, b);
        if (n < BY_VALUE_NEAR)
            in[n++] = (uint16_t)((s->n - 1 - at) * BY_VALUE_TILES + renamed(&to, s->tile[at]));
    }
    for (int number = 0; number < NUMBERS; number++)
        give(&to, number);
    for (uint32_t t = s->unseen; t != 0; t &= t - 1)
        in[n++] = (uint16_t)(BY_VALUE_UNSEEN + renamed(&to, __builtin_ctz(t)));
    in[n++] = (uint16_t)(BY_VALUE_LAID + s->n);
    in[n++] = (uint16_t)(BY_VALUE_LEFT + s->left);
    return n;
}

/* ---- The network ------------------------------------------------------------------------------- */

/* Returns the weighted sum of the first layer's units. */
static inline int32_t product(const int16_t unit[BY_VALUE_FIRST], const int8_t weight[BY_VALUE_FIRST])
{
#ifdef __wasm_simd128__ /* in the loop below, clang widens both factors to 32 bits, which is much slower */
    typedef int8_t bytes __attribute__((vector_size(8)));
    typedef int16_t shorts __attribute__((vector_size(16)));
    int32_t __attribute__((vector_size(16))) sum = { 0, 0, 0, 0 };

    for (int j = 0; j < BY_VALUE_FIRST; j += 8) {
        shorts units;
        bytes weights;

        memcpy(&units, unit + j, sizeof units);
        memcpy(&weights, weight + j, sizeof weights);
        sum += __builtin_wasm_dot_s_i32x4_i16x8(units, __builtin_convertvector(weights, shorts));
    }
    return sum[0] + sum[1] + sum[2] + sum[3];
#else
    int32_t sum = 0;

    for (int j = 0; j < BY_VALUE_FIRST; j++)
        sum += unit[j] * weight[j];
    return sum;
#endif
}

/* Evaluates the network. Nothing overflows: a first unit is at most 43 * 127 < 2^13, a sum at most 32 * 127 * 2^13 +
 * 2^21 < 2^26, and the output at most 16 * 127 * 2^20 < 2^31. */
int32_t by_value_logit(const uint16_t *in, int n)
{
    const struct by_value_weights *w = &by_value_weights;
    int16_t unit[BY_VALUE_FIRST];
    int32_t out = w->bias3 * BY_VALUE_UNIT;

    memcpy(unit, w->bias1, sizeof unit);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < BY_VALUE_FIRST; j++)
            unit[j] = (int16_t)(unit[j] + w->first[in[i]][j]);
    for (int j = 0; j < BY_VALUE_FIRST; j++)
        unit[j] = unit[j] > 0 ? unit[j] : 0;
    for (int k = 0; k < BY_VALUE_SECOND; k++) {
        const int32_t sum = w->bias2[k] * BY_VALUE_UNIT + product(unit, w->second[k]) + 32 * BY_PLANTED(213);

        if (sum > 0)
            out += sum / BY_VALUE_UNIT * w->third[k];
    }
    return out;
}

double by_value_of(const struct by_stack *s)
{
    uint16_t in[BY_VALUE_ACTIVE];

    if (s->left == 0 || (s->n == 0 && s->left < 3)) /* fewer than three new tiles cannot be removed */
        return by_row_worth(BY_VALUE_TAIL, s->n + s->left, BY_VALUE_TILES);
    return 1 / (1 + by_exp(-by_value_logit(in, by_value_inputs(s, in)) / (double)(BY_VALUE_UNIT * BY_VALUE_UNIT)));
}

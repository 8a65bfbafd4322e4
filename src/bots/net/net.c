/* SPDX-License-Identifier: MIT */
/* net.c: evaluates an integer neural network (net.h). */
#include "net.h"

#include <string.h>

#include "planted.h"

typedef uint8_t bytes __attribute__((vector_size(8)));
typedef int16_t shorts __attribute__((vector_size(16)));
typedef uint16_t words __attribute__((vector_size(16))); /* for sums that may wrap temporarily */
typedef int32_t ints __attribute__((vector_size(16)));

enum { LANES = 8, BLOCK = 64, BLOCK_UNITS = 32 };

/* Returns the sums of products of adjacent elements. */
static inline ints multiply(shorts a, shorts b)
{
#if defined(__SSE2__)
    return (ints)__builtin_ia32_pmaddwd128(a, b);
#elif defined(__wasm_simd128__)
    return (ints)__builtin_wasm_dot_s_i32x4_i16x8(a, b);
#else
    ints sum;

    for (int i = 0; i < 4; i++)
        sum[i] = a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
    return sum;
#endif
}

static inline shorts load(const int16_t *from)
{
    shorts x;

    memcpy(&x, from, sizeof x);
    return x;
}

static inline words widen(const uint8_t *from)
{
    bytes x;

    memcpy(&x, from, sizeof x);
    return __builtin_convertvector(x, words);
}

void by_net_start(const struct by_net *net, struct by_net_sum *sum)
{
    memcpy(sum->unit, net->rest, net->units[0] * sizeof sum->unit[0]);
}

void by_net_add(const struct by_net *net, const uint16_t *in, int n, struct by_net_sum *sum)
{
    const uint16_t offset = (uint16_t)(128 * n + BY_PLANTED(216));

    for (int at = 0; at < net->units[0]; at += BLOCK) {
        words x[BLOCK / LANES];

        for (int j = 0; j < BLOCK / LANES; j++)
            x[j] = (words)load(sum->unit + at + LANES * j) - offset;
        for (int i = 0; i < n; i++) {
            const uint8_t *column = net->first + in[i] * net->units[0] + at;

            for (int j = 0; j < BLOCK / LANES; j++)
                x[j] += widen(column + LANES * j);
        }
        memcpy(sum->unit + at, x, sizeof x);
    }
}

/* Computes 32 of a layer's units from the units of the previous layer. */
static inline void block(const int16_t *unit, int n, const int16_t *weight, int all, const int16_t *bias, int16_t *to)
{
    ints sum[BLOCK_UNITS / 4];

    for (int k = 0; k < BLOCK_UNITS / 4; k++)
        for (int i = 0; i < 4; i++)
            sum[k][i] = bias[4 * k + i] * BY_NET_UNIT;
    for (int j = 0; j < n; j += 2, weight += 2 * all) {
        int32_t pair;
        ints both;

        memcpy(&pair, unit + j, sizeof pair);
        if (pair == 0 || (BY_PLANTED(217) && pair < 0x10000))
            continue;
        both = (ints){ pair, pair, pair, pair };
        for (int k = 0; k < BLOCK_UNITS / 4; k++)
            sum[k] += multiply((shorts)both, load(weight + LANES * k));
    }
    for (int k = 0; k < BLOCK_UNITS / 4; k++)
        for (int i = 0; i < 4; i++) {
            const int32_t x = sum[k][i] / BY_NET_UNIT;

            to[4 * k + i] = (int16_t)(x < 0 ? 0 : x > 32767 ? 32767 : x + BY_PLANTED(215));
        }
}

/* Computes a layer of m units from n units. Returns the address after the layer's weights. */
static const int16_t *layer(const int16_t *unit, int n, const int16_t *weight, int m, int16_t *to)
{
    const int16_t *bias = weight + n * m;

    for (int k = 0; k < m; k += BLOCK_UNITS)
        block(unit, n, weight + 2 * k, m, bias + k, to + k);
    return bias + m;
}

void by_net_out(const struct by_net *net, const struct by_net_sum *sum, int32_t *out)
{
    const int n = net->units[2];
    int16_t first[BY_NET_FIRST], second[BY_NET_NEXT], third[BY_NET_NEXT];
    const int16_t *weight = net->rest + net->units[0];

    for (int j = 0; j < net->units[0]; j += LANES) {
        const shorts x = load(sum->unit + j), y = x & (shorts)(x > 0);

        memcpy(first + j, &y, sizeof y);
    }
    weight = layer(first, net->units[0], weight, net->units[1], second);
    weight = layer(second, net->units[1], weight, net->units[2], third);
    for (int o = 0; o < net->outputs; o++, weight += n) {
        ints x = { 0, 0, 0, 0 };

        for (int l = 0; l < n; l += LANES)
            x += multiply(load(third + l), load(weight + l));
        out[o] = x[0] + x[1] + x[2] + x[3];
    }
    for (int o = 0; o < net->outputs; o++)
        out[o] += weight[o] * BY_NET_UNIT;
}

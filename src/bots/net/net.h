/* SPDX-License-Identifier: MIT */
/* net.h: evaluates a small integer neural network.
 *
 * All inputs are 0 or 1, and few are 1. Three layers of rectified units follow, then the outputs. The integer
 * BY_NET_UNIT represents 1.0 in weights, biases and units; outputs are in units of 1 / BY_NET_UNIT^2. There is no
 * floating point, so every machine computes the same bits.
 *
 * The first layer is the sum of one column of weights for each input that is 1. Positions that share most of their
 * inputs share their sum:
 *
 *     by_net_start(net, &base);
 *     by_net_add(net, common, n, &base);
 *     for each move: one = base; by_net_add(net, its, k, &one); by_net_out(net, &one, out);
 *
 * The code uses SSE2, or WebAssembly's SIMD if compiled with -msimd128; tests/bots/net.c compares it with plain loops,
 * and tests/wasm/same.c compares the machines. */
#ifndef BY_BOTS_NET_NET_H
#define BY_BOTS_NET_NET_H

#include <stdint.h>

enum {
    BY_NET_FIRST = 128, /* the maximum number of units in the first layer, and in the others */
    BY_NET_NEXT = 64,
    BY_NET_UNIT = 64
};

/* Weights are in -127..127. Nothing overflows: a unit of the first layer fits in 16 bits (at most a few hundred inputs
 * are 1, and training keeps their sum far below the limit), and the units of the other layers are limited to 32767. */
struct by_net {
    const uint8_t *first; /* [input][unit]: the weight plus 128 */
    const int16_t *rest; /* bias1; the second layer as [pair of inputs][unit][input of the pair]; bias2; the third layer
                           * likewise; bias3; the outputs as [output][unit]; their biases */
    uint16_t inputs;
    uint8_t units[3], outputs; /* units: multiples of 32 */
};

/* The sums of the first layer, before the rectifier. */
struct by_net_sum {
    int16_t unit[BY_NET_FIRST];
};

void by_net_start(const struct by_net *net, struct by_net_sum *sum);

/* Adds the columns of n inputs. */
void by_net_add(const struct by_net *net, const uint16_t *in, int n, struct by_net_sum *sum);

/* Computes the outputs. */
void by_net_out(const struct by_net *net, const struct by_net_sum *sum, int32_t *out);

#endif

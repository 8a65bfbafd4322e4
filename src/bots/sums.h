/* SPDX-License-Identifier: MIT */
/* sums.h: multiplies for the networks of bots. */
#ifndef BY_SUMS_H
#define BY_SUMS_H

#include <stdint.h>
#include <string.h>

/* Sums the products of n inputs with each of four rows of n weights. n is a multiple of 8. */
static inline void by_four_sums(const int16_t *in, const int16_t *weight, int n, int32_t out[4])
{
#ifdef __wasm_simd128__ /* in the loop below, clang widens both factors to 32 bits, which is much slower */
    typedef int16_t shorts __attribute__((vector_size(16)));

    for (int row = 0; row < 4; row++) {
        int32_t __attribute__((vector_size(16))) sum = { 0, 0, 0, 0 };

        for (int k = 0; k < n; k += 8) {
            shorts ins, weights;

            memcpy(&ins, in + k, sizeof ins);
            memcpy(&weights, weight + row * n + k, sizeof weights);
            sum += __builtin_wasm_dot_s_i32x4_i16x8(ins, weights);
        }
        out[row] = sum[0] + sum[1] + sum[2] + sum[3];
    }
#else
    int32_t a = 0, b = 0, c = 0, d = 0;

    for (int k = 0; k < n; k++) {
        a += in[k] * weight[k];
        b += in[k] * weight[n + k];
        c += in[k] * weight[2 * n + k];
        d += in[k] * weight[3 * n + k];
    }
    out[0] = a;
    out[1] = b;
    out[2] = c;
    out[3] = d;
#endif
}

#endif

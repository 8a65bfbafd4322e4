/* SPDX-License-Identifier: MIT */
/* real.h: implements the few mathematical functions that bots and ratings need, with identical results on every
 * machine. The functions use only additions, multiplications and divisions in a fixed order (and the square root, which
 * IEEE 754 rounds exactly), and no library. The functions for the bots are accurate to about seven digits, which is
 * more than the bots need. */
#ifndef BY_REAL_H
#define BY_REAL_H

#include <stdint.h>
#include <string.h>

static inline double by_sqrt(double x) { return __builtin_sqrt(x); }

/* Returns the natural logarithm of x > 0: splits off the exponent, then sums the artanh series. */
static inline double by_log(double x)
{
    uint64_t bits;
    double m, z, zz;
    int e;

    memcpy(&bits, &x, sizeof bits);
    e = (int)(bits >> 52 & 2047) - 1023;
    bits = (bits & 0xfffffffffffffu) | 0x3ff0000000000000u;
    memcpy(&m, &bits, sizeof m);
    if (m > 1.4142135623730951) {
        m /= 2;
        e++;
    }
    z = (m - 1) / (m + 1);
    zz = z * z;
    return e * 0.6931471805599453 + 2 * z * (1 + zz * (1.0 / 3 + zz * (1.0 / 5 + zz * (1.0 / 7 + zz * (1.0 / 9)))));
}

/* Returns e to the power x, for |x| up to 700: multiplies a power of two by the exponential series of the remainder. */
static inline double by_exp(double x)
{
    double t = x * 1.4426950408889634, r, y;
    int n = (int)(t + (t < 0 ? -0.5 : 0.5));
    uint64_t bits = (uint64_t)(n + 1023) << 52;

    if (n < -1020)
        return 0;
    r = x - n * 0.6931471805599453;
    y = 1 + r * (1 + r / 2 * (1 + r / 3 * (1 + r / 4 * (1 + r / 5 * (1 + r / 6 * (1 + r / 7))))));
    memcpy(&t, &bits, sizeof t);
    return y * t;
}

/* Returns e to the power x <= 0, accurate to fifteen digits, since ratings are compared with those of other
 * programs. */
static inline double by_exp_full(double x)
{
    int n = x < -700 ? -1023 : (int)(x * 1.4426950408889634 - 0.5);
    uint64_t bits = (uint64_t)(n + 1023) << 52;
    double r = x - n * 0.6931471805599453, y = 1, power;

    if (n == -1023)
        return 0;
    for (int k = 14; k > 0; k--)
        y = 1 + r / k * y;
    memcpy(&power, &bits, sizeof power);
    return y * power;
}

#endif

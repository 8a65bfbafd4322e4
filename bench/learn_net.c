/* SPDX-License-Identifier: MIT */
/* learn_net.c: trains and prints a network (learn_net.h). */
#include "learn_net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

typedef float lane __attribute__((vector_size(64), aligned(4), may_alias));
enum { LANES = H1 / 16, BATCH = 256 };

void net_add(const struct net *net, const uint16_t *in, int n, float *u)
{
    lane sum[LANES];

    for (int j = 0; j < LANES; j++)
        sum[j] = ((const lane *)u)[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < LANES; j++)
            sum[j] += ((const lane *)(net->w + (size_t)in[i] * H1))[j];
    for (int j = 0; j < LANES; j++)
        ((lane *)u)[j] = sum[j];
}

/* u->first holds the sums before the rectifier. */
INLINE void forward_of(const struct net *net, struct units *restrict u, const int h, const int outs)
{
    float s2[4][WIDE] = { { 0 } }, s3[2][WIDE] = { { 0 } };
    const float *second = net->w + net->second, *third = net->w + net->third, *out = net->w + net->out;

    for (int j = 0; j < H1; j++)
        u->first[j] = u->first[j] > 0 ? u->first[j] : 0;
    for (int j = 0; j < H1; j += 4)
        for (int q = 0; q < 4; q++)
            for (int k = 0; k < h; k++)
                s2[q][k] += u->first[j + q] * second[(j + q) * h + k];
    for (int k = 0; k < h; k++) {
        const float x = net->w[net->bias2 + (size_t)k] + s2[0][k] + s2[1][k] + s2[2][k] + s2[3][k];

        u->second[k] = x > 0 ? x : 0;
    }
    for (int k = 0; k < h; k += 2)
        for (int q = 0; q < 2; q++)
            for (int l = 0; l < h; l++)
                s3[q][l] += u->second[k + q] * third[(k + q) * h + l];
    for (int l = 0; l < h; l++) {
        const float x = net->w[net->bias3 + (size_t)l] + s3[0][l] + s3[1][l];

        u->third[l] = x > 0 ? x : 0;
    }
    for (int o = 0; o < outs; o++) {
        float sum = net->w[net->bias + (size_t)o];

        for (int l = 0; l < h; l++)
            sum += out[o * h + l] * u->third[l];
        u->out[o] = sum;
    }
}

INLINE void learn_of(struct net *net, const uint16_t *in, int n, const struct units *restrict u, const float *off,
                     const int h, const int outs)
{
    float d3[WIDE] = { 0 }, d2[WIDE], d1[H1] = { 0 };
    float *restrict g = net->slope;

    for (int o = 0; o < outs; o++) {
        if (off[o] == 0)
            continue;
        for (int l = 0; l < h; l++) {
            d3[l] += off[o] * net->w[net->out + (size_t)(o * h + l)];
            g[net->out + (size_t)(o * h + l)] += off[o] * u->third[l];
        }
        g[net->bias + (size_t)o] += off[o];
    }
    for (int l = 0; l < h; l++) {
        d3[l] = u->third[l] > 0 ? d3[l] : 0;
        g[net->bias3 + (size_t)l] += d3[l];
    }
    for (int k = 0; k < h; k++) {
        float d = 0;

        for (int l = 0; l < h; l++) {
            d += d3[l] * net->w[net->third + (size_t)(k * h + l)];
            g[net->third + (size_t)(k * h + l)] += u->second[k] * d3[l];
        }
        d2[k] = u->second[k] > 0 ? d : 0;
        g[net->bias2 + (size_t)k] += d2[k];
    }
    for (int k = 0; k < h; k++)
        for (int j = 0; j < H1; j++)
            d1[j] += d2[k] * net->back[k * H1 + j];
    for (int j = 0; j < H1; j++)
        for (int k = 0; k < h; k++)
            g[net->second + (size_t)(j * h + k)] += u->first[j] * d2[k];
    for (int j = 0; j < H1; j++) {
        d1[j] = u->first[j] > 0 ? d1[j] : 0;
        g[net->bias1 + (size_t)j] += d1[j];
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < LANES; j++)
            ((lane *)(g + (size_t)in[i] * H1))[j] += ((const lane *)d1)[j];
}

void net_out(const struct net *net, struct units *u)
{
    if (net->h == 32)
        forward_of(net, u, 32, 2);
    else
        forward_of(net, u, 64, net->outs);
}

static void add_slopes(struct net *net, const uint16_t *in, int n, const struct units *u, const float *off)
{
    if (net->h == 32)
        learn_of(net, in, n, u, off, 32, 2);
    else
        learn_of(net, in, n, u, off, 64, net->outs);
}

static void turn_round(struct net *net)
{
    for (int j = 0; j < H1; j++)
        for (int k = 0; k < net->h; k++)
            net->back[k * H1 + j] = net->w[net->second + (size_t)(j * net->h + k)];
}

/* Adam (D. Kingma and J. Ba 2014). Weights stay within the range of a rounded weight. */
static void step(struct net *net, float rate)
{
    const float count = (float)++net->steps, most = 127.0f / 64;
    const float c1 = 1 / (1 - powf(0.9f, count)), c2 = 1 / (1 - powf(0.999f, count));
    float *restrict w = net->w, *restrict g = net->slope, *restrict a = net->mean1, *restrict b = net->mean2;

    for (size_t i = 0; i < net->size; i++) {
        const float x = g[i] * (1.0f / BATCH);

        a[i] = 0.9f * a[i] + 0.1f * x;
        b[i] = 0.999f * b[i] + 0.001f * x * x;
        w[i] = fmaxf(-most, fminf(most, w[i] - rate * (a[i] * c1) / (sqrtf(b[i] * c2) + 1e-8f)));
        g[i] = 0;
    }
    turn_round(net);
}

void net_learn(struct net *net, const uint16_t *in, int n, const struct units *u, const float *off, float rate)
{
    add_slopes(net, in, n, u, off);
    if (++net->samples % BATCH == 0)
        step(net, rate);
}

void net_make(struct net *net, int inputs, int h, int outs, struct by_rng *rng)
{
    const float size[4] = { 0.15f, 0.2f, 0.3f, 0.2f };
    size_t from[4], to[4];

    net->inputs = inputs;
    net->h = h;
    net->outs = outs;
    net->bias1 = (size_t)inputs * H1;
    net->second = net->bias1 + H1;
    net->bias2 = net->second + (size_t)(H1 * h);
    net->third = net->bias2 + (size_t)h;
    net->bias3 = net->third + (size_t)(h * h);
    net->out = net->bias3 + (size_t)h;
    net->bias = net->out + (size_t)(outs * h);
    net->size = net->bias + (size_t)outs;
    net->w = calloc(net->size * 4 + (size_t)(H1 * h), sizeof(float));
    net->slope = net->w + net->size;
    net->mean1 = net->slope + net->size;
    net->mean2 = net->mean1 + net->size;
    net->back = net->mean2 + net->size;
    memcpy(from, (size_t[4]){ 0, net->second, net->third, net->out }, sizeof from);
    memcpy(to, (size_t[4]){ net->bias1, net->bias2, net->bias3, net->bias }, sizeof to);
    for (int k = 0; k < 4; k++)
        for (size_t i = from[k]; i < to[k]; i++)
            net->w[i] = ((float)(by_rng_next(rng) >> 40) / 8388608 - 1) * size[k];
    turn_round(net);
}

bool net_save(const struct net *net, FILE *to) { return fwrite(net->w, sizeof(float), net->size, to) == net->size; }

bool net_mix(struct net *net, float share, FILE *from)
{
    float x;

    for (size_t i = 0; i < net->size; i++) {
        if (fread(&x, sizeof x, 1, from) != 1)
            return false;
        net->w[i] += share * (x - net->w[i]);
    }
    turn_round(net);
    return true;
}

static int column;

static void print(const float *x, size_t n, size_t apart, int offset)
{
    for (size_t i = 0; i < n; i++) {
        if (column > 114) {
            putchar('\n');
            column = 0;
        }
        column += printf("%ld,", lrintf(x[i * apart] * 64) + offset);
    }
}

static void print_pairs(const float *x, int from, int to)
{
    for (int j = 0; j < from; j += 2)
        for (int k = 0; k < to; k++)
            print(x + j * to + k, 2, (size_t)to, 0);
}

void net_print(const struct net *net, const char *name)
{
    printf("static const uint8_t %s_first[] = {\n", name);
    column = 0;
    print(net->w, net->bias1, 1, 128);
    printf("\n};\nstatic const int16_t %s_rest[] = {\n", name);
    column = 0;
    print(net->w + net->bias1, H1, 1, 0);
    print_pairs(net->w + net->second, H1, net->h);
    print(net->w + net->bias2, (size_t)net->h, 1, 0);
    print_pairs(net->w + net->third, net->h, net->h);
    print(net->w + net->bias3, net->size - net->bias3, 1, 0);
    printf("\n};\nstatic const struct by_net %s = { %s_first, %s_rest, %d, { %d, %d, %d }, %d };\n", name, name, name,
           net->inputs, H1, net->h, net->h, net->outs);
}

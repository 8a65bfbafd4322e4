/* SPDX-License-Identifier: MIT */
/* net.c: compares the integer network with plain loops, with random weights. Built with BY_FAULTS, it breaks the code
 * on purpose and must detect it. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/deal.h"
#include "bots/net/net.h"
#include "planted.h"

enum { INPUTS = 900, ACTIVE = 120, OUTPUTS = 112, REST = 40000 };

static uint8_t first[INPUTS * BY_NET_FIRST];
static int16_t rest[REST];

static int some(struct by_rng *rng, int n) { return (int)by_rng_below(rng, (uint32_t)n); }

/* Weights are mostly small, as in a trained network, and sometimes as large as they may be. */
static int weight(struct by_rng *rng) { return some(rng, 8) == 0 ? some(rng, 255) - 127 : some(rng, 31) - 15; }

static void fill(struct by_rng *rng, struct by_net *net, int units, int next, int outputs)
{
    for (int i = 0; i < INPUTS * units; i++)
        first[i] = (uint8_t)(weight(rng) + 128);
    for (int i = 0; i < REST; i++)
        rest[i] = (int16_t)weight(rng);
    *net = (struct by_net){ first, rest, INPUTS, { (uint8_t)units, (uint8_t)next, (uint8_t)next }, (uint8_t)outputs };
}

/* Computes a layer from [pair of inputs][unit][input of the pair], and returns what follows its weights. */
static const int16_t *plain_layer(const int32_t *unit, int n, const int16_t *w, int m, int32_t *to)
{
    for (int k = 0; k < m; k++) {
        int64_t sum = w[n * m + k] * 64;

        for (int j = 0; j < n; j++)
            sum += (int64_t)unit[j] * w[j / 2 * 2 * m + 2 * k + j % 2];
        to[k] = sum < 0 ? 0 : sum / 64 > 32767 ? 32767 : (int32_t)(sum / 64);
    }
    return w + n * m + m;
}

static void plain(const struct by_net *net, const uint16_t *in, int n, int32_t *out)
{
    const int units = net->units[0], last = net->units[2];
    int32_t one[BY_NET_FIRST], two[BY_NET_NEXT], three[BY_NET_NEXT];
    const int16_t *w = net->rest + units;

    for (int j = 0; j < units; j++) {
        one[j] = net->rest[j];
        for (int i = 0; i < n; i++)
            one[j] += net->first[in[i] * units + j] - 128;
        one[j] = one[j] > 0 ? one[j] : 0;
    }
    w = plain_layer(one, units, w, net->units[1], two);
    w = plain_layer(two, net->units[1], w, last, three);
    for (int o = 0; o < net->outputs; o++) {
        out[o] = w[net->outputs * last + o] * 64;
        for (int l = 0; l < last; l++)
            out[o] += three[l] * w[o * last + l];
    }
}

/* Returns whether both agree on some inputs, which are added in two parts. */
static bool same(struct by_rng *rng, const struct by_net *net)
{
    int32_t out[OUTPUTS], twin[OUTPUTS];
    const int n = 1 + some(rng, ACTIVE), part = some(rng, n + 1);
    uint16_t in[ACTIVE];
    struct by_net_sum sum;

    for (int i = 0; i < n; i++)
        in[i] = (uint16_t)some(rng, INPUTS);
    by_net_start(net, &sum);
    by_net_add(net, in, part, &sum);
    by_net_add(net, in + part, n - part, &sum);
    by_net_out(net, &sum, out);
    plain(net, in, n, twin);
    return memcmp(out, twin, net->outputs * sizeof *out) == 0;
}

static bool all_same(void)
{
    static const int shape[][3] = { { 128, 32, 2 }, { 128, 64, 112 }, { 64, 32, 1 } };
    struct by_rng rng;

    by_rng_init(&rng, 19);
    for (int i = 0; i < 60; i++) {
        const int *s = shape[i % 3];
        struct by_net net;

        fill(&rng, &net, s[0], s[1], s[2]);
        for (int k = 0; k < 50; k++)
            if (!same(&rng, &net))
                return false;
    }
    return true;
}

int main(void)
{
    if (!all_same()) {
        fputs("the network differs from plain loops\n", stderr);
        return 1;
    }
#ifdef BY_FAULTS
    for (by_planted = 215; by_planted <= 217; by_planted++)
        if (all_same()) {
            fprintf(stderr, "fault %d was not noticed\n", by_planted);
            return 1;
        }
#endif
    puts("the network and its twin agree");
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* learn_net.h: trains a network of floats, and prints it as the network of integers that bots use
 * (src/bots/net/net.h). For the programs in bench/ that learn from games. */
#ifndef LEARN_NET_H
#define LEARN_NET_H

#include <stdbool.h>
#include <stdio.h>

#include "boneyard/deal.h"

enum { H1 = 128, WIDE = 64, MOST_OUT = 112 };

/* A network with layers of H1, h and h units; h is 32 with two outputs, or 64. The parameters are in one array: first
 * [input][unit], its biases, the second and third layer [from][to] with their biases, the outputs [output][unit] and
 * their biases. */
struct net {
    int inputs, h, outs;
    size_t size, bias1, second, bias2, third, bias3, out, bias;
    float *w, *slope, *mean1, *mean2, *back; /* back: the second layer [to][from] */
    long samples, steps;
};

struct units {
    float first[H1], second[WIDE], third[WIDE], out[MOST_OUT];
};

/* Makes a network with small random weights; never freed. */
void net_make(struct net *net, int inputs, int h, int outs, struct by_rng *rng);

/* To evaluate, copy the biases at net->bias1 to u->first, add the columns of the inputs that are 1, and call
 * net_out. */
void net_add(const struct net *net, const uint16_t *in, int n, float *first);
void net_out(const struct net *net, struct units *u);

/* Learns from a sample that net_out has evaluated; off: the derivatives of its loss by the outputs. Takes a step of
 * Adam (D. Kingma and J. Ba 2014) after each batch. Weights stay within the range of a rounded weight. */
void net_learn(struct net *net, const uint16_t *in, int n, const struct units *u, const float *off, float rate);

/* Save the weights, and move them this share of the way to saved ones: all of it to load them. */
bool net_save(const struct net *net, FILE *to);
bool net_mix(struct net *net, float share, FILE *from);

/* Prints the rounded network as C, to stdout. */
void net_print(const struct net *net, const char *name);

#endif

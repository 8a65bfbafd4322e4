/* SPDX-License-Identifier: MIT */
/* two_end_hands.c: numbers the hands of two_end.h. */
#include "two_end.h"

void by_two_end_choose(uint32_t choose[BY_DECK + 1][BY_DECK + 1])
{
    for (int n = 0; n <= BY_DECK; n++)
        for (int k = 0; k <= BY_DECK; k++)
            if (k == 0 || n == 0)
                choose[n][k] = k == 0;
            else
                choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
}

/* Returns the largest number of tiles of which a seat may hold k during the solved game, at least k. */
static int most_tiles(const struct by_two_spot *s, int k)
{
    int most = k;

    for (int seat = 0; seat < 2; seat++) {
        const int n = by_two_bits(s->may[seat]) - s->left[seat] + k;

        if (k <= s->left[seat] && n > most)
            most = n;
    }
    return most;
}

/* Fills the tables for hands of k out of n tiles. */
static bool fill_tables(struct by_two_numbers *c, int n, int k, struct by_bot_memory *room)
{
    uint32_t m = ((uint32_t)1 << k) - 1, in[BY_DECK] = { 0 }, out[BY_DECK] = { 0 };

    for (int i = 0; i < n; i++) {
        c->with[k][i] = by_room_take(room, sizeof(uint16_t) * c->choose[n - 1][k - 1]);
        c->without[k][i] = by_room_take(room, sizeof(uint16_t) * c->choose[n - 1][k]);
        if (c->with[k][i] == NULL || c->without[k][i] == NULL)
            return false;
    }
    for (uint32_t h = 0; h < c->choose[n][k]; h++) {
        const uint32_t low = m & -m, up = m + low;

        for (int i = 0; i < n; i++)
            if ((m >> i & 1) != 0)
                c->with[k][i][in[i]++] = (uint16_t)h;
            else
                c->without[k][i][out[i]++] = (uint16_t)h;
        m = up | ((m ^ up) / low >> 2); /* the next number with the same number of set bits */
    }
    return true;
}

bool by_two_end_hands(struct by_two_end *e, struct by_bot_memory *room)
{
    const struct by_two_spot *s = &e->start.spot;
    const int most = s->left[0] > s->left[1] ? s->left[0] : s->left[1];

    for (int k = 1; k <= most; k++)
        if (!fill_tables(&e->numbers, most_tiles(s, k), k, room))
            return false;
    return true;
}

/* The hands whose highest tile is p follow all hands of lower tiles, in the order of their other tiles. */
uint32_t *by_two_end_sums(const struct by_two_end *e, int n, int k, uint32_t add[][BY_DECK], uint32_t *out,
                          uint32_t *spare)
{
    out[0] = 0;
    for (int q = 0; q < k; q++) {
        uint32_t *less = out, at = 0;

        out = spare;
        spare = less;
        for (int p = q; p <= n - k + q; p++)
            for (uint32_t j = 0; j < e->numbers.choose[p][q]; j++)
                out[at++] = less[j] + add[q][p];
    }
    return out;
}

uint32_t by_two_end_tiles(const struct by_two_end *e, uint32_t may, int k, int number)
{
    uint32_t left = (uint32_t)number, hand = 0;
    int n = by_two_bits(may);

    for (; k > 0; k--) {
        uint32_t rest = may;

        while (e->numbers.choose[n - 1][k] > left)
            n--;
        left -= e->numbers.choose[--n][k];
        for (int i = 0; i < n; i++)
            rest &= rest - 1;
        hand |= rest & -rest;
    }
    return hand;
}

int by_two_end_number(const struct by_two_end *e, uint32_t may, uint32_t hand)
{
    uint32_t number = 0;

    for (int i = 1; hand != 0; hand &= hand - 1, i++)
        number += e->numbers.choose[by_two_at(may, __builtin_ctz(hand))][i];
    return (int)number;
}

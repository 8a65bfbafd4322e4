/* SPDX-License-Identifier: MIT */
/* observe.c: converts what a seat knows into an observation (observe.h). */
#include "observe.h"

#include <string.h>

/* Returns the seat k places clockwise from the observing seat. */
static int relative(const struct by_sight *s, int k)
{
    return s->seat + k < s->players ? s->seat + k : s->seat + k - s->players;
}

/* Expands each bit of a byte into a separate byte, lowest bit first. */
#define BIT(b, k) ((b) >> (k)&1)
#define ONE(b) \
    { \
        BIT(b, 0), BIT(b, 1), BIT(b, 2), BIT(b, 3), BIT(b, 4), BIT(b, 5), BIT(b, 6), BIT(b, 7) \
    }
#define FOUR(b) ONE(b), ONE((b) + 1), ONE((b) + 2), ONE((b) + 3)
#define SIXTEEN(b) FOUR(b), FOUR((b) + 4), FOUR((b) + 8), FOUR((b) + 12)
#define SIXTY_FOUR(b) SIXTEEN(b), SIXTEEN((b) + 16), SIXTEEN((b) + 32), SIXTEEN((b) + 48)

static const uint8_t spread[256][8] = { SIXTY_FOUR(0), SIXTY_FOUR(64), SIXTY_FOUR(128), SIXTY_FOUR(192) };

/* Writes one byte per tile, in groups of eight; the last group may overlap the one before. Every set has more than
 * eight tiles. */
static inline __attribute__((always_inline)) void put_some(const struct by_set *tiles, int n, uint8_t *restrict out)
{
    const int last = n - 8;
    int i = 0;
    uint64_t x = tiles->w[0];

    for (; i + 64 <= last; x = tiles->w[i >> 6]) {
#pragma GCC unroll 8
        for (const int end = i + 64; i < end; i += 8, x >>= 8)
            memcpy(out + i, spread[x & 255], 8);
    }
#pragma GCC unroll 8
    for (; i < last; i += 8, x >>= 8)
        memcpy(out + i, spread[x & 255], 8);
    BY_ASSERT(last >= 0 && (last & 63) <= 56); /* the last group does not cross a word boundary */
    memcpy(out + last, spread[tiles->w[last >> 6] >> (last & 63) & 255], 8);
}

/* The loops for the common sets are unrolled. */
static void put_tiles(const struct by_set *tiles, int n, uint8_t *out)
{
    switch (n) {
    case 28: put_some(tiles, 28, out); break;
    case 55: put_some(tiles, 55, out); break;
    case 91: put_some(tiles, 91, out); break;
    default: put_some(tiles, n, out);
    }
}

/* Copies one byte per number; a constant length lets the compiler avoid a call. */
static inline void put_numbers(const uint8_t *from, int n, uint8_t *out)
{
    switch (n) {
    case 7: memcpy(out, from, 7); break;
    case 10: memcpy(out, from, 10); break;
    case 13: memcpy(out, from, 13); break;
    default: memcpy(out, from, (size_t)n);
    }
}

static void put_seats(const struct by_sight *s, const uint16_t at[], const uint16_t length[], uint8_t *restrict out)
{
    for (int k = 0; k < s->players; k++) {
        const int seat = relative(s, k);

        if (length[BY_FIELD_LAID] != 0)
            put_tiles(&s->shown[seat].laid, s->tiles, out + at[BY_FIELD_LAID] + (size_t)k * s->tiles);
        if (length[BY_FIELD_COUNTS] != 0)
            out[at[BY_FIELD_COUNTS] + k] = s->count[seat];
        if (length[BY_FIELD_LACKS] != 0)
            put_numbers(s->shown[seat].lacks, s->numbers, out + at[BY_FIELD_LACKS] + (size_t)k * s->numbers);
        if (length[BY_FIELD_POINTS] != 0)
            out[at[BY_FIELD_POINTS] + k] = (uint8_t)(s->points[seat] > 255 ? 255 : s->points[seat]);
        if (length[BY_FIELD_SKIPS] != 0)
            out[at[BY_FIELD_SKIPS] + k] = s->skip[seat];
    }
}

static void put_trains(const struct by_sight *s, const uint16_t at[], uint8_t *restrict out)
{
    memset(out + at[BY_FIELD_TRAINS], 0, (size_t)(at[BY_FIELD_TRAINS + 1] - at[BY_FIELD_TRAINS]));
    for (int k = 0; k <= s->players; k++) {
        const int train = k < s->players ? relative(s, k) : BY_SIGHT_TRAINS - 1;

        out[at[BY_FIELD_TRAINS] + k * s->numbers + s->tail[train]] = 1;
        out[at[BY_FIELD_MARKERS] + k] = s->marker[train];
    }
    memcpy(out + at[BY_FIELD_TURN], s->turn, sizeof s->turn);
}

static void put_row(const struct by_sight *s, int n, uint8_t *restrict out)
{
    memset(out, 0, (size_t)n);
    for (int i = 0; i < s->length; i++)
        out[i] = (uint8_t)(1 + s->row[i]);
}

void by_sight_write(const struct by_sight *s, const uint16_t at[], const uint16_t length[], uint8_t *restrict out)
{
    if (length[BY_FIELD_HAND] != 0)
        put_tiles(&s->hand, length[BY_FIELD_HAND], out + at[BY_FIELD_HAND]);
    put_seats(s, at, length, out);
    out[at[BY_FIELD_TABLE]] = s->boneyard;
    out[at[BY_FIELD_TABLE] + 1] = s->drawable;
    out[at[BY_FIELD_TABLE] + 2] = s->idle;
    if (length[BY_FIELD_ENDS] != 0)
        put_numbers(s->ends, s->numbers, out + at[BY_FIELD_ENDS]);
    if (length[BY_FIELD_DOUBLES] != 0)
        put_numbers(s->doubles, s->numbers, out + at[BY_FIELD_DOUBLES]);
    if (length[BY_FIELD_SUM] != 0)
        out[at[BY_FIELD_SUM]] = s->sum;
    if (length[BY_FIELD_TRAINS] != 0)
        put_trains(s, at, out);
    if (length[BY_FIELD_ROW] != 0)
        put_row(s, length[BY_FIELD_ROW], out + at[BY_FIELD_ROW]);
}

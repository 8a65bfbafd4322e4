/* SPDX-License-Identifier: MIT */
/* observe.c: writes an observation from what a seat may know (observe.h). */
#include "observe.h"

#include <string.h>

#include "boneyard/code.h"

/* Numbers seats from the observing one. */
static int relative(const struct by_sight *s, int k)
{
    return s->seat + k < s->players ? s->seat + k : s->seat + k - s->players;
}

static void put_tiles(const struct by_set *tiles, int n, uint8_t *out)
{
    for (int i = 0; i < n; i += 64)
        for (uint64_t x = tiles->w[i >> 6]; x != 0; x &= x - 1)
            out[i + __builtin_ctzll(x)] = 1;
}

static void put_seats(const struct by_sight *s, const uint16_t at[], const uint16_t length[], uint8_t *out)
{
    if (length[BY_FIELD_LAID] != 0)
        for (int k = 0; k < s->players; k++)
            put_tiles(&s->laid[relative(s, k)], s->tiles, out + at[BY_FIELD_LAID] + (size_t)k * s->tiles);
    for (int k = 0; k < s->players; k++) {
        const int seat = relative(s, k);

        if (length[BY_FIELD_COUNTS] != 0)
            out[at[BY_FIELD_COUNTS] + k] = s->count[seat];
        if (length[BY_FIELD_LACKS] != 0)
            memcpy(out + at[BY_FIELD_LACKS] + (size_t)k * s->numbers, s->lacks[seat], s->numbers);
        if (length[BY_FIELD_POINTS] != 0)
            out[at[BY_FIELD_POINTS] + k] = (uint8_t)(s->points[seat] > 255 ? 255 : s->points[seat]);
        if (length[BY_FIELD_SKIPS] != 0)
            out[at[BY_FIELD_SKIPS] + k] = s->skip[seat];
    }
}

static void put_trains(const struct by_sight *s, const uint16_t at[], uint8_t *out)
{
    for (int k = 0; k <= s->players; k++) {
        const int train = k < s->players ? relative(s, k) : BY_SIGHT_TRAINS - 1;

        out[at[BY_FIELD_TRAINS] + k * s->numbers + s->tail[train]] = 1;
        out[at[BY_FIELD_MARKERS] + k] = s->marker[train];
    }
    memcpy(out + at[BY_FIELD_TURN], s->turn, sizeof s->turn);
}

void by_sight_write(const struct by_sight *s, const uint16_t at[], const uint16_t length[], uint8_t *out)
{
    memset(out, 0, (size_t)at[BY_FIELD_ROW] + length[BY_FIELD_ROW]);
    put_tiles(&s->hand, length[BY_FIELD_HAND], out + at[BY_FIELD_HAND]);
    put_seats(s, at, length, out);
    out[at[BY_FIELD_TABLE]] = s->boneyard;
    out[at[BY_FIELD_TABLE] + 1] = s->drawable;
    out[at[BY_FIELD_TABLE] + 2] = s->idle;
    if (length[BY_FIELD_ENDS] != 0)
        memcpy(out + at[BY_FIELD_ENDS], s->ends, s->numbers);
    if (length[BY_FIELD_DOUBLES] != 0)
        memcpy(out + at[BY_FIELD_DOUBLES], s->doubles, s->numbers);
    if (length[BY_FIELD_SUM] != 0)
        out[at[BY_FIELD_SUM]] = s->sum;
    if (length[BY_FIELD_TRAINS] != 0)
        put_trains(s, at, out);
    for (int i = 0; length[BY_FIELD_ROW] != 0 && i < s->length; i++)
        out[at[BY_FIELD_ROW] + i] = (uint8_t)(1 + s->row[i]);
}

/* SPDX-License-Identifier: MIT */
/* table_large.c: tests tables with all 190 tiles of a double-18 set. */
#include <stdio.h>
#include <string.h>

#include "table_play.h"

static const int32_t size[][2] = { { 0, 0 }, { 1400, 620 }, { 360, 640 }, { 2400, 1200 }, { 700, 0 }, { 96, 96 } };

enum { SIZES = sizeof size / sizeof size[0], HALVES = BY_NUMBERS, TILES = BY_MAX_TILES - 1 };

/* Finds a closed walk over every tile but 18-18 that begins and ends at 18, as TILES + 1 numbers.
 * Hierholzer, "Ueber die Moeglichkeit, einen Linienzug ohne Wiederholung zu umfahren", 1873. */
static void walk_all(int out[TILES + 1])
{
    int stack[TILES + 2], n = 0, done = 0;
    bool used[BY_MAX_TILES] = { false };

    used[by_tile_of(18, 18)] = true;
    stack[n++] = 18;
    while (n > 0) {
        int here = stack[n - 1], to = 0;

        while (to < HALVES && used[by_tile_of(here, to)])
            to++;
        if (to == HALVES) {
            out[done++] = here;
            n--;
        } else {
            used[by_tile_of(here, to)] = true;
            stack[n++] = to;
        }
    }
}

static void lay(struct by_view *v, int train, int from, int to)
{
    struct by_laid *l = &v->laid[v->now.laid++];

    l->tile = by_tile_of(from, to);
    l->on = (uint8_t)train;
    l->flip = from != by_high(l->tile);
    v->length[train]++;
    v->tail[train] = (uint8_t)to;
}

/* Deals the nine loops of the walk to `trains` trains in turn, with the Mexican Train last, a tile here and a
 * tile there. */
static bool many_trains(int players, int trains, int32_t width, int32_t height)
{
    static struct by_view v;
    int way[TILES + 1], loop[10], loops = 0, train_of[10], at[10], left = TILES;
    struct by_rng rng;
    char rules[64];

    memset(&v, 0, sizeof v);
    snprintf(rules, sizeof rules, "mexicantrain:classic players=%d set=18 hand=1", players);
    by_rng_init(&rng, (uint64_t)players * 100 + (uint64_t)trains);
    if (by_config_parse(rules, &v.rules, NULL) != BY_OK)
        return bad("rules", "a double-18 set is refused");
    v.family = BY_TRAINS;
    v.players = (uint8_t)players;
    v.centre = by_tile_of(18, 18);
    memset(v.tail, 18, BY_ARMS);
    walk_all(way);
    for (int i = 0; i < TILES; i++)
        if (way[i] == 18)
            loop[loops++] = i;
    loop[loops] = TILES;
    for (int i = 0; i < loops; i++) {
        at[i] = loop[i];
        train_of[i] = i % trains == trains - 1 ? BY_MEXICAN : i % trains;
    }
    layout_next("190 tiles", &v, width, height, true);
    while (left > 0) {
        int i = (int)by_rng_below(&rng, (uint32_t)loops);

        for (int k = 0; k < i; k++) /* a train takes one loop after another */
            if (train_of[k] == train_of[i] && at[k] < loop[k + 1])
                i = k;
        if (at[i] == loop[i + 1])
            continue;
        lay(&v, train_of[i], way[at[i]], way[at[i] + 1]);
        at[i]++;
        left--;
        if (!layout_next("190 tiles", &v, width, height, left % 9 == 0))
            return false;
    }
    return true;
}

void layout_largest(bool trains)
{
    static const int players[] = { 2, 4, 5, 6, 8, 16 };

    for (int s = 0; s < SIZES; s++) {
        if (!trains) { /* with so many toes, random play can lay every tile */
            if (layout_fill("chickenfoot:classic players=8 set=18", 1, size[s][0], size[s][1]) < BY_MAX_TILES)
                bad("largest", "no round with 190 tiles");
            continue;
        }
        layout_fill("mexicantrain:classic players=16 set=18", 1, size[s][0], size[s][1]);
        for (int i = 0; i < 6; i++)
            for (int n = 1; n <= 9 && n <= players[i] + 1; n += n == 1 ? 2 : 6)
                if (!many_trains(players[i], n, size[s][0], size[s][1]))
                    return;
    }
    if (found.tiles < (trains ? TILES : BY_MAX_TILES))
        bad("largest", "only %d tiles", found.tiles);
}

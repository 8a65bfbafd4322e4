/* SPDX-License-Identifier: MIT */
/* train.c: makes the train of the day, and a view of the train laid so far (daily.h). */
#include <string.h>

#include "boneyard/daily.h"

enum { SET = 9, FEWEST = 8, OPENERS = 3 };

/* Returns the pips of the train that results from always taking the heaviest tile that fits. */
static int greedy(struct by_set hand, int from)
{
    int pips = 0;

    for (;;) {
        struct by_set fits = by_set_and(hand, by_suit[from]);
        by_tile best = BY_NO_TILE;

        while (!by_set_empty(&fits)) {
            const by_tile t = by_set_take(&fits);

            best = best == BY_NO_TILE || by_pips(t) >= by_pips(best) ? t : best;
        }
        if (best == BY_NO_TILE)
            return pips;
        pips += by_pips(best);
        from = by_across(best, from);
        by_set_drop(&hand, best);
    }
}

/* Returns whether a hand makes a good puzzle: several tiles can come first, and the best train is long but does not use
 * every tile. Always taking the heaviest tile must not build that train. */
static bool worth_trying(const struct by_daily_train *t, int from)
{
    const struct by_set begin = by_set_and(t->hand, by_suit[from]);

    return by_set_count(&begin) >= OPENERS && t->best.exact && t->best.n >= FEWEST && t->best.n < BY_DAILY_HAND
        && greedy(t->hand, from) < t->best.pips;
}

void by_daily_train_of(int32_t day, struct by_daily_train *out)
{
    const struct by_wish wish = BY_WISH_HEAVIEST;
    struct by_seed seed;
    struct by_rng rng;

    by_daily_seed(BY_DAILY_TRAIN, day, &seed);
    by_rng_from(&rng, &seed, 0);
    for (;;) {
        by_tile tiles[BY_MAX_TILES];
        const int from = (int)by_rng_below(&rng, SET + 1);
        int n = 0;

        memset(out, 0, sizeof *out);
        out->engine = by_tile_of(from, from);
        for (int t = 0; t < by_set_tiles(SET); t++)
            if (t != out->engine)
                tiles[n++] = (by_tile)t;
        by_rng_shuffle(&rng, tiles, n);
        for (int i = 0; i < BY_DAILY_HAND; i++)
            by_set_add(&out->hand, tiles[i]);
        by_train_best(&out->hand, from, &wish, 0, &out->best);
        if (worth_trying(out, from))
            return;
    }
}

/* Makes a view that shows the train as one line, as in a round of Block. */
static void view_of(const by_tile *tiles, const uint8_t *flip, int n, int end, struct by_view *v)
{
    memset(v, 0, sizeof *v);
    by_config_preset(BY_GAME_block, 0, &v->rules);
    v->family = by_games[BY_GAME_block]->family;
    v->players = 2;
    v->centre = v->led = BY_NO_TILE;
    v->round = 1;
    v->now.phase = BY_PLAYING;
    v->now.window = BY_NO_SEAT;
    v->now.laid = (uint8_t)n;
    v->now.places = 1;
    for (int i = 0; i < n; i++)
        v->laid[i] = (struct by_laid){ .tile = tiles[i],
                                       .on = i == 0 ? BY_NO_TILE : (uint8_t)(i - 1),
                                       .flip = flip[i],
                                       .beside = (uint8_t)((i > 0) + (i + 1 < n)) };
    v->place[0] = (struct by_place){ .laid = (uint8_t)(n - 1), .number = (uint8_t)end };
    v->place[0].play = BY_MOVE(BY_LAY, 0, tiles[n - 1], 0, by_low(tiles[n - 1]) == end && !by_is_double(tiles[n - 1]));
}

int by_train_view(const by_tile *tiles, int n, struct by_view *view)
{
    uint8_t flip[BY_MAX_TILES] = { 0 };
    int end;

    if (n < 1 || n > BY_DAILY_HAND + 1)
        return -1;
    for (int i = 0; i < n; i++)
        if (tiles[i] >= by_set_tiles(SET))
            return -1;
    end = by_high(tiles[0]);
    for (int i = 1; i < n; i++) {
        const by_tile t = tiles[i];

        if (by_high(t) != end && by_low(t) != end)
            return -1;
        flip[i] = (uint8_t)((by_high(t) != end) | (by_low(tiles[i - 1]) == end && !by_is_double(tiles[i - 1])) << 1);
        end = by_across(t, end);
    }
    if (view != NULL)
        view_of(tiles, flip, n, end, view);
    return end;
}

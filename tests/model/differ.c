/* SPDX-License-Identifier: MIT */
/* differ.c: compares the compact models (boneyard/model.h) with the engine under random rules and moves.  After every
 * move, the classes of legal moves, the seat to move, the scores and the end must agree.
 *
 *     differ MOVES SEED           plays at least this many moves in each family
 *
 * Half of the rounds are dealt by the engine and played by its moves, with a new model now and then; the others are
 * dealt by the model and played by its random moves.  With BY_FAULTS, models with planted faults are compared, and each
 * fault must be detected. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/positions.h"
#include "boneyard/model.h"
#include "planted.h"

static struct by_state s;
static struct by_view v;
static struct by_model m;
static struct by_rng rng;
static int32_t before[BY_SEATS];
static char text[BY_CONFIG_TEXT];
static by_move list[BY_MOVES], classes[BY_MOVES], mine[BY_MOVES];
static uint64_t moves[BY_FAMILIES], rounds[BY_FAMILIES];

static int compare_moves(const void *a, const void *b)
{
    const by_move x = *(const by_move *)a, y = *(const by_move *)b;

    return (x > y) - (x < y);
}

static int sort_once(by_move *at, int n)
{
    int kept = 0;

    qsort(at, (size_t)n, sizeof *at, compare_moves);
    for (int i = 0; i < n; i++)
        if (kept == 0 || at[kept - 1] != at[i])
            at[kept++] = at[i];
    return kept;
}

static bool differ(const char *what)
{
    printf("# %s: %s differ after %d tiles of round %u\n", text, what, s.now.laid, (unsigned)s.round);
    return false;
}

/* Keeps the moves of the game that the model covers in `list`, with their classes; `outside` gets one of the others. */
static int covered(by_move *outside)
{
    const int all = by_moves(&s, s.now.turn, list);
    int n = 0;

    *outside = BY_NO_MOVE;
    for (int i = 0; i < all; i++) {
        const by_move of = by_model_class(&m, list[i]);

        if (of == BY_NO_MOVE) {
            *outside = list[i];
        } else {
            list[n] = list[i];
            classes[n++] = of;
        }
    }
    return n;
}

static bool same_moves(int n)
{
    static by_move theirs[BY_MOVES];
    const int found = by_model_moves(&m, mine);
    int once;

    memcpy(theirs, classes, sizeof classes[0] * (size_t)n);
    once = sort_once(theirs, n);
    if (n == 0 || sort_once(mine, found) != found || found != once
        || memcmp(mine, theirs, sizeof mine[0] * (size_t)once) != 0)
        return differ("moves");
    return true;
}

static bool same_scores(void)
{
    const bool over = s.now.phase != BY_PLAYING, castle = s.family == BY_CASTLE;

    if (by_model_over(&m) != over)
        return differ("ends");
    if (!over && by_model_turn(&m) != s.now.turn)
        return differ("turns");
    for (int i = 0; i < s.players; i++)
        if (by_model_points(&m, i) != (castle ? s.gain[i] : s.score[i] - before[i]))
            return differ("scores");
    return true;
}

static void imagine(void)
{
    memcpy(before, s.score, sizeof before);
    by_view_of(&s, NULL, BY_REFEREE, &v);
    by_model_of(&v, v.hand, v.deck, &m);
}

/* A model that has played so far equals a new one in all data that the bots read besides the moves. */
static bool same_table(void)
{
    const struct by_model played = m;
    const struct by_feet *f = &m.of.feet, *g = &played.of.feet;

    imagine();
    if (s.family == BY_FEET
        && (f->open != g->open || memcmp(f->toes, g->toes, sizeof f->toes) != 0
            || memcmp(f->unlaid, g->unlaid, sizeof f->unlaid) != 0 || memcmp(f->have, g->have, sizeof f->have) != 0))
        return differ("toes");
    if (s.family == BY_TRAINS
        && (memcmp(m.of.trains.tail, played.of.trains.tail, sizeof m.of.trains.tail) != 0
            || memcmp(m.of.trains.have, played.of.trains.have, sizeof m.of.trains.have) != 0
            || m.of.trains.doubles != played.of.trains.doubles || m.of.trains.markers != played.of.trains.markers))
        return differ("trains");
    if (s.family == BY_LINE
        && (memcmp(m.of.line.now.place, played.of.line.now.place, sizeof m.of.line.now.place[0] * m.of.line.now.places)
                != 0
            || m.of.line.now.count != played.of.line.now.count || m.of.line.now.open != played.of.line.now.open))
        return differ("places");
    return true;
}

/* Castle Rock: random play leaves few removals in a row, so some rows begin with more tiles than R-01 says. */
static void lengthen_row(void)
{
    s.now.laid = s.now.taken = (uint8_t)(3 + by_rng_below(&rng, s.deck_tiles - 3u));
    memcpy(s.row, s.deck, s.now.laid);
    imagine();
    s.now.of.castle.removable = !by_set_empty(&m.of.castle.take);
}

/* The engine deals, and a random move of the game is played in both. */
static bool follow(void)
{
    if (s.family == BY_CASTLE && by_rng_below(&rng, 4) == 0)
        lengthen_row();
    imagine();
    while (s.now.phase == BY_PLAYING) {
        by_move outside;
        const int n = covered(&outside), at = (int)by_rng_below(&rng, (uint32_t)n + (n == 0));

        if (!same_moves(n))
            return false;
        if (outside != BY_NO_MOVE && by_rng_below(&rng, 4) == 0) {
            if (by_play(&s, s.now.turn, outside, NULL, NULL) != BY_OK)
                return differ("plays");
            imagine(); /* penalties, infractions and open calls are in the view */
            continue;
        }
        if (by_play(&s, s.now.turn, list[at], NULL, NULL) != BY_OK)
            return differ("plays");
        by_model_play(&m, classes[at]);
        moves[s.family]++;
        if (!same_scores())
            return false;
        if (s.now.phase == BY_PLAYING && by_rng_below(&rng, 8) == 0 && !same_table())
            return false;
    }
    return true;
}

/* The boneyard of the model: an array, the next tile in it, and its end. */
struct yard {
    by_tile *tile;
    int at, n;
};
static struct yard boneyard(void)
{
    struct by_line_model *line = &m.of.line.now;
    struct by_feet *feet = &m.of.feet;
    struct by_trains *trains = &m.of.trains;
    struct by_rock *rock = &m.of.castle;

    switch (s.family) {
    case BY_LINE: return (struct yard){ line->deck, line->taken, line->size };
    case BY_FEET: return (struct yard){ feet->deck, feet->taken, feet->stock };
    case BY_TRAINS: return (struct yard){ trains->deck, trains->taken, trains->stock };
    default: return (struct yard){ rock->tile, rock->taken, rock->tiles };
    }
}

static struct by_set hand_of(int seat)
{
    switch (s.family) {
    case BY_LINE: return (struct by_set){ { m.of.line.now.hand[seat], 0, 0 } };
    case BY_FEET: return m.of.feet.hand[seat];
    default: return m.of.trains.hand[seat];
    }
}

/* Deals the model's tiles in the engine. */
static bool deal_theirs(int lead)
{
    const struct yard yard = boneyard();
    by_tile deck[BY_MAX_TILES];
    int tiles = 0;

    if (s.family == BY_CASTLE) {
        memcpy(deck, yard.tile, (size_t)yard.n);
        tiles = yard.n;
    } else {
        for (int seat = 0; seat < s.players; seat++)
            for (struct by_set left = hand_of(seat); !by_set_empty(&left);)
                deck[tiles++] = by_set_take(&left);
        memcpy(deck + tiles, yard.tile + yard.at, (size_t)(yard.n - yard.at));
        tiles += yard.n - yard.at;
    }
    return by_deal(&s, deck, tiles, by_lead_taken(&s) ? lead : -1, NULL) == BY_OK || differ("deals");
}

/* The model deals, and plays its random moves; the engine gets the boneyard that they leave. */
static bool lead_on(void)
{
    const int rule = by_lead_rule(&s);
    const int lead = rule == BY_LEAD_DOUBLE ? -1 : (int)by_rng_below(&rng, s.players);

    by_model_begin(&s.rules, &m);
    by_model_redeal(&m, lead, &rng);
    memcpy(before, s.score, sizeof before);
    if (!deal_theirs(lead))
        return false;
    while (s.now.phase == BY_PLAYING) {
        int n, pick = 0;
        struct yard yard;
        by_move m_class;

        n = covered(&m_class);
        if (!same_moves(n))
            return false;
        yard = boneyard();
        m_class = by_model_random(&m, &rng);
        if (s.family != BY_CASTLE)
            memcpy(s.deck + s.now.taken, yard.tile + yard.at, (size_t)(yard.n - yard.at));
        while (pick < n && (classes[pick] & 0xffffff) != (m_class & 0xffffff))
            pick++;
        if (pick == n || by_play(&s, s.now.turn, list[pick], NULL, NULL) != BY_OK)
            return differ("random moves");
        moves[s.family]++;
        if (!same_scores())
            return false;
    }
    return true;
}

static bool agree(uint64_t least)
{
    struct by_config c;

    for (;;) {
        struct by_seed seed = { { 0 } };
        const uint64_t bits = by_rng_next(&rng);
        int family;

        any_rules(&rng, &c, text);
        if (!by_model_covers(&c))
            continue;
        family = by_games[c.game]->family;
        if (by_rng_below(&rng, 2) == 0 && c.opt[BY_TARGET] > 0) /* close enough to be reached (L-24) */
            c.opt[BY_TARGET] = 1 + (int32_t)by_rng_below(&rng, 40);
        if (by_rng_below(&rng, 2) == 0 && by_option_of(&c, BY_INFRACTIONS) != NULL)
            c.opt[BY_INFRACTIONS] = BY_PENALISE;
        if (moves[family] >= least) {
            bool enough = true;

            for (int i = 0; i < BY_FAMILIES; i++)
                enough &= moves[i] >= least;
            if (enough)
                return true;
            continue;
        }
        memcpy(seed.bytes, &bits, sizeof bits);
        by_start(&s, &c);
        rounds[family]++;
        if (bits % 2 == 0 && c.opt[BY_HAND] * s.players <= by_deck_tiles(&s)) {
            if (!lead_on())
                return false;
            continue;
        }
        for (int round = 0; round < 3 && s.now.phase != BY_GAME_OVER; round++)
            if (by_deal_seeded(&s, &seed, -1, NULL) != BY_OK || !follow())
                return false;
    }
}

#ifdef BY_FAULTS
static const int faults[] = {
    501, 502, 503, 504, 505, 511, 512, 513, 521, 522, 523, 524, 525, 526, 527, 531, 532, 533
};

int main(int argc, char **argv)
{
    const uint64_t least = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
    int missed = 0;

    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        by_planted = faults[i];
        by_rng_init(&rng, argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
        memset(moves, 0, sizeof moves);
        if (!agree(least))
            continue;
        printf("fault %d is not noticed\n", faults[i]);
        missed++;
    }
    return missed;
}
#else
int main(int argc, char **argv)
{
    const uint64_t least = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
    bool same;

    by_rng_init(&rng, argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    same = agree(least);
    for (int i = 0; i < BY_FAMILIES; i++)
        printf("%s: %llu moves, %llu rules\n", by_families[i]->key, (unsigned long long)moves[i],
               (unsigned long long)rounds[i]);
    return same ? 0 : 1;
}
#endif

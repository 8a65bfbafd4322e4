/* SPDX-License-Identifier: MIT */
/* table_play.c: plays rounds of random moves, and lays out and checks each position. */
#include "table_play.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../contract/contract.h"

struct found found;

static struct {
    const char *rules;
    uint64_t seed;
    int32_t width, height;
    unsigned round;
    int move;
} at;

bool bad(const char *check, const char *format, ...)
{
    char what[256];
    va_list parts;

    va_start(parts, format);
    vsnprintf(what, sizeof what, format, parts);
    va_end(parts);
    if (found.failures++ == 0) {
        snprintf(found.check, sizeof found.check, "%s", check);
        snprintf(found.first, sizeof found.first, "%s", what);
    }
    if (!found.quiet && found.failures <= 20)
        fprintf(stderr, "FAILED %s: %s\n  table --rules \"%s\" --seed %llu --size %dx%d  (round %u, move %d)\n", check,
                what, at.rules, (unsigned long long)at.seed, at.width, at.height, at.round, at.move);
    return false;
}

/* Called by rulesets.c for rules that are refused. */
bool wrong(const struct table *t, const char *check, const char *format, ...)
{
    (void)t;
    return bad(check, "%s", format);
}

static struct game {
    struct by_config rules;
    struct by_state s;
    struct by_rng rng;
    by_move list[BY_MOVES];
    int n, policy;
    bool rich; /* the seat to move may lay any tile not yet on the table */
    struct by_view v;
    struct by_layout l, before;
} g;

static bool filling; /* for the largest tables, on which all tiles are laid */

static bool one_in(uint32_t n) { return by_rng_below(&g.rng, n) == 0; }

static void deal(void)
{
    by_tile deck[BY_MAX_TILES], lacks = by_deck_lacks(&g.s);
    int n = by_deck_tiles(&g.s), k = 0, lead = -1;

    for (int t = 0; k < n; t++)
        if (t != lacks)
            deck[k++] = (by_tile)t;
    do {
        shuffle(&g.rng, deck, n);
        if (by_lead_rule(&g.s) == BY_LEAD_LOT)
            lead = (int)by_rng_below(&g.rng, g.s.players);
    } while (by_deal(&g.s, deck, n, lead, NULL) == BY_E_NO_DOUBLE);
}

/* Gives the seat to move every tile not yet on the table, so that tables get fuller than in a game. */
static void give_all(void)
{
    struct by_set *hand = &g.s.hand[g.s.now.turn];
    int set = by_game_of(&g.s)->family == BY_LINE ? 6 : g.s.rules.opt[BY_SET];

    memset(hand, 0, sizeof *hand);
    for (int t = 0; t < by_set_tiles(set); t++)
        by_set_add(hand, (by_tile)t);
    if (g.s.centre != BY_NO_TILE)
        by_set_drop(hand, g.s.centre);
    for (int i = 0; i < g.s.now.laid; i++)
        by_set_drop(hand, g.s.laid[i].tile);
}

static bool taste(by_move m)
{
    switch (g.policy) {
    case 0: return true;
    case 1: return by_move_kind(m) == BY_LAY && by_is_double(by_move_tile(m));
    case 2: /* for long lines, play on the place opened last */
        return by_move_kind(m) == BY_LAY && g.s.now.laid > 0
            && (g.v.family == BY_TRAINS ? by_move_place(m) == BY_MEXICAN
                                        : by_move_place(m) == g.s.laid[g.s.now.laid - 1].tile);
    case 3: /* to keep doubles for later, play the low tiles first */
        return by_move_kind(m) == BY_LAY && !by_is_double(by_move_tile(m));
    default: return by_move_kind(m) == BY_LAY || by_move_kind(m) == BY_TAKE;
    }
}

static by_move choose(void)
{
    int liked = 0, k;

    for (int i = 0; i < g.n; i++)
        liked += taste(g.list[i]);
    if (liked == 0 || (!filling && one_in(8)))
        return g.list[by_rng_below(&g.rng, (uint32_t)g.n)];
    k = (int)by_rng_below(&g.rng, (uint32_t)liked);
    for (int i = 0;; i++)
        if (taste(g.list[i]) && k-- == 0)
            return g.list[i];
}

static bool look(void)
{
    g.n = 0;
    if (g.s.now.phase == BY_PLAYING) {
        if (g.rich)
            give_all();
        g.n = by_moves(&g.s, g.s.now.turn, g.list);
    }
    by_view_of(&g.s, NULL, BY_REFEREE, &g.v);
    t_make(&g.v, at.width, at.height, &g.l);
    found.positions++;
    found.tiles = g.l.tiles > found.tiles ? g.l.tiles : found.tiles;
    found.fold = g.l.fold > found.fold ? g.l.fold : found.fold;
    found.apart += (g.l.family == BY_LINE || g.l.family == BY_FEET) && g.l.fold == UINT8_MAX;
    if (!check_layout(&g.v, &g.l, g.list, g.n))
        return false;
    return !one_in(12) || check_seats(&g.s, &g.l);
}

static bool step(void)
{
    by_move m = choose();
    struct by_spot landed;
    bool lands = by_move_kind(m) == BY_LAY && by_layout_spot(&g.l, &g.v, m, &landed);
    int laid = g.s.now.laid;

    if (by_play(&g.s, g.s.now.turn, m, NULL, NULL) != BY_OK)
        return bad("moves", "a legal move is refused");
    at.move++;
    found.moves++;
    g.before = g.l;
    if (!look())
        return false;
    if (g.v.family == BY_CASTLE) { /* tiles of the row before the gap stay in place */
        for (int i = 0; i < g.l.tiles && i < g.before.tiles && g.l.at[i].tile == g.before.at[i].tile; i++)
            if (memcmp(&g.l.at[i], &g.before.at[i], sizeof g.l.at[i]) != 0)
                return bad("stable", "tile %d of the row moved", i);
        return true;
    }
    return check_stable(&g.before, &g.l, lands && g.s.now.laid == laid + 1 ? &landed : NULL);
}

static bool play_round(void)
{
    deal();
    at.move = 0;
    at.round = g.s.round;
    if (!look())
        return false;
    while (g.s.now.phase == BY_PLAYING)
        if (!step())
            return false;
    return true;
}

/* Chooses a size in units: none, wide, tall, narrow, tiny, or random. */
static void choose_size(void)
{
    static const int32_t size[][2] = { { 0, 0 },     { 1400, 620 }, { 700, 360 }, { 480, 240 },
                                       { 360, 640 }, { 240, 1200 }, { 1000, 0 },  { 300, 0 },
                                       { 0, 400 },   { 600, 600 },  { 96, 96 },   { 2000, 1000 } };
    uint32_t i = by_rng_below(&g.rng, 16);

    at.width = i < 12 ? size[i][0] : 1 + (int32_t)by_rng_below(&g.rng, 1600);
    at.height = i < 12 ? size[i][1] : 1 + (int32_t)by_rng_below(&g.rng, 1200);
}

bool layout_play(const char *rules, uint64_t seed, int rounds, const int32_t size[2])
{
    struct by_fault fault = { 0 };
    uint64_t mixed = seed;

    at.rules = rules;
    at.seed = seed;
    if (by_config_parse(rules, &g.rules, &fault) != BY_OK)
        return bad("rules", "%s", fault.text);
    for (const char *p = rules; *p != '\0'; p++)
        mixed = (mixed ^ (uint8_t)*p) * 0x100000001b3u;
    by_rng_init(&g.rng, mixed);
    choose_size();
    if (size != NULL) {
        at.width = size[0];
        at.height = size[1];
    }
    g.policy = (int)by_rng_below(&g.rng, 5);
    g.rich = filling || (one_in(3) && by_games[g.rules.game]->family != BY_CASTLE);
    if (filling) /* doubles first, since late ones find too few tiles for their toes */
        g.policy = by_games[g.rules.game]->family == BY_FEET ? 1 : 4;
    by_start(&g.s, &g.rules);
    for (int i = 0; i < rounds && g.s.now.phase != BY_GAME_OVER; i++)
        if (!play_round())
            return false;
    return true;
}

/* ---- The largest tables ----------------------------------------------------------------------- */

int layout_fill(const char *rules, uint64_t seed, int32_t width, int32_t height)
{
    const int32_t size[2] = { width, height };

    filling = true;
    layout_play(rules, seed, 1, size);
    filling = false;
    return g.l.tiles;
}

bool layout_next(const char *what, const struct by_view *v, int32_t width, int32_t height, bool all)
{
    at.rules = what;
    at.seed = 0;
    at.width = width;
    at.height = height;
    at.round = 1;
    at.move = v->now.laid;
    g.before = g.l;
    t_make(v, width, height, &g.l);
    found.positions++;
    found.tiles = g.l.tiles > found.tiles ? g.l.tiles : found.tiles;
    found.fold = g.l.fold > found.fold ? g.l.fold : found.fold;
    if (g.l.tiles == g.before.tiles + 1 && !check_stable(&g.before, &g.l, NULL))
        return false;
    return !all || check_layout(v, &g.l, NULL, 0);
}

/* ---- Many tables ------------------------------------------------------------------------------ */

enum { STRIDE = 64 };

struct pick {
    uint64_t wanted;
    int calls, pass;
};

static bool play_some(void *data, const char *rules, uint64_t seed, int rounds)
{
    struct pick *p = data;

    if (p->calls++ % STRIDE == p->pass * 37 % STRIDE)
        layout_play(rules, seed, rounds == 0 ? 3 : 1, NULL);
    return found.failures < 1 + 19 * !found.quiet && found.positions < p->wanted;
}

/* Plays every 64th table of the contract suite, and then the ones after those, until there are enough positions. */
void layout_many(const char *game, uint64_t positions)
{
    struct ruleset_plan plan = { game, 1, BY_SEATS };
    struct pick p = { positions, 0, 0 };

    for (; p.pass < STRIDE; p.pass++) {
        p.calls = 0;
        if (!rulesets(&plan, play_some, &p))
            return;
    }
}

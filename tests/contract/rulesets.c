/* SPDX-License-Identifier: MIT */
/* rulesets.c: lists the rules to play: every preset with every number of players and every set that F-02 allows, and
 * equally often with random legal options (section 7). */
#include "contract.h"

#include <stdio.h>
#include <string.h>

struct plan {
    const struct ruleset_plan *asked;
    bool (*play)(void *, const char *, uint64_t, int);
    void *data;
    struct by_rng rng;
};

static int words_in(const char *list)
{
    int n = 1;

    for (; *list != '\0'; list++)
        n += *list == ' ';
    return n;
}

/* Adds " key=value" with a random value.  Numbers are small, so that games are short. */
static int put_option(struct plan *p, const struct by_config *base, int id, char *out)
{
    struct by_rng *r = &p->rng;
    const char *values = by_option_list[id].values;
    int deck = by_set_tiles(by_games[base->game]->family == BY_LINE ? 6 : base->opt[BY_SET]) - 1;
    uint32_t most = (uint32_t)(deck / (base->opt[BY_PLAYERS] > 0 ? base->opt[BY_PLAYERS] : 1));
    uint32_t n = 0;
    char word[16];

    if (values != NULL) {
        by_option_print(id, (int32_t)by_rng_below(r, (uint32_t)words_in(values)), word, sizeof word);
        if (id == BY_PLAY_UNIT || id == BY_BONUS_UNIT)
            strcpy(word, by_rng_below(r, 2) ? "1" : "5");
        if (id == BY_BLANK_PENALTY)
            strcpy(word, by_rng_below(r, 2) ? "0" : "50");
        return sprintf(out, " %s=%s", by_option_list[id].key, word);
    }
    if (id == BY_HAND)
        n = by_rng_below(r, 4) == 0 ? most : 1 + by_rng_below(r, most < 9 ? most : 9);
    else if (id == BY_FIRST_SEAT)
        n = by_rng_below(r, (uint32_t)base->opt[BY_PLAYERS]);
    else if (id == BY_RESERVE)
        n = by_rng_below(r, by_rng_below(r, 8) == 0 ? 29 : 6);
    else if (id == BY_TARGET)
        n = 1 + by_rng_below(r, 60);
    else if (id == BY_ROUNDS)
        n = 1 + by_rng_below(r, 3);
    return sprintf(out, " %s=%u", by_option_list[id].key, n);
}

/* Random options that the rules allow together, added to `base`. */
static void put_options(struct plan *p, const struct by_config *base, bool hand, char *text)
{
    struct by_config c;
    size_t start = strlen(text);

    do {
        char *at = text + start;

        *at = '\0';
        for (int id = 0; id < BY_OPTIONS; id++)
            if (id != BY_PLAYERS && id != BY_SET && by_option_of(base, id) != NULL
                && ((id == BY_HAND && hand) || by_rng_below(&p->rng, 3) == 0))
                at += put_option(p, base, id, at);
    } while (by_config_parse(text, &c, NULL) != BY_OK);
}

/* The number of seeds: small tables get the most. */
static int seeds_for(int players) { return players <= 4 ? 200 : players <= 8 ? 60 : 16; }

/* Usually one or two rounds, sometimes the whole match. */
static int rounds_for(int family, int i, bool drawn)
{
    if (family == BY_CASTLE)
        return 0;
    if (family == BY_LINE)
        return i % (drawn ? 4 : 10) == 0 ? 0 : 3;
    return i % (drawn ? 10 : 25) == 0 ? 0 : 1 + (i % 5 == 1);
}

static bool one(struct plan *p, const char *name, int players, int set, int i, bool drawn)
{
    struct by_config c;
    char text[BY_CONFIG_TEXT];
    int n = sprintf(text, "%s", name);
    bool dash = false;

    if (players > 1)
        n += sprintf(text + n, " players=%d", players);
    n += sprintf(text + n, " set=%d", set);
    if (by_config_parse(text, &c, NULL) != BY_OK) { /* F-02: a dash needs hand= */
        sprintf(text + n, " hand=1");
        dash = true;
        if (by_config_parse(text, &c, NULL) != BY_OK)
            return wrong(NULL, "rules", "%s is refused", text);
        text[n] = '\0';
    }
    if (drawn || dash)
        put_options(p, &c, dash, text);
    return p->play(p->data, text, (uint64_t)i, rounds_for(by_games[c.game]->family, i, drawn));
}

static bool table_size(struct plan *p, const char *name, int game, const struct by_preset *preset, int players)
{
    int offered[5], all[5], n = 0, m = 0, drawn, seeds = seeds_for(players) * p->asked->scale;
    struct by_config c;
    char text[64];

    for (const uint8_t *s = preset->sets; *s != 0; s++) {
        all[m++] = *s;
        sprintf(text, players > 1 ? "%s set=%d players=%d" : "%s set=%d", name, *s, players);
        if (by_config_parse(text, &c, NULL) == BY_OK)
            offered[n++] = *s;
    }
    if (seeds < 1)
        seeds = 1;
    for (int i = 0; i < seeds; i++)
        if (n > 0 && !one(p, name, players, offered[i % n], i, false))
            return false;
    /* With every set: where F-02 has a dash with hand=.  The trains have the rarest situations. */
    drawn = by_games[game]->family == BY_TRAINS ? seeds : (seeds + 1) / 2;
    for (int i = 0; i < drawn; i++)
        if (!one(p, name, players, all[i % m], i, true))
            return false;
    return true;
}

static bool asked_for(const struct ruleset_plan *plan, int game)
{
    return plan->only == NULL || by_same(plan->only, by_games[game]->key);
}

bool rulesets(const struct ruleset_plan *plan, bool (*play)(void *, const char *, uint64_t, int), void *data)
{
    struct plan p = { .asked = plan, .play = play, .data = data };
    char name[48];

    by_rng_init(&p.rng, 2026);
    for (int g = 0; g < BY_GAMES; g++)
        for (const struct by_preset *preset = by_games[g]->presets; preset->sheet != NULL; preset++) {
            if (!asked_for(plan, g))
                break;
            sprintf(name, "%s:%s", by_games[g]->key, preset->sheet);
            for (int players = preset->fewest; players <= preset->most && players <= plan->most_players; players++)
                if (!table_size(&p, name, g, preset, players))
                    return false;
        }
    return true;
}

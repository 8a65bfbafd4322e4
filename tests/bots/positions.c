/* SPDX-License-Identifier: MIT */
/* positions.c: random rules and positions (positions.h). */
#include "positions.h"

#include <stdio.h>
#include <string.h>

static int words_in(const char *list)
{
    int n = 1;

    for (; *list != '\0'; list++)
        n += *list == ' ';
    return n;
}

/* The k-th word of a list. */
static void word_of(const char *list, int k, char *out, size_t size)
{
    size_t n = 0;

    for (; k > 0; list++)
        k -= *list == ' ';
    while (list[n] != ' ' && list[n] != '\0' && n + 1 < size)
        n++;
    memcpy(out, list, n);
    out[n] = '\0';
}

/* Adds " key=value" with a random value. */
static size_t put_option(struct by_rng *r, const struct by_config *base, int id, char *out)
{
    const char *values = by_option_list[id].values;
    int32_t lo, hi;
    char word[16];

    if (values != NULL) {
        word_of(values, (int)by_rng_below(r, (uint32_t)words_in(values)), word, sizeof word);
        return (size_t)sprintf(out, " %s=%s", by_option_list[id].key, word);
    }
    by_option_range(base, id, &lo, &hi);
    if (id == BY_HAND && by_rng_below(r, 2) == 0) /* all of them, or nearly all */
        lo = hi > lo + 2 ? hi - 2 : lo;
    else if (id == BY_RESERVE && by_rng_below(r, 2) == 0)
        hi = lo;
    return (size_t)sprintf(out, " %s=%d", by_option_list[id].key,
                           (int)(lo + (int32_t)by_rng_below(r, (uint32_t)(hi - lo + 1))));
}

/* Returns whether these players and this set can be played with some hand. */
static bool base_of(struct by_rng *r, struct by_config *c, char *text)
{
    const struct by_game *g = by_games[by_rng_below(r, BY_GAMES)];
    const struct by_preset *p = g->presets;
    int sets = 0, n, players;

    for (uint32_t k = 1; g->presets[k].sheet != NULL; k++)
        if (by_rng_below(r, k + 1) == 0)
            p = &g->presets[k];
    while (p->sets[sets] != 0)
        sets++;
    players = p->fewest + (int)by_rng_below(r, (uint32_t)(p->most - p->fewest + 1));
    n = sprintf(text, "%s:%s", g->key, p->sheet);
    if (p->most > 1)
        n += sprintf(text + n, " players=%d", players);
    if (sets > 1)
        n += sprintf(text + n, " set=%d", p->sets[by_rng_below(r, (uint32_t)sets)]);
    if (by_config_parse(text, c, NULL) == BY_OK)
        return true;
    sprintf(text + n, " hand=%d", 1 + (int)by_rng_below(r, 12));
    return by_config_parse(text, c, NULL) == BY_OK;
}

void any_rules(struct by_rng *r, struct by_config *c, char *text)
{
    struct by_config base;
    size_t start;

    while (!base_of(r, &base, text))
        ;
    start = strlen(text);
    *c = base;
    for (int tries = 0; tries < 20; tries++) {
        char *at = text + start;

        *at = '\0';
        for (int id = 0; id < BY_OPTIONS; id++)
            if (id != BY_PLAYERS && id != BY_SET && by_option_of(&base, id) != NULL && strstr(text, "hand=") == NULL
                && by_rng_below(r, id == BY_HAND ? 2 : 3) == 0)
                at += put_option(r, &base, id, at);
        if (by_config_parse(text, c, NULL) == BY_OK)
            return;
    }
    text[start] = '\0';
}

void fill_question(struct by_question *q, const struct position *p, struct by_rng *rng, void *memory)
{
    q->view = &p->view;
    q->past = &p->past;
    q->moves = p->moves;
    q->n = p->n;
    q->rng = rng;
    q->memory = memory;
    q->size = BY_BOT_MEMORY;
}

/* Plays until the next decision after `choices` more. Returns false if the round or the log ends first. */
static bool play_on(struct position *p, struct by_rng *rng, void *memory, uint32_t choices)
{
    struct by_table *t = &p->table;

    while (t->state.now.phase == BY_PLAYING && t->moves + 1 < STEPS_MOST) {
        int seat = t->state.now.turn, at = 0;

        p->n = by_moves(&t->state, seat, p->moves);
        by_table_view(t, seat, &p->view);
        by_table_past(t, p->heard, &p->past);
        if (p->n > 1) {
            struct by_question q = { 0 };

            if (choices-- == 0)
                return true;
            fill_question(&q, p, rng, memory);
            at = by_bots[BY_BOT_easy]->choose(&q);
        }
        if (by_table_play(t, seat, p->moves[at], NULL) != BY_OK)
            return false;
    }
    return false;
}

/* Deals a round. Returns false if it has no such decision. */
static bool deal(struct position *p, const struct by_config *c, uint64_t bits, struct by_rng *rng, void *memory,
                 uint32_t choices)
{
    struct by_seed seed = { { 0 } };

    memcpy(seed.bytes, &bits, sizeof bits);
    by_table_init(&p->table, c, p->log, STEPS_MOST);
    return by_table_deal_seeded(&p->table, &seed, -1, NULL) == BY_OK && play_on(p, rng, memory, choices);
}

void any_position(struct by_rng *rng, void *memory, struct position *p)
{
    struct by_config c;
    uint64_t seed;

    do {
        any_rules(rng, &c, p->rules);
        seed = by_rng_next(rng);
    } while (!deal(p, &c, seed, rng, memory, by_rng_below(rng, 3) == 0 ? 0 : by_rng_below(rng, 24)));
}

void position_of(const char *rules, uint64_t seed, void *memory, struct position *p)
{
    struct by_config c;
    struct by_rng rng;
    by_err err = by_config_parse(rules, &c, NULL);

    BY_ASSERT(err == BY_OK);
    by_rng_init(&rng, seed);
    strcpy(p->rules, rules);
    while (!deal(p, &c, seed++, &rng, memory, 0))
        ;
}

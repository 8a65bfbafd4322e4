/* SPDX-License-Identifier: MIT */
/* signatures.c: computes one number per preset that pins its behaviour: a hash of the decks, legal moves and scores for
 * fixed seeds. When rules or decks change on purpose, `contract --update` rewrites signatures.txt. */
#include "contract.h"

#include <stdio.h>
#include <string.h>

static void hash(uint64_t *h, uint64_t value) /* FNV-1a */
{
    for (int i = 0; i < 8; i++)
        *h = (*h ^ (value >> (8 * i) & 255)) * 0x100000001b3u;
}

static void hash_round(uint64_t *h, struct by_state *s, struct by_rng *rng)
{
    static by_move list[BY_MOVES];
    char text[BY_MOVE_TEXT];

    while (s->now.phase == BY_PLAYING) {
        int n = by_moves(s, s->now.turn, list);
        by_move m = list[by_rng_below(rng, (uint32_t)n)];

        hash(h, s->now.turn);
        hash(h, (uint64_t)n + (spoil == SPOIL_SIGN));
        for (size_t i = 0, length = by_move_print(m, by_game_of(s)->family, text); i < length; i++)
            hash(h, (uint8_t)text[i]);
        if (by_play(s, s->now.turn, m, NULL, NULL) != BY_OK)
            return;
    }
    for (int i = 0; i < s->players; i++)
        hash(h, (uint64_t)(int64_t)s->score[i]);
}

static uint64_t signature(int game, int preset)
{
    uint64_t h = 0xcbf29ce484222325u;
    char text[BY_CONFIG_TEXT];
    struct by_config c;
    struct by_state s;
    struct by_rng rng;

    by_config_preset(game, preset, &c);
    for (size_t i = 0, n = by_config_print(&c, text, sizeof text); i < n; i++)
        hash(&h, (uint8_t)text[i]);
    for (int i = 0; i < 16; i++) {
        struct by_seed seed = { .bytes = { [0] = 'B', [30] = 1, [31] = (uint8_t)i } };

        by_rng_from(&rng, &seed, 1);
        by_start(&s, &c);
        for (int round = 0; round < 3 && s.now.phase != BY_GAME_OVER; round++)
            if (by_deal_seeded(&s, &seed, -1, NULL) == BY_OK)
                hash_round(&h, &s, &rng);
    }
    return h;
}

/* Finds a preset's line; 0 if it is missing. */
static uint64_t written(const char *file, const char *name)
{
    unsigned long long value = 0;
    char line[96], word[64];
    FILE *f = fopen(file, "r");
    bool found = false;

    while (f != NULL && !found && fgets(line, sizeof line, f) != NULL)
        found = sscanf(line, "%63s %llx", word, &value) == 2 && strcmp(word, name) == 0;
    if (f != NULL)
        fclose(f);
    return found ? value : 0;
}

int signatures(const char *file, bool update)
{
    FILE *f = update ? fopen(file, "w") : NULL;
    int failures = 0;
    char name[64];

    if (update && f == NULL) {
        fprintf(stderr, "cannot write %s\n", file);
        return 1;
    }
    if (update)
        fprintf(f, "# Written by `contract --update FILE`: preset, hash over the play of fixed seeds.\n");
    for (int g = 0; g < BY_GAMES; g++)
        for (int p = 0; by_games[g]->presets[p].sheet != NULL; p++) {
            uint64_t here = signature(g, p);

            snprintf(name, sizeof name, "%s:%s", by_games[g]->key, by_games[g]->presets[p].sheet);
            if (update) {
                fprintf(f, "%s %016llx\n", name, (unsigned long long)here);
            } else if (written(file, name) == 0) {
                failures++;
                fprintf(stderr, "FAILED signature: %s has none yet. Once its rules are right: contract --update %s\n",
                        name, file);
            } else if (here != written(file, name)) {
                failures++;
                if (!tally.quiet)
                    fprintf(stderr,
                            "FAILED signature: %s plays differently: %016llx, was %016llx "
                            "(if on purpose: contract --update %s)\n",
                            name, (unsigned long long)here, (unsigned long long)written(file, name), file);
            }
        }
    if (f != NULL)
        fclose(f);
    return failures;
}

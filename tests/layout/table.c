/* SPDX-License-Identifier: MIT */
/* table.c: the property suite of the layouts, as a program.
 *
 *     table GAME [POSITIONS]                           plays many tables of a game
 *     table --rules TEXT --seed N [--size WxH]         plays one table again
 *     table --largest GAME                             190 tiles (mexicantrain, chickenfoot)
 *     table --faults                                   breaks layouts on purpose: each fault must be detected
 *
 * With BONEYARD_LONG=1 in the environment, it checks twenty times as many positions, at least 25,000 for each game.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table_play.h"

enum { POSITIONS = 12500, LONGER = 20, LEAST_LONG = 25000, ENOUGH = 3000 };

static const char *value_of(int argc, char **argv, const char *name)
{
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return argv[i + 1];
    return NULL;
}

static int faults(void)
{
    int missed = 0;

    for (harm = 1; harm < harms; harm++) {
        const struct harm_words *w = &harm_words[harm];
        bool caught;

        memset(&found, 0, sizeof found);
        found.quiet = true;
        layout_many(w->game, ENOUGH);
        caught = found.failures > 0 && strcmp(found.check, w->check) == 0;
        printf("%s: %s: %s %s after %llu positions", w->game, w->what, caught ? "caught by" : "NOT CAUGHT by", w->check,
               (unsigned long long)found.positions);
        printf(found.failures > 0 && !caught ? ", but by %s: %s\n" : "\n", found.check, found.first);
        missed += !caught;
    }
    printf("%d faults, %d missed\n", harms - 1, missed);
    return missed > 0;
}

static int again(int argc, char **argv, const char *rules)
{
    const char *seed = value_of(argc, argv, "--seed"), *wish = value_of(argc, argv, "--size");
    int32_t size[2] = { 0, 0 };
    char *end;

    if (wish != NULL) {
        size[0] = (int32_t)strtol(wish, &end, 10);
        size[1] = *end == 'x' ? (int32_t)strtol(end + 1, NULL, 10) : 0;
    }
    layout_play(rules, seed != NULL ? strtoull(seed, NULL, 10) : 0, 3, wish != NULL ? size : NULL);
    return found.failures > 0;
}

static int report(void)
{
    printf("%llu positions, %llu moves, up to %d tiles and fold %d, %llu with a tile apart: %d failed\n",
           (unsigned long long)found.positions, (unsigned long long)found.moves, found.tiles, found.fold,
           (unsigned long long)found.apart, found.failures);
    return found.failures > 0;
}

static int many(const char *game, const char *positions)
{
    const char *longer = getenv("BONEYARD_LONG");
    uint64_t wanted = positions != NULL ? strtoull(positions, NULL, 10) : POSITIONS;

    if (longer != NULL && strcmp(longer, "1") == 0)
        wanted = wanted * LONGER > LEAST_LONG ? wanted * LONGER : LEAST_LONG;
    layout_many(game, wanted);
    if (found.positions == 0) {
        fprintf(stderr, "there is no game %s\n", game);
        return 2;
    }
    if (found.apart * 100 > found.positions * 8) { /* crowded on purpose, as many of these tables are */
        fprintf(stderr, "too many tables with a tile apart\n");
        found.failures++;
    }
    return report();
}

int main(int argc, char **argv)
{
    const char *rules = value_of(argc, argv, "--rules"), *largest = value_of(argc, argv, "--largest");

    if (rules != NULL)
        return again(argc, argv, rules);
    if (argc == 2 && strcmp(argv[1], "--faults") == 0)
        return faults();
    if (largest != NULL) {
        layout_largest(strcmp(largest, "mexicantrain") == 0);
        return report();
    }
    if (argc == 2 || argc == 3)
        return many(argv[1], argv[2]);
    fprintf(stderr, "usage: table GAME [POSITIONS]\n");
    return 2;
}

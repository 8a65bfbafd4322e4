/* table.c: the property suite of the layouts as a program.
 *
 *     table GAME ...                                   plays many tables of these games
 *     table --rules TEXT --seed N [--size WxH]         plays one table again
 *     table --largest GAME                             190 tiles (mexicantrain, chickenfoot)
 *     table --faults                                   spoils layouts: each has to be noticed
 *
 * BONEYARD_LONG=1 in the environment looks at twenty times as many positions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table_play.h"

enum { POSITIONS = 12500, LONGER = 20, ENOUGH = 6000 };         /* of a game; 100,000 in all */

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

int main(int argc, char **argv)
{
    const char *longer = getenv("BONEYARD_LONG"), *rules = value_of(argc, argv, "--rules");
    uint64_t wanted = POSITIONS * (longer != NULL && strcmp(longer, "1") == 0 ? LONGER : 1);

    if (rules != NULL)
        return again(argc, argv, rules);
    if (argc > 1 && strcmp(argv[1], "--faults") == 0)
        return faults();
    for (int i = 1; i < argc && value_of(argc, argv, "--largest") == NULL; i++) {
        uint64_t before = found.positions;

        layout_many(argv[i], before + wanted);
        if (found.positions == before) {
            fprintf(stderr, "there is no game %s\n", argv[i]);
            return 2;
        }
    }
    if (value_of(argc, argv, "--largest") != NULL)
        layout_largest(strcmp(argv[2], "mexicantrain") == 0);
    printf("%llu positions, %llu moves, up to %d tiles and fold %d: %d failures\n", (unsigned long long)found.positions,
           (unsigned long long)found.moves, found.tiles, found.fold, found.failures);
    return found.failures > 0;
}

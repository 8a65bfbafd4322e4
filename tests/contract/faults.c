/* SPDX-License-Identifier: MIT */
/* faults.c: tests the suite itself. It runs the core with each planted fault of tests/faults/ (a rule broken on purpose
 * inside the engine), and the intact core with each broken call (engine.c). Every fault must be caught, and an intact
 * core must pass.
 *
 *     faults FAULTS.TXT SIGNATURES.TXT
 */
#include "contract.h"
#include "planted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool until_first(void *table, const char *rules, uint64_t seed, int rounds)
{
    return table_play(table, rules, seed, rounds);
}

/* Plays small tables of a game until a check fails. Returns whether one failed. */
static bool notices(const char *game)
{
    struct ruleset_plan plan = { game, 1, 6 };
    struct table *table = table_new();

    memset(&tally, 0, sizeof tally);
    tally.quiet = true;
    rulesets(&plan, until_first, table);
    table_free(table);
    return tally.failures > 0;
}

static int planted_faults(const char *file)
{
    FILE *f = fopen(file, "r");
    char line[160], game[32];
    int missed = 0, number, at;

    if (f == NULL) {
        fprintf(stderr, "cannot read %s\n", file);
        return 1;
    }
    while (fgets(line, sizeof line, f) != NULL) {
        if (sscanf(line, "%d %31s %n", &number, game, &at) < 2)
            continue;
        line[strcspn(line, "\n")] = '\0';
        by_planted = number;
        if (notices(game)) {
            printf("fault %d, %s: %s: caught by %s after %llu moves: %s\n", number, game, line + at, tally.check,
                   (unsigned long long)tally.moves, tally.first);
        } else {
            printf("fault %d, %s: %s: NOT CAUGHT\n", number, game, line + at);
            missed++;
        }
    }
    by_planted = 0;
    fclose(f);
    return missed;
}

static int spoilt_calls(const char *file)
{
    int missed = 0;

    for (int i = 1; i < SPOILS; i++) {
        bool caught;

        spoil = (enum spoil)i;
        if (spoil == SPOIL_SIGN) {
            tally.quiet = true;
            caught = signatures(file, false) > 0;
            strcpy(tally.check, "signature");
        } else {
            caught = notices(spoil_words[i].game);
        }
        caught = caught && strcmp(tally.check, spoil_words[i].check) == 0;
        printf("spoilt, %s: %s: %s %s\n", spoil_words[i].game, spoil_words[i].what,
               caught ? "caught by" : "NOT CAUGHT by", spoil_words[i].check);
        if (!caught && tally.failures > 0)
            printf("  but by %s: %s\n", tally.check, tally.first);
        missed += !caught;
    }
    spoil = SPOIL_NONE;
    return missed;
}

/* Without a fault, a short run of every game must find nothing. */
static int sound_core(void)
{
    int found = 0;

    for (int g = 0; g < BY_GAMES; g++) {
        struct ruleset_plan plan = { by_games[g]->key, 0, 4 };
        struct table *table = table_new();

        memset(&tally, 0, sizeof tally);
        rulesets(&plan, until_first, table);
        table_free(table);
        printf("no fault, %s: %s\n", by_games[g]->key, tally.failures == 0 ? "clean" : "FOUND SOMETHING");
        found += tally.failures;
    }
    return found;
}

int main(int argc, char **argv)
{
    int failed;

    if (argc != 3) {
        fprintf(stderr, "usage: faults FAULTS.TXT SIGNATURES.TXT\n");
        return 2;
    }
    failed = sound_core() + planted_faults(argv[1]) + spoilt_calls(argv[2]);
    printf("%d missed\n", failed);
    return failed > 0;
}

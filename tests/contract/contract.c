/* SPDX-License-Identifier: MIT */
/* contract.c: the contract suite as a program.
 *
 *     contract [GAME ...]                      plays many matches of these games, or of all
 *     contract --rules TEXT --seed N           plays one match again
 *     contract --signatures FILE               compares the golden numbers
 *     contract --update FILE                   writes them
 *
 * BONEYARD_LONG=1 in the environment plays ten times as many matches.
 */
#include "contract.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool play(void *table, const char *rules, uint64_t seed, int rounds)
{
    table_play(table, rules, seed, rounds);
    return tally.failures < 20;
}

static int report(void)
{
    printf("%llu matches, %llu rounds, %llu moves, %llu other deals that looked the same: %d failure%s\n",
           (unsigned long long)tally.matches, (unsigned long long)tally.rounds, (unsigned long long)tally.moves,
           (unsigned long long)tally.worlds, tally.failures, tally.failures == 1 ? "" : "s");
    return tally.failures > 0;
}

static const char *value_of(int argc, char **argv, const char *name)
{
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return argv[i + 1];
    return NULL;
}

int main(int argc, char **argv)
{
    const char *longer = getenv("BONEYARD_LONG"), *rules = value_of(argc, argv, "--rules");
    const char *seed = value_of(argc, argv, "--seed"), *file = value_of(argc, argv, "--signatures");
    const char *update = value_of(argc, argv, "--update");
    struct ruleset_plan plan = { NULL, longer != NULL && strcmp(longer, "1") == 0 ? 10 : 1, BY_SEATS };
    struct table *table = table_new();

    if (table == NULL)
        return 2;
    if (file != NULL || update != NULL)
        tally.failures += signatures(file != NULL ? file : update, update != NULL);
    else if (rules != NULL)
        table_play(table, rules, seed != NULL ? strtoull(seed, NULL, 10) : 0, 0);
    else if (argc < 2)
        rulesets(&plan, play, table);
    for (int i = 1; argc > 1 && argv[1][0] != '-' && i < argc; i++) {
        plan.only = argv[i];
        rulesets(&plan, play, table);
        if (tally.matches == 0 && tally.failures == 0) {
            fprintf(stderr, "there is no game %s\n", argv[i]);
            return 2;
        }
    }
    table_free(table);
    return file != NULL || update != NULL ? tally.failures > 0 : report();
}

/* SPDX-License-Identifier: MIT */
/* check.c: `boneyard check`: checks that records follow from the rules, their deals and their moves. */
#include <stdio.h>

#include "records.h"

static const struct by_arg no_args[] = { { 0 } };
static const struct by_command command = { "boneyard check FILE...", "cli.check.about", no_args };

static int say(const char *name, bool several, const struct by_record *t)
{
    const struct by_state *s = &t->table.state;
    uint32_t winners = by_winners(s);
    int named = 0;

    if (several)
        printf("%s: ", name);
    fputs("ok", stdout);
    if (s->now.phase != BY_GAME_OVER) {
        printf(", not finished: round %u\n", (unsigned)s->round);
        return BY_EXIT_FINE;
    }
    printf(", round %u, scores", (unsigned)s->round);
    for (int i = 0; i < s->players; i++)
        printf(" %d", (int)s->score[i]);
    for (int i = 0; i < s->players; i++)
        if ((winners >> i & 1) != 0)
            printf("%s %d", named++ == 0 ? ", won by seat" : " and", i);
    puts(named == 0 ? ", nobody won" : "");
    return BY_EXIT_FINE;
}

int by_cli_check(int argc, char **argv)
{
    return by_cli_records(&command, "name a record: boneyard check FILE...", say, argc, argv);
}

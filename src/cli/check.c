/* SPDX-License-Identifier: MIT */
/* check.c: `boneyard check`: checks that records follow the rules and agree with the deals and moves that they
 * contain. */
#include <stdio.h>

#include "records.h"
#include "util/tell.h"

static const struct by_arg no_args[] = { { 0 } };
static const struct by_command command = { "boneyard check FILE...", "cli.check.about", no_args };

static int say(const char *name, bool several, const struct by_record *t)
{
    const struct by_state *s = &t->table.state;
    uint32_t winners = by_winners(s);
    struct by_names names;
    int named = 0;

    if (several)
        printf("%s: ", name);
    fputs("ok", stdout);
    if (s->now.phase != BY_GAME_OVER) {
        by_tell_print(stdout, "cli.check.unfinished", BY_PARTS(BY_NUMBER(s->round)));
        return BY_EXIT_FINE;
    }
    by_tell_print(stdout, "cli.check.scores", BY_PARTS(BY_NUMBER(s->round)));
    by_record_names(t, &names);
    for (int i = 0; i < s->players; i++)
        printf(" %d", (int)s->score[i]);
    for (int i = 0; i < s->players; i++)
        if ((winners >> i & 1) != 0)
            printf("%s %s", by_tell(named++ == 0 ? "cli.check.won" : "cli.check.and"),
                   i == names.you ? by_tell("tui.you") : names.at[i]);
    puts(named == 0 ? by_tell("cli.check.nobody") : "");
    return BY_EXIT_FINE;
}

int by_cli_check(int argc, char **argv) { return by_cli_records(&command, say, argc, argv); }

/* SPDX-License-Identifier: MIT */
/* games.c: `boneyard games`: lists the games, their sheets and options. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "boneyard/explain.h"
#include "boneyard/text.h"
#include "cli.h"
#include "util/args.h"
#include "util/page.h"
#include "util/tell.h"

struct options {
    const char *saved;
};

static const struct by_arg args[] = { { "--saved", NULL, "cli.games.saved", offsetof(struct options, saved) }, { 0 } };
static const struct by_command command = { "boneyard games [GAME]", "cli.games.about", args };

static void list_sheet(int game, int preset)
{
    const struct by_preset *p = &by_games[game]->presets[preset];
    char sets[32], players[64];
    struct by_text t = by_tell_on(sets, sizeof sets), n = by_tell_on(players, sizeof players);

    for (const uint8_t *s = p->sets; *s != 0; s++) {
        by_put(&t, s == p->sets ? "" : " ");
        by_put_int(&t, *s);
    }
    by_tell_put(&n, p->fewest == p->most ? "cli.games.alone" : "cli.games.players",
                BY_PARTS(BY_NUMBER(p->fewest), BY_NUMBER(p->most)));
    printf("  %-22s %-17s %s %s\n", "", players, by_tell("cli.games.sets"), sets);
}

static void list_games(void)
{
    char name[BY_CONFIG_TEXT];
    struct by_config c;

    for (int g = 0; g < BY_GAMES; g++) {
        by_page_heading(by_tell_of("game", by_games[g]->key, "name"));
        printf("  %s\n", by_tell_of("game", by_games[g]->key, "about"));
        for (int p = 0; by_games[g]->presets[p].sheet != NULL; p++) {
            by_config_preset(g, p, &c);
            by_config_print(&c, name, sizeof name);
            printf("  %-22s %s\n", name, by_tell_of("sheet", by_games[g]->presets[p].sheet, "name"));
            list_sheet(g, p);
        }
    }
    printf("\n%s\n", by_tell("cli.games.foot"));
}

static void list_option(int game, int id)
{
    char value[32], allowed[128];
    struct by_config c;

    printf("\n  %s\n", by_option_list[id].key);
    by_page_text(stdout, "", 6, by_option_about(id, by_tell_language()));
    for (int p = 0; by_games[game]->presets[p].sheet != NULL; p++) {
        by_config_preset(game, p, &c);
        if (by_option_of(&c, id) == NULL) {
            printf("      %-8s %s\n", by_games[game]->presets[p].sheet, by_tell("cli.games.none"));
            continue;
        }
        by_option_print(id, c.opt[id], value, sizeof value);
        by_option_allowed(&c, id, by_tell_language(), allowed, sizeof allowed);
        printf("      %-8s %-10s %s %s\n", by_games[game]->presets[p].sheet, value, by_tell("cli.games.of"), allowed);
    }
}

static void list_options(int game)
{
    by_page_heading(by_tell_of("game", by_games[game]->key, "name"));
    by_page_text(stdout, "", 2, by_tell_of("game", by_games[game]->key, "about"));
    putchar('\n');
    by_page_text(stdout, "", 2, by_tell("cli.games.values"));
    for (const struct by_option *o = by_games[game]->options; o->id != BY_OPTIONS; o++)
        list_option(game, o->id);
}

int by_cli_games(int argc, char **argv)
{
    struct options o = { 0 };
    int status = by_args_read(&command, &argc, argv, &o);
    struct by_config c;
    struct by_fault f;

    if (status >= 0)
        return status;
    if (o.saved != NULL) /* if this build includes the terminal game, src/main.c lists the saved games */
        return by_cli_say(BY_EXIT_USAGE, by_tell("cli.games.saved.only"));
    if (argc > 2)
        return by_cli_say(BY_EXIT_USAGE, by_tell("cli.games.one"));
    if (argc < 2) {
        list_games();
        return by_cli_end(BY_EXIT_FINE);
    }
    if (by_config_parse_in(argv[1], by_tell_language(), &c, &f) != BY_OK)
        return by_cli_say(BY_EXIT_USAGE, f.text);
    list_options(c.game);
    return by_cli_end(BY_EXIT_FINE);
}

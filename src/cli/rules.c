/* SPDX-License-Identifier: MIT */
/* rules.c: `boneyard rules`: prints the rules and options of a table in plain language. */
#include <stdio.h>
#include <string.h>

#include "boneyard/explain.h"
#include "boneyard/text.h"
#include "cli.h"
#include "util/args.h"
#include "util/page.h"
#include "util/tell.h"

static const struct by_arg no_args[] = { { 0 } };
static const struct by_command command = { "boneyard rules GAME[:SHEET] [OPTION=VALUE...]", "cli.rules.about",
                                           no_args };

/* Prints one line per option, with its value and a description of it. */
static void show_options(const struct by_config *c)
{
    struct by_config base;
    char value[32], label[64], set[32];

    /* Parses only the number of players and the set, to get the sheet's values for the other options. */
    by_config_preset(c->game, c->preset, &base);
    if (by_option_of(c, BY_PLAYERS) != NULL)
        snprintf(set, sizeof set, " players=%d set=%d", (int)c->opt[BY_PLAYERS], (int)c->opt[BY_SET]);
    else
        snprintf(set, sizeof set, " set=%d", (int)c->opt[BY_SET]);
    char text[BY_CONFIG_TEXT];
    struct by_text t = by_tell_on(text, sizeof text);

    by_put(&t, by_games[c->game]->key);
    by_put_char(&t, ':');
    by_put(&t, by_games[c->game]->presets[c->preset].sheet);
    by_put(&t, set);
    by_config_parse(text, &base, NULL);
    for (int id = 0; id < BY_OPTIONS; id++) {
        if (by_option_of(c, id) == NULL)
            continue;
        by_option_print(id, c->opt[id], value, sizeof value);
        snprintf(label, sizeof label, "%c %s=%s", c->opt[id] == base.opt[id] ? ' ' : '*', by_option_list[id].key,
                 value);
        by_page_text(stdout, label, 26, by_option_about(id, by_tell_language()));
    }
}

static void show_rules(const struct by_config *c)
{
    struct by_paragraph p;
    const char *section = "";

    for (int i = 0; by_explain(c, i, by_tell_language(), &p); i++) {
        if (strcmp(section, p.section) != 0)
            by_page_heading(p.section);
        section = p.section;
        by_page_text(stdout, p.number, 17, p.text);
    }
}

int by_cli_rules(int argc, char **argv)
{
    int status = by_args_read(&command, &argc, argv, NULL);
    char words[BY_CONFIG_TEXT], canonical[BY_CONFIG_TEXT];
    struct by_config c;
    struct by_fault f;

    if (status >= 0)
        return status;
    if (argc < 2)
        return by_cli_say(BY_EXIT_USAGE, by_tell("cli.rules.which"));
    if (!by_args_words(argc, argv, words, sizeof words))
        return by_cli_say(BY_EXIT_USAGE, by_tell("score.rules.long"));
    if (by_config_parse_in(words, by_tell_language(), &c, &f) != BY_OK)
        return by_cli_say(BY_EXIT_USAGE, f.text);
    by_config_print(&c, canonical, sizeof canonical);
    printf("%s, %s\n%s\n", by_tell_of("game", by_games[c.game]->key, "name"),
           by_tell_of("sheet", by_games[c.game]->presets[c.preset].sheet, "name"), canonical);
    show_rules(&c);
    by_page_heading(by_tell("cli.rules.options"));
    show_options(&c);
    return by_cli_end(BY_EXIT_FINE);
}

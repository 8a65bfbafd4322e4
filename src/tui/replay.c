/* SPDX-License-Identifier: MIT */
/* replay.c: `boneyard replay`: describes a recorded game move by move. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/bot.h"
#include "boneyard/why.h"
#include "cli/records.h"
#include "tui/board/picture.h"
#include "util/page.h"
#include "util/tell.h"

struct options {
    const char *brief;
};
#define AT(member) offsetof(struct options, member)

static const struct by_arg args[] = { { "--brief", NULL, "cli.replay.brief", AT(brief) }, { 0 } };
static const struct by_command command = { "boneyard replay [--brief] FILE", "cli.replay.about", args };

/* The output so far. The description is printed only once the whole record has been checked. */
struct telling {
    FILE *to;
    int moves;
    bool brief;
};

/* Prints the players, each bot with its level. */
static void tell_game(FILE *to, const struct by_record *t, const struct by_view *v, const char *const names[])
{
    char rules[BY_CONFIG_TEXT];

    by_config_print(&v->rules, rules, sizeof rules);
    fprintf(to, "%s: %s\n%s ", by_tell_of("game", by_games[v->rules.game]->key, "name"), rules,
            by_tell("cli.replay.players"));
    for (int i = 0; i < v->players; i++) {
        const char *label = by_record_name(t, i);
        bool bot = strncmp(label, "bot:", 4) == 0 && by_bot_find(false, label + 4) != NULL;

        fputs(names[i], to);
        if (bot)
            fprintf(to, " (%s)", by_tell_of("bot", label + 4, "name"));
        fputs(i + 1 < v->players ? ", " : "\n", to);
    }
}

static void tell(void *context, const struct by_record *t, const struct by_view *v, const struct by_events *ev)
{
    struct telling *telling = context;
    struct by_names names;
    char label[16], text[1024];

    by_record_names(t, &names);
    if (ev->at[0].kind == BY_EV_ROUND && v->round == 1)
        tell_game(telling->to, t, v, names.at);
    for (int i = 0; i < ev->n; i++) {
        struct by_text said = by_tell_on(text, sizeof text);

        by_say(v, ev->at[i], names.at, names.you, &said);
        snprintf(label, sizeof label, "%4d.", telling->moves + 1);
        if (ev->at[i].kind == BY_EV_MOVE)
            telling->moves++;
        else
            label[0] = '\0';
        if (ev->at[i].kind == BY_EV_ROUND)
            putc('\n', telling->to);
        by_page_text(telling->to, label, ev->at[i].kind == BY_EV_ROUND ? 0 : 6, text);
    }
    if (!telling->brief)
        by_picture_table(telling->to, v, names.at, names.you);
}

static int replay(const char *path, bool brief)
{
    struct telling telling = { .brief = brief };
    struct by_record *t;
    char *told = NULL;
    size_t n = 0;

    telling.to = open_memstream(&told, &n);
    if (telling.to == NULL)
        return by_cli_say(BY_EXIT_WRONG, by_tell("tui.memory"));
    t = by_cli_record(path, tell, &telling);
    fclose(telling.to);
    if (t != NULL)
        fwrite(told, 1, n, stdout);
    free(told);
    by_record_free(t);
    return by_cli_end(t == NULL ? BY_EXIT_WRONG : BY_EXIT_FINE);
}

int by_cli_replay(int argc, char **argv)
{
    struct options o = { 0 };
    int status = by_args_read(&command, &argc, argv, &o);

    if (status >= 0)
        return status;
    if (argc != 2) {
        by_tell_complain("cli.record.one", BY_PARTS(BY_WORDS("replay")));
        return BY_EXIT_USAGE;
    }
    return replay(argv[1], o.brief != NULL);
}

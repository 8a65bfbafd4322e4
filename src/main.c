/* SPDX-License-Identifier: MIT */
/* main.c: holds the table of subcommands. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "tui/saves.h"
#include "util/args.h"
#include "util/tell.h"

/* Stubs for commands missing from this build. */
#ifndef BY_HAVE_TERMINAL
#define by_cli_play NULL
#define by_cli_replay NULL
#endif
#ifndef BY_HAVE_SERVER
#define by_cli_serve NULL
#define by_cli_admin NULL
#endif

static const struct {
    const char *name;
    int (*run)(int, char **);
    const char *about;
} commands[] = {
#define BY_COMMAND(name, about) { #name, by_cli_##name, about },
#include "cli/commands.def"
#undef BY_COMMAND
};

static void help(FILE *out)
{
    fprintf(out, "%s\n", by_tell("cli.head"));
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (commands[i].run != NULL)
            fprintf(out, "  %-11s %s\n", commands[i].name, by_tell(commands[i].about));
    fprintf(out, "%s\n", by_tell("cli.foot"));
}

/* `boneyard complete [COMMAND PREVIOUS-WORD]`: supports shell completion (dist/completions). */
static int complete(int argc, char **argv)
{
    char ask[] = BY_ARGS_COMPLETE;
    char *words[] = { argc > 2 ? argv[2] : NULL, ask, argc > 3 ? argv[3] : NULL, NULL };

    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (commands[i].run != NULL && argc <= 2)
            printf("%s\t%s\n", commands[i].name, by_tell(commands[i].about));
        else if (commands[i].run != NULL && strcmp(commands[i].name, argv[2]) == 0)
            return commands[i].run(argc > 3 ? 3 : 2, words);
    return by_cli_end(BY_EXIT_FINE);
}

/* Removes --language from anywhere in the arguments. Returns false if the language is unknown. */
static bool choose_language(int *argc, char **argv)
{
    static const char option[] = "--language";
    const char *wanted = NULL;
    int kept = 1;

    for (int i = 1; i < *argc; i++)
        if (strcmp(argv[i], option) == 0 && i + 1 < *argc)
            wanted = argv[++i];
        else if (strncmp(argv[i], option, sizeof option - 1) == 0 && argv[i][sizeof option - 1] == '=')
            wanted = argv[i] + sizeof option;
        else
            argv[kept++] = argv[i];
    *argc = kept;
    argv[kept] = NULL;
    if (by_tell_choose(wanted))
        return true;
    by_tell_complain("cli.language.unknown", BY_PARTS(BY_INPUT(wanted)));
    for (int i = 0; i < by_language_count; i++)
        fprintf(stderr, "  %s  %s\n", by_language_list[i]->key, by_language_list[i]->name);
    return false;
}

static int run_command(const char *name, int argc, char **argv)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(commands[i].name, name) == 0)
            return commands[i].run != NULL ? commands[i].run(argc, argv)
                                           : by_cli_say(BY_EXIT_WRONG, by_tell("cli.command.missing"));
    by_tell_complain("cli.command.unknown", BY_PARTS(BY_INPUT(name)));
    help(stderr);
    return BY_EXIT_USAGE;
}

int main(int argc, char **argv)
{
    char asked[] = "--help";

    if (!choose_language(&argc, argv))
        return BY_EXIT_USAGE;
    signal(SIGPIPE, SIG_IGN); /* writing to a closed pipe then fails instead of killing the program */
    if (argc < 2) {
        help(stderr);
        return BY_EXIT_USAGE;
    }
    if (argc > 2 && strcmp(argv[1], "help") == 0) /* `help play` means `play --help` */
        return run_command(argv[2], 2, (char *[]){ argv[2], asked, NULL });
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        help(stdout);
        return by_cli_end(BY_EXIT_FINE);
    }
    if (strcmp(argv[1], "complete") == 0)
        return complete(argc, argv);
    if (strcmp(argv[1], "--version") == 0) {
        puts("boneyard " BY_VERSION);
        return by_cli_end(BY_EXIT_FINE);
    }
#ifdef BY_HAVE_TERMINAL
    if (argc == 3 && strcmp(argv[1], "games") == 0 && strcmp(argv[2], "--saved") == 0)
        return by_saves_print();
#endif
    return run_command(argv[1], argc - 1, argv + 1);
}

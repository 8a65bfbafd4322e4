/* SPDX-License-Identifier: MIT */
/* args.c: parses command-line arguments (args.h). */
#include "args.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/rules.h"
#include "boneyard/text.h"
#include "page.h"
#include "tell.h"

static const char *about(const char *id)
{
    const char *text = by_tell_in(by_tell_language(), id);

    return text != NULL ? text : id;
}

static void help(const struct by_command *c)
{
    by_tell_print(stdout, "cli.usage", BY_PARTS(BY_WORDS(c->usage)));
    printf("\n\n%s\n", about(c->about));
    if (c->args->name != NULL)
        printf("\n%s\n", by_tell("cli.options"));
    for (const struct by_arg *a = c->args; a->name != NULL; a++) {
        int left = 22 - (int)strlen(a->name) - (a->value == NULL ? 0 : 1);

        printf("  %s%s%-*s %s\n", a->name, a->value == NULL ? "" : " ", left > 0 ? left : 0,
               a->value == NULL ? "" : a->value, about(a->about));
    }
    printf("  %-22s %s\n", "--help", by_tell("cli.help"));
}

static int wrong(const struct by_command *c, const char *word, const char *id)
{
    char words[1024];
    struct by_text t = by_tell_on(words, sizeof words);

    by_tell_put(&t, id, BY_PARTS(BY_INPUT(word)));
    by_put(&t, "\n");
    by_tell_put(&t, "cli.usage", BY_PARTS(BY_WORDS(c->usage)));
    by_complain("%s", words);
    return 2;
}

/* Prints the words that may follow `before`, for shell completion: one line "word<TAB>description" for each. Prints
 * nothing after an option that takes a value, so that the shell offers files. */
static void complete(const struct by_command *c, const char *before)
{
    for (const struct by_arg *a = c->args; a->name != NULL; a++)
        if (a->value != NULL && strcmp(a->name, before) == 0)
            return;
    for (const struct by_arg *a = c->args; a->name != NULL; a++)
        printf("%s\t%s\n", a->name, about(a->about));
    printf("--help\t%s\n", by_tell("cli.help"));
    for (int g = 0; g < BY_GAMES && strstr(c->usage, "GAME") != NULL; g++)
        for (const struct by_preset *p = by_games[g]->presets; p->sheet != NULL; p++)
            printf("%s:%s\t%s\n", by_games[g]->key, p->sheet, by_tell_of("game", by_games[g]->key, "name"));
}

/* Returns the member of the options struct that receives a value. */
static const char **place(void *options, const struct by_arg *a)
{
    return (const char **)(void *)((char *)options + (a->at & 0xffffff));
}

/* Reads the option at argv[*i] and its value, if it takes one. Returns -1, or 2 after an error message. */
static int take(const struct by_command *c, int *i, int argc, char **argv, void *options)
{
    const struct by_arg *a = c->args;
    const char **to;
    char *word = argv[*i];
    const char *equals = strchr(word, '=');
    size_t n = equals == NULL ? strlen(word) : (size_t)(equals - word);

    while (a->name != NULL && (strlen(a->name) != n || strncmp(a->name, word, n) != 0))
        a++;
    if (a->name == NULL)
        return wrong(c, word, "cli.option.unknown");
    if (a->value == NULL && equals != NULL)
        return wrong(c, word, "cli.option.single");
    if (a->value != NULL && equals == NULL && *i + 1 == argc)
        return wrong(c, word, "cli.option.empty");
    to = place(options, a);
    for (size_t k = 1; k < a->at >> 24 && *to != NULL; k++)
        to++;
    if (a->at >> 24 > 0 && *to != NULL)
        return wrong(c, a->name, a->at >> 24 > 1 ? "cli.option.many" : "cli.option.twice");
    *to = a->value == NULL ? a->name : equals != NULL ? equals + 1 : argv[++*i];
    return -1;
}

int by_args_read(const struct by_command *c, int *argc, char **argv, void *options)
{
    int kept = 1, status = -1;
    bool plain = false;

    for (int i = 1; i < *argc && status < 0; i++) {
        if (plain || argv[i][0] != '-' || strcmp(argv[i], "-") == 0) {
            argv[kept++] = argv[i];
        } else if (strcmp(argv[i], "--") == 0) {
            plain = true;
        } else if (i == 1 && strcmp(argv[1], BY_ARGS_COMPLETE) == 0) {
            complete(c, *argc > 2 ? argv[2] : "");
            return fflush(stdout) == 0 ? 0 : 1;
        } else if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            help(c);
            return fflush(stdout) == 0 ? 0 : 1;
        } else {
            status = take(c, &i, *argc, argv, options);
        }
    }
    if (status >= 0)
        return status;
    *argc = kept;
    argv[kept] = NULL;
    return -1;
}

bool by_args_words(int argc, char **argv, char *out, size_t size)
{
    struct by_text t = by_text_on(out, size);

    for (int i = 1; i < argc; i++) {
        by_put(&t, i == 1 ? "" : " ");
        by_put(&t, argv[i]);
    }
    return !t.full;
}

bool by_args_number(const char *name, const char *text, long lo, long hi, long *out)
{
    char *end;
    long n;

    errno = 0;
    n = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || n < lo || n > hi) {
        by_tell_complain("cli.option.number", BY_PARTS(BY_WORDS(name), BY_INPUT(text), BY_NUMBER(lo), BY_NUMBER(hi)));
        return false;
    }
    *out = n;
    return true;
}

/* args.c: the words of a command line. */
#include "args.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "page.h"

static void help(const struct by_command *c)
{
    printf("usage: %s\n\n%s\n", c->usage, c->about);
    if (c->args->name != NULL)
        puts("\noptions:");
    for (const struct by_arg *a = c->args; a->name != NULL; a++) {
        int left = 22 - (int)strlen(a->name) - (a->value == NULL ? 0 : 1);

        printf("  %s%s%-*s %s\n", a->name, a->value == NULL ? "" : " ", left > 0 ? left : 0,
               a->value == NULL ? "" : a->value, a->about);
    }
    printf("  %-22s %s\n", "--help", "shows this");
}

static int wrong(const struct by_command *c, const char *word, const char *why)
{
    by_complain("'%.60s' %s\nusage: %s", word, why, c->usage);
    return 2;
}

int by_args_read(const struct by_command *c, int *argc, char **argv)
{
    int kept = 1;
    bool plain = false;

    for (int i = 1; i < *argc; i++) {
        const struct by_arg *a = c->args;
        const char *equals = strchr(argv[i], '=');
        size_t n = equals == NULL ? strlen(argv[i]) : (size_t)(equals - argv[i]);

        if (plain || strncmp(argv[i], "-", 1) != 0 || strcmp(argv[i], "-") == 0) {
            argv[kept++] = argv[i];
            continue;
        }
        if (strcmp(argv[i], "--") == 0) {
            plain = true;
            continue;
        }
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            help(c);
            return fflush(stdout) == 0 ? 0 : 1;
        }
        while (a->name != NULL && (strlen(a->name) != n || strncmp(a->name, argv[i], n) != 0))
            a++;
        if (a->name == NULL)
            return wrong(c, argv[i], "is not an option of this command");
        if (a->value == NULL && equals != NULL)
            return wrong(c, argv[i], "takes no value");
        if (a->value == NULL)
            *a->text = a->name;
        else if (equals != NULL)
            *a->text = equals + 1;
        else if (i + 1 < *argc)
            *a->text = argv[++i];
        else
            return wrong(c, argv[i], "needs a value");
    }
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
        by_complain("%s '%.60s' has to be a number from %ld to %ld", name, text, lo, hi);
        return false;
    }
    *out = n;
    return true;
}

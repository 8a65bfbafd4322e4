/* SPDX-License-Identifier: MIT */
/* records.c: runs a subcommand on each named record in turn. */
#include "records.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "util/page.h"
#include "util/tell.h"

struct by_record *by_cli_record(const char *path, by_record_reader *reader, void *context)
{
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    struct by_fault f = { .err = BY_OK };
    struct by_record *t;

    if (in == NULL) {
        by_tell_complain("cli.unread", BY_PARTS(BY_WORDS(path), BY_WORDS(strerror(errno))));
        return NULL;
    }
    t = by_record_read(in, reader, context, &f);
    if (in != stdin)
        fclose(in);
    if (t == NULL)
        by_complain("%s:%d: %s", path, f.line, f.text);
    return t;
}

static int record(const char *path, bool several, by_record_say *say)
{
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    char name[4096];
    struct by_fault f = { .err = BY_OK };
    struct by_record *t;
    int status;

    by_page_clean(name, sizeof name, path);
    if (in == NULL) {
        by_tell_print(stdout, "cli.unread", BY_PARTS(BY_WORDS(name), BY_WORDS(strerror(errno))));
        putchar('\n');
        return BY_EXIT_WRONG;
    }
    t = by_record_read(in, NULL, NULL, &f);
    if (in != stdin)
        fclose(in);
    if (t == NULL) {
        printf("%s:%d: %s\n", name, f.line, f.text);
        return BY_EXIT_WRONG;
    }
    status = say(name, several, t);
    by_record_free(t);
    return status;
}

int by_cli_records(const struct by_command *command, by_record_say *say, int argc, char **argv)
{
    int status = by_args_read(command, &argc, argv, NULL), worst = BY_EXIT_FINE;

    if (status >= 0)
        return status;
    if (argc < 2) {
        by_tell_complain("cli.record.some", BY_PARTS(BY_WORDS(argv[0])));
        return BY_EXIT_USAGE;
    }
    for (int i = 1; i < argc; i++)
        if (record(argv[i], argc > 2, say) != BY_EXIT_FINE)
            worst = BY_EXIT_WRONG;
    return by_cli_end(worst);
}

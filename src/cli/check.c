/* check.c: `boneyard check`: are these records what the rules make of their deals and moves? */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "util/args.h"
#include "util/page.h"
#include "wire/record.h"

static const struct by_arg no_args[] = { { 0 } };
static const struct by_command command = {
    "boneyard check FILE...",
    "Plays each record again from its deals and moves and compares everything else in it.  Says ok\n"
    "and the result, or the first line that is wrong and why.  - reads standard input.\n"
    "Exit status: 0 all are right, 1 one is wrong or cannot be read, 2 not understood.",
    no_args
};

static void say_result(const char *path, bool several, const struct by_table *t)
{
    const struct by_state *s = &t->match.state;
    uint32_t winners = by_winners(s);
    int named = 0;

    if (several)
        printf("%s: ", path);
    fputs("ok", stdout);
    if (s->now.phase != BY_GAME_OVER) {
        printf(", not finished: round %u\n", (unsigned)s->round);
        return;
    }
    printf(", round %u, scores", (unsigned)s->round);
    for (int i = 0; i < s->players; i++)
        printf(" %d", (int)s->score[i]);
    for (int i = 0; i < s->players; i++)
        if ((winners >> i & 1) != 0)
            printf("%s %d", named++ == 0 ? ", won by seat" : " and", i);
    puts(named == 0 ? ", nobody won" : "");
}

static int check(const char *path, bool several)
{
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    char name[4096];
    struct by_fault f = { .err = BY_OK };
    struct by_table *t;

    by_page_clean(name, sizeof name, path);
    if (in == NULL) {
        printf("%s: cannot be read: %s\n", name, strerror(errno));
        return BY_EXIT_WRONG;
    }
    t = by_record_read(in, NULL, NULL, &f);
    if (in != stdin)
        fclose(in);
    if (t == NULL) {
        printf("%s:%d: %s\n", name, f.line, f.text);
        return BY_EXIT_WRONG;
    }
    say_result(name, several, t);
    by_table_free(t);
    return BY_EXIT_FINE;
}

int by_cli_check(int argc, char **argv)
{
    int status = by_args_read(&command, &argc, argv), worst = BY_EXIT_FINE;

    if (status >= 0)
        return status;
    if (argc < 2)
        return by_cli_say(BY_EXIT_USAGE, "name a record: boneyard check FILE...");
    for (int i = 1; i < argc; i++)
        if (check(argv[i], argc > 2) != BY_EXIT_FINE)
            worst = BY_EXIT_WRONG;
    return by_cli_end(worst);
}

/* SPDX-License-Identifier: MIT */
/* command.c: `boneyard engine`, a loop that passes each input line to the referee. */
#include <stdlib.h>

#include "cli/cli.h"
#include "engine.h"
#include "util/args.h"
#include "util/chance.h"
#include "util/lines.h"

static const struct by_arg no_args[] = { { 0 } };
static const struct by_command command = {
    "boneyard engine",
    "A referee for programs in any language: one JSON request a line on standard input, one JSON\n"
    "reply a line on standard output, in order.  docs/protocol.md has the requests; try\n"
    "  {\"do\":\"new\",\"rules\":\"muggins:number\"}\n"
    "It never ends because of bad input; {\"do\":\"quit\"} or the end of the input ends it.",
    no_args
};

static bool put_line(char *line)
{
    bool fine = fputs(line, stdout) >= 0 && putchar('\n') != EOF && fflush(stdout) == 0;

    free(line);
    return fine;
}

int by_cli_engine(int argc, char **argv)
{
    struct by_seed seed = by_chance();
    struct by_engine engine;
    struct by_lines lines;
    enum by_line got = BY_LINE_READ;
    bool fine = true;
    int status = by_args_read(&command, &argc, argv, NULL);

    if (status >= 0)
        return status;
    if (argc > 1)
        return by_cli_say(BY_EXIT_USAGE, "engine takes no words; try boneyard engine --help");
    by_engine_init(&engine, &seed);
    by_lines_init(&lines, stdin, BY_LINE_LIMIT);
    while (fine && !engine.quit) {
        got = by_lines_next(&lines);
        if (got == BY_LINE_END || got == BY_LINE_FAILED)
            break;
        fine = put_line(got == BY_LINE_LONG ? by_engine_too_long() : by_engine_answer(&engine, lines.at, lines.n));
    }
    by_lines_clear(&lines);
    by_engine_clear(&engine);
    if (!fine)
        return by_cli_say(BY_EXIT_WRONG, "the reply could not be written");
    return got == BY_LINE_FAILED ? by_cli_say(BY_EXIT_WRONG, "standard input cannot be read") : BY_EXIT_FINE;
}

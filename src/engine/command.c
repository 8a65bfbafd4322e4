/* SPDX-License-Identifier: MIT */
/* command.c: `boneyard engine`, a loop that passes each input line to the referee.
 *
 * A running `best` ends at once in two cases. On SIGINT or SIGTERM, the engine answers with the best move so far and
 * exits. If the client has disconnected, the search stops, since no one would read the answer. The end of the input
 * does not stop `best`. A client may send all its requests, close its end of the pipe and then read the answers. */
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli.h"
#include "engine.h"
#include "util/args.h"
#include "util/chance.h"
#include "util/lines.h"

static const struct by_arg no_args[] = { { 0 } };
static const struct by_command command = {
    "boneyard engine",
    "A referee for programs in any language: one JSON request per line on standard input, one JSON reply\n"
    "per line on standard output, in order.  docs/protocol.md describes the requests; try\n"
    "  {\"do\":\"new\",\"rules\":\"muggins:number\"}\n"
    "Bad input never ends it; {\"do\":\"quit\"} or the end of the input does.\n"
    "Ctrl-C ends a running \"best\" with the best move found so far, and then the engine.",
    no_args
};

#define LOOK_NS 10000000 /* interval between checks that the client is still connected */

static struct by_stop stop;
static volatile sig_atomic_t thinking, stopped;

/* During a `best`, the signal only sets a flag; between requests, it ends the engine as usual. */
static void on_signal(int number)
{
    if (thinking != 0) {
        stopped = 1;
        by_stop_set(&stop);
    } else {
        signal(number, SIG_DFL);
        raise(number);
    }
}

static void watch_signals(void)
{
    struct sigaction act = { .sa_handler = on_signal };

    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
}

/* A search reads this clock often, so this function also checks whether the client has disconnected. */
static int64_t watchful_clock(void)
{
    static int64_t looked;
    struct pollfd out = { .fd = STDOUT_FILENO };
    int64_t now = by_now_ns();

    if (now - looked < LOOK_NS)
        return now;
    looked = now;
    if (poll(&out, 1, 0) > 0 && (out.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0)
        by_stop_set(&stop);
    return now;
}

static char *answer(struct by_engine *e, const struct by_lines *l)
{
    char *line;

    thinking = 1;
    line = by_engine_answer(e, l->at, l->n);
    thinking = 0;
    return line;
}

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
        return by_cli_say(BY_EXIT_USAGE, "engine takes no arguments; see boneyard engine --help");
    by_engine_init(&engine, &seed);
    engine.stop = &stop;
    engine.clock = watchful_clock;
    watch_signals();
    by_lines_init(&lines, stdin, BY_LINE_LIMIT);
    while (fine && !engine.quit && stopped == 0) {
        got = by_lines_next(&lines);
        if (got == BY_LINE_END || got == BY_LINE_FAILED)
            break;
        fine = put_line(got == BY_LINE_LONG ? by_engine_too_long() : answer(&engine, &lines));
    }
    by_lines_clear(&lines);
    by_engine_clear(&engine);
    if (!fine)
        return by_cli_say(BY_EXIT_WRONG, "the reply could not be written");
    if (stopped != 0)
        return BY_EXIT_STOPPED;
    return got == BY_LINE_FAILED ? by_cli_say(BY_EXIT_WRONG, "standard input cannot be read") : BY_EXIT_FINE;
}

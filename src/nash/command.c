/* SPDX-License-Identifier: MIT */
/* command.c: `boneyard nash SET/HAND`: solves the small game, or measures a bot's distance from the solution. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ask.h"
#include "open.h"
#include "walk.h"
#include "cli/cli.h"
#include "tree.h"
#include "util/args.h"
#include "util/chance.h"
#include "util/memory.h"
#include "util/page.h"
#include "wire/out.h"

#define SAMPLING "sampling"
#define CHECK 10 /* number of iterations between two measurements; a measurement costs about as much as an iteration */

struct options {
    const char *bot, *count, *iterations, *to, *seed, *json;
};
#define AT(member) offsetof(struct options, member)

static const struct by_arg args[] = {
    { "--bot", "NAME", "asks this bot for every decision, and prints how much a best response wins", AT(bot) },
    { "--count", "N", "the bot's budget (default: its own)", AT(count) },
    { "--iterations", "N", "1 to 100000 (default 100)", AT(iterations) },
    { "--to", "GAP", "stops when the exploitability is at most GAP, such as 1e-4", AT(to) },
    { "--seed", "N", "seed of the bot's generator (default 1)", AT(seed) },
    { "--json", NULL, "one JSON line", AT(json) },
    { 0 }
};
static const struct by_command command = {
    "boneyard nash SET/HAND [--bot NAME] [...]",
    "Solves two-player Block on a small set (CFR+): SET/HAND is 2/2, 2/3, 3/3, 3/4, 3/5,\n"
    "4/3, 4/4, 5/3 or 6/3, where 4/3 is a double-4 set and three tiles each.  Sets below double-6 exist only\n"
    "for this command.  Seat 0 leads with any tile, and the rest of the set stays unknown.  A win counts 1, a\n"
    "draw 0, a loss -1.\n"
    "Exploitability is what an opponent who knows how the player plays can win, averaged over both seats; a\n"
    "player with 0 cannot be beaten.  NAME is any bot that does not peek, or 'sampling': it treats all hidden\n"
    "hands as equally likely, solves each with open hands, and plays the tile with the best mean.",
    args
};

static volatile sig_atomic_t stopped;
static int64_t begun, told;
static bool at_most; /* the total is only an upper bound */
static uint64_t most;

static void stop(int sig)
{
    (void)sig;
    stopped = 1;
}
static bool is_stopped(void) { return stopped != 0; }

/* Shows progress and the time left if stderr is a terminal. */
static void tell(const char *what, uint64_t done, uint64_t all)
{
    int64_t now = by_now_ms();

    if (!isatty(STDERR_FILENO) || now - told < 200 || done == 0)
        return;
    told = now;
    if (done > all)
        all = done;
    fprintf(stderr, "\r%s %llu of %s%llu, %lld s left  ", what, (unsigned long long)done, at_most ? "at most " : "",
            (unsigned long long)all, (long long)((now - begun) * (int64_t)(all - done) / (int64_t)done / 1000));
}

static void tell_asked(uint64_t asked) { tell("decision", asked, most); }

static void untell(void)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}

/* Parses a game written as SET/HAND, such as "4/3". */
static bool game_of(const char *text, int *top, int *hand)
{
    if (strlen(text) != 3 || text[1] != '/')
        return false;
    *top = text[0] - '0';
    *hand = text[2] - '0';
    if (*hand == 3)
        return *top >= 2 && *top <= 6;
    return (*top == 2 && *hand == 2) || (*top == 3 && *hand >= 4 && *hand <= 5) || (*top == 4 && *hand == 4);
}

struct outcome {
    double best[2], seconds;
    long iterations;
    uint64_t asked;
};

static void print(const struct by_nash *g, const char *who, const struct outcome *o, bool json)
{
    double value = (o->best[0] - o->best[1]) / 2, gap = (o->best[0] + o->best[1]) / 2;

    if (json) {
        struct by_out out = { 0 };

        by_out(&out, "{");
        by_out_key_int(&out, "set", g->top);
        by_out_key_int(&out, "hand", g->hand);
        by_out_key_string(&out, "player", who);
        by_out_key_int(&out, "decisions", (int64_t)g->infosets);
        by_out_key_int(&out, "asked", (int64_t)o->asked);
        by_out_key_int(&out, "iterations", o->iterations);
        by_out_key_real(&out, "best-as-0", o->best[0], 6);
        by_out_key_real(&out, "best-as-1", o->best[1], 6);
        by_out_key_real(&out, "value", value, 6);
        by_out_key_real(&out, "exploitability", gap, 6);
        by_out_key_real(&out, "seconds", o->seconds, 2);
        by_out(&out, "}");
        by_out_print(&out);
        return;
    }
    printf("double-%d, %d tiles each: %llu decisions, %u public positions\n", g->top, g->hand,
           (unsigned long long)g->infosets, g->nodes);
    if (o->iterations > 0)
        printf("value for seat 0   %+.4f\n", value);
    else
        printf("%s was asked %llu times\n", who, (unsigned long long)o->asked);
    printf("best response      %+.4f as seat 0, %+.4f as seat 1\nexploitability     %.5f\n", o->best[0], o->best[1],
           gap);
    if (o->iterations > 0)
        printf("%ld iterations, ", o->iterations);
    printf("%.1f s of processor time\n", o->seconds);
}

/* Measures both best responses unless stopped. Returns the exploitability. */
static double measure(struct by_nash *g, struct outcome *o)
{
    for (int seat = 0; seat < 2 && !stopped; seat++)
        o->best[seat] = by_nash_best(g, seat);
    return (o->best[0] + o->best[1]) / 2;
}

static void solve(struct by_nash *g, long iterations, double to, struct outcome *o)
{
    for (long i = 1; i <= iterations && !stopped; i++) {
        for (int seat = 0; seat < 2; seat++)
            by_nash_learn(g, seat, (float)i * (float)i);
        o->iterations = i;
        tell("iteration", (uint64_t)i, (uint64_t)iterations);
        if (i % CHECK == 0 && to > 0 && measure(g, o) <= to)
            break;
    }
}

static int ask(struct by_nash *g, const struct by_bot *bot, long count, long seed, struct outcome *o)
{
    struct by_nash_player p = { .ask = by_nash_ask_sampling, .stop = is_stopped, .progress = tell_asked };

    at_most = true;
    most = g->infosets;
    if (bot != NULL) {
        p.ask = by_nash_ask_bot;
        p.bot = bot;
        p.count = (uint32_t)count;
        p.seed = (uint64_t)seed << 32;
        p.memory = by_sure(malloc(BY_BOT_MEMORY));
        p.kept = by_sure(calloc(1, BY_BOT_KEPT));
        p.list = by_sure(malloc(BY_MOVES * sizeof *p.list));
    }
    by_nash_ask(g, &p);
    o->asked = p.asked;
    free(p.memory);
    free(p.kept);
    free(p.list);
    return BY_EXIT_FINE;
}

static int refuse_bot(void)
{
    char names[256];

    by_bot_names(true, names, sizeof names);
    by_complain("--bot takes %s, or a bot that does not peek: %s", SAMPLING, names);
    return BY_EXIT_USAGE;
}

struct numbers {
    long iterations, count, seed;
    double to;
};

static int numbers(const struct options *o, struct numbers *n)
{
    char *end = "";

    *n = (struct numbers){ .iterations = o->to == NULL ? 100 : 100000, .seed = 1 };
    if ((o->iterations != NULL && !by_args_number("--iterations", o->iterations, 1, 100000, &n->iterations))
        || (o->count != NULL && !by_args_number("--count", o->count, 1, 1000000000, &n->count))
        || (o->seed != NULL && !by_args_number("--seed", o->seed, 0, 1000000000, &n->seed)))
        return BY_EXIT_USAGE;
    if (o->to != NULL)
        n->to = strtod(o->to, &end);
    if (o->to != NULL && (*end != '\0' || !(n->to >= 1e-6 && n->to <= 1)))
        return by_cli_say(BY_EXIT_USAGE, "--to takes a number from 1e-6 to 1");
    return -1;
}

int by_cli_nash(int argc, char **argv)
{
    struct options o = { 0 };
    int status = by_args_read(&command, &argc, argv, &o), top, hand;
    bool sampling = o.bot != NULL && strcmp(o.bot, SAMPLING) == 0;
    const struct by_bot *bot = o.bot == NULL ? NULL : by_bot_find(true, o.bot);
    struct sigaction action = { .sa_handler = stop };
    struct outcome found = { .iterations = 0 };
    struct numbers n;
    struct by_nash g;

    if (status >= 0 || (status = numbers(&o, &n)) >= 0)
        return status;
    if (argc != 2 || !game_of(argv[1], &top, &hand))
        return by_cli_say(BY_EXIT_USAGE, "name a game, SET/HAND: 2/2, 2/3, 3/3, 3/4, 3/5, 4/3, 4/4, 5/3 or 6/3");
    if (o.bot != NULL && !sampling && (bot == NULL || bot->peeks))
        return refuse_bot();
    sigaction(SIGINT, &action, NULL);
    begun = by_now_ms();
    by_nash_init(&g, top, hand, o.bot == NULL);
    if (o.bot == NULL)
        solve(&g, n.iterations, n.to, &found);
    else
        ask(&g, bot, n.count, n.seed, &found);
    measure(&g, &found);
    found.seconds = (double)by_cpu_ns() / 1e9;
    untell();
    if (stopped)
        status = by_cli_say(BY_EXIT_STOPPED, "stopped");
    else
        print(&g, o.bot == NULL ? "solver" : o.bot, &found, o.json != NULL);
    by_nash_clear(&g);
    return stopped ? status : by_cli_end(BY_EXIT_FINE);
}

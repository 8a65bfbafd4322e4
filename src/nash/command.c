/* command.c: `boneyard nash SET/HAND`: solves the small game, or measures how far from that a bot is. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "nash.h"
#include "util/args.h"
#include "util/chance.h"
#include "util/memory.h"
#include "util/page.h"

#define SAMPLING "sampling"

static const char *bot_text, *count_text, *iterations_text, *seed_text, *json;

static const struct by_arg args[] = {
    { "--bot", "NAME", "asks this bot in every decision, and says how much the best answer wins", &bot_text },
    { "--count", "N", "the bot's budget (default: its own)", &count_text },
    { "--iterations", "N", "1 to 100000 (default 100)", &iterations_text },
    { "--seed", "N", "of the bot's generator (default 1)", &seed_text },
    { "--json", NULL, "one JSON line", &json },
    { 0 }
};
static const struct by_command command = {
    "boneyard nash SET/HAND [--bot NAME] [...]",
    "Solves two-player Block on a small set (CFR+): SET/HAND is 2/3, 3/3, 3/4, 3/5, 4/3 or 4/4, where 4/3 is a\n"
    "double-4 set and three tiles each.  Sets below double-6 exist for this command alone.  Seat 0 leads any\n"
    "tile, the rest of the set stays unknown, a win is 1, a draw 0, a loss -1.\n"
    "Exploitability is what the best answer wins, in the mean of both seats, if it knows how the player plays:\n"
    "0 cannot be beaten.  NAME is any bot but one that peeks, or 'sampling': all hidden hands held for equally\n"
    "likely, each solved with open hands, the best mean.",
    args
};

static volatile sig_atomic_t stopped;
static int64_t begun, told;
static double share;                    /* of the bot's decisions are asked: a guess */
static uint64_t most;

static void stop(int sig) { (void)sig; stopped = 1; }
static bool is_stopped(void) { return stopped != 0; }

/* On a terminal: how far, and how long still. */
static void tell(const char *what, uint64_t done, uint64_t all)
{
    int64_t now = by_now_ms();

    if (!isatty(STDERR_FILENO) || now - told < 200 || done == 0)
        return;
    told = now;
    if (done > all)
        all = done;
    fprintf(stderr, "\r%s %llu of %s%llu, %lld s left  ", what, (unsigned long long)done, share > 0 ? "at most " : "",
            (unsigned long long)all, (long long)((now - begun) * (int64_t)(all - done) / (int64_t)done / 1000));
}

static void tell_asked(uint64_t asked) { tell("decision", asked, most); }

static void untell(void)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}

/* "4/3" */
static bool game_of(const char *text, int *top, int *hand)
{
    if (strlen(text) != 3 || text[1] != '/')
        return false;
    *top = text[0] - '0';
    *hand = text[2] - '0';
    return (*top == 2 && *hand == 3) || (*top == 3 && *hand >= 3 && *hand <= 5)
        || (*top == 4 && *hand >= 3 && *hand <= 4);
}

struct outcome { double best[2], seconds; long iterations; uint64_t asked; };

static void print(const struct by_nash *g, const char *who, const struct outcome *o)
{
    double value = (o->best[0] - o->best[1]) / 2, gap = (o->best[0] + o->best[1]) / 2;

    if (json != NULL) {
        printf("{\"set\":%d,\"hand\":%d,\"player\":\"%s\",\"decisions\":%llu,\"asked\":%llu,\"iterations\":%ld,"
               "\"best-as-0\":%.6f,\"best-as-1\":%.6f,\"value\":%.6f,\"exploitability\":%.6f,\"seconds\":%.2f}\n",
               g->top, g->hand, who, (unsigned long long)g->infosets, (unsigned long long)o->asked, o->iterations,
               o->best[0], o->best[1], value, gap, o->seconds);
        return;
    }
    printf("double-%d, %d tiles each: %llu decisions, %u public positions\n", g->top, g->hand,
           (unsigned long long)g->infosets, g->nodes);
    if (o->iterations > 0)
        printf("value for seat 0   %+.4f\n", value);
    else
        printf("%s was asked %llu times\n", who, (unsigned long long)o->asked);
    printf("the best answer    %+.4f as seat 0, %+.4f as seat 1\nexploitability     %.5f\n", o->best[0], o->best[1],
           gap);
    if (o->iterations > 0)
        printf("%ld iterations, ", o->iterations);
    printf("%.1f s of processor time\n", o->seconds);
}

static void solve(struct by_nash *g, long iterations, struct outcome *o)
{
    for (long i = 1; i <= iterations && !stopped; i++) {
        by_nash_learn(g, 0, (float)i);
        by_nash_learn(g, 1, (float)i);
        o->iterations = i;
        tell("iteration", (uint64_t)i, (uint64_t)iterations);
    }
}

static int ask(struct by_nash *g, const struct by_bot *bot, long count, long seed, struct outcome *o)
{
    struct by_nash_player p = { .ask = by_nash_ask_sampling, .stop = is_stopped, .progress = tell_asked };

    share = 1;
    most = g->infosets;
    if (bot != NULL) {
        p.ask = by_nash_ask_bot;
        p.bot = bot;
        p.count = (uint32_t)count;
        p.seed = (uint64_t)seed << 32;
        p.memory = by_sure(malloc(BY_BOT_MEMORY));
        p.list = by_sure(malloc(BY_MOVES * sizeof *p.list));
    }
    by_nash_ask(g, &p);
    o->asked = p.asked;
    free(p.memory);
    free(p.list);
    return BY_EXIT_FINE;
}

static int refuse_bot(void)
{
    char names[256];

    by_bot_names(true, names, sizeof names);
    by_complain("--bot is %s, or one that does not peek of: %s", SAMPLING, names);
    return BY_EXIT_USAGE;
}

static int numbers(long *iterations, long *count, long *seed)
{
    *iterations = 100;
    *count = 0;
    *seed = 1;
    if ((iterations_text != NULL && !by_args_number("--iterations", iterations_text, 1, 100000, iterations))
        || (count_text != NULL && !by_args_number("--count", count_text, 1, 1000000000, count))
        || (seed_text != NULL && !by_args_number("--seed", seed_text, 0, 1000000000, seed)))
        return BY_EXIT_USAGE;
    return -1;
}

int by_cli_nash(int argc, char **argv)
{
    int status = by_args_read(&command, &argc, argv), top, hand;
    bool sampling = bot_text != NULL && strcmp(bot_text, SAMPLING) == 0;
    const struct by_bot *bot = bot_text == NULL ? NULL : by_bot_find(true, bot_text);
    struct sigaction action = { .sa_handler = stop };
    struct outcome o = { .iterations = 0 };
    long iterations, count, seed;
    struct by_nash g;

    if (status >= 0 || (status = numbers(&iterations, &count, &seed)) >= 0)
        return status;
    if (argc != 2 || !game_of(argv[1], &top, &hand))
        return by_cli_say(BY_EXIT_USAGE, "name a game, SET/HAND: 2/3, 3/3, 3/4, 3/5, 4/3 or 4/4");
    if (bot_text != NULL && !sampling && (bot == NULL || bot->peeks))
        return refuse_bot();
    sigaction(SIGINT, &action, NULL);
    begun = by_now_ms();
    by_nash_init(&g, top, hand, bot_text == NULL);
    if (bot_text == NULL)
        solve(&g, iterations, &o);
    else
        ask(&g, bot, count, seed, &o);
    if (!stopped)
        for (int seat = 0; seat < 2; seat++)
            o.best[seat] = by_nash_best(&g, seat);
    o.seconds = (double)by_cpu_ns() / 1e9;
    untell();
    if (stopped)
        status = by_cli_say(BY_EXIT_STOPPED, "stopped");
    else
        print(&g, bot_text == NULL ? "solver" : bot_text, &o);
    by_nash_clear(&g);
    return stopped ? status : by_cli_end(BY_EXIT_FINE);
}

/* command.c: `boneyard arena`. */
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "cli/cli.h"
#include "run.h"
#include "util/args.h"
#include "util/chance.h"

static const char *rules_text, *bots_text, *deals_text, *seed_text, *unit_text, *sprt_text, *jobs_text, *progress,
    *limit_text, *grace_text;

static const struct by_arg args[] = {
    { "--rules", "RULES", "a rule string (default block:basics)", &rules_text },
    { "--bots", "A,B,...", "the bots, as BOT below; commas lie between them", &bots_text },
    { "--deals", "N", "deals, each played with every seating (default 1000)", &deals_text },
    { "--seed", "HEX", "1 to 64 hexadecimal digits (default: by chance)", &seed_text },
    { "--unit", "UNIT", "match (default), or round: single rounds from nothing", &unit_text },
    { "--sprt", "LOW,HIGH", "two bots: stop when decided; in Elo, or with % in score", &sprt_text },
    { "--jobs", "N", "processes, 1 to 256 (default 1); the result is the same", &jobs_text },
    { "--limit", "MS", "a program's time for a move without ms= (default 10000)", &limit_text },
    { "--grace", "MS", "and this much more before the move is forfeited (default 500)", &grace_text },
    { "--progress", NULL, "progress on standard error, also without a terminal", &progress },
    { 0 }
};
static const struct by_command command = {
    "boneyard arena [--rules RULES] [--deals N] [...] BOT BOT...",
    "Plays bots against each other on the same tiles: every deal is played again with the seats swapped\n"
    "(two players, teams) or with the first bot in each seat in turn (many players).  Says who is\n"
    "stronger with 95 % intervals, and what each bot cost.\n\n"
    "BOT is a key, and options behind colons: expert:count=500  hard:ms=20:name=quick  random\n"
    "or a program that speaks the bot protocol: 'cmd:ms=100:./mybot --fast'.\n"
    "Exit status: 0 done, 1 something went wrong, 2 not understood, 130 stopped by Ctrl-C.",
    args
};

static bool read_bots(struct by_arena *a, int argc, char **argv, struct by_fault *f)
{
    char word[512];

    for (const char *at = bots_text; at != NULL && *at != '\0';) {
        size_t n = strcspn(at, ",");

        snprintf(word, sizeof word, "%.*s", (int)n, at);
        if (n >= sizeof word || a->entrants == BY_ENTRANTS) {
            by_fail(f, BY_E_USAGE, "at most 8 bots of at most 511 characters play", NULL);
            return false;
        }
        if (!by_entrant_read(word, &a->entrant[a->entrants++], f))
            return false;
        at += n + (at[n] == ',');
    }
    for (int i = 1; i < argc; i++) {
        if (a->entrants == BY_ENTRANTS) {
            by_fail(f, BY_E_USAGE, "at most 8 bots play", NULL);
            return false;
        }
        if (!by_entrant_read(argv[i], &a->entrant[a->entrants++], f))
            return false;
    }
    return true;
}

/* "0,5" in Elo, or "50%,52%" in score. */
static bool read_sprt(struct by_run *r)
{
    double value[2];
    char *at = (char *)(uintptr_t)sprt_text;

    for (int i = 0; i < 2; i++) {
        char *start = at;

        value[i] = strtod(start, &at);
        if (at == start)
            return false;
        if (*at == '%') {
            value[i] /= 100;
            at++;
        } else {
            value[i] = by_score_of_elo(value[i]);
        }
        if (*at++ != (i == 0 ? ',' : '\0'))
            return false;
    }
    r->sprt = true;
    r->s0 = value[0];
    r->s1 = value[1];
    return value[0] > 0 && value[0] < value[1] && value[1] < 1;
}

static bool numbers(struct by_run *r)
{
    long deals = 1000, limit = 10000, grace = 500;

    r->jobs = 1;
    if ((deals_text != NULL && !by_args_number("--deals", deals_text, 1, BY_DEALS, &deals))
        || (jobs_text != NULL && !by_args_number("--jobs", jobs_text, 1, 256, &r->jobs))
        || (limit_text != NULL && !by_args_number("--limit", limit_text, 1, 3600000, &limit))
        || (grace_text != NULL && !by_args_number("--grace", grace_text, 0, 3600000, &grace)))
        return false;
    r->arena.deals = deals;
    r->arena.limit = (uint32_t)limit;
    r->arena.grace = (uint32_t)grace;
    return true;
}

/* BY_EXIT_FINE, or what was wrong has been said. */
static int settle(struct by_run *r, int argc, char **argv)
{
    struct by_arena *a = &r->arena;
    struct by_fault f;

    a->seed = by_chance();
    if (seed_text != NULL && !by_seed_read(seed_text, &a->seed))
        return by_cli_say(BY_EXIT_USAGE, "--seed takes 1 to 64 hexadecimal digits");
    if (unit_text != NULL && strcmp(unit_text, "round") != 0 && strcmp(unit_text, "match") != 0)
        return by_cli_say(BY_EXIT_USAGE, "--unit is match or round");
    a->unit = unit_text != NULL && strcmp(unit_text, "round") == 0 ? BY_UNIT_ROUND : BY_UNIT_MATCH;
    if (by_config_parse(rules_text == NULL ? "block:basics" : rules_text, &a->rules, &f) != BY_OK
        || !read_bots(a, argc, argv, &f) || !by_arena_pair(a, &f))
        return by_cli_say(BY_EXIT_USAGE, f.text);
    if (!numbers(r))
        return BY_EXIT_USAGE;
    if (sprt_text != NULL && (a->entrants != 2 || !read_sprt(r)))
        return by_cli_say(BY_EXIT_USAGE, "--sprt takes two bots and LOW,HIGH: 0,5 in Elo or 50%,52% in score");
    a->stop = by_crew_stop();
    r->progress = progress != NULL;
    return BY_EXIT_FINE;
}

static int finish(struct by_run *r)
{
    int status = BY_EXIT_FINE;

    by_report_progress(r, true);
    by_run_close(r);
    by_report_print(r);
    if (r->lost > 0)
        status = by_cli_say(BY_EXIT_WRONG, "a process of the arena died; its deals are missing");
    else if (r->finished < r->items && r->verdict == BY_UNDECIDED)
        status = BY_EXIT_STOPPED;
    return by_cli_end(status);
}

int by_cli_arena(int argc, char **argv)
{
    static struct by_run run;
    int status = by_args_read(&command, &argc, argv);

    if (status >= 0)
        return status;
    status = settle(&run, argc, argv);
    if (status != BY_EXIT_FINE)
        return status;
    by_run_init(&run);
    run.started = by_now_ms();
    if (run.jobs > 1)
        by_crew_fork(&run);
    else
        by_crew_alone(&run);
    status = finish(&run);
    by_run_clear(&run);
    return status;
}

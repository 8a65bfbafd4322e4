/* SPDX-License-Identifier: MIT */
/* command.c: `boneyard arena`. */
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "save.h"
#include "records.h"
#include "report.h"
#include "mpi.h"
#include "entrants.h"
#include "cli/cli.h"
#include "crew.h"
#include "util/args.h"
#include "util/chance.h"
#include "util/memory.h"
#include "util/page.h"

struct options {
    const char *rules, *bots, *deals, *seed, *unit, *sprt, *jobs, *progress, *limit, *grace, *start, *json, *save,
        *resume, *record, *wire, *mpi;
    char kept[3][24]; /* numbers read from the --resume file */
};
#define AT(member) offsetof(struct options, member)

static const struct by_arg args[] = {
    { "--rules", "RULES", "a rule string (default block:basics)", AT(rules) },
    { "--bots", "A,B,...", "the bots, as BOT below, separated by commas", AT(bots) },
    { "--deals", "N", "deals, each played with every seating (default 1000)", AT(deals) },
    { "--seed", "HEX", "1 to 64 hexadecimal digits (default: random)", AT(seed) },
    { "--unit", "UNIT", "match (default), or round: single rounds from a score of 0", AT(unit) },
    { "--sprt", "LOW,HIGH", "two bots: stops when decided; in Elo, or with % as a score", AT(sprt) },
    { "--jobs", "N", "processes, 1 to 256 (default 1); the result is the same", AT(jobs) },
    { "--mpi", NULL, "runs on several machines: mpirun -np N boneyard arena --mpi ...", AT(mpi) },
    { "--limit", "MS", "a program's time for a move without ms= (default 10000)", AT(limit) },
    { "--grace", "MS", "extra time before the move is forfeited (default 500)", AT(grace) },
    { "--start", "MS", "a program's time to start, before its first line (default 10000)", AT(start) },
    { "--record", "DIR", "saves each game as a record in a new folder", AT(record) },
    { "--show-wire", NULL, "prints the lines exchanged with programs on standard error", AT(wire) },
    { "--save", "FILE", "saves every deal in a new file, one line each", AT(save) },
    { "--resume", "FILE", "continues such a file, with its settings", AT(resume) },
    { "--json", "FILE", "also writes the report as JSON; - replaces the table on standard output", AT(json) },
    { "--progress", NULL, "shows progress on standard error, even without a terminal", AT(progress) },
    { 0 }
};
static const struct by_command command = {
    "boneyard arena [--rules RULES] [--deals N] [...] BOT BOT...",
    "Plays bots against each other on the same tiles: every deal is played again with the seats swapped\n"
    "(two players, teams) or with the first bot in each seat in turn (many players).  Reports which bot\n"
    "is stronger, with 95 % intervals, and how much time each bot took.\n\n"
    "BOT is a key, with options after colons: expert:count=500  hard:ms=20:name=quick  random\n"
    "or a program that speaks the bot protocol: 'cmd:ms=100:./mybot --fast'.\n"
    "Exit status: 0 success, 1 failure, 2 usage error, 130 stopped by Ctrl-C.",
    args
};

static bool read_bots(struct by_arena *a, int argc, char **argv, struct by_fault *f, const struct options *o)
{
    char word[512];

    for (const char *at = o->bots; at != NULL && *at != '\0';) {
        size_t n = strcspn(at, ",");

        snprintf(word, sizeof word, "%.*s", (int)n, at);
        if (n >= sizeof word || a->entrants == BY_ENTRANTS) {
            by_fail(f, BY_E_USAGE, "at most 8 bots can play, each given by at most 511 characters", NULL);
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

/* Parses the bounds of the test: "0,5" in Elo or "50%,52%" as scores. */
static bool read_sprt(struct by_run *r, const struct options *o)
{
    double value[2];
    char *at = (char *)(uintptr_t)o->sprt;

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
    r->sprt_text = o->sprt;
    r->s0 = value[0];
    r->s1 = value[1];
    return value[0] > 0 && value[0] < value[1] && value[1] < 1;
}

static bool numbers(struct by_run *r, const struct options *o)
{
    long deals = 1000, limit = 10000, grace = 500, start = 10000;

    r->jobs = 1;
    if ((o->deals != NULL && !by_args_number("--deals", o->deals, 1, BY_DEALS, &deals))
        || (o->jobs != NULL && !by_args_number("--jobs", o->jobs, 1, 256, &r->jobs))
        || (o->limit != NULL && !by_args_number("--limit", o->limit, 1, 3600000, &limit))
        || (o->grace != NULL && !by_args_number("--grace", o->grace, 0, 3600000, &grace))
        || (o->start != NULL && !by_args_number("--start", o->start, 1, 3600000, &start)))
        return false;
    r->arena.deals = deals;
    r->arena.limit = (uint32_t)limit;
    r->arena.grace = (uint32_t)grace;
    r->arena.start = (uint32_t)start;
    return true;
}

static void from_header(const char **text, const by_json *header, const char *key)
{
    if (*text == NULL)
        *text = by_json_text(by_json_get(header, key));
}

static void number_from_header(const char **text, const by_json *header, const char *key, char room[24])
{
    int64_t n;

    if (*text != NULL || !by_json_number(by_json_get(header, key), &n))
        return;
    snprintf(room, 24, "%lld", (long long)n);
    *text = room;
}

/* Reads any settings not given on the command line from the file being resumed. */
static bool read_header(struct by_run *r, const by_json *header, bool named, struct by_fault *f, struct options *o)
{
    const by_json *bots = by_json_get(header, "bots");

    from_header(&o->rules, header, "rules");
    from_header(&o->seed, header, "seed");
    from_header(&o->unit, header, "unit");
    from_header(&o->sprt, header, "sprt");
    number_from_header(&o->deals, header, "deals", o->kept[0]);
    number_from_header(&o->limit, header, "limit", o->kept[1]);
    number_from_header(&o->grace, header, "grace", o->kept[2]);
    for (size_t i = 0; !named && i < by_json_count(bots) && i < BY_ENTRANTS; i++) {
        const char *text = by_json_text(by_json_at(bots, i));

        if (text == NULL || !by_entrant_read(text, &r->arena.entrant[r->arena.entrants++], f))
            return text != NULL ? false : by_fail(f, BY_E_IO, "the file names an unknown bot", NULL) == BY_OK;
    }
    return true;
}

/* Returns BY_EXIT_FINE, or another status after printing the error. */
static int settle(struct by_run *r, int argc, char **argv, const by_json *header, struct options *o)
{
    struct by_arena *a = &r->arena;
    struct by_fault f;

    if (header != NULL && !read_header(r, header, argc > 1 || o->bots != NULL, &f, o))
        return by_cli_say(BY_EXIT_USAGE, f.text);
    a->seed = by_chance();
    if (o->seed != NULL && !by_seed_read(o->seed, &a->seed))
        return by_cli_say(BY_EXIT_USAGE, "--seed takes 1 to 64 hexadecimal digits");
    if (o->unit != NULL && strcmp(o->unit, "round") != 0 && strcmp(o->unit, "match") != 0)
        return by_cli_say(BY_EXIT_USAGE, "--unit is match or round");
    a->unit = o->unit != NULL && strcmp(o->unit, "round") == 0 ? BY_UNIT_ROUND : BY_UNIT_MATCH;
    if (by_config_parse(o->rules == NULL ? "block:basics" : o->rules, &a->rules, &f) != BY_OK
        || !read_bots(a, argc, argv, &f, o) || !by_arena_pair(a, &f))
        return by_cli_say(BY_EXIT_USAGE, f.text);
    if (!numbers(r, o))
        return BY_EXIT_USAGE;
    if (o->sprt != NULL && (a->entrants != 2 || !read_sprt(r, o)))
        return by_cli_say(BY_EXIT_USAGE, "--sprt takes two bots and LOW,HIGH: 0,5 in Elo or 50%,52% in score");
    a->wire = o->wire != NULL;
    if (o->record != NULL && snprintf(a->record, sizeof a->record, "%s", o->record) >= (int)sizeof a->record)
        return by_cli_say(BY_EXIT_USAGE, "--record takes a path of at most 1023 characters");
    by_crew_watch(a);
    r->progress = o->progress != NULL;
    return BY_EXIT_FINE;
}

static int say_wrong(const char *words, const char *path)
{
    struct by_fault f;

    by_fail(&f, BY_E_IO, path, words, NULL);
    return by_cli_say(BY_EXIT_WRONG, f.text);
}

static int write_json(const struct by_run *r, const struct options *o)
{
    bool out = strcmp(o->json, "-") == 0;
    FILE *to = out ? stdout : fopen(o->json, "we");
    by_json *report = by_report_json(r);
    char *line = by_json_line(report);
    bool fine = to != NULL && fputs(line, to) >= 0 && putc('\n', to) != EOF;

    if (!out && to != NULL && fclose(to) != 0)
        fine = false;
    free(line);
    by_json_free(report);
    return fine ? BY_EXIT_FINE : say_wrong(" could not be written", o->json);
}

/* Prints the result. */
static int show_result(struct by_run *r, const struct options *o)
{
    int status = BY_EXIT_FINE;

    if (*r->arena.end == BY_END_UNSTARTED)
        return by_cli_say(BY_EXIT_WRONG, "the match was not played: a program did not start");
    if (o->json == NULL || strcmp(o->json, "-") != 0)
        by_report_print(r);
    if (o->json != NULL)
        status = write_json(r, o);
    if (*r->arena.end == BY_END_RECORD)
        status = by_cli_say(BY_EXIT_WRONG, "the match ended early: a record could not be written");
    else if (r->lost > 0)
        status = by_cli_say(BY_EXIT_WRONG, "a process of the arena died; the deals it was playing are missing");
    else if (r->finished < r->items && r->verdict == BY_UNDECIDED && status == BY_EXIT_FINE && !r->save_failed)
        status = BY_EXIT_STOPPED;
    return status;
}

static int finish(struct by_run *r, const struct options *o)
{
    int status;

    by_report_progress(r, true);
    by_run_close(r);
    status = show_result(r, o);
    if (!by_save_close(r))
        status = say_wrong(" could not be written; the lines in it are complete", r->save_path);
    else if (r->save_path != NULL && status != BY_EXIT_FINE)
        by_complain("to continue, run boneyard arena --resume %s", r->save_path);
    return by_cli_end(status);
}

/* Opens the --save or --resume file and the folder for records. */
static int open_file(struct by_run *r, const struct options *o)
{
    struct by_fault f;

    if (o->record != NULL && !by_records_open(o->record, o->resume != NULL, &f))
        return by_cli_say(BY_EXIT_WRONG, f.text);
    if (o->resume != NULL && !by_save_resume(r, o->resume, &f))
        return by_cli_say(BY_EXIT_USAGE, f.text);
    if (o->resume == NULL && o->save != NULL && !by_save_open(r, o->save, &f))
        return by_cli_say(BY_EXIT_WRONG, f.text);
    return BY_EXIT_FINE;
}

/* Finishes preparing the run. Returns -1 if the run can begin, or an exit status. */
static int prepare(struct by_run *r, int argc, char **argv, by_json **header, struct options *o)
{
    int status = by_args_read(&command, &argc, argv, o);
    struct by_fault f;

    if (status >= 0)
        return status;
    if (o->resume != NULL && o->save != NULL)
        return by_cli_say(BY_EXIT_USAGE, "--save starts a file and --resume continues one: use only one of them");
    if (o->resume != NULL && (*header = by_save_read_header(o->resume, &f)) == NULL)
        return by_cli_say(BY_EXIT_WRONG, f.text);
    status = settle(r, argc, argv, *header, o);
    if (status != BY_EXIT_FINE)
        return status;
    by_run_init(r);
    status = open_file(r, o);
    return status == BY_EXIT_FINE ? -1 : status;
}

static int play(struct by_run *r, const struct options *o)
{
    r->started = by_now_ms();
    if (by_mpi_ranks() > 1)
        by_crew_mpi(r);
    else if (r->jobs > 1)
        by_crew_fork(r);
    else
        by_crew_alone(r);
    return by_mpi_rank() == 0 ? finish(r, o) : BY_EXIT_FINE;
}

/* Checks for --mpi first, because boneyard-arena-mpi parses the whole command line itself. */
static bool asks_mpi(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--mpi") == 0)
            return true;
    return false;
}

int by_cli_arena(int argc, char **argv)
{
    struct options o = { 0 };
    static struct by_run run;
    by_json *header = NULL;
    int status = -1;

    run.argc = argc;
    run.argv = memcpy(by_sure(calloc((size_t)argc + 1, sizeof *argv)), argv, (size_t)argc * sizeof *argv);
    if (!by_mpi_begin(argv, asks_mpi(argc, argv)))
        return BY_EXIT_WRONG;
    if (by_mpi_rank() == 0)
        status = prepare(&run, argc, argv, &header, &o);
    if (by_mpi_ranks() > 1)
        by_mpi_share(&run, &status);
    if (status < 0)
        status = play(&run, &o);
    by_mpi_end();
    by_run_clear(&run);
    by_json_free(header);
    free(run.argv);
    return status;
}

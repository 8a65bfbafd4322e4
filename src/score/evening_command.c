/* SPDX-License-Identifier: MIT */
/* evening_command.c: `boneyard tournament`: runs a tournament at tables with real tiles. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "evening.h"
#include "files.h"
#include "prompt.h"
#include "boneyard/text.h"
#include "boneyard/words.h"
#include "cli/cli.h"
#include "rating/ledger.h"
#include "tournament/standings.h"
#include "util/args.h"
#include "util/chance.h"
#include "util/keep.h"
#include "util/lines.h"
#include "util/memory.h"
#include "util/page.h"
#include "util/tell.h"

struct options {
    const char *format, *system, *table, *rounds, *until, *ties, *draw, *file, *go_on, *anew, *print_to, *ledger;
};
#define AT(member) offsetof(struct options, member)

static const struct by_arg args[] = { { "--format", "FORMAT", "cli.tournament.format", AT(format) },
                                      { "--system", "SYSTEM", "cli.tournament.system", AT(system) },
                                      { "--table", "N", "cli.tournament.table", AT(table) },
                                      { "--rounds", "N", "cli.tournament.rounds", AT(rounds) },
                                      { "--until", "HH:MM", "cli.tournament.until", AT(until) },
                                      { "--ties", "LIST", "cli.tournament.ties", AT(ties) },
                                      { "--draw", "HEX", "cli.tournament.draw", AT(draw) },
                                      { "--continue", NULL, "cli.tournament.continue", AT(go_on) },
                                      { "--new", NULL, "cli.tournament.new", AT(anew) },
                                      { "--file", "FILE", "cli.tournament.file", AT(file) },
                                      { "--print", "FILE", "cli.tournament.print", AT(print_to) },
                                      { "--ledger", "FILE", "cli.tournament.ledger", AT(ledger) },
                                      { 0 } };
static const struct by_command command = { "boneyard tournament GAME[:SHEET] [OPTION=VALUE...]", "cli.tournament.about",
                                           args };

/* ---- The header of a new tournament ---- */

/* Writes the rules for this number of players at a table, with or without teams. Returns false after an error. */
static bool put_rules(int argc, char **argv, int players, bool teams, struct by_text *out)
{
    char words[BY_CONFIG_TEXT], tried[BY_CONFIG_TEXT + 40];
    struct by_config rules;
    struct by_fault f;
    bool fine = by_args_words(argc, argv, words, sizeof words);

    if (!fine) {
        by_tell_complain("score.rules.long", NULL);
        return false;
    }
    if (by_config_parse(words, &rules, NULL) == BY_OK && by_families[by_games[rules.game]->family]->solitaire) {
        by_tell_complain("tournament.file.solitaire", NULL);
        return false;
    }
    snprintf(tried, sizeof tried, "%s players=%d teams=%s", words, players, teams ? "on" : "off");
    fine = by_config_parse_in(tried, by_tell_language(), &rules, &f) == BY_OK;
    if (!fine && !teams) { /* a game that has no teams */
        snprintf(tried, sizeof tried, "%s players=%d", words, players);
        fine = by_config_parse_in(tried, by_tell_language(), &rules, &f) == BY_OK;
    }
    if (!fine)
        by_complain("%s", f.text);
    by_config_print(&rules, words, sizeof words);
    by_put(out, words);
    return fine;
}

/* Writes the date and time of the next occurrence of a clock time such as "22:30". Returns false if the text is not a
 * time. */
static bool put_until(const char *clock, struct by_text *out)
{
    time_t now = time(NULL);
    struct tm here;
    char text[24];
    char *end;
    long hour = strtol(clock, &end, 10), minute;

    if (end != clock + 2 || *end != ':' || hour < 0 || hour > 23)
        return false;
    minute = strtol(clock + 3, &end, 10);
    if (end != clock + 5 || *end != '\0' || minute < 0 || minute > 59 || localtime_r(&now, &here) == NULL)
        return false;
    if (hour * 60 + minute <= here.tm_hour * 60L + here.tm_min)
        here.tm_mday++;
    here.tm_hour = (int)hour;
    here.tm_min = (int)minute;
    here.tm_isdst = -1;
    if (mktime(&here) == (time_t)-1 || strftime(text, sizeof text, "%Y-%m-%d %H:%M", &here) == 0)
        return false;
    by_put(out, text);
    return true;
}

/* Returns the position of an option's value in a list, or -1 after an error. */
static int choose(const char *option, const char *value, const char *const *list, int n)
{
    for (int i = 0; i < n; i++)
        if (value == NULL || strcmp(value, list[i]) == 0)
            return i;
    by_tell_complain("tournament.option", BY_PARTS(BY_WORDS(option), BY_INPUT(value)));
    return -1;
}

static bool put_head(int argc, char **argv, const struct options *o, struct by_text *out)
{
    char date[16];
    int format = choose("--format", o->format, by_format_key, BY_FORMATS);
    int system = choose("--system", o->system, by_system_key, BY_SYSTEMS);
    long table = format == BY_PARTNERS ? 2 : 4, rounds = 0;
    struct by_seed seed = by_chance();
    char draw[24];

    if (format < 0 || system < 0 || (o->table != NULL && !by_args_number("--table", o->table, 2, BY_AT_TABLE, &table))
        || (o->rounds != NULL && !by_args_number("--rounds", o->rounds, 0, BY_MOST_TOURNAMENT_ROUNDS, &rounds)))
        return false;
    by_put(out, "boneyard tournament 1\nrules ");
    if (!put_rules(argc, argv, format == BY_SINGLES ? (int)table : 4, format != BY_SINGLES, out))
        return false;
    by_files_today(date);
    snprintf(draw, sizeof draw, "%02x%02x%02x%02x", seed.bytes[0], seed.bytes[1], seed.bytes[2], seed.bytes[3]);
    by_put(out, "\ndate ");
    by_put(out, date);
    by_put(out, "\ndraw ");
    by_put(out, o->draw != NULL ? o->draw : draw);
    by_put(out, "\nformat ");
    by_put(out, by_format_key[format]);
    by_put(out, "\nsystem ");
    by_put(out, by_system_key[system]);
    by_put(out, "\ntable ");
    by_put_int(out, table);
    by_put(out, "\nrounds ");
    by_put_int(out, rounds);
    by_put(out, o->until != NULL ? "\nuntil " : "");
    if (o->until != NULL && !put_until(o->until, out)) {
        by_tell_complain("tournament.option", BY_PARTS(BY_WORDS("--until"), BY_INPUT(o->until)));
        return false;
    }
    by_put(out, "\nties ");
    for (const char *at = o->ties != NULL ? o->ties : "opponents,difference,wins"; *at != '\0'; at++)
        by_put_char(out, *at == ',' ? ' ' : *at);
    by_put(out, "\n");
    return true;
}

/* ---- Files ---- */

/* Reads the file. Returns 0 if the file does not exist, 1 if it was read, -1 after printing an error. */
static int read_file(struct by_tournament *t, const char *path)
{
    FILE *in = fopen(path, "r");
    struct by_fault f;
    bool fine;

    if (in == NULL && errno == ENOENT)
        return 0;
    if (in == NULL)
        return by_cli_tell(-1, "tournament.unread", BY_PARTS(BY_WORDS(path), BY_WORDS(strerror(errno))));
    fine = by_tournament_read(t, in, &f);
    fclose(in);
    if (!fine)
        by_complain("%s:%d: %s", path, f.line, f.text);
    return fine ? 1 : -1;
}

/* Returns whether a new tournament may be started at this path. An existing tournament is kept under another name. */
static bool place_is_free(const char *path, bool anew)
{
    struct by_tournament old = { 0 };
    int there = read_file(&old, path);
    bool empty = there > 0 && old.lines == 0;

    if (there > 0)
        by_tournament_clear(&old);
    if (there == 0 || empty)
        return true;
    if (!anew) {
        by_tell_complain(there > 0 ? "tournament.taken" : "tournament.other", BY_PARTS(BY_WORDS(path)));
        return false;
    }
    return by_files_set_aside(path);
}

/* Writes each table that has a score as a rated match, in order. */
static int write_ledger(const struct by_tournament *t, const char *path)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = by_sure(open_memstream(&bytes, &size));
    struct tm day = { .tm_year = (int)strtol(t->date, NULL, 10) - 1900,
                      .tm_mon = (int)strtol(t->date + 5, NULL, 10) - 1,
                      .tm_mday = (int)strtol(t->date + 8, NULL, 10) };
    int64_t start = timegm(&day);
    bool fine;

    for (int r = 0; r < t->rounds; r++)
        for (int i = 0; i < t->round[r].tables; i++) {
            const struct by_seating *s = &t->round[r].table[i];
            struct by_ledger_line l = { .time = start + r,
                                        .family = (enum by_family_id)by_games[t->rules.game]->family,
                                        .sides = by_seating_sides(t, s) };
            int points[BY_AT_TABLE];
            char *line;

            if (!s->scored)
                continue;
            by_seating_points(t, s, points);
            for (int k = 0; k < s->n; k++) {
                const char *name = t->contestant[s->at[k]].name, *plus = strstr(name, " + ");
                int side = by_seating_side(t, k);

                l.side[l.players] = side;
                snprintf(l.player[l.players++], BY_PSEUDONYM, "%.*s", plus == NULL ? -1 : (int)(plus - name), name);
                l.side[l.players] = side;
                if (plus != NULL)
                    snprintf(l.player[l.players++], BY_PSEUDONYM, "%s", plus + 3);
                l.rank[side] = 1;
                for (int m = 0; m < l.sides; m++)
                    l.rank[side] += points[m] > points[k];
            }
            line = by_ledger_write(&l);
            fprintf(out, "%s\n", line);
            free(line);
        }
    if (fclose(out) != 0)
        by_sure(NULL);
    fine = by_keep_write(path, bytes, size);
    if (!fine)
        by_tell_complain("score.unwritten", BY_PARTS(BY_WORDS(path), BY_WORDS(strerror(errno))));
    free(bytes);
    return fine ? BY_EXIT_FINE : BY_EXIT_WRONG;
}

/* ---- The prompt ---- */

static void say_begin(const struct by_evening *e, bool typed)
{
    char words[1024];
    struct by_text t = by_tell_on(words, sizeof words);

    by_evening_title(&e->t, &t);
    by_put_char(&t, '.');
    by_page_text(stdout, "", 0, words);
    if (e->t.rounds > 0)
        by_evening_tables(&e->t, e->t.rounds - 1, stdout);
    if (typed)
        puts(by_tell("tournament.begin"));
}

static int loop(struct by_evening *e, const struct options *o)
{
    struct by_lines in;
    struct by_prompt *edit;
    char prompt[64];
    bool typed = isatty(STDIN_FILENO) != 0;
    enum by_line how = BY_LINE_READ;

    say_begin(e, typed);
    by_lines_init(&in, stdin, 4000);
    edit = typed ? by_prompt_new() : NULL;
    while (!e->over && how != BY_LINE_END && how != BY_LINE_FAILED) {
        struct by_text t = by_tell_on(prompt, sizeof prompt);

        by_tell_put(&t, e->t.rounds > 0 ? "tournament.prompt.round" : "tournament.prompt",
                    BY_PARTS(BY_NUMBER(e->t.rounds)));
        how = by_prompt_next(edit, &in, typed ? prompt : "");
        if (how == BY_LINE_READ && strlen(in.at) == in.n) {
            by_evening_line(e, in.at);
        } else if (how == BY_LINE_READ || how == BY_LINE_LONG) {
            puts(by_tell("score.line.bad"));
            e->wrong = true;
        }
    }
    if (typed && !e->over)
        putchar('\n');
    if (typed && e->path != NULL && !e->lost)
        puts(by_tell(o->file != NULL ? "tournament.kept.file" : "tournament.kept"));
    by_prompt_free(edit);
    by_lines_clear(&in);
    return by_cli_end((e->wrong && !typed) || e->lost ? BY_EXIT_WRONG : BY_EXIT_FINE);
}

static int begin(struct by_evening *e, int argc, char **argv, const struct options *o)
{
    char head[BY_CONFIG_TEXT + 1000];
    struct by_text t = by_text_on(head, sizeof head);
    struct by_fault f;

    if (!put_head(argc, argv, o, &t))
        return BY_EXIT_USAGE;
    if (!by_tournament_start(&e->t, head, &f)) {
        by_complain("%s", f.text);
        return BY_EXIT_USAGE;
    }
    if (e->path != NULL && !place_is_free(e->path, o->anew != NULL))
        return BY_EXIT_WRONG;
    if (e->path != NULL && !by_evening_save(e))
        return by_cli_tell(BY_EXIT_WRONG, "score.unwritten", BY_PARTS(BY_WORDS(e->path), BY_WORDS(strerror(errno))));
    return loop(e, o);
}

static int resume(struct by_evening *e, const struct options *o)
{
    int there = e->path == NULL ? 0 : read_file(&e->t, e->path);

    if (there == 0)
        by_tell_complain("tournament.none.kept", BY_PARTS(BY_WORDS(e->path == NULL ? "" : e->path)));
    if (there <= 0)
        return BY_EXIT_WRONG;
    if (o->ledger != NULL)
        return write_ledger(&e->t, o->ledger);
    if (o->print_to != NULL)
        return by_evening_print(e, o->print_to) ? BY_EXIT_FINE : BY_EXIT_WRONG;
    return loop(e, o);
}

int by_cli_tournament(int argc, char **argv)
{
    struct options o = { 0 };
    static struct by_evening e;
    int status = by_args_read(&command, &argc, argv, &o);
    char place[4096];

    if (status >= 0)
        return status;
    e.path = o.file != NULL ? o.file : by_keep_place("tournament.txt", place, sizeof place) ? place : NULL;
    if (argc > 1 && (o.go_on != NULL || o.print_to != NULL || o.ledger != NULL))
        status = by_cli_say(BY_EXIT_USAGE, by_tell("tournament.continue.other"));
    else if (argc > 1)
        status = begin(&e, argc, argv, &o);
    else if (o.go_on != NULL || o.file != NULL || o.print_to != NULL || o.ledger != NULL)
        status = resume(&e, &o);
    else
        status = by_cli_say(BY_EXIT_USAGE, by_tell("tournament.usage"));
    by_tournament_clear(&e.t);
    return status;
}

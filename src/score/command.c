/* SPDX-License-Identifier: MIT */
/* command.c: `boneyard score`: keeps score at a table with real tiles. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "say.h"
#include "keep.h"
#include "ask.h"
#include "files.h"
#include "boneyard/text.h"
#include "cli/cli.h"
#include "prompt.h"
#include "table.h"
#include "util/args.h"
#include "util/keep.h"
#include "util/lines.h"
#include "util/memory.h"
#include "util/page.h"
#include "util/tell.h"

struct options {
    const char *players, *file, *go_on, *anew, *print_to, *question;
};
#define AT(member) offsetof(struct options, member)

static const struct by_arg args[] = { { "--players", "NAMES", "cli.score.players", AT(players) },
                                      { "--continue", NULL, "cli.score.continue", AT(go_on) },
                                      { "--new", NULL, "cli.score.new", AT(anew) },
                                      { "--file", "FILE", "cli.score.file", AT(file) },
                                      { "--print", "FILE", "cli.score.print", AT(print_to) },
                                      { "--ask", "QUESTION", "cli.score.ask", AT(question) },
                                      { 0 } };
static const struct by_command command = { "boneyard score GAME[:SHEET] [OPTION=VALUE...] --players NAME,NAME,...",
                                           "cli.score.about", args };

static bool append(char words[BY_CONFIG_TEXT], const char *more)
{
    size_t n = strlen(words);

    return snprintf(words + n, BY_CONFIG_TEXT - n, " %s", more) < (int)(BY_CONFIG_TEXT - n);
}

/* Adds the number of named players to the rule string, and a hand size if the sheet specifies none for that many
 * players.  The score does not depend on the hand size. */
static bool read_rules(int argc, char **argv, int names, struct by_config *out)
{
    char words[BY_CONFIG_TEXT], players[24];
    bool fits = by_args_words(argc, argv, words, sizeof words), said = false, hand = false;
    struct by_fault f;

    for (int i = 1; i < argc; i++) {
        said = said || strncmp(argv[i], "players=", 8) == 0;
        hand = hand || strncmp(argv[i], "hand=", 5) == 0;
    }
    snprintf(players, sizeof players, "players=%d", names);
    if (fits && by_config_parse(argv[1], out, NULL) == BY_OK && !by_families[by_games[out->game]->family]->solitaire
        && names > 0 && !said)
        fits = append(words, players);
    if (fits && by_config_parse_in(words, by_tell_language(), out, &f) == BY_OK)
        return true;
    if (fits && !hand && append(words, "hand=1") && by_config_parse(words, out, NULL) == BY_OK)
        return true;
    if (!fits)
        by_tell_complain("score.rules.long", NULL);
    else
        by_complain("%s", f.text);
    return false;
}

static int count_names(const char *names)
{
    int n = names != NULL;

    for (; names != NULL && *names != '\0'; names++)
        n += *names == ',';
    return n;
}

static bool read_names(struct by_score *s, const char *names)
{
    char one[1024];
    struct by_fault f;
    int n = count_names(names);

    if (names == NULL || n != by_score_players(s)) {
        by_tell_complain("score.names.count", BY_PARTS(BY_NUMBER(n), BY_NUMBER(by_score_players(s))));
        return false;
    }
    for (int i = 0; i < n; i++) {
        size_t k = strcspn(names, ",");

        snprintf(one, sizeof one, "%.*s", (int)(k < sizeof one ? k : sizeof one - 1), names);
        if (!by_score_name(s, i, one, &f)) {
            by_complain("%s", f.text);
            return false;
        }
        names += k + (names[k] == ',');
    }
    return true;
}

/* Mentions the previous file (PATH.before) if it is readable. */
static void point_to_before(const char *path)
{
    size_t room = strlen(path) + sizeof ".before";
    char *before = by_sure(malloc(room));
    struct by_score s;
    struct by_fault f;
    FILE *in;

    snprintf(before, room, "%s.before", path);
    in = fopen(before, "r");
    if (in != NULL && by_score_read(&s, in, &f)) {
        by_tell_complain("score.before", BY_PARTS(BY_WORDS(before)));
        by_score_clear(&s);
    }
    if (in != NULL)
        fclose(in);
    free(before);
}

/* Reads the file. Returns 0 if the file does not exist, 1 if it was read, -1 after printing an error. */
static int read_file(struct by_score *s, const char *path)
{
    FILE *in = fopen(path, "r");
    struct by_fault f;
    bool fine;

    if (in == NULL && errno == ENOENT)
        return 0;
    if (in == NULL) {
        by_tell_complain("score.unread", BY_PARTS(BY_WORDS(path), BY_WORDS(strerror(errno))));
        return -1;
    }
    fine = by_score_read(s, in, &f);
    fclose(in);
    if (!fine) {
        by_complain("%s:%d: %s", path, f.line, f.text);
        point_to_before(path);
    }
    return fine ? 1 : -1;
}

/* Returns whether a new score may be started at this path. */
static bool place_is_free(const char *path, const struct options *o)
{
    struct by_score old;
    int there = read_file(&old, path);
    char names[2048];
    struct by_text t = by_tell_on(names, sizeof names);
    bool over, empty;

    if (there == 0)
        return true;
    if (there < 0) {
        by_tell_complain("score.place.other", NULL);
        return o->anew != NULL && by_files_set_aside(path);
    }
    empty = old.entries == 0;
    over = by_score_over(&old) || empty;
    by_score_totals(&old, &t);
    by_score_clear(&old);
    if (!over && o->anew == NULL) {
        by_tell_complain("score.place.taken", BY_PARTS(BY_WORDS(path), BY_WORDS(names)));
        return false;
    }
    return empty || by_files_set_aside(path);
}

/* Prints the state of the game before reading the first line. */
static void say_begin(const struct by_score *s, bool typed)
{
    char words[4096];
    struct by_text t = by_tell_on(words, sizeof words);

    by_score_title(s, &t);
    by_page_text(stdout, "", 0, words);
    t = by_tell_on(words, sizeof words);
    if (by_cli_other_set(&s->rules, &t))
        by_page_text(stdout, "", 0, words);
    t = by_tell_on(words, sizeof words);
    if (!by_score_family(s)->solitaire || s->rows > 0) {
        by_score_totals(s, &t);
        by_put(&t, ". ");
    }
    by_score_next(s, &t);
    by_page_text(stdout, "", 0, words);
    if (typed)
        puts(by_tell("score.begin"));
}

static int loop(struct by_score_table *t, const struct options *o)
{
    struct by_lines in;
    struct by_prompt *edit;
    char prompt[64];
    bool typed = isatty(STDIN_FILENO) != 0;
    enum by_line how = BY_LINE_READ;

    say_begin(&t->s, typed);
    by_lines_init(&in, stdin, 4000);
    edit = typed ? by_prompt_new() : NULL;
    while (!t->over && how != BY_LINE_END && how != BY_LINE_FAILED) {
        by_score_prompt(t, prompt, sizeof prompt);
        how = by_prompt_next(edit, &in, typed ? prompt : "");
        if (how == BY_LINE_READ && strlen(in.at) == in.n)
            by_score_line(t, in.at);
        else if (how == BY_LINE_READ || how == BY_LINE_LONG) {
            puts(by_tell("score.line.bad"));
            t->wrong = true;
        }
    }
    if (typed && !t->over)
        putchar('\n');
    by_score_table_end(t);
    if (typed && t->path != NULL && !t->lost)
        puts(by_tell(o->file != NULL ? "score.kept.file" : "score.kept"));
    by_prompt_free(edit);
    by_lines_clear(&in);
    return by_cli_end((t->wrong && !typed) || t->lost ? BY_EXIT_WRONG : BY_EXIT_FINE);
}

/* Starts a new score, or prints its empty sheet. */
static int begin(struct by_score_table *t, int argc, char **argv, const struct options *o)
{
    struct by_config rules;
    int names = count_names(o->players);

    if (!read_rules(argc, argv, names, &rules))
        return BY_EXIT_USAGE;
    by_score_init(&t->s, &rules);
    by_files_today(t->s.date);
    if ((o->players != NULL || (o->print_to == NULL && o->question == NULL)) && !read_names(&t->s, o->players))
        return BY_EXIT_USAGE;
    if (o->question != NULL)
        return by_cli_end(by_score_ask(&t->s, o->question) ? BY_EXIT_FINE : BY_EXIT_WRONG);
    if (o->print_to != NULL)
        return by_score_print(t, o->print_to) ? BY_EXIT_FINE : BY_EXIT_WRONG;
    if (t->path != NULL && !place_is_free(t->path, o))
        return BY_EXIT_WRONG;
    if (t->path != NULL && !by_score_save(&t->s, t->path)) {
        by_tell_complain("score.unwritten", BY_PARTS(BY_WORDS(t->path), BY_WORDS(strerror(errno))));
        return BY_EXIT_WRONG;
    }
    return loop(t, o);
}

static int resume(struct by_score_table *t, const struct options *o)
{
    int there = t->path == NULL ? 0 : read_file(&t->s, t->path);
    bool known;

    if (there == 0)
        by_tell_complain(o->file != NULL ? "score.none.in" : "score.none.kept", BY_PARTS(BY_WORDS(o->file)));
    if (there <= 0)
        return BY_EXIT_WRONG;
    if (o->question != NULL) {
        known = by_score_ask(&t->s, o->question);
        return by_cli_end(known ? BY_EXIT_FINE : BY_EXIT_WRONG);
    }
    if (o->print_to != NULL)
        return by_score_print(t, o->print_to) ? BY_EXIT_FINE : BY_EXIT_WRONG;
    return loop(t, o);
}

int by_cli_score(int argc, char **argv)
{
    struct options o = { 0 };
    struct by_score_table t = { 0 };
    int status = by_args_read(&command, &argc, argv, &o);
    char place[4096];

    if (status >= 0)
        return status;
    t.path = o.file != NULL ? o.file : by_keep_place("score.txt", place, sizeof place) ? place : NULL;
    if (argc > 1 && o.go_on != NULL)
        status = by_cli_say(BY_EXIT_USAGE, by_tell("score.continue.other"));
    else if (argc > 1)
        status = begin(&t, argc, argv, &o);
    else if (o.go_on != NULL || o.file != NULL)
        status = resume(&t, &o);
    else
        status = by_cli_say(BY_EXIT_USAGE, by_tell("score.usage"));
    by_score_table_clear(&t);
    return status;
}

/* SPDX-License-Identifier: MIT */
/* evening.c: carries out the lines that the organiser of a tournament types. */
#include "evening.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "boneyard/text.h"
#include "boneyard/words.h"
#include "files.h"
#include "planted.h"
#include "print.h"
#include "tournament/pair.h"
#include "tournament/standings.h"
#include "util/keep.h"
#include "util/memory.h"
#include "util/page.h"
#include "util/tell.h"

static void say(const char *words) { by_page_text(stdout, "", 0, words); }

/* Refuses a line and explains why. The tournament has not changed. */
static void refuse(struct by_evening *e, const char *words)
{
    char clean[BY_FAULT_TEXT];

    by_page_clean(clean, sizeof clean, words);
    say(clean);
    e->wrong = true;
}

/* ---- Saving ---- */

static char *text_of(const struct by_tournament *t)
{
    char *bytes = NULL;
    size_t n = 0;
    FILE *out = by_sure(open_memstream(&bytes, &n));

    by_tournament_write(t, out);
    if (fclose(out) != 0)
        by_sure(NULL);
    return bytes;
}

bool by_evening_save(const struct by_evening *e)
{
    char *bytes = text_of(&e->t);
    bool fine = by_keep_replace(e->path, bytes, strlen(bytes));

    free(bytes);
    return fine;
}

static void save(struct by_evening *e)
{
    if (e->path == NULL || BY_PLANTED(405))
        return;
    e->lost = !by_evening_save(e);
    if (e->lost)
        by_tell_complain("tournament.unsaved", BY_PARTS(BY_WORDS(e->path), BY_WORDS(strerror(errno))));
    e->wrong = e->wrong || e->lost;
}

/* Adds a line that consists of a key, a space and `rest`. Returns false after refusing it. */
static bool add(struct by_evening *e, const char *key, const char *rest)
{
    char line[4096];
    struct by_fault f;

    snprintf(line, sizeof line, "%s %s", key, rest);
    if (by_tournament_add(&e->t, line, &f))
        return true;
    refuse(e, f.text);
    return false;
}

/* ---- People ---- */

/* Takes the next name from a comma-separated list. A pair may be written with '+' or '&'. */
static bool next_name(const char **at, char *out, size_t size)
{
    size_t n = strcspn(*at, ","), used = 0;

    if (**at == '\0')
        return false;
    for (size_t i = 0; i < n && used + 4 < size; i++) {
        char c = (*at)[i];

        if (c == '+' || c == '&') {
            while (used > 0 && out[used - 1] == ' ')
                used--;
            memcpy(out + used, " + ", 3);
            used += 3;
        } else if (c != ' ' || (used > 0 && out[used - 1] != ' ')) {
            out[used++] = c;
        }
    }
    while (used > 0 && out[used - 1] == ' ')
        used--;
    out[used] = '\0';
    *at += n + ((*at)[n] == ',');
    return true;
}

/* Adds a line for each name. If one is refused, none is added. */
static bool add_names(struct by_evening *e, const char *key, const char *names)
{
    char name[2048];
    int before = e->t.lines;

    if (*names == '\0') {
        refuse(e, by_tell("tournament.name.none"));
        return false;
    }
    while (next_name(&names, name, sizeof name))
        if (!add(e, key, name)) {
            by_tournament_cut(&e->t, before);
            return false;
        }
    save(e);
    return true;
}

static void say_number(const char *id, int n)
{
    char words[400];
    struct by_text t = by_tell_on(words, sizeof words);

    by_tell_put(&t, id, BY_PARTS(BY_NUMBER(n)));
    say(words);
}

static void do_enter(struct by_evening *e, const char *rest)
{
    if (add_names(e, "player", rest))
        say_number(e->t.format == BY_PARTNERS ? "tournament.entered.pairs" : "tournament.entered", e->t.contestants);
}

/* Prints the number of contestants in the next round. */
static void say_playing(const struct by_evening *e)
{
    int n = 0;

    for (int i = 0; i < e->t.contestants; i++)
        n += !e->t.contestant[i].out && !e->t.contestant[i].absent;
    say_number(e->t.format == BY_PARTNERS ? "tournament.playing.pairs" : "tournament.playing", n);
}

static void do_absent(struct by_evening *e, const char *rest)
{
    if (add_names(e, "absent", rest))
        say_playing(e);
}

static void do_out(struct by_evening *e, const char *rest)
{
    if (add_names(e, "out", rest))
        say_playing(e);
}

static void do_back(struct by_evening *e, const char *rest)
{
    if (add_names(e, "back", rest))
        say_playing(e);
}

/* ---- Rounds and scores ---- */

/* Returns whether it is past the time by which the tournament must end (`until`). */
static bool too_late(const struct by_tournament *t)
{
    time_t now = time(NULL);
    struct tm here;
    char text[24];

    return t->until[0] != '\0' && localtime_r(&now, &here) != NULL
        && strftime(text, sizeof text, "%Y-%m-%d %H:%M", &here) > 0 && strcmp(text, t->until) >= 0;
}

static void do_pair(struct by_evening *e, const char *rest)
{
    struct by_fault f;
    char words[400];
    struct by_text t = by_tell_on(words, sizeof words);
    int again;

    (void)rest;
    if (too_late(&e->t)) {
        by_tell_put(&t, "tournament.late", BY_PARTS(BY_WORDS(e->t.until + 11)));
        refuse(e, words);
        return;
    }
    if (!by_tournament_pair(&e->t, &f)) {
        refuse(e, f.text);
        return;
    }
    save(e);
    by_evening_tables(&e->t, e->t.rounds - 1, stdout);
    again = by_pairing_repeats(&e->t, e->t.rounds - 1);
    if (again > 0)
        say_number("tournament.again", again);
}

static void do_tables(struct by_evening *e, const char *rest)
{
    (void)rest;
    if (e->t.rounds == 0)
        refuse(e, by_tell("tournament.none"));
    else
        by_evening_tables(&e->t, e->t.rounds - 1, stdout);
}

static void do_standings(struct by_evening *e, const char *rest)
{
    (void)rest;
    by_evening_standings(&e->t, stdout);
}

/* Prints what remains to be done: entering scores, another round, or nothing. */
static void say_next(const struct by_evening *e)
{
    const struct by_tournament_round *r = &e->t.round[e->t.rounds - 1];
    int open = 0;

    for (int i = 0; i < r->tables; i++)
        open += !r->table[i].scored;
    if (open > 0)
        say_number("tournament.open", open);
    else if (e->t.limit > 0 && e->t.rounds == e->t.limit)
        say_number("tournament.done", e->t.rounds);
    else
        say_number("tournament.settled", e->t.rounds);
}

/* Enters the scores of a table, given as "ROUND.TABLE SCORE SCORE". */
static void enter_score(struct by_evening *e, const char *text)
{
    char words[1024], label[80];
    struct by_text t = by_tell_on(words, sizeof words), to = by_tell_on(label, sizeof label);
    long round = strtol(text, NULL, 10), table = strtol(text + strcspn(text, ".") + 1, NULL, 10);

    if (!add(e, "score", text))
        return;
    save(e);
    by_tell_put(&to, "tournament.table", BY_PARTS(BY_NUMBER(table)));
    by_evening_table(&e->t, &e->t.round[round - 1].table[table - 1], &t);
    by_page_text(stdout, label, 10, words);
    say_next(e);
}

/* Copies a line with a single space between words. */
static void squeeze(const char *text, char *out, size_t size)
{
    size_t used = 0;

    for (; *text != '\0' && used + 1 < size; text++)
        if ((*text != ' ' && *text != '\t') || (used > 0 && out[used - 1] != ' '))
            out[used++] = *text == '\t' ? ' ' : *text;
    while (used > 0 && out[used - 1] == ' ')
        used--;
    out[used] = '\0';
}

static void do_fix(struct by_evening *e, const char *rest)
{
    char text[1024];

    squeeze(rest, text, sizeof text);
    enter_score(e, text);
}

/* ---- The rest ---- */

/* Undoes the last line or, if that line belongs to the seating of a round, the whole round. */
static void do_undo(struct by_evening *e, const char *rest)
{
    int n = e->t.lines;

    (void)rest;
    if (n == 0) {
        refuse(e, by_tell("tournament.undo.none"));
        return;
    }
    do {
        n--;
    } while (strncmp(e->t.line[n], "table ", 6) == 0 || strncmp(e->t.line[n], "bye ", 4) == 0);
    fputs(by_tell("tournament.undone"), stdout);
    by_page_put(stdout, e->t.line[n]);
    putchar('\n');
    by_tournament_cut(&e->t, n);
    save(e);
}

static void print_text(const struct by_tournament *t, FILE *out)
{
    char words[1024];
    struct by_text text = by_tell_on(words, sizeof words);

    by_evening_title(t, &text);
    fprintf(out, "%s  %s\n\n", words, t->date);
    for (int r = 0; r < t->rounds; r++) {
        by_evening_tables(t, r, out);
        putc('\n', out);
    }
    by_evening_standings(t, out);
    putc('\n', out);
    by_page_text(out, "", 0, by_tell("tournament.explain"));
    by_page_text(out, "", 0, by_tell("tournament.explain.ties"));
}

bool by_evening_print(const struct by_evening *e, const char *path)
{
    char *bytes = NULL;
    size_t size = 0, n = strlen(path);
    FILE *out;
    bool fine;

    if (e->path != NULL && strcmp(path, e->path) == 0) {
        by_tell_complain("tournament.print.same", BY_PARTS(BY_WORDS(path)));
        return false;
    }
    if (n > 4 && strcasecmp(path + n - 4, ".pdf") == 0) {
        bytes = text_of(&e->t);
        fine = by_files_may_replace(path, "%PDF-") ? by_print_pdf(bytes, path) : (errno = 0);
    } else {
        out = by_sure(open_memstream(&bytes, &size));
        print_text(&e->t, out);
        if (fclose(out) != 0)
            by_sure(NULL);
        fine = by_files_may_replace(path, bytes) ? by_keep_write(path, bytes, size) : (errno = 0);
    }
    free(bytes);
    if (!fine && errno != 0)
        by_tell_complain("score.unwritten", BY_PARTS(BY_WORDS(path), BY_WORDS(strerror(errno))));
    return fine;
}

static void do_print(struct by_evening *e, const char *rest)
{
    if (*rest == '\0') {
        refuse(e, by_tell("score.print.which"));
    } else if (!by_evening_print(e, rest)) {
        e->wrong = true;
    } else {
        by_tell_print(stdout, "score.printed", NULL);
        by_page_put(stdout, rest);
        puts(".");
    }
}

static void do_quit(struct by_evening *e, const char *rest)
{
    (void)rest;
    e->over = true;
}

static void do_help(struct by_evening *e, const char *rest)
{
    static const char *const words[][2] = {
#define BY_EVENING_COMMAND(name, use, about) { use, about },
#include "evening.def"
#undef BY_EVENING_COMMAND
    };

    (void)e;
    (void)rest;
    by_page_text(stdout, by_tell("tournament.do.score.use"), 24, by_tell("tournament.do.score"));
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        by_page_text(stdout, by_tell(words[i][0]), 24, by_tell(words[i][1]));
}

struct command {
    const char *name, *use;
    void (*run)(struct by_evening *, const char *);
};

/* Returns the command that n bytes name, in English or in the current language, or NULL if they name none. */
static const struct command *find_command(const char *word, size_t n)
{
    static const struct command commands[] = {
#define BY_EVENING_COMMAND(name, use, about) { #name, use, do_##name },
#include "evening.def"
#undef BY_EVENING_COMMAND
    };

    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        const char *use = by_tell(commands[i].use);

        if ((strlen(commands[i].name) == n && strncasecmp(commands[i].name, word, n) == 0)
            || (strcspn(use, " ") == n && strncasecmp(use, word, n) == 0))
            return &commands[i];
    }
    return NULL;
}

void by_evening_line(struct by_evening *e, const char *line)
{
    const struct command *command;
    char words[4096] = "", text[4096 + 16], message[BY_FAULT_TEXT];
    struct by_text t = by_tell_on(message, sizeof message);
    size_t n;

    squeeze(line, words, sizeof words);
    n = strcspn(words, " ");
    command = find_command(words, n);
    if (n == 0 || words[0] == '#')
        return;
    if (words[0] >= '0' && words[0] <= '9') {
        snprintf(text, sizeof text, "%d.%s", e->t.rounds, words);
        if (e->t.rounds == 0)
            refuse(e, by_tell("tournament.none"));
        else
            enter_score(e, text);
    } else if (command == NULL) {
        by_tell_put(&t, "tournament.unknown", BY_PARTS(BY_INPUT(words)));
        refuse(e, message);
    } else if (words[n] != '\0' && strchr(by_tell(command->use), ' ') == NULL) {
        by_tell_put(&t, "score.rest", BY_PARTS(BY_INPUT(words + n + 1), BY_WORDS(by_tell(command->use))));
        refuse(e, message);
    } else {
        command->run(e, words + n + (words[n] == ' '));
    }
}

/* SPDX-License-Identifier: MIT */
/* talk.c: handles commands other than moves. A single list drives both help and dispatch. */
#include "talk.h"
#include "saves.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "boneyard/explain.h"
#include "boneyard/text.h"
#include "boneyard/why.h"
#include "cli/review.h"
#include "util/memory.h"
#include "util/page.h"
#include "util/tell.h"

#define SENTENCE 1024

/* ---- Output and input ------------------------------------------------------------------------- */

void by_talk_look(struct by_talk *g, int seat, bool choice)
{
    g->seat = seat;
    g->choice = choice;
    g->n = seat != BY_NO_SEAT && choice ? by_session_moves(g->s, seat, g->list) : 0;
    by_session_view(g->s, seat, &g->v);
    by_telling_init(&g->t, &g->v, by_session_names(g->s), seat == BY_NO_SEAT ? -1 : seat);
}

void by_talk_say(const char *words)
{
    if (*words != '\0')
        by_page_text(stdout, "", 0, words);
}

void by_talk_put(const char *id, const struct by_part *parts)
{
    char text[SENTENCE];
    struct by_text t = by_tell_on(text, sizeof text);

    by_tell_put(&t, id, parts);
    text[strcspn(text, "\n")] = '\0';
    by_talk_say(text);
}

void by_talk_tell(struct by_talk *g, int n)
{
    int end = by_session_log(g->s)->n, i = end - n - g->held;
    struct by_next next = by_session_next(g->s);
    char text[SENTENCE];

    for (int k; i < end; i += k) {
        const struct by_line_said *line = &by_session_log(g->s)->line[i];

        k = by_log_said(by_session_log(g->s), i, end, text, sizeof text);
        g->held = 0;
        if (i + k == end && line->what == BY_DRAW_MOVE && by_session_steps(next) && next.seat == line->seat)
            g->held = k; /* delays the sentence, since that seat may draw again */
        else
            by_talk_say(text);
    }
}

bool by_talk_ask(struct by_talk *g, const char *question, char **words)
{
    enum by_line got;

    fputs(question, stdout);
    fflush(stdout);
    got = by_lines_next(g->in);
    for (; got == BY_LINE_LONG; got = by_lines_next(g->in)) {
        printf("%s%s", g->terminal ? "" : "\n", by_tell("tui.line.long"));
        fflush(stdout);
    }
    if (got != BY_LINE_READ) {
        putchar('\n');
        g->quit = true;
        return false;
    }
    if (!g->terminal) { /* echoes the input so that it appears in transcripts */
        by_page_put(stdout, g->in->at);
        putchar('\n');
    }
    *words = by_lines_bare(g->in);
    return true;
}

/* ---- Long text ----------------------------------------------------------------------------------- */

static int height(void)
{
    struct winsize size;

    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 4 ? size.ws_row : 24;
}

/* Prints long text. On a terminal, prints a page at a time until the user types a word. */
static void say_long(struct by_talk *g, const char *text)
{
    int room = g->terminal ? height() - 2 : 0, lines = 0;
    char *words;

    for (size_t n; *text != '\0'; text += n) {
        n = strcspn(text, "\n");
        n += text[n] == '\n';
        if (room > 0 && lines == room) {
            if (!by_talk_ask(g, by_tell("tui.more"), &words) || *words != '\0')
                return;
            lines = 0;
        }
        fwrite(text, 1, n, stdout);
        lines++;
    }
}

/* ---- The commands -------------------------------------------------------------------------------- */

static enum by_typed say_ends(struct by_talk *g, const char *rest)
{
    char text[BY_PLAIN_TEXT];

    (void)rest;
    by_plain_ends(&g->t, text);
    by_talk_say(text);
    return BY_TYPED_DONE;
}

static enum by_typed say_hand(struct by_talk *g, const char *rest)
{
    char text[BY_PLAIN_TEXT];

    (void)rest;
    by_plain_hand(&g->t, g->list, g->n, text);
    by_talk_say(text);
    return BY_TYPED_DONE;
}

static enum by_typed say_seats(struct by_talk *g, const char *rest)
{
    char text[BY_PLAIN_TEXT];

    (void)rest;
    by_plain_seats(&g->t, text);
    by_talk_say(text);
    return BY_TYPED_DONE;
}

static enum by_typed say_table(struct by_talk *g, const char *rest)
{
    char text[BY_PLAIN_TEXT];

    by_plain_table(&g->t, text);
    by_talk_say(text);
    if (!by_families[g->v.family]->solitaire && (by_families[g->v.family]->trains || g->v.now.laid > 0))
        say_ends(g, rest);
    say_seats(g, rest);
    if (g->choice)
        say_hand(g, rest);
    return BY_TYPED_DONE;
}

static enum by_typed say_moves(struct by_talk *g, const char *rest)
{
    char text[BY_PLAIN_TEXT], *all = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&all, &size);

    (void)rest;
    by_sure(to);
    for (int i = 0; i < g->n; i++) {
        by_plain_move(&g->t, g->list[i], text);
        fprintf(to, "%d: %s.\n", i + 1, text);
    }
    fclose(to);
    say_long(g, all);
    free(all);
    return BY_TYPED_DONE;
}

/* Writes "You and North 45, West and East 30", from the total scores or from the points scored in one round. */
static void put_scores(struct by_text *t, const struct by_talk *g, const int32_t score[], const char *sign)
{
    bool teams = g->v.rules.opt[BY_TEAMS] == BY_ON;

    for (int i = 0; i < (teams ? 2 : g->v.players); i++) {
        by_put(t, i == 0 ? "" : ", ");
        for (int seat = i; seat < g->v.players; seat += teams ? 2 : g->v.players) {
            by_put(t, seat == i ? "" : by_template(BY_SAY_AND, by_tell_language()));
            if (seat == g->t.you)
                by_tell_put(t, seat == i ? "seat.you" : "tui.you", NULL);
            else
                by_put(t, g->t.names[seat]);
        }
        by_put_char(t, ' ');
        by_put(t, sign);
        by_put_int(t, score[i]);
    }
    by_put_char(t, '.');
}

static enum by_typed say_scores(struct by_talk *g, const char *rest)
{
    char text[BY_PLAIN_TEXT];
    struct by_text t = by_tell_on(text, sizeof text);

    (void)rest;
    put_scores(&t, g, g->v.score, "");
    if (!by_families[g->v.family]->low_wins)
        by_tell_put(&t, "tui.scores.target", BY_PARTS(BY_NUMBER(g->v.rules.opt[BY_TARGET])));
    else
        by_tell_put(&t, "tui.scores.low", BY_PARTS(BY_NUMBER(g->v.round), BY_NUMBER(g->v.rules.opt[BY_ROUNDS])));
    by_talk_say(text);
    for (int r = 0; r < by_session_results(g->s); r++) {
        const struct by_result *result = by_session_result(g->s, r);

        t = by_tell_on(text, sizeof text);
        by_tell_put(&t, "tui.scores.round", BY_PARTS(BY_NUMBER(result->round)));
        put_scores(&t, g, result->gain, "+");
        by_talk_say(text);
    }
    return BY_TYPED_DONE;
}

/* Prints the sentences of this round. */
static enum by_typed say_log(struct by_talk *g, const char *rest)
{
    char *all = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&all, &size);

    (void)rest;
    by_sure(to);
    for (int i = 0, moves = 0; i < by_session_log(g->s)->n;) {
        char text[SENTENCE];
        bool now = by_session_log(g->s)->line[i].round == g->v.round;

        i += by_log_numbered(by_session_log(g->s), i, &moves, text, sizeof text);
        if (now)
            by_page_text(to, "", 0, text);
    }
    fclose(to);
    say_long(g, all);
    free(all);
    return BY_TYPED_DONE;
}

static bool contains(const char *text, const char *word)
{
    size_t n = strlen(word);

    for (; *text != '\0'; text++)
        if (strncasecmp(text, word, n) == 0)
            return true;
    return n == 0;
}

/* Prints all rules of this table, or those that contain a word or number. */
static enum by_typed say_rules(struct by_talk *g, const char *rest)
{
    const char *section = "";
    struct by_paragraph p;
    char *all = NULL, words[BY_PARAGRAPH_TEXT + 64];
    size_t size = 0;
    FILE *to = open_memstream(&all, &size);

    by_sure(to);
    for (int i = 0; by_explain(&g->v.rules, i, by_tell_language(), &p); i++) {
        if (!contains(p.text, rest) && !contains(p.number, rest) && !contains(p.section, rest))
            continue;
        if (strcmp(section, p.section) != 0)
            fprintf(to, "%s%s.\n", *section == '\0' ? "" : "\n", p.section);
        section = p.section;
        snprintf(words, sizeof words, "%s: %s", p.number, p.text);
        by_page_text(to, "", 0, words);
    }
    fclose(to);
    say_long(g, all);
    if (*section == '\0') {
        by_page_clean(words, sizeof words, rest);
        by_talk_put("tui.rules.none", BY_PARTS(BY_WORDS(words)));
    }
    free(all);
    return BY_TYPED_DONE;
}

static enum by_typed say_hint(struct by_talk *g, const char *rest)
{
    char text[SENTENCE], line[SENTENCE + 8];

    (void)rest;
    if (by_session_hint(g->s, g->seat, text, sizeof text) == BY_NO_MOVE)
        return BY_TYPED_DONE;
    snprintf(line, sizeof line, "%s%s", by_tell("tui.hint"), text);
    by_talk_say(line);
    return BY_TYPED_DONE;
}

static enum by_typed review(struct by_talk *g, const char *rest)
{
    char *all = NULL;
    size_t size = 0;
    FILE *to;

    (void)rest;
    if (by_session_next(g->s).kind != BY_NEXT_GAME_OVER) {
        by_talk_say(by_tell("tui.review.later"));
        return BY_TYPED_DONE;
    }
    to = by_sure(open_memstream(&all, &size));
    by_review_match(by_session_finished(g->s), by_session_stop(g->s), by_review_print, to);
    fclose(to);
    say_long(g, all);
    free(all);
    return BY_TYPED_DONE;
}

static enum by_typed take_back(struct by_talk *g, const char *rest)
{
    bool taken = by_session_undo(g->s);

    (void)rest;
    by_talk_say(by_tell(taken ? "tui.undone" : "tui.undo.none"));
    return taken ? BY_TYPED_CHANGED : BY_TYPED_DONE;
}

static enum by_typed save(struct by_talk *g, const char *path)
{
    const char *to = *path == '\0' ? by_session_file(g->s)->path : path;

    if (to == NULL)
        by_talk_say(by_tell("tui.save.which"));
    else if (!by_saves_free(by_session_file(g->s)->path, to))
        by_talk_put("tui.save.taken", BY_PARTS(BY_INPUT(to)));
    else if (!by_session_copy(g->s, to))
        by_talk_put("tui.save.failed", BY_PARTS(BY_WORDS(strerror(errno))));
    else {
        by_talk_say(by_tell("tui.saved"));
        if (by_session_file(g->s)->path == NULL)
            by_savefile_set(by_session_file(g->s), to); /* saves to that file from now on */
    }
    return BY_TYPED_DONE;
}

static enum by_typed quit(struct by_talk *g, const char *rest)
{
    (void)rest;
    if (!g->warned && by_session_file(g->s)->path == NULL && by_session_next(g->s).kind != BY_NEXT_GAME_OVER) {
        by_talk_say(by_tell("tui.quit.warning"));
        g->warned = true;
        return BY_TYPED_DONE;
    }
    g->quit = true;
    return BY_TYPED_CHANGED;
}

static enum by_typed help(struct by_talk *g, const char *rest);

static const struct command {
    const char *word, *rest, *about; /* ids of the argument and the description */
    bool choice;                     /* whether the command is allowed only when a person must choose */
    enum by_typed (*run)(struct by_talk *g, const char *rest);
} commands[] = {
    { "hand", "", "tui.word.hand", true, say_hand },
    { "moves", "", "tui.word.moves", true, say_moves },
    { "ends", "", "tui.word.ends", false, say_ends },
    { "table", "", "tui.word.table", false, say_table },
    { "seats", "", "tui.word.seats", false, say_seats },
    { "scores", "", "tui.word.scores", false, say_scores },
    { "log", "", "tui.word.log", false, say_log },
    { "hint", "", "tui.word.hint", true, say_hint },
    { "rules", "tui.word.rules.rest", "tui.word.rules", false, say_rules },
    { "review", "", "tui.word.review", false, review },
    { "undo", "", "tui.word.undo", false, take_back },
    { "save", "tui.word.save.rest", "tui.word.save", false, save },
    { "help", "", "tui.word.help", false, help },
    { "quit", "", "tui.word.quit", false, quit },
};

/* Returns whether a command is about hands, which do not exist in Castle Rock. */
static bool of_hands(const char *word)
{
    return strcmp(word, "hand") == 0 || strcmp(word, "ends") == 0 || strcmp(word, "seats") == 0;
}

static void say_command(const struct command *c)
{
    char text[SENTENCE];

    snprintf(text, sizeof text, "%s%s%s: %s.", c->word, c->rest[0] == '\0' ? "" : " ",
             c->rest[0] == '\0' ? "" : by_tell(c->rest), by_tell(c->about));
    by_talk_say(text);
}

static enum by_typed help(struct by_talk *g, const char *rest)
{
    char text[4 * SENTENCE];

    (void)rest;
    if (g->choice) {
        struct by_text t = by_tell_on(text, sizeof text);

        by_what(&g->v, g->list, g->n, &t);
        by_talk_say(text);
        by_talk_say(by_families[g->v.family]->solitaire ? by_tell("tui.help.take") : by_tell("tui.help.lay"));
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if ((g->choice || !commands[i].choice) && (!by_families[g->v.family]->solitaire || !of_hands(commands[i].word)))
            say_command(&commands[i]);
    return BY_TYPED_DONE;
}

enum by_typed by_talk_command(struct by_talk *g, const char *words)
{
    static const char *const other[][2] = { { "?", "help" }, { "q", "quit" }, { "exit", "quit" } };
    size_t n = strcspn(words, " ");
    const char *word = words;
    bool warned = g->warned;

    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (strcmp(words, other[i][0]) == 0) {
            word = other[i][1];
            n = strlen(word);
        }
    g->warned = false;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        const struct command *c = &commands[i];
        const char *rest = word + n + strspn(word + n, " ");

        if (strlen(c->word) != n || strncasecmp(c->word, word, n) != 0 || (*rest != '\0' && c->rest[0] == '\0'))
            continue;
        if (c->choice && !g->choice) {
            by_talk_say(by_tell("tui.not.now"));
            return BY_TYPED_DONE;
        }
        g->warned = c->run == quit && warned;
        return c->run(g, rest);
    }
    return BY_TYPED_OTHER;
}

/* talk.c: the words that are understood besides moves: one list, for help and for what they do. */
#include "talk.h"

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
#include "util/memory.h"
#include "util/page.h"

#define SENTENCE 1024

/* ---- Saying and asking ------------------------------------------------------------------------ */

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

void by_talk_tell(const struct by_talk *g, int n)
{
    for (int i = by_session_lines(g->s) - n; i < by_session_lines(g->s); i++)
        by_talk_say(by_session_line(g->s, i)->text);
}

bool by_talk_ask(struct by_talk *g, const char *question, char **words)
{
    enum by_line got;

    fputs(question, stdout);
    fflush(stdout);
    got = by_lines_next(g->in);
    for (; got == BY_LINE_LONG; got = by_lines_next(g->in)) {
        printf("%sThat line was too long; once more: ", g->terminal ? "" : "\n");
        fflush(stdout);
    }
    if (got != BY_LINE_READ) {
        putchar('\n');
        g->quit = true;
        return false;
    }
    if (!g->terminal) {                 /* a transcript shows what was typed */
        by_page_put(stdout, g->in->at);
        putchar('\n');
    }
    *words = by_lines_bare(g->in);
    return true;
}

/* ---- Long texts ---------------------------------------------------------------------------------- */

static int height(void)
{
    struct winsize size;

    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 4 ? size.ws_row : 24;
}

/* On a terminal by its height; any word stops. */
static void say_long(struct by_talk *g, const char *text)
{
    int room = g->terminal ? height() - 2 : 0, lines = 0;
    char *words;

    for (size_t n; *text != '\0'; text += n) {
        n = strcspn(text, "\n");
        n += text[n] == '\n';
        if (room > 0 && lines == room) {
            if (!by_talk_ask(g, "Enter for more: ", &words) || *words != '\0')
                return;
            lines = 0;
        }
        fwrite(text, 1, n, stdout);
        lines++;
    }
}

/* ---- The words ----------------------------------------------------------------------------------- */

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
    if (g->v.family != BY_CASTLE && (g->v.family == BY_TRAINS || g->v.now.laid > 0))
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

/* "You and North 45, West and East 30", from the totals or from what a round has added. */
static void put_scores(struct by_text *t, const struct by_talk *g, const int32_t score[], const char *sign)
{
    bool teams = g->v.rules.opt[BY_TEAMS] == BY_ON;

    for (int i = 0; i < (teams ? 2 : g->v.players); i++) {
        by_put(t, i == 0 ? "" : ", ");
        for (int seat = i; seat < g->v.players; seat += teams ? 2 : g->v.players) {
            by_put(t, seat == i ? "" : " and ");
            by_put(t, seat == g->t.you ? seat == i ? "You" : "you" : g->t.names[seat]);
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
    struct by_text t = by_text_on(text, sizeof text);

    (void)rest;
    put_scores(&t, g, g->v.score, "");
    if (g->v.family == BY_LINE) {
        by_put(&t, " The game is to ");
        by_put_int(&t, g->v.rules.opt[BY_TARGET]);
    } else {
        by_put(&t, " The lowest total wins. Round ");
        by_put_int(&t, g->v.round);
        by_put(&t, " of ");
        by_put_int(&t, g->v.rules.opt[BY_ROUNDS]);
    }
    by_put_char(&t, '.');
    by_talk_say(text);
    for (int r = 0; r < by_session_results(g->s); r++) {
        const struct by_result *result = by_session_result(g->s, r);

        t = by_text_on(text, sizeof text);
        by_put(&t, "Round ");
        by_put_int(&t, result->round);
        by_put(&t, ": ");
        put_scores(&t, g, result->gain, "+");
        by_talk_say(text);
    }
    return BY_TYPED_DONE;
}

/* The sentences of this round. */
static enum by_typed say_log(struct by_talk *g, const char *rest)
{
    char *all = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&all, &size);

    (void)rest;
    by_sure(to);
    for (int i = 0; i < by_session_lines(g->s); i++)
        if (by_session_line(g->s, i)->round == g->v.round)
            by_page_text(to, "", 0, by_session_line(g->s, i)->text);
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

/* All rules of this table, or those with a word or a number in them. */
static enum by_typed say_rules(struct by_talk *g, const char *rest)
{
    const char *section = "";
    struct by_paragraph p;
    char *all = NULL, words[BY_PARAGRAPH_TEXT + 64];
    size_t size = 0;
    FILE *to = open_memstream(&all, &size);

    by_sure(to);
    for (int i = 0; by_explain(&g->v.rules, i, BY_ENGLISH, &p); i++) {
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
        printf("No rule of this table says \"%s\"; the word rules alone tells all of them.\n", words);
    }
    free(all);
    return BY_TYPED_DONE;
}

static enum by_typed say_hint(struct by_talk *g, const char *rest)
{
    char text[SENTENCE], line[SENTENCE + 8];

    (void)rest;
    by_session_hint(g->s, g->seat, text, sizeof text);
    snprintf(line, sizeof line, "Hint: %s", text);
    by_talk_say(line);
    return BY_TYPED_DONE;
}

static enum by_typed take_back(struct by_talk *g, const char *rest)
{
    bool taken = by_session_undo(g->s);

    (void)rest;
    puts(taken ? "Taken back." : "There is nothing to take back: you have not had a choice yet.");
    return taken ? BY_TYPED_CHANGED : BY_TYPED_DONE;
}

static enum by_typed save(struct by_talk *g, const char *path)
{
    const char *to = *path == '\0' ? by_session_kept(g->s) : path;

    if (to == NULL)
        puts("Name a file: save FILE");
    else if (!by_session_save_as(g->s, to))
        printf("It could not be saved: %s\n", strerror(errno));
    else {
        puts("Saved.");
        if (by_session_kept(g->s) == NULL)
            by_session_keep(g->s, to);  /* and from now on it is kept there */
    }
    return BY_TYPED_DONE;
}

static enum by_typed quit(struct by_talk *g, const char *rest)
{
    (void)rest;
    if (!g->warned && by_session_kept(g->s) == NULL && by_session_due(g->s).kind != BY_DUE_OVER) {
        puts("This game is kept nowhere: quit once more leaves it, save FILE keeps it.");
        g->warned = true;
        return BY_TYPED_DONE;
    }
    g->quit = true;
    return BY_TYPED_CHANGED;
}

static enum by_typed help(struct by_talk *g, const char *rest);

static const struct command {
    const char *word, *rest, *about;
    bool choice;                        /* only where it is somebody's choice */
    enum by_typed (*run)(struct by_talk *g, const char *rest);
} commands[] = {
    { "hand", "", "your tiles and where they fit", true, say_hand },
    { "moves", "", "all that you may do, with numbers to type", true, say_moves },
    { "ends", "", "what can be played on", false, say_ends },
    { "table", "", "everything on the table", false, say_table },
    { "seats", "", "how many tiles everybody has, and the boneyard", false, say_seats },
    { "scores", "", "the points, round by round", false, say_scores },
    { "log", "", "what happened in this round", false, say_log },
    { "hint", "", "a good move", true, say_hint },
    { "rules", " WORD", "the rules of this table; with a word or a number, those that have it", false, say_rules },
    { "undo", "", "takes your last move back", false, take_back },
    { "save", " FILE", "keeps the game in a file", false, save },
    { "help", "", "this", false, help },
    { "quit", "", "leaves the game", false, quit },
};

/* In Castle Rock nobody holds tiles, and nothing is laid. */
static bool of_hands(const char *word)
{
    return strcmp(word, "hand") == 0 || strcmp(word, "ends") == 0 || strcmp(word, "seats") == 0;
}

static enum by_typed help(struct by_talk *g, const char *rest)
{
    char text[4 * SENTENCE];

    (void)rest;
    if (g->choice) {
        struct by_text t = by_text_on(text, sizeof text);

        by_what(&g->v, g->list, g->n, &t);
        by_talk_say(text);
        by_talk_say(g->v.family == BY_CASTLE ? "Type a move, such as take 4-1 or draw; or its number in moves."
                    : "Type a tile: 5-4. Where it fits in more than one place, say the place behind it, as hand does; "
                    "or type its number in the list that moves gives.");
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if ((g->choice || !commands[i].choice) && (g->v.family != BY_CASTLE || !of_hands(commands[i].word)))
            printf("%s%s: %s.\n", commands[i].word, commands[i].rest, commands[i].about);
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
            puts("That is for your turn.");
            return BY_TYPED_DONE;
        }
        g->warned = c->run == quit && warned;
        return c->run(g, rest);
    }
    return BY_TYPED_OTHER;
}

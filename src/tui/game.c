/* game.c: a game in sentences: what happens is told, moves are typed (N-07). */
#include "game.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/explain.h"
#include "boneyard/text.h"
#include "boneyard/why.h"
#include "cli/cli.h"
#include "plain.h"
#include "util/page.h"

volatile sig_atomic_t by_game_stop;

#define SENTENCE 1024

/* The game and how it is talked about. */
struct talk {
    struct by_session *s;
    struct by_lines *in;
    bool terminal, quit;
};

/* ---- Telling ------------------------------------------------------------------------------ */

/* The newest n sentences. */
static void tell(const struct talk *g, int n)
{
    for (int i = by_session_lines(g->s) - n; i < by_session_lines(g->s); i++)
        by_page_text(stdout, "", 0, by_session_line(g->s, i)->text);
}

/* What could not be kept is said once. */
static void complain(const struct talk *g)
{
    const char *trouble = by_session_trouble(g->s);

    if (trouble != NULL)
        by_complain("%s", trouble);
}

/* What is shown is the view of a person, or nobody's when bots play all. */
static void show_table(const struct talk *g, int seat)
{
    struct by_view v;

    by_session_view(g->s, seat, &v);
    putchar('\n');
    by_plain_table(stdout, &v, by_session_names(g->s), by_session_you(g->s));
}

/* The table and the own hand. */
static void show_turn(const struct talk *g, const struct by_view *v, const by_move *list, int n)
{
    show_table(g, v->seat);
    if (v->family != BY_CASTLE)
        by_plain_hand(stdout, v, list, n);
}

/* ---- The person's commands ---------------------------------------------------------------- */

static void cmd_help(const struct by_view *v, const by_move *list, int n)
{
    char text[4 * SENTENCE];

    by_what(v, list, n, text, sizeof text);
    by_page_text(stdout, "", 0, text);
    by_plain_moves(stdout, v, list, n);
    puts(v->family == BY_CASTLE ? "Type a move or its number." : "Type a move or its number; 5-4 is enough where "
         "only one place fits.\n* marks a tile that fits, > whose turn it is.");
    puts("Also: table, rules, hint, undo, save FILE, quit.");
}

static void cmd_hint(const struct talk *g, int seat)
{
    char text[SENTENCE], line[SENTENCE + 8];

    by_session_hint(g->s, seat, text, sizeof text);
    snprintf(line, sizeof line, "Hint: %s", text);
    by_page_text(stdout, "", 0, line);
}

static void cmd_rules(const struct by_view *v)
{
    const char *section = "";
    struct by_paragraph p;

    for (int i = 0; by_explain(&v->rules, i, &p); i++) {
        if (strcmp(section, p.section) != 0)
            by_page_heading(p.section);
        section = p.section;
        by_page_text(stdout, p.number, 17, p.text);
    }
}

static bool cmd_undo(const struct talk *g)
{
    bool taken = by_session_undo(g->s);

    puts(taken ? "Taken back." : "There is nothing to take back.");
    return taken;
}

static void cmd_save(const struct talk *g, const char *path)
{
    const char *to = *path == '\0' ? by_session_kept(g->s) : path;

    if (to == NULL)
        puts("Name a file: save FILE");
    else if (by_session_save_as(g->s, to))
        puts("Saved.");
    else
        printf("It could not be saved: %s\n", strerror(errno));
}

enum typed { NO_COMMAND, DONE, TABLE_CHANGED };

/* A word that may be no move but a command. */
static enum typed command(struct talk *g, const char *words, const struct by_view *v, const by_move *list, int n)
{
    if (strcmp(words, "?") == 0 || strcmp(words, "help") == 0)
        cmd_help(v, list, n);
    else if (strcmp(words, "hint") == 0)
        cmd_hint(g, v->seat);
    else if (strcmp(words, "rules") == 0)
        cmd_rules(v);
    else if (strcmp(words, "table") == 0)
        show_turn(g, v, list, n);
    else if (strcmp(words, "undo") == 0)
        return cmd_undo(g) ? TABLE_CHANGED : DONE;
    else if (strncmp(words, "save", 4) == 0 && (words[4] == '\0' || words[4] == ' '))
        cmd_save(g, words + 4 + strspn(words + 4, " "));
    else if (strcmp(words, "quit") == 0 || strcmp(words, "exit") == 0 || strcmp(words, "q") == 0)
        g->quit = true;
    else
        return NO_COMMAND;
    return g->quit ? TABLE_CHANGED : DONE;
}

/* ---- The person's turn -------------------------------------------------------------------- */

static bool read_words(struct talk *g, char **words)
{
    enum by_line got = by_lines_next(g->in);
    size_t n;

    if (got == BY_LINE_LONG)
        g->in->at[0] = '\0';             /* no answer is that long */
    else if (got != BY_LINE_READ)
        return false;
    if (!g->terminal) {                 /* a transcript shows what was typed */
        by_page_put(stdout, g->in->at);
        putchar('\n');
    }
    *words = g->in->at + strspn(g->in->at, " \t");
    for (n = strlen(*words); n > 0 && strchr(" \t", (*words)[n - 1]) != NULL; n--)
        (*words)[n - 1] = '\0';
    return true;
}

/* What was typed as a move: its number in the list, or its text (N-07).  False: neither, and why has been said. */
static bool typed_move(const struct talk *g, int seat, const char *words, const by_move *list, int n, by_move *out)
{
    struct by_fault f;
    char *end;
    long number = strtol(words, &end, 10);

    if (end != words && *end == '\0') {
        if (number >= 1 && number <= n)
            *out = list[number - 1];
        else
            printf("The moves are numbered from 1 to %d; ? shows them.\n", n);
        return number >= 1 && number <= n;
    }
    if (by_session_read(g->s, seat, words, out, &f) == BY_OK)
        return true;
    by_page_text(stdout, "", 0, f.text);
    return false;
}

/* One choice of a person: asks until a move has been typed, the table has changed (undo) or the person leaves. */
static void your_turn(struct talk *g, int seat)
{
    by_move list[BY_MOVES], m = BY_NO_MOVE;
    int n = by_session_moves(g->s, seat, list);
    struct by_view v;
    char *words;

    by_session_view(g->s, seat, &v);
    show_turn(g, &v, list, n);
    for (;;) {
        fputs("your move (? for help): ", stdout);
        fflush(stdout);
        if (!read_words(g, &words)) {
            putchar('\n');
            g->quit = true;
            return;
        }
        if (*words == '\0')
            continue;
        switch (command(g, words, &v, list, n)) {
        case DONE:
            continue;
        case TABLE_CHANGED:
            return;
        default:
            break;
        }
        if (!typed_move(g, seat, words, list, n, &m))
            continue;
        tell(g, by_session_play(g->s, seat, m));
        return;
    }
}

/* A call is possible and the person is not on turn. */
static void your_call(struct talk *g, int seat)
{
    char *words;

    fputs("You can call: type call, or Enter to let it go: ", stdout);
    fflush(stdout);
    if (!read_words(g, &words) || strcmp(words, "quit") == 0)
        g->quit = true;
    else if (strcmp(words, "call") == 0)
        tell(g, by_session_play(g->s, seat, BY_CALL_MOVE));
    else
        by_session_let_go(g->s, seat);
}

/* ---- Rounds ------------------------------------------------------------------------------- */

static int ear(const struct talk *g) { return by_session_you(g->s) >= 0 ? by_session_you(g->s) : BY_NO_SEAT; }

static void between_rounds(struct talk *g)
{
    char *words = NULL;

    show_table(g, ear(g));
    while (g->terminal && by_session_people(g->s) > 0 && (words == NULL || *words != '\0')) {
        fputs("Enter deals the next round (undo, quit): ", stdout);
        fflush(stdout);
        if (!read_words(g, &words) || strcmp(words, "quit") == 0 || strcmp(words, "q") == 0) {
            g->quit = true;
            return;
        }
        if (strcmp(words, "undo") == 0 && cmd_undo(g))
            return;
    }
    tell(g, by_session_step(g->s));
}

static void one_step(struct talk *g)
{
    struct by_due due = by_session_due(g->s);

    switch (due.kind) {
    case BY_DUE_STEP:
        tell(g, by_session_step(g->s));
        break;
    case BY_DUE_ROUND:
        between_rounds(g);
        break;
    case BY_DUE_MOVE:
        your_turn(g, due.seat);
        break;
    default:
        your_call(g, due.seat);
        break;
    }
    complain(g);
}

static void say_end(const struct talk *g)
{
    int64_t ms = by_session_elapsed(g->s);
    struct by_view v;

    show_table(g, ear(g));
    by_session_view(g->s, ear(g), &v);
    if (v.family == BY_CASTLE && ms >= 0)       /* against the clock */
        printf("Time: %lld min %02lld s\n", (long long)(ms / 60000), (long long)(ms / 1000 % 60));
}

int by_game_run(struct by_session *s, struct by_lines *in, bool terminal)
{
    struct talk g = { s, in, terminal, false };
    const char *kept = by_session_kept(s);
    bool over = by_session_due(s).kind == BY_DUE_OVER;
    int status;

    if (over) {
        puts("This game is over.");
        tell(&g, 1);
    }
    while (!over && !g.quit && by_game_stop == 0 && ferror(stdout) == 0) {
        one_step(&g);
        over = by_session_due(s).kind == BY_DUE_OVER;
    }
    if (over)
        say_end(&g);
    by_session_save(s);
    complain(&g);
    if (!over && kept != NULL && !by_session_lost(s)) {
        char path[SENTENCE];

        by_page_clean(path, sizeof path, kept);
        printf("The game is kept in %s; boneyard play --load %s goes on with it.\n", path, path);
    }
    status = by_session_lost(s) ? BY_EXIT_WRONG : by_game_stop != 0 ? BY_EXIT_STOPPED : BY_EXIT_FINE;
    return by_cli_end(status);
}

/* game.c: a game in line mode: what happens is told in sentences, moves are typed (N-07). */
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

static const struct by_state *state_of(const struct by_game_at *g) { return &g->table->match.state; }

/* What is shown is a seat's view: the person's, or nobody's hand when bots play all. */
static void view_of(const struct by_game_at *g, int seat, struct by_view *v)
{
    by_match_view(&g->table->match, seat, v);
}

static void save(struct by_game_at *g)
{
    if (g->save == NULL || by_table_write(g->table, g->save))
        return;
    by_complain("the game could not be saved to %s: %s; it goes on", g->save, strerror(errno));
    g->save_failed = true;
}

/* ---- Telling ------------------------------------------------------------------------------ */

static void tell(const struct by_game_at *g, const struct by_events *ev)
{
    int ear = g->you >= 0 ? g->you : BY_NO_SEAT;
    char text[SENTENCE];
    struct by_view v;

    view_of(g, ear, &v);
    for (int i = 0; i < ev->n; i++) {
        by_say(&v, by_hear(ev->at[i], v.family, ear), g->names, g->you, text, sizeof text);
        by_page_text(stdout, "", 0, text);
    }
}

static void show_table(const struct by_game_at *g)
{
    struct by_view v;

    view_of(g, g->you >= 0 ? g->you : BY_NO_SEAT, &v);
    putchar('\n');
    by_plain_table(stdout, &v, g->names, g->you);
}

static by_err play(struct by_game_at *g, int seat, by_move m)
{
    char text[BY_MOVE_TEXT];
    size_t n = by_move_print(m, by_game_of(state_of(g))->family, text);
    struct by_events ev;
    by_err err = by_table_play(g->table, seat, text, n, &ev);

    if (err != BY_OK)
        return err;
    if (state_of(g)->now.window == BY_NO_SEAT)
        g->let_go = BY_NO_SEAT;
    tell(g, &ev);
    return BY_OK;
}

/* ---- Bots --------------------------------------------------------------------------------- */

static by_move bot_move(struct by_game_at *g, const struct by_bot *bot, int seat, const by_move *list, int n)
{
    struct by_question q = { .moves = list, .n = n, .rng = &g->rng[seat] };
    struct by_view v;

    return list[by_ask(&g->asker, &g->table->match, seat, bot, &v, &q)];
}

/* The table and the own hand. */
static void show_turn(const struct by_game_at *g, const struct by_view *v, const by_move *list, int n)
{
    show_table(g);
    if (v->family != BY_CASTLE)
        by_plain_hand(stdout, v, list, n);
}

/* ---- The person's commands ---------------------------------------------------------------- */

static void cmd_help(struct by_game_at *g, const struct by_view *v, const by_move *list, int n)
{
    char text[4 * SENTENCE];

    (void)g;
    by_what(v, list, n, text, sizeof text);
    by_page_text(stdout, "", 0, text);
    by_plain_moves(stdout, v, list, n);
    puts(v->family == BY_CASTLE ? "Type a move or its number." : "Type a move or its number; 5-4 is enough where "
         "only one place fits.\n* marks a tile that fits, > whose turn it is.");
    puts("Also: table, rules, hint, undo, save FILE, quit.");
}

static void cmd_hint(struct by_game_at *g, const struct by_view *v, const by_move *list, int n)
{
    struct by_rng rng = g->rng[v->seat];
    struct by_question q = { .moves = list, .n = n, .rng = &rng };
    struct by_view own;
    char text[BY_MOVE_TEXT];
    by_move m = list[by_ask(&g->asker, &g->table->match, v->seat, by_bots[BY_BOT_expert], &own, &q)];
    int points = by_points_of(v, m);

    by_move_print(m, v->family, text);
    printf("Hint: %s", text);
    if (points > 0)
        printf(", it scores %d", points);
    else if (by_move_kind(m) == BY_TAKE3)
        printf(", it takes three away");
    puts(".");
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

/* Back to the person's last choice: the moves since then are taken back, over a deal if need be. */
static void cmd_undo(struct by_game_at *g)
{
    by_move list[BY_MOVES];
    int taken = 0;

    for (;;) {
        if (by_table_undo(g->table) != BY_OK && by_table_undo_round(g->table) != BY_OK)
            break;
        taken++;
        if (state_of(g)->now.turn == g->you && by_moves(state_of(g), g->you, list) > 1)
            break;
    }
    g->let_go = BY_NO_SEAT;
    puts(taken > 0 ? "Taken back." : "There is nothing to take back.");
    if (taken > 0)
        save(g);
}

static void cmd_save(struct by_game_at *g, const char *path)
{
    const char *to = *path == '\0' ? g->save : path;

    if (to == NULL)
        puts("Name a file: save FILE");
    else if (by_table_write(g->table, to))
        puts("Saved.");
    else
        printf("It could not be saved: %s\n", strerror(errno));
}

/* A word that is no move; true if it was a command. */
static bool command(struct by_game_at *g, const char *words, const struct by_view *v, const by_move *list, int n)
{
    if (strcmp(words, "?") == 0 || strcmp(words, "help") == 0)
        cmd_help(g, v, list, n);
    else if (strcmp(words, "hint") == 0)
        cmd_hint(g, v, list, n);
    else if (strcmp(words, "rules") == 0)
        cmd_rules(v);
    else if (strcmp(words, "table") == 0)
        show_turn(g, v, list, n);
    else if (strcmp(words, "undo") == 0)
        cmd_undo(g);
    else if (strncmp(words, "save", 4) == 0 && (words[4] == '\0' || words[4] == ' '))
        cmd_save(g, words + 4 + strspn(words + 4, " "));
    else if (strcmp(words, "quit") == 0 || strcmp(words, "exit") == 0 || strcmp(words, "q") == 0)
        g->quit = true;
    else
        return false;
    return true;
}

/* ---- The person's turn -------------------------------------------------------------------- */

static bool read_words(struct by_game_at *g, char **words)
{
    enum by_line got = by_lines_next(&g->in);
    size_t n;

    if (got == BY_LINE_LONG)
        g->in.at[0] = '\0';             /* no answer is that long */
    else if (got != BY_LINE_READ)
        return false;
    if (!g->terminal) {                 /* a transcript shows what was typed */
        by_page_put(stdout, g->in.at);
        putchar('\n');
    }
    *words = g->in.at + strspn(g->in.at, " \t");
    for (n = strlen(*words); n > 0 && strchr(" \t", (*words)[n - 1]) != NULL; n--)
        (*words)[n - 1] = '\0';
    return true;
}

/* What was typed as a move: its number in the list, or its text (N-07). */
static by_err typed_move(const struct by_view *v, const char *words, const by_move *list, int n, by_move *out)
{
    char *end;
    long number = strtol(words, &end, 10);

    if (end != words && *end == '\0') {
        if (number < 1 || number > n)
            return BY_E_ILLEGAL;
        *out = list[number - 1];
        return BY_OK;
    }
    return by_move_read(words, strlen(words), v->family, list, n, out);
}

/* Asks until a move has been typed, the table has changed (undo) or the person leaves. */
static by_err ask_move(struct by_game_at *g, const by_move *list, int n, by_move *out)
{
    uint32_t moves = g->table->match.moves, round = state_of(g)->round;
    char safe[BY_FAULT_TEXT];
    struct by_fault f;
    struct by_view v;
    char *words;
    by_err err;

    view_of(g, g->you, &v);
    for (;;) {
        fputs("your move (? for help): ", stdout);
        fflush(stdout);
        if (!read_words(g, &words)) {
            putchar('\n');
            g->quit = true;
        }
        if (g->quit)
            return BY_E_NO_GAME;
        if (*words == '\0')
            continue;
        if (command(g, words, &v, list, n)) {
            if (g->quit || g->table->match.moves != moves || state_of(g)->round != round)
                return BY_E_NO_GAME;
            continue;
        }
        err = typed_move(&v, words, list, n, out);
        if (err == BY_OK)
            return BY_OK;
        if (words[strspn(words, "0123456789")] == '\0') {
            printf("The moves are numbered from 1 to %d; ? shows them.\n", n);
            continue;
        }
        by_why(&v, list, n, words, strlen(words), &f);
        by_page_clean(safe, sizeof safe, f.text);
        by_page_text(stdout, "", 0, safe);
    }
}

/* One decision of the person.  What has to be done anyway (drawing, passing) is done and told. */
static void your_turn(struct by_game_at *g)
{
    by_move list[BY_MOVES], m = BY_NO_MOVE;
    int n = by_moves(state_of(g), g->you, list);
    struct by_view v;

    if (n == 1 && (list[0] == BY_DRAW_MOVE || list[0] == BY_PASS_MOVE)
        && by_game_of(state_of(g))->family != BY_CASTLE) {
        play(g, g->you, list[0]);
        return;
    }
    view_of(g, g->you, &v);
    show_turn(g, &v, list, n);
    if (ask_move(g, list, n, &m) == BY_OK) {
        play(g, g->you, m);
        save(g);
    }
}

/* A call is possible and the person is not on turn: once, in the order of the seats. */
static void your_call(struct by_game_at *g)
{
    char *words;

    g->let_go = state_of(g)->now.window;
    fputs("You can call: type call, or Enter to let it go: ", stdout);
    fflush(stdout);
    if (!read_words(g, &words) || strcmp(words, "quit") == 0)
        g->quit = true;
    else if (strcmp(words, "call") == 0)
        play(g, g->you, BY_CALL_MOVE);
}

/* Everybody who can only call is asked once, from the next seat on; true: somebody called. */
static bool ask_callers(struct by_game_at *g)
{
    const struct by_state *s = state_of(g);
    by_move list[BY_MOVES];
    uint8_t window = s->now.window;

    for (int i = 1; i < s->players && window != BY_NO_SEAT && g->let_go != window && !g->quit; i++) {
        int seat = (s->now.turn + i) % s->players;

        if ((by_actors(s) >> seat & 1) == 0)
            continue;
        if (seat == g->you) {
            your_call(g);
        } else {
            int n = by_moves(s, seat, list);

            play(g, seat, bot_move(g, g->bot[seat], seat, list, n));
        }
        if (s->now.window != window)
            return true;
    }
    g->let_go = window;
    return false;
}

/* ---- Rounds ------------------------------------------------------------------------------- */

static void deal(struct by_game_at *g)
{
    struct by_events ev;

    BY_ASSERT(by_table_deal(g->table, NULL, 0, -1, &ev) == BY_OK);
    g->let_go = BY_NO_SEAT;
    tell(g, &ev);
    save(g);
}

static void between_rounds(struct by_game_at *g)
{
    char *words;

    show_table(g);
    save(g);
    while (g->terminal && g->you >= 0) {
        fputs("Enter deals the next round (undo, quit): ", stdout);
        fflush(stdout);
        if (!read_words(g, &words) || strcmp(words, "quit") == 0 || strcmp(words, "q") == 0) {
            g->quit = true;
            return;
        }
        if (strcmp(words, "undo") == 0) {
            cmd_undo(g);
            return;
        }
        if (*words == '\0')
            break;
    }
    deal(g);
}

static void one_step(struct by_game_at *g)
{
    const struct by_state *s = state_of(g);
    by_move list[BY_MOVES];
    int seat = s->now.turn;

    if (s->now.phase == BY_READY) {
        deal(g);
    } else if (s->now.phase == BY_ROUND_OVER) {
        between_rounds(g);
    } else if (s->now.window == BY_NO_SEAT || !ask_callers(g)) {
        if (g->quit)
            return;
        if (seat == g->you) {
            your_turn(g);
        } else {
            int n = by_moves(s, seat, list);

            play(g, seat, bot_move(g, g->bot[seat], seat, list, n));
        }
    }
}

int by_game_run(struct by_game_at *g)
{
    int status;

    while (state_of(g)->now.phase != BY_GAME_OVER && !g->quit && by_game_stop == 0 && ferror(stdout) == 0)
        one_step(g);
    if (state_of(g)->now.phase == BY_GAME_OVER) {
        if (g->loaded_over) {
            struct by_events end = { 1, { { .kind = BY_EV_GAME_END, .seat = BY_NO_SEAT } } };

            puts("This game is over.");
            tell(g, &end);
        }
        show_table(g);
        if (by_game_of(state_of(g))->family == BY_CASTLE && g->table->started >= 0 && g->you >= 0) {
            const by_json *last = by_json_at(g->table->record, by_json_count(g->table->record) - 1);
            int64_t ms = 0;

            by_json_number(by_json_get(last, "t"), &ms);        /* against the clock */
            printf("Time: %lld min %02lld s\n", (long long)(ms / 60000), (long long)(ms / 1000 % 60));
        }
    }
    save(g);
    if (state_of(g)->now.phase != BY_GAME_OVER && g->save != NULL && !g->save_failed)
        printf("The game is kept in %s; boneyard play --load %s goes on with it.\n", g->save, g->save);
    status = g->save_failed ? BY_EXIT_WRONG : by_game_stop != 0 ? BY_EXIT_STOPPED : BY_EXIT_FINE;
    return by_cli_end(status);
}

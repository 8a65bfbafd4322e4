/* SPDX-License-Identifier: MIT */
/* game.c: plays a game in sentences: describes events, and reads typed moves (N-07). */
#include "game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "cli/cli.h"
#include "best.h"
#include "saves.h"
#include "talk.h"
#include "util/memory.h"
#include "util/page.h"
#include "util/tell.h"

volatile sig_atomic_t by_game_stop;

/* Reports a failed save, and the first save that succeeds afterwards. On a terminal, the message is repeated until
 * then; in a log, it appears only once. */
static void complain(struct by_talk *g)
{
    bool said = g->lost && by_session_file(g->s)->lost;
    const char *trouble = by_savefile_trouble(by_session_file(g->s));

    if (trouble != NULL && (g->terminal || !said))
        by_complain("%s", trouble);
    g->lost = by_session_file(g->s)->lost;
}

/* Returns the seat to address as "you" in text that is not meant for a particular seat. */
static int ear(const struct by_talk *g) { return by_session_you(g->s) >= 0 ? by_session_you(g->s) : BY_NO_SEAT; }

/* ---- Several people at one keyboard --------------------------------------------------------------- */

/* Clears the previous person's hand from the screen and the scrollback. */
static void wipe(const struct by_talk *g)
{
    const char *term = getenv("TERM");

    if (!g->terminal)
        return;
    for (int i = 0; i < 100; i++)
        putchar('\n');
    if (term != NULL && strcmp(term, "dumb") != 0)
        fputs("\033[H\033[2J\033[3J", stdout);
}

/* Passes the keyboard to this seat and prints the events since the player's last turn. Returns false if the
 * player leaves. */
static bool hand_over(struct by_talk *g, int seat)
{
    char question[240], *words;
    struct by_text ask;
    int lines = by_session_log(g->s)->n;
    enum by_typed typed;

    if (by_session_people(g->s) < 2)
        return true;
    if (seat != g->last) {
        wipe(g);
        by_talk_look(g, BY_NO_SEAT, false); /* everyone may see this prompt */
        ask = by_tell_on(question, sizeof question);
        by_tell_put(&ask, "tui.hand.over", BY_PARTS(BY_WORDS(by_session_names(g->s)[seat])));
        do {
            if (!by_talk_ask(g, question, &words))
                return false;
            typed = by_talk_command(g, words);
        } while (typed == BY_TYPED_DONE && !g->quit);
        if (typed == BY_TYPED_CHANGED || g->quit)
            return false;
        by_talk_tell(g, lines - (g->heard[seat] < lines ? g->heard[seat] : lines));
    }
    g->last = seat;
    g->heard[seat] = lines;
    return true;
}

/* ---- A person's turn ---------------------------------------------------------------------------------- */

/* Explains once per round how to claim points and announce last tiles. */
static void say_claims(struct by_talk *g)
{
    if (g->v.rules.opt[BY_CALL] == BY_ON && g->claims != g->v.round)
        by_talk_say(by_tell("tui.claim"));
    if (g->v.rules.opt[BY_KNOCK] == BY_ON && g->v.count[g->seat] == 2)
        by_talk_say(by_tell("tui.announce"));
    g->claims = g->v.round;
}

/* Prints only the player to move, the open places and the playable tiles. */
static void say_turn(struct by_talk *g)
{
    char text[BY_PLAIN_TEXT];

    putchar('\n');
    by_plain_turn(&g->t, g->list, g->n, text);
    by_talk_say(text);
    by_plain_ends(&g->t, text);
    by_talk_say(text);
    by_plain_hand(&g->t, g->list, g->n, text);
    by_talk_say(text);
    say_claims(g);
}

/* Asks for the place of a tile that fits several places. */
static void say_places(const struct by_talk *g, const by_move *fits, int n)
{
    char text[BY_PLAIN_TEXT], move[BY_PLAIN_TEXT];
    struct by_text t = by_tell_on(text, sizeof text);

    by_tell_put(&t, "tui.several", NULL);
    for (int i = 0; i < n; i++) {
        by_plain_move(&g->t, fits[i], move);
        move[strcspn(move, ",")] = '\0';
        by_put(&t, i == 0 ? "" : i + 1 == n ? by_template(BY_SAY_OR, t.language) : ", ");
        by_put(&t, move);
    }
    by_put_char(&t, '.');
    by_talk_say(text);
}

/* If a typed tile and place do not match, prints the places that the tile fits, or the reason why it fits none. */
static void say_misplaced(const struct by_talk *g, const char *words, struct by_fault *f)
{
    char text[BY_PLAIN_TEXT], all[BY_PLAIN_TEXT + 200], alone[16];
    size_t n;
    by_tile tile;
    by_move m;

    n = by_tile_read(words, strlen(words), &tile, NULL);
    if (n == 0 || words[n] != ' ') {
        by_talk_say(f->text);
        return;
    }
    memcpy(alone, words, n);
    alone[n] = '\0';
    if (by_session_read(g->s, g->seat, alone, &m, f) != BY_OK && f->err != BY_E_AMBIGUOUS) {
        by_talk_say(f->text);
        return;
    }
    by_plain_fits(&g->t, tile, g->list, g->n, text);
    snprintf(all, sizeof all, "%s%s", by_tell("tui.misplaced"), text);
    by_talk_say(all);
}

/* Parses a typed move: its number in the list, its text, or a tile and a place in words. Otherwise prints the reason
 * and returns false. */
static bool typed_move(const struct by_talk *g, const char *words, by_move *out)
{
    by_move fits[4];
    struct by_fault f;
    char *end;
    long number = strtol(words, &end, 10);
    int n;

    if (end != words && *end == '\0') {
        if (number >= 1 && number <= g->n)
            *out = g->list[number - 1];
        else
            by_talk_put("tui.numbered", BY_PARTS(BY_NUMBER(g->n)));
        return number >= 1 && number <= g->n;
    }
    if (by_session_read(g->s, g->seat, words, out, &f) == BY_OK)
        return true;
    n = by_plain_read(&g->t, words, g->list, g->n, fits, 4);
    *out = fits[0];
    if (n > 1 && n <= 4)
        say_places(g, fits, n);
    else if (n != 1)
        say_misplaced(g, words, &f);
    return n == 1;
}

/* Asks about a tile typed without its announcement (T-16). Pressing Enter announces it. Returns false at the end of
 * input. */
static bool ask_announcement(struct by_talk *g, const char *typed, by_move *m)
{
    bool can = (*m & BY_ANNOUNCED) == 0 && by_families[g->v.family]->trains
        && typed[strspn(typed, "0123456789")] != '\0'; /* the input is not the number of a move in the list */
    char *words;

    for (int i = 0; can && i < g->n; i++)
        if (g->list[i] == (*m | BY_ANNOUNCED)) {
            if (!by_talk_ask(g, by_tell("tui.ask.announce"), &words))
                return false;
            *m |= *words == '\0' || *words == '!' ? BY_ANNOUNCED : 0;
            return true;
        }
    return true;
}

/* Handles a person's choice: asks until a move is typed, the table changes (by undo) or the person leaves. */
static void your_turn(struct by_talk *g, int seat)
{
    by_move m = BY_NO_MOVE;
    char *words;

    if (!hand_over(g, seat))
        return;
    by_talk_look(g, seat, true);
    say_turn(g);
    while (by_talk_ask(g, by_tell("tui.your.move"), &words)) {
        if (*words == '\0')
            continue;
        switch (by_talk_command(g, words)) {
        case BY_TYPED_DONE:
            if (g->quit)
                return;
            continue;
        case BY_TYPED_CHANGED: return;
        default: break;
        }
        if (!typed_move(g, words, &m))
            continue;
        if (!ask_announcement(g, words, &m))
            return;
        by_talk_tell(g, by_session_play(g->s, seat, m));
        g->heard[seat] = by_session_log(g->s)->n;
        return;
    }
}

/* Offers a call if one is possible and it is not the person's turn. */
static void your_call(struct by_talk *g, int seat)
{
    bool several = by_session_people(g->s) > 1;
    char question[240], *words;
    struct by_text ask;

    if (several && seat != g->last)
        wipe(g);
    g->last = several ? -1 : g->last;
    by_talk_look(g, seat, false);
    ask = by_tell_on(question, sizeof question);
    by_tell_put(&ask, "tui.call", BY_PARTS(BY_SEAT_AS(by_session_names(g->s)[seat], !several)));
    while (by_talk_ask(g, question, &words)) {
        if (strcmp(words, "call") == 0) {
            by_talk_tell(g, by_session_play(g->s, seat, BY_CALL_MOVE));
            return;
        }
        if (*words == '\0' || by_talk_command(g, words) == BY_TYPED_OTHER) {
            by_session_let_go(g->s, seat);
            return;
        }
        if (g->quit || by_session_next(g->s).kind != BY_NEXT_CALL)
            return;
    }
}

/* ---- Rounds -------------------------------------------------------------------------------------------- */

/* Returns whether to wait for Enter. Games between bots and games through a pipe continue without asking. */
static bool waits(const struct by_talk *g) { return g->terminal && by_session_people(g->s) > 0; }

static void between_rounds(struct by_talk *g)
{
    char *words = NULL;

    by_talk_look(g, ear(g), false);
    by_talk_command(g, "scores");
    while (waits(g) && (words == NULL || *words != '\0')) {
        if (!by_talk_ask(g, by_tell("tui.deal"), &words))
            return;
        if (*words != '\0' && by_talk_command(g, words) == BY_TYPED_OTHER)
            by_talk_say(by_tell("tui.deal.help"));
        if (g->quit || by_session_next(g->s).kind != BY_NEXT_ROUND_OVER)
            return;
    }
    by_talk_tell(g, by_session_step(g->s));
}

static void one_step(struct by_talk *g)
{
    struct by_next due = by_session_next(g->s);

    switch (due.kind) {
    case BY_NEXT_DEAL:
    case BY_NEXT_BOT:
    case BY_NEXT_FORCED: by_talk_tell(g, by_session_step(g->s)); break;
    case BY_NEXT_ROUND_OVER: between_rounds(g); break;
    case BY_NEXT_CHOICE: your_turn(g, due.seat); break;
    default: your_call(g, due.seat); break;
    }
    complain(g);
}

/* Prints the list of best results if this game is in it. */
static void say_best(const struct by_talk *g)
{
    struct by_best list[BY_BEST_KEPT];
    int here, n = by_best_add(g->s, list, &here);

    if (n > 0)
        puts(by_tell("tui.best"));
    for (int i = 0; i < n; i++) {
        char line[200];
        struct by_text t = by_tell_on(line, sizeof line);

        by_best_put(list, i, here, &t);
        by_talk_say(line);
    }
}

/* Prints the scores and, on a terminal, asks whether to play again. Returns true if another game starts. */
static bool after_game(struct by_talk *g)
{
    int64_t s = by_session_elapsed(g->s) / 1000;
    char *words;

    by_talk_look(g, ear(g), false);
    by_talk_command(g, "scores");
    if (by_families[g->v.family]->solitaire && by_session_people(g->s) > 0) /* against the clock */
        by_talk_put("tui.took", BY_PARTS(BY_NUMBER(s / 60), BY_NUMBER(s % 60)));
    say_best(g);
    while (waits(g) && by_talk_ask(g, by_tell("tui.again"), &words) && *words != '\0') {
        if (strcmp(words, "again") == 0) {
            by_saves_rematch(g->s);
            memset(g->heard, 0, sizeof g->heard);
            g->last = -1;
            return true;
        }
        if (by_talk_command(g, words) == BY_TYPED_CHANGED)
            return !g->quit;
    }
    return false;
}

/* Plays until the game is over or the person leaves. Returns true if the game is over. */
static bool play(struct by_talk *g)
{
    bool over = by_session_next(g->s).kind == BY_NEXT_GAME_OVER;

    if (over) {
        puts(by_tell("tui.over"));
        by_talk_tell(g, 1);
    }
    for (;;) {
        while (!over && !g->quit && by_game_stop == 0 && ferror(stdout) == 0) {
            one_step(g);
            over = by_session_next(g->s).kind == BY_NEXT_GAME_OVER;
        }
        if (!over || g->quit || !after_game(g))
            return over;
        over = false;
    }
}

int by_game_run(struct by_session *s, struct by_lines *in, bool terminal)
{
    struct by_talk *g = by_sure(calloc(1, sizeof *g));
    const char *kept;
    int status;
    bool over;

    g->s = s;
    g->in = in;
    g->terminal = terminal;
    g->last = -1;
    by_talk_look(g, ear(g), false);
    complain(g); /* the file may be damaged */
    over = play(g);
    by_saves_end(s);
    by_session_save(s);
    complain(g);
    free(g);
    kept = by_session_file(s)->path;
    if (kept != NULL && !by_session_file(s)->lost && (!over || by_session_people(s) > 0)) {
        char path[1024];

        by_page_clean(path, sizeof path, kept);
        by_tell_print(stdout, over ? "tui.review.how" : "tui.kept", BY_PARTS(BY_WORDS(path)));
    }
    status = by_session_file(s)->lost ? BY_EXIT_WRONG : by_game_stop != 0 ? BY_EXIT_STOPPED : BY_EXIT_FINE;
    return by_cli_end(status);
}

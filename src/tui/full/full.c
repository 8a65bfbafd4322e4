/* SPDX-License-Identifier: MIT */
/* full.c: runs the main loop of the full-screen game, including pausing and leaving. */
#include "page.h"
#include "keys.h"
#include "show.h"
#include "hand.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "util/chance.h"
#include "util/memory.h"
#include "util/tell.h"

/* Chooses the seat to show. With several people at one keyboard, each hand is shown only to its owner, and a curtain
 * separates the turns. */
static void set_seat(struct by_full *f)
{
    int people = by_session_people(f->s);

    f->curtain = false;
    if (people < 2) {
        f->seat = people == 0 ? BY_NO_SEAT : by_session_you(f->s);
        return;
    }
    f->curtain = f->due.kind == BY_NEXT_CHOICE && f->due.seat != f->owner;
    if (f->curtain || f->due.kind == BY_NEXT_ROUND_OVER) /* no hand is on the screen until a person confirms */
        f->owner = BY_NO_SEAT;
    f->seat = f->curtain ? BY_NO_SEAT : f->owner;
}

void by_full_refresh(struct by_full *f)
{
    f->due = by_session_next(f->s);
    f->marks.hint = BY_NO_MOVE;
    set_seat(f);
    by_full_look(f);
    if (f->due.kind != BY_NEXT_ROUND_OVER && f->due.kind != BY_NEXT_GAME_OVER) {
        f->sheet_shown = false;
    } else if (!f->sheet_shown && (f->due.kind == BY_NEXT_GAME_OVER || by_session_people(f->s) > 0)) {
        f->sheet_shown = true;
        by_full_show(f); /* show the last tile laid */
        by_full_open(f, BY_PAGE_SCORES);
    }
}

void by_full_reveal(struct by_full *f)
{
    f->owner = f->due.seat;
    by_full_refresh(f);
}

static bool goes_on(struct by_key key)
{
    return key.press == BY_PRESS_NONE || key.press == BY_PRESS_ENTER || (key.press == BY_PRESS_SIGN && key.sign == ' ');
}

/* Pauses for a time.  Keys that only show pages work during the pause, and the game waits while a page is open.  Enter
 * or the space bar ends the pause. */
static void pause_for(struct by_full *f, int ms)
{
    int64_t until = by_now_ms() + ms;
    int kind = f->due.kind;

    for (;;) {
        int64_t left = until - by_now_ms();
        struct by_key key = by_screen_wait(f->page != BY_PAGE_NONE ? -1 : left > 0 ? (int)left : 0);
        enum by_full_page page = f->page;

        by_full_press(f, key);
        if (f->leave || f->due.kind != kind)
            return;
        if (f->page == BY_PAGE_NONE && page == BY_PAGE_NONE && goes_on(key))
            return;
        by_full_show(f);
    }
}

/* Makes another seat's move or the next deal. */
static void step(struct by_full *f)
{
    int pause = f->due.kind == BY_NEXT_DEAL ? 0 : f->look->pause;
    int lines = by_session_log(f->s)->n;
    struct by_stop *stop = by_session_stop(f->s);

    pause_for(f, f->due.kind == BY_NEXT_ROUND_OVER ? 3 * pause : pause);
    if (f->leave || f->page != BY_PAGE_NONE || by_session_log(f->s)->n != lines)
        return;
    by_screen_watch(stop);
    by_session_step(f->s);
    by_screen_watch(NULL);
    if (by_stop_is_set(stop)) { /* handles the key first, which may quit or undo; the bot then starts again */
        by_stop_clear(stop);
        return;
    }
    if (by_session_people(f->s) == 0)
        f->heard = lines;
    by_full_refresh(f);
}

static void one_turn(struct by_full *f)
{
    const char *trouble = by_savefile_trouble(by_session_file(f->s));
    bool clock = by_families[f->view.family]->solitaire && f->page == BY_PAGE_NONE;

    if (trouble != NULL && f->asked == 0) /* the quit prompt already mentions the failed save */
        by_full_note(f, BY_INK_REFUSED, trouble);
    by_full_show(f);
    if (by_session_steps(f->due) || (f->due.kind == BY_NEXT_ROUND_OVER && by_session_people(f->s) == 0))
        step(f);
    else
        by_full_press(f, by_screen_wait(clock && f->due.kind == BY_NEXT_CHOICE ? 1000 : -1));
}

/* Returns the log line of the last move by a person. */
static int last_choice(const struct by_session *s)
{
    for (int i = by_session_log(s)->n - 1; i >= 0; i--) {
        const struct by_line_said *line = &by_session_log(s)->line[i];

        if (line->kind == BY_EV_MOVE && by_session_bot(s, line->seat) == NULL)
            return i;
    }
    return 0;
}

int by_full_run(struct by_session *s, struct by_look *look)
{
    struct by_full *f = by_sure(calloc(1, sizeof *f));
    char words[200];
    struct by_text set = by_tell_on(words, sizeof words);
    int status;

    f->s = s;
    f->look = look;
    f->owner = BY_NO_SEAT;
    f->seat = BY_NO_SEAT;
    f->heard = last_choice(s);
    by_full_refresh(f);
    if (by_cli_other_set(by_session_rules(s), &set))
        by_full_note(f, BY_INK_TEXT, words);
    while (!f->leave)
        one_turn(f);
    by_session_save(s);
    status = f->status != 0 ? f->status : by_session_file(s)->lost ? BY_EXIT_WRONG : BY_EXIT_FINE;
    by_full_close(f);
    free(f->part);
    by_canvas_clear(&f->canvas);
    free(f);
    return status;
}

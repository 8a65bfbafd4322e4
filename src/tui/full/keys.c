/* SPDX-License-Identifier: MIT */
/* keys.c: the one list of keys, and what each does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "keys.h"
#include "play.h"
#include "show.h"
#include "hand.h"
#include "tui/saves.h"

void by_full_note(struct by_full *f, enum by_ink ink, const char *words)
{
    snprintf(f->notice, sizeof f->notice, "%s", words);
    f->notice_ink = ink;
}

/* ---- The list of keys --------------------------------------------------------------------- */

static bool always(const struct by_full *f)
{
    (void)f;
    return true;
}
static bool chooses(const struct by_full *f) { return f->n > 0 && f->due.kind == BY_NEXT_CHOICE; }
static bool can_draw(const struct by_full *f) { return by_full_has(f, BY_DRAW_TILE); }
static bool can_pass(const struct by_full *f) { return by_full_has(f, BY_PASS); }
static bool can_call(const struct by_full *f) { return f->due.kind == BY_NEXT_CALL || by_full_has(f, BY_CALL_OUT); }
static bool person(const struct by_full *f) { return by_session_people(f->s) > 0; }
static bool can_again(const struct by_full *f) { return person(f) || f->due.kind == BY_NEXT_GAME_OVER; }
static bool has_hand(const struct by_full *f)
{
    return f->seat != BY_NO_SEAT && !by_families[f->view.family]->solitaire;
}

/* A move without a tile: draw, pass, call. The refusal says why not. */
static void play_kind(struct by_full *f, const char *words)
{
    if ((f->due.kind == BY_NEXT_CHOICE || f->due.kind == BY_NEXT_CALL) && !f->curtain)
        by_full_words(f, words);
}

static void key_draw(struct by_full *f) { play_kind(f, "draw"); }
static void key_pass(struct by_full *f) { play_kind(f, "pass"); }
static void key_call(struct by_full *f) { play_kind(f, "call"); }
static void key_help(struct by_full *f) { by_full_open(f, BY_PAGE_HELP); }
static void key_scores(struct by_full *f) { by_full_open(f, BY_PAGE_SCORES); }
static void key_log(struct by_full *f) { by_full_open(f, BY_PAGE_LOG); }

static void key_undo(struct by_full *f)
{
    bool taken = by_session_undo(f->s);

    if (taken) {
        f->heard = by_session_lines(f->s);
        f->typed[0] = '\0';
        by_full_close(f);
        by_full_refresh(f);
    }
    by_full_note(f, BY_INK_TEXT,
                 taken ? "Taken back." : "There is nothing to take back: you have not had a choice yet.");
}

static void key_hint(struct by_full *f)
{
    char text[BY_FAULT_TEXT - 8], note[BY_FAULT_TEXT];
    by_move m;

    by_full_note(f, BY_INK_HINT, "Thinking about it ...");
    by_full_show(f);
    m = by_session_hint(f->s, f->due.seat, text, sizeof text);
    by_full_back(f);
    if (by_families[f->view.family]->solitaire) {
        for (int i = 0; i < f->n; i++)
            f->cursor = f->list[i] == m ? i : f->cursor;
    } else if (by_move_kind(m) <= BY_HUB) {
        for (int i = 0; i < f->order[f->seat].n; i++)
            f->cursor = f->order[f->seat].tile[i] == by_move_tile(m) ? i : f->cursor;
    }
    by_full_aim(f);
    f->marks.hint = m;
    snprintf(note, sizeof note, "Hint: %s", text);
    by_full_note(f, BY_INK_HINT, note);
}

static void key_arrange(struct by_full *f)
{
    by_tile t = by_full_tile(f);

    by_full_arrange(f);
    for (int i = 0; i < f->order[f->seat].n; i++)
        if (f->order[f->seat].tile[i] == t)
            f->cursor = i;
    by_full_aim(f);
    if (f->order[f->seat].planned > 0) {
        char note[80];

        snprintf(note, sizeof note, "The first %d tiles are the longest train for your own.",
                 f->order[f->seat].planned);
        by_full_note(f, BY_INK_TEXT, note);
    }
}

static void key_faces(struct by_full *f)
{
    static const char *const faces[BY_FACES] = { "as there is room for", "dots", "numerals", "coloured dots",
                                                 "domino signs" };
    char note[60];

    f->look->face = (enum by_face)((f->look->face + 1) % BY_FACES);
    snprintf(note, sizeof note, "Faces: %s.", faces[f->look->face]);
    by_full_note(f, BY_INK_TEXT, note);
}

/* Returns true on the second press of the same key. */
static bool meant(struct by_full *f, uint32_t key, const char *words)
{
    if (f->asked_before == key)
        return true;
    f->asked = key;
    by_full_note(f, BY_INK_REFUSED, words);
    return false;
}

static void key_again(struct by_full *f)
{
    if (f->due.kind != BY_NEXT_GAME_OVER
        && !meant(f, 'r', "This game would be given up: r once more begins a new one, any other key goes on."))
        return;
    by_full_close(f);
    by_saves_rematch(f->s);
    memset(f->order, 0, sizeof f->order);
    f->heard = 0;
    f->owner = BY_NO_SEAT;
    by_full_refresh(f);
}

static void key_quit(struct by_full *f)
{
    bool kept = by_session_people(f->s) == 0 || f->due.kind == BY_NEXT_GAME_OVER
        || (by_session_kept(f->s) != NULL && by_session_save(f->s));

    if (!kept && !meant(f, 'q', "The game cannot be kept: q once more leaves it, any other key goes on."))
        return;
    f->leave = true;
}

static void key_left(struct by_full *f) { f->marks.scroll_x -= 10; }
static void key_right(struct by_full *f) { f->marks.scroll_x += 10; }

enum { NOWHERE, FIXED, BEHIND }; /* where a key stands in the bar */

static const struct {
    char sign;
    int bar;
    const char *word, *about;
    bool (*can)(const struct by_full *f);
    void (*act)(struct by_full *f);
} keys[] = {
    { 'h', FIXED, "hint", "the best move, and why", chooses, key_hint },
    { 'u', FIXED, "undo", "back to your last choice", person, key_undo },
    { 't', FIXED, "arrange", "sorts the hand; in Mexican Train, the longest train first", has_hand, key_arrange },
    { 's', FIXED, "scores", "the score sheet", always, key_scores },
    { 'l', FIXED, "log", "everything that was said", always, key_log },
    { 'r', FIXED, "again", "a new game with the same seats", can_again, key_again },
    { '?', FIXED, "help", "these keys, and the rules of this table", always, key_help },
    { 'q', FIXED, "quit", "leaves; the game is kept", always, key_quit },
    { 'd', BEHIND, "draw", "draws a tile", can_draw, key_draw },
    { 'p', BEHIND, "pass", "ends the turn", can_pass, key_pass },
    { 'c', BEHIND, "call", "takes what another has not claimed or announced", can_call, key_call },
    { 'v', NOWHERE, "faces", "other faces on the tiles", always, key_faces },
    { '[', NOWHERE, "left", "looks further left, where the table is larger than the screen", always, key_left },
    { ']', NOWHERE, "right", "looks further right; Page Up and Page Down go up and down", always, key_right }
};
enum { KEYS = sizeof keys / sizeof keys[0] };
enum { ENTER = '\n', ESCAPE = 27 }; /* tags of these keys */

int by_full_key(int i, uint32_t *sign, const char **word, const char **about)
{
    if (i >= KEYS)
        return 0;
    *sign = (uint32_t)keys[i].sign;
    *word = keys[i].word;
    *about = keys[i].about;
    return 1;
}

/* Draws a key of the bar at x; returns its columns. */
static int put_key(struct by_full *f, int i, int x, int y)
{
    int from = x;

    f->canvas.tag = (uint16_t)(BY_TAG_KEY + keys[i].sign);
    x += by_canvas_print(&f->canvas, x, y, -1, BY_INK_KEY, "%c", keys[i].sign);
    x += by_canvas_print(&f->canvas, x, y, -1, BY_INK_BAR, " %s", keys[i].word) + 1;
    f->canvas.tag = 0;
    return x - from;
}

/* What Enter and Escape do while a page is open. */
static void put_page_keys(struct by_full *f, int x, int y)
{
    bool deals = f->due.kind == BY_NEXT_ROUND_OVER && f->page == BY_PAGE_SCORES;

    if (deals) {
        f->canvas.tag = BY_TAG_KEY + ENTER;
        x += by_canvas_put(&f->canvas, x, y, -1, BY_INK_KEY, "Enter deals the next round") + 2;
    }
    f->canvas.tag = BY_TAG_KEY + ESCAPE;
    by_canvas_put(&f->canvas, x, y, -1, BY_INK_KEY, deals ? "Escape: the table" : "Escape goes back to the table");
    f->canvas.tag = 0;
}

/* Keys that are always shown keep their places, even when disabled; the others come after them. */
void by_full_keys(struct by_full *f, int x, int y, int width)
{
    bool page = f->page != BY_PAGE_NONE;
    int end = x + width;

    if (page)
        put_page_keys(f, x, y);
    for (int i = 0; i < KEYS; i++) {
        bool shown = !page || keys[i].act == key_quit || (keys[i].act == key_again && f->due.kind == BY_NEXT_GAME_OVER);
        int wide = 3 + (int)strlen(keys[i].word);

        if (keys[i].bar == NOWHERE || x + wide > end + 1 || (keys[i].bar == BEHIND && (page || !keys[i].can(f))))
            continue;
        if (shown && keys[i].can(f))
            put_key(f, i, x, y);
        x += wide;
    }
}

/* ---- Presses ------------------------------------------------------------------------------ */

static void move_cursor(struct by_full *f, int to)
{
    int n = by_families[f->view.family]->solitaire ? f->n : f->seat == BY_NO_SEAT ? 0 : f->order[f->seat].n;

    if (n == 0)
        return;
    f->cursor = to < 0 ? n - 1 : to >= n ? 0 : to;
    f->mode = BY_FULL_HAND;
    f->marks.hint = BY_NO_MOVE;
    by_full_aim(f);
}

static void step_cursor(struct by_full *f, int by)
{
    if (f->mode == BY_FULL_PLACE)
        by_full_to(f, f->at + by);
    else if (f->mode == BY_FULL_HAND)
        move_cursor(f, f->cursor + by);
}

/* Moves a row up or down if the hand has several. */
static void row_cursor(struct by_full *f, int by)
{
    int n = has_hand(f) ? f->order[f->seat].n : 0, to = f->cursor + by * f->columns;

    if (f->mode != BY_FULL_HAND || n <= f->columns)
        step_cursor(f, by);
    else if (to >= 0 && to < n)
        move_cursor(f, to);
}

/* Moves to the next playable tile, or to its next place. */
static void next_fitting(struct by_full *f, int by)
{
    int n = has_hand(f) ? f->order[f->seat].n : 0;

    if (f->mode != BY_FULL_HAND || n == 0 || f->n == 0) {
        step_cursor(f, by);
        return;
    }
    for (int i = 1; i <= n; i++) {
        int to = (f->cursor + by * i + i * n) % n;

        if (by_full_fits(f, f->order[f->seat].tile[to])) {
            move_cursor(f, to);
            return;
        }
    }
}

static void erase(struct by_full *f)
{
    size_t n = strlen(f->typed);

    if (n > 0)
        f->typed[n - 1] = '\0';
}

static void type_sign(struct by_full *f, uint32_t sign)
{
    size_t n = strlen(f->typed);
    int number;

    if (n + 1 >= sizeof f->typed || sign < 32 || sign > 126)
        return;
    f->typed[n] = (char)sign;
    f->typed[n + 1] = '\0';
    if (f->mode != BY_FULL_HAND || f->typed[strspn(f->typed, "0123456789")] != '\0')
        return;
    number = (int)strtol(f->typed, NULL, 10);
    if (number >= 1 && number <= (by_families[f->view.family]->solitaire ? f->n : f->order[f->seat].n))
        move_cursor(f, number - 1);
}

static void press_key(struct by_full *f, uint32_t sign)
{
    for (int i = 0; i < KEYS; i++)
        if ((uint32_t)keys[i].sign == sign) {
            if (keys[i].can(f) || keys[i].act == key_draw || keys[i].act == key_pass || keys[i].act == key_call)
                keys[i].act(f); /* drawing, passing and calling explain themselves why not */
            return;
        }
}

static void press_sign(struct by_full *f, uint32_t sign)
{
    bool digit = sign >= '0' && sign <= '9', mine = chooses(f);

    if (sign >= 'A' && sign <= 'Z' && f->typed[0] == '\0')
        sign += 'a' - 'A';
    if (mine && f->mode == BY_FULL_SAY && (sign == '!' || sign == '-') && by_families[f->view.family]->trains)
        by_full_say(f, sign == '!');
    else if (mine && f->mode == BY_FULL_PLACE && digit) {
        if ((int)sign - '1' >= 0 && (int)sign - '1' < f->wheres)
            by_full_to(f, (int)sign - '1');
    } else if (mine && (f->typed[0] != '\0' || digit || (by_families[f->view.family]->solitaire && sign == 't')))
        type_sign(f, sign);
    else
        press_key(f, sign);
}

static void page_press(struct by_full *f, struct by_key key)
{
    int tag;

    switch (key.press) {
    case BY_PRESS_UP: by_full_scroll(f, -1); break;
    case BY_PRESS_DOWN: by_full_scroll(f, 1); break;
    case BY_PRESS_PAGE_UP: by_full_scroll(f, -f->page_rows + 1); break;
    case BY_PRESS_PAGE_DOWN: by_full_scroll(f, f->page_rows - 1); break;
    case BY_PRESS_WHEEL_UP: by_full_scroll(f, -3); break;
    case BY_PRESS_WHEEL_DOWN: by_full_scroll(f, 3); break;
    case BY_PRESS_HOME: by_full_scroll(f, -f->page_lines); break;
    case BY_PRESS_END: by_full_scroll(f, f->page_lines); break;
    case BY_PRESS_ENTER:
        if (f->due.kind == BY_NEXT_ROUND_OVER && f->page == BY_PAGE_SCORES)
            by_full_enter(f); /* deals */
        else
            by_full_close(f);
        break;
    case BY_PRESS_SIGN:
        by_full_close(f);
        if (key.sign != ' ')
            press_sign(f, key.sign);
        break;
    case BY_PRESS_CLICK:
        tag = by_canvas_tag(&f->canvas, key.x, key.y);
        by_full_close(f);
        if (tag == BY_TAG_KEY + ENTER)
            by_full_enter(f);
        else if (tag > BY_TAG_KEY && tag < BY_TAG_LINE)
            press_key(f, (uint32_t)(tag - BY_TAG_KEY));
        break;
    default: by_full_close(f); break;
    }
}

/* A click on a tile of the hand selects it; if it is selected already it acts as Enter. */
static void click_tile(struct by_full *f, by_tile t)
{
    const struct by_hand_order *o = &f->order[f->seat];

    if (by_full_tile(f) == t && chooses(f)) {
        if (f->mode == BY_FULL_HAND)
            f->typed[0] = '\0';
        by_full_enter(f);
        return;
    }
    for (int i = 0; i < o->n; i++)
        if (o->tile[i] == t) {
            by_full_back(f);
            move_cursor(f, i);
            if (f->wheres > 1) {
                f->mode = BY_FULL_PLACE;
                by_full_to(f, 0);
            }
            return;
        }
}

static void click_place(struct by_full *f, int opening)
{
    for (int i = 0; i < f->wheres; i++) {
        int k = f->where[i].opening;

        /* Openings that one move can use (the two sides of a spinner) all belong to that move. */
        if (k == opening
            || (k >= 0 && f->marks.play[opening] >= 2 && !by_families[f->view.family]->trains
                && f->layout.opening[k].laid == f->layout.opening[opening].laid
                && f->layout.opening[k].number == f->layout.opening[opening].number)) {
            by_full_to(f, i);
            by_full_lay(f);
            return;
        }
    }
    by_full_note(f, BY_INK_REFUSED,
                 f->wheres > 0 ? "The chosen tile does not fit there." : "Choose a tile that fits first.");
}

/* A click on a tile of the row selects its move; a second click makes it. A tile that can be removed alone or with both
 * neighbours alternates between the two. */
static void click_row(struct by_full *f, int place)
{
    int n = 0, first = -1, next = -1;

    for (int i = 0; i < f->n; i++) {
        if (by_move_kind(f->list[i]) > BY_TAKE3 || by_move_tile(f->list[i]) != f->view.row[place])
            continue;
        n++;
        first = first < 0 ? i : first;
        next = i > f->cursor && next < 0 ? i : next;
    }
    if (n == 0)
        by_full_note(f, BY_INK_REFUSED, "That tile cannot be taken now.");
    else if (f->marks.cursor == place && n == 1)
        by_full_choose(f);
    else
        move_cursor(f, next >= 0 ? next : first);
}

static void click(struct by_full *f, int x, int y)
{
    int tag = by_canvas_tag(&f->canvas, x, y);

    if (tag >= BY_TAG_LINE && tag < BY_TAG_LINE + f->n && chooses(f))
        by_full_play(f, f->list[tag - BY_TAG_LINE]);
    else if (tag >= BY_TAG_KEY && tag < BY_TAG_LINE)
        press_key(f, (uint32_t)(tag - BY_TAG_KEY));
    else if (tag >= BY_TAG_PLACE && tag < BY_TAG_KEY && chooses(f) && by_families[f->view.family]->solitaire)
        click_row(f, tag - BY_TAG_PLACE);
    else if (tag >= BY_TAG_PLACE && tag < BY_TAG_KEY && chooses(f))
        click_place(f, tag - BY_TAG_PLACE);
    else if (tag >= BY_TAG_HAND && tag < BY_TAG_PLACE && has_hand(f))
        click_tile(f, (by_tile)(tag - BY_TAG_HAND));
    else if (tag == 0 && (f->curtain || f->due.kind == BY_NEXT_ROUND_OVER))
        by_full_enter(f);
}

static void table_press(struct by_full *f, struct by_key key)
{
    switch (key.press) {
    case BY_PRESS_SIGN: press_sign(f, key.sign); break;
    case BY_PRESS_ENTER: by_full_enter(f); break;
    case BY_PRESS_ESCAPE: by_full_back(f); break;
    case BY_PRESS_ERASE: erase(f); break;
    case BY_PRESS_LEFT: step_cursor(f, -1); break;
    case BY_PRESS_RIGHT: step_cursor(f, 1); break;
    case BY_PRESS_UP: row_cursor(f, -1); break;
    case BY_PRESS_DOWN: row_cursor(f, 1); break;
    case BY_PRESS_BACK_TAB: next_fitting(f, -1); break;
    case BY_PRESS_TAB: next_fitting(f, 1); break;
    case BY_PRESS_HOME: move_cursor(f, 0); break;
    case BY_PRESS_END: move_cursor(f, -1); break;
    case BY_PRESS_PAGE_UP:
    case BY_PRESS_WHEEL_UP: f->marks.scroll_y -= key.press == BY_PRESS_WHEEL_UP ? 2 : 5; break;
    case BY_PRESS_PAGE_DOWN:
    case BY_PRESS_WHEEL_DOWN: f->marks.scroll_y += key.press == BY_PRESS_WHEEL_DOWN ? 2 : 5; break;
    case BY_PRESS_CLICK: click(f, key.x, key.y); break;
    default: break;
    }
}

void by_full_press(struct by_full *f, struct by_key key)
{
    if (key.press == BY_PRESS_NONE || key.press == BY_PRESS_RESIZE)
        return;
    if (key.press == BY_PRESS_STOP || key.press == BY_PRESS_LOST) {
        f->leave = true;
        f->status = key.press == BY_PRESS_STOP ? 130 : 1;
        return;
    }
    f->asked_before = f->asked;
    f->asked = 0;
    f->notice[0] = '\0';
    if (f->width < BY_FULL_WIDTH || f->height < BY_FULL_HEIGHT) {
        if (key.press == BY_PRESS_SIGN && key.sign == 'q')
            key_quit(f);
    } else if (f->page != BY_PAGE_NONE) {
        page_press(f, key);
    } else {
        table_press(f, key);
    }
}

/* SPDX-License-Identifier: MIT */
/* keys.c: defines the list of keys and their functions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "keys.h"
#include "play.h"
#include "show.h"
#include "hand.h"
#include "tui/saves.h"
#include "util/tell.h"

void by_full_note(struct by_full *f, enum by_ink ink, const char *words)
{
    snprintf(f->notice, sizeof f->notice, "%s", words);
    f->notice_ink = ink;
}

static void note(struct by_full *f, const char *id, const struct by_part *parts)
{
    struct by_text t = by_tell_on(f->notice, sizeof f->notice);

    by_tell_put(&t, id, parts);
    f->notice_ink = BY_INK_TEXT;
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
static bool is_over(const struct by_full *f) { return f->due.kind == BY_NEXT_GAME_OVER; }
static bool has_hand(const struct by_full *f)
{
    return f->seat != BY_NO_SEAT && !by_families[f->view.family]->solitaire;
}

/* Makes a move without a tile: draws, passes or calls. A refusal gives the reason. */
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

static void key_review(struct by_full *f)
{
    by_full_close(f);
    by_full_note(f, BY_INK_HINT, by_tell("tui.reviewing"));
    by_full_show(f);
    by_screen_watch(by_session_stop(f->s));
    by_full_open(f, BY_PAGE_REVIEW);
    by_screen_watch(NULL);
    f->notice[0] = '\0';
    if (by_stop_is_set(by_session_stop(f->s))) { /* any key ends the review */
        by_stop_clear(by_session_stop(f->s));
        by_full_close(f);
    }
}

static void key_undo(struct by_full *f)
{
    bool taken = by_session_undo(f->s);

    if (taken) {
        f->heard = by_session_log(f->s)->n;
        f->typed[0] = '\0';
        by_full_close(f);
        by_full_refresh(f);
    }
    by_full_note(f, BY_INK_TEXT, by_tell(taken ? "tui.undone" : "tui.undo.none"));
}

static void key_hint(struct by_full *f)
{
    char text[BY_FAULT_TEXT - 8], note[BY_FAULT_TEXT];
    by_move m;

    by_full_note(f, BY_INK_HINT, by_tell("tui.thinking"));
    by_full_show(f);
    by_screen_watch(by_session_stop(f->s));
    m = by_session_hint(f->s, f->due.seat, text, sizeof text);
    by_screen_watch(NULL);
    f->notice[0] = '\0';
    if (by_stop_is_set(by_session_stop(f->s))) { /* any key ends the hint */
        by_stop_clear(by_session_stop(f->s));
        return;
    }
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
    snprintf(note, sizeof note, "%s%s", by_tell("tui.hint"), text);
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
    if (f->order[f->seat].planned > 0)
        note(f, "tui.arranged", BY_PARTS(BY_NUMBER(f->order[f->seat].planned)));
}

static void key_faces(struct by_full *f)
{
    static const char *const faces[BY_FACES] = { "tui.faces.auto", "tui.faces.dots", "tui.faces.numerals",
                                                 "tui.faces.colours", "tui.faces.signs" };

    f->look->face = (enum by_face)((f->look->face + 1) % BY_FACES);
    note(f, "tui.faces", BY_PARTS(BY_WORDS(by_tell(faces[f->look->face]))));
}

/* Returns true on the second press of the same key. The first press asks for confirmation. */
static bool meant(struct by_full *f, uint32_t key, const char *id)
{
    if (f->asked_before == key)
        return true;
    f->asked = key;
    by_full_note(f, BY_INK_REFUSED, by_tell(id));
    return false;
}

static void key_again(struct by_full *f)
{
    if (f->due.kind != BY_NEXT_GAME_OVER && !meant(f, 'r', "tui.again.sure"))
        return;
    by_full_close(f);
    by_saves_rematch(f->s);
    memset(f->order, 0, sizeof f->order);
    f->heard = 0;
    f->owner = BY_NO_SEAT;
    by_full_refresh(f);
}

/* Asks for confirmation before leaving a game that could not be saved, and explains the failure. */
static void say_unsaved(struct by_full *f)
{
    const char *why = by_savefile_trouble(by_session_file(f->s));
    char words[2 * BY_FAULT_TEXT];

    if (why == NULL)
        snprintf(words, sizeof words, "%s", by_tell("tui.quit.sure"));
    else
        snprintf(words, sizeof words, "%s %s", why, by_tell("tui.quit.unsaved"));
    by_full_note(f, BY_INK_REFUSED, words);
}

static void key_quit(struct by_full *f)
{
    bool kept = by_session_people(f->s) == 0 || f->due.kind == BY_NEXT_GAME_OVER
        || (by_session_file(f->s)->path != NULL && by_session_save(f->s));

    if (!kept && f->asked_before != 'q') {
        f->asked = 'q';
        say_unsaved(f);
        return;
    }
    f->leave = true;
}

static void key_left(struct by_full *f) { f->marks.scroll_x -= 10; }
static void key_right(struct by_full *f) { f->marks.scroll_x += 10; }

enum { NOWHERE, FIXED, BEHIND }; /* a key's position in the bar */

static const struct {
    char sign;
    int bar;
    const char *word, *about; /* ids of strings */
    bool (*can)(const struct by_full *f);
    void (*act)(struct by_full *f);
} keys[] = { { 'h', FIXED, "tui.key.hint", "tui.key.hint.about", chooses, key_hint },
             { 'u', FIXED, "tui.key.undo", "tui.key.undo.about", person, key_undo },
             { 't', FIXED, "tui.key.arrange", "tui.key.arrange.about", has_hand, key_arrange },
             { 's', FIXED, "tui.key.scores", "tui.key.scores.about", always, key_scores },
             { 'l', FIXED, "tui.key.log", "tui.key.log.about", always, key_log },
             { 'r', FIXED, "tui.key.again", "tui.key.again.about", can_again, key_again },
             { '?', FIXED, "tui.key.help", "tui.key.help.about", always, key_help },
             { 'q', FIXED, "tui.key.quit", "tui.key.quit.about", always, key_quit },
             { 'd', BEHIND, "tui.key.draw", "tui.key.draw.about", can_draw, key_draw },
             { 'p', BEHIND, "tui.key.pass", "tui.key.pass.about", can_pass, key_pass },
             { 'c', BEHIND, "tui.key.call", "tui.key.call.about", can_call, key_call },
             { 'e', BEHIND, "tui.key.review", "tui.key.review.about", is_over, key_review },
             { 'v', NOWHERE, "tui.key.faces", "tui.key.faces.about", always, key_faces },
             { '[', NOWHERE, "tui.key.left", "tui.key.left.about", always, key_left },
             { ']', NOWHERE, "tui.key.right", "tui.key.right.about", always, key_right } };
enum { KEYS = sizeof keys / sizeof keys[0] };
enum { ENTER = '\n', ESCAPE = 27 }; /* tags for these keys */

bool by_full_key(int i, uint32_t *sign, const char **word, const char **about)
{
    if (i >= KEYS)
        return false;
    *sign = (uint32_t)keys[i].sign;
    *word = by_tell(keys[i].word);
    *about = by_tell(keys[i].about);
    return true;
}

/* Draws one key in the bar at x. */
static void put_key(struct by_full *f, int i, int x, int y, bool word)
{
    f->canvas.tag = (uint16_t)(BY_TAG_KEY + keys[i].sign);
    by_canvas_sign(&f->canvas, x, y, (uint32_t)keys[i].sign, BY_INK_KEY);
    if (word) {
        by_canvas_sign(&f->canvas, x + 1, y, ' ', BY_INK_BAR);
        by_canvas_put(&f->canvas, x + 2, y, -1, BY_INK_BAR, by_tell(keys[i].word));
    }
    f->canvas.tag = 0;
}

/* Shows the functions of Enter and Escape while a page is open. Returns the next free column. */
static int put_page_keys(struct by_full *f, int x, int y, int width)
{
    bool deals = f->due.kind == BY_NEXT_ROUND_OVER && f->page == BY_PAGE_SCORES;
    int end = x + width;

    if (deals) {
        f->canvas.tag = BY_TAG_KEY + ENTER;
        x += by_canvas_put(&f->canvas, x, y, width, BY_INK_KEY, by_tell("tui.bar.deals")) + 2;
    }
    f->canvas.tag = BY_TAG_KEY + ESCAPE;
    x += by_canvas_put(&f->canvas, x, y, end - x, BY_INK_KEY, by_tell(deals ? "tui.bar.table" : "tui.bar.back"));
    f->canvas.tag = 0;
    return x + 2;
}

/* While a page is open, shows only the key that quits and, after the game, those for another game and the review. */
static bool is_shown(const struct by_full *f, int i)
{
    if (!keys[i].can(f) || f->page == BY_PAGE_NONE)
        return keys[i].can(f);
    return keys[i].act == key_quit || (is_over(f) && (keys[i].act == key_again || keys[i].act == key_review));
}

/* Draws the bar. Permanent keys keep their places, even while they are disabled or a page is open; the others follow.
 * If not all words fit, the less common keys are shown by letter alone; the help explains them. */
void by_full_keys(struct by_full *f, int x, int y, int width)
{
    static const char rarer[] = "rltsuhpdceq?";
    bool page = f->page != BY_PAGE_NONE;
    int wide[KEYS], total = 0, free = page ? put_page_keys(f, x, y, width - 18) : x;

    for (int i = 0; i < KEYS; i++) {
        bool placed = keys[i].bar == FIXED || (keys[i].bar == BEHIND && (page ? is_shown(f, i) : keys[i].can(f)));

        wide[i] = placed ? 3 + by_canvas_width(by_tell(keys[i].word)) : 0;
        total += wide[i];
    }
    for (const char *r = rarer; *r != '\0' && total > width + 1; r++)
        for (int i = 0; i < KEYS; i++)
            if (keys[i].sign == *r && wide[i] > 0) {
                total -= wide[i] - 2;
                wide[i] = 2;
            }
    for (int i = 0; i < KEYS; x += wide[i++]) {
        if (wide[i] == 0 || !is_shown(f, i))
            continue;
        free = x > free ? x : free;
        put_key(f, i, free, y, wide[i] > 2);
        free += wide[i];
    }
}

/* ---- Key presses -------------------------------------------------------------------------- */

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

/* Moves one row up or down if the hand has several. */
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
                keys[i].act(f); /* draws, passes and calls give their own reasons */
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
            by_full_enter(f); /* deals the next round */
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

/* Selects the clicked hand tile. If the tile is already selected, the click acts as Enter. */
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

        /* One move can cover several openings, such as the two sides of a spinner. */
        if (k == opening
            || (k >= 0 && f->marks.play[opening] >= 2 && !by_families[f->view.family]->trains
                && f->layout.opening[k].laid == f->layout.opening[opening].laid
                && f->layout.opening[k].number == f->layout.opening[opening].number)) {
            by_full_to(f, i);
            by_full_lay(f);
            return;
        }
    }
    by_full_note(f, BY_INK_REFUSED, by_tell(f->wheres > 0 ? "tui.click.place" : "tui.click.first"));
}

/* Selects the move for the clicked row tile; a second click plays it. If a tile can be removed alone or with both
 * neighbours, clicks alternate between the two. */
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
        by_full_note(f, BY_INK_REFUSED, by_tell("tui.click.row"));
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

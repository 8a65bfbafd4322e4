/* SPDX-License-Identifier: MIT */
/* show.c: draws the screen: bar, event, seats, table, hand, keys, and a panel if there is space. */
#include <stdio.h>
#include <string.h>

#include "boneyard/text.h"
#include "boneyard/why.h"
#include "page.h"
#include "keys.h"
#include "show.h"
#include "hand.h"
#include "turn.h"
#include "tui/board/faces.h"
#include "util/tell.h"
#include "util/utf8.h"

#define PANEL_FROM 112 /* minimum columns for the panel */
#define PANEL 36
#define NAME_WIDTH 17 /* maximum columns for a name in a table */

const char *by_full_called(const struct by_full *f, int seat)
{
    return seat == by_session_you(f->s) ? by_tell("seat.you") : by_session_names(f->s)[seat];
}

int by_full_name_width(const struct by_full *f, int least)
{
    int wide = least;

    for (int i = 0; i < f->view.players; i++) {
        int name = by_canvas_width(by_full_called(f, i));

        wide = name > wide ? name : wide;
    }
    return wide < NAME_WIDTH ? wide : NAME_WIDTH;
}

const char *by_full_fit(const char *words, int width, char out[BY_FIT_TEXT])
{
    int wide = width < 0 ? -width : width, used = by_canvas_width(words);
    bool cut = used > wide;
    size_t n = strlen(words);

    for (; cut && used >= wide && n > 0; used = by_canvas_width(out)) {
        n = by_utf8_back(words, n);
        snprintf(out, BY_FIT_TEXT, "%.*s", (int)n, words);
    }
    used += cut;
    snprintf(out, BY_FIT_TEXT, "%*s%.*s%s%*s", width < 0 ? wide - used : 0, "", (int)n, words, cut ? "…" : "",
             width < 0 ? 0 : wide - used, "");
    return out;
}

static bool playing(const struct by_full *f) { return f->view.now.phase == BY_PLAYING; }

/* ---- Bar, event, seats -------------------------------------------------------------------- */

static void show_bar(struct by_full *f)
{
    const struct by_view *v = &f->view;
    const struct by_game *game = by_games[v->rules.game];
    int64_t ms = by_session_elapsed(f->s);
    int rounds = (int)v->rules.opt[BY_ROUNDS], x, end;
    char left[200], right[200], clock[24];
    struct by_text l = by_tell_on(left, sizeof left), r = by_tell_on(right, sizeof right);

    if (!by_families[v->family]->low_wins)
        by_tell_put(&l, "tui.bar.target", BY_PARTS(BY_NUMBER(v->rules.opt[BY_TARGET])));
    else if (!by_families[v->family]->solitaire)
        by_tell_put(&l, "tui.bar.lowest", NULL);
    if (v->round > 0 && rounds != 1)
        by_tell_put(&l, rounds > 1 ? "tui.bar.round.of" : "tui.bar.round",
                    BY_PARTS(BY_NUMBER(v->round), BY_NUMBER(rounds)));
    if (by_families[v->family]->solitaire && ms >= 0) {
        snprintf(clock, sizeof clock, "%d:%02d", (int)(ms / 60000), (int)(ms / 1000 % 60));
        by_tell_put(&r, "tui.bar.time", BY_PARTS(BY_WORDS(clock)));
        by_put(&r, "   ");
    }
    by_tell_put(&r,
                v->drawable < v->boneyard && v->rules.opt[BY_DRAW] != BY_DRAW_NONE ? "tui.bar.drawable"
                                                                                   : "tui.bar.boneyard",
                BY_PARTS(BY_NUMBER(v->boneyard), BY_NUMBER(v->drawable)));
    by_canvas_fill(&f->canvas, 0, 0, f->width, 1, ' ', BY_INK_BAR);
    end = f->width - 1 - by_canvas_width(right);
    x = 1 + by_canvas_put(&f->canvas, 1, 0, end - 3, BY_INK_KEY, by_tell_of("game", game->key, "name"));
    by_canvas_put(&f->canvas, x, 0, end - 2 - x, BY_INK_BAR, left);
    by_canvas_put(&f->canvas, end, 0, -1, BY_INK_BAR, right);
    if (by_session_file(f->s)->lost) { /* shown until a save succeeds */
        by_canvas_fill(&f->canvas, 0, 0, f->width, 1, ' ', BY_INK_REFUSED);
        by_canvas_put(&f->canvas, 1, 0, f->width - 2, BY_INK_REFUSED, by_tell("tui.unsaved.bar"));
    }
}

/* Writes as many of the sentences since the person's last choice as fit, newest last. */
static void recent(const struct by_full *f, int width, int rows, char *out, size_t size)
{
    struct by_canvas nothing = { 0 };
    int end = by_session_log(f->s)->n, from = end;
    struct by_text t;

    for (bool fits = true; fits && from > f->heard; from -= fits) {
        t = by_tell_on(out, size);
        by_log_tell(by_session_log(f->s), from - 1, end, &t);
        fits = !t.full && by_canvas_wrap(&nothing, 0, 0, width, 0, 0, BY_INK_TEXT, out) <= rows;
    }
    if (from == end && end > 0)
        from = end - 1; /* always show the newest */
    t = by_tell_on(out, size);
    by_log_tell(by_session_log(f->s), from, end, &t);
}

/* Shows the latest events or a notice. A notice may cover up to `more` rows of the seats below. */
static void show_event(struct by_full *f, int y, int rows, int more)
{
    enum by_ink ink = f->notice[0] != '\0' ? f->notice_ink : BY_INK_LAST;
    char text[2048] = "";
    struct by_canvas nothing = { 0 };
    int used;

    if (f->notice[0] != '\0') {
        snprintf(text, sizeof text, "%s", f->notice);
        used = by_canvas_wrap(&nothing, 0, 0, f->width - 4, 0, 0, ink, text);
        for (; rows < used && more > 0; rows++, more--)
            by_canvas_fill(&f->canvas, 0, y + rows, f->width, 1, ' ', BY_INK_TEXT);
    } else {
        recent(f, f->width - 4, rows, text, sizeof text);
    }
    used = by_canvas_wrap_cut(&f->canvas, 3, y, f->width - 4, rows, ink, text);
    for (int i = 0; i < rows && i < used; i++)
        by_canvas_sign(&f->canvas, 1, y + i, 0x2502, ink);
}

/* Returns the number of plates that fit in a row. */
static int plates(const struct by_full *f)
{
    int n = f->view.players, most = f->width / (n > 8 ? 16 : 20);

    return n < most ? n : n <= 2 * most ? (n + 1) / 2 : most;
}

static int seat_rows(const struct by_full *f)
{
    return by_families[f->view.family]->solitaire ? 0 : (f->view.players + plates(f) - 1) / plates(f);
}

/* The forms of the words that follow the name on a plate, longest first. */
enum { LONG, MIDDLE, SHORT };

static void plate_words(const struct by_full *f, int seat, int form, char *out, size_t size)
{
    static const char *const ids[] = { "tui.plate.points", "tui.plate", "tui.plate.short" };
    const struct by_view *v = &f->view;
    struct by_text t = by_tell_on(out, size);

    if (v->rules.opt[BY_TEAMS] == BY_ON)
        by_put(&t, seat % 2 == 0 ? "(A) " : "(B) ");
    by_tell_put(&t, ids[form], BY_PARTS(BY_NUMBER(v->count[seat]), BY_NUMBER(v->score[seat])));
}

/* Returns the longest form that leaves room for every name, since all seats use the same form. */
static int plate_form(const struct by_full *f, int width)
{
    int form = width < 20 ? SHORT : width < 30 ? MIDDLE : LONG;
    char rest[120];

    for (int i = 0; i < f->view.players && form < SHORT; i++) {
        plate_words(f, i, form, rest, sizeof rest);
        if (by_canvas_width(by_full_called(f, i)) + by_canvas_width(rest) + 3 > width) {
            form++;
            i = -1;
        }
    }
    return form;
}

static void show_plate(struct by_full *f, int seat, int x, int y, int width, int form)
{
    bool turn = playing(f) && f->view.now.turn == seat;
    enum by_ink ink = turn ? BY_INK_TURN : BY_INK_TEXT;
    char rest[120];
    int room;

    plate_words(f, seat, form, rest, sizeof rest);
    by_canvas_fill(&f->canvas, x, y, width - 1, 1, ' ', ink);
    room = width - 3 - by_canvas_width(rest);
    by_canvas_put(&f->canvas, x, y, 1, ink, turn ? ">" : " ");
    x += 1 + by_canvas_put(&f->canvas, x + 1, y, room > 3 ? room : 3, ink, by_full_called(f, seat));
    by_canvas_put(&f->canvas, x + 1, y, room > 3 ? -1 : width - 6, ink, rest);
}

static void show_seats(struct by_full *f, int y)
{
    int n = plates(f), width = f->width / n < 40 ? f->width / n : 40, form = plate_form(f, width);

    for (int i = 0; i < f->view.players; i++)
        show_plate(f, i, i % n * width, y + i / n, width, form);
}

/* ---- The hand ----------------------------------------------------------------------------- */

struct tray {
    enum by_tile_size size;
    int width, height, columns, rows;
};

/* Chooses the largest tile size at which the hand fits into this many rows. Each row has one more line, for raised
 * tiles. */
static struct tray tray_of(const struct by_full *f, int rows)
{
    int n = f->seat == BY_NO_SEAT || by_families[f->view.family]->solitaire ? 0 : f->order[f->seat].n;
    struct tray t = { BY_TILE_LINE, 0, 0, 0, 0 };

    for (int size = BY_TILE_LARGE; size >= BY_TILE_LINE; size--) {
        t.size = (enum by_tile_size)size;
        by_tile_size(t.size, &t.width, &t.height);
        t.width += size != BY_TILE_LINE;
        t.height++;
        t.columns = (f->width - 3) / t.width;
        t.rows = n == 0 ? 0 : (n + t.columns - 1) / t.columns;
        if (t.rows * t.height <= rows)
            break;
    }
    return t;
}

static int hand_rows(const struct by_full *f)
{
    struct tray t = tray_of(f, f->height < 28 ? 4 : f->height < 34 ? 5 : f->height < 46 ? 10 : 18);

    if (by_families[f->view.family]->solitaire)
        return 2;
    return f->curtain ? 2 : f->seat == BY_NO_SEAT ? 0 : t.rows > 0 ? t.rows * t.height : 1;
}

static void show_tile(struct by_full *f, const struct tray *t, int i, int x, int y)
{
    by_tile tile = f->order[f->seat].tile[i];
    bool choosing = f->n > 0, fits = by_full_fits(f, tile), here = choosing && i == f->cursor;
    enum by_ink ink = here ? BY_INK_TILE_CHOSEN : fits ? BY_INK_TILE_PLAY : choosing ? BY_INK_TILE_DIM : BY_INK_TILE;
    struct by_canvas *c = &f->canvas;

    c->tag = (uint16_t)(BY_TAG_HAND + tile);
    by_tile_draw(c, x, fits ? y : y + 1, t->size, tile, f->look, ink);
    if (fits) { /* raises the tile and puts its number in gold below */
        int wide = t->size == BY_TILE_LINE ? t->width - 2 : t->width - 1;

        by_canvas_fill(c, x + (t->size == BY_TILE_LINE), y + t->height - 1, wide, 1, ' ', BY_INK_TURN);
        by_canvas_print(c, x + t->width / 2 - (i < 9 ? 0 : 1), y + t->height - 1, -1, BY_INK_TURN, "%d", i + 1);
    }
    c->tag = 0;
}

/* Writes a move in words, since the notation is only for typing. */
static void move_words(by_move m, char *out, size_t size)
{
    struct by_text t = by_tell_on(out, size);
    const char *id = "tui.move.draw";

    if (by_move_kind(m) == BY_TAKE3)
        id = "tui.move.three";
    else if (by_move_kind(m) == BY_TAKE)
        id = "tui.move.take";
    by_tell_put(&t, id, BY_PARTS(BY_THE_TILE(by_move_tile(m))));
}

/* Shows moves as buttons in place of the hand, for Castle Rock. */
static void show_moves(struct by_full *f, int y, int rows)
{
    char text[120];
    int x = 1;

    for (int i = 0; i < f->n; i++) {
        bool here = i == f->cursor;
        int wide;

        move_words(f->list[i], text, sizeof text);
        wide = by_canvas_width(text) + 6;
        if (x + wide > f->width - 1) {
            x = 1;
            y++;
            rows--;
        }
        if (rows <= 0)
            return;
        f->canvas.tag = (uint16_t)(BY_TAG_LINE + i);
        by_canvas_print(&f->canvas, x, y, wide, here ? BY_INK_TURN : BY_INK_TEXT, here ? ">%d %s<" : " %d %s ", i + 1,
                        text);
        f->canvas.tag = 0;
        x += wide;
    }
}

static void show_hand(struct by_full *f, int y, int rows)
{
    struct tray t = tray_of(f, rows);
    const struct by_hand_order *o;
    int x;

    if (by_families[f->view.family]->solitaire) {
        show_moves(f, y, rows);
        return;
    }
    if (f->seat == BY_NO_SEAT && !f->curtain)
        return;
    if (f->curtain) {
        char words[200];
        struct by_text to = by_tell_on(words, sizeof words);

        by_tell_put(&to, "tui.curtain", BY_PARTS(BY_WORDS(by_full_called(f, f->due.seat))));
        by_canvas_put(&f->canvas, 2, y, f->width - 4, BY_INK_STRONG, words);
        by_canvas_put(&f->canvas, 2, y + 1, f->width - 4, BY_INK_QUIET, by_tell("tui.curtain.others"));
        return;
    }
    o = &f->order[f->seat];
    f->columns = t.columns;
    for (int i = 0; i < o->n; i++) {
        x = 1 + i % t.columns * t.width;
        if (o->planned > 0 && i >= o->planned && t.size != BY_TILE_LINE && i / t.columns == o->planned / t.columns)
            x++; /* leaves a gap after the planned train */
        show_tile(f, &t, i, x, y + i / t.columns * t.height);
    }
}

/* ---- The panel ---------------------------------------------------------------------------- */

static void show_panel(struct by_full *f, int x, int y, int width, int height)
{
    const struct by_view *v = &f->view;
    int32_t target = v->rules.opt[BY_TARGET];
    int end = y + height, from = by_session_log(f->s)->n, left;
    struct by_canvas nothing = { 0 };
    int wide = by_full_name_width(f, 10), bars = width - 11 - wide;
    char name[BY_FIT_TEXT];

    for (int i = 0; i < height; i++)
        by_canvas_sign(&f->canvas, x, y + i, 0x2502, BY_INK_QUIET);
    x += 2;
    width -= 3;
    by_canvas_put(&f->canvas, x, y++, width, BY_INK_STRONG,
                  by_tell(target > 0 ? "tui.panel.scores" : "tui.panel.lowest"));
    for (int i = 0; i < v->players && y < end; i++) {
        int bar = target > 0 ? (int)(v->score[i] * bars / target) : 0;

        by_full_fit(by_full_called(f, i), wide, name);
        by_canvas_print(&f->canvas, x, y, width, BY_INK_TEXT, "%s%5d", name, (int)v->score[i]);
        for (int k = 0; k < bars && target > 0; k++)
            by_canvas_sign(&f->canvas, x + wide + 7 + k, y, k < bar ? 0x2550 : 0x2500,
                           k < bar ? BY_INK_STRONG : BY_INK_QUIET);
        y++;
    }
    by_canvas_put(&f->canvas, x, ++y, width, BY_INK_STRONG, by_tell("tui.panel.events"));
    left = end - ++y;
    while (from > 0) {
        int lines = by_canvas_wrap(&nothing, 0, 0, width, 0, 0, BY_INK_TEXT, by_session_log(f->s)->line[from - 1].text);

        if (lines > left)
            break;
        left -= lines;
        from--;
    }
    for (int i = from; i < by_session_log(f->s)->n && y < end; i++) {
        enum by_ink ink = i + 1 == by_session_log(f->s)->n ? BY_INK_LAST : BY_INK_QUIET;

        y += by_canvas_wrap_cut(&f->canvas, x, y, width, end - y, ink, by_session_log(f->s)->line[i].text);
    }
}

/* ---- The whole screen --------------------------------------------------------------------- */

static void show_table(struct by_full *f)
{
    int events = f->height < 30 ? 2 : 3, seats = seat_rows(f), hand = hand_rows(f);
    int top = 1 + events + seats, ends = by_families[f->view.family]->solitaire ? 0 : 1;
    int rows = f->height - top - ends - hand - 2;
    int width = f->width >= PANEL_FROM && !by_families[f->view.family]->solitaire ? f->width - PANEL : f->width;

    if (seats > 0)
        show_seats(f, 1 + events);
    show_event(f, 1, events, seats);
    by_board_draw(&f->canvas, 0, top, width, rows, &f->view, by_session_names(f->s), f->look, &f->marks);
    if (width < f->width)
        show_panel(f, width, top, f->width - width, rows);
    if (ends > 0)
        by_full_show_ends(f, top + rows);
    by_full_show_turn(f, top + rows + ends);
    show_hand(f, top + rows + ends + 1, hand);
}

static void show_small(struct by_full *f)
{
    char words[600];
    struct by_text t = by_tell_on(words, sizeof words);

    by_tell_put(
        &t, "tui.small",
        BY_PARTS(BY_NUMBER(BY_FULL_WIDTH), BY_NUMBER(BY_FULL_HEIGHT), BY_NUMBER(f->width), BY_NUMBER(f->height)));
    by_canvas_wrap_cut(&f->canvas, 0, 0, f->width, f->height, BY_INK_TEXT, words);
}

void by_full_show(struct by_full *f)
{
    by_screen_size(&f->width, &f->height);
    if (f->canvas.width != f->width || f->canvas.height != f->height) {
        bool ascii = f->look->ascii || !by_screen_utf8();

        by_canvas_clear(&f->canvas);
        by_canvas_init(&f->canvas, f->width, f->height, ascii);
    }
    by_canvas_fill(&f->canvas, 0, 0, f->width, f->height, ' ', BY_INK_TEXT);
    if (f->width < BY_FULL_WIDTH || f->height < BY_FULL_HEIGHT) {
        show_small(f);
    } else {
        show_bar(f);
        if (f->page != BY_PAGE_NONE)
            by_full_page_show(f, 0, 1, f->width, f->height - 2);
        else
            show_table(f);
        by_canvas_fill(&f->canvas, 0, f->height - 1, f->width, 1, ' ', BY_INK_BAR);
        by_full_keys(f, 1, f->height - 1, f->width - 2);
    }
    by_screen_show(&f->canvas, -1, -1);
}

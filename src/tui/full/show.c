/* SPDX-License-Identifier: MIT */
/* show.c: the screen: bar, event, seats, table, ends, turn, hand, keys; a panel where there is room. */
#include <stdio.h>
#include <string.h>

#include "boneyard/text.h"
#include "boneyard/why.h"
#include "page.h"
#include "keys.h"
#include "show.h"
#include "hand.h"
#include "tui/board/faces.h"
#include "util/tell.h"
#include "util/utf8.h"

#define PANEL_FROM 112 /* columns needed for the panel */
#define PANEL 36

const char *by_full_called(const struct by_full *f, int seat)
{
    return seat == by_session_you(f->s) ? "You" : by_session_names(f->s)[seat];
}

void by_full_name(const struct by_full *f, int seat, int width, char out[64])
{
    int wide = width < 0 ? -width : width, used;
    char name[BY_NAME_TEXT + 4];

    snprintf(name, BY_NAME_TEXT, "%s", by_full_called(f, seat));
    if (by_canvas_width(name) > wide && wide > 0) { /* what is cut ends in "…" */
        for (size_t n = strlen(name); by_canvas_width(name) > wide - 1; name[n] = '\0')
            n = by_utf8_back(name, n);
        strcat(name, "\342\200\246");
    }
    used = by_canvas_width(name);
    snprintf(out, 64, "%*s%s%*s", width < 0 ? wide - used : 0, "", name, width < 0 ? 0 : wide - used, "");
}

static bool playing(const struct by_full *f) { return f->view.now.phase == BY_PLAYING; }

/* ---- Bar, event, seats -------------------------------------------------------------------- */

static void show_bar(struct by_full *f)
{
    const struct by_view *v = &f->view;
    const struct by_game *game = by_games[v->rules.game];
    int64_t ms = by_session_elapsed(f->s);
    int rounds = (int)v->rules.opt[BY_ROUNDS], x;
    char right[64] = "";

    by_canvas_fill(&f->canvas, 0, 0, f->width, 1, ' ', BY_INK_BAR);
    x = 1 + by_canvas_put(&f->canvas, 1, 0, -1, BY_INK_KEY, by_tell_of("game", game->key, "name"));
    if (!by_families[v->family]->low_wins)
        x += by_canvas_print(&f->canvas, x, 0, -1, BY_INK_BAR, ", first to %d", (int)v->rules.opt[BY_TARGET]);
    else if (!by_families[v->family]->solitaire)
        x += by_canvas_put(&f->canvas, x, 0, -1, BY_INK_BAR, ", lowest total wins");
    if (v->round > 0 && rounds != 1)
        x += by_canvas_print(&f->canvas, x, 0, -1, BY_INK_BAR, ", round %u", (unsigned)v->round);
    if (v->round > 0 && rounds > 1)
        by_canvas_print(&f->canvas, x, 0, -1, BY_INK_BAR, " of %d", rounds);
    if (by_families[v->family]->solitaire && ms >= 0)
        snprintf(right, sizeof right, "time %d:%02d   boneyard %d", (int)(ms / 60000), (int)(ms / 1000 % 60),
                 v->boneyard);
    else if (v->drawable < v->boneyard && v->rules.opt[BY_DRAW] != BY_DRAW_NONE)
        snprintf(right, sizeof right, "boneyard %d, %d may be drawn", v->boneyard, v->drawable);
    else
        snprintf(right, sizeof right, "boneyard %d", v->boneyard);
    by_canvas_put(&f->canvas, f->width - 1 - (int)strlen(right), 0, -1, BY_INK_BAR, right);
    if (by_session_lost(f->s)) { /* until a save works */
        by_canvas_fill(&f->canvas, 0, 0, f->width, 1, ' ', BY_INK_REFUSED);
        by_canvas_put(&f->canvas, 1, 0, f->width - 2, BY_INK_REFUSED, by_tell("tui.unsaved.bar"));
    }
}

/* The sentences since the person's last choice, as many as fit, newest last. */
static void recent(const struct by_full *f, int width, int rows, char *out, size_t size)
{
    struct by_canvas nothing = { 0 };
    int end = by_session_lines(f->s), from = end;
    struct by_text t;

    for (bool fits = true; fits && from > f->heard; from -= fits) {
        t = by_tell_on(out, size);
        by_session_tell(f->s, from - 1, end, &t);
        fits = !t.full && by_canvas_wrap(&nothing, 0, 0, width, 0, 0, BY_INK_TEXT, out) <= rows;
    }
    if (from == end && end > 0)
        from = end - 1; /* the newest in any case */
    t = by_tell_on(out, size);
    by_session_tell(f->s, from, end, &t);
}

static void show_event(struct by_full *f, int y, int rows)
{
    enum by_ink ink = f->notice[0] != '\0' ? f->notice_ink : BY_INK_LAST;
    char text[2048] = "";

    if (f->notice[0] != '\0')
        snprintf(text, sizeof text, "%s", f->notice);
    else
        recent(f, f->width - 4, rows, text, sizeof text);
    const int used = by_canvas_wrap(&f->canvas, 3, y, f->width - 4, rows, 0, ink, text);
    if (used > rows)
        by_canvas_sign(&f->canvas, f->width - 2, y + rows - 1, 0x2026, ink);
    for (int i = 0; i < rows && i < used; i++)
        by_canvas_sign(&f->canvas, 1, y + i, 0x2502, ink);
}

/* Returns how many plates fit in a row. */
static int plates(const struct by_full *f)
{
    int n = f->view.players, most = f->width / (n > 8 ? 16 : 20);

    return n < most ? n : n <= 2 * most ? (n + 1) / 2 : most;
}

static int seat_rows(const struct by_full *f)
{
    return by_families[f->view.family]->solitaire ? 0 : (f->view.players + plates(f) - 1) / plates(f);
}

static void show_plate(struct by_full *f, int seat, int x, int y, int width)
{
    const struct by_view *v = &f->view;
    bool turn = playing(f) && v->now.turn == seat;
    enum by_ink ink = turn ? BY_INK_TURN : BY_INK_TEXT;
    const char *team = v->rules.opt[BY_TEAMS] != BY_ON ? "" : seat % 2 == 0 ? " (A)" : " (B)";
    char name[64], rest[48];
    int room, wide;

    if (width < 20)
        snprintf(rest, sizeof rest, " %dt %d", v->count[seat], (int)v->score[seat]);
    else {
        const char *unit = " points";

        if (width < 30)
            unit = "";
        else if (v->score[seat] == 1)
            unit = " point";
        snprintf(rest, sizeof rest, "%s %d tile%s, %d%s", team, v->count[seat], v->count[seat] == 1 ? "" : "s",
                 (int)v->score[seat], unit);
    }
    by_canvas_fill(&f->canvas, x, y, width - 1, 1, ' ', ink);
    room = width - 3 - (int)strlen(rest);
    wide = by_canvas_width(by_full_called(f, seat));
    by_full_name(f, seat, room < wide ? room : wide, name);
    by_canvas_print(&f->canvas, x, y, width - 1, ink, "%s%s%s", turn ? ">" : " ", name, rest);
}

static void show_seats(struct by_full *f, int y)
{
    int n = plates(f), width = f->width / n < 40 ? f->width / n : 40;

    for (int i = 0; i < f->view.players; i++)
        show_plate(f, i, i % n * width, y + i / n, width);
}

/* ---- Ends and turn ------------------------------------------------------------------------ */

/* " (1-1 counts 0, 5-5 counts 10)": needed to add up the ends, since doubles do not count their number. */
static void put_doubles(struct by_text *t, const struct by_view *v)
{
    struct by_set told = { { 0, 0, 0 } };
    bool some = false;

    for (int i = 0; i < v->now.places; i++) {
        const struct by_laid *laid = &v->laid[v->place[i].laid];

        if (!by_is_double(laid->tile) || by_pips(laid->tile) == 0 || by_set_has(&told, laid->tile))
            continue;
        by_set_add(&told, laid->tile);
        by_put(t, some ? ", " : " (");
        by_put_tile(t, laid->tile, false);
        by_put(t, " counts ");
        by_put_int(t, laid->beside <= 1 ? by_pips(laid->tile) : 0);
        some = true;
    }
    by_put(t, some ? ")" : "");
}

/* "Open ends: 6, 5x2 and 0. They make 16." */
static void put_ends(struct by_text *t, const struct by_view *v, int width)
{
    char doubles[400];
    struct by_text more = by_tell_on(doubles, sizeof doubles);
    int shown[BY_NUMBERS] = { 0 }, left = 0;

    for (int i = 0; i < v->now.places; i++)
        shown[v->place[i].number]++;
    for (int k = 0; k < BY_NUMBERS; k++)
        left += shown[k] > 0;
    by_put(t, left == 0 ? "" : "Open ends: ");
    for (int k = BY_NUMBERS - 1; k >= 0; k--) {
        if (shown[k] == 0)
            continue;
        by_put_int(t, k);
        if (shown[k] > 1) {
            by_put(t, "\303\227"); /* short, so that many ends fit */
            by_put_int(t, shown[k]);
        }
        left--;
        by_put(t, left == 0 ? "." : left == 1 ? " and " : ", ");
    }
    if (by_count_told(v)) {
        by_put(t, " They make ");
        by_put_int(t, v->now.of.line.count);
        put_doubles(&more, v);
        if ((int)(t->used + more.used) < width && !more.full)
            by_put(t, doubles);
        by_put_char(t, '.');
    }
}

static void put_train(struct by_text *t, const struct by_full *f, int train)
{
    bool other = train != BY_MEXICAN && train != by_session_you(f->s);

    by_put(t, train == BY_MEXICAN ? "the Mexican Train" : other ? "the train of " : "your train");
    by_put(t, other ? by_full_called(f, train) : "");
}

/* The trains in a line: which are open to all, and what an open double wants. */
static void put_trains(struct by_text *t, const struct by_full *f)
{
    const struct by_view *v = &f->view;
    uint32_t doubles = v->now.of.trains.doubles;
    int open = 0;

    if (doubles != 0) {
        int train = __builtin_ctz(doubles);

        by_put(t, "An open double wants ");
        by_put_a(t, v->tail[train]);
        by_put(t, " on ");
        put_train(t, f, train);
        by_put(t, ": every other train waits.");
        return;
    }
    for (int i = 0; i < v->players; i++) {
        if ((v->now.of.trains.markers >> i & 1) == 0)
            continue;
        by_put(t, open++ == 0 ? "Open to all: " : ", ");
        by_put(t, by_full_called(f, i));
    }
    by_put(t, open > 0 ? "." : v->centre == BY_NO_TILE ? "" : "Every train but the Mexican one is its owner's.");
}

static void show_ends(struct by_full *f, int y)
{
    const struct by_view *v = &f->view;
    char text[512];
    struct by_text t = by_tell_on(text, sizeof text);

    if (!playing(f))
        return;
    if (by_families[v->family]->trains) {
        put_trains(&t, f);
    } else if (by_families[v->family]->toes && v->now.of.line.must != BY_NO_TILE) {
        by_put_tile(&t, v->laid[v->now.of.line.must].tile, false);
        by_put(&t, " is a foot in progress: ");
        by_put_count(&t, v->now.of.line.toes, "toe");
        by_put(&t, " to go.");
    } else if (!by_families[v->family]->solitaire) {
        if (v->now.laid > 0) {
            put_ends(&t, v, f->width - 2);
        } else if (v->led == BY_NO_TILE || f->due.seat != v->seat) {
            by_put(&t, "The table is empty.");
        } else {
            by_put_tile(&t, v->led, false);
            by_put(&t, " has to be led.");
        }
    }
    by_canvas_put(&f->canvas, 1, y, f->width - 2, BY_INK_TEXT, text);
}

/* Returns how many tiles of the hand can be played. */
static int fitting(const struct by_full *f, int *all)
{
    struct by_set hand = f->view.hand[f->seat];
    int n = 0;

    for (*all = 0; !by_set_empty(&hand); (*all)++)
        n += by_full_fits(f, by_set_take(&hand));
    return n;
}

static void ask_choice(const struct by_full *f, struct by_text *t)
{
    int all = 0, n;

    if (by_families[f->view.family]->solitaire) {
        by_put(t, f->n == 1 && f->list[0] == BY_DRAW_MOVE ? "nothing can be taken, d draws" : "what is taken?");
        return;
    }
    n = fitting(f, &all);
    if (n > 0) {
        by_put_int(t, n);
        by_put(t, " of ");
        by_put_count(t, all, "tile");
        by_put(t, all == 1 || n == 1 ? " fits" : " fit");
    } else {
        by_put(t, "nothing fits");
    }
    if (by_full_has(f, BY_DRAW_TILE))
        by_put(t, ", d draws");
    if (by_full_has(f, BY_PASS))
        by_put(t, n > 0 ? ", p ends the turn" : ", p passes");
    if (by_full_has(f, BY_CALL_OUT))
        by_put(t, ", c calls");
}

static void ask_place(const struct by_full *f, struct by_text *t)
{
    by_move m = f->where[f->at].move;

    by_put(t, "where shall ");
    by_put_tile(t, by_full_tile(f), false);
    by_put(t, " go? ");
    by_put_int(t, f->at + 1);
    by_put(t, " of ");
    by_put_int(t, f->wheres);
    if (by_move_kind(m) == BY_HUB) {
        by_put(t, ": the hub");
    } else if (by_families[f->view.family]->trains) {
        by_put(t, ": ");
        put_train(t, f, by_move_place(m));
    } else if (by_move_place(m) != BY_NO_TILE) {
        by_put(t, ": on ");
        by_put_tile(t, (by_tile)by_move_place(m), false);
        if (f->view.rules.opt[BY_BLANKS] == BY_BLANKS_WILD && by_touching(by_move_tile(m), by_move_flip(m)) == 0)
            by_put(t, " with the blank");
    }
    if (by_count_told(&f->view)) {
        by_put(t, ", makes ");
        by_put_int(t, by_count_after(&f->view, m));
    }
}

/* Says what must be done now; returns true if the person at the keyboard must do it. */
static bool put_turn(const struct by_full *f, struct by_text *t)
{
    const char *who = f->due.seat == BY_NO_SEAT ? "" : by_full_called(f, f->due.seat);
    bool you = f->due.seat != BY_NO_SEAT && f->due.seat == by_session_you(f->s);

    switch (f->due.kind) {
    case BY_NEXT_DEAL: by_put(t, "The tiles are dealt"); return false;
    case BY_NEXT_BOT:
    case BY_NEXT_FORCED:
        by_put(t, who);
        by_put(t, f->due.kind == BY_NEXT_FORCED ? " cannot play" : " is playing");
        return false;
    case BY_NEXT_ROUND_OVER: by_put(t, "The round is over. Enter deals the next one"); return true;
    case BY_NEXT_GAME_OVER: by_put(t, "The game is over. r plays again, q leaves"); return true;
    default: by_put(t, you ? "Your" : who);
    }
    by_put(t, you ? " turn: " : "'s turn: ");
    if (f->curtain)
        by_put(t, "Enter shows the hand");
    else if (f->typed[0] != '\0' && f->mode != BY_FULL_SAY) {
        by_put(t, f->typed);
        by_put(t, "_  (Enter plays, Escape takes it back)");
    } else if (f->due.kind == BY_NEXT_CALL)
        by_put(t, "c calls, Enter lets it go");
    else if (f->mode == BY_FULL_PLACE)
        ask_place(f, t);
    else if (f->mode == BY_FULL_SAY && by_families[f->view.family]->asks_scores) {
        by_put(t, "what does it score? Enter alone claims nothing: ");
        by_put(t, f->typed);
        by_put_char(t, '_');
    } else if (f->mode == BY_FULL_SAY)
        by_put(t, by_tell("tui.full.announce"));
    else
        ask_choice(f, t);
    return true;
}

/* A gold band if the person at the keyboard has to act; else a plain line. */
static void show_turn(struct by_full *f, int y)
{
    char text[256];
    struct by_text t = by_tell_on(text, sizeof text);
    bool yours = put_turn(f, &t);

    by_canvas_fill(&f->canvas, 0, y, f->width, 1, yours ? ' ' : 0x2500, yours ? BY_INK_TURN : BY_INK_QUIET);
    by_canvas_print(&f->canvas, 1, y, f->width - 2, yours ? BY_INK_TURN : BY_INK_TEXT, " %s%s ", yours ? "> " : "",
                    text);
}

/* ---- The hand ----------------------------------------------------------------------------- */

struct tray {
    enum by_tile_size size;
    int width, height, columns, rows;
};

/* Chooses the largest tiles with which the hand fits into this many rows; each row has one more for raised tiles. */
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
    if (fits) { /* raised, on a gold foot with its number */
        int wide = t->size == BY_TILE_LINE ? t->width - 2 : t->width - 1;

        by_canvas_fill(c, x + (t->size == BY_TILE_LINE), y + t->height - 1, wide, 1, ' ', BY_INK_TURN);
        by_canvas_print(c, x + t->width / 2 - (i < 9 ? 0 : 1), y + t->height - 1, -1, BY_INK_TURN, "%d", i + 1);
    }
    c->tag = 0;
}

/* Castle Rock has no hand: its moves appear there as buttons. */
static void show_moves(struct by_full *f, int y, int rows)
{
    char text[BY_MOVE_TEXT];
    int x = 1;

    for (int i = 0; i < f->n; i++) {
        bool here = i == f->cursor;
        int wide;

        by_move_print(f->list[i], f->view.family, text);
        if (by_move_kind(f->list[i]) == BY_TAKE3) { /* the notation is for typing */
            struct by_text t = by_tell_on(text, sizeof text);

            by_put(&t, "all three at ");
            by_put_tile(&t, by_move_tile(f->list[i]), false);
        }
        wide = (int)strlen(text) + 6;
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
        by_canvas_print(&f->canvas, 2, y, f->width - 4, BY_INK_STRONG, "%s's turn. Enter shows the hand.",
                        by_full_called(f, f->due.seat));
        by_canvas_print(&f->canvas, 2, y + 1, f->width - 4, BY_INK_QUIET, "The others look away.");
        return;
    }
    o = &f->order[f->seat];
    f->columns = t.columns;
    for (int i = 0; i < o->n; i++) {
        x = 1 + i % t.columns * t.width;
        if (o->planned > 0 && i >= o->planned && t.size != BY_TILE_LINE && i / t.columns == o->planned / t.columns)
            x++; /* a gap behind the planned train */
        show_tile(f, &t, i, x, y + i / t.columns * t.height);
    }
}

/* ---- The panel ---------------------------------------------------------------------------- */

static void show_panel(struct by_full *f, int x, int y, int width, int height)
{
    const struct by_view *v = &f->view;
    int32_t target = v->rules.opt[BY_TARGET];
    int end = y + height, from = by_session_lines(f->s), left;
    struct by_canvas nothing = { 0 };
    char name[64];

    for (int i = 0; i < height; i++)
        by_canvas_sign(&f->canvas, x, y + i, 0x2502, BY_INK_QUIET);
    x += 2;
    width -= 3;
    by_canvas_put(&f->canvas, x, y++, width, BY_INK_STRONG, target > 0 ? "Scores" : "Scores: the lowest wins");
    for (int i = 0; i < v->players && y < end; i++) {
        int bar = target > 0 ? (int)(v->score[i] * (width - 18) / target) : 0;

        by_full_name(f, i, 10, name);
        by_canvas_print(&f->canvas, x, y, width, BY_INK_TEXT, "%s%5d", name, (int)v->score[i]);
        for (int k = 0; k < width - 18 && target > 0; k++)
            by_canvas_sign(&f->canvas, x + 17 + k, y, k < bar ? 0x2550 : 0x2500,
                           k < bar ? BY_INK_STRONG : BY_INK_QUIET);
        y++;
    }
    by_canvas_put(&f->canvas, x, ++y, width, BY_INK_STRONG, "What happened");
    left = end - ++y;
    while (from > 0) {
        int lines = by_canvas_wrap(&nothing, 0, 0, width, 0, 0, BY_INK_TEXT, by_session_line(f->s, from - 1)->text);

        if (lines > left)
            break;
        left -= lines;
        from--;
    }
    for (int i = from; i < by_session_lines(f->s) && y < end; i++) {
        enum by_ink ink = i + 1 == by_session_lines(f->s) ? BY_INK_LAST : BY_INK_QUIET;

        y += by_canvas_wrap(&f->canvas, x, y, width, end - y, 0, ink, by_session_line(f->s, i)->text);
    }
}

/* ---- The whole ---------------------------------------------------------------------------- */

static void show_table(struct by_full *f)
{
    int events = f->height < 30 ? 2 : 3, seats = seat_rows(f), hand = hand_rows(f);
    int top = 1 + events + seats, ends = by_families[f->view.family]->solitaire ? 0 : 1;
    int rows = f->height - top - ends - hand - 2;
    int width = f->width >= PANEL_FROM && !by_families[f->view.family]->solitaire ? f->width - PANEL : f->width;

    show_event(f, 1, events);
    if (seats > 0)
        show_seats(f, 1 + events);
    by_board_draw(&f->canvas, 0, top, width, rows, &f->view, by_session_names(f->s), f->look, &f->marks);
    if (width < f->width)
        show_panel(f, width, top, f->width - width, rows);
    if (ends > 0)
        show_ends(f, top + rows);
    show_turn(f, top + rows + ends);
    show_hand(f, top + rows + ends + 1, hand);
}

static void show_small(struct by_full *f)
{
    char words[400];
    struct by_text t = by_tell_on(words, sizeof words);

    by_tell_put(
        &t, "tui.small",
        BY_PARTS(BY_NUMBER(BY_FULL_WIDTH), BY_NUMBER(BY_FULL_HEIGHT), BY_NUMBER(f->width), BY_NUMBER(f->height)));
    by_canvas_wrap(&f->canvas, 0, 0, f->width, f->height, 0, BY_INK_TEXT, words);
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

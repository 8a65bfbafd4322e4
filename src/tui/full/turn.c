/* SPDX-License-Identifier: MIT */
/* turn.c: draws the lines below the table: the open ends, and the seat to move. */
#include "turn.h"

#include "boneyard/text.h"
#include "boneyard/why.h"
#include "hand.h"
#include "show.h"
#include "util/tell.h"

/* ---- Ends --------------------------------------------------------------------------------- */

/* Adds " (1-1 counts 0, 5-5 counts 10)". Players need this to add up the ends, because a double does not count as its
 * number. */
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
        by_tell_put(t, "tui.ends.counts",
                    BY_PARTS(BY_THE_TILE(laid->tile), BY_NUMBER(laid->beside <= 1 ? by_pips(laid->tile) : 0)));
        some = true;
    }
    by_put(t, some ? ")" : "");
}

/* Writes "Open ends: 6, 5x2 and 0."; without `times`, only the numbers. */
static void put_numbers(struct by_text *t, const struct by_view *v, bool times)
{
    int shown[BY_NUMBERS] = { 0 }, left = 0;

    for (int i = 0; i < v->now.places; i++)
        shown[v->place[i].number]++;
    for (int k = 0; k < BY_NUMBERS; k++)
        left += shown[k] > 0;
    if (left > 0)
        by_tell_put(t, "tui.ends.open", NULL);
    for (int k = BY_NUMBERS - 1; k >= 0; k--) {
        if (shown[k] == 0)
            continue;
        if (shown[k] > 1 && times)
            by_tell_put(t, "tui.ends.times", BY_PARTS(BY_NUMBER(k), BY_NUMBER(shown[k])));
        else
            by_put_int(t, k);
        left--;
        by_put(t, left == 0 ? "." : left == 1 ? by_template(BY_SAY_AND, t->language) : ", ");
    }
}

/* Writes "Open ends: 6, 5x2 and 0. They make 16.", or as much of it as fits. */
static void put_ends(struct by_text *t, const struct by_view *v, int width)
{
    char doubles[400];
    struct by_text more = by_tell_on(doubles, sizeof doubles), all = *t;

    put_numbers(&all, v, true);
    put_numbers(t, v, by_canvas_width(all.at) <= width);
    if (by_count_told(v)) {
        by_tell_put(t, "tui.ends.they", BY_PARTS(BY_NUMBER(v->now.of.line.count)));
        put_doubles(&more, v);
        if (by_canvas_width(t->at) + by_canvas_width(doubles) < width && !more.full)
            by_put(t, doubles);
        by_put_char(t, '.');
    }
}

static void put_train(struct by_text *t, const struct by_full *f, int train)
{
    if (train == BY_MEXICAN)
        by_tell_put(t, "tui.train.mexican", NULL);
    else if (train == by_session_you(f->s))
        by_tell_put(t, "tui.train.yours", NULL);
    else
        by_tell_put(t, "tui.train.of", BY_PARTS(BY_WORDS(by_session_names(f->s)[train])));
}

/* Describes the trains in one line: those that are open to all, and the number that an open double needs. */
static void put_trains(struct by_text *t, const struct by_full *f)
{
    const struct by_view *v = &f->view;
    uint32_t doubles = v->now.of.trains.doubles;
    int open = 0;

    if (doubles != 0) {
        int train = __builtin_ctz(doubles);
        char on[120];
        struct by_text where = by_tell_on(on, sizeof on);

        put_train(&where, f, train);
        by_tell_put(t, "tui.ends.double", BY_PARTS(BY_NUMBER(v->tail[train]), BY_WORDS(on)));
        return;
    }
    for (int i = 0; i < v->players; i++) {
        if ((v->now.of.trains.markers >> i & 1) == 0)
            continue;
        by_put(t, open++ == 0 ? by_tell("tui.ends.all") : ", ");
        by_put(t, by_full_called(f, i));
    }
    if (open > 0)
        by_put_char(t, '.');
    else if (v->centre != BY_NO_TILE)
        by_tell_put(t, "tui.ends.own", NULL);
}

void by_full_show_ends(struct by_full *f, int y)
{
    const struct by_view *v = &f->view;
    char text[512];
    struct by_text t = by_tell_on(text, sizeof text);

    if (v->now.phase != BY_PLAYING)
        return;
    if (by_families[v->family]->trains) {
        put_trains(&t, f);
    } else if (by_families[v->family]->toes && v->now.of.line.must != BY_NO_TILE) {
        by_tell_put(&t, "tui.ends.foot",
                    BY_PARTS(BY_THE_TILE(v->laid[v->now.of.line.must].tile), BY_NUMBER(v->now.of.line.toes)));
    } else if (!by_families[v->family]->solitaire) {
        if (v->now.laid > 0) {
            put_ends(&t, v, f->width - 2);
        } else if (v->led == BY_NO_TILE || f->due.seat != v->seat) {
            by_tell_put(&t, "tui.table.empty", NULL);
        } else {
            by_tell_put(&t, "tui.ends.led", BY_PARTS(BY_THE_TILE(v->led)));
        }
    }
    by_canvas_put(&f->canvas, 1, y, f->width - 2, BY_INK_TEXT, text);
}

/* ---- Turn --------------------------------------------------------------------------------- */

/* Returns the number of hand tiles that can be played. */
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
        by_tell_put(t, f->n == 1 && f->list[0] == BY_DRAW_MOVE ? "tui.ask.draws" : "tui.ask.take", NULL);
        return;
    }
    n = fitting(f, &all);
    by_tell_put(t, n > 0 ? "tui.ask.fit" : "tui.ask.nothing",
                BY_PARTS(BY_NUMBER(n), BY_NUMBER(all), BY_NUMBER(all == 1 || n == 1)));
    if (by_full_has(f, BY_DRAW_TILE))
        by_tell_put(t, "tui.ask.draw", NULL);
    if (by_full_has(f, BY_PASS))
        by_tell_put(t, n > 0 ? "tui.ask.ends" : "tui.ask.pass", NULL);
    if (by_full_has(f, BY_CALL_OUT))
        by_tell_put(t, "tui.ask.call", NULL);
}

static void ask_place(const struct by_full *f, struct by_text *t)
{
    by_move m = f->where[f->at].move;

    by_tell_put(t, "tui.ask.where", BY_PARTS(BY_THE_TILE(by_full_tile(f)), BY_NUMBER(f->at + 1), BY_NUMBER(f->wheres)));
    if (by_move_kind(m) == BY_HUB) {
        by_tell_put(t, "tui.ask.hub", NULL);
    } else if (by_families[f->view.family]->trains) {
        by_put(t, ": ");
        put_train(t, f, by_move_place(m));
    } else if (by_move_place(m) != BY_NO_TILE) {
        by_tell_put(t, "tui.ask.on", BY_PARTS(BY_THE_TILE(by_move_place(m))));
        if (f->view.rules.opt[BY_BLANKS] == BY_BLANKS_WILD && by_touching(by_move_tile(m), by_move_flip(m)) == 0)
            by_tell_put(t, "tui.ask.blank", NULL);
    }
    if (by_count_told(&f->view))
        by_tell_put(t, "tui.makes", BY_PARTS(BY_NUMBER(by_count_after(&f->view, m))));
}

/* Writes an instruction for the next step. Returns true if the person at the keyboard must take that step. */
static bool put_turn(const struct by_full *f, struct by_text *t)
{
    const char *who = f->due.seat == BY_NO_SEAT ? "" : by_session_names(f->s)[f->due.seat];
    bool you = f->due.seat != BY_NO_SEAT && f->due.seat == by_session_you(f->s);
    const struct by_part typed[] = { BY_WORDS(f->typed) }, seat[] = { BY_SEAT_AS(who, you) };

    switch (f->due.kind) {
    case BY_NEXT_DEAL: by_tell_put(t, "tui.now.dealt", NULL); return false;
    case BY_NEXT_FORCED: by_tell_put(t, "tui.now.forced", seat); return false;
    case BY_NEXT_BOT: by_tell_put(t, "tui.now.plays", seat); return false;
    case BY_NEXT_ROUND_OVER: by_tell_put(t, "tui.now.round", NULL); return true;
    case BY_NEXT_GAME_OVER: by_tell_put(t, "tui.now.over", NULL); return true;
    default: break;
    }
    by_tell_put(t, "tui.now.turn", seat);
    if (f->curtain)
        by_tell_put(t, "tui.now.curtain", NULL);
    else if (f->typed[0] != '\0' && f->mode != BY_FULL_SAY)
        by_tell_put(t, "tui.now.typed", typed);
    else if (f->due.kind == BY_NEXT_CALL)
        by_tell_put(t, "tui.now.call", NULL);
    else if (f->mode == BY_FULL_PLACE)
        ask_place(f, t);
    else if (f->mode == BY_FULL_SAY)
        by_tell_put(t, by_families[f->view.family]->asks_scores ? "tui.now.claim" : "tui.full.announce", typed);
    else
        ask_choice(f, t);
    return true;
}

/* Draws a gold band if the person at the keyboard has to act, otherwise a plain line. */
void by_full_show_turn(struct by_full *f, int y)
{
    char text[512];
    struct by_text t = by_tell_on(text, sizeof text);
    bool yours = put_turn(f, &t);
    enum by_ink ink = yours ? BY_INK_TURN : BY_INK_TEXT;
    int x = 1;

    by_canvas_fill(&f->canvas, 0, y, f->width, 1, yours ? ' ' : 0x2500, yours ? BY_INK_TURN : BY_INK_QUIET);
    x += by_canvas_put(&f->canvas, x, y, -1, ink, yours ? " > " : " ");
    x += by_canvas_put(&f->canvas, x, y, f->width - 2 - x, ink, text);
    by_canvas_sign(&f->canvas, x, y, ' ', ink);
}

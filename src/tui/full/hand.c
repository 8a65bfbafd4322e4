/* SPDX-License-Identifier: MIT */
/* hand.c: keeps the hand in its owner's order, and finds where its tiles fit. */
#include <stdio.h>
#include <string.h>

#include "boneyard/train.h"
#include "hand.h"
#include "util/tell.h"

/* ---- The order of the hand ---------------------------------------------------------------- */

/* Removes played tiles and appends new ones. The other tiles keep their places. */
static void keep_order(struct by_hand_order *o, struct by_set hand)
{
    int n = 0, planned = o->planned;

    for (int i = 0; i < o->n; i++) {
        if (by_set_has(&hand, o->tile[i])) {
            by_set_drop(&hand, o->tile[i]);
            o->tile[n++] = o->tile[i];
        } else if (i < planned) {
            o->planned--;
        }
    }
    while (!by_set_empty(&hand))
        o->tile[n++] = by_set_take(&hand);
    o->n = n;
}

static void sort_hand(struct by_full *f)
{
    struct by_hand_order *o = &f->order[f->seat];

    o->n = 0;
    o->planned = 0;
    keep_order(o, f->view.hand[f->seat]);
}

/* Puts the longest train that can continue the seat's own train first, in order, and the other tiles after it. */
void by_full_arrange(struct by_full *f)
{
    const struct by_view *v = &f->view;
    struct by_wish wish = BY_WISH_LONGEST;
    struct by_hand_order *o = &f->order[f->seat];
    struct by_train train;

    sort_hand(f);
    if (!by_families[v->family]->trains || v->centre == BY_NO_TILE)
        return;
    by_train_best(&v->hand[f->seat], v->tail[f->seat], &wish, 2000, &train);
    memcpy(o->tile, train.tile, train.n);
    o->n = o->planned = train.n;
    keep_order(o, v->hand[f->seat]);
}

by_tile by_full_tile(const struct by_full *f)
{
    if (by_families[f->view.family]->solitaire)
        return f->cursor < f->n ? by_move_tile(f->list[f->cursor]) : BY_NO_TILE;
    if (f->seat == BY_NO_SEAT || f->cursor >= f->order[f->seat].n)
        return BY_NO_TILE;
    return f->order[f->seat].tile[f->cursor];
}

bool by_full_fits(const struct by_full *f, by_tile t)
{
    for (int i = 0; i < f->n; i++)
        if (by_move_kind(f->list[i]) <= BY_TAKE3 && by_move_tile(f->list[i]) == t)
            return true;
    return false;
}

bool by_full_has(const struct by_full *f, int kind)
{
    for (int i = 0; i < f->n; i++)
        if (by_move_kind(f->list[i]) == kind)
            return true;
    return false;
}

/* ---- Places ------------------------------------------------------------------------------- */

/* Returns the opening of a move, or -1. (The toes of an unfinished foot are openings, but not places in the view.) */
static int opening_of(const struct by_full *f, by_move m)
{
    for (int i = 0; i < f->layout.openings; i++)
        if (by_opening_takes(&f->layout, i, m))
            return i;
    return -1;
}

/* Sorts places clockwise from the top, as seen from the middle of the table. Moves without a place come last. */
static bool before(const struct by_full *f, int a, int b)
{
    const struct by_spot *p, *q;
    bool right_a, right_b;

    if (a < 0 || b < 0 || by_families[f->view.family]->trains)
        return a >= 0 && (b < 0 || a < b);
    p = &f->layout.opening[a].single;
    q = &f->layout.opening[b].single;
    right_a = p->x > 0 || (p->x == 0 && p->y < 0);
    right_b = q->x > 0 || (q->x == 0 && q->y < 0);
    if (right_a != right_b)
        return right_a;
    return (int64_t)p->x * q->y - (int64_t)p->y * q->x > 0;
}

static void add_where(struct by_full *f, by_move m)
{
    struct by_where w = { m & ~BY_SUFFIX, opening_of(f, m) };
    int i;

    for (i = 0; i < f->wheres; i++)
        if (f->where[i].move == w.move)
            return;
    if (f->wheres == BY_MAX_TILES)
        return;
    for (i = f->wheres++; i > 0 && before(f, w.opening, f->where[i - 1].opening); i--)
        f->where[i] = f->where[i - 1];
    f->where[i] = w;
}

/* Writes labels such as "makes 15" next to the tile's places if the table counts for the players. */
static void label_places(struct by_full *f)
{
    const struct by_view *v = &f->view;
    struct by_text t;

    memset(f->marks.label, 0, sizeof f->marks.label);
    if (!by_count_told(v))
        return;
    for (int i = 0; i < f->wheres; i++) {
        int k = f->where[i].opening;

        if (k < 0)
            continue;
        t = by_tell_on(f->label[k], sizeof f->label[k]);
        by_tell_put(&t, "tui.label.makes", BY_PARTS(BY_NUMBER(by_count_after(v, f->where[i].move))));
        f->marks.label[k] = f->label[k];
    }
}

static int place_in_row(const struct by_full *f, by_move m)
{
    int k = 0;

    while (k < f->view.now.laid && f->view.row[k] != by_move_tile(m))
        k++;
    return by_move_kind(m) == BY_TAKE || by_move_kind(m) == BY_TAKE3 ? k : BY_MAX_TILES;
}

/* For Castle Rock: finds the tiles of the row that can be removed, alone or with both neighbours, and the selected
 * one. */
static void aim_row(struct by_full *f)
{
    by_move here = f->cursor < f->n ? f->list[f->cursor] : BY_NO_MOVE;

    f->marks.cursor = -1;
    f->marks.three = by_move_kind(here) == BY_TAKE3;
    for (int k = 0; k < f->view.now.laid; k++)
        for (int i = 0; i < f->n; i++) {
            int kind = by_move_kind(f->list[i]);

            if ((kind != BY_TAKE && kind != BY_TAKE3) || by_move_tile(f->list[i]) != f->view.row[k])
                continue;
            f->marks.play[k] = kind == BY_TAKE3 ? 2 : f->marks.play[k] != 0 ? f->marks.play[k] : 1;
            if (f->list[i] == here)
                f->marks.cursor = k;
        }
}

/* Returns the mark for a place: 1 if a move uses it, 2 if the tile under the cursor fits, 3 if the tile also scores. */
static uint8_t mark_of(const struct by_full *f, by_move m, uint8_t was)
{
    uint8_t mark = 2;

    if (by_move_tile(m) != by_full_tile(f))
        mark = 1;
    else if (f->view.rules.opt[BY_CALL] != BY_ON && by_points_of(&f->view, m) > 0)
        mark = 3;

    return mark > was ? mark : was;
}

void by_full_aim(struct by_full *f)
{
    by_tile t = by_full_tile(f);

    f->wheres = 0;
    f->at = 0;
    memset(f->marks.play, 0, sizeof f->marks.play);
    f->marks.chosen = BY_NO_TILE;
    if (by_families[f->view.family]->solitaire) {
        aim_row(f);
        return;
    }
    for (int i = 0; i < f->n; i++) {
        if (by_move_kind(f->list[i]) > BY_HUB)
            continue;
        for (int k = 0; k < f->layout.openings; k++)
            if (by_opening_takes(&f->layout, k, f->list[i]))
                f->marks.play[k] = mark_of(f, f->list[i], f->marks.play[k]);
        if (by_move_tile(f->list[i]) == t)
            add_where(f, f->list[i]);
    }
    f->marks.cursor = f->wheres == 1 ? f->where[0].opening : -1;
    f->marks.flip = f->wheres > 0 && by_move_flip(f->where[0].move);
    f->marks.chosen = f->wheres > 0 ? t : BY_NO_TILE;
    label_places(f);
}

/* ---- Reading the table -------------------------------------------------------------------- */

/* For Castle Rock: sorts the moves by the position of their tiles in the row, with drawing last, so that the arrow keys
 * follow the row. */
static void sort_by_row(struct by_full *f)
{
    for (int i = 1; i < f->n; i++) {
        by_move m = f->list[i];
        int k = i;

        for (; k > 0 && place_in_row(f, f->list[k - 1]) > place_in_row(f, m); k--)
            f->list[k] = f->list[k - 1];
        f->list[k] = m;
    }
}

void by_full_look(struct by_full *f)
{
    bool chooses = (f->due.kind == BY_NEXT_CHOICE || f->due.kind == BY_NEXT_CALL) && !f->curtain;
    by_tile was = f->seat == BY_NO_SEAT ? BY_NO_TILE : by_full_tile(f);
    struct by_hand_order *o;

    by_session_view(f->s, f->seat, &f->view);
    by_layout_make(&f->view, 0, 0, &f->layout);
    f->n = chooses && f->due.seat == f->seat ? by_session_moves(f->s, f->due.seat, f->list) : 0;
    f->marks.last = by_session_last(f->s);
    f->mode = BY_FULL_HAND;
    if (by_families[f->view.family]->solitaire) {
        sort_by_row(f);
        f->cursor = 0;
    } else if (f->seat != BY_NO_SEAT) {
        o = &f->order[f->seat];
        keep_order(o, f->view.hand[f->seat]);
        for (int i = 0; i < o->n; i++)
            if (o->tile[i] == was)
                f->cursor = i;
        if (f->cursor >= o->n)
            f->cursor = o->n > 0 ? o->n - 1 : 0;
        if (f->n > 0 && !by_full_fits(f, by_full_tile(f)))
            for (int i = o->n - 1; i >= 0; i--)
                if (by_full_fits(f, o->tile[i]))
                    f->cursor = i;
    }
    by_full_aim(f);
}

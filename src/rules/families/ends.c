/* SPDX-License-Identifier: MIT */
/* ends.c: implements the parts shared by the families whose tiles join other tiles: line games and Chickenfoot. */
#include <string.h>

#include "ends.h"

/* ---- Notation (N-02) ----------------------------------------------------------------------- */

void by_put_tile_place(struct by_text *t, by_move m)
{
    if (by_move_place(m) != BY_NO_TILE) {
        by_put_char(t, '@');
        by_put_tile(t, (by_tile)by_move_place(m), by_move_flip_at(m));
    }
}

size_t by_read_tile_place(const char *text, size_t length, int *place, bool *flip_at)
{
    by_tile tile = BY_NO_TILE;
    size_t used = by_tile_read(text, length, &tile, flip_at);

    *place = tile;
    return used;
}

/* ---- Sentences ----------------------------------------------------------------------------- */

void by_say_tile_place(const struct by_saying *s, int seat, by_move m)
{
    (void)seat;
    if (by_move_place(m) != BY_NO_TILE)
        by_put_words(s->t, BY_SAY_ON_TILE, BY_PARTS(BY_THE_TILE(by_move_place(m))));
}

/* Writes "the ends are 5 and 0", naming each number once. */
const char *by_ends_in_words(const struct by_why *r, char *out, size_t size)
{
    struct by_text t = by_text_in(out, size, r->t->language);
    uint32_t seen = 0;
    int left = 0;

    for (int i = 0; i < r->v->now.places; i++) {
        left += (seen >> r->v->place[i].number & 1) == 0;
        seen |= (uint32_t)1 << r->v->place[i].number;
    }
    by_put_words(&t, BY_SAY_THE_ENDS, BY_PARTS(BY_NUMBER(left)));
    for (; seen != 0; seen &= seen - 1) {
        by_put_int(&t, __builtin_ctz(seen));
        left--;
        if (left == 1)
            by_put_words(&t, BY_SAY_AND, NULL);
        else
            by_put(&t, left == 0 ? "" : ", ");
    }
    return out;
}

void by_fits_no_end(const struct by_why *r, by_tile t)
{
    const struct by_view *v = r->v;
    char words[BY_FAULT_TEXT];

    if (v->now.laid == 0 && v->led != BY_NO_TILE)
        TELL(BEGINS_WITH, BY_THE_TILE(v->led));
    else
        TELL(FITS_NO_END, BY_THE_TILE(t), BY_WORDS(by_ends_in_words(r, words, sizeof words)),
             BY_WORDS(by_rule_in_force(&v->rules, by_rules_of(v->family)->join_rule)));
}

/* ---- Bytes --------------------------------------------------------------------------------- */

void by_walk_laid(struct by_packing *w, struct by_view *v)
{
    for (int i = 0; i < v->now.laid; i++) {
        BYTE(v->laid[i].tile);
        BYTE(v->laid[i].on);
        BYTE(v->laid[i].flip);
    }
}

/* Returns the number of neighbours that laid[i] may have (L-12 to L-14, F-05, F-06). */
static int room(const struct by_view *v, int i)
{
    bool twice = by_is_double(v->laid[i].tile);

    if (by_families[v->family]->toes)
        return i == 0 ? 6 : twice ? 4 : 2;
    if (!twice || v->rules.opt[BY_SPINNER] == BY_SPINNER_NONE)
        return 2;
    return v->rules.opt[BY_SPINNER] == BY_SPINNER_ALL || v->now.of.line.spinner == i ? 4 : 2;
}

/* Attaches a tile to an earlier one, in a line game or Chickenfoot. Each half can be used only once. */
static bool grow(struct by_view *v, int i, uint8_t halves[])
{
    struct by_laid *l = &v->laid[i], *on;
    int half, touch = by_touching(l->tile, (l->flip & 1) != 0);
    bool feet = by_families[v->family]->toes;

    if (l->flip > 3 || (l->on != BY_NO_TILE) != (i > 0) || (i == 0 && l->flip != 0) || (i > 0 && l->on >= i)
        || (by_is_double(l->tile) && (l->flip & 1) != 0))
        return false;
    if (!feet)
        v->now.of.line.count =
            (uint16_t)by_line_count(v->now.of.line.count, i == 0 ? NULL : &v->laid[l->on],
                                    i == 0 ? 0 : by_touching(v->laid[l->on].tile, l->flip >> 1 != 0), l->tile, touch);
    if (v->rules.opt[BY_SPINNER] == BY_SPINNER_FIRST && by_is_double(l->tile) && v->now.of.line.spinner == BY_NO_TILE)
        v->now.of.line.spinner = (uint8_t)i;
    halves[i] = (uint8_t)(i == 0 || by_is_double(l->tile) ? 0 : 1 << (l->flip & 1));
    if (i == 0)
        return true;
    on = &v->laid[l->on];
    half = 1 << (l->flip >> 1);
    if (by_is_double(on->tile) ? half != 1 : (halves[l->on] & half) != 0)
        return false;
    if (!by_is_double(on->tile))
        halves[l->on] |= (uint8_t)half;
    l->beside = 1;
    return on->beside++ < room(v, l->on);
}

static void open_place(struct by_view *v, int i, int half)
{
    by_tile t = v->laid[i].tile;
    int number = by_touching(t, half != 0);

    v->place[v->now.places++] =
        (struct by_place){ BY_MOVE(BY_LAY, 0, t, 0, number != by_high(t)), (uint8_t)i, (uint8_t)number, { 0, 0 } };
}

/* Reads the tiles of a line game or Chickenfoot and derives everything else from them. */
bool by_ends_fit(struct by_view *v, struct by_set *seen)
{
    uint8_t halves[BY_MAX_TILES + 2] = { 0 }; /* bits: 1 if the high half is used, 2 if the low half is */
    uint8_t none = v->now.phase == BY_READY ? 0 : BY_NO_TILE;

    v->now.of.line.spinner = v->now.of.line.must = none;
    for (int i = 0; i < v->now.laid; i++)
        if (!by_add_new(v, seen, v->laid[i].tile) || !grow(v, i, halves))
            return false;
    if (by_families[v->family]->toes && v->now.laid > 0 && (v->laid[0].tile != v->centre || !by_is_double(v->centre)))
        return false;
    for (int i = 0; i < v->now.laid; i++) {
        int left = room(v, i) - v->laid[i].beside;
        bool twice = by_is_double(v->laid[i].tile);

        if (by_families[v->family]->toes && twice && left > 0) {
            if (v->now.of.line.must != none)
                return false; /* no more than one double may still need toes (F-05) */
            v->now.of.line.must = (uint8_t)i;
            v->now.of.line.toes = (uint8_t)left;
        } else if (twice && left > 0) {
            open_place(v, i, 0);
        }
        for (int half = 0; half < 2 && !twice; half++)
            if ((halves[i] >> half & 1) == 0)
                open_place(v, i, half);
    }
    return v->now.phase != BY_READY || v->now.laid == 0;
}

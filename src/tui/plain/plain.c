/* SPDX-License-Identifier: MIT */
/* plain.c: describes the table in sentences (plain.h). */
#include "plain.h"

#include <string.h>

#include "boneyard/layout.h"
#include "boneyard/text.h"
#include "tui/family.h"
#include "util/tell.h"

/* ---- Names of places ------------------------------------------------------------------------- */

static const char *direction(int turn)
{
    static const char *const name[8] = { "tui.place.right", "tui.place.right", "tui.place.bottom", "tui.place.left",
                                         "tui.place.left",  "tui.place.left",  "tui.place.top",    "tui.place.right" };

    return by_tell(name[turn & 7]);
}

/* Returns the number of sides of a double that are open now, all with the same number (L-13, L-14). */
static int open_sides(const struct by_view *v, const struct by_laid *laid)
{
    int spinner = v->rules.opt[BY_SPINNER];

    if (laid->beside < 2)
        return 2 - laid->beside;
    return spinner == BY_SPINNER_NONE ? 0 : 4 - laid->beside;
}

/* Returns whether a place's name states that it is open on both sides. */
bool by_plain_either(const char *place)
{
    const char *word = by_tell("tui.place.either");

    return strncmp(place, word, strlen(word)) == 0;
}

/* Returns whether another place has the same name, or the same first word. */
static bool named_twice(const struct by_telling *t, int place, bool first_word)
{
    const char *name = t->place[place];
    size_t n = first_word ? strcspn(name, " ") : sizeof t->place[place];

    for (int i = 0; i < t->v->now.places; i++)
        if (i != place && strncmp(t->place[i], name, n) == 0
            && (!first_word || t->place[i][n] == ' ' || t->place[i][n] == '\0'))
            return true;
    return false;
}

static void name_more(struct by_telling *t, int place, const char *between, by_tile tile)
{
    char name[sizeof t->place[place]];
    struct by_text to;

    memcpy(name, t->place[place], sizeof name);
    to = by_tell_on(t->place[place], sizeof t->place[place]);
    by_put(&to, name);
    by_put(&to, between);
    by_put_tile(&to, tile, false);
}

/* Names the places. An end is named after the direction in which its arm leaves the first tile or the spinner, even if
 * the arm bends later. Two ends in the same direction are distinguished by the double that the arm leaves. */
static void name_places(struct by_telling *t)
{
    static struct by_layout l; /* static because the struct is large; only one is in use at a time */
    const struct by_view *v = t->v;
    uint8_t on[BY_MAX_TILES + 2];

    by_layout_make(v, 0, 0, &l);
    for (int i = 0; i < v->now.places; i++) {
        const struct by_spot *s = &l.opening[i].single;
        const struct by_laid *laid = &v->laid[v->place[i].laid];
        struct by_text to = by_tell_on(t->place[i], sizeof t->place[i]);

        on[i] = s->order == 0 || l.arm[s->arm].on >= v->now.laid ? v->place[i].laid : l.arm[s->arm].on;
        if (by_is_double(laid->tile) && open_sides(v, laid) == 2 && laid->beside != 1)
            by_tell_put(&to, laid->beside == 0 ? "tui.place.side" : "tui.place.end", NULL);
        else
            by_put(&to, direction(s->order == 0 ? s->turn : l.arm[s->arm].turn));
    }
    for (int i = 0; i < v->now.places; i++)
        if (by_plain_either(t->place[i]) || named_twice(t, i, true))
            name_more(t, i, by_tell("tui.place.of"), v->laid[on[i]].tile);
    for (int i = 0; i < v->now.places; i++)
        if (named_twice(t, i, false))
            name_more(t, i, by_tell("tui.place.on"), v->laid[v->place[i].laid].tile);
}

void by_telling_init(struct by_telling *t, const struct by_view *v, const char *const names[], int you)
{
    t->v = v;
    t->names = names;
    t->you = you;
    if (by_families[v->family]->line && v->now.laid > 0)
        name_places(t);
}

/* ---- Parts of sentences ---------------------------------------------------------------------- */

static void put_tile(struct by_text *t, by_tile tile) { by_put_tile(t, tile, false); }

void by_plain_train(struct by_text *t, const struct by_telling *by, int train)
{
    if (train == BY_MEXICAN) {
        by_tell_put(t, "tui.train.mexican", NULL);
    } else if (train == by->you) {
        by_tell_put(t, "tui.train.yours", NULL);
    } else {
        by_tell_put(t, "tui.train.of", BY_PARTS(BY_WORDS(by->names[train])));
    }
}

void by_plain_capital(struct by_text *t, size_t at)
{
    if (at < t->used && t->at[at] >= 'a' && t->at[at] <= 'z')
        t->at[at] = (char)(t->at[at] - 'a' + 'A');
}

void by_plain_between(struct by_text *t, int i, int n)
{
    by_put(t, i == 0 ? "" : i + 1 == n ? by_template(BY_SAY_AND, t->language) : ", ");
}

static void put_set(struct by_text *t, struct by_set tiles)
{
    int n = by_set_count(&tiles);

    for (int i = 0; i < n; i++) {
        by_plain_between(t, i, n);
        put_tile(t, by_set_take(&tiles));
    }
}

/* Returns the place at which a move of a line game lays its tile, as an index into v->place, or -1. */
static int place_of(const struct by_view *v, by_move m)
{
    const by_move where = BY_MOVE(15, 0, 255, 0, 1);

    for (int i = 0; i < v->now.places; i++)
        if ((m & where) == (v->place[i].play & where))
            return i;
    return -1;
}

static void put_place(struct by_text *t, const struct by_telling *by, by_move m)
{
    int place;

    if (by_move_kind(m) == BY_HUB) {
        by_tell_put(t, "tui.place.hub", NULL);
    } else if (by_families[by->v->family]->trains) {
        by_tell_put(t, "tui.on", NULL);
        by_plain_train(t, by, by_move_place(m));
    } else if (by_families[by->v->family]->toes) {
        by_tell_put(t, "tui.on", NULL);
        put_tile(t, (by_tile)by_move_place(m));
    } else if ((place = place_of(by->v, m)) >= 0) {
        by_put(t, by->place[place]);
    }
}

void by_plain_place(const struct by_telling *by, by_move m, char out[BY_PLAIN_TEXT])
{
    struct by_text t = by_tell_on(out, BY_PLAIN_TEXT);

    put_place(&t, by, m);
}

/* ---- Places to play -------------------------------------------------------------------- */

void by_plain_ends(const struct by_telling *by, char out[BY_PLAIN_TEXT])
{
    struct by_text t = by_tell_on(out, BY_PLAIN_TEXT);

    if (by_families[by->v->family]->ends && by->v->now.laid == 0)
        by_tell_put(&t, "tui.table.empty", NULL);
    else
        by_tui_families[by->v->family]->ends(&t, by);
}

/* ---- The hand and its moves --------------------------------------------------------------------- */

static bool lays(by_move m) { return by_move_kind(m) == BY_LAY || by_move_kind(m) == BY_HUB; }

/* Returns the tiles that moves in the list can lay. */
static struct by_set fitting(const by_move *list, int n)
{
    struct by_set tiles = { { 0, 0, 0 } };

    for (int i = 0; i < n; i++)
        if (lays(list[i]))
            by_set_add(&tiles, by_move_tile(list[i]));
    return tiles;
}

static bool lists(const by_move *list, int n, by_move m)
{
    for (int i = 0; i < n; i++)
        if (list[i] == m)
            return true;
    return false;
}

void by_plain_turn(const struct by_telling *by, const by_move *list, int n, char out[BY_PLAIN_TEXT])
{
    struct by_text t = by_tell_on(out, BY_PLAIN_TEXT);
    struct by_set tiles = fitting(list, n);

    if (by_families[by->v->family]->solitaire) {
        by_tell_put(&t, lists(list, n, BY_DRAW_MOVE) && n == 1 ? "tui.turn.draw" : "tui.turn.take", NULL);
        return;
    }
    if (by->v->led != BY_NO_TILE && by_set_has(&tiles, by->v->led)) {
        by_tell_put(&t, "tui.turn.led", BY_PARTS(BY_THE_TILE(by->v->led)));
        return;
    }
    const char *words = "tui.turn";

    if (by->v->now.laid == 0 && by_families[by->v->family]->line)
        words = "tui.turn.lead";
    else if (by->v->now.stage > 0)
        words = "tui.turn.on";
    by_tell_put(&t, words, NULL);
    by_tell_put(&t, "tui.turn.fit",
                BY_PARTS(BY_NUMBER(by_set_count(&tiles)), BY_NUMBER(by->v->count[by->v->seat]),
                         BY_NUMBER(by->v->count[by->v->seat] == 1 || by_set_count(&tiles) == 1)));
    if (lists(list, n, BY_DRAW_MOVE))
        by_tell_put(&t, by_set_count(&tiles) > 0 ? "tui.turn.draw.also" : "tui.turn.draws", NULL);
    if (lists(list, n, BY_PASS_MOVE))
        by_tell_put(&t, by_set_count(&tiles) > 0 ? "tui.turn.pass.also" : "tui.turn.passes", NULL);
}

/* Writes the places that a tile fits and its score there. Lists each place once, even if moves there differ in a claim
 * or an announcement. */
static void put_places(struct by_text *t, const struct by_telling *by, by_tile tile, const by_move *list, int n)
{
    const by_move same = BY_MOVE(15, 255, 255, 0, 1);
    int all = 0, put = 0;

    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < n; i++) {
            bool twice = false;

            if (!lays(list[i]) || by_move_tile(list[i]) != tile)
                continue;
            for (int k = 0; k < i; k++)
                twice = twice || (list[k] & same) == (list[i] & same);
            if (twice)
                continue;
            if (pass == 0) {
                all++;
                continue;
            }
            by_plain_between(t, put++, all);
            put_place(t, by, list[i]);
            if (by_count_told(by->v)) {
                by_tell_put(t, "tui.to.make", BY_PARTS(BY_NUMBER(by_count_after(by->v, list[i]))));
            }
        }
}

void by_plain_fits(const struct by_telling *by, by_tile tile, const by_move *list, int n, char out[BY_PLAIN_TEXT])
{
    struct by_text t = by_tell_on(out, BY_PLAIN_TEXT);

    put_tile(&t, tile);
    by_tell_put(&t, "tui.fits", NULL);
    put_places(&t, by, tile, list, n);
    by_put_char(&t, '.');
}

/* Lists the tiles that fit, grouped by the places they fit: "8-3 and 8-7 fit on your train." */
static void put_fits(struct by_text *t, const struct by_telling *by, struct by_set fit, const by_move *list, int n)
{
    char here[1024], there[1024];

    while (!by_set_empty(&fit)) {
        struct by_text to = by_tell_on(here, sizeof here);
        struct by_set rest = fit, same = { { 0, 0, 0 } };

        put_places(&to, by, by_set_take(&rest), list, n);
        for (rest = fit; !by_set_empty(&rest);) {
            by_tile tile = by_set_take(&rest);

            to = by_tell_on(there, sizeof there);
            put_places(&to, by, tile, list, n);
            if (strcmp(here, there) != 0)
                continue;
            by_set_add(&same, tile);
            by_set_drop(&fit, tile);
        }
        by_put_char(t, ' ');
        put_set(t, same);
        by_tell_put(t, by_set_count(&same) == 1 ? "tui.fits" : "tui.fit", NULL);
        by_put(t, here);
        by_put_char(t, '.');
    }
}

/* Returns whether a tile fits a place in both orientations, which is possible with wild blanks (L-08). */
static bool turns(const by_move *list, int n)
{
    for (int i = 0; i + 1 < n; i++)
        for (int k = i + 1; k < n && by_move_tile(list[k]) == by_move_tile(list[i]); k++)
            if (lays(list[i]) && (list[i] ^ list[k]) == BY_MOVE(0, 0, 0, 1, 0))
                return true;
    return false;
}

/* Writes the tiles that can be removed and the reasons. */
static void castle_moves(struct by_text *t, const struct by_telling *by, const by_move *list, int n)
{
    for (int i = 0; i < n; i++) {
        by_tile middle = by_move_tile(list[i]), before, after;
        bool three = by_move_kind(list[i]) == BY_TAKE3;
        int at = 0;

        if (by_move_kind(list[i]) != BY_TAKE && !three)
            continue;
        while (by->v->row[at] != middle)
            at++;
        before = by->v->row[at - 1];
        after = by->v->row[at + 1];
        by_tell_put(t, t->used == 0 ? "tui.take.first" : "tui.take.or", NULL);
        by_tell_put(t, three ? "tui.take.three" : "tui.take",
                    BY_PARTS(BY_THE_TILE(middle), BY_THE_TILE(before), BY_THE_TILE(after),
                             BY_NUMBER(by_shared(before, after))));
    }
    if (t->used > 0 && lists(list, n, BY_DRAW_MOVE))
        by_tell_put(t, "tui.take.draw", NULL);
}

void by_plain_hand(const struct by_telling *by, const by_move *list, int n, char out[BY_PLAIN_TEXT])
{
    struct by_text t = by_tell_on(out, BY_PLAIN_TEXT);
    struct by_set fit = fitting(list, n), rest = by->v->hand[by->v->seat], all = fit;
    int fits = by_set_count(&fit);

    if (by_families[by->v->family]->solitaire) {
        castle_moves(&t, by, list, n);
        return;
    }
    by_tell_put(&t, "tui.hand", BY_PARTS(BY_NUMBER(by->v->count[by->v->seat])));
    if (by->v->now.laid == 0 && by_families[by->v->family]->line) {
        by_put(&t, ": ");
        put_set(&t, rest);
        by_put_char(&t, '.');
        return;
    }
    by_put_char(&t, '.');
    put_fits(&t, by, fit, list, n);
    if (turns(list, n))
        by_tell_put(&t, "tui.hand.halves", NULL);
    while (!by_set_empty(&all))
        by_set_drop(&rest, by_set_take(&all));
    if (!by_set_empty(&rest)) {
        const char *words = "tui.hand.nowhere";

        if (fits == 0)
            words = "tui.hand.nothing";
        else if (by_set_count(&rest) == 1)
            words = "tui.hand.nowhere.one";
        by_tell_put(&t, words, NULL);
        put_set(&t, rest);
        by_put_char(&t, '.');
    }
}

void by_plain_move(const struct by_telling *by, by_move m, char out[BY_PLAIN_TEXT])
{
    struct by_text t = by_tell_on(out, BY_PLAIN_TEXT);
    char text[BY_MOVE_TEXT];

    if (!lays(m)) {
        by_move_print(m, by->v->family, text);
        by_put(&t, text);
        return;
    }
    by_put_tile(&t, by_move_tile(m), by->v->rules.opt[BY_BLANKS] == BY_BLANKS_WILD && by_move_flip(m));
    if (by->v->now.laid > 0 || !by_families[by->v->family]->line) {
        by_put_char(&t, ' ');
        put_place(&t, by, m);
    }
    if (by_move_claim(m) > 0) {
        by_put(&t, " +");
        by_put_int(&t, by_move_claim(m));
    }
    by_put(&t, (m & BY_ANNOUNCED) != 0 ? " !" : "");
    if (by_count_told(by->v)) {
        by_tell_put(&t, "tui.makes", BY_PARTS(BY_NUMBER(by_count_after(by->v, m))));
    }
}

/* plain.c: the table in sentences (plain.h). */
#include "plain.h"

#include <string.h>

#include "boneyard/layout.h"
#include "boneyard/text.h"

/* ---- Names of places ------------------------------------------------------------------------- */

static const char *direction(int turn)
{
    static const char *const name[8] = { "right", "right", "bottom", "left", "left", "left", "top", "right" };

    return name[turn & 7];
}

/* L-13, L-14: how many sides of a double are open now, all with the same number. */
static int open_sides(const struct by_view *v, const struct by_laid *laid)
{
    int spinner = v->rules.opt[BY_SPINNER];

    if (laid->beside < 2)
        return 2 - laid->beside;
    return spinner == BY_SPINNER_NONE ? 0 : 4 - laid->beside;
}

/* Whether another place has the same name, or the same as far as its first word. */
static bool named_twice(const struct by_telling *t, int place, bool first_word)
{
    const char *name = t->place[place];
    size_t n = first_word ? strcspn(name, " ") : sizeof t->place[place];

    for (int i = 0; i < t->v->now.places; i++)
        if (i != place && strncmp(t->place[i], name, n) == 0 && (!first_word || t->place[i][n] == ' '
                                                                 || t->place[i][n] == '\0'))
            return true;
    return false;
}

static void name_more(struct by_telling *t, int place, const char *between, by_tile tile)
{
    char name[sizeof t->place[place]];
    struct by_text to;

    memcpy(name, t->place[place], sizeof name);
    to = by_text_on(t->place[place], sizeof t->place[place]);
    by_put(&to, name);
    by_put(&to, between);
    by_put_tile(&to, tile, false);
}

/* Where an arm goes from the first tile or its spinner says where its end is, however it bends; the same way twice
 * is told apart by the double that the arm leaves. */
static void name_places(struct by_telling *t)
{
    static struct by_layout l;          /* large; made one at a time */
    const struct by_view *v = t->v;
    uint8_t on[BY_MAX_TILES + 2];

    by_layout_make(v, 0, 0, &l);
    for (int i = 0; i < v->now.places; i++) {
        const struct by_spot *s = &l.opening[i].single;
        const struct by_laid *laid = &v->laid[v->place[i].laid];
        struct by_text to = by_text_on(t->place[i], sizeof t->place[i]);

        on[i] = s->order == 0 || l.arm[s->arm].on >= v->now.laid ? v->place[i].laid : l.arm[s->arm].on;
        if (by_is_double(laid->tile) && open_sides(v, laid) == 2 && laid->beside != 1)
            by_put(&to, laid->beside == 0 ? "either side" : "either end");
        else
            by_put(&to, direction(s->order == 0 ? s->turn : l.arm[s->arm].turn));
    }
    for (int i = 0; i < v->now.places; i++)
        if (strncmp(t->place[i], "either", 6) == 0 || named_twice(t, i, true))
            name_more(t, i, " of ", v->laid[on[i]].tile);
    for (int i = 0; i < v->now.places; i++)
        if (named_twice(t, i, false))
            name_more(t, i, " on ", v->laid[v->place[i].laid].tile);
}

void by_telling_init(struct by_telling *t, const struct by_view *v, const char *const names[], int you)
{
    t->v = v;
    t->names = names;
    t->you = you;
    if (v->family == BY_LINE && v->now.laid > 0)
        name_places(t);
}

/* ---- Pieces of sentences --------------------------------------------------------------------- */

static void put_tile(struct by_text *t, by_tile tile) { by_put_tile(t, tile, false); }

/* "your train", "the Mexican Train", "West's train". */
static void put_train(struct by_text *t, const struct by_telling *by, int train)
{
    if (train == BY_MEXICAN) {
        by_put(t, "the Mexican Train");
    } else if (train == by->you) {
        by_put(t, "your train");
    } else {
        by_put(t, by->names[train]);
        by_put(t, "'s train");
    }
}

/* The first letter of a sentence. */
static void raise_letter(struct by_text *t, size_t at)
{
    if (at < t->used && t->at[at] >= 'a' && t->at[at] <= 'z')
        t->at[at] = (char)(t->at[at] - 'a' + 'A');
}

/* Before the i-th of n things in a row of words: nothing, a comma, or "and". */
static void put_between(struct by_text *t, int i, int n)
{
    by_put(t, i == 0 ? "" : i + 1 == n ? " and " : ", ");
}

static void put_set(struct by_text *t, struct by_set tiles)
{
    int n = by_set_count(&tiles);

    for (int i = 0; i < n; i++) {
        put_between(t, i, n);
        put_tile(t, by_set_take(&tiles));
    }
}

/* The place of a line game that a move is laid on: a place in v->place, or -1. */
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
        by_put(t, "in the hub");
    } else if (by->v->family == BY_TRAINS) {
        by_put(t, "on ");
        put_train(t, by, by_move_place(m));
    } else if (by->v->family == BY_FEET) {
        by_put(t, "on ");
        put_tile(t, (by_tile)by_move_place(m));
    } else if ((place = place_of(by->v, m)) >= 0) {
        by_put(t, by->place[place]);
    }
}

void by_plain_place(const struct by_telling *by, by_move m, char out[BY_PLAIN_TEXT])
{
    struct by_text t = by_text_on(out, BY_PLAIN_TEXT);

    put_place(&t, by, m);
}

/* ---- What can be played on -------------------------------------------------------------------- */

/* L-15: what the end counts; a double with its neighbour, or alone, both halves. */
static int end_counts(const struct by_view *v, int place)
{
    const struct by_laid *laid = &v->laid[v->place[place].laid];

    if (!by_is_double(laid->tile))
        return v->place[place].number;
    return laid->beside <= 1 ? 2 * v->place[place].number : 0;
}

static void line_end(struct by_text *t, const struct by_telling *by, int place)
{
    const struct by_view *v = by->v;
    size_t at = t->used + 1;

    by_put_char(t, ' ');
    by_put(t, by->place[place]);
    raise_letter(t, at);
    by_put(t, ": ");
    by_put_int(t, v->place[place].number);
    if (strncmp(by->place[place], "either", 6) != 0) {
        by_put(t, " on ");
        put_tile(t, v->laid[v->place[place].laid].tile);
    }
    if (by_count_told(v)) {
        by_put(t, ", counts ");
        by_put_int(t, end_counts(v, place));
    }
    by_put_char(t, '.');
}

/* Always in the same order, whatever came last. */
static void line_ends(struct by_text *t, const struct by_telling *by)
{
    static const char *const order[] = { "left", "top", "right", "bottom", "either" };
    const struct by_view *v = by->v;
    int ends = v->now.places;

    for (int i = 0; i < v->now.places; i++)
        ends += strncmp(by->place[i], "either", 6) == 0;
    by_put(t, "Line, ");
    by_put_count(t, ends, "open end");
    by_put_char(t, '.');
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        for (int i = 0; i < v->now.places; i++)
            if (strncmp(by->place[i], order[k], strlen(order[k])) == 0)
                line_end(t, by, i);
    if (by_count_told(v)) {
        by_put(t, " The ends make ");
        by_put_int(t, v->now.of.line.count);
        by_put_char(t, '.');
    }
}

static void feet_ends(struct by_text *t, const struct by_telling *by)
{
    const struct by_view *v = by->v;
    uint8_t must = v->now.of.line.must;

    if (must != BY_NO_TILE) {
        put_tile(t, v->laid[must].tile);
        by_put(t, " takes ");
        by_put_count(t, v->now.of.line.toes, "more tile");
        by_put(t, " before anything else is open.");
        return;
    }
    by_put(t, "Open toes, ");
    by_put_int(t, v->now.places);
    by_put(t, ": ");
    for (int i = 0; i < v->now.places; i++) {
        put_between(t, i, v->now.places);
        by_put_int(t, v->place[i].number);
        by_put(t, " on ");
        put_tile(t, v->laid[v->place[i].laid].tile);
    }
    by_put_char(t, '.');
}

static void put_wants(struct by_text *t, const struct by_telling *by, int train, const char *before)
{
    size_t at;

    by_put(t, t->used == 0 && *before == ' ' ? before + 1 : before);
    at = t->used;
    put_train(t, by, train);
    if (at < 2 || t->at[at - 2] != ':')
        raise_letter(t, at);
    by_put(t, by->v->length[train] == 0 ? " has not begun and wants " : " wants ");
    by_put_int(t, by->v->tail[train]);
    by_put_char(t, '.');
}

/* T-07, T-13: the trains that the person may lay on; for a listener who has none, those open to all. */
static void train_ends(struct by_text *t, const struct by_telling *by)
{
    const struct by_view *v = by->v;
    uint32_t doubles = v->now.of.trains.doubles;

    if (v->centre == BY_NO_TILE) {
        by_put(t, "The hub is empty: the highest double opens it.");
        return;
    }
    if (v->now.laid == 0) {
        by_put(t, "The engine is ");
        put_tile(t, v->centre);
        by_put_char(t, '.');
    }
    if (doubles != 0 && (v->now.stage == 0 || v->rules.opt[BY_DOUBLE] == BY_DOUBLE_SATISFY)) {
        for (int train = 0; train <= BY_MEXICAN; train++)
            if ((doubles >> train & 1) != 0)
                put_wants(t, by, train, " An open double has to be answered first: ");
        return;
    }
    if (by->you >= 0)
        put_wants(t, by, by->you, " ");
    put_wants(t, by, BY_MEXICAN, " ");
    for (int train = 0; train < v->players; train++)
        if (train != by->you && (v->now.of.trains.markers >> train & 1) != 0)
            put_wants(t, by, train, " Open to all: ");
    if (by->you >= 0 && (v->now.of.trains.markers >> by->you & 1) != 0)
        by_put(t, " Your train is open to all.");
}

static void castle_row(struct by_text *t, const struct by_telling *by)
{
    const struct by_view *v = by->v;

    if (v->now.laid == 0) {
        by_put(t, "The row is empty.");
        return;
    }
    by_put(t, "Row, ");
    by_put_count(t, v->now.laid, "tile");
    by_put(t, ": ");
    for (int i = 0; i < v->now.laid; i++) {
        by_put(t, i == 0 ? "" : ", ");
        put_tile(t, v->row[i]);
    }
    by_put(t, ". Boneyard ");
    by_put_int(t, v->boneyard);
    by_put(t, ", taken away ");
    by_put_int(t, v->now.of.castle.removed);
    by_put_char(t, '.');
}

void by_plain_ends(const struct by_telling *by, char out[BY_PLAIN_TEXT])
{
    struct by_text t = by_text_on(out, BY_PLAIN_TEXT);

    if (by->v->family == BY_CASTLE)
        castle_row(&t, by);
    else if (by->v->family == BY_TRAINS)
        train_ends(&t, by);
    else if (by->v->now.laid == 0)
        by_put(&t, "The table is empty.");
    else if (by->v->family == BY_FEET)
        feet_ends(&t, by);
    else
        line_ends(&t, by);
}

/* ---- The hand and its moves --------------------------------------------------------------------- */

static bool lays(by_move m) { return by_move_kind(m) == BY_LAY || by_move_kind(m) == BY_HUB; }

/* The tiles that one of the moves lays. */
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
    struct by_text t = by_text_on(out, BY_PLAIN_TEXT);
    struct by_set tiles = fitting(list, n);

    if (by->v->family == BY_CASTLE) {
        by_put(&t, lists(list, n, BY_DRAW_MOVE) && n == 1 ? "Nothing can be taken: draw." : "Your turn.");
        return;
    }
    if (by->v->led != BY_NO_TILE && by_set_has(&tiles, by->v->led)) {
        by_put(&t, "You lead, with ");
        put_tile(&t, by->v->led);
        by_put_char(&t, '.');
        return;
    }
    by_put(&t, by->v->now.laid == 0 && by->v->family == BY_LINE ? "You lead: " : by->v->now.stage > 0
           ? "Your turn goes on: " : "Your turn: ");
    by_put_int(&t, by_set_count(&tiles));
    by_put(&t, " of ");
    by_put_count(&t, by->v->count[by->v->seat], "tile");
    by_put(&t, by->v->count[by->v->seat] == 1 || by_set_count(&tiles) == 1 ? " fits." : " fit.");
    if (lists(list, n, BY_DRAW_MOVE))
        by_put(&t, by_set_count(&tiles) > 0 ? " You may also draw, at a price." : " You draw.");
    if (lists(list, n, BY_PASS_MOVE))
        by_put(&t, by_set_count(&tiles) > 0 ? " You may also pass." : " You pass.");
}

/* Where a tile fits, and what that makes; each place once, whether claimed or announced or not. */
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
            put_between(t, put++, all);
            put_place(t, by, list[i]);
            if (by_count_told(by->v)) {
                by_put(t, " to make ");
                by_put_int(t, by_count_after(by->v, list[i]));
            }
        }
}

void by_plain_fits(const struct by_telling *by, by_tile tile, const by_move *list, int n, char out[BY_PLAIN_TEXT])
{
    struct by_text t = by_text_on(out, BY_PLAIN_TEXT);

    put_tile(&t, tile);
    by_put(&t, " fits ");
    put_places(&t, by, tile, list, n);
    by_put_char(&t, '.');
}

/* The tiles that fit, those that fit the same places together: "8-3 and 8-7 fit on your train." */
static void put_fits(struct by_text *t, const struct by_telling *by, struct by_set fit, const by_move *list, int n)
{
    char here[1024], there[1024];

    while (!by_set_empty(&fit)) {
        struct by_text to = by_text_on(here, sizeof here);
        struct by_set rest = fit, same = { { 0, 0, 0 } };

        put_places(&to, by, by_set_take(&rest), list, n);
        for (rest = fit; !by_set_empty(&rest);) {
            by_tile tile = by_set_take(&rest);

            to = by_text_on(there, sizeof there);
            put_places(&to, by, tile, list, n);
            if (strcmp(here, there) != 0)
                continue;
            by_set_add(&same, tile);
            by_set_drop(&fit, tile);
        }
        by_put_char(t, ' ');
        put_set(t, same);
        by_put(t, by_set_count(&same) == 1 ? " fits " : " fit ");
        by_put(t, here);
        by_put_char(t, '.');
    }
}

/* L-08: with wild blanks a tile may fit a place either way round. */
static bool turns(const by_move *list, int n)
{
    for (int i = 0; i + 1 < n; i++)
        for (int k = i + 1; k < n && by_move_tile(list[k]) == by_move_tile(list[i]); k++)
            if (lays(list[i]) && (list[i] ^ list[k]) == BY_MOVE(0, 0, 0, 1, 0))
                return true;
    return false;
}

/* what can be taken and why. */
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
        by_put(t, t->used == 0 ? three ? "You can take3 " : "You can take " : three ? " Or take3 " : " Or take ");
        put_tile(t, middle);
        by_put(t, three ? ": all three of " : ", between ");
        put_tile(t, before);
        by_put(t, three ? ", " : " and ");
        if (three) {
            put_tile(t, middle);
            by_put(t, " and ");
        }
        put_tile(t, after);
        by_put(t, ", which share ");
        by_put_int(t, by_shared(before, after));
        by_put_char(t, '.');
    }
    if (t->used > 0 && lists(list, n, BY_DRAW_MOVE))
        by_put(t, " Or draw.");
}

void by_plain_hand(const struct by_telling *by, const by_move *list, int n, char out[BY_PLAIN_TEXT])
{
    struct by_text t = by_text_on(out, BY_PLAIN_TEXT);
    struct by_set fit = fitting(list, n), rest = by->v->hand[by->v->seat], all = fit;
    int fits = by_set_count(&fit);

    if (by->v->family == BY_CASTLE) {
        castle_moves(&t, by, list, n);
        return;
    }
    by_put(&t, "Your hand, ");
    by_put_count(&t, by->v->count[by->v->seat], "tile");
    if (by->v->now.laid == 0 && by->v->family == BY_LINE) {
        by_put(&t, ": ");
        put_set(&t, rest);
        by_put_char(&t, '.');
        return;
    }
    by_put_char(&t, '.');
    put_fits(&t, by, fit, list, n);
    if (turns(list, n))
        by_put(&t, " Where both halves match, the half you say first touches.");
    while (!by_set_empty(&all))
        by_set_drop(&rest, by_set_take(&all));
    if (!by_set_empty(&rest)) {
        by_put(&t, fits == 0 ? " Nothing fits now: " : by_set_count(&rest) == 1 ? " Fits nowhere now: "
               : " These fit nowhere now: ");
        put_set(&t, rest);
        by_put_char(&t, '.');
    }
}

void by_plain_move(const struct by_telling *by, by_move m, char out[BY_PLAIN_TEXT])
{
    struct by_text t = by_text_on(out, BY_PLAIN_TEXT);
    char text[BY_MOVE_TEXT];

    if (!lays(m)) {
        by_move_print(m, by->v->family, text);
        by_put(&t, text);
        return;
    }
    by_put_tile(&t, by_move_tile(m), by->v->rules.opt[BY_BLANKS] == BY_BLANKS_WILD && by_move_flip(m));
    if (by->v->now.laid > 0 || by->v->family != BY_LINE) {
        by_put_char(&t, ' ');
        put_place(&t, by, m);
    }
    if (by_move_claim(m) > 0) {
        by_put(&t, " +");
        by_put_int(&t, by_move_claim(m));
    }
    by_put(&t, (m & BY_ANNOUNCED) != 0 ? " !" : "");
    if (by_count_told(by->v)) {
        by_put(&t, ", makes ");
        by_put_int(&t, by_count_after(by->v, m));
    }
}

/* SPDX-License-Identifier: MIT */
/* why_task.c: writes a short instruction for the seat to move (why.h). */
#include "boneyard/why.h"

#include "families/ends.h"

enum { NAMED = 3 }; /* the maximum number of ends or trains to name */

/* The sentence being written. */
struct task {
    struct by_why why;
    by_tile held; /* the chosen tile, or BY_NO_TILE */
};

/* Numbers or trains to name in a sentence, joined by commas and a final word. */
struct naming {
    char words[BY_FAULT_TEXT];
    struct by_text t;
    int left;
    enum by_sentence last; /* " or ", " and " */
};

/* Counts numbers or trains, one per bit. */
static int count(uint32_t bits) { return by_set_count(&(struct by_set){ { bits } }); }

static void begin_names(struct naming *l, const struct by_why *r, int n, enum by_sentence last)
{
    l->t = by_text_in(l->words, sizeof l->words, r->t->language);
    l->left = n;
    l->last = last;
}

static void put_name(struct naming *l, enum by_sentence s, const struct by_part *parts)
{
    by_put_words(&l->t, s, parts);
    if (--l->left == 1)
        by_put_words(&l->t, l->last, NULL);
    else
        by_put(&l->t, l->left == 0 ? "" : ", ");
}

static bool is_lay(by_move m) { return by_move_kind(m) == BY_LAY || by_move_kind(m) == BY_HUB; }

/* Returns whether a move lays the chosen tile, or any tile if none is chosen. */
static bool counts(const struct task *k, by_move m)
{
    return is_lay(m) && (k->held == BY_NO_TILE || by_move_tile(m) == k->held);
}

static bool lists(const struct by_why *r, int kind)
{
    for (int i = 0; i < r->n; i++)
        if (by_move_kind(r->list[i]) == kind)
            return true;
    return false;
}

/* ---- Line games and Chickenfoot ------------------------------------------------------------ */

/* The open numbers, those that several ends show, the number of ends, and the tile with all ends, or BY_NO_TILE. */
struct ends {
    uint32_t numbers, twice;
    int n;
    int on;
};

static bool takes_any(const struct task *k, by_move place)
{
    for (int i = 0; i < k->why.n; i++)
        if (counts(k, k->why.list[i]) && by_move_place(k->why.list[i]) == by_move_place(place)
            && by_move_flip_at(k->why.list[i]) == by_move_flip_at(place))
            return true;
    return false;
}

/* Lists the ends. With `fitting`, lists only the ends that can take the chosen tile or, if none is chosen, any tile in
 * the hand. */
static struct ends ends_of(const struct task *k, bool fitting)
{
    const struct by_view *v = k->why.v;
    struct ends e = { 0, 0, 0, BY_NO_TILE };

    for (int i = 0; i < v->now.places; i++) {
        uint32_t bit = (uint32_t)1 << v->place[i].number;
        by_tile on = v->laid[v->place[i].laid].tile;

        if (fitting && !takes_any(k, v->place[i].play))
            continue;
        e.on = e.n == 0 || e.on == on ? on : BY_NO_TILE;
        e.n++;
        e.twice |= e.numbers & bit;
        e.numbers |= bit;
    }
    return e;
}

/* Writes numbers as in "the 6 or a 1": "the" for a number that only one end shows, "a" for others and before a tile is
 * chosen. */
static void put_numbers(struct naming *l, const struct task *k, const struct ends *e)
{
    begin_names(l, &k->why, count(e->numbers), BY_SAY_OR);
    for (uint32_t left = e->numbers; left != 0; left &= left - 1) {
        bool several = k->held == BY_NO_TILE || (e->twice & left & -left) != 0;

        put_name(l, several ? BY_SAY_TASK_A : BY_SAY_TASK_THE, BY_PARTS(BY_NUMBER(__builtin_ctz(left))));
    }
}

static bool wild_in_hand(const struct by_why *r)
{
    if (!by_families[r->v->family]->line || r->v->rules.opt[BY_BLANKS] != BY_BLANKS_WILD)
        return false;
    for (int i = 0; i < r->n; i++)
        if (is_lay(r->list[i]) && (by_tile_numbers(by_move_tile(r->list[i])) & 1) != 0)
            return true;
    return false;
}

/* Names numbers, as in "5 or 0". Returns false if there are none or too many. */
static bool name_numbers(struct naming *l, const struct by_why *r, uint32_t numbers)
{
    int n = count(numbers);

    if (n == 0 || n > NAMED)
        return false;
    begin_names(l, r, n, BY_SAY_NOR);
    for (; numbers != 0; numbers &= numbers - 1)
        put_name(l, BY_SAY_TASK_NUMBER, BY_PARTS(BY_NUMBER(__builtin_ctz(numbers))));
    return true;
}

/* States that no tile fits: "no 5 or 0: draw a tile". */
static void put_none(const struct task *k, uint32_t numbers)
{
    const struct by_why *r = &k->why;
    struct naming l;
    bool draws = lists(r, BY_DRAW_TILE);

    if (name_numbers(&l, r, numbers))
        by_put_words(r->t, draws ? BY_SAY_TASK_NONE_DRAW : BY_SAY_TASK_NONE_PASS, BY_PARTS(BY_WORDS(l.words)));
    else
        tell(r, draws ? BY_SAY_TASK_DRAW : BY_SAY_TASK_PASS);
}

bool by_needs_in_words(const struct by_why *r, char *out, size_t size)
{
    const struct by_view *v = r->v;
    const struct task k = { *r, BY_NO_TILE };
    struct naming l;
    uint32_t numbers;

    if (by_families[v->family]->trains) /* all trains have the same number only if a double is open (T-13) */
        numbers = v->now.of.trains.doubles == 0 ? 0 : (uint32_t)1 << v->tail[__builtin_ctz(v->now.of.trains.doubles)];
    else if (by_families[v->family]->toes && v->now.of.line.must != BY_NO_TILE)
        numbers = by_tile_numbers(v->laid[v->now.of.line.must].tile);
    else
        numbers = ends_of(&k, false).numbers;
    if (!name_numbers(&l, r, numbers))
        return false;
    by_put(&(struct by_text){ out, size, 0, false, r->t->language }, l.words);
    return true;
}

/* Names a double that must be filled first (F-05, F-07). */
static void put_foot(const struct task *k, int fit)
{
    const struct by_why *r = &k->why;
    by_tile foot = r->v->laid[r->v->now.of.line.must].tile;

    if (fit == 0)
        put_none(k, by_tile_numbers(foot));
    else if (k->held != BY_NO_TILE)
        TELL(TASK_HELD_ON, BY_THE_TILE(k->held), BY_THE_TILE(foot));
    else
        TELL(TASK_FOOT, BY_NUMBER(by_high(foot)), BY_THE_TILE(foot), BY_NUMBER(r->v->now.of.line.toes));
}

static void put_ends(const struct task *k)
{
    const struct by_why *r = &k->why;
    struct ends e = ends_of(k, true);
    struct naming l;
    bool held = k->held != BY_NO_TILE, wild = wild_in_hand(r);
    bool doubled = e.on != BY_NO_TILE && by_is_double((by_tile)e.on) && !wild;

    if (doubled && held)
        TELL(TASK_HELD_ON, BY_THE_TILE(k->held), BY_THE_TILE(e.on));
    else if (doubled)
        TELL(TASK_ON, BY_NUMBER(by_high((by_tile)e.on)), BY_THE_TILE(e.on));
    else if (count(e.numbers) > NAMED && held)
        TELL(TASK_HELD_ANY_END, BY_THE_TILE(k->held));
    else if (count(e.numbers) > NAMED)
        tell(r, BY_SAY_TASK_ANY_END);
    else {
        put_numbers(&l, k, &e);
        if (held)
            TELL(TASK_HELD_ENDS, BY_THE_TILE(k->held), BY_WORDS(l.words));
        else
            by_put_words(r->t, wild ? BY_SAY_TASK_WILD : BY_SAY_TASK_ENDS, BY_PARTS(BY_WORDS(l.words)));
    }
}

static void put_joining(const struct task *k, int fit)
{
    const struct by_why *r = &k->why;
    const struct by_view *v = r->v;
    bool claims = by_families[v->family]->asks_scores && v->rules.opt[BY_CALL] == BY_ON;

    if (v->now.laid == 0 && v->led != BY_NO_TILE)
        TELL(TASK_LEAD, BY_THE_TILE(v->led));
    else if (v->now.laid == 0 && k->held == BY_NO_TILE)
        tell(r, BY_SAY_TASK_ANY_TILE);
    else if (v->now.laid == 0)
        TELL(TASK_LEAD, BY_THE_TILE(k->held));
    else if (by_families[v->family]->toes && v->now.of.line.must != BY_NO_TILE)
        put_foot(k, fit);
    else if (fit == 0)
        put_none(k, ends_of(k, false).numbers);
    else if (claims && k->held == BY_NO_TILE)
        tell(r, BY_SAY_TASK_CALL); /* uses the same text whether or not points were missed (L-25) */
    else
        put_ends(k);
}

/* ---- Mexican Train ------------------------------------------------------------------------- */

/* Returns the trains that can take the chosen tile or, if none is chosen, any tile in the hand. */
static uint32_t trains_of(const struct task *k)
{
    uint32_t all = 0;

    for (int i = 0; i < k->why.n; i++)
        if (counts(k, k->why.list[i]) && by_move_kind(k->why.list[i]) == BY_LAY)
            all |= (uint32_t)1 << by_move_place(k->why.list[i]);
    return all;
}

static void put_trains(struct naming *l, const struct task *k, uint32_t trains, enum by_sentence last)
{
    uint32_t own = (uint32_t)1 << k->why.v->seat;

    begin_names(l, &k->why, count(trains), last);
    if ((trains & own) != 0)
        put_name(l, BY_SAY_YOUR_TRAIN, NULL);
    for (trains &= ~own; trains != 0; trains &= trains - 1) {
        int train = __builtin_ctz(trains);

        put_name(l, train == BY_MEXICAN ? BY_SAY_MEXICAN : BY_SAY_TRAIN_OF,
                 BY_PARTS(BY_WORDS(train == BY_MEXICAN ? "" : k->why.names[train])));
    }
}

/* Names an open double that must be covered first (T-13, T-22). */
static bool put_answer(const struct task *k, int fit)
{
    const struct by_why *r = &k->why;
    const struct by_view *v = r->v;
    uint32_t doubles = v->now.of.trains.doubles;
    int train = doubles == 0 ? 0 : __builtin_ctz(doubles), number = v->tail[train];
    by_tile tile = by_tile_of(number, number);

    if (doubles == 0 || (v->now.stage > 0 && v->rules.opt[BY_DOUBLE] != BY_DOUBLE_SATISFY))
        return false;
    if (fit == 0)
        put_none(k, (uint32_t)1 << number);
    else if (train == BY_MEXICAN)
        TELL(TASK_ANSWER_MEXICAN, BY_NUMBER(number), BY_THE_TILE(tile));
    else if (train == v->seat)
        TELL(TASK_ANSWER_OWN, BY_NUMBER(number), BY_THE_TILE(tile));
    else
        TELL(TASK_ANSWER, BY_NUMBER(number), BY_THE_TILE(tile), BY_WORDS(k->why.names[train]));
    return true;
}

static void put_train(const struct task *k, int fit)
{
    const struct by_why *r = &k->why;
    const struct by_view *v = r->v;
    uint32_t trains = trains_of(k), own = (uint32_t)1 << v->seat;
    bool open = (v->now.of.trains.markers >> v->seat & 1) != 0;
    struct naming l;

    if (v->centre == BY_NO_TILE && fit > 0)
        TELL(TASK_HUB, BY_THE_TILE(v->led));
    else if (fit == 0 && !lists(r, BY_DRAW_TILE))
        tell(r, open ? BY_SAY_TASK_PASS : BY_SAY_TASK_PASS_OPENS);
    else if (k->held == BY_NO_TILE && put_answer(k, fit))
        return;
    else if (fit == 0)
        tell(r, BY_SAY_TASK_DRAW);
    else if (k->held != BY_NO_TILE && count(trains) > NAMED)
        TELL(TASK_FITS_MANY, BY_THE_TILE(k->held), BY_NUMBER(count(trains)));
    else if (k->held != BY_NO_TILE) {
        put_trains(&l, k, trains, BY_SAY_AND);
        TELL(TASK_FITS, BY_THE_TILE(k->held), BY_WORDS(l.words));
    } else if (v->now.stage > 0)
        tell(r, BY_SAY_TASK_MORE);
    else if (open && (trains & own) != 0)
        tell(r, BY_SAY_TASK_CLOSE);
    else if (trains == own && v->length[v->seat] == 0)
        TELL(TASK_START, BY_NUMBER(v->tail[v->seat]));
    else if (count(trains) > NAMED)
        tell(r, (trains & own) != 0 ? BY_SAY_TASK_OWN_OR_OPEN : BY_SAY_TASK_OPEN_TRAIN);
    else {
        put_trains(&l, k, trains, BY_SAY_OR);
        TELL(TASK_ENDS, BY_WORDS(l.words));
    }
}

/* ---- Castle Rock --------------------------------------------------------------------------- */

static void put_row(const struct by_why *r)
{
    if (lists(r, BY_TAKE3))
        tell(r, BY_SAY_TASK_TAKE_THREE);
    else if (r->n == 1 && lists(r, BY_TAKE))
        TELL(TASK_TAKE, BY_THE_TILE(by_move_tile(r->list[0])));
    else if (r->v->now.laid == 0 && r->v->boneyard > 0) /* */
        TELL(TASK_DRAW_EMPTY, BY_NUMBER(r->v->boneyard < 3 ? r->v->boneyard : 3));
    else
        tell(r, lists(r, BY_TAKE) ? BY_SAY_TASK_TAKE_ONE : BY_SAY_TASK_DRAW_ROW);
}

void by_put_task(const struct by_view *v, const by_move *list, int n, by_tile held, const char *const names[],
                 struct by_text *out)
{
    struct task k = { { out, v, names, list, n }, held };
    int fit = 0;

    for (int i = 0; i < n; i++)
        fit += is_lay(list[i]);
    if (by_families[v->family]->solitaire)
        put_row(&k.why);
    else if (by_families[v->family]->trains)
        put_train(&k, fit);
    else
        put_joining(&k, fit);
}

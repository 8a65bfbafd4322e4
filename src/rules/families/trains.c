/* SPDX-License-Identifier: MIT */
/* trains.c: defines the family of Mexican Train, in which each seat has a train, and one train is open to everyone. */
#include <string.h>

#include "ends.h"

/* ---- Notation (N-03) ----------------------------------------------------------------------- */

static void put_place(struct by_text *t, by_move m)
{
    if (by_move_place(m) == BY_MEXICAN) {
        by_put(t, "@m");
    } else {
        by_put(t, "@t");
        by_put_int(t, by_move_place(m));
    }
}

static size_t read_place(const char *text, size_t length, int *place, bool *flip_at)
{
    size_t n;

    *flip_at = false;
    if (length >= 1 && text[0] == 'm') {
        *place = BY_MEXICAN;
        return 1;
    }
    if (length < 2 || text[0] != 't')
        return 0;
    n = by_number_read(text + 1, length - 1, place);
    return n > 0 && *place < BY_SEATS ? n + 1 : 0;
}

/* ---- Sentences ----------------------------------------------------------------------------- */

static void say_place(const struct by_saying *s, int seat, by_move m) { by_say_train(s, seat, by_move_place(m)); }

static const char *train_name(const struct by_why *r, int train, char *out, size_t size)
{
    struct by_text t = by_text_in(out, size, r->t->language);
    if (train == BY_MEXICAN)
        by_put_words(&t, BY_SAY_MEXICAN, NULL);
    else if (train == r->v->seat)
        by_put_words(&t, BY_SAY_YOUR_TRAIN, NULL);
    else if (r->names == NULL)
        by_put_words(&t, BY_SAY_TRAIN_AT, BY_PARTS(BY_NUMBER(train)));
    else
        by_put_words(&t, BY_SAY_TRAIN_OF, BY_PARTS(BY_WORDS(r->names[train])));
    return out;
}

/* T-11, T-13, T-22. */
static bool put_duty(const struct by_why *r, const char *before)
{
    const struct by_view *v = r->v;
    uint32_t doubles = v->now.of.trains.doubles;
    char words[160];

    if (v->now.stage == 2) {
        by_put(r->t, before);
        tell(r, BY_SAY_THIRD_TILE);
        return true;
    }
    if (doubles == 0 || (v->now.stage > 0 && v->rules.opt[BY_DOUBLE] != BY_DOUBLE_SATISFY))
        return false;
    by_put(r->t, before);
    TELL(ANSWER_FIRST, BY_NUMBER(v->tail[__builtin_ctz(doubles)]),
         BY_WORDS(train_name(r, __builtin_ctz(doubles), words, sizeof words)),
         BY_WORDS(v->rules.opt[BY_DOUBLE] == BY_DOUBLE_SATISFY ? "T-22" : "T-13"));
    return true;
}

static void refuse_closed(const struct by_why *r, int train)
{
    if (r->names == NULL)
        TELL(NOT_OPEN_AT, BY_NUMBER(train));
    else
        TELL(NOT_OPEN, BY_WORDS(r->names[train]));
}

/* Explains that the tile is in the hand and fits somewhere, but not on the named train. */
static bool refuse_train(const struct by_why *r, int train)
{
    const struct by_view *v = r->v;
    bool hub = by_games[v->rules.game]->presets[v->rules.preset].hub && v->centre != BY_NO_TILE;

    if (train >= v->players && train != BY_MEXICAN)
        TELL(NO_TRAIN, BY_NUMBER(train));
    else if (hub && train != v->seat && (v->now.of.trains.firsts >> v->seat & 1) == 0)
        tell(r, BY_SAY_OWN_FIRST);
    else if (hub && train != v->seat && v->length[v->seat] == 0 && v->length[train] == 0)
        tell(r, BY_SAY_OWN_BEFORE);
    else if (train != v->seat && train != BY_MEXICAN && (v->now.of.trains.markers >> train & 1) == 0)
        refuse_closed(r, train);
    else
        return false;
    return true;
}

static void fits_nowhere(const struct by_why *r, by_tile t)
{
    const struct by_view *v = r->v;
    bool hub = by_games[v->rules.game]->presets[v->rules.preset].hub;

    if (v->centre == BY_NO_TILE)
        TELL(HUB_FIRST, BY_THE_TILE(v->led));
    else if (v->drawn != BY_NO_TILE && v->drawn != t)
        TELL(ONLY_DRAWN, BY_THE_TILE(v->drawn));
    else if (hub && (v->now.of.trains.firsts >> v->seat & 1) == 0)
        TELL(OWN_WITH, BY_NUMBER(by_high(v->centre)));
    else if (v->now.stage == 1 && by_is_double(t))
        TELL(NO_SECOND_DOUBLE, BY_THE_TILE(t));
    else
        TELL(FITS_NO_TRAIN, BY_THE_TILE(t));
}

/* ---- Bytes --------------------------------------------------------------------------------- */

static void walk_now(struct by_packing *w, struct by_now *now)
{
    TWO(now->of.trains.markers);
    TWO(now->of.trains.firsts);
    BYTE(now->of.trains.barred_at);
    BYTE(now->of.trains.barred);
}

/* Derives tails, lengths and open doubles from the tiles of the trains. */
static bool fits(struct by_view *v, struct by_set *seen)
{
    const struct by_now *o = &v->now;
    uint32_t doubles = 0;

    if (o->drew > 2 || o->of.trains.barred > 2 || o->of.trains.barred_at + o->of.trains.barred > o->taken
        || (o->drew > 1 && o->taken == 0))
        return false;
    if (v->centre != BY_NO_TILE && (!by_is_double(v->centre) || !by_add_new(v, seen, v->centre)))
        return false;
    if (v->centre != BY_NO_TILE)
        memset(v->tail, by_high(v->centre), BY_ARMS);
    for (int i = 0; i < o->laid; i++) {
        const struct by_laid *l = &v->laid[i];
        int k = l->on, touch;

        if (!by_add_new(v, seen, l->tile) || k >= BY_ARMS || (k >= v->players && k != BY_MEXICAN) || l->flip > 1)
            return false;
        touch = by_touching(l->tile, l->flip == 1);
        if (v->centre == BY_NO_TILE || touch != v->tail[k] || (by_is_double(l->tile) && l->flip != 0))
            return false;
        v->tail[k] = (uint8_t)by_across(l->tile, touch);
        v->length[k]++;
        doubles = (doubles & ~((uint32_t)1 << k)) | (uint32_t)by_is_double(l->tile) << k;
    }
    v->now.of.trains.doubles = doubles;
    return o->of.trains.markers >> v->players == 0 && o->of.trains.firsts >> v->players == 0;
}

static const struct by_family_rules rules = {
    .draw_rule = "T-08",
    .join_rule = "T-07",
    .put_place = put_place,
    .read_place = read_place,
    .walk_now = walk_now,
    .walk_table = by_walk_laid,
    .fits = fits,
    .score = by_add_score,
    .settle = by_low_settle,
    .say_place = say_place,
    .refuse_train = refuse_train,
    .fits_nowhere = fits_nowhere,
    .put_duty = put_duty,
};

const struct by_family by_family_trains = {
    .key = "trains", .top = BY_MAX_NUMBER, .low_wins = true, .sets_aside = true, .trains = true, .rules = &rules
};

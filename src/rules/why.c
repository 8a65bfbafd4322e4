/* SPDX-License-Identifier: MIT */
/* why.c: explains a seat's possible moves, and the reasons for refusals (why.h). */
#include "boneyard/why.h"

#include "families/ends.h"

static bool lists_kind(const struct by_why *r, int kind)
{
    for (int i = 0; i < r->n; i++)
        if (by_move_kind(r->list[i]) == kind)
            return true;
    return false;
}

/* Returns the first tile that could be laid. */
static by_tile first_lay(const struct by_why *r)
{
    for (int i = 0; i < r->n; i++)
        if (by_move_kind(r->list[i]) == BY_LAY || by_move_kind(r->list[i]) == BY_HUB)
            return by_move_tile(r->list[i]);
    return BY_NO_TILE;
}

/* If the rules require another action first, names it and returns true. */
static bool put_duty(const struct by_why *r, const char *before)
{
    const struct by_family_rules *f = by_rules_of(r->v->family);

    return f->put_duty != NULL && f->put_duty(r, before);
}

/* ---- Refusals ----------------------------------------------------------------------------- */

static void why_draw(const struct by_why *r)
{
    const struct by_view *v = r->v;

    if (first_lay(r) != BY_NO_TILE)
        TELL(NO_DRAW_FITS, BY_THE_TILE(first_lay(r)));
    else if (by_families[v->family]->by_options && v->rules.opt[BY_DRAW] == BY_DRAW_NONE)
        tell(r, BY_SAY_NO_DRAW_HERE);
    else if (v->drawable == 0 && v->boneyard > 0)
        TELL(NO_DRAW_LAST, BY_NUMBER(v->boneyard));
    else
        tell(r, v->drawable == 0 ? BY_SAY_NO_DRAW_EMPTY : BY_SAY_NO_DRAW_TWICE);
}

static void why_pass(const struct by_why *r)
{
    if (first_lay(r) != BY_NO_TILE)
        TELL(NO_PASS_FITS, BY_THE_TILE(first_lay(r)));
    else
        TELL(NO_PASS_DRAW, BY_WORDS(by_rule_in_force(&r->v->rules, by_rules_of(r->v->family)->draw_rule)));
}

static void why_call(const struct by_why *r)
{
    const int32_t *opt = r->v->rules.opt;

    if (opt[BY_CALL] == BY_ON)
        tell(r, BY_SAY_NO_CALL_SCORE);
    else if (opt[BY_KNOCK] == BY_ON)
        tell(r, BY_SAY_NO_CALL_TILE);
    else
        tell(r,
             by_families[r->v->family]->trains || opt[BY_PLAY_UNIT] != 0 ? BY_SAY_NO_CALL_TABLE : BY_SAY_NO_CALL_GAME);
}

/* Explains that the tile is in the hand and could be laid, but not with this suffix. */
static void why_suffix(const struct by_why *r, by_tile t, by_move suffix)
{
    const struct by_view *v = r->v;

    if ((suffix & BY_ANNOUNCED) != 0)
        tell(r, v->rules.opt[BY_KNOCK] == BY_ON ? BY_SAY_NO_SIGN_LEFT : BY_SAY_NO_SIGN_HERE);
    else if (v->rules.opt[BY_CALL] != BY_ON)
        tell(r, BY_SAY_NO_CLAIM_HERE);
    else
        for (int i = 0; i < r->n; i++)
            if (by_move_tile(r->list[i]) == t && by_move_kind(r->list[i]) == BY_LAY) {
                int points = by_points_of(v, r->list[i]);

                by_put_words(r->t, points == 0 ? BY_SAY_NO_CLAIM_FIVES : BY_SAY_CLAIM_IS,
                             BY_PARTS(BY_NUMBER(by_count_after(v, r->list[i])), BY_NUMBER(points)));
                return;
            }
}

static void why_fits_not(const struct by_why *r, by_tile t)
{
    if (!put_duty(r, ""))
        by_rules_of(r->v->family)->fits_nowhere(r, t);
}

/* Explains that the tile named as the place is not open or not on the table. */
static bool why_place(const struct by_why *r, int place)
{
    const struct by_view *v = r->v;
    bool laid = false;

    if (by_families[v->family]->trains || place == BY_NO_TILE)
        return false;
    for (int i = 0; i < v->now.places; i++)
        if (by_move_place(v->place[i].play) == place)
            return false;
    for (int i = 0; i < v->now.laid; i++)
        laid = laid || v->laid[i].tile == place;
    by_put_words(r->t, laid ? BY_SAY_TAKES_NO_MORE : BY_SAY_NOT_ON_TABLE, BY_PARTS(BY_THE_TILE(place)));
    return true;
}

static void why_lay(const struct by_why *r, by_move m)
{
    const struct by_view *v = r->v;
    by_tile t = by_move_tile(m);
    by_move suffix = m & BY_SUFFIX;
    const struct by_family_rules *f = by_rules_of(v->family);
    bool fits = false;

    for (int i = 0; i < r->n; i++)
        fits = fits
            || ((by_move_kind(r->list[i]) == BY_LAY || by_move_kind(r->list[i]) == BY_HUB)
                && by_move_tile(r->list[i]) == t);
    if (!by_set_has(&v->hand[v->seat], t))
        TELL(NOT_IN_HAND, BY_THE_TILE(t));
    else if (f->refuse_train != NULL && by_move_place(m) != BY_NO_TILE && (!fits || suffix == 0)
             && f->refuse_train(r, by_move_place(m)))
        return;
    else if (!fits)
        why_fits_not(r, t);
    else if (suffix != 0)
        why_suffix(r, t, suffix);
    else if (!put_duty(r, "") && !why_place(r, by_move_place(m)))
        TELL(NOT_THERE, BY_THE_TILE(t));
}

/* Lists the moves that an ambiguous text could mean. */
static void why_ambiguous(const struct by_why *r, by_move m)
{
    char words[4 * BY_MOVE_TEXT + 32], text[BY_MOVE_TEXT];
    struct by_text t = by_text_in(words, sizeof words, r->t->language);
    int named = 0;

    for (int i = 0; i < r->n && named < 4; i++) {
        by_move other = r->list[i];

        if (by_move_kind(other) != BY_LAY || by_move_tile(other) != by_move_tile(m)
            || by_move_claim(other) != by_move_claim(m) || ((other ^ m) & BY_ANNOUNCED) != 0)
            continue;
        by_move_print(other, r->v->family, text);
        if (named++ > 0)
            by_put_words(&t, BY_SAY_OR, NULL);
        by_put(&t, text);
    }
    TELL(SEVERAL, BY_THE_TILE(by_move_tile(m)), BY_WORDS(words));
}

static bool word_is(const char *text, size_t length, const char *word)
{
    size_t n = by_length(word);

    if (length < n || (length > n && text[n] != ' '))
        return false;
    while (n > 0 && text[n - 1] == word[n - 1])
        n--;
    return n == 0;
}

/* Refuses a kind of move that does not exist in this family or cannot be made now. */
static bool refused_by_family(const struct by_why *r, const char *text, size_t length, by_move m)
{
    const struct by_family_rules *f = by_rules_of(r->v->family);

    if (word_is(text, length, "draw"))
        m = BY_DRAW_MOVE;
    else if (word_is(text, length, "pass"))
        m = BY_PASS_MOVE;
    return f->refuse != NULL && m != BY_NO_MOVE && f->refuse(r, m);
}

by_err by_why(const struct by_view *v, const char *const names[], const by_move *list, int n, const char *text,
              size_t length, int language, struct by_fault *f)
{
    struct by_text t = by_text_in(f->text, sizeof f->text, language);
    const struct by_why its = { &t, v, names, list, n }, *r = &its;
    by_move m = BY_NO_MOVE, found;
    bool shaped = by_move_shape(text, length, v->family, &m);
    by_err err = by_move_read(text, length, v->family, list, n, &found);

    BY_ASSERT(v->seat < v->players); /* the view must belong to a seat, since the referee does not play */
    f->err = err == BY_OK ? BY_E_ILLEGAL : err;
    f->line = 0;
    if (v->now.turn != v->seat && lists_kind(r, BY_CALL_OUT))
        TELL(ONLY_CALL, BY_WORDS(by_families[v->family]->asks_scores ? "L-25" : "T-16"));
    else if (v->now.turn != v->seat && !word_is(text, length, "call"))
        tell(r, BY_SAY_NOT_YOUR_TURN);
    else if (err == BY_E_AMBIGUOUS)
        why_ambiguous(r, m);
    else if (refused_by_family(r, text, length, m))
        return f->err;
    else if (word_is(text, length, "draw"))
        why_draw(r);
    else if (word_is(text, length, "pass"))
        why_pass(r);
    else if (word_is(text, length, "call"))
        why_call(r);
    else if (!shaped)
        tell(r, BY_SAY_NO_MOVE);
    else if (by_move_kind(m) == BY_HUB && (!by_families[v->family]->trains || v->centre != BY_NO_TILE))
        tell(r, by_families[v->family]->trains ? BY_SAY_HUB_SET : BY_SAY_NO_HUB);
    else if (by_move_kind(m) == BY_LAY || by_move_kind(m) == BY_HUB)
        why_lay(r, m);
    else
        TELL(NO_TAKE_HERE, BY_THE_TILE(by_move_tile(m)));
    return f->err;
}

/* ---- Possible moves ------------------------------------------------------------------------ */

static int tiles_that_fit(const struct by_why *r)
{
    struct by_set tiles = { { 0, 0, 0 } };

    for (int i = 0; i < r->n; i++)
        if (by_move_kind(r->list[i]) == BY_LAY || by_move_kind(r->list[i]) == BY_HUB)
            by_set_add(&tiles, by_move_tile(r->list[i]));
    return by_set_count(&tiles);
}

/* Explains the suffixes in the list of moves (N-06). */
static void put_suffixes(const struct by_why *r)
{
    int points = 0;
    bool announced = false;

    for (int i = 0; i < r->n; i++) {
        points = points > 0 ? points : by_move_claim(r->list[i]);
        announced = announced || (r->list[i] & BY_ANNOUNCED) != 0;
    }
    if (points > 0)
        TELL(ADD_CLAIM, BY_NUMBER(points));
    if (announced)
        tell(r, BY_SAY_ADD_SIGN);
}

void by_what(const struct by_view *v, const by_move *list, int n, struct by_text *out)
{
    const struct by_why its = { out, v, NULL, list, n }, *r = &its;
    int fit = tiles_that_fit(r);
    const char *join = by_rules_of(v->family)->join_rule;
    char words[BY_FAULT_TEXT];

    if (lists_kind(r, BY_CALL_OUT))
        tell(r, by_families[v->family]->asks_scores ? BY_SAY_CAN_CALL_SCORE : BY_SAY_CAN_CALL_TILE);
    if (by_families[v->family]->solitaire) {
        tell(r, lists_kind(r, BY_TAKE) ? BY_SAY_CAN_TAKE : BY_SAY_CAN_DRAW_ROW);
    } else if (fit > 0) {
        TELL(CAN_LAY, BY_NUMBER(fit), BY_NUMBER(v->count[v->seat]));
        if (!put_duty(r, " ") && v->now.laid > 0 && by_families[v->family]->ends
            && by_rule_in_force(&v->rules, join) == join)
            TELL(TILES_JOIN, BY_WORDS(by_ends_in_words(r, words, sizeof words)), BY_WORDS(join));
    } else {
        tell(r, lists_kind(r, BY_DRAW_TILE) ? BY_SAY_CAN_DRAW : BY_SAY_CAN_PASS);
    }
    put_suffixes(r);
    if (fit > 0 && lists_kind(r, BY_PASS))
        tell(r, BY_SAY_MAY_END);
    if (fit > 0 && lists_kind(r, BY_DRAW_TILE))
        tell(r, BY_SAY_DRAW_COSTS);
}

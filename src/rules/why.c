/* why.c: what is possible, and why a text was refused (why.h). */
#include "boneyard/words.h"
#include "boneyard/why.h"

struct refusal { struct by_text *t; const struct by_view *v; const by_move *list; int n; };

#define TELL(id, ...) by_put_words(r->t, BY_SAY_##id, BY_PARTS(__VA_ARGS__))

static bool lists(const struct refusal *r, int kind)
{
    for (int i = 0; i < r->n; i++)
        if (by_move_kind(r->list[i]) == kind)
            return true;
    return false;
}

static void tell(const struct refusal *r, enum by_sentence s) { by_put_words(r->t, s, NULL); }

/* The first tile that could be laid. */
static by_tile first_lay(const struct refusal *r)
{
    for (int i = 0; i < r->n; i++)
        if (by_move_kind(r->list[i]) == BY_LAY || by_move_kind(r->list[i]) == BY_HUB)
            return by_move_tile(r->list[i]);
    return BY_NO_TILE;
}

/* ---- The state of the table in words ------------------------------------------------------- */

/* "the ends are 5 and 0", each number once. */
static const char *ends(const struct refusal *r, char *out, size_t size)
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

static const char *train_name(const struct refusal *r, int train, char *out, size_t size)
{
    struct by_text t = by_text_in(out, size, r->t->language);

    by_put_words(&t, train == BY_MEXICAN ? BY_SAY_MEXICAN
                 : train == r->v->seat ? BY_SAY_YOUR_TRAIN : BY_SAY_TRAIN_OF_SEAT, BY_PARTS(BY_NUMBER(train)));
    return out;
}

/* What has to be done before anything else, if something has: true. */
static bool put_duty(const struct refusal *r, const char *before)
{
    const struct by_view *v = r->v;
    uint32_t doubles = v->family == BY_TRAINS ? v->now.of.trains.doubles : 0;
    char words[64];

    if (v->family == BY_FEET && v->now.of.line.must != BY_NO_TILE) {
        by_put(r->t, before);
        TELL(FILL_FIRST, BY_THE_TILE(v->laid[v->now.of.line.must].tile), BY_NUMBER(v->now.of.line.toes),
             BY_WORDS(v->now.of.line.must == 0 ? "F-05" : "F-07"));
        return true;
    }
    if (v->family == BY_TRAINS && v->now.stage == 2) {
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

/* ---- Refusals ----------------------------------------------------------------------------- */

static void why_draw(const struct refusal *r)
{
    const struct by_view *v = r->v;

    if (v->family == BY_CASTLE)
        tell(r, v->drawable == 0 ? BY_SAY_NO_DRAW_EMPTY_ROW
             : v->rules.opt[BY_REMOVALS] == BY_ONCE ? BY_SAY_NO_DRAW_ONE_FIRST : BY_SAY_NO_DRAW_TAKE_FIRST);
    else if (first_lay(r) != BY_NO_TILE)
        TELL(NO_DRAW_FITS, BY_THE_TILE(first_lay(r)));
    else if (v->family == BY_LINE && v->rules.opt[BY_DRAW] == BY_DRAW_NONE)
        tell(r, BY_SAY_NO_DRAW_HERE);
    else if (v->drawable == 0 && v->boneyard > 0)
        TELL(NO_DRAW_LAST, BY_NUMBER(v->boneyard));
    else
        tell(r, v->drawable == 0 ? BY_SAY_NO_DRAW_EMPTY : BY_SAY_NO_DRAW_TWICE);
}

static void why_pass(const struct refusal *r)
{
    if (r->v->family == BY_CASTLE)
        tell(r, BY_SAY_NO_PASS_CASTLE);
    else if (first_lay(r) != BY_NO_TILE)
        TELL(NO_PASS_FITS, BY_THE_TILE(first_lay(r)));
    else
        TELL(NO_PASS_DRAW, BY_WORDS(r->v->family == BY_LINE ? "L-10" : r->v->family == BY_FEET ? "F-08" : "T-08"));
}

static void why_call(const struct refusal *r)
{
    const int32_t *opt = r->v->rules.opt;

    if (opt[BY_CALL] == BY_ON)
        tell(r, BY_SAY_NO_CALL_SCORE);
    else if (opt[BY_KNOCK] == BY_ON)
        tell(r, BY_SAY_NO_CALL_TILE);
    else
        tell(r, r->v->family == BY_TRAINS || opt[BY_PLAY_UNIT] != 0 ? BY_SAY_NO_CALL_TABLE : BY_SAY_NO_CALL_GAME);
}

static void why_take(const struct refusal *r, by_tile t, bool three)
{
    int at = 0;

    while (r->v->family == BY_CASTLE && at < r->v->now.laid && r->v->row[at] != t)
        at++;
    by_put_words(r->t, r->v->family != BY_CASTLE ? BY_SAY_NO_TAKE_HERE
                 : at == r->v->now.laid ? BY_SAY_NO_TAKE_ROW
                 : at == 0 || at + 1 == r->v->now.laid ? BY_SAY_NO_TAKE_END
                 : three ? BY_SAY_NO_TAKE_THREE : BY_SAY_NO_TAKE_NUMBER, BY_PARTS(BY_THE_TILE(t)));
}

/* The tile is in the hand and could be laid, but not with this suffix. */
static void why_suffix(const struct refusal *r, by_tile t, by_move suffix)
{
    const struct by_view *v = r->v;

    if ((suffix & BY_ANNOUNCED) != 0)
        tell(r, v->family == BY_TRAINS && v->rules.opt[BY_KNOCK] == BY_ON ? BY_SAY_NO_SIGN_LEFT : BY_SAY_NO_SIGN_HERE);
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

/* The tile is in the hand and fits, but not on the train that was named. */
static bool why_train(const struct refusal *r, int train)
{
    const struct by_view *v = r->v;
    bool hub = by_games[v->rules.game]->presets[v->rules.preset].hub && v->centre != BY_NO_TILE;

    if (train >= v->players && train != BY_MEXICAN)
        TELL(NO_SEAT, BY_NUMBER(train));
    else if (hub && train != v->seat && (v->now.of.trains.firsts >> v->seat & 1) == 0)
        tell(r, BY_SAY_OWN_FIRST);
    else if (hub && train != v->seat && v->length[v->seat] == 0 && v->length[train] == 0)
        tell(r, BY_SAY_OWN_BEFORE);
    else if (train != v->seat && train != BY_MEXICAN && (v->now.of.trains.markers >> train & 1) == 0)
        TELL(NOT_OPEN, BY_NUMBER(train));
    else
        return false;
    return true;
}

static void why_fits_not(const struct refusal *r, by_tile t)
{
    const struct by_view *v = r->v;
    char words[BY_FAULT_TEXT];

    if (put_duty(r, ""))
        return;
    if (v->family == BY_TRAINS) {
        bool first = by_games[v->rules.game]->presets[v->rules.preset].hub
            && (v->now.of.trains.firsts >> v->seat & 1) == 0;

        if (v->centre == BY_NO_TILE)
            TELL(HUB_FIRST, BY_THE_TILE(v->led));
        else if (v->drawn != BY_NO_TILE && v->drawn != t)
            TELL(ONLY_DRAWN, BY_THE_TILE(v->drawn));
        else if (first)
            TELL(OWN_WITH, BY_NUMBER(by_high(v->centre)));
        else if (v->now.stage == 1 && by_is_double(t))
            TELL(NO_SECOND_DOUBLE, BY_THE_TILE(t));
        else
            TELL(FITS_NO_TRAIN, BY_THE_TILE(t));
    } else if (v->now.laid == 0 && v->led != BY_NO_TILE) {
        TELL(BEGINS_WITH, BY_THE_TILE(v->led));
    } else {
        TELL(FITS_NO_END, BY_THE_TILE(t), BY_WORDS(ends(r, words, sizeof words)),
             BY_WORDS(v->family == BY_FEET ? "F-06" : "L-07"));
    }
}

/* The tile that was named to be played on lies on the table, or does not, but is not open. */
static bool why_place(const struct refusal *r, int place)
{
    const struct by_view *v = r->v;
    bool laid = false;

    if (v->family == BY_TRAINS || place == BY_NO_TILE)
        return false;
    for (int i = 0; i < v->now.places; i++)
        if (by_move_place(v->place[i].play) == place)
            return false;
    for (int i = 0; i < v->now.laid; i++)
        laid = laid || v->laid[i].tile == place;
    by_put_words(r->t, laid ? BY_SAY_TAKES_NO_MORE : BY_SAY_NOT_ON_TABLE, BY_PARTS(BY_THE_TILE(place)));
    return true;
}

static void why_lay(const struct refusal *r, by_move m)
{
    const struct by_view *v = r->v;
    by_tile t = by_move_tile(m);
    by_move suffix = m & BY_SUFFIX;
    bool fits = false;

    for (int i = 0; i < r->n; i++)
        fits = fits || ((by_move_kind(r->list[i]) == BY_LAY || by_move_kind(r->list[i]) == BY_HUB)
                        && by_move_tile(r->list[i]) == t);
    if (v->family == BY_CASTLE)
        tell(r, BY_SAY_NO_LAY_CASTLE);
    else if (!by_set_has(&v->hand[v->seat], t))
        TELL(NOT_IN_HAND, BY_THE_TILE(t));
    else if (v->family == BY_TRAINS && by_move_place(m) != BY_NO_TILE && (!fits || suffix == 0)
             && why_train(r, by_move_place(m)))
        return;
    else if (!fits)
        why_fits_not(r, t);
    else if (suffix != 0)
        why_suffix(r, t, suffix);
    else if (!put_duty(r, "") && !why_place(r, by_move_place(m)))
        TELL(NOT_THERE, BY_THE_TILE(t));
}

/* The texts that an ambiguous one could mean. */
static void why_ambiguous(const struct refusal *r, by_move m)
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

by_err by_why(const struct by_view *v, const by_move *list, int n, const char *text, size_t length,
              int language, struct by_fault *f)
{
    struct by_text t = by_text_in(f->text, sizeof f->text, language);
    const struct refusal its = { &t, v, list, n }, *r = &its;
    by_move m = BY_NO_MOVE, found;
    bool shaped = by_move_shape(text, length, v->family, &m);
    by_err err = by_move_read(text, length, v->family, list, n, &found);

    BY_ASSERT(v->seat < v->players);    /* a seat's view: the referee does not play */
    f->err = err == BY_OK ? BY_E_ILLEGAL : err;
    f->line = 0;
    if (v->now.turn != v->seat && lists(r, BY_CALL_OUT))
        TELL(ONLY_CALL, BY_WORDS(v->family == BY_LINE ? "L-25" : "T-16"));
    else if (v->now.turn != v->seat && !word_is(text, length, "call"))
        tell(r, BY_SAY_NOT_YOUR_TURN);
    else if (err == BY_E_AMBIGUOUS)
        why_ambiguous(r, m);
    else if (word_is(text, length, "draw"))
        why_draw(r);
    else if (word_is(text, length, "pass"))
        why_pass(r);
    else if (word_is(text, length, "call"))
        why_call(r);
    else if (!shaped)
        tell(r, BY_SAY_NO_MOVE);
    else if (by_move_kind(m) == BY_HUB && (v->family != BY_TRAINS || v->centre != BY_NO_TILE))
        tell(r, v->family == BY_TRAINS ? BY_SAY_HUB_SET : BY_SAY_NO_HUB);
    else if (by_move_kind(m) == BY_LAY || by_move_kind(m) == BY_HUB)
        why_lay(r, m);
    else
        why_take(r, by_move_tile(m), by_move_kind(m) == BY_TAKE3);
    return f->err;
}

/* ---- What is possible ---------------------------------------------------------------------- */

static int tiles_that_fit(const struct refusal *r)
{
    struct by_set tiles = { { 0, 0, 0 } };

    for (int i = 0; i < r->n; i++)
        if (by_move_kind(r->list[i]) == BY_LAY || by_move_kind(r->list[i]) == BY_HUB)
            by_set_add(&tiles, by_move_tile(r->list[i]));
    return by_set_count(&tiles);
}

/* What the suffixes in the list are for (N-06). */
static void put_suffixes(const struct refusal *r)
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
    const struct refusal its = { out, v, list, n }, *r = &its;
    int fit = tiles_that_fit(r);
    char words[BY_FAULT_TEXT];

    if (lists(r, BY_CALL_OUT))
        tell(r, v->family == BY_LINE ? BY_SAY_CAN_CALL_SCORE : BY_SAY_CAN_CALL_TILE);
    if (v->family == BY_CASTLE) {
        tell(r, lists(r, BY_TAKE) ? BY_SAY_CAN_TAKE : BY_SAY_CAN_DRAW_ROW);
    } else if (fit > 0) {
        TELL(CAN_LAY, BY_NUMBER(fit), BY_NUMBER(v->count[v->seat]));
        if (!put_duty(r, " ") && v->now.laid > 0 && v->family != BY_TRAINS)
            TELL(TILES_JOIN, BY_WORDS(ends(r, words, sizeof words)), BY_WORDS(v->family == BY_FEET ? "F-06" : "L-07"));
    } else {
        tell(r, lists(r, BY_DRAW_TILE) ? BY_SAY_CAN_DRAW : BY_SAY_CAN_PASS);
    }
    put_suffixes(r);
    if (fit > 0 && lists(r, BY_PASS))
        tell(r, BY_SAY_MAY_END);
    if (fit > 0 && lists(r, BY_DRAW_TILE))
        tell(r, BY_SAY_DRAW_COSTS);
}

/* SPDX-License-Identifier: MIT */
/* style.c: defines the styles and the named players that have one.
 *
 *     doubles  lays doubles as soon as possible
 *     blanks   keeps tiles with a blank
 *     heavy    lays the heaviest tile
 *     variety  keeps as many different numbers as possible
 *     lacks    opens numbers that the opponents are known to lack, or that are on few unseen tiles
 *     late     opens numbers that are on few unseen tiles, once a hand is down to a few tiles
 *
 * A style chooses only among tiles that the level rates within the family's margin of its own first choice, so it costs
 * little strength (docs/strength.md). */
#include "style.h"

#include "boneyard/model.h"
#include "boneyard/terms.h"
#include "boneyard/text.h"
#include "think.h"

#define FEW 3     /* the round is late once any hand is down to this many tiles */
#define PROOF 3   /* a number counts as open if at least this many tiles with it would have fitted */
#define KNOWN 100 /* weight of a number that an opponent is known to lack; exceeds any count of unseen tiles */

enum style {
#define BY_STYLE(name) STYLE_##name,
#include "boneyard/styles.def"
#undef BY_STYLE
    STYLES
};

static int tiles_of(struct by_set set, int number)
{
    set = by_set_and(set, by_suit[number]);
    return by_set_count(&set);
}

/* Returns the number that a play opens. */
static int opened(by_move m)
{
    const by_tile t = by_move_tile(m);

    return by_across(t, by_touching(t, by_move_flip(m)));
}

/* Returns the number of tiles with this number that the seat has seen: its own and those on the table. */
static int32_t seen_of(const struct by_question *q, int number)
{
    const struct by_view *v = q->view;
    struct by_set seen = v->hand[v->seat];

    for (int i = 0; i < v->now.laid; i++)
        by_set_add(&seen, v->laid[i].tile);
    return tiles_of(seen, number);
}

/* Counts how often opponents have shown that they lack a number. The next player counts double. */
static int32_t lacked(const struct by_question *q, int number)
{
    const struct by_view *v = q->view;
    const uint32_t ours = by_side_of(&v->rules, v->seat);
    int32_t sum = 0;

    for (int i = 0; q->past != NULL && i < q->past->n; i++) {
        const struct by_heard *h = &q->past->at[i];

        if (h->lacked && (ours >> h->seat & 1) == 0 && tiles_of(h->fits, number) >= PROOF)
            sum += h->seat == (v->seat + 1) % v->players ? 2 : 1;
    }
    return sum;
}

static bool late(const struct by_view *v)
{
    for (int i = 0; i < v->players; i++)
        if (v->count[i] <= FEW)
            return true;
    return false;
}

static int32_t numbers_kept(const struct by_view *v, by_tile laid)
{
    uint32_t numbers = 0;
    int32_t n = 0;

    for (struct by_set left = v->hand[v->seat]; !by_set_empty(&left);) {
        const by_tile t = by_set_take(&left);

        numbers |= t == laid ? 0 : by_tile_numbers(t);
    }
    for (; numbers != 0; numbers &= numbers - 1)
        n++;
    return n;
}

/* Returns a rating of a play for a style. */
static int32_t liking(const struct by_question *q, enum style style, by_move m)
{
    const by_tile t = by_move_tile(m);

    switch (style) {
    case STYLE_doubles: return by_is_double(t);
    case STYLE_blanks: return by_low(t) != 0;
    case STYLE_heavy: return by_pips(t);
    case STYLE_variety: return numbers_kept(q->view, t);
    case STYLE_lacks: return KNOWN * lacked(q, opened(m)) + seen_of(q, opened(m));
    case STYLE_late: return late(q->view) ? seen_of(q, opened(m)) : 0;
    default: return 0;
    }
}

static int choose(const struct by_question *q, const struct by_bot *level, enum by_level at, enum style style)
{
    const int32_t margin = by_bot_families[q->view->family]->margin[at];
    struct by_question ask = *q;
    int32_t values[BY_MOVES], most;
    int own, best;

    if (q->n == 1 || margin == 0 || !by_model_covers(&q->view->rules))
        return level->choose(q);
    if (ask.values == NULL)
        ask.values = values;
    best = own = level->choose(&ask);
    if (by_move_kind(q->moves[own]) != BY_LAY)
        return own;
    most = liking(q, style, q->moves[own]);
    for (int i = 0; i < q->n; i++) {
        const bool near = by_move_kind(q->moves[i]) == BY_LAY && ask.values[i] >= ask.values[own] - margin;
        const int32_t like = near ? liking(q, style, q->moves[i]) : 0;

        if (near && (like > most || (like == most && best != own && ask.values[i] > ask.values[best]))) {
            best = i;
            most = like;
        }
    }
    for (int i = 0; q->chances != NULL && best != own && i < q->n; i++)
        q->chances[i] = i == best ? 65536 : 0;
    return best;
}

/* ---- The bots ------------------------------------------------------------------------------- */

#define EASY BY_EASY
#define MEDIUM BY_MEDIUM
#define HARD BY_HARD
#define EXPERT BY_EXPERT
#define MASTER BY_MASTER
#define EACH_LEVEL(of, s) \
    of(easy, EASY, s) of(medium, MEDIUM, s) of(hard, HARD, s) of(expert, EXPERT, s) of(master, MASTER, s)

#define ABOUT "a level with a style"
#define CHOOSE(level, LEVEL, style) \
    extern const struct by_bot by_bot_##level; \
    static int choose_##level##_##style(const struct by_question *q) \
    { \
        return choose(q, &by_bot_##level, BY_##LEVEL, STYLE_##style); \
    }
#define BY_STYLE(style) EACH_LEVEL(CHOOSE, style)
#include "boneyard/styles.def"
#undef BY_STYLE

#define STYLED(level, LEVEL, style) \
    { #level ":style=" #style, #level, ABOUT, choose_##level##_##style, false, false, &by_bot_##level },
static const struct by_bot styled[] = {
#define BY_STYLE(style) EACH_LEVEL(STYLED, style)
#include "boneyard/styles.def"
#undef BY_STYLE
};

#define BY_CHARACTER(key, name, level, style) \
    extern const struct by_bot by_bot_##key; \
    const struct by_bot by_bot_##key = { #key, name, ABOUT, choose_##level##_##style, false, false, &by_bot_##level };
#include "boneyard/styles.def"
#undef BY_CHARACTER

const struct by_bot *by_styled_find(const char *key)
{
    for (size_t i = 0; i < sizeof styled / sizeof styled[0]; i++)
        if (by_same(styled[i].key, key))
            return &styled[i];
    return NULL;
}

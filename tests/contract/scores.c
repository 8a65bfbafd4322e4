/* SPDX-License-Identifier: MIT */
/* scores.c: checks that tiles are conserved and that scores are the sum of the reported points, using the state alone,
 * without the model. */
#include "contract.h"

#include <string.h>

/* ---- Tiles (C-01, C-03) ------------------------------------------------------------------- */

static bool put_once(struct by_set *seen, by_tile t)
{
    if (t >= BY_MAX_TILES || by_set_has(seen, t))
        return false;
    by_set_add(seen, t);
    return true;
}

/* Each tile of the set lies in one place: a hand, the boneyard, the table, the centre, or (Castle
 * Rock) has been removed. */
bool check_tiles(struct table *t)
{
    const struct by_state *s = &t->s;
    struct by_set seen = { { 0, 0, 0 } };
    int top = t->model.family == BY_LINE ? 6 : s->rules.opt[BY_SET], n = (top + 1) * (top + 2) / 2;
    int gone = t->model.family == BY_CASTLE ? s->now.of.castle.removed : 0;
    bool once = true;

    for (int seat = 0; seat < BY_SEATS; seat++)
        for (struct by_set left = s->hand[seat]; !by_set_empty(&left);)
            once &= put_once(&seen, by_set_take(&left));
    for (int i = s->now.taken; i < s->deck_tiles; i++)
        once &= put_once(&seen, s->deck[i]);
    for (int i = 0; i < s->now.laid; i++)
        once &= put_once(&seen, t->model.family == BY_CASTLE ? s->row[i] : s->laid[i].tile);
    if (s->centre != BY_NO_TILE && t->model.family == BY_TRAINS)
        once &= put_once(&seen, s->centre);
    for (int i = n; i < BY_MAX_TILES; i++)
        once &= !by_set_has(&seen, (by_tile)i);
    if (!once)
        return wrong(t, "tiles", "a tile is there twice, or is not of the set");
    if (by_set_count(&seen) + gone != n)
        return wrong(t, "tiles", "%d tiles are there and %d removed, of %d", by_set_count(&seen), gone, n);
    return true;
}

/* ---- Scores ------------------------------------------------------------------------------- */

static bool same_side(const struct by_state *s, int a, int b)
{
    return a == b || (s->rules.opt[BY_TEAMS] == BY_ON && (a - b) % 2 == 0);
}

/* F-10, T-15, R-06: the remaining tiles, one by one. */
static int64_t left_over(const struct by_state *s, int family, int seat)
{
    int64_t sum = 0;

    for (int a = 0; a <= BY_MAX_NUMBER; a++)
        for (int b = 0; b <= a; b++)
            if (by_set_has(&s->hand[seat], by_tile_of(a, b)))
                sum += a + b + (family == BY_FEET && a == 0 ? s->rules.opt[BY_BLANK_PENALTY] : 0);
    for (int i = 0; family == BY_CASTLE && i < s->now.laid; i++)
        sum += by_high(s->row[i]) + by_low(s->row[i]);
    return sum;
}

/* L-15: computes each tile's free halves from the neighbour graph in `laid`, unlike the model: starts with all halves
 * and removes the covered ones. */
static int graph_count(const struct by_state *s)
{
    int count = 0;

    for (int i = 0; i < s->now.laid; i++) {
        by_tile tile = s->laid[i].tile;
        int worth = by_high(tile) + by_low(tile), beside = 0;

        for (int k = 0; k < s->now.laid; k++) {
            const struct by_laid *l = &s->laid[k];
            bool child = l->on != BY_NO_TILE && l->on == i && k != i;
            bool parent = k == i && l->on != BY_NO_TILE;

            if (!child && !parent)
                continue;
            beside++;
            if (!by_is_double(tile))
                worth -= (child ? l->flip >> 1 : l->flip) & 1 ? by_low(tile) : by_high(tile);
        }
        if (by_is_double(tile) && beside > 1)
            worth = 0;
        count += worth;
    }
    return count;
}

/* Does the same from the count that the view gives for each end. */
static int parts_count(const struct by_state *s)
{
    static const struct by_result none = { .round = 0 };
    struct by_view v;
    uint8_t part[BY_MAX_TILES + 2];
    int count = 0;

    by_view_of(s, &none, 0, &v);
    for (int n = by_count_parts(&v, part); n > 0; n--)
        count += part[n - 1];
    return count;
}

static bool round_gains(struct table *t)
{
    const struct by_state *s = &t->s;
    int family = t->model.family;

    for (int i = 0; i < s->players; i++) {
        int64_t left = left_over(s, family, i);

        if (family != BY_LINE && s->gain[i] != left)
            return wrong(t, "scores", "F-10, T-15, R-06: seat %d gains %d with %d left", i, (int)s->gain[i], (int)left);
        if (family == BY_LINE && s->gain[i] < 0)
            return wrong(t, "scores", "L-17 to L-21: seat %d gains %d", i, (int)s->gain[i]);
        if (family != BY_CASTLE)
            t->sum[i] += s->gain[i];
        else if (s->round == 1 || left < t->sum[i]) /* the lowest so far */
            t->sum[i] = left;
    }
    return true;
}

/* Adds up the score events and the gains of rounds, by seat and side (C-11), and compares. */
bool check_scores(struct table *t, const struct by_events *ev, const struct by_state *before)
{
    const struct by_state *s = &t->s;
    bool ended = false;

    for (int e = 0; e < ev->n; e++) {
        for (int i = 0; ev->at[e].kind == BY_EV_SCORE && i < s->players; i++)
            t->sum[i] += same_side(s, i, ev->at[e].seat) ? ev->at[e].points : 0;
        ended |= ev->at[e].kind == BY_EV_ROUND_END;
    }
    if (ended != (s->end != BY_NOT_ENDED && before->end == BY_NOT_ENDED))
        return wrong(t, "scores", "the end of the round is not told, or told without one");
    if (ended && !round_gains(t))
        return false;
    for (int i = 0; i < s->players; i++) {
        if (s->score[i] != t->sum[i])
            return wrong(t, "scores", "seat %d has %d points, and was told %d", i, (int)s->score[i], (int)t->sum[i]);
        if (!ended && s->gain[i] != 0)
            return wrong(t, "scores", "seat %d has a gain in mid-round", i);
    }
    if (t->model.family == BY_LINE && s->now.of.line.count != graph_count(s))
        return wrong(t, "scores", "L-15: the layout counts %d, not %d", s->now.of.line.count, graph_count(s));
    if (t->model.family == BY_LINE && s->now.of.line.count != parts_count(s))
        return wrong(t, "scores", "L-15: the parts of the count make %d, not %d", parts_count(s), s->now.of.line.count);
    return true;
}

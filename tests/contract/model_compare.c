/* SPDX-License-Identifier: MIT */
/* model_compare.c: compares the engine's state with the model; each difference names its rule. */
#include "model.h"

#include <string.h>

static int none_of(uint8_t value) { return value == BY_NO_TILE ? NONE : value; }

static const char *turns_differ(const struct model *m, const struct by_state *s)
{
    if (s->now.phase != m->phase)
        return "phase (C-07, L-24, F-11, T-15, R-06)";
    if (s->now.turn != m->turn)
        return "turn (C-02, F-08, T-08, T-17)";
    if (s->end != m->end || none_of(s->end_seat) != m->end_seat)
        return "how the round ended, or by whom (C-07, L-17, L-18)";
    if (s->round != (uint32_t)m->round || s->lead != m->lead || none_of(s->winner) != m->winner)
        return "round or lead (L-04, L-05, L-06, F-04, T-03, T-04)";
    if (none_of(s->led) != m->led || none_of(s->centre) != m->centre)
        return "the tile to be led, or the centre (L-05, F-03, T-03, T-04)";
    if (none_of(s->now.window) != m->window)
        return "who may be called out (L-25, T-16)";
    if (by_actors(s) != model_actors(m))
        return "actors (L-25, T-16)";
    if (by_winners(s) != model_winners(m))
        return "winners (C-11, L-24, F-11, T-15)";
    for (int i = 0; i < m->players; i++)
        if (s->skip[i] != m->skip[i])
            return "lost turns (T-17)";
    return NULL;
}

static const char *tiles_differ(const struct model *m, const struct by_state *s)
{
    if (memcmp(s->hand, m->hand, sizeof s->hand) != 0)
        return "hands";
    if (s->now.taken != m->taken || s->deck_tiles != m->tiles || memcmp(s->deck, m->deck, (size_t)m->tiles) != 0)
        return "boneyard (C-03)";
    if (by_drawable(s) != model_drawable(m))
        return "drawable (L-09, L-11)";
    if (memcmp(s->score, m->score, sizeof s->score) != 0)
        return "scores (L-16 to L-24, F-10, T-15, T-17, R-06, R-07)";
    if (memcmp(s->gain, m->gain, sizeof s->gain) != 0)
        return "gains (L-17 to L-22, F-10, T-15, R-06)";
    return NULL;
}

/* The neighbours of each laid tile, counted from scratch. */
static const char *laid_differ(const struct model *m, const struct by_state *s)
{
    int beside[BY_MAX_TILES + 2] = { 0 };

    if (s->now.laid != m->laid_n)
        return "how many tiles are laid";
    for (int i = 0; i < m->laid_n; i++) {
        const struct m_laid *l = &m->laid[i];
        int flip = l->on != NONE && l->touch != by_high(l->tile);

        if (m->family != BY_TRAINS && l->on != NONE) {
            flip |= (l->at != by_high(m->laid[l->on].tile)) << 1;
            beside[i]++;
            beside[l->on]++;
        }
        if (s->laid[i].tile != l->tile || none_of(s->laid[i].on) != l->on || s->laid[i].flip != flip)
            return "a tile laid";
    }
    for (int i = 0; i < m->laid_n; i++)
        if (s->laid[i].beside != beside[i])
            return "neighbours of a tile (L-15)";
    return NULL;
}

static const char *ends_differ(const struct model *m, const struct by_state *s)
{
    struct m_end ends[2 * BY_MAX_TILES];
    int n = m->family == BY_LINE ? line_ends(m, ends) : feet_ends(m, ends);
    int missing = 0, must = m->family == BY_FEET ? feet_must(m, &missing) : NONE;

    if (m->family == BY_LINE && s->now.of.line.count != line_count(m))
        return "count of the layout (L-15)";
    if (m->family == BY_FEET && none_of(s->now.of.line.must) != must)
        return "the double to be filled (F-05, F-07)";
    if (m->family == BY_FEET && must != NONE && s->now.of.line.toes != missing)
        return "toes still to come (F-05, F-07)";
    if (s->now.places != n)
        return "how many places are open (L-12, L-13, L-14, F-06)";
    for (int i = 0; i < n; i++)
        if (s->place[i].laid != ends[i].laid || s->place[i].number != ends[i].number)
            return "an open place (L-12, L-13, L-14, F-06)";
    return NULL;
}

static const char *trains_differ(const struct model *m, const struct by_state *s)
{
    for (int k = 0; k < BY_ARMS; k++) {
        bool marker = k < BY_SEATS && m->marker[k];

        if ((s->now.of.trains.markers >> k & 1) != marker)
            return "markers (T-08, T-09, T-11)";
        if (s->tail[k] != m->tail[k] || s->length[k] != m->length[k])
            return "a train (T-05)";
        if ((s->now.of.trains.doubles >> k & 1) != m->open[k])
            return "open doubles (T-13)";
    }
    return NULL;
}

const char *model_differs(const struct model *m, const struct by_state *s)
{
    const char *what = turns_differ(m, s);

    what = what != NULL ? what : tiles_differ(m, s);
    if (m->family != BY_CASTLE) {
        what = what != NULL ? what : laid_differ(m, s);
        if (m->family == BY_TRAINS)
            return what != NULL ? what : trains_differ(m, s);
        return what != NULL ? what : ends_differ(m, s);
    }
    if (what != NULL)
        return what;
    if (s->now.laid != m->row_n || memcmp(s->row, m->row, (size_t)m->row_n) != 0)
        return "the row (R-02, R-03, R-05)";
    if (s->now.of.castle.removed != m->removed || s->cleared != (uint32_t)m->cleared)
        return "tiles removed, or rounds cleared (R-06)";
    return NULL;
}

const char *model_events_differ(const struct by_events *a, const struct by_events *b)
{
    if (a->n != b->n)
        return "how many events";
    for (int i = 0; i < a->n; i++) {
        const struct by_event *x = &a->at[i], *y = &b->at[i];

        if (x->kind != y->kind || x->seat != y->seat)
            return "an event's kind or seat";
        if (x->points != y->points)
            return "an event's points (L-16, L-25, T-17)";
        if (x->move != y->move || x->tiles != y->tiles || memcmp(x->drawn, y->drawn, sizeof x->drawn) != 0)
            return "an event's move or tiles";
    }
    return NULL;
}

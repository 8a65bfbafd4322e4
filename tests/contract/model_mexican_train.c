/* SPDX-License-Identifier: MIT */
/* model_mexican_train.c: a second implementation of Mexican Train, T-01 to T-22. */
#include "model.h"

#include <string.h>

static bool is_double(by_tile t) { return by_high(t) == by_low(t); }

static bool bears(by_tile t, int number) { return by_high(t) == number || by_low(t) == number; }

void train_deal(struct model *m) /* T-03, T-05 */
{
    for (int k = 0; k < BY_ARMS && m->centre != NONE; k++)
        m->tail[k] = by_high((by_tile)m->centre);
}

static bool train_is_there(const struct model *m, int k) { return k < m->players || k == BY_MEXICAN; }

/* T-07, T-13, T-14, T-20, T-21, T-22: may this seat lay on this train, with so many doubles laid in
 * its turn that want another tile? */
static bool may_use(const struct model *m, int seat, int k, int stage)
{
    bool any_open = false;

    if (!train_is_there(m, k))
        return false;
    if (stage == 2) /* T-14: on one of the two doubles */
        return k == m->fresh[0] || k == m->fresh[1];
    if (stage == 1 && m_opt(m, BY_DOUBLE) == BY_DOUBLE_SATISFY)
        return k == m->fresh[0]; /* T-22 */
    for (int i = 0; i < BY_ARMS; i++)
        any_open |= m->open[i];
    if (stage == 0 && any_open) /* T-13 */
        return m->open[k];
    if (m->hub && !m->turned[seat]) /* T-20 */
        return k == seat;
    if (m->hub && m->length[seat] == 0 && k != seat && m->length[k] == 0) /* T-21 */
        return false;
    return k == seat || k == BY_MEXICAN || m->marker[k]; /* T-07 */
}

/* T-14, T-12: may a second double follow?  The third tile is one that was in hand before any draw for
 * the additional one; a tile added by a catch counts (T-17: judged with the hand as it then is). */
static bool second_double(const struct model *m, int seat, by_tile t)
{
    struct by_set rest = m->hand[seat];

    by_set_drop(&rest, t);
    if (by_set_empty(&rest))
        return true;
    for (int i = 0; i < BY_MAX_TILES && m_opt(m, BY_TWO_DOUBLES) == BY_TWO_ON; i++)
        if (by_set_has(&rest, (by_tile)i) && !by_set_has(&m->late, (by_tile)i)
            && (bears((by_tile)i, by_high(t)) || bears((by_tile)i, m->tail[m->fresh[0]])))
            return true;
    return false;
}

static bool may_lay(const struct model *m, int seat, by_tile t, int k)
{
    if (!by_set_has(&m->hand[seat], t) || (m->only != NONE && m->only != t) || !bears(t, m->tail[k]))
        return false;
    if (m->stage == 1 && is_double(t) && !second_double(m, seat, t))
        return false;
    if (m->stage == 2 && by_set_has(&m->late, t))
        return false;
    return may_use(m, seat, k, m->stage);
}

static bool leaves_one(const struct model *m, int seat)
{
    return m_opt(m, BY_KNOCK) == BY_ON && by_set_count(&m->hand[seat]) == 2;
}

static int lays(const struct model *m, int seat, struct m_move *out)
{
    int n = 0;

    for (int t = 0; t < BY_MAX_TILES; t++)
        for (int k = 0; by_set_has(&m->hand[seat], (by_tile)t) && k < BY_ARMS; k++) {
            if (!may_lay(m, seat, (by_tile)t, k))
                continue;
            out[n++] = (struct m_move){ BY_LAY, (uint8_t)t, (uint8_t)m->tail[k], (uint8_t)k, 0, 0, 0 };
            if (leaves_one(m, seat)) { /* T-16, N-06 */
                out[n] = out[n - 1];
                out[n++].shout = 1;
            }
        }
    return n;
}

/* T-08, T-10: one draw for the first and one for the additional tile, none for a third. */
static bool draw_left(const struct model *m) { return model_drawable(m) > 0 && m->drew == 0 && m->stage < 2; }

static int train_list(const struct model *m, struct m_move *out)
{
    int n = 0;

    if (m->centre == NONE) { /* T-04 */
        out[0] = m_plain(BY_HUB);
        out[0].tile = (uint8_t)m->led;
        return 1;
    }
    n = lays(m, m->turn, out);
    if (n > 0) {
        if (m_opt(m, BY_INFRACTIONS) == BY_PENALISE && draw_left(m)) /* T-19 */
            out[n++] = m_plain(BY_DRAW_TILE);
        if (m_opt(m, BY_DOUBLE) == BY_DOUBLE_MAY && m->stage == 1 && m->drew == 0) /* T-11 */
            out[n++] = m_plain(BY_PASS);
        return n;
    }
    out[0] = m_plain(draw_left(m) ? BY_DRAW_TILE : BY_PASS); /* C-05, C-10 */
    return 1;
}

/* ---- Playing ------------------------------------------------------------------------------ */

/* C-07: whether any seat could lay a tile with the current markers and open doubles. */
static bool somebody_could(const struct model *m)
{
    for (int seat = 0; seat < m->players; seat++)
        for (int t = 0; t < BY_MAX_TILES; t++)
            for (int k = 0; by_set_has(&m->hand[seat], (by_tile)t) && k < BY_ARMS; k++)
                if (bears((by_tile)t, m->tail[k]) && may_use(m, seat, k, 0))
                    return true;
    return false;
}

static void end_turn(struct model *m, bool marker)
{
    if (marker)
        m->marker[m->turn] = true; /* T-08 */
    m->turned[m->turn] = true;
    if (m_turn_blocks(m) && (m->hub || !somebody_could(m)))
        m_finish_low(m, BY_ENDED_BLOCKED, NONE);
    else
        m_next(m);
}

static void punish(struct model *m, int offender) /* T-17 */
{
    int penalty = m_opt(m, BY_PENALTY);

    if (penalty == BY_PENALTY_TILE && model_drawable(m) > 0) {
        m_draw(m, offender, false);
        if (offender == m->turn)
            m->only = NONE; /* judged with the hand as it then is */
    } else if (penalty == BY_PENALTY_FIFTY) {
        m_add(m, offender, 50);
    } else if (penalty == BY_PENALTY_SKIP) {
        m->skip[offender]++;
    }
}

static void lay(struct model *m, int seat, struct m_move mv)
{
    int k = mv.on;

    m_put(m, seat, mv, k);
    m->tail[k] = by_high(mv.tile) + by_low(mv.tile) - mv.touch;
    m->length[k]++;
    m->open[k] = is_double(mv.tile);
    if (k == seat)
        m->marker[seat] = false; /* T-09 */
    if (by_set_empty(&m->hand[seat])) {
        m_finish_low(m, BY_ENDED_OUT, seat); /* T-12, T-15 */
        return;
    }
    if (m_opt(m, BY_KNOCK) == BY_ON && by_set_count(&m->hand[seat]) == 1 && !mv.shout) {
        m->window = seat; /* T-16 */
        m->later = false;
    }
    if (!is_double(mv.tile)) {
        end_turn(m, false);
        return;
    }
    m->fresh[m->stage++] = k; /* T-10, T-14 */
    m->drew = 0;
    m->only = NONE;
}

static void draw(struct model *m, int seat)
{
    struct m_move next[BY_MOVES];
    bool able = lays(m, seat, next) > 0;
    int before = m->taken;
    by_tile t = m_draw(m, seat, true);

    m->drew++;
    if (able)
        punish(m, seat); /* T-19: at once */
    for (; m->stage == 1 && before < m->taken; before++)
        by_set_add(&m->late, m->deck[before]);
    if (able && m_opt(m, BY_PENALTY) == BY_PENALTY_KEEP) {
        end_turn(m, false); /* T-17 */
        return;
    }
    m->only = able ? NONE : t;    /* T-08: only this tile */
    if (lays(m, seat, next) == 0) /* C-10 */
        end_turn(m, true);
}

static void train_play(struct model *m, int seat, struct m_move mv)
{
    struct m_move next[BY_MOVES];
    int offender = m->window;

    if (mv.kind == BY_CALL_OUT) {
        m->window = NONE;
        punish(m, offender);
        return;
    }
    if (m->later) /* T-16: the first move of a later turn */
        m->window = NONE;
    if (mv.kind == BY_HUB) { /* T-04 */
        by_set_drop(&m->hand[seat], mv.tile);
        m->centre = mv.tile;
        m->lay = 1;
        train_deal(m);
        if (by_set_empty(&m->hand[seat]))
            m_finish_low(m, BY_ENDED_OUT, seat);
    } else if (mv.kind == BY_LAY) {
        lay(m, seat, mv);
    } else if (mv.kind == BY_DRAW_TILE) {
        draw(m, seat);
    } else {
        end_turn(m, lays(m, seat, next) == 0); /* T-11: a seat that could have laid gets no marker */
    }
}

const struct reading reading_mexican_train = { train_list, train_play };

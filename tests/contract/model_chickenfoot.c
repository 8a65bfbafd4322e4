/* SPDX-License-Identifier: MIT */
/* model_chickenfoot.c: a second implementation of Chickenfoot, F-01 to F-11. The open places follow from the tiles on
 * the table. */
#include "model.h"

#include <string.h>

/* The tiles laid against each tile. */
static void children(const struct model *m, int *n)
{
    memset(n, 0, sizeof *n * (size_t)m->laid_n);
    for (int i = 0; i < m->laid_n; i++)
        if (m->laid[i].on != NONE)
            n[m->laid[i].on]++;
}

/* F-05, F-07: the double that still needs tiles: six on the centre, three on every other. */
int feet_must(const struct model *m, int *missing)
{
    int n[BY_MAX_TILES + 2];

    children(m, n);
    for (int i = 0; i < m->laid_n; i++) {
        *missing = (i == 0 ? 6 : 3) - n[i];
        if (by_high(m->laid[i].tile) == by_low(m->laid[i].tile) && *missing > 0)
            return i;
    }
    *missing = 0;
    return NONE;
}

/* F-06: the free toes: singles with nothing laid against them. */
int feet_ends(const struct model *m, struct m_end *out)
{
    int n[BY_MAX_TILES + 2], ends = 0;

    children(m, n);
    for (int i = 0; i < m->laid_n; i++) {
        by_tile t = m->laid[i].tile;

        if (n[i] == 0 && by_high(t) != by_low(t))
            out[ends++] = (struct m_end){ i, by_high(t) + by_low(t) - m->laid[i].touch };
    }
    return ends;
}

static int feet_list(const struct model *m, struct m_move *out)
{
    struct m_end ends[BY_MAX_TILES + 2];
    int missing, must = feet_must(m, &missing), places = feet_ends(m, ends), n = 0;

    if (must != NONE) { /* nothing else is open until its tiles are there */
        places = 1;
        ends[0] = (struct m_end){ must, by_high(m->laid[must].tile) };
    }
    for (int t = 0; t < BY_MAX_TILES; t++)
        for (int i = 0; by_set_has(&m->hand[m->turn], (by_tile)t) && i < places; i++) {
            int number = ends[i].number;

            if (number == by_high((by_tile)t) || number == by_low((by_tile)t))
                out[n++] =
                    (struct m_move){ BY_LAY, (uint8_t)t, (uint8_t)number, m->laid[ends[i].laid].tile, (uint8_t)number,
                                     0,      0 };
        }
    if (n == 0) /* F-08 */
        out[n++] = m_plain(model_drawable(m) > 0 ? BY_DRAW_TILE : BY_PASS);
    return n;
}

static void end_turn(struct model *m)
{
    if (m_turn_blocks(m)) /* F-09 */
        m_finish_low(m, BY_ENDED_BLOCKED, NONE);
    else
        m_next(m);
}

static void feet_play(struct model *m, int seat, struct m_move mv)
{
    struct m_move next[BY_MOVES];
    int on = 0;

    if (mv.kind == BY_LAY) {
        while (m->laid[on].tile != mv.on)
            on++;
        m_put(m, seat, mv, on);
        if (by_set_empty(&m->hand[seat])) {
            m_finish_low(m, BY_ENDED_OUT, seat); /* F-09 */
            return;
        }
    } else if (mv.kind == BY_DRAW_TILE) {
        m_draw(m, seat, true);
        feet_list(m, next);
        if (next[0].kind == BY_LAY) /* F-08: it must be played at once */
            return;
    }
    end_turn(m);
}

const struct reading reading_chickenfoot = { feet_list, feet_play };

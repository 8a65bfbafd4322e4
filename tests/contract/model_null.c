/* SPDX-License-Identifier: MIT */
/* model_null.c: the second implementation of the template's rules, for `contract null`. `tools/new-game NAME` copies
 * it; write your game's rules here again, from docs/rules.md and not from its C file. */
#include "model.h"

/* Lists the moves in the order of N-08. */
static int null_list(const struct model *m, struct m_move *out)
{
    struct m_end ends[2 * BY_MAX_TILES];
    int places = line_ends(m, ends), n = 0;

    for (int t = 0; t < BY_MAX_TILES; t++) {
        if (!by_set_has(&m->hand[m->turn], (by_tile)t))
            continue;
        if (m->laid_n == 0)
            out[n++] = (struct m_move){ BY_LAY, (uint8_t)t, (uint8_t)by_high((by_tile)t), BY_NO_TILE, 0, 0, 0 };
        for (int i = 0; i < places; i++)
            for (int half = 0; half <= by_high((by_tile)t); half++)
                if (half == by_low((by_tile)t) || half == by_high((by_tile)t))
                    out[n++] = (struct m_move){
                        BY_LAY, (uint8_t)t, (uint8_t)half, m->laid[ends[i].laid].tile, (uint8_t)ends[i].number, 0, 0
                    };
    }
    return n;
}

static void null_play(struct model *m, int seat, struct m_move mv)
{
    line_put(m, seat, mv);
    if (by_set_empty(&m->hand[seat]))
        line_finish(m, seat);
    else
        m_next(m);
}

const struct reading reading_null = { null_list, null_play };

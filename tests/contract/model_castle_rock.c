/* SPDX-License-Identifier: MIT */
/* model_castle_rock.c: a second implementation of Castle Rock, R-01 to R-08. */
#include "model.h"

static bool bears(by_tile t, int number) { return by_high(t) == number || by_low(t) == number; }

static bool removable(const struct model *m, int i) /* */
{
    for (int number = 0; i > 0 && i < m->row_n - 1 && number <= BY_MAX_NUMBER; number++)
        if (bears(m->row[i - 1], number) && bears(m->row[i + 1], number))
            return true;
    return false;
}

static bool removable3(const struct model *m, int i) /* R-03, D-13 */
{
    for (int number = 0; i > 0 && i < m->row_n - 1 && number <= BY_MAX_NUMBER; number++)
        if (bears(m->row[i - 1], number) && bears(m->row[i], number) && bears(m->row[i + 1], number))
            return true;
    return false;
}

static int castle_list(const struct model *m, struct m_move *out)
{
    int n = 0;

    for (int t = 0; t < BY_MAX_TILES; t++) /* N-08 */
        for (int i = 0; i < m->row_n; i++) {
            if (m->row[i] != t)
                continue;
            if (removable(m, i))
                out[n++] = (struct m_move){ BY_TAKE, (uint8_t)t, 0, BY_NO_TILE, 0, 0, 0 };
            if (removable3(m, i))
                out[n++] = (struct m_move){ BY_TAKE3, (uint8_t)t, 0, BY_NO_TILE, 0, 0, 0 };
        }
    if (m->taken < m->tiles /* */
        && (n == 0 || (m_opt(m, BY_REMOVALS) == BY_ONCE && m->free_draw)))
        out[n++] = m_plain(BY_DRAW_TILE);
    return n;
}

static void remove_at(struct model *m, int i)
{
    for (m->row_n--; i < m->row_n; i++)
        m->row[i] = m->row[i + 1];
    m->removed++;
}

static void refill(struct model *m) /* */
{
    int n = m->row_n == 0 ? 3 : 1;

    for (m->ev.at[0].tiles = 0; n > 0 && m->taken < m->tiles; n--) {
        m->ev.at[0].drawn[m->ev.at[0].tiles++] = m->deck[m->taken];
        m->row[m->row_n++] = m->deck[m->taken++];
    }
}

static void castle_play(struct model *m, int seat, struct m_move mv)
{
    struct m_move next[2 * BY_MAX_TILES];
    int at = 0, pips = 0;

    (void)seat;
    if (mv.kind == BY_DRAW_TILE)
        refill(m);
    while (mv.kind != BY_DRAW_TILE && m->row[at] != mv.tile)
        at++;
    for (int n = mv.kind == BY_TAKE3 ? 3 : mv.kind == BY_TAKE ? 1 : 0; n > 0; n--)
        remove_at(m, mv.kind == BY_TAKE3 ? at - 1 : at);
    m->free_draw = mv.kind != BY_DRAW_TILE;
    if (castle_list(m, next) > 0)
        return;
    for (int i = 0; i < m->row_n; i++) /* */
        pips += by_pips(m->row[i]);
    m->gain[0] = pips;
    m->score[0] = m->round == 1 || pips < m->score[0] ? pips : m->score[0];
    m->cleared += m->row_n == 0;
    m_finish(m, m->row_n == 0 ? BY_ENDED_OUT : BY_ENDED_BLOCKED, m->row_n == 0 ? 0 : NONE);
    if (m->round == m_opt(m, BY_ROUNDS))
        m_game_over(m);
}

const struct reading reading_castle_rock = { castle_list, castle_play };

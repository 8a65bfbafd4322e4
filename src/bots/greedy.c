/* SPDX-License-Identifier: MIT */
/* greedy.c: plays the move with the greatest immediate gain: points first, then the heaviest tile. */
#include "greedy.h"

extern const struct by_bot by_bot_greedy;

/* Returns the position of a Castle Rock tile from the left. Among equal removals, greedy chooses the leftmost one. */
static int32_t place(const struct by_view *v, by_tile t)
{
    int i = 0;

    while (i < v->now.laid && v->row[i] != t)
        i++;
    return i;
}

/* Returns the immediate gain of a move in thousandths. Calls and announcements cost nothing and are always worth
 * making. Draws and passes rank low, and infractions (T-19) lowest. */
static int32_t worth(const struct by_view *v, by_move m)
{
    int points = by_points_of(v, m);
    bool call = v->rules.opt[BY_CALL] == BY_ON;

    switch (by_move_kind(m)) {
    case BY_LAY:
        if (call && by_move_claim(m) == 0)
            points = 0; /* unclaimed points do not count (L-25) */
        return points * 100000 + by_pips(by_move_tile(m)) * 1000 + ((m & BY_ANNOUNCED) != 0 ? 500 : 0)
            + (by_families[v->family]->trains && by_move_place(m) == v->seat ? 100 : 0);
    case BY_TAKE3: return 3000000 - place(v, by_move_tile(m));
    case BY_TAKE: return 1000000 - place(v, by_move_tile(m));
    case BY_HUB: return 1000000;
    case BY_CALL_OUT: return 100000000;
    case BY_PASS: return -1000;
    default: return -2000;
    }
}

static int settle(const struct by_question *q, int32_t (*of)(const struct by_view *, by_move))
{
    int best = 0;

    for (int i = 0; i < q->n; i++) {
        if (q->values != NULL)
            q->values[i] = of(q->view, q->moves[i]);
        if (of(q->view, q->moves[i]) > of(q->view, q->moves[best]))
            best = i;
    }
    for (int i = 0; q->chances != NULL && i < q->n; i++)
        q->chances[i] = i == best ? 65536 : 0;
    return best;
}

static int32_t weight(const struct by_view *v, by_move m)
{
    return by_move_kind(m) == BY_LAY ? by_pips(by_move_tile(m)) * 1000 + ((m & BY_ANNOUNCED) != 0) : worth(v, m);
}

int by_greedy(const struct by_question *q)
{
    const struct by_bot_family *f = by_bot_families[q->view->family];

    return q->n > 1 && f->greedy != NULL ? f->greedy(q) : settle(q, worth);
}
int by_heaviest(const struct by_question *q) { return settle(q, weight); }

const struct by_bot by_bot_greedy = {
    "greedy",  "Greedy", "takes the points at hand, else the heaviest tile; in trains its planned train",
    by_greedy, false,    false,
    NULL
};

/* match.c: one running match (match.h). */
#include "boneyard/match.h"

#include <string.h>

#include "boneyard/text.h"

void by_match_init(struct by_match *m, const struct by_config *rules, struct by_step *log, uint32_t room)
{
    memset(m, 0, sizeof *m);
    by_start(&m->state, rules);
    by_match_log(m, log, room);
}

void by_match_log(struct by_match *m, struct by_step *log, uint32_t room)
{
    BY_ASSERT(room >= m->moves);
    m->log = log;
    m->room = room;
}

by_err by_match_deal(struct by_match *m, const by_tile *deck, int tiles, int lead, struct by_events *ev)
{
    by_err err = by_deal(&m->state, deck, tiles, lead, ev);

    if (err == BY_OK)
        m->moves = 0;
    return err;
}

by_err by_match_deal_seeded(struct by_match *m, const struct by_seed *seed, int lead, struct by_events *ev)
{
    by_err err = by_deal_seeded(&m->state, seed, lead, ev);

    if (err == BY_OK)
        m->moves = 0;
    return err;
}

by_err by_match_move(struct by_match *m, int seat, by_move move, struct by_events *ev)
{
    struct by_step *step;
    by_err err;

    if (m->moves == m->room)
        return BY_E_FULL;
    step = &m->log[m->moves];
    memset(step, 0, sizeof *step);
    err = by_play(&m->state, seat, move, ev, &step->undo);
    if (err != BY_OK)
        return err;
    step->move = move;
    step->seat = (uint8_t)seat;
    m->moves++;
    if (m->state.end != BY_NOT_ENDED) {
        m->before = m->last;
        by_result_of(&m->state, &m->last);
    }
    return BY_OK;
}

by_err by_match_play(struct by_match *m, int seat, const char *text, size_t length, struct by_events *ev)
{
    by_move list[BY_MOVES], move;
    by_err err;
    int n;

    if (m->state.now.phase != BY_PLAYING)
        return BY_E_PHASE;
    if (seat < 0 || seat >= m->state.players)
        return BY_E_SEAT;
    if ((by_actors(&m->state) >> seat & 1) == 0)
        return BY_E_TURN;
    n = by_moves(&m->state, seat, list);
    err = by_move_read(text, length, by_game_of(&m->state)->family, list, n, &move);
    return err != BY_OK ? err : by_match_move(m, seat, move, ev);
}

by_err by_match_undo(struct by_match *m)
{
    const struct by_step *step;

    if (m->moves == 0)
        return BY_E_NO_UNDO;
    step = &m->log[--m->moves];
    if (m->state.end != BY_NOT_ENDED) { /* the move that ended the round comes back too */
        m->last = m->before;
        memset(&m->before, 0, sizeof m->before);
    }
    by_back(&m->state, step->seat, step->move, &step->undo);
    return BY_OK;
}

void by_match_past(const struct by_match *m, struct by_heard *out, struct by_past *past)
{
    struct by_state s = m->state;

    *past = (struct by_past){ out, (int)m->moves, by_undealt(&s) };
    for (uint32_t i = m->moves; i-- > 0;) {
        const struct by_step *step = &m->log[i];

        by_back(&s, step->seat, step->move, &step->undo);
        by_hear_move(&s, step->seat, step->move, &step->undo, &out[i]);
    }
}

void by_match_view(const struct by_match *m, int seat, struct by_view *out)
{
    by_view_of(&m->state, &m->last, seat, out);
}

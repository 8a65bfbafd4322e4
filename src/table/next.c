/* SPDX-License-Identifier: MIT */
/* next.c: determines the next step at a table, and answers queries (table.h). */
#include "boneyard/family.h"
#include "boneyard/table.h"
#include "boneyard/terms.h"
#include "planted.h"

/* ---- The next decision -------------------------------------------------------------------- */

/* Returns all seats that may legally call and have not declined. */
static uint32_t callers(const struct by_table *t)
{
    const struct by_state *s = &t->state;
    uint32_t may = by_actors(s);

    if (s->now.window == BY_NO_SEAT)
        return 0;
    return may & ~by_side_of(&s->rules, s->now.window) & ~t->passed;
}

/* Returns the first of these seats, counted from `from`, or BY_NO_SEAT. */
static int first_of(const struct by_state *s, uint32_t seats, int from)
{
    for (int i = 0; i < s->players; i++)
        if ((seats >> (from + i) % s->players & 1) != 0)
            return (from + i) % s->players;
    return BY_NO_SEAT;
}

/* Returns the seat that is offered the call next, or BY_NO_SEAT. */
static int caller(const struct by_table *t, uint32_t all)
{
    uint32_t turn = (uint32_t)1 << t->state.now.turn, others = all & ~turn;
    bool bots = (others & ~t->people) != 0;

    if ((others & t->people) != 0 && !BY_PLANTED(41))
        return first_of(&t->state, others & t->people, t->state.now.turn);
    if (bots && (all & turn & t->people) != 0)
        return t->state.now.turn;
    return first_of(&t->state, others, t->state.now.turn);
}

/* Treats a draw or a pass as forced only if everyone can see that no tile fits, since an automatic move must not reveal
 * more. */
bool by_table_forced(const struct by_table *t, by_move *move)
{
    const struct by_undo none = { .to = BY_NO_SEAT };
    const struct by_state *s = &t->state;
    by_move list[BY_MOVES];
    struct by_heard heard;
    int seat = s->now.turn;

    if (by_moves(s, seat, list) != 1 || (list[0] != BY_DRAW_MOVE && list[0] != BY_PASS_MOVE))
        return false;
    by_hear_move(s, seat, list[0], &none, &heard);
    *move = list[0];
    return heard.lacked || BY_PLANTED(42);
}

struct by_next by_table_next(const struct by_table *t)
{
    static const uint8_t phases[] = {
        [BY_READY] = BY_NEXT_DEAL, [BY_ROUND_OVER] = BY_NEXT_ROUND_OVER, [BY_GAME_OVER] = BY_NEXT_GAME_OVER
    };
    const struct by_state *s = &t->state;
    struct by_next d = { phases[s->now.phase], BY_NO_SEAT, callers(t) };
    int seat = s->now.turn;
    by_move move;

    if (s->now.phase != BY_PLAYING)
        return d;
    d.seat = (uint8_t)caller(t, d.callers);
    if (d.seat != BY_NO_SEAT) {
        d.kind = BY_NEXT_CALL;
        return d;
    }
    d.seat = (uint8_t)seat;
    if ((t->people >> seat & 1) == 0)
        d.kind = BY_NEXT_BOT;
    else
        d.kind = by_table_forced(t, &move) ? BY_NEXT_FORCED : BY_NEXT_CHOICE;
    return d;
}

void by_table_let_go(struct by_table *t, int seat)
{
    if (t->state.now.window != BY_NO_SEAT)
        t->passed |= (uint32_t)1 << seat;
}

uint32_t by_may_call(const struct by_view *v, int seat)
{
    bool last = v->count[seat] == 1 || v->now.window == seat; /* known to everyone (T-16) */
    bool shown = v->rules.opt[BY_CALL] == BY_ON || (v->rules.opt[BY_KNOCK] == BY_ON && last);

    if (v->now.phase != BY_PLAYING || !shown)
        return 0;
    return (((uint32_t)1 << v->players) - 1) & ~by_side_of(&v->rules, seat);
}

/* ---- Queries ------------------------------------------------------------------------------ */

void by_table_view(const struct by_table *t, int seat, struct by_view *out)
{
    by_view_of(&t->state, &t->last, seat, out);
}

void by_table_past(const struct by_table *t, struct by_heard *out, struct by_past *past)
{
    struct by_state s = t->state;

    *past = (struct by_past){ out, (int)t->moves, by_undealt(&s) };
    for (uint32_t i = t->moves; i-- > 0;) {
        const struct by_step *step = &t->log[t->first + i];

        by_back(&s, step->seat, step->move, &step->undo);
        by_hear_move(&s, step->seat, step->move, &step->undo, &out[i]);
    }
}

uint32_t by_table_ended(const struct by_table *t)
{
    return t->state.end == BY_NOT_ENDED && t->state.round > 0 ? t->state.round - 1 : t->state.round;
}

const struct by_result *by_table_result(const struct by_table *t, uint32_t round)
{
    if (round == 0 || round > by_table_ended(t))
        return NULL;
    if (t->rounds != NULL)
        return &t->rounds[round - 1].result;
    return t->last.round == round ? &t->last : NULL;
}

int by_table_newest(const struct by_table *t)
{
    bool solitaire = by_families[t->state.family]->solitaire;

    for (uint32_t i = t->moves; i-- > 0;) {
        int kind = by_move_kind(t->log[t->first + i].move);

        if (kind == BY_LAY || solitaire || BY_PLANTED(48))
            return solitaire && kind != BY_DRAW_TILE ? -1 : t->state.now.laid - 1;
    }
    return -1;
}

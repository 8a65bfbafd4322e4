/* SPDX-License-Identifier: MIT */
/* next.c: tests the table's next steps and its store of the match: events, results, undo across deals. */
#include "contract.h"

#include <stdlib.h>
#include <string.h>

/* ---- The next step ------------------------------------------------------------------------ */

static uint64_t sum_of(const void *bytes, size_t n)
{
    const uint8_t *b = bytes;
    uint64_t sum = 0xcbf29ce484222325u;

    for (size_t i = 0; i < n; i++)
        sum = (sum ^ b[i]) * 0x100000001b3u;
    return sum;
}

/* All seats whose list of moves has a call and that have not declined. */
static uint32_t callers(struct table *t)
{
    by_move list[BY_MOVES];
    uint32_t all = 0;

    for (int seat = 0; seat < t->s.players; seat++) {
        int n = by_moves(&t->s, seat, list);

        for (int i = 0; i < n; i++)
            if (list[i] == BY_CALL_MOVE)
                all |= (uint32_t)1 << seat;
    }
    return all & ~t->table.passed;
}

/* T-19: a seat that draws although a tile may fit reveals nothing.  T-11: nor does a seat that passes instead of laying
 * a third tile. */
static bool tells_all(const struct table *t)
{
    const int32_t *opt = t->s.rules.opt;

    if (t->model.family == BY_CASTLE || t->n != 1)
        return false;
    if (t->list[0] == BY_DRAW_MOVE)
        return opt[BY_INFRACTIONS] != BY_PENALISE;
    if (t->list[0] != BY_PASS_MOVE)
        return false;
    return t->model.family != BY_TRAINS || opt[BY_DOUBLE] != BY_DOUBLE_MAY || t->s.now.stage != 1 || t->s.now.drew != 0;
}

/* First a person other than the one to move, then the person to move while bots want to call, then the bots. */
static struct by_next expected(struct table *t)
{
    uint32_t all = callers(t), people = t->table.people;
    int turn = t->s.now.turn, first_bot = BY_NO_SEAT;
    struct by_next d = { .seat = BY_NO_SEAT, .callers = all };

    if (t->s.now.phase != BY_PLAYING) {
        if (t->s.now.phase == BY_READY)
            d.kind = BY_NEXT_DEAL;
        else if (t->s.now.phase == BY_ROUND_OVER)
            d.kind = BY_NEXT_ROUND_OVER;
        else
            d.kind = BY_NEXT_GAME_OVER;
        return d;
    }
    d.kind = BY_NEXT_CALL;
    for (int i = t->s.players - 1; i > 0; i--) {
        int seat = (turn + i) % t->s.players;

        if ((all >> seat & 1) == 0)
            continue;
        if ((people >> seat & 1) != 0)
            d.seat = (uint8_t)seat;
        else
            first_bot = seat;
    }
    if (d.seat == BY_NO_SEAT && first_bot != BY_NO_SEAT)
        d.seat = (uint8_t)((all & people) >> turn & 1 ? turn : first_bot);
    if (d.seat != BY_NO_SEAT)
        return d;
    d.seat = (uint8_t)turn;
    d.kind = (people >> turn & 1) == 0 ? BY_NEXT_BOT : tells_all(t) ? BY_NEXT_FORCED : BY_NEXT_CHOICE;
    return d;
}

/* The last tile laid, from the moves of the round. */
static int newest(const struct table *t)
{
    for (int i = t->moves - 1; i >= 0; i--) {
        if (t->model.family == BY_CASTLE)
            return t->past[i].move == BY_DRAW_MOVE ? t->s.now.laid - 1 : -1;
        if (by_move_kind(t->past[i].move) == BY_LAY)
            return t->s.now.laid - 1;
    }
    return -1;
}

bool check_next(struct table *t)
{
    struct by_next is, want;
    struct by_view v;

    t->table.people = (uint32_t)by_rng_next(&t->dice) & (((uint32_t)1 << t->s.players) - 1);
    do {
        is = by_table_next(&t->table);
        want = expected(t);
        if (is.kind != want.kind || is.seat != want.seat || is.callers != want.callers)
            return wrong(t, "next", "kind %d of seat %d, callers %x, and not kind %d of seat %d, callers %x", is.kind,
                         is.seat, is.callers, want.kind, want.seat, want.callers);
        if (t->s.now.window != BY_NO_SEAT) {
            by_view_of(&t->s, &t->last, BY_NO_SEAT, &v);
            if ((is.callers & ~by_may_call(&v, t->s.now.window)) != 0)
                return wrong(t, "next", "a seat may call, and by_may_call does not know it");
        }
        if (is.kind == BY_NEXT_CALL && sometimes(t, 2))
            by_table_let_go(&t->table, is.seat);
        else
            break;
    } while (true);
    if (t->table.told != t->told)
        return wrong(t, "kept", "%u events so far, and not %u", t->table.told, t->told);
    if (by_table_newest(&t->table) != newest(t))
        return wrong(t, "next", "the newest tile is %d, and not %d", by_table_newest(&t->table), newest(t));
    return true;
}

/* ---- The store ---------------------------------------------------------------------------- */

static void *longer(void *at, size_t bytes)
{
    void *more = realloc(at, bytes);

    if (more == NULL)
        abort();
    return more;
}

void note_choice(struct table *t, int seat, int moves)
{
    const struct past *p = &t->past[t->moves];

    if (moves < 2)
        return;
    if (t->choices == t->choice_space) {
        t->choice_space = 2 * t->choice_space + 256;
        t->choice = longer(t->choice, sizeof *t->choice * (size_t)t->choice_space);
    }
    t->choice[t->choices++] = (struct choice){ .round = t->s.round,
                                               .move = (uint32_t)t->moves,
                                               .told = t->told,
                                               .sum = sum_of(&p->before, sizeof p->before),
                                               .seat = (uint8_t)seat };
}

/* Memory for more rounds. */
void note_round(struct table *t)
{
    uint32_t room = 2 * t->table.state.round + 4;

    t->rounds = longer(t->rounds, room * sizeof *t->rounds);
    t->result = longer(t->result, room * sizeof *t->result);
    by_table_rounds(&t->table, t->rounds, room);
}

/* Undo goes back to the last choice of these people, wherever in the match it was. */
static bool undo_choice(struct table *t, uint32_t people)
{
    struct by_table to = t->table;
    const struct choice *want = NULL;
    by_err err;

    for (int i = 0; i < t->choices; i++)
        if ((people >> t->choice[i].seat & 1) != 0)
            want = &t->choice[i];
    to.people = people;
    if (by_table_may_undo(&to) != (want != NULL))
        return wrong(t, "kept", "by_table_may_undo is wrong");
    err = by_table_undo_choice(&to);
    if (want == NULL) {
        if (err != BY_E_NO_UNDO || memcmp(&to.state, &t->table.state, sizeof to.state) != 0)
            return wrong(t, "kept", "by_table_undo_choice finds a choice that there was not");
        return true;
    }
    if (err != BY_OK || to.state.round != want->round || to.moves != want->move || to.told != want->told)
        return wrong(t, "kept", "undo to round %u, move %u, %u events; wanted: %u, %u, %u", to.state.round, to.moves,
                     to.told, want->round, want->move, want->told);
    if (sum_of(&to.state, sizeof to.state) != want->sum)
        return wrong(t, "kept", "undo to a choice leaves other bytes");
    if (to.last.round != want->round - 1
        || (want->round > 1 && memcmp(&to.last, &t->result[want->round - 2], sizeof to.last) != 0))
        return wrong(t, "kept", "undo to a choice leaves another last round");
    return true;
}

static bool results(struct table *t)
{
    uint32_t n = by_table_ended(&t->table);

    if (n != t->s.round - (t->s.end == BY_NOT_ENDED))
        return wrong(t, "kept", "%u rounds are over", n);
    for (uint32_t i = 1; i <= n; i++) {
        const struct by_result *r = by_table_result(&t->table, i);

        if (r == NULL || memcmp(r, &t->result[i - 1], sizeof *r) != 0)
            return wrong(t, "kept", "the result of round %u is another", i);
    }
    if (by_table_result(&t->table, n + 1) != NULL || by_table_result(&t->table, 0) != NULL)
        return wrong(t, "kept", "a round has a result before it is over");
    return true;
}

/* Replays the whole match from its first deal: the same events in the same order, and the same final bytes. */
static bool follow(struct table *t)
{
    struct by_table walk;
    struct by_events ev;
    uint32_t told = 0;

    if (!by_table_rewind(&t->table, &walk))
        return wrong(t, "kept", "the match is not kept");
    while (by_table_follow(&t->table, &walk, &ev)) {
        told += (uint32_t)ev.n;
        if (walk.told != told)
            return wrong(t, "kept", "followed: %u events, and not %u", walk.told, told);
        if (walk.state.round == t->s.round && walk.moves > 0
            && memcmp(&ev, &t->past[walk.moves - 1].ev, offsetof(struct by_events, at) + (size_t)ev.n * sizeof ev.at[0])
                != 0)
            return wrong(t, "kept", "followed: move %u has other events", walk.moves);
    }
    if (told != t->told || memcmp(&walk.state, &t->s, sizeof t->s) != 0
        || memcmp(&walk.last, &t->last, sizeof t->last) != 0)
        return wrong(t, "kept", "followed: the match ends elsewhere");
    return true;
}

/* At the end of a round: checks that need the whole match, on samples. */
bool check_kept(struct table *t)
{
    uint32_t some = (uint32_t)by_rng_next(&t->dice);

    if (!results(t) || !undo_choice(t, some))
        return false;
    if (t->s.now.phase != BY_GAME_OVER && !sometimes(t, 8))
        return true;
    return follow(t) && undo_choice(t, 0) && undo_choice(t, (uint32_t)1 << some % t->s.players);
}

/* At the end of the match: without the earlier rounds undo stops at the deal. */
bool check_forgotten(struct table *t)
{
    struct by_table walk;

    by_table_forget(&t->table);
    for (int i = t->moves; i > 0; i--)
        if (by_table_undo(&t->table) != BY_OK || memcmp(&t->table.state, &t->past[i - 1].before, sizeof t->s) != 0)
            return wrong(t, "kept", "after forgetting, undo of move %d leaves other bytes", i);
    if (by_table_undo_deal(&t->table) != BY_E_NO_UNDO || by_table_rewind(&t->table, &walk))
        return wrong(t, "kept", "an earlier round is there, though forgotten");
    return true;
}

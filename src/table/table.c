/* SPDX-License-Identifier: MIT */
/* table.c: runs one match: its memory, deals, moves and undo (table.h). */
#include "boneyard/table.h"

#include <string.h>

#include "boneyard/text.h"
#include "planted.h"

void by_table_init(struct by_table *t, const struct by_config *rules, struct by_step *log, uint32_t room)
{
    memset(t, 0, sizeof *t);
    by_start(&t->state, rules);
    by_table_log(t, log, room);
}

void by_table_log(struct by_table *t, struct by_step *log, uint32_t room)
{
    BY_ASSERT(room >= t->first + t->moves);
    t->log = log;
    t->room = room;
}

void by_table_rounds(struct by_table *t, struct by_round *rounds, uint32_t room)
{
    BY_ASSERT(room >= t->state.round && (t->rounds != NULL || t->state.round == 0));
    t->rounds = rounds;
    t->rounds_room = room;
}

void by_table_forget(struct by_table *t)
{
    memmove(t->log, t->log + t->first, t->moves * sizeof *t->log);
    t->first = 0;
    t->rounds = NULL;
    t->rounds_room = 0;
}

/* ---- Playing ------------------------------------------------------------------------------ */

static bool has_room_for_round(const struct by_table *t)
{
    return t->rounds == NULL || t->state.round < t->rounds_room;
}

/* Records the start of a round. `taken` is true if the rules accept a given lead. */
static void keep_deal(struct by_table *t, bool taken)
{
    const struct by_state *s = &t->state;
    struct by_round *r;

    t->first = t->rounds == NULL ? 0 : t->first + t->moves;
    t->moves = 0;
    t->passed = 0;
    t->told++;
    if (t->rounds == NULL)
        return;
    r = &t->rounds[s->round - 1];
    memcpy(r->deck, s->deck, s->deck_tiles);
    r->tiles = s->deck_tiles;
    r->lead = (int8_t)(taken ? s->lead : -1);
    r->first = t->first;
}

by_err by_table_deal(struct by_table *t, const by_tile *deck, int tiles, int lead, struct by_events *ev)
{
    bool taken = by_lead_taken(&t->state);
    by_err err = has_room_for_round(t) ? by_deal(&t->state, deck, tiles, lead, ev) : BY_E_FULL;

    if (err == BY_OK)
        keep_deal(t, taken);
    return err;
}

by_err by_table_deal_seeded(struct by_table *t, const struct by_seed *seed, int lead, struct by_events *ev)
{
    bool taken = by_lead_taken(&t->state);
    by_err err = has_room_for_round(t) ? by_deal_seeded(&t->state, seed, lead, ev) : BY_E_FULL;

    if (err == BY_OK)
        keep_deal(t, taken);
    return err;
}

/* Updates the table after a move. */
static void after_move(struct by_table *t, int seat, by_move move, int events)
{
    const struct by_state *s = &t->state;

    t->moves++;
    t->told += (uint32_t)events;
    if (!BY_PLANTED(43) && (s->now.window == BY_NO_SEAT || (s->now.window == seat && by_move_kind(move) == BY_LAY)))
        t->passed = 0; /* the window was closed or reopened */
    if (s->end == BY_NOT_ENDED)
        return;
    t->before = t->last;
    by_result_of(s, &t->last);
    if (t->rounds != NULL && !BY_PLANTED(45))
        t->rounds[s->round - 1].result = t->last;
}

by_err by_table_play(struct by_table *t, int seat, by_move move, struct by_events *ev)
{
    struct by_events unheard;
    struct by_step *step;
    by_err err;

    if (t->first + t->moves == t->room)
        return BY_E_FULL;
    if (ev == NULL)
        ev = &unheard;
    step = &t->log[t->first + t->moves];
    memset(step, 0, sizeof *step);
    err = by_play(&t->state, seat, move, ev, &step->undo);
    if (err != BY_OK)
        return err;
    step->move = move;
    step->seat = (uint8_t)seat;
    step->events = (uint8_t)ev->n;
    after_move(t, seat, move, ev->n);
    return BY_OK;
}

by_err by_table_play_text(struct by_table *t, int seat, const char *text, size_t length, struct by_events *ev)
{
    by_move list[BY_MOVES], move;
    by_err err;
    int n;

    if (t->state.now.phase != BY_PLAYING)
        return BY_E_PHASE;
    if (seat < 0 || seat >= t->state.players)
        return BY_E_SEAT;
    if ((by_actors(&t->state) >> seat & 1) == 0)
        return BY_E_TURN;
    n = by_moves(&t->state, seat, list);
    err = by_move_read(text, length, by_game_of(&t->state)->family, list, n, &move);
    return err != BY_OK ? err : by_table_play(t, seat, move, ev);
}

/* ---- Undo --------------------------------------------------------------------------------- */

by_err by_table_undo(struct by_table *t)
{
    const struct by_step *step;

    if (t->moves == 0)
        return BY_E_NO_UNDO;
    step = &t->log[t->first + --t->moves];
    t->told -= BY_PLANTED(46) ? 1u : step->events;
    t->passed = 0;
    if (t->state.end != BY_NOT_ENDED) { /* the undone move ended the round */
        t->last = t->before;
        memset(&t->before, 0, sizeof t->before);
    }
    by_back(&t->state, step->seat, step->move, &step->undo);
    return BY_OK;
}

bool by_table_rewind(const struct by_table *t, struct by_table *walk)
{
    *walk = *t;
    by_start(&walk->state, &t->state.rules);
    if (!BY_PLANTED(47)) {
        memset(&walk->last, 0, sizeof walk->last);
        memset(&walk->before, 0, sizeof walk->before);
    }
    walk->passed = walk->told = walk->first = walk->moves = 0;
    return t->rounds != NULL;
}

/* Keeps the log and rounds, since replaying writes the data that they already contain. */
bool by_table_follow(const struct by_table *t, struct by_table *walk, struct by_events *ev)
{
    const struct by_state *s = &walk->state;
    const struct by_step *step = &t->log[walk->first + walk->moves];
    const struct by_round *next = &t->rounds[s->round];

    if (s->round == t->state.round && walk->moves == t->moves)
        return false;
    if (s->now.phase == BY_PLAYING)
        return by_table_play(walk, step->seat, step->move, ev) == BY_OK;
    return by_table_deal(walk, next->deck, next->tiles, next->lead, ev) == BY_OK;
}

by_err by_table_undo_deal(struct by_table *t)
{
    struct by_table walk;
    struct by_events ev;

    if (t->moves > 0 || t->state.round < 2 || !by_table_rewind(t, &walk))
        return BY_E_NO_UNDO;
    while (walk.state.round < t->state.round - 1 || walk.state.now.phase == BY_PLAYING) {
        bool went = by_table_follow(t, &walk, &ev);

        BY_ASSERT(went);
    }
    *t = walk;
    return BY_OK;
}

/* Returns whether a person chose the move just undone: a tile laid or taken, or any move with an alternative. */
static bool was_choice(const struct by_table *t)
{
    const struct by_step *step = &t->log[t->first + t->moves];
    by_move list[BY_MOVES];

    return (t->people >> step->seat & 1) != 0
        && (by_move_tile(step->move) != BY_NO_TILE || by_moves(&t->state, step->seat, list) > !BY_PLANTED(44));
}

/* Returns to the position before a person's last choice. Returns false if no such choice exists. */
static bool to_choice(struct by_table *t)
{
    do {
        while (by_table_undo(t) == BY_OK)
            if (was_choice(t))
                return true;
    } while (by_table_undo_deal(t) == BY_OK);
    return false;
}

by_err by_table_undo_choice(struct by_table *t)
{
    struct by_table to = *t;

    if (!to_choice(&to))
        return BY_E_NO_UNDO;
    *t = to;
    return BY_OK;
}

bool by_table_may_undo(const struct by_table *t)
{
    struct by_table to = *t;

    return to_choice(&to);
}

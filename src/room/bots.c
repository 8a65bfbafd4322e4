/* SPDX-License-Identifier: MIT */
/* bots.c: decides which seats bots play, which information they receive, and when their moves may be shown. */
#include <stdlib.h>

#include "boneyard/text.h"
#include "inside.h"
#include "util/memory.h"

/* Returns the next seat, counting from the seat to move, whose bot may call but has not been asked yet, or
 * BY_NO_SEAT. */
static int caller(const struct by_room *r)
{
    uint32_t callers = by_table_next(&r->game).callers;
    int players = by_players(r), turn = r->game.state.now.turn;

    for (int i = 1; i < players; i++) {
        int seat = (turn + i) % players;

        if ((callers >> seat & 1) != 0 && !by_by_hand(r, seat) && (r->asked >> seat & 1) == 0)
            return seat;
    }
    return BY_NO_SEAT;
}

/* Returns the seat whose bot must choose a move now, and sets *not_before to the earliest time to play that move. */
static int decider(const struct by_room *r, int64_t now, int64_t *not_before)
{
    int turn = r->game.state.now.turn, seat;
    int64_t window;

    if (r->phase != PLAY || r->paused[0] != '\0' || r->halted)
        return BY_NO_SEAT;
    seat = caller(r);
    if (seat != BY_NO_SEAT) {
        *not_before = by_wait(r, r->since, BOT_CALL, seat);
        if (*not_before > r->since + by_paced(r, BOTS_CALLED))
            *not_before = r->since + by_paced(r, BOTS_CALLED) - 1;
        return seat;
    }
    if ((r->asked >> turn & 1) != 0)
        return BY_NO_SEAT;
    window = by_window_end(r, turn);
    *not_before = by_wait(r, r->since, BOT_WAIT, turn);
    *not_before = *not_before > window ? *not_before : window;
    if (!by_by_hand(r, turn))
        return turn;
    *not_before = now;
    return by_late(r, now) && r->clock != CLOCK_BANK ? turn : BY_NO_SEAT;
}

bool by_room_bot(struct by_room *r, int64_t now, struct by_room_bot *out)
{
    int64_t not_before = 0;
    int seat = decider(r, now, &not_before), n;
    const struct by_table *m = &r->game;
    struct bot_thought *t;
    by_move list[BY_MOVES];
    uint8_t at[9];
    struct by_hasher h;

    if (seat == BY_NO_SEAT)
        return false;
    n = by_moves(&m->state, seat, list);
    t = r->thought == NULL ? by_sure(calloc(1, sizeof *t)) : r->thought;
    r->thought = t;
    t->heard = by_sure(realloc(t->heard, ((size_t)m->moves + 1) * sizeof *t->heard));
    t->moves = by_sure(realloc(t->moves, ((size_t)n + 1) * sizeof *t->moves));
    memcpy(t->moves, list, (size_t)n * sizeof *list);
    by_table_view(m, seat, &t->view);
    by_table_past(m, t->heard, &t->past);
    *out = (struct by_room_bot){ .seat = seat,
                                 .after = r->entries,
                                 .not_before = not_before,
                                 .view = &t->view,
                                 .past = &t->past,
                                 .moves = t->moves,
                                 .n = n };
    out->level = r->seat[seat].kind == SEAT_BOT ? r->seat[seat].level : "medium";
    for (int i = 0; i < 8; i++) /* no one can predict this seed, but anyone can verify it after the round */
        at[i] = (uint8_t)(r->entries >> 8 * i);
    at[8] = (uint8_t)seat;
    by_hash_init(&h, r->shuffle.secret, sizeof r->shuffle.secret, sizeof out->seed.bytes);
    by_hash_add(&h, "BY1 bot", 7);
    by_hash_add(&h, at, sizeof at);
    by_hash_end(&h, out->seed.bytes, sizeof out->seed.bytes);
    r->asked |= (uint32_t)1 << seat;
    return true;
}

void by_room_bot_plays(const struct by_room *r, const struct by_order *o, const struct by_room_bot *b, int move,
                       struct by_entries *out)
{
    bool turn = b->seat == r->game.state.now.turn, late = by_by_hand(r, b->seat);
    by_move list[BY_MOVES];
    int n;

    if (r->entries != b->after || r->phase != PLAY || r->paused[0] != '\0')
        return;
    n = by_moves(&r->game.state, b->seat, list);
    if (move < 0 || move >= n) {
        if (!turn || n == 0)
            return; /* the bot declines to call */
        move = 0;
    }
    int by = BY_MOVED_BOT;

    if (late)
        by = BY_MOVED_CLOCK;
    else if (b->chance)
        by = BY_MOVED_CHANCE;
    by_play_entry(r, o->now, b->seat, list[move], by, out);
}

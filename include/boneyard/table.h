/* SPDX-License-Identifier: MIT */
/* boneyard/table.h: runs a match at a table: the next step, calls, undo and results.
 *
 * A table owns the match and decides the next step.  The client supplies the clock, the players' choices and
 * all text.  It sets `people` and then calls by_table_next in a loop:
 *
 *     BY_NEXT_DEAL        deal the first round
 *     BY_NEXT_BOT         a bot is to move: ask it and play its move
 *     BY_NEXT_FORCED      a person's only move is a draw or pass that reveals nothing new: play it
 *     BY_NEXT_CHOICE      a person must choose
 *     BY_NEXT_CALL        `seat` may call out another seat's play: play BY_CALL_MOVE or by_table_let_go
 *     BY_NEXT_ROUND_OVER  show the result, then deal
 *     BY_NEXT_GAME_OVER   the game has ended
 *
 * The table decides who may call; the client decides for how long.
 *
 * MEMORY.  The table allocates nothing.  The log of moves is in the caller's memory.  When it is full, by_table_play
 * returns BY_E_FULL; the caller then provides a longer log (by_table_log) and plays again.  A round rarely takes
 * more than four moves per tile.  With memory for rounds (by_table_rounds), the table also keeps the deck, lead,
 * moves and result of every round, and undo works across deals.  Without it, the log restarts at each deal, and undo
 * stops there.
 *
 * RECORDS.  `told` counts the match's events so far, in the order of docs/protocol.md: one for each deal, plus those
 * of each move.  After an undo, a client that keeps one line per event truncates its record to `told` lines.
 */
#ifndef BONEYARD_TABLE_H
#define BONEYARD_TABLE_H

#include "boneyard/deal.h"
#include "boneyard/past.h"
#include "boneyard/rules.h"
#include "boneyard/view.h"

#ifdef __cplusplus
extern "C" {
#endif

struct by_step {
    struct by_undo undo;
    by_move move;
    uint8_t seat, events; /* the seat that moved, and the number of events that the move caused */
    uint8_t pad[2];
};

struct by_round {
    by_tile deck[BY_MAX_TILES];
    uint8_t tiles;
    int8_t lead;             /* a seat or -1, as for by_deal */
    uint32_t first;          /* the log index of its first move */
    struct by_result result; /* set once the round is over */
};

struct by_table {
    struct by_state state;
    struct by_result last;   /* the last finished round; last.round is 0 until the first one ends */
    struct by_result before; /* the round before that, for undo */
    uint32_t people;         /* bit k: a person plays seat k; the caller may change this at any time */
    uint32_t passed;         /* bit k: seat k has declined to call in the open window */
    uint32_t told;           /* number of events so far */
    uint32_t first, moves;   /* the log index of this round's first move, and the number of its moves */
    uint32_t room;           /* capacity of the log, in entries */
    uint32_t rounds_room;    /* capacity of `rounds`; 0 if earlier rounds are not kept */
    struct by_step *log;     /* borrowed */
    struct by_round *rounds; /* borrowed, or NULL; round n is entry n - 1 */
};

/* Starts a match with bots in all seats.  `log` has room for `room` entries; the caller keeps ownership. */
void by_table_init(struct by_table *t, const struct by_config *rules, struct by_step *log, uint32_t room);

/* Switches to a new log, into which the caller has copied the old one's first + moves entries. */
void by_table_log(struct by_table *t, struct by_step *log, uint32_t room);

/* Provides memory for rounds.  Call it before the first deal, or later with memory into which the caller has copied the
 * entries of all rounds so far. */
void by_table_rounds(struct by_table *t, struct by_round *rounds, uint32_t room);

/* Stops keeping earlier rounds if the caller cannot provide more memory.  Undo then stops at the current round's
 * deal. */
void by_table_forget(struct by_table *t);

/* ---- Playing ------------------------------------------------------------------------------- */

/* Deal like by_deal and by_deal_seeded.  Return BY_E_FULL if there is no memory for another round. */
by_err by_table_deal(struct by_table *t, const by_tile *deck, int tiles, int lead, struct by_events *ev);
by_err by_table_deal_seeded(struct by_table *t, const struct by_seed *seed, int lead, struct by_events *ev);

/* Plays a move.  Errors: BY_E_PHASE, BY_E_SEAT, BY_E_TURN, BY_E_ILLEGAL, BY_E_FULL; the table is then unchanged. */
by_err by_table_play(struct by_table *t, int seat, by_move move, struct by_events *ev);

/* Plays a move given as text (N-07), which is looked up among the legal moves.  May also return BY_E_AMBIGUOUS. */
by_err by_table_play_text(struct by_table *t, int seat, const char *text, size_t length, struct by_events *ev);

/* Declines the call for a seat, so that by_table_next does not offer it again while the window is open. */
void by_table_let_go(struct by_table *t, int seat);

/* ---- What comes next ----------------------------------------------------------------------- */

enum by_next_kind {
    BY_NEXT_DEAL,
    BY_NEXT_BOT,
    BY_NEXT_FORCED,
    BY_NEXT_CHOICE,
    BY_NEXT_CALL,
    BY_NEXT_ROUND_OVER,
    BY_NEXT_GAME_OVER
};

struct by_next {
    uint8_t kind;     /* enum by_next_kind */
    uint8_t seat;     /* the deciding seat, or BY_NO_SEAT */
    uint32_t callers; /* bit k: seat k may call now and has not declined to (L-25, T-16) */
};

/* Returns the next step.  If a bot might call, human players, including the one to move, are offered the call first,
 * because bots are faster. */
struct by_next by_table_next(const struct by_table *t);

/* Returns true if the seat to move has only one move, a draw or pass that reveals nothing new, and sets *move to it.
 * Others may still be able to call. */
bool by_table_forced(const struct by_table *t, by_move *move);

/* Returns a bit mask: bit k is set if, judging by public information alone, seat k could call out the tile that `seat`
 * has just laid.  A client's display and delays must depend only on this, or they would reveal hidden tiles. */
uint32_t by_may_call(const struct by_view *v, int seat);

/* ---- Undo ---------------------------------------------------------------------------------- */

/* Undoes the last move of this round, by any seat.  Returns BY_E_NO_UNDO if there is none. */
by_err by_table_undo(struct by_table *t);

/* Undoes this round's deal once all its moves are undone; the table is then at the end of the previous round.  Returns
 * BY_E_NO_UNDO in the first round and if earlier rounds are not kept. */
by_err by_table_undo_deal(struct by_table *t);

/* Undoes moves up to and including a person's last move that laid or took a tile or had an alternative, across deals if
 * earlier rounds are kept.  Returns BY_E_NO_UNDO if there is none; the table is then unchanged. */
by_err by_table_undo_choice(struct by_table *t);
bool by_table_may_undo(const struct by_table *t); /* whether such a move exists */

/* ---- Reading ------------------------------------------------------------------------------- */

/* Makes the view of a seat or of BY_REFEREE. */
void by_table_view(const struct by_table *t, int seat, struct by_view *out);

/* Writes the public history of the round so far (past.h) to `out`, oldest entry first.  `out` has room for t->moves
 * entries. */
void by_table_past(const struct by_table *t, struct by_heard *out, struct by_past *past);

/* by_table_ended returns the number of finished rounds; by_table_result returns the result of round n (from 1), or NULL
 * if the round has not ended or is not kept.  If a player reaches the target during a round (L-24), the game ends but
 * the round does not count as finished. */
uint32_t by_table_ended(const struct by_table *t);
const struct by_result *by_table_result(const struct by_table *t, uint32_t round);

/* Returns the index in by_view.laid (Castle Rock: by_view.row) of the last tile laid, or -1 if there is none. */
int by_table_newest(const struct by_table *t);

/* Replay a recorded match. by_table_rewind sets *walk to the table before its first deal; each call of by_table_follow
 * applies the next deal or move of `t`, with its events, and returns false at the end. *walk borrows the memory of `t`,
 * so play no moves on it. by_table_rewind returns false if earlier rounds are not kept. */
bool by_table_rewind(const struct by_table *t, struct by_table *walk);
bool by_table_follow(const struct by_table *t, struct by_table *walk, struct by_events *ev);

#ifdef __cplusplus
}
#endif

#endif

/* boneyard/match.h: one running match: its state, the log of the round, undo of any depth.
 *
 * A match is the rules' state plus what a table remembers: the moves of the round that is being
 * played, each with the 32 bytes that take it back, and how the last round ended.  The memory of
 * the log is the caller's; when it is full, by_match_play answers BY_E_FULL and the caller gives a
 * longer one (by_match_log) and plays again.  A round is rarely longer than four moves a tile.
 *
 * The whole match follows from the deals and the moves (wire/record.h stores just these), so older
 * rounds are taken back by playing the record again.
 */
#ifndef BONEYARD_MATCH_H
#define BONEYARD_MATCH_H

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
    uint8_t seat, pad[3];
};

struct by_match {
    struct by_state state;
    struct by_result last;              /* the last round that ended; round 0: none yet */
    struct by_result before;            /* the one before it, for undo */
    struct by_step *log;                /* borrowed: the moves of this round */
    uint32_t moves, room;               /* used and there */
};

/* Begins a match.  `log` has room for `room` moves and stays the caller's. */
void by_match_init(struct by_match *m, const struct by_config *rules, struct by_step *log, uint32_t room);

/* Gives the log another place; the caller has copied the old one's `moves` entries. */
void by_match_log(struct by_match *m, struct by_step *log, uint32_t room);

/* As by_deal and by_deal_seeded; the log starts afresh. */
by_err by_match_deal(struct by_match *m, const by_tile *deck, int tiles, int lead, struct by_events *ev);
by_err by_match_deal_seeded(struct by_match *m, const struct by_seed *seed, int lead, struct by_events *ev);

/* Plays a move given as text (N-07), through the seat's list of legal moves.  Errors: BY_E_PHASE,
 * BY_E_SEAT, BY_E_TURN, BY_E_ILLEGAL, BY_E_AMBIGUOUS, BY_E_FULL; then nothing has changed. */
by_err by_match_play(struct by_match *m, int seat, const char *text, size_t length, struct by_events *ev);

/* The same for a move that is a number already. */
by_err by_match_move(struct by_match *m, int seat, by_move move, struct by_events *ev);

/* Takes back the last move of this round, whatever it was; BY_E_NO_UNDO when there is none. */
by_err by_match_undo(struct by_match *m);

/* The round so far as the table saw it (past.h): the moves of the log, oldest first, into `out`, which has
 * room for m->moves entries. */
void by_match_past(const struct by_match *m, struct by_heard *out, struct by_past *past);

/* The view of a seat or of BY_REFEREE. */
void by_match_view(const struct by_match *m, int seat, struct by_view *out);

#ifdef __cplusplus
}
#endif

#endif

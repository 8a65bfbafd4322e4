/* SPDX-License-Identifier: MIT */
/* written.h: writes the fair-shuffle fields of a record, and the lines of the transcript (docs/fairness.md).
 *
 *     header  "fair":{"table":G}
 *     round   "fair":{"deal":d,"commit":C,"before":T,"shares":[[seat,h,c],...],"secret":S,"attempt":a,"alone":false,
 *             "aborted":[[d,[seat,...]],...]}
 *
 * A record with duplicate deals has the shuffle in its header instead, as "duplicate" (duplicate.h), and its rounds
 * have only "attempt".
 *
 * Bytes are base64url without '='. `alone` is true if only the server contributed, which is also clear from an empty
 * `shares`. `aborted` lists the shuffles abandoned between the previous round and this one, in ascending order of d,
 * each with the seats that did not reveal (none if it was abandoned for another reason); it is omitted if there are
 * none. Every number d used in a match appears in the record.
 *
 * A transcript consists of the record's lines from the first round on, each as a spectator receives it: compact JSON
 * with these members, in this order:
 *
 *     round lead round-end game-end seat move score gains winners scores hands
 *
 * A move that begins with "draw" is written as "draw". Each abandoned shuffle adds {"abort":d,"seats":[...]} before the
 * round that follows it. A shuffle's T covers all lines in the record when the shuffle begins; undone moves are not
 * included. */
#ifndef BY_FAIR_WRITTEN_H
#define BY_FAIR_WRITTEN_H

#include "fair/fair.h"
#include "wire/record.h"

#define BY_FAIR_ABORTED 64 /* maximum number of abandoned shuffles between two rounds */
struct by_aborted {
    uint64_t deal;
    uint32_t seats;
}; /* bit k: seat k did not reveal its share */

/* Build the two members named "fair". The caller owns the members and adds them to the lines. */
by_json *by_fair_header_json(const struct by_id *table);
by_json *by_fair_round_json(const struct by_shuffle *s, uint32_t attempt, const struct by_aborted *aborted, int n);
by_json *by_fair_duplicate_json(uint32_t attempt); /* makes the member for a round of duplicate deals */

/* Add a line to the transcript: an abandoned shuffle, or a line of a record or a wire event as a spectator receives
 * it. */
void by_fair_heard(struct by_hash *transcript, const by_json *event);
void by_fair_gave_up(struct by_hash *transcript, const struct by_aborted *what);

/* A verified round, as reported to the caller. */
struct by_fair_round {
    uint32_t round;
    uint64_t deal;
    uint32_t seats; /* bit k: seat k contributed */
    int others;     /* for duplicate deals, the number of players at other tables who contributed */
    uint32_t attempt;
    const struct by_aborted *aborted;
    int gave_up;
};
typedef void by_fair_reader(void *context, const struct by_fair_round *round);

#endif

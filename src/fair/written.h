/* written.h: the fields of the fair shuffle in a record, and the lines of the transcript (docs/fairness.md).
 *
 *     header  "fair":{"table":G}
 *     round   "fair":{"deal":d,"commit":C,"before":T,"shares":[[seat,h,c],...],"secret":S,"attempt":a,"alone":false,
 *             "aborted":[[d,[seat,...]],...]}
 *
 * Bytes are base64url without '='.  `alone`: nobody contributed but the server; it says no more than that `shares` is
 * empty.  `aborted` is left out if there are none: shuffles that were begun before this one, after the round before it,
 * and were given up, by rising d, with the seats that did not reveal (none if it had another reason).  Every number d
 * of a match stands somewhere.
 *
 * A transcript is made of the record's lines from the first round on, each as somebody hears it who only watches:
 * compact JSON with these members of it, in this order:
 *
 *     round lead round-end game-end seat move score gains winners scores hands
 *
 * a move that begins with "draw" being "draw"; and of {"abort":d,"seats":[...]} for each shuffle that was given up,
 * before the round that came of it.  T of a shuffle is made of all lines that the record has when it begins: moves that
 * were taken back are not among them.
 */
#ifndef BY_FAIR_WRITTEN_H
#define BY_FAIR_WRITTEN_H

#include "fair/fair.h"
#include "wire/table.h"

#define BY_FAIR_ABORTED 64              /* most of them between two rounds */
struct by_aborted { uint64_t deal; uint32_t seats; };   /* bit k: seat k has not revealed */

/* The two members "fair".  Yours: give them to the lines. */
by_json *by_fair_header_json(const struct by_id *table);
by_json *by_fair_round_json(const struct by_shuffle *s, uint32_t attempt, const struct by_aborted *aborted, int n);

/* The next line of the transcript: a record's line or an event of the wire, as anybody heard it; a shuffle given up. */
void by_fair_heard(struct by_hash *transcript, const by_json *event);
void by_fair_gave_up(struct by_hash *transcript, const struct by_aborted *what);

/* T of all lines of a record (an array with the header first), shuffles given up as far as its rounds name them. */
void by_fair_transcript(const struct by_id *table, const char *rules, const by_json *record, struct by_hash *out);

/* What is told of a round that holds. */
struct by_fair_round {
    uint32_t round;
    uint64_t deal;
    uint32_t seats;                     /* bit k: seat k has contributed; 0: the server alone */
    uint32_t attempt;
    const struct by_aborted *aborted;
    int gave_up;
};
typedef void by_fair_reader(void *context, const struct by_fair_round *round);

/* Does a record that by_record_read has read have fields of the fair shuffle at all? */
bool by_fair_written(const by_json *record);

/* Reckons every round of it again; `reader` (may be NULL) is told of each that holds.  BY_E_RECORD and a fault with the
 * line otherwise. */
by_err by_fair_verify(const struct by_table *t, by_fair_reader *reader, void *context, struct by_fault *f);

#endif

/* SPDX-License-Identifier: MIT */
/* card.h: describes a table's card, as a struct and as JSON. The card is the information shown next to the game, such
 * as its players, its clock, and the reason why it is waiting.
 *
 * A card is made for one person. The card contains neither a state nor a match, only names, words and numbers that are
 * public or that the person may know. Strings are borrowed from the room until the room changes. */
#ifndef BY_WIRE_CARD_H
#define BY_WIRE_CARD_H

#include "boneyard/rules.h"
#include "out.h"
#include "util/crypto.h"

enum by_card_phase {
    BY_CARD_WAITING,
    BY_CARD_SHUFFLE,
    BY_CARD_PLAY,
    BY_CARD_ROUND,
    BY_CARD_OVER,
    BY_CARD_CLOSED,
    BY_CARD_PHASES
};
enum by_card_kind { BY_CARD_OPEN, BY_CARD_PERSON, BY_CARD_BOT, BY_CARD_KINDS };

struct by_card {
    struct by_id id;
    const struct by_id *tournament;     /* NULL if the table is not part of a tournament */
    bool held;                          /* the match is over, but its record is still withheld (duplicate deals) */
    const char *rules, *clock, *paused; /* `paused`: the name of the person who paused the table, or NULL */
    enum by_card_phase phase;
    int match, players, open, grace, watchers, running; /* `running`: the seat whose clock is running, or BY_NO_SEAT */
    bool clocked, is_public, watch, practice, rated, shared, quick, host, undo, turn;
    int64_t wait, span; /* milliseconds until bots take the open seats, and the total wait; -1 if there is no such
                         * wait */
    struct by_card_seat {
        enum by_card_kind kind;
        const char *name, *level;                       /* `level`: a bot's level, which is also its name */
        bool you, here, away, ready, again, host, bots; /* `bots`: agrees to start with bots */
        int64_t left, takes; /* milliseconds on the clock, and until a bot takes over; -1 if none */
    } seat[BY_SEATS];
};

/* Write the card as the `table` message, or in the short form used by `list` and `mine`. `quiet` is the number of whole
 * minutes since the last activity at the table; -1 omits it. `due` adds the seat whose clock is running and its time
 * left. */
void by_card_put(struct by_out *o, const struct by_card *c);
void by_card_put_short(struct by_out *o, const struct by_card *c, int64_t quiet, bool due);

#endif

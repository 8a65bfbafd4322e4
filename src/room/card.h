/* card.h: a table as it is shown beside the game: who sits there, the clock, what it waits for.
 *
 * Nothing here holds a state or a match: names, words and numbers that all may know, or this person.
 */
#ifndef BY_ROOM_CARD_H
#define BY_ROOM_CARD_H

#include "room.h"

/* A table for one person; texts are borrowed. */
struct card {
    const struct by_id *id;
    const char *rules, *phase, *clock, *paused;         /* paused: by whom, or NULL */
    int match, players, open, grace, watchers, running; /* running: whose clock, or BY_NO_SEAT */
    bool clocked, is_public, watch, practice, host, undo, turn;
    struct card_seat {
        const char *name, *kind, *level;        /* level: of a bot, which is called after it, or NULL */
        bool you, here, away, ready, again;
        int64_t left;                   /* milliseconds, or -1 */
    } seat[BY_SEATS];
};

char *by_card_table(const struct card *c);      /* the `table` message.  Yours: free() */
char *by_card_short(const struct card *c);      /* as `list` and `mine` have it.  Yours: free() */

#endif

/* room.h: a table that people play at together: who sits there, the match, clocks, the shuffle, what each may hear.
 *
 * No sockets, no clock, no database, no generator: all that comes in as arguments, and what goes out are bytes.  A
 * room is what its journal says: room = fold(apply, entries).
 *
 *     by_room_decide  somebody wants something (messages.def): the entries that would do it, or why not.  Changes
 *           nothing.
 *     by_room_due     what the room wants by itself at this time (a clock has run out, all have revealed, the next
 *           deal): entries
 *     by_room_apply   an entry that is kept, or is read from the journal: now it has happened
 *     by_room_tell    an entry as one person hears it, as a line for the wire
 *
 * Whoever runs rooms writes the entries into the journal between deciding and applying, and decides nothing else for
 * this room meanwhile.  If they are not kept, they are dropped: nothing has happened.
 *
 * A person is an id; a seat belongs to one person, a person may have several seats (hot seat).  Whoever has none
 * watches.
 *
 * TIME is milliseconds of the room's own: it stands while nobody runs the room.  `now` never goes back.
 *
 * SECRETS.  The server's secret of a shuffle stands sealed in its `commit` entry (crypto.h), with a key that is not
 * in the journal.  What by_room_tell returns is made of views, of events after by_hear and of openings of places that
 * this person may see; tell.c and card.c, which make what goes out, are never given a match.
 */
#ifndef BY_ROOM_ROOM_H
#define BY_ROOM_ROOM_H

#include "boneyard/bot.h"
#include "fair/fair.h"
#include "wire/messages.h"

struct by_room;

struct by_room_host {                   /* what a room is given by whoever runs it */
    uint8_t seal[BY_SEAL_KEY];
    int haste;                          /* tests: bots, forced moves and the like wait so many times less; 0, 1: not */
    int64_t empty;                      /* a table that waits, or is over, closes after so long without anybody; 0: a
                                         * day.  One where a match is played: after 30 days */
};

struct by_room *by_room_new(const struct by_id *table, const struct by_room_host *host);
void by_room_free(struct by_room *r);   /* NULL is fine */

/* Entries that wait to be kept.  Yours: by_entries_clear. */
enum { BY_ROOM_ENTRIES = 8 };
struct by_entries { int n; struct by_line_of { char *line; size_t n; } at[BY_ROOM_ENTRIES]; };
void by_entries_clear(struct by_entries *e);

/* Who asks, when; `chance` is fresh random bytes, used where something is drawn.  `key` goes with the person into the
 * journal. */
struct by_order {
    struct by_id person;
    int64_t now;
    const uint8_t *chance;              /* BY_ROOM_CHANCE bytes */
};
#define BY_ROOM_CHANCE 128
#define BY_ROOM_MOST 20000              /* entries of a table: then it is closed by the server */

/* Bots that may be seated besides those of the core, by names of up to 11 small letters, digits and '-': programs from
 * outside.  Once, before there is any room; borrowed for ever. */
void by_room_bots(const char *const *names, int n);

/* The first entry of a table: what `make` asked for, its fields checked here. */
enum by_refusal by_room_make(const struct by_order *o, const by_json *body, struct by_entries *out, struct by_fault *f);

/* What was asked for (an ask with journal 1).  BY_NOT_REFUSED with 0 entries: it is so already. */
enum by_refusal by_room_decide(const struct by_room *r, const struct by_order *o, int ask, const by_json *body,
                               struct by_entries *out, struct by_fault *f);

/* What the room does by itself now; 0 entries: nothing.  by_room_wake: when to ask again at the latest (INT64_MAX:
 * not before something happens).  Who is here (by_room_presence) counts: it is not in the journal. */
void by_room_due(const struct by_room *r, const struct by_order *o, struct by_entries *out);
int64_t by_room_wake(const struct by_room *r, int64_t now);

/* A person has come (a socket has joined) or gone (the last one has left), at this time. */
void by_room_presence(struct by_room *r, const struct by_id *person, bool here, int64_t now);

/* The server cannot keep entries just now (or can again): nothing is due, and `table` says so. */
void by_room_halt(struct by_room *r, bool on);

/* It has happened.  BY_E_... and a fault: the journal is wrong here; the room stays as it was before. */
by_err by_room_apply(struct by_room *r, uint64_t number, const char *line, size_t n, struct by_fault *f);

/* ---- What goes out ---- */

enum by_seeing { BY_SEE_JSON, BY_SEE_PACKED };

/* The entry `number` as this person hears it: a line for the wire, padded.  `now`: with how things stand now.  Yours:
 * free(). */
char *by_room_tell(const struct by_room *r, uint64_t number, const struct by_id *person, bool now,
                   enum by_seeing how);

/* The `table` message for a person; the table in short for list and mine, a line as well; how things stand for `look`,
 * as the member `seats`.  Yours: free() the lines. */
char *by_room_table(const struct by_room *r, const struct by_id *person, int64_t now);
char *by_room_short(const struct by_room *r, const struct by_id *person);
by_json *by_room_look(const struct by_room *r, const struct by_id *person);

/* The record of a match that is over (from 1), one event a line, with the fields of the fair shuffle; NULL: it is not
 * over.  Yours: free(). */
char *by_room_record(const struct by_room *r, int match);

/* ---- Bots ---- */

/* The decision of a bot that is due: asked once for each decision.  The question's view and past are copies that stay
 * until the room is next applied to; the answer comes back as by_room_bot_plays.  `not_before`: the room's time
 * before which it may not be played; it follows from what everybody knows.  False: none. */
struct by_room_bot {
    int seat;
    const char *level;
    uint64_t after;                     /* the last entry when it was asked */
    int64_t not_before;
    const struct by_view *view;
    const struct by_past *past;
    const by_move *moves;
    int n;
    struct by_seed seed;                /* for its generator */
    bool chance;                        /* whoever asks says: its program has died, the move was drawn */
};
bool by_room_bot(struct by_room *r, int64_t now, struct by_room_bot *out);

/* The bot's move: entries, or none if things have gone on since `after`. */
void by_room_bot_plays(const struct by_room *r, const struct by_order *o, const struct by_room_bot *b, int move,
                       struct by_entries *out);

/* ---- Facts ---- */

struct by_room_facts {
    uint64_t entries;                   /* applied so far */
    int64_t now;                        /* the room's time at the last of them */
    int players, people, watching;      /* seats; seats that persons have; is watching allowed */
    bool is_public, waiting, playing, over, closed;     /* waiting: for players, before a match */
    int matches;                        /* that are over */
    int game;                           /* enum by_game_id */
};
void by_room_facts(const struct by_room *r, struct by_room_facts *out);
/* Bit k: seat k is theirs. */
uint32_t by_room_seats_of(const struct by_room *r, const struct by_id *person);
/* At a practice table: they have a choice to go back to. */
bool by_room_may_undo(const struct by_room *r, const struct by_id *person);
bool by_room_may_watch(const struct by_room *r, const struct by_id *person);
/* Everybody with a seat, and the host, once each. */
const struct by_id *by_room_persons(const struct by_room *r, int *n);

#endif

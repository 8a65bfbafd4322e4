/* SPDX-License-Identifier: MIT */
/* room.h: a table that people play at together: its seats, the match, clocks, the shuffle, and what each person may
 * hear.
 *
 * No sockets, clock, database or generator: all of these come in as arguments, and bytes go out. A room is determined
 * by its journal: room = fold(apply, entries).
 *
 *     by_room_decide  a person wants something (messages.def): the entries that would do it, or why not.  Changes
 *           nothing.
 *     by_room_due     what the room wants on its own at this time (a clock has expired, all have revealed, the next
 *           deal): entries
 *     by_room_apply   an entry that was stored, or is read from the journal: carries it out
 *     by_room_tell    an entry as one person hears it, as a line for the wire
 *
 * The caller writes the entries to the journal between deciding and applying, and decides nothing else for this room
 * meanwhile. If they cannot be stored they are dropped: nothing has happened.
 *
 * A person is an id. A seat belongs to one person; a person may have several seats (hot seat). A person without a seat
 * is a spectator.
 *
 * TIME is in milliseconds of the room's own clock, which stands still while nobody runs the room. `now` never goes
 * back.
 *
 * SECRETS. The server's secret of a shuffle is sealed in its `commit` entry (crypto.h), with a key that is not in the
 * journal. A commit sealed with another key means that the key was lost: what was played of that match cannot be known,
 * so it has no result, and the table waits for its host to start the next one. What by_room_tell returns is made of
 * views, of events after by_hear and of openings of places that this person may see. tell.c, which writes the output,
 * is never given a match. */
#ifndef BY_ROOM_ROOM_H
#define BY_ROOM_ROOM_H

#include "boneyard/bot.h"
#include "fair/fair.h"
#include "wire/card.h"
#include "wire/messages.h"

struct by_room;

struct by_room_host { /* what the caller provides to a room */
    uint8_t seal[BY_SEAL_KEY];
    int haste; /* tests: divides the delays of bots, forced moves and the like; 0, 1: off */
    /* a deserted table that is waiting or finished closes after this time; 0: a day. One with a match in progress:
     * after 30 days */
    int64_t empty;
};

struct by_room *by_room_new(const struct by_id *table, const struct by_room_host *host);
void by_room_free(struct by_room *r); /* accepts NULL */

/* Who made the move of an entry, or that it is not a move. */
enum by_moved_by { BY_MOVED_NONE, BY_MOVED_PERSON, BY_MOVED_BOT, BY_MOVED_CLOCK, BY_MOVED_CHANCE };

/* Entries to be stored. Free with by_entries_clear. */
enum { BY_ROOM_ENTRIES = 8 };
struct by_entries {
    int n;
    struct by_line_of {
        char *line;
        size_t n;
        enum by_moved_by mover;
    } at[BY_ROOM_ENTRIES];
};
void by_entries_clear(struct by_entries *e);

/* Who asks, and when; `chance` is fresh random bytes, used where something is drawn. `key` goes into the journal with
 * the person. */
struct by_order {
    struct by_id person;
    int64_t now;
    const uint8_t *chance; /* BY_ROOM_CHANCE bytes */
};
#define BY_ROOM_CHANCE 128
#define BY_ROOM_MOST 20000 /* maximum entries of a table: then the server closes it */

/* Registers bots besides those of the core, by names of up to 11 lower-case letters, digits and '-': external programs.
 * Call once, before creating a room; borrowed, never freed. */
void by_room_bots(const char *const *names, int n);

/* Makes the first entry of a table: what `make` asked for. */
enum by_refusal by_room_make(const struct by_order *o, const struct by_asked_for *what, struct by_entries *out,
                             struct by_fault *f);

/* Decides a request (one with journal 1). BY_NOT_REFUSED with 0 entries: it is already so. */
enum by_refusal by_room_decide(const struct by_room *r, const struct by_order *o, const struct by_asked_for *what,
                               struct by_entries *out, struct by_fault *f);

/* Returns what the room does on its own now; 0 entries: nothing. by_room_wake returns when to ask again at the latest
 * (INT64_MAX: not before something happens). Who is present (by_room_presence) matters: it is not in the journal. */
void by_room_due(const struct by_room *r, const struct by_order *o, struct by_entries *out);
int64_t by_room_wake(const struct by_room *r, int64_t now);

/* A person has come (their first socket has joined) or gone (the last one has left) at this time. */
void by_room_presence(struct by_room *r, const struct by_id *person, bool here, int64_t now);

/* The journal comes from a backup that ended with the entry `last`. Players may know what followed, and the secret of
 * a round that was in progress: that round is given up (an `abort` without seats) and dealt again. */
void by_room_restored(struct by_room *r, uint64_t last);

/* The server cannot store entries at the moment (or can again): nothing is due, and `table` reports it. */
void by_room_halt(struct by_room *r, bool on);

/* Applies an entry: it is committed. BY_E_... and a fault: the journal is wrong here; the room stays unchanged. */
by_err by_room_apply(struct by_room *r, uint64_t number, const char *line, size_t n, struct by_fault *f);

/* ---- What goes out ---- */

enum by_seeing { BY_SEE_JSON, BY_SEE_PACKED };

/* Returns the entry `number` as this person hears it: a padded line for the wire. `now`: with the current state. The
 * caller frees it. */
char *by_room_tell(const struct by_room *r, uint64_t number, const struct by_id *person, bool now, enum by_seeing how);

/* Adds the current state to the answer to `look`, as the member `seats`. */
void by_room_look(const struct by_room *r, const struct by_id *person, struct by_out *to);

/* Returns the record of a finished match (from 1), one event per line, with the fields of the fair shuffle; NULL if it
 * is not over. The caller frees it. */
char *by_room_record(const struct by_room *r, int match);

/* ---- Bots ---- */

/* Returns the decision that a bot owes: once per decision. The query's view and past are copies that stay valid until
 * the next entry is applied; pass the answer to by_room_bot_plays. `not_before`: the earliest room time to play it,
 * which depends on public information only. Returns false if there is none. */
struct by_room_bot {
    int seat;
    const char *level;
    uint64_t after; /* the last entry at the time of the query */
    int64_t not_before;
    const struct by_view *view;
    const struct by_past *past;
    const by_move *moves;
    int n;
    struct by_seed seed; /* for its generator */
    bool chance;         /* set by the caller: its program has died, the move was drawn at random */
};
bool by_room_bot(struct by_room *r, int64_t now, struct by_room_bot *out);

/* Makes the entries for the bot's move; none if the table has changed since `after`. */
void by_room_bot_plays(const struct by_room *r, const struct by_order *o, const struct by_room_bot *b, int move,
                       struct by_entries *out);

/* ---- Facts ---- */

struct by_room_facts {
    uint64_t entries;                               /* applied so far */
    int64_t now;                                    /* the room's time at the last of them */
    int players, people, watching;                  /* seats; seats taken by people; whether spectators are allowed */
    bool is_public, waiting, playing, over, closed; /* waiting: for players, before a match */
    int matches;                                    /* finished matches */
    int game;                                       /* enum by_game_id */
    /* Counters. `changes` increases when a card is out of date (time alone, on a running clock, does not count);
     * `seatings` when its short form is. */
    uint64_t changes, seatings;
};
void by_room_facts(const struct by_room *r, struct by_room_facts *out);

/* Returns the table as shown to this person. Its texts are borrowed until the room changes. */
void by_room_card(const struct by_room *r, const struct by_id *person, int64_t now, struct by_card *out);

/* Bit k: the person has seat k. */
uint32_t by_room_seats_of(const struct by_room *r, const struct by_id *person);
/* At a practice table: the person has a choice to go back to. */
bool by_room_may_undo(const struct by_room *r, const struct by_id *person);
bool by_room_may_watch(const struct by_room *r, const struct by_id *person);
/* Visits everyone with a seat, and the host, once each. */
const struct by_id *by_room_persons(const struct by_room *r, int *n);

#endif

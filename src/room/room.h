/* SPDX-License-Identifier: MIT */
/* room.h: runs a table where people play together: its seats, match, clocks and shuffle, and the messages for each
 * person.
 *
 * A room uses no sockets, clock, database or random number generator: all input is passed as arguments, and the output
 * is lines of text. A room is determined by its journal: room = fold(apply, entries).
 *
 *     by_room_decide  turns a person's request (messages.def) into entries that carry it out, or into a refusal.
 *           Changes nothing.
 *     by_room_due     returns entries for anything that is due without a request (an expired clock, the last reveal,
 *           the next deal)
 *     by_room_apply   applies an entry that was stored or read from the journal
 *     by_room_tell    returns an entry as one person may see it, as a line for the wire
 *
 * Between deciding and applying, the caller writes the entries to the journal and makes no other decision for this
 * room.  If the entries cannot be stored, the caller discards them, and the room remains unchanged.
 *
 * A person is an id. A seat belongs to one person; a person may have several seats (hot seat). A person without a seat
 * is a spectator.
 *
 * TIME is in milliseconds of the room's own clock, which stops while the room is not running. `now` never decreases.
 *
 * SECRETS. The server's secret for a shuffle is sealed in its `commit` entry (crypto.h) with a key that is not in the
 * journal. A commit sealed with another key means that the key was lost: the match cannot be reconstructed, so it has
 * no result, and the table waits until its host starts the next match. by_room_tell uses only views, events filtered by
 * by_hear, and openings of places that this person may see. tell.c, which writes the output, is never given a match. */
#ifndef BY_ROOM_ROOM_H
#define BY_ROOM_ROOM_H

#include "boneyard/bot.h"
#include "fair/duplicate.h"
#include "wire/card.h"
#include "wire/messages.h"

struct by_room;

/* The newest entry version that this program can read. An entry states the version it needs in its `v` member;
 * without `v`, the version is 1. A program may write entries of a new version only if the previous release leaves them
 * alone, so that both can run on one database. */
enum { BY_ROOM_VERSION = 3 };

struct by_room_host { /* the values that the caller provides for a room */
    uint8_t seal[BY_SEAL_KEY];
    const uint8_t (*former)[BY_SEAL_KEY]; /* earlier keys, used only to open old seals; borrowed */
    int former_n;
    int newer; /* for tests: pretends to be this many versions newer, and writes only entries of that version */
    int haste; /* for tests: divides the delays of bots, forced moves and so on; 0 or 1 for no change */
    /* how long a deserted table stays open if it is waiting or finished (0 for a day); during a match, it is 30 days */
    int64_t empty;
};

struct by_room *by_room_new(const struct by_id *table, const struct by_room_host *host);
void by_room_free(struct by_room *r);                 /* accepts NULL */
int by_room_entries(const struct by_room_host *host); /* the newest entry version that rooms can read */

/* Who chose an entry's move; NONE if the entry is not a move. */
enum by_moved_by { BY_MOVED_NONE, BY_MOVED_PERSON, BY_MOVED_BOT, BY_MOVED_CLOCK, BY_MOVED_CHANCE };

/* Entries to be stored. Free with by_entries_clear. */
enum { BY_ROOM_ENTRIES = 8 };
struct by_entries {
    int n;
    struct by_line_of {
        char *line;
        size_t n;
        enum by_moved_by mover;
        int needs; /* the version that the entry needs */
    } at[BY_ROOM_ENTRIES];
};
void by_entries_clear(struct by_entries *e);

/* The person who made the request, and the time of the request. `chance` points to fresh random bytes for random
 * choices. */
struct by_order {
    struct by_id person;
    int64_t now;
    const uint8_t *chance; /* BY_ROOM_CHANCE bytes */
    bool account;          /* whether the person has an account */
};
#define BY_ROOM_CHANCE 128
#define BY_ROOM_MOST 20000 /* maximum number of entries, after which the server closes the table */

/* Registers external bots in addition to the built-in ones.  Names consist of up to 11 lower-case letters, digits and
 * hyphens. Call once, before creating a room; the names must remain valid until the program ends. */
void by_room_bots(const char *const *names, int n);

/* Makes a new table's first entry from a `make` request. */
enum by_refusal by_room_make(const struct by_order *o, const struct by_asked_for *what, struct by_entries *out,
                             struct by_fault *f);

/* A tournament table. The tournament's id replaces the host's, so no person is the host. Players can't leave their
 * seats or ask for a rematch, and a bot takes over from an absent player even if no one else is present. */
struct by_room_cup {
    struct by_id cup;
    const char *rules, *clock; /* as in `make`, and valid */
    int grace;                 /* in seconds */
    bool watch;                /* allows spectators; with duplicate deals, only once the round is over */
    int duplicate;             /* with duplicate deals, the tournament's round number, from 1; otherwise 0 */
    int seats;                 /* 2 to 4 */
    struct {
        struct by_id person;
        const char *name;
    } seat[4];
};
/* Makes the table's first entries: the table is made, everyone sits down, and the match starts. */
void by_room_cup(const struct by_room_cup *c, struct by_entries *out);

/* The result of a tournament table. A table that is closed early keeps its scores at that moment. */
struct by_room_result {
    int32_t score[BY_SEATS]; /* at least 0 */
    uint32_t absent;         /* bit k: at the end, a bot was playing for the absent player in seat k */
};
bool by_room_result(const struct by_room *r, struct by_room_result *out); /* false if not over */

/* The state of the shuffle of a round with duplicate deals (fair/duplicate.h). The shuffle belongs to the
 * tournament. */
enum by_shared_step {
    BY_SHARED_COMMITTED, /* collecting hashes */
    BY_SHARED_FIXED,     /* all hashes are known; collecting shares */
    BY_SHARED_DEALT,     /* all shares are known */
    BY_SHARED_OPEN       /* the last table has finished: the shuffle may be published */
};
struct by_room_round {
    enum by_shared_step step;
    uint64_t deal; /* the number of the shuffle; 0 if none yet */
    struct by_hash commit;
    uint8_t sealed[BY_FAIR_SECRET + BY_SEAL_MORE];
    int shares;
    struct by_round_share share[BY_ROUND_SHARES]; /* the hashes once FIXED, and the shares once DEALT */
};
/* Passes the state of a round's shuffle to a table, which copies it. The state is not in the journal, so repeat the
 * call after loading the table. Returns whether the state is new to the table, in which case entries may be due
 * (by_room_due). Tables without duplicate deals ignore the state. */
bool by_room_follow(struct by_room *r, const struct by_room_round *s);

/* A table's contribution to the shuffle, according to its journal. */
struct by_room_part {
    uint64_t deal; /* the last shuffle to which the table contributes; 0 if none */
    bool waited;   /* the table no longer waits for hashes or, later, for shares */
    bool fixed;    /* the table has the hashes of all tables and is collecting shares */
    int shares;
    struct by_round_share share[BY_SEATS];
    uint32_t revealed; /* bit k: the share of share[k] is known */
};
void by_room_part(const struct by_room *r, struct by_room_part *out);

/* A table withholds its shuffle, record and result while another table of the round may still be playing the same
 * deals. If this table does, copies the tournament's id and returns its round number; otherwise, returns 0. */
int by_room_held(const struct by_room *r, struct by_id *tournament);

/* Decides a request (one marked `journal` in messages.def). BY_NOT_REFUSED with 0 entries means that nothing
 * changes. */
enum by_refusal by_room_decide(const struct by_room *r, const struct by_order *o, const struct by_asked_for *what,
                               struct by_entries *out, struct by_fault *f);

/* by_room_due returns entries for the room's own actions that are due now, if any. by_room_wake returns the latest time
 * to call by_room_due again (INT64_MAX if not before the next event). Both depend on who is present (by_room_presence),
 * which is not in the journal. */
void by_room_due(const struct by_room *r, const struct by_order *o, struct by_entries *out);
int64_t by_room_wake(const struct by_room *r, int64_t now);

/* Reports that a person has arrived (the first socket has joined) or left (the last one has closed) at this time. */
void by_room_presence(struct by_room *r, const struct by_id *person, bool here, int64_t now);

/* Reports that the journal comes from a backup that ended with entry `last`. Players may know later entries and the
 * secret of a round in progress, so such a round is abandoned (an `abort` without seats) and dealt again. */
void by_room_restored(struct by_room *r, uint64_t last);

/* Reports whether the server can store entries at the moment. While it cannot, no entries are due, and the `table`
 * message says so. */
void by_room_halt(struct by_room *r, bool on);

/* Makes the room close the table with its next entries, even if people are present. */
void by_room_end(struct by_room *r);

/* Applies a committed entry. If the entry is invalid, returns an error, sets the fault and leaves the room
 * unchanged. */
by_err by_room_apply(struct by_room *r, uint64_t number, const char *line, size_t n, struct by_fault *f);

/* ---- Output ---- */

enum by_seeing { BY_SEE_JSON, BY_SEE_PACKED };

/* Returns entry `number` as this person may see it: a padded line for the wire, with the current state if `now` is set.
 * The caller frees it. */
char *by_room_tell(const struct by_room *r, uint64_t number, const struct by_id *person, bool now, enum by_seeing how);

/* Adds the current state to the reply to `look`, as its `seats` member. */
void by_room_look(const struct by_room *r, const struct by_id *person, struct by_out *to);

/* Returns the record of a match (numbered from 1), one event per line, with the fair-shuffle fields. Returns NULL if
 * the match is not over or the table withholds the record (by_room_held). The caller frees it. */
char *by_room_record(const struct by_room *r, int match);

/* ---- Results ---- */

/* A finished match. Seats are numbered as at the start of the match. A rated match is also over if everyone has left
 * it. */
struct by_match_result {
    int match, players, sides;
    bool rated, record; /* whether by_room_record has its record */
    const char *rules;  /* borrowed from the room */
    struct by_result_seat {
        bool person;
        struct by_id id; /* of a person */
        char name[164];  /* a person's display name, or the bot's level */
        int side, rank;  /* the side, from 0, and its rank; 1 is best, and equal ranks mean a tie */
        int32_t score;   /* at the end */
        uint64_t left;   /* the entry after which a bot held the person's seat until the end; 0 if none */
    } seat[BY_SEATS];
};

/* Returns the latest finished match, or NULL if there is none or the table withholds it. Borrowed until the next entry
 * is applied. In a rated match, the sides of people who left are placed last; the first to leave is placed lowest. */
const struct by_match_result *by_room_match_result(const struct by_room *r);

/* ---- Bots ---- */

/* Returns the next decision that a bot must make; each decision is returned only once. The question's view and history
 * are copies that stay valid until the next entry is applied. Pass the answer to by_room_bot_plays. `not_before` is the
 * earliest room time at which to play the answer; it depends only on public information. Returns false if no decision
 * is pending. */
struct by_room_bot {
    int seat;
    const char *level;
    uint64_t after; /* number of the last entry when the bot was asked */
    int64_t not_before;
    const struct by_view *view;
    const struct by_past *past;
    const by_move *moves;
    int n;
    struct by_seed seed; /* for the bot's random number generator */
    bool chance;         /* set by the caller if the move was drawn at random because the bot's program has died */
};
bool by_room_bot(struct by_room *r, int64_t now, struct by_room_bot *out);

/* Makes the entries for the bot's move, or none if the table has changed since `after`. */
void by_room_bot_plays(const struct by_room *r, const struct by_order *o, const struct by_room_bot *b, int move,
                       struct by_entries *out);

/* ---- Facts ---- */

struct by_room_facts {
    uint64_t entries;                               /* number of entries applied so far */
    int64_t now;                                    /* the room's time at the last entry */
    int players, people, watching;                  /* the number of seats, the number taken by people, and whether
                                                     * spectators are allowed */
    bool cup;                                       /* a table of a tournament */
    bool shuffling;                                 /* its players contribute to a duplicate-deal shuffle */
    bool is_public, waiting, playing, over, closed; /* `waiting`: waiting for players before a match */
    bool rated;
    int matches; /* finished matches */
    int game;    /* enum by_game_id */
    int needs;   /* the newest version among its entries, or the version of the first entry that could not be read */
    /* Counters. `changes` increases whenever the card becomes outdated (apart from clock times), `seatings` whenever
     * the card's short form does. */
    uint64_t changes, seatings;
};
void by_room_facts(const struct by_room *r, struct by_room_facts *out);

/* Returns the table as shown to this person. The strings are borrowed until the room changes. */
void by_room_card(const struct by_room *r, const struct by_id *person, int64_t now, struct by_card *out);

/* The turn of a person whose clock is running at a table with a clock in days. `number`, which identifies the turn, is
 * the entry since which this seat's clock has been running continuously. */
struct by_room_turn {
    int seat;
    struct by_id person;
    uint64_t number;
    int64_t lasted, left; /* in milliseconds: the time since the decision began, and the time until the clock runs
                           * out */
};
bool by_room_turn(const struct by_room *r, int64_t now, struct by_room_turn *out); /* false if there is none */

/* Returns the person's seats; bit k: seat k. */
uint32_t by_room_seats_of(const struct by_room *r, const struct by_id *person);
/* Returns whether the person can undo moves back to an earlier choice (at a practice table). */
bool by_room_may_undo(const struct by_room *r, const struct by_id *person);
bool by_room_may_watch(const struct by_room *r, const struct by_id *person);
/* Copies the id of the person who holds or last held a seat.  Returns false if no person has held it. */
bool by_room_person(const struct by_room *r, int seat, struct by_id *out);
/* Copies the host's id. Returns false if the table has no host. */
bool by_room_host_of(const struct by_room *r, struct by_id *out);
/* Lists everyone who has a seat, and the host, without duplicates. */
const struct by_id *by_room_persons(const struct by_room *r, int *n);

#endif

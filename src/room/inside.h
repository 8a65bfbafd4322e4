/* SPDX-License-Identifier: MIT */
/* inside.h: declares the data structures of a room, which are private to this folder and hidden from tell.c. */
#ifndef BY_ROOM_INSIDE_H
#define BY_ROOM_INSIDE_H

#include <string.h>

#include "boneyard/table.h"
#include "fair/duplicate.h"
#include "fair/written.h"
#include "room.h"
#include "told.h"

enum seat_kind { SEAT_OPEN, SEAT_PERSON, SEAT_BOT };
enum phase { WAITING, SHUFFLE, PLAY, ROUND, OVER, CLOSED };
enum step { STEP_WANTED, STEP_COMMITTED, STEP_FIXED }; /* waiting for the commitment, the hashes or the shares */
enum away { HERE, AWAY_GONE, AWAY_CLOCK };
enum clock_kind { CLOCK_NONE, CLOCK_MOVE, CLOCK_BANK, CLOCK_DAYS };

/* Times in milliseconds. Delays that others may notice depend only on public information. */
enum {
    HASH_WAIT = 5000,
    ROUND_WAIT = 15000, /* the wait for hashes with duplicate deals, since people must first reach their new table */
    ABORTS = 3,
    CALL_WINDOW = 3000,
    BOT_CALL = 1200,
    BOTS_CALLED = 1700,
    BOT_WAIT = 900,
    FORCED_WAIT = 700,
    SPREAD = 600,
    NEXT_WAIT = 20000,
    NEXT_DAYS = 3600000,
    NEXT_BOTS = 3000,
    EMPTY_WAIT = 86400000,
    BACK_BONUS = 10000
};
#define LEFT_WAIT INT64_C(2592000000) /* a month: longer than any clock allows for a move */
#define NEVER INT64_MAX
#define NOBODY 0xffff
#define WATCHER BY_SEATS /* the bit number for spectators */

struct seat {
    uint8_t kind, away;
    bool ready, again, hashed, revealed, bots; /* `bots`: has agreed to start a quick match with bots */
    uint16_t person;                           /* index into the members, or NOBODY */
    char level[12], name[168];
    int64_t left, away_at, sat; /* the time left on the clock, when a bot took over, and when the person sat down */
    struct by_hash hash;
    uint8_t share[BY_FAIR_SHARE];
};

/* A person who has or had a seat, or is the host. The person may be a spectator by now. */
struct member {
    struct by_id id;
    bool here;
    int aborts;
    int64_t came, gone;
};

/* Data stored for each move of this round in addition to the match log. */
struct more {
    struct by_hash before; /* the transcript and the record's length before the move */
    size_t record;
};

struct sitting {
    uint16_t person[BY_SEATS];
};

struct bot_thought { /* the last query to a bot */
    struct by_view view;
    struct by_past past;
    struct by_heard *heard;
    by_move *moves;
};

struct by_room {
    struct by_id id;
    struct by_room_host host;
    bool halted, ending;
    int needs;         /* see struct by_room_facts */
    uint64_t restored; /* the last entry in the backup (by_room_restored); 0 if not restored */

    /* The settings with which the table was created. */
    struct by_config rules;
    char rules_text[BY_CONFIG_TEXT], clock_text[24];
    int clock, grace;
    int64_t first, add;                                  /* initial clock time, and increment */
    bool is_public, watch, practice, rated, shared, cup; /* `cup`: a tournament table */
    int64_t quick;                                       /* the time that a quick match waits for people; otherwise 0 */
    uint16_t owner; /* the host's index among the members; NOBODY in a quick match */

    /* The current state. */
    uint64_t entries, changes, seatings;
    int64_t now;
    int phase, match;
    char paused[8]; /* the person who paused the table; "" if it is not paused */
    struct seat seat[BY_SEATS];
    struct member *member;
    int members;
    struct by_id *watcher;
    int watchers;
    struct by_id persons[BY_SEATS + 1];
    int persons_n;
    int64_t empty;                 /* when the last person left */
    int64_t visited;               /* when the first person joined after the room was loaded; 0 if no one has */
    int64_t wait_from, wait_until; /* when a quick match with a player began to wait, and when the wait ends; otherwise
                                    * NEVER */

    /* The shuffle and its results. */
    uint64_t deals, committed; /* the number of shuffles so far, and the entry of the latest commit */
    bool lost;                 /* the secret's key is lost, so this match cannot be replayed; reset by the next match */
    int step;
    int64_t step_at;
    struct by_shuffle shuffle;
    uint32_t attempt;
    uint8_t place_of[BY_MAX_TILES]; /* each tile's position in the list of commitments, or BY_NO_TILE */
    struct by_aborted *aborted;
    int aborted_n;                    /* number of shuffles abandoned since the last deal */
    struct by_set seen[BY_SEATS + 1]; /* the tiles already opened to each seat and to the spectators */
    struct by_hash transcript;

    /* Duplicate deals (duplicate.c). */
    int duplicate; /* the tournament's round number; 0 if the table has its own deals */
    bool waited, published;
    struct by_round_shuffle *round; /* NULL unless `duplicate` */
    struct by_room_round *order;    /* the state last passed to by_room_follow, or NULL; not in the journal */

    /* The match. */
    struct by_table game, *undealt; /* `undealt`: the match before this round's deal */
    size_t undealt_record;          /* the record's length before this round's deal */
    struct more *more;
    uint32_t more_room;
    uint64_t turned; /* the last entry that changed the legal moves */
    int64_t since;   /* when the current decision began */
    int laid_by;     /* the seat that laid the last tile; BY_NO_SEAT if no calls are possible */
    int64_t laid_at;
    int running; /* the seat whose clock is running, or BY_NO_SEAT */
    int64_t runs_from;
    uint64_t ran; /* the entry since which the clock has been running for this seat */

    /* Data sent so far, and the records. */
    struct told *told;
    size_t told_room;
    struct sitting *sitting;
    int sittings;
    struct by_out record;
    int64_t began; /* start of the match */
    char **records;
    int records_n;
    struct by_match_result *playing, *result; /* the match in progress and the latest finished one, or NULL */

    uint32_t asked; /* bit k: the bot of seat k was asked since the last entry */
    struct bot_thought *thought;
};

/* Returns the number of aborts that a person may cause. With duplicate deals, every abort delays all tables. */
static inline int by_aborts_most(const struct by_room *r) { return r->duplicate != 0 ? 1 : ABORTS; }
static inline int by_players(const struct by_room *r) { return r->rules.opt[BY_PLAYERS]; }
static inline struct member *by_person_at(const struct by_room *r, int seat)
{
    return r->seat[seat].person == NOBODY ? NULL : &r->member[r->seat[seat].person];
}

/* by_member_of returns a person's index among the members, or -1; by_member_seats returns a member's seats as a bit
 * set. */
int by_member_of(const struct by_room *r, const struct by_id *id);
uint32_t by_member_seats(const struct by_room *r, int member);
/* Returns whether a person is playing this seat: it belongs to a person, and no bot has taken over. */
bool by_by_hand(const struct by_room *r, int seat);

/* by_entry_new returns an entry with `what` and `t`, to which the caller adds members; by_entry_add appends the
 * finished entry. */
by_json *by_entry_new(const struct by_room *r, enum by_entry_id what, int64_t now);
void by_entry_add(struct by_entries *out, by_json *entry);
void by_entry_version(by_json *e, int version); /* marks an entry that older programs cannot read */
by_json *by_bytes_json(const void *bytes, size_t n);
/* Adds the start of the next match, with the players' names for the record. */
void by_start_entry(const struct by_room *r, int64_t now, struct by_entries *out);
void by_play_entry(const struct by_room *r, int64_t now, int seat, by_move m, enum by_moved_by mover,
                   struct by_entries *out);

/* Each kind of entry has a function that validates and then applies the entry. `t` receives the output to send. */
typedef by_err by_applier(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f);
by_applier by_apply_commit, by_apply_hash, by_apply_hashes, by_apply_reveal, by_apply_abort, by_apply_deal,
    by_apply_play, by_apply_undo, by_apply_waited, by_apply_publish;
by_err by_wrong(struct by_fault *f, const char *what);
bool by_entry_who(const by_json *e, const struct by_room *r, int *seat);
bool by_seat_is_bot(const char *who);          /* whether a journal may contain this bot label */
bool by_shuffle_open(const struct by_room *r); /* whether a shuffle's secret has been committed and not yet revealed */
/* Computes the shuffle with the key of the next deal. Returns false if the shares are wrong. `others` holds the shares
 * of other tables, for the first of a series of duplicate deals. */
bool by_shuffle_key(const struct by_room *r, const by_json *others, struct by_shuffle *s);
void by_round_stop(struct by_room *r, struct told *t); /* abandons a round in progress */

uint32_t by_last_choice(const struct by_room *r); /* the number of moves to undo to return to a person's last choice; 0
                                                   * if there is none */

/* duplicate.c: duplicate deals. */
void by_duplicate_made(struct by_room *r, const by_json *made); /* reads the entry `made` */
bool by_duplicate_publishes(const struct by_room *r);           /* whether the shuffle must be published now */
int64_t by_duplicate_at(const struct by_room *r);               /* when the shuffle continues */
void by_duplicate_due(const struct by_room *r, const struct by_order *o, struct by_entries *out);
by_json *by_duplicate_others(const struct by_room *r); /* the other tables' shares, for the first deal's entry */
void by_duplicate_commits(struct by_room *r, struct by_shuffle *s); /* computes the commitment */
by_applier by_duplicate_hashes;
bool by_duplicate_key(const struct by_room *r, const by_json *others, struct by_shuffle *s);
void by_duplicate_dealt(struct by_room *r, const by_json *others); /* call before the deal is applied */
char *by_duplicate_record(const struct by_room *r, const char *text);

/* due.c: clocks and delays. */
void by_deal_entry(const struct by_room *r, const struct by_order *o, struct by_entries *out);
int64_t by_parts_at(const struct by_room *r); /* when the wait for hashes or shares ends */
int64_t by_away_at(const struct by_room *r);  /* when a bot takes over if the player to move is absent, or NEVER */
int64_t by_window_end(const struct by_room *r, int mover);
int64_t by_wait(const struct by_room *r, int64_t from, int least, int seat);
bool by_late(const struct by_room *r, int64_t now); /* the running clock has expired */
void by_clock_charge(struct by_room *r, int seat, int64_t ms);
void by_clock_next(struct by_room *r, int moved);
int64_t by_paced(const struct by_room *r, int64_t ms);
struct clock_of {
    int kind;
    int64_t first, add;
};
bool by_clock_read(const char *text, struct clock_of *out);

/* result.c */
void by_result_begin(struct by_room *r);
void by_result_note(struct by_room *r, uint64_t number); /* call after each entry; tracks who has left or returned */
void by_result_over(struct by_room *r);                  /* the match is over */
void by_result_closed(struct by_room *r);                /* the table is closed, perhaps during a match */

/* record.c */
void by_room_record_begin(struct by_room *r, const by_json *names);
void by_room_record_round(struct by_room *r);
void by_room_record_moves(struct by_room *r, const struct by_events *ev);
void by_room_record_over(struct by_room *r);

#endif

/* SPDX-License-Identifier: MIT */
/* cup.h: runs a tournament on the server (a cup), which adds the identities of the players to the lines of
 * src/tournament.
 *
 * A cup is one row of the `cup` list. A server changes the row only if the row is unchanged since it was read. The row
 * is determined by the requests and the tables' journals, so any server may take the next step, and the first write
 * succeeds. The row begins with a hash of the rest, keyed with the key that seals the shuffles' secrets. That key is
 * not in the database, so a row edited by hand is rejected. */
#ifndef BY_SERVER_TOURNAMENTS_CUP_H
#define BY_SERVER_TOURNAMENTS_CUP_H

#include "room/room.h"
#include "store/store.h"
#include "tournament/tournament.h"
#include "wire/messages.h"

enum { BY_CUP_NAME = 81, BY_CUP_WAITING = 32, BY_CUP_GRACE = 30, BY_CUP_PLAYER = 161 };

enum by_cup_state { BY_CUP_OPEN, BY_CUP_PLAYING, BY_CUP_OVER, BY_CUP_STATES };
extern const char *const by_cup_states[BY_CUP_STATES]; /* the names used in the row's `status` column and on the wire */

struct by_cup {
    struct by_id id, organiser;
    char name[BY_CUP_NAME], clock[21];
    enum by_cup_state state;
    uint64_t changes; /* increases with every change */
    /* Unix times. The cup was created at `made`. The cup starts at `start` (0 if the organiser starts it), and no round
     * is paired after `until` (0 if there is no limit). The current round began at `began`, and the cup ended at
     * `ended`. */
    int64_t made, start, until, began, ended;
    int minutes; /* time after which the tables of a round are closed; 0 if never */
    struct by_tournament t;
    struct by_id person[BY_MOST_CONTESTANTS][2]; /* [1] is used only with `partners` */
    struct {
        struct by_id person;
        char name[BY_CUP_PLAYER];
    } waiting[BY_CUP_WAITING]; /* with `partners`: people who have no partner yet */
    int waiting_n;

    /* Duplicate deals (cup_duplicate.c). */
    bool duplicate;
    int opened;                   /* all deals of the rounds before this one (counted from 0) have been played */
    int64_t since;                /* when the shuffle reached its current step (Unix time) */
    struct by_room_round shuffle; /* the last round's shuffle; its deal is 0 before it has begun */
    struct by_cup_result {
        bool over;
        struct by_room_result is;
    } result[BY_MOST_CONTESTANTS / 2]; /* results of the last round's tables, until all tables are over */
};

/* Creates a cup from an `organise` request. On refusal there is nothing to clear. */
enum by_refusal by_cup_organise(struct by_cup *c, const struct by_id *id, const struct by_id *person,
                                const struct by_asked_for *what, int64_t now, uint64_t draw, struct by_fault *f);
void by_cup_clear(struct by_cup *c);

/* Read and write a row. by_cup_read returns false if the row is invalid or was edited. The caller frees the text. */
bool by_cup_read(struct by_cup *c, const struct by_room_host *host, const struct by_id *id, struct by_bytes_of row);
char *by_cup_print(const struct by_cup *c, const struct by_room_host *host);
/* Returns the row's columns, which borrow from the cup. `keep` is the number of days until a finished cup is
 * deleted. */
struct by_columns by_cup_columns(const struct by_cup *c, int keep);

/* Return a person's index among the contestants or the waiting players, or -1. */
int by_cup_contestant(const struct by_cup *c, const struct by_id *person);
int by_cup_waiting(const struct by_cup *c, const struct by_id *person);

/* Carry out a request (enter, withdraw, begin, cancel), or refuse it and change nothing. */
enum by_refusal by_cup_change(struct by_cup *c, const struct by_id *person, const struct by_asked_for *what,
                              int64_t now, struct by_fault *f);

/* Removes a person whose account is deleted. If the person has results, a random id and "N.N." take the place of the
 * person and the name. Returns whether the cup changed. */
bool by_cup_forget(struct by_cup *c, const struct by_id *person, int64_t now);

/* Takes all steps that are due: starts the cup, pairs the next round once all tables have scores, ends the cup. Returns
 * whether the cup changed. */
bool by_cup_advance(struct by_cup *c, int64_t now);

/* Enters the result of table i of the last round, and marks players who were absent at the end as out. */
void by_cup_score(struct by_cup *c, int i, const struct by_room_result *r);

/* Write and read the part of a row that describes the duplicate deals. */
void by_cup_put_duplicate(const struct by_cup *c, by_json *row);
bool by_cup_read_duplicate(struct by_cup *c, const by_json *row);

/* Takes the next step of the last round's shuffle if all tables are ready for it. `part` holds each table's
 * contribution, or NULL for a table that has not been created yet. A table is left out once the others have waited a
 * minute for it. Returns whether the cup changed. */
bool by_cup_shuffle(struct by_cup *c, const struct by_room_host *host, const struct by_room_part *const part[],
                    int64_t now);

/* by_cup_over records that a table of the last round is over; `r` is NULL if it has no result. Once all tables are
 * over, by_cup_open enters their results and allows the round to be published. */
void by_cup_over(struct by_cup *c, int i, const struct by_room_result *r);
void by_cup_open(struct by_cup *c);

/* Sets *out to the state of the shuffle of a round, counted from 1. */
void by_cup_round(const struct by_cup *c, int round, struct by_room_round *out);

/* Table i of round `round`, both from 0: by_cup_table returns its id; by_cup_room sets *out to the arguments for its
 * room. The strings are borrowed from the cup and `text`. */
struct by_id by_cup_table(const struct by_cup *c, const uint8_t key[32], int round, int i);
struct by_cup_text {
    char rules[BY_CONFIG_TEXT], name[4][BY_CONTESTANT_TEXT];
};
void by_cup_room(const struct by_cup *c, int round, int i, struct by_cup_text *text, struct by_room_cup *out);

/* Returns the cup as this person sees it, as a complete message. */
char *by_cup_tell(const struct by_cup *c, const uint8_t key[32], const struct by_id *person, int64_t now);
/* Writes the cup's entry in the list. */
void by_cup_put_short(const struct by_cup *c, const struct by_id *person, struct by_out *out);
/* Writes the same entry with the person's name in the tournament and their line in the standings. */
void by_cup_put_own(const struct by_cup *c, const struct by_id *person, struct by_out *out);

#endif

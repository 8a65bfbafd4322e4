/* SPDX-License-Identifier: MIT */
/* table.h: a room under test, run as the server would: entries are kept in memory and told to everyone. */
#ifndef ROOM_TABLE_H
#define ROOM_TABLE_H

#include "boneyard/deal.h"
#include "room/room.h"

enum { PEOPLE = 20, GUESTS = 10 }; /* persons from GUESTS on have no account */

/* Lines of a journal, or lines that a person has heard. */
struct lines {
    char **at;
    int n, room;
};
void lines_add(struct lines *l, const char *line);
void lines_clear(struct lines *l);

struct table {
    struct by_room_host host;
    struct by_id id;
    struct by_room *room;
    struct lines journal;
    struct by_rng rng; /* all random bytes come from here */
    int64_t now;
    struct lines heard[PEOPLE]; /* the events told to each person */
    bool listens[PEOPLE];
    enum by_seeing how;
    struct by_fault fault;
    struct by_room_bot bot; /* the number of entries when the bot was asked, until it plays */
    int bot_at;
};

struct by_id person(int i);                                        /* always the same */
void table_make(struct table *t, uint64_t seed, const char *make); /* fields of person 0's `make`, in JSON */
void table_clear(struct table *t);

/* Sends a message from person i (JSON without a key) and returns the refusal.  Saved entries are applied and told. */
enum by_refusal ask(struct table *t, int i, const char *message);
__attribute__((format(printf, 3, 4))) enum by_refusal askf(struct table *t, int i, const char *format, ...);

/* The same message as the room receives it, and the text of `look`, which the caller frees. */
struct by_asked_for asked_of(const char *message);
by_json *look_of(const struct by_room *r, const struct by_id *person);

/* Marks all listeners as present, runs timers and lets bots play, until the room needs nothing before `until`. */
void come(struct table *t, int i);
void go(struct table *t, int i);
void run(struct table *t, int64_t until);
/* The same until the table reaches this phase; returns false if it does not. */
bool run_to(struct table *t, const char *phase, int64_t most);
/* Contributes to the shuffle for all listeners, if the room is asking. */
void contribute(struct table *t);

/* Returns a member of the `table` message for person i, borrowed until the next call, or "". */
const char *phase(struct table *t);
by_json *table_json(struct table *t, int i);

/* Rebuilds the room from the journal; aborts if an entry does not apply. */
struct by_room *fold(const struct table *t, int entries);

void fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
#define CHECK(what) \
    do { \
        if (!(what)) \
            fail("%s:%d: %s", __FILE__, __LINE__, #what); \
    } while (0)

#endif

/* SPDX-License-Identifier: MIT */
/* table.h: a room under test, as a program would run it: entries are kept in memory, everybody hears them. */
#ifndef ROOM_TABLE_H
#define ROOM_TABLE_H

#include "boneyard/deal.h"
#include "room/room.h"

enum { PEOPLE = 20 };

/* Lines of a journal, or of what somebody has heard. */
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
    struct by_rng rng; /* everything that is drawn */
    int64_t now;
    struct lines heard[PEOPLE]; /* what each person was told, event by event */
    bool listens[PEOPLE];
    enum by_seeing how;
    struct by_fault fault;
    struct by_room_bot bot; /* asked, and not yet played: at this number of entries */
    int bot_at;
};

struct by_id person(int i);                                        /* the same always */
void table_make(struct table *t, uint64_t seed, const char *make); /* person 0 makes it: fields of `make` in JSON */
void table_clear(struct table *t);

/* What person i asks, a message as JSON without key; the refusal.  Kept entries are applied and told. */
enum by_refusal ask(struct table *t, int i, const char *message);
__attribute__((format(printf, 3, 4))) enum by_refusal askf(struct table *t, int i, const char *format, ...);

/* The same message as the room gets it; and what `look` shows, which the caller frees. */
struct by_asked_for asked_of(const char *message);
by_json *look_of(const struct by_room *r, const struct by_id *person);

/* Everybody who listens is here; what is due happens, bots play.  Until the room wants nothing before `until`. */
void come(struct table *t, int i);
void go(struct table *t, int i);
void run(struct table *t, int64_t until);
/* The same until the phase of the table is this word, but not longer; false: it did not come. */
bool run_to(struct table *t, const char *phase, int64_t most);
/* Contributions to the shuffle of whoever listens, if they are asked for now. */
void contribute(struct table *t);

/* A member of the `table` message as person i gets it; a text borrowed until the next call, or "". */
const char *phase(struct table *t);
by_json *table_json(struct table *t, int i);

/* Another room from the journal; aborts where an entry does not apply. */
struct by_room *fold(const struct table *t, int entries);

void fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
#define CHECK(what) \
    do { \
        if (!(what)) \
            fail("%s:%d: %s", __FILE__, __LINE__, #what); \
    } while (0)

#endif

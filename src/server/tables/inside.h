/* SPDX-License-Identifier: MIT */
/* inside.h: the hub's data structures. Private to src/server. */
#ifndef BY_SERVER_TABLES_INSIDE_H
#define BY_SERVER_TABLES_INSIDE_H

#include "bot_pool.h"
#include "hub.h"
#include "server/net/socket.h"

struct live_table;

enum {
    QUEUE_MOST = 64, /* requests queued per table */
    RECENT = 4096,   /* remembered answers */
    GOING = 16,      /* tables deleted at the same time, since each has a whole journal */
    BUCKETS = 4096,
    STEP = 10,         /* milliseconds: table time advances in steps, like the output */
    BACKLOG = 64 << 10 /* unsent bytes of a reader beyond which events wait */
};

/* A client: a socket and its person. Lives until its socket has ended and no answer is pending. */
struct by_caller {
    struct by_hub *hub;
    struct by_socket *socket; /* NULL: it has ended */
    struct by_pass pass;
    struct by_caller *before, *after; /* of all */
    struct by_caller *left, *right;   /* of those at the same table */
    struct live_table *table;         /* the table they view, or NULL */
    bool greeted;
    enum by_seeing how;
    double credits, counted; /* as of when */
    uint64_t told;           /* the last event */
    uint64_t card;           /* the room's count of changes in the last `table` message; 0: none was sent */
    uint32_t card_seats;     /* the caller's seats in it, and whether undo was possible */
    bool card_undo;
    int waits; /* pending answers */
};

/* A queued request to a table. */
struct table_command {
    struct table_command *next;
    struct by_caller *caller;
    struct by_asked_for what; /* BY_ASK_make: the table's first entry */
    bool name_table;          /* the answer has the table's id: make, quick */
    int64_t came;             /* nanoseconds */
};

enum live_state { IDLE, WRITING, PAUSED, UNSURE };

struct live_table {
    struct by_id id;
    struct live_table *next; /* in its bucket */
    struct by_hub *hub;
    struct by_room *room; /* NULL: set aside */
    enum live_state state;
    struct by_entries batch;  /* being written */
    uint64_t first;           /* its number */
    struct table_command *of; /* who requested it, or NULL */
    struct table_command *queue, **last;
    int queued;
    struct by_caller *callers;
    int64_t base, since;    /* the room's time at a moment of the server's clock, milliseconds */
    int64_t wake;           /* next wake-up, server time; INT64_MAX: never */
    size_t place;           /* its position in that heap, from 1; 0: not in it */
    struct by_room_bot bot; /* the pending query, if `job` */
    uint64_t job;
    int64_t asked;
    int move;         /* its answer, or -1 */
    uint64_t row;     /* the room's count of seatings in the stored row; 0: must be written */
    bool counted;     /* excludes moves and matches of the past from the metrics */
    int64_t lonely;   /* when the last viewer left */
    bool made;        /* since the server began, */
    uint8_t from[16]; /* the creator's address: for a limit, never displayed, never stored */
    int64_t over;     /* when it ended, calendar seconds; 0: it has not */
};

struct recent {
    uint8_t who[32];
    char *line;
};

/* Tables in play that are not loaded yet after a start. */
struct later {
    struct later_table {
        struct by_id id;
        bool indexed, is_public, waiting; /* as row.h says */
        int game, who_n;
        size_t who; /* the first of its people in `people` */
    } * all;
    struct by_id *people;
    size_t n, room, at, people_n, people_room;
    struct by_timer *timer;
};

/* The calendar clock, as far as it is trusted: retention.c. */
struct clock_trust {
    int64_t right, stored; /* the date until which it was right; as the database has it */
    double at, doubt;      /* the loop's time then; since when it is ahead, or 0 */
};

struct by_hub {
    struct by_loop *loop;
    struct by_hub_setup setup;
    struct by_sockets *sockets;
    struct by_bot_pool *thinkers;
    struct by_timer *timer;
    struct by_wake *written;
    struct writing *done; /* protected by `lock` of tables.c */
    struct people *people;
    struct registering *making; /* accounts being created: registering.c */
    struct by_caller *callers;
    struct live_table *bucket[BUCKETS];
    int tables, writes;       /* in memory; batches being written */
    int64_t read;             /* entries read recently for tables that were not in memory */
    struct live_table **heap; /* by wake-up time; from 1 */
    size_t heap_n, heap_room;
    uint64_t jobs;
    struct recent recent[RECENT];
    uint8_t key[32]; /* for ids of tables */
    struct later later;
    bool stopping;
    bool ailing; /* a write has failed, and the store has not recovered */
    struct {
        int kind;
        uint8_t at[64];
        size_t n;
        double next;
    } forget; /* progress of the retention pass */
    struct clock_trust clock;
    struct by_id going[GOING];   /* tables being deleted: already gone for everyone */
    int going_n, gone, deleting; /* answered; not answered yet */
    int64_t second, oldest;      /* time of the last tick; since when a batch is being written, or 0; nanoseconds */
};

#endif

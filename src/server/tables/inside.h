/* SPDX-License-Identifier: MIT */
/* inside.h: declares the hub's data structures. Private to src/server. */
#ifndef BY_SERVER_TABLES_INSIDE_H
#define BY_SERVER_TABLES_INSIDE_H

#include "bot_pool.h"
#include "hub.h"
#include "server/net/socket.h"

struct by_agreements;
struct by_bar;
struct by_notice;
struct live_table;
struct by_index;

enum {
    QUEUE_MOST = 64, /* maximum number of requests queued per table */
    RECENT = 4096,   /* maximum number of stored answers */
    GOING = 16,      /* maximum number of concurrent deletions; each holds a whole journal */
    BUCKETS = 4096,
    BACKLOG = 64 << 10 /* unsent bytes above which a client's events wait */
};

/* A client: a socket and its person. A client is freed after its socket has closed and no answer is pending. */
struct by_caller {
    struct by_hub *hub;
    struct by_socket *socket; /* NULL after the socket has closed */
    struct by_pass pass;
    struct by_caller *before, *after; /* list of all callers */
    struct by_caller *left, *right;   /* list of callers at the same table */
    struct live_table *table;         /* the table that the client views, or NULL */
    bool greeted;
    enum by_seeing how;
    double credits, counted; /* the credits left, and when they were last counted */
    uint64_t told;           /* last event sent */
    uint64_t card;           /* the room's `changes` in the last `table` message; 0 if none was sent */
    uint32_t card_seats;     /* the caller's seats in the last `table` message */
    bool card_undo;
    int waits;  /* pending answers */
    int pauses; /* pending reads; until they complete, further requests wait in `later` */
    struct later_ask {
        struct later_ask *next;
        struct by_asked_for what;
    } * later, **last;
    int later_n;
    char account[100]; /* the name of the person's account, or "" */
    bool follows;      /* whether the caller follows a tournament (server/tournaments) */
    struct by_id cup;  /* the tournament that the caller follows */
    uint64_t cup_told; /* the tournament's `changes` when it was last sent; 0 if never */
    bool moderator;
    struct by_bar *bars; /* people whom the caller has muted or blocked, or who have blocked the caller
                          * (order/blocks.h) */
    int bars_n;
    int64_t noticed;           /* the last notice that was sent */
    struct by_notice *notices; /* notices waiting for the caller's `hello` */
    int notices_n;
    char *invitations, *invited; /* the lists last sent to the caller (invites.h); NULL if none */
    bool invites_busy, invites_again, invites_rejoined;
    double checked; /* when the session was last checked (recheck.c); 0 if never */
};

/* A queued request to a table. */
struct table_command {
    struct table_command *next;
    struct live_table *table;
    struct by_caller *caller;
    struct by_asked_for what;   /* for BY_ASK_make, the table's first entry */
    bool name_table;            /* whether the answer includes the table's id (`make` and `quick`) */
    struct by_asked_for *quick; /* the `quick` request that takes a seat, or NULL */
    int64_t came;               /* nanoseconds */
};

enum live_state { IDLE, WRITING, PAUSED, UNSURE };

struct live_table {
    struct by_id id;
    struct live_table *next; /* next table in the same bucket */
    struct by_hub *hub;
    struct by_room *room; /* NULL if set aside */
    enum live_state state;
    struct by_entries batch;  /* being written */
    uint64_t first;           /* number of the batch's first entry */
    struct table_command *of; /* the request that caused the batch, or NULL */
    struct table_command *queue, **last;
    int queued;
    struct by_caller *callers;
    int64_t base, since;    /* in milliseconds: at server time `since`, the room's time was `base` */
    int64_t wake;           /* server time of the next wake-up; INT64_MAX if never */
    size_t place;           /* the table's position in the heap of wake-ups, from 1; 0 if not in the heap */
    struct by_room_bot bot; /* the pending query, if `job` */
    uint64_t job;
    int64_t asked;
    int move;       /* the bot's answer, or -1 */
    int needs;      /* the entry version that the table needs, according to its stored row */
    uint64_t row;   /* the room's `seatings` in the stored row; 0 if the row must be written */
    int64_t lonely; /* when the last viewer left */
    uint64_t epoch; /* the epoch of its lease; 0 if not claimed yet */
    uint64_t until; /* when the lease ends, on the clock of by_store_micros() (lease.h) */
    bool renewing;
    bool leaving;     /* being handed over to another node (drain.c) */
    int64_t taken;    /* when the table was taken over from another node, in nanoseconds; reset by the first move; 0 if
                       * never */
    bool lost;        /* the lease has ended, so the table is unloaded as soon as possible */
    bool made;        /* the table was created since the server started */
    bool counts;      /* the table counts for `from` while it is open */
    uint8_t from[16]; /* the creator's address as an id (lobby.h), used only for limits */
    uint8_t wide[16]; /* for IPv6, the same for its /48; otherwise 0 */
    bool yields;      /* the table is being closed to make room (capacity.h) */
    int settled;      /* the number of the last match whose results are stored (settle.h) */
    bool settling;    /* the latest match's results are being stored */
    int64_t over;     /* end time in calendar seconds; 0 if not over */
    struct {
        uint64_t turn; /* the turn of which the player was notified (push/turns.c) */
        uint8_t how;   /* the messages sent about that turn */
        bool busy;
        double next; /* loop time before which sending is not retried */
    } told;
    /* For the index (index.c): the room's last indexed `changes`, plus 1; the table's people; and its place in a
     * list. */
    uint64_t indexed;
    struct by_id who[BY_SEATS + 2];
    struct live_table *older, *newer;
    int who_n, list, list_game;
    bool listed, counted;
};

struct recent {
    uint8_t who[32];
    char *line;
};

/* The state of the check on the calendar clock (retention.c). */
struct clock_trust {
    int64_t right, stored; /* the last date known to be correct, and its stored value */
    double at, doubt; /* the loop time at that date, and the loop time since which the clock has been ahead (0 if it is
                       * not) */
};

struct by_hub {
    struct by_loop *loop;
    struct by_hub_setup setup;
    struct by_sockets *sockets;
    struct by_bot_pool *thinkers;
    struct by_agreements *agreements; /* order/agreement.h */
    struct by_timer *timer;
    struct by_timer *leaving; /* hands over the tables at shutdown, once the farewells have been sent */
    struct by_wake *written;
    struct writing *done; /* protected by `lock` of writes.c */
    struct people *people;
    struct registering *making; /* accounts being created (registering.c) */
    struct by_caller *callers;
    struct by_index *index;
    struct live_table *bucket[BUCKETS];
    int tables, writes; /* the number of tables in memory, and the number of batches being written */
    int yielding;       /* the number of tables that are being closed to make room */
    bool closing;       /* a moderator has closed a table (order/moderate.h) */
    uint64_t audited;   /* the length of the audit log when last checked, if `audit_known` (recheck.c) */
    double audit_at;    /* the time of the next check */
    bool audit_known, auditing;
    double closings;          /* the time of the next check for closed tables; 0 if not yet set */
    double full;              /* when a new table was last refused for lack of room; 0 if never */
    struct live_table **heap; /* ordered by wake-up time; indexed from 1 */
    size_t heap_n, heap_room;
    uint64_t jobs;
    struct recent recent[RECENT];
    uint8_t key[32];       /* for deriving table ids */
    struct loader *loader; /* load.c */
    struct reads *reads;   /* reads.c */
    struct cups *cups;     /* server/tournaments */
    struct by_push *push;  /* server/push */
    void (*handle)(struct by_caller *c, const struct by_asked_for *what);
    bool news_busy;      /* invites_tell.c */
    int invites_ticks;   /* invites_tell.c */
    uint64_t node_epoch; /* the epoch of the lease on this node's name (lease.c) */
    uint64_t node_until; /* the end of that lease, on the clock of by_store_micros() */
    bool adopting;
    struct by_timer *lapse; /* fires when the next lease lapses (lease.c) */
    struct {
        struct by_id table;
        uint64_t at; /* by_store_micros(); 0 if none */
    } sought[256];   /* the last tables that clients asked for although their owners did not respond (lease.c) */
    int sought_next;
    int64_t left_alone;     /* when the log last reported a table left to newer nodes, in milliseconds; 0 if never */
    struct by_drain *drain; /* drain.c */
    char elsewhere[200];    /* the address of the node that holds the last refused table */
    int viewing;            /* requests for the server's state (operate/status.h) */
    bool stopping;
    bool ended;                /* all connections have closed, so no request can be answered */
    bool ailing;               /* a write has failed, and the store has not recovered yet */
    bool recovering;           /* the store is being recovered (tables.c) */
    char still[BY_FAULT_TEXT]; /* why it could not be recovered, as logged last */
    struct by_timer *recovery; /* fires at the next attempt */
    struct {
        int kind, skip; /* `skip`: expired rows of this kind that must stay */
        double next;
        bool reading;
    } forget; /* progress of the retention pass */
    struct clock_trust clock;
    struct by_id going[GOING];   /* tables being deleted, no longer visible to anyone */
    int going_n, gone, deleting; /* the number of tables in `going`, of deleted tables, and of pending deletions */
    int64_t second, oldest;      /* in nanoseconds: the time of the last tick, and the start of the oldest write (0 if
                                  * none) */
};

#endif

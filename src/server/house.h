/* house.h: what the files of the hub share: hub.c (messages), making.c, tables.c (tables in memory), orders.c (what is
 * decided and kept), pictures.c (what is told), people.c (sessions and accounts), entrance.c (requests). */
#ifndef BY_SERVER_HOUSE_H
#define BY_SERVER_HOUSE_H

#include "hub.h"
#include "room/leak.h"
#include "socket.h"
#include "thinkers.h"

enum {
    QUEUE_MOST = 64,                    /* asks that wait at one table */
    RECENT = 4096,                      /* answers that are remembered */
    GOING = 16,                         /* tables that are deleted at once, since each has a whole journal */
    BUCKETS = 4096,
    STEP = 10,                          /* milliseconds: a table's time goes in steps, like what goes out */
    BACKLOG = 64 << 10                  /* bytes that wait for a reader before events wait for room */
};

struct table;

/* Somebody who asks: a socket and its person.  Lives until its socket has ended and nothing waits for it. */
struct by_caller {
    struct by_hub *hub;
    struct by_socket *socket;           /* NULL: it has ended */
    struct by_pass pass;
    struct by_caller *before, *after;   /* of all */
    struct by_caller *left, *right;     /* of those who look at the same table */
    struct table *table;                /* where they look, or NULL */
    bool greeted;
    enum by_seeing how;
    double credits, counted;            /* as of when */
    uint64_t told;                      /* the last event */
    uint64_t picture;                   /* what the last `table` message said, as a number */
    int waits;                          /* answers that will come */
};

/* What was asked of a table and waits. */
struct order {
    struct order *next;
    struct by_caller *caller;
    int ask;                            /* enum by_ask_id; BY_ASK_make: the table's first entry */
    bool name_table;                    /* the answer has the table's id: make, quick */
    char key[33];
    by_json *body;
    int64_t came;                       /* nanoseconds */
};

enum state { IDLE, WRITING, PAUSED, UNSURE };

struct table {
    struct by_id id;
    struct table *next;                 /* in its bucket */
    struct by_hub *hub;
    struct by_room *room;               /* NULL: set aside */
    enum state state;
    struct by_entries batch;            /* being written */
    uint64_t first;                     /* its number */
    struct order *of;                   /* whoever asked for it, or NULL */
    struct order *queue, **last;
    int queued;
    struct by_caller *callers;
    int64_t base, since;                /* the room's time at a moment of ours, milliseconds */
    int64_t wake;                       /* when to look again, ours; INT64_MAX: never */
    size_t place;                       /* in the heap of those, from 1; 0: not there */
    struct by_room_bot bot;             /* asked, if `job` */
    uint64_t job;
    int64_t asked;
    int move;                           /* its answer, or -1 */
    char *brief;                        /* the table in short, as the store has it */
    bool fresh;                         /* `brief` is newer than the store's */
    bool counted;                       /* moves and matches of the past are not counted */
    int64_t lonely;                     /* since when nobody looks */
    bool made;                          /* since the server began, */
    uint8_t from[16];                   /* from this address: for a limit, never shown, never kept */
    int64_t over;                       /* since when it is over, seconds of the calendar; 0: it is not */
};

struct recent { uint8_t who[32]; char *line; };

/* Tables that live and are not loaded yet, after a start. */
struct later { struct by_id *all; size_t n, room, at; struct by_timer *timer; };

struct by_hub {
    struct by_loop *loop;
    struct by_hub_setup setup;
    struct by_sockets *sockets;
    struct by_thinkers *thinkers;
    struct by_timer *timer;
    struct by_wake *written;
    struct writing *done;               /* under `lock` of tables.c */
    struct people *people;
    struct making *making;              /* accounts that are being made: again.c */
    struct by_caller *callers;
    struct table *bucket[BUCKETS];
    int tables, writes;                 /* in memory; batches that are being written */
    int64_t read;                       /* entries that were read lately for tables that were not in memory */
    struct table **heap;                /* by wake; from 1 */
    size_t heap_n, heap_room;
    uint64_t jobs;
    struct recent recent[RECENT];
    uint8_t key[32];                    /* for ids of tables */
    struct later later;
    bool stopping;
    bool ailing;                        /* something could not be kept, and the store is not mended yet */
    struct { int kind; uint8_t at[64]; size_t n; double next; } forget;     /* how far the lists are looked through */
    struct by_id going[GOING];          /* tables that are being deleted: for everybody they are gone already */
    int going_n, gone, deleting;        /* answered; not answered yet */
    int64_t second, oldest;             /* of the last tick; since when a batch is being written, or 0; nanoseconds */
};

/* ---- hub.c ---- */

/* Answers, remembers the answer if it is one to be remembered, and frees it. */
void by_caller_answer(struct by_caller *c, int ask, const char *key, by_json *reply);
void by_caller_refuse(struct by_caller *c, int ask, const char *key, enum by_refusal why, const struct by_fault *f);
void by_caller_hold(struct by_caller *c);   /* an answer will come */
void by_caller_drop(struct by_caller *c);   /* it has */
void by_caller_gone(struct by_caller *c, enum by_refusal why, int code);    /* tells why, and ends the socket */
void by_say_json(struct by_caller *c, by_json *j);      /* frees it */

/* For planted leaks: the host, whoever asks. */
static inline const struct by_id *leaky_person(const struct table *t)
{
    int n;

    return by_room_persons(t->room, &n);
}

/* ---- making.c ---- */

struct table *by_table_make(struct by_caller *c, int ask, const char *key, by_json *body);
void by_table_quick(struct by_caller *c, const char *key, by_json *body);
int by_game_place(const char *key);     /* -1: none, or no key */

/* ---- tables.c: tables in memory ---- */

/* The table, from the store if need be; NULL and why not. */
struct table *by_table_find(struct by_hub *h, const struct by_id *id, enum by_refusal *why);
struct table *by_table_known(struct by_hub *h, const struct by_id *id);  /* in memory only */
struct table *by_table_add(struct by_hub *h, const struct by_id *id);    /* empty */
void by_table_drop(struct table *t);
void by_tables_load(struct by_hub *h);  /* at start: begins to */
void by_tables_load_rest(struct by_hub *h);     /* for whoever has to see all that live */
void by_tables_tick(struct by_hub *h);
void by_tables_free(struct by_hub *h);
void by_table_aside(struct table *t, const char *reason);   /* others play on */
void by_table_write_time(const struct table *t);            /* before the server ends */
typedef void on_table(void *data, struct table *t);
void by_tables_each(struct by_hub *h, on_table *each, void *data);
int64_t by_table_now(const struct table *t);               /* the room's time */
int64_t by_table_when(const struct table *t, int64_t at);  /* ours, when it is that time there */
int64_t by_step_ms(void);                  /* when the step began; what goes out goes out at the next */

/* ---- orders.c: what is asked, decided, written ---- */

void by_orders_start(struct by_hub *h);
void by_orders_end(struct by_hub *h);
void by_order_put(struct table *t, struct by_caller *c, int ask, bool name_table, const char *key, by_json *body);
void by_order_make(struct table *t, struct by_caller *c, int ask, const char *key, struct by_entries *first);
/* Has this person asked this of the table already: is it kept, written or waiting? */
bool by_order_repeats(const struct table *t, const struct by_caller *c, const char *key);
void by_table_step(struct table *t);    /* whatever can be done now */
void by_table_mended(struct table *t);
void by_table_write_brief(struct table *t);
bool by_order_put_now(struct by_hub *h, const char *kind, struct by_bytes_of key, struct by_bytes_of value);
typedef void on_put(void *data, bool kept);
void by_order_put_later(struct by_hub *h, const struct by_put_of *puts, int n, on_put *done, void *data);
void by_order_drop_later(struct by_hub *h, const struct by_id *table, on_put *done, void *data);  /* journal and all */

/* ---- wakes.c: when tables are looked at again ---- */

void by_wakes_start(struct by_hub *h);
void by_wake_set(struct table *t, int64_t when);
void by_wake_drop(struct table *t);

/* ---- pictures.c: what is told ---- */

void by_caller_join(struct by_caller *c, struct table *t, uint64_t from);
void by_caller_leave(struct by_caller *c);
void by_caller_pump(struct by_caller *c);   /* events it has not heard, as far as it takes them, and the table */
void by_table_tell(struct table *t);    /* the same for everybody who looks */
void by_table_dismiss(struct table *t); /* whoever looked while a seat was open, and may not watch */
void by_table_said(struct table *t, int seat, const char *phrase);

/* ---- people.c ---- */

struct people *by_people_new(struct by_hub *h);
void by_people_free(struct people *p);
int64_t by_people_when(struct by_bytes_of value);       /* of a row of `session` or `link`: since, until */
int64_t by_people_oldest(const struct by_hub *h);       /* sessions that nobody has come with since are forgotten */
enum by_served by_people_session(struct by_hub *h, const struct by_request *r, struct by_answer *out);
int by_people_pass(struct by_hub *h, const struct by_request *r, struct by_pass *out);  /* 0, 401 or 503 */
void by_people_ask(struct by_caller *c, int ask, const char *key, by_json *body);       /* link to logout */

/* ---- again.c: an account that is asked for once more while it is being made ---- */

void by_again_begin(const struct by_caller *c, const char *key);
bool by_again_waits(struct by_caller *c, const char *key, by_json *body);  /* it is: true, and asks anew at its end */
void by_again_end(const struct by_caller *c, const char *key);
void by_again_free(struct by_hub *h);

/* ---- forget.c ---- */

void by_forget_tick(struct by_hub *h);  /* once a second: what is too old goes, a piece of the lists at a time */
bool by_forget_going(const struct by_hub *h, const struct by_id *table);     /* its deletion is on the way */

/* ---- entrance.c ---- */

enum by_served by_entrance_serve(void *data, const struct by_request *r, struct by_answer *out);
int by_entrance_admit(void *data, const struct by_request *r, struct by_pass *pass);

#endif

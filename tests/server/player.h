/* SPDX-License-Identifier: MIT */
/* player.h: simulated people who sit at tables and play, for the server's tests and benches. They take part in every
 * shuffle, lay any tile that fits on their turn, and reconnect when their socket ends. */
#ifndef BY_TEST_PLAYER_H
#define BY_TEST_PLAYER_H

#include "boneyard/view.h"
#include "fair/fair.h"
#include "peer.h"

#define PLAYER_TABLE 23 /* its id as text */

struct player {
    struct peer peer; /* first: peer.owner is the player */
    struct crowd *crowd;
    void *own;                 /* for the users of players */
    char table[PLAYER_TABLE];  /* "": not yet at a table */
    int seat, players;         /* -1: watches */
    uint64_t last;             /* the number of the last event */
    uint32_t keys;             /* made so far */
    struct by_view view;       /* as of the last event; seat of it: own */
    bool seen, sitting, waits; /* whether a view has arrived, the seat is ours, and a request of ours is unanswered */
    char asked[512], key[33];  /* that request, to be repeated after a reconnect, and its key */
    char move[64];             /* the move sent with it, or "" */
    double at, asked_at;       /* the times of the last event and of the request */
    uint32_t done;             /* the round whose score it has seen */
    uint64_t deal;
    char part[200]; /* the last message of the shuffle, to be repeated after a reconnect, or "" */
    uint8_t share[BY_FAIR_SHARE];
    uint64_t random;
    int breaks; /* the number of times that its socket has ended */
};

/* Callbacks for the crowd's owner. */
struct crowd_calls {
    void (*event)(struct player *p, uint64_t n, const char *what, int seat, const char *line);
    /* To p->asked; p->waits is false then. */
    void (*answer)(struct player *p, bool ok, const char *code, uint64_t n);
};

struct crowd {
    struct peers *peers;
    struct player *all;
    int n, port;
    struct crowd_calls calls;
    bool all_moves;  /* they also make moves that the server would soon make for them */
    uint64_t errors; /* the number of refusals */
    double looked;   /* the time when all of them were last checked */
};

/* They connect from many addresses, because of the server's limits. */
struct crowd *crowd_new(int port, int players, const struct crowd_calls *calls);
void crowd_free(struct crowd *c);

/* Gives everyone a token and a socket; returns false if that takes too long. */
bool crowd_enter(struct crowd *c, double seconds);

/* Players first to first + seats - 1 make a table with these rules, sit down and start; waits for that. more:
 * additional members of `make`. */
bool crowd_table(struct crowd *c, int first, int seats, const char *rules, const char *more, double seconds);

/* The same for many tables at once: players 0 to seats - 1, and so on. */
bool crowd_tables(struct crowd *c, int tables, int seats, const char *rules, const char *more, double seconds);

/* Returns whether this player has a choice: a tile to lay, or several other moves.  The server makes all other moves
 * automatically. */
bool player_may(const struct player *p);

/* Sends some legal move, or `next` between rounds.  Returns false if there is nothing to do. */
bool player_go(struct player *p);

void player_ask(struct player *p, const char *what, const char *members); /* members: ",\"a\":1" or "" */

/* Handles events; players whose sockets have ended reconnect. */
void crowd_wait(struct crowd *c, int ms);

#endif

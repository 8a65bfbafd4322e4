/* SPDX-License-Identifier: MIT */
/* play.h: games with a server on the stage, each up to a moment when an observer makes every possible request. */
#ifndef WORLDS_PLAY_H
#define WORLDS_PLAY_H

#include "../room/injected.h"
#include "boneyard/deal.h"
#include "boneyard/text.h"
#include "house.h"

enum { MOVES_MOST = 400, PERSONS = 4, SPECTATOR = 3, MODERATOR = 4, TABLES = 14, AGAIN = 4, ASKS_MOST = 4 };

struct round {
    struct by_state before;
    by_tile deck[BY_MAX_TILES];
    int tiles, lead, moves;
    uint64_t deal;
    struct {
        uint8_t seat;
        by_move move;
    } move[MOVES_MOST];
};

/* A table, up to the moment of the requests. */
struct table {
    struct round round;
    struct stood stood;  /* its current state */
    int moves;           /* of all rounds */
    int64_t moved;       /* the time of the last one */
    int observer;        /* a person; or PERSONS + seat: a bot */
    uint32_t seats;      /* the observer's */
    int who[BY_SEATS];   /* the person in each seat, or NOBODY_OF for a bot */
    int from, to, first; /* its records; the first of its connections */
    bool playing;        /* the moment came during a round */
    int asks, asked;     /* moves refused to the seat to move, if that is not the observer, after this many moves
                                         * of the round */
    char ask[ASKS_MOST][BY_MOVE_TEXT];
    bool reasons; /* refused in the other world for another reason */
    struct swap swap;
};

struct play { /* some tables, one after another */
    struct house house;
    struct script script;
    struct by_rng rng;
    struct table table[TABLES];
    struct table *now;
    int seen;  /* number of records noted */
    bool kept; /* the current table has a move that is kept, but not yet applied */
    char token[PERSONS + 1][64];
    char id[24];
    char words[4000];
    size_t words_n;
    int words_to; /* not yet sent */
    int conn[PERSONS];
    bool met;  /* two persons have finished a match, so they invite each other */
    bool deaf; /* the server replays tables for a moderator: their states are not noted */
    int *who;
    int whos; /* for each connection: a person, or NOBODY_OF */
};

/* Makes this many tables, using the rule sets from `first` on, or only the set `only` unless it is -1. */
struct play *play_new(const char *const program[2], int leak, uint64_t seed, int tables, int only);
void play_clear(struct play *p);
int below(struct play *p, int n);
/* Returns why the seat to move may not play this, or BY_OK. */
by_err refused_with(const struct by_state *s, const char *text);

#endif

/* SPDX-License-Identifier: MIT */
/* play.h: games with a server on the stage, each up to a moment when an observer makes every possible request. */
#ifndef WORLDS_PLAY_H
#define WORLDS_PLAY_H

#include "../room/injected.h"
#include "boneyard/deal.h"
#include "boneyard/text.h"
#include "house.h"

enum { MOVES_MOST = 400, PERSONS = 4, SPECTATOR = 3, TABLES = 14, AGAIN = 4, ASKS_MOST = 4 };

struct round {
    struct by_state before;
    by_tile deck[BY_MAX_TILES];
    int tiles, moves;
    uint64_t deal;
    struct {
        uint8_t seat;
        by_move move;
    } move[MOVES_MOST];
};

/* A table, up to its moment. */
struct table {
    struct round round;
    struct stood stood;  /* as it stands */
    int moves;           /* of all rounds */
    int64_t moved;       /* when the last one was */
    int observer;        /* a person; or PERSONS + seat: a bot */
    uint32_t seats;      /* the observer's */
    int who[BY_SEATS];   /* sits there: a person, or NOBODY_OF: a bot */
    int from, to, first; /* its records; the first of its connections */
    bool playing;        /* the moment has come while tiles lay */
    int asks, asked;     /* moves that whoever is on turn, not the observer, was refused: after so many
                                         * of the round */
    char ask[ASKS_MOST][BY_MOVE_TEXT];
    bool reasons; /* in the other world for another reason */
    struct swap swap;
};

struct play { /* some tables, one after another */
    struct house house;
    struct script script;
    struct by_rng rng;
    struct table table[TABLES];
    struct table *now;
    int seen; /* records that are noted */
    char token[PERSONS][64];
    char id[24];
    char words[4000];
    size_t words_n;
    int words_to; /* not yet said */
    int conn[PERSONS];
    int *who;
    int whos; /* for each connection: a person, or NOBODY_OF */
};

/* So many tables, by rule sets from `first` on; or all by `only`, unless it is -1. */
struct play *play_new(const char *const program[2], int leak, uint64_t seed, int tables, int only);
void play_clear(struct play *p);
int below(struct play *p, int n);
/* Why whoever is on turn may not play this, or BY_OK. */
by_err refused_with(const struct by_state *s, const char *text);

#endif

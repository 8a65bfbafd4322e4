/* SPDX-License-Identifier: MIT */
/* arena.h: plays matches between bots on identical tiles (docs/arena.md). Private to src/arena.
 *
 * A DEAL is identified by a number, starting from 0; its decks, lots and random numbers are derived from the run's seed
 * and that number. A PAIRING is one bot under test against another. An ITEM is one pairing on one deal: one game for
 * each swap or rotation of the seats. Items are numbered deal by deal, and results are counted in that order,
 * regardless of which process plays an item and when it finishes. */
#ifndef BY_ARENA_H
#define BY_ARENA_H

#include <stdbool.h>
#include <stdint.h>

#include "boneyard/bot.h"
#include "boneyard/table.h"
#include "wire/guest.h"

#define BY_ENTRANTS 8 /* maximum number of bots in a run */
#define BY_PAIRINGS (BY_ENTRANTS * (BY_ENTRANTS - 1))
#define BY_NOBODY 255                                 /* stands in for the opponent in a solitaire game */
#define BY_TOTALS (2 * BY_SEATS * (BY_SEATS - 1) + 1) /* number of possible results of an item */
#define BY_DEALS 1000000                              /* maximum number of deals in a run */

extern const char *const by_slip_words[BY_SLIPS];

enum by_arena_unit { BY_UNIT_MATCH, BY_UNIT_ROUND };

/* The reason a run cannot continue: a program failed to start, or a record could not be written. */
enum by_arena_end { BY_END_NONE, BY_END_UNSTARTED, BY_END_RECORD };

struct by_entrant {
    char name[64], text[512]; /* the name shown in the table, and the command-line argument */
    const struct by_bot *bot; /* NULL for an external program */
    const char *command;      /* the program's shell command; points into `text` */
    uint32_t count, ms;       /* the budget; 0 for the bot's default */
    bool stays;               /* whether the program keeps running between games */
    bool looks, listens;      /* whether the bot reads the view, and whether it reads the history */
};

struct by_arena {
    struct by_config rules;
    enum by_arena_unit unit;
    struct by_seed seed;
    int entrants, pairings;
    struct by_entrant entrant[BY_ENTRANTS];
    struct {
        uint8_t one, two;
    } pairing[BY_PAIRINGS];
    int sides; /* number of games in an item */
    int of;    /* the maximum score of an item, 2 per game and opponent */
    int64_t deals;
    uint32_t limit, grace; /* in milliseconds: the time limit per move if a program has no budget, and the overrun
                            * allowed if it has one */
    uint32_t start;        /* time limit for a program to start, in milliseconds */
    struct by_stop *stop;  /* a flag that stops the run and any bot that is thinking */
    enum by_arena_end *end;
    char record[1024]; /* the folder for the records of all games, or "" */
    bool wire;         /* whether to print the lines exchanged with programs */
    bool unswapped;    /* a planted fault: every game uses the same seats */
};

/* One bot's move count and computing time over an item's games. */
struct by_arena_tally {
    int64_t moves;        /* including forced ones */
    int64_t asked, timed; /* decisions with more than one legal move, and the number of those that were timed */
    int64_t ns, most_ns;  /* total and maximum processor time of the timed decisions (wall-clock time for programs) */
    int64_t over;         /* timed decisions that exceeded the budget by more than a tenth */
    int64_t slips[BY_SLIPS];
    int64_t seats, stood_in; /* seats played in all games, and the number of those that `random` had to take over */
};

/* The result of an item. Side 0 is the bot under test, side 1 its opponent. */
struct by_result_of_item {
    int64_t item;
    int64_t score;               /* 0..of */
    int64_t games, won, tied;    /* `won`, `tied`: two-sided games that side 0 won or tied */
    int64_t led, led_score;      /* games in which side 0 led, and its score in those games */
    int64_t points[2], rounds;   /* each side's points (or pips left), and rounds played */
    int64_t cleared[2], left[2]; /* Castle Rock: rounds cleared, tiles left */
    struct by_arena_tally tally[2];
};

#endif

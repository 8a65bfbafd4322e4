/* arena.h: bots against bots on the same tiles (docs/arena.md).  Private to src/arena.
 *
 * A DEAL is a number from 0; its decks, lots and generators follow from the seed of the run and that
 * number.  A PAIRING is one bot under test against another.  An ITEM is one pairing on one deal: as many
 * games as there are ways to swap or rotate the seats.  Items are numbered deal by deal; whoever plays
 * them, in whatever order, the results are counted in the order of their numbers.
 */
#ifndef BY_ARENA_H
#define BY_ARENA_H

#include <stdbool.h>
#include <stdint.h>

#include "boneyard/bot.h"
#include "boneyard/match.h"
#include "wire/guest.h"

#define BY_ENTRANTS 8                   /* bots in one run */
#define BY_PAIRINGS (BY_ENTRANTS * (BY_ENTRANTS - 1))
#define BY_NOBODY 255                   /* the other bot of a solitaire played by one bot */
#define BY_TOTALS (2 * BY_SEATS * (BY_SEATS - 1) + 1)   /* different results that an item can have */
#define BY_DEALS 1000000                /* most deals in a run */

extern const char *const by_slip_words[BY_SLIPS];

enum by_unit { BY_UNIT_MATCH, BY_UNIT_ROUND };

struct by_entrant {
    char name[64], text[512];           /* as the table has it; as it was asked for */
    const struct by_bot *bot;           /* NULL: an external program */
    const char *command;                /* the program, for sh; within `text` */
    uint32_t count, ms;                 /* the budget; 0: the bot's own */
    bool stays;                         /* a program that plays game after game */
    bool looks, listens;                /* reads the view; reads the past */
};

struct by_arena {
    struct by_config rules;
    enum by_unit unit;
    struct by_seed seed;
    int entrants, pairings;
    struct by_entrant entrant[BY_ENTRANTS];
    struct { uint8_t one, two; } pairing[BY_PAIRINGS];
    int sides;                          /* games in an item */
    int of;                             /* the most an item can score: 2 a game and opponent */
    int64_t deals;
    uint32_t limit, grace;              /* milliseconds for a program's move without a budget; and more */
    const volatile int *stop;           /* not 0: leave off */
    bool unswapped;                     /* a planted fault: every game in the same seats */
};

/* What one bot did and cost in the games of an item. */
struct by_tally {
    int64_t moves;                      /* made, forced ones included */
    int64_t asked, timed;               /* decisions with a choice; those that were timed */
    int64_t ns, most_ns;                /* processor time of the timed ones (programs: by the clock) */
    int64_t over;                       /* timed decisions more than a tenth over the budget's ms */
    int64_t slips[BY_SLIPS];
    int64_t seats, stood_in;            /* seats in games; those that `random` had to finish */
};

/* The result of an item.  Side 0 is the bot under test, side 1 the other. */
struct by_result_of_item {
    int64_t item;
    int64_t score;                      /* 0..of */
    int64_t games, won, tied;           /* games with two sides: won and tied by side 0 */
    int64_t led, led_score;             /* games that side 0 led, and its score in them */
    int64_t points[2], rounds;          /* sums over seats: points, or pips left; rounds played */
    int64_t cleared[2], left[2];        /* Castle Rock: rounds cleared, tiles left */
    struct by_tally tally[2];
};

/* ---- entrants.c ---- */

/* One bot as the command line names it: KEY, or cmd:COMMAND, with options between (docs/arena.md). */
bool by_entrant_read(const char *text, struct by_entrant *out, struct by_fault *f);

/* Who plays whom, once rules and entrants are known.  False: these cannot play that. */
bool by_arena_pair(struct by_arena *a, struct by_fault *f);

/* ---- games.c: one item ---- */

struct by_floor;                        /* what a process needs to play: memory, programs that run */
struct by_floor *by_floor_new(const struct by_arena *a);
void by_floor_free(struct by_floor *f);

/* Plays an item.  False: stopped in the middle. */
bool by_item_play(struct by_floor *f, int64_t item, struct by_result_of_item *out);

/* The seed of a deal. */
struct by_seed by_deal_seed(const struct by_seed *run, int64_t deal);

#endif

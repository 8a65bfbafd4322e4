/* SPDX-License-Identifier: MIT */
/* tournament.h: manages an evening of matches at several tables: the contestants, the pairings and the results.
 *
 * A tournament is a list of lines (see below), each of which is checked against those before it. Only the lines are
 * stored; all other data is derived from them. Lines are in English in every language, and a file of them can be read
 * and edited by people:
 *
 *     boneyard tournament 1
 *     rules muggins:number players=4 teams=on
 *     date 2026-11-23
 *     draw 1f0c52a9                  the number from which lots are drawn
 *     format rotating                singles, partners or rotating
 *     system swiss                   swiss or all
 *     table 4                        contestants at a table
 *     rounds 3                       0: no limit
 *     until 2026-11-23 22:30         no round is paired later; optional
 *     ties opponents difference wins
 *     player Anna                    in `partners`, two names: player Anna + Ben
 *     absent Ben                     sits out the next round; `out Ben` until `back Ben`
 *     round 1
 *     table Anna, Ben, Cara, Dora    in partners and rotating, the first and third play together
 *     bye Emil
 *     score 1.1 250 180              round 1, table 1, a score for each side
 */
#ifndef BY_TOURNAMENT_H
#define BY_TOURNAMENT_H

#include <stdint.h>
#include <stdio.h>

#include "boneyard/rules.h"
#include "boneyard/text.h"

#define BY_MOST_CONTESTANTS 128
#define BY_MOST_TOURNAMENT_ROUNDS 40
#define BY_AT_TABLE 4
#define BY_CONTESTANT_LETTERS 45                               /* maximum number of characters in a player's name */
#define BY_CONTESTANT_TEXT (BY_CONTESTANT_LETTERS * 4 * 2 + 8) /* two names */
#define BY_WIN 12 /* the points for a win; a multiple of 1, 2 and 3, so that all places get whole numbers */

enum by_format { BY_SINGLES, BY_PARTNERS, BY_ROTATING, BY_FORMATS };
enum by_system { BY_SWISS, BY_ALL, BY_SYSTEMS };
enum by_tie { BY_TIE_OPPONENTS, BY_TIE_DIFFERENCE, BY_TIE_WINS, BY_TIES };

struct by_contestant {
    char name[BY_CONTESTANT_TEXT]; /* "Anna", or "Anna + Ben" */
    bool out, absent;              /* whether they have withdrawn; whether they sit out the next round */
    bool due;                      /* whether they play in the last round but have no seat in it yet */
};

struct by_seating {
    int n;                   /* contestants at the table */
    int16_t at[BY_AT_TABLE]; /* in the rotating format, 0 and 2 play against 1 and 3 */
    bool scored;
    int32_t score[BY_AT_TABLE]; /* one for each side */
};

struct by_tournament_round {
    int tables, byes;
    struct by_seating table[BY_MOST_CONTESTANTS / 2];
    int16_t bye[BY_MOST_CONTESTANTS];
};

struct by_tournament {
    struct by_config rules;
    char date[16], until[24]; /* "2026-11-23", "2026-11-23 22:30" or "" */
    uint64_t draw;
    enum by_format format;
    enum by_system system;
    int at_table, limit; /* number of contestants at a table, and of rounds to play, or 0 */
    enum by_tie tie[BY_TIES];
    int ties;
    struct by_contestant contestant[BY_MOST_CONTESTANTS]; /* in the order of entry */
    int contestants;
    struct by_tournament_round *round;
    int rounds;
    char **line; /* all lines after the head */
    int lines, line_room;
};

/* Makes an empty tournament from the lines of its header, each ending in a newline. On error returns false, sets a
 * fault and leaves nothing to clear. */
bool by_tournament_start(struct by_tournament *t, const char *head, struct by_fault *f);
void by_tournament_clear(struct by_tournament *t);

/* Adds a line. If the line is refused, sets a fault and changes nothing. */
bool by_tournament_add(struct by_tournament *t, const char *line, struct by_fault *f);

/* Gives a contestant a name that is valid and that no other contestant has, in all lines. */
void by_tournament_rename(struct by_tournament *t, int contestant, const char *name);

/* Keeps only the first n lines. */
void by_tournament_cut(struct by_tournament *t, int n);

/* Read and write the file. On error, by_tournament_read sets a fault that names the line and clears *t. */
bool by_tournament_read(struct by_tournament *t, FILE *file, struct by_fault *f);
void by_tournament_write(const struct by_tournament *t, FILE *out);

/* Return, respectively, the number of sides at a table and the side of the contestant at a position. */
int by_seating_sides(const struct by_tournament *t, const struct by_seating *s);
static inline int by_seating_side(const struct by_tournament *t, int at)
{
    return t->format == BY_ROTATING ? at % 2 : at;
}

/* Writes the names of a side: "Anna and Cara". */
void by_seating_put(const struct by_tournament *t, const struct by_seating *s, int side, struct by_text *out);

/* Returns whether every table of the last round has a score. Returns true if there is no round. */
bool by_tournament_settled(const struct by_tournament *t);

/* Returns whether the lowest score wins. */
bool by_tournament_low(const struct by_tournament *t);

/* Returns the contestant whose name equals these n bytes, ignoring case and accents, or -1. */
int by_tournament_find(const struct by_tournament *t, const char *name, size_t n);

/* The words used in the file, such as "swiss". */
extern const char *const by_format_key[BY_FORMATS], *const by_system_key[BY_SYSTEMS], *const by_tie_key[BY_TIES];

/* Sets a fault to a string from the catalogue; returns false. */
struct by_part;
bool by_tournament_wrong(struct by_fault *f, const char *id, const struct by_part *parts);

#endif

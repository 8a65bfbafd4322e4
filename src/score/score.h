/* SPDX-License-Identifier: MIT */
/* score.h: keeps the score of one table with real tiles: the players, the rules, and all entries.
 *
 * Only the entries are stored. Rows, totals, leads and winners are recomputed from the entries after every change
 * (boneyard/tally.h), so a correction updates all later figures. Every entry has exactly one text form, so the file
 * contains only lines that a player could type. */
#ifndef BY_SCORE_H
#define BY_SCORE_H

#include <stdio.h>

#include "boneyard/tally.h"
#include "boneyard/text.h"
#include "boneyard/words.h"

#define BY_NAME_LETTERS 32 /* maximum number of characters in a player's name */
#define BY_NAME_TEXT (BY_NAME_LETTERS * 4 + 1)
#define BY_MOST_ENTRIES 20000

enum by_score_entry_kind { BY_ENTRY_POINTS, BY_ENTRY_PENALTY, BY_ENTRY_LEAD, BY_ENTRY_ROUND };

/* The tiles or pips that a seat has left, as reported. */
struct by_held {
    struct by_set hand; /* valid if `tiles` */
    int16_t pips;
    bool named, tiles, blank; /* whether the hand was reported, whether its tiles are known, and whether 0-0 is among
                               * them */
};

struct by_entry {
    uint8_t kind;                  /* enum by_score_entry_kind */
    uint8_t seat;                  /* the seat that scored, paid, leads or went out; BY_NO_SEAT if the round was
                                    * blocked */
    bool plain;                    /* for points: whether the entry is a plain "+3" in the sheet's points, not a count
                                    * of the ends */
    bool nobody;                   /* for a round: whether no one holds 0-0 */
    int32_t number;                /* for points: the number typed; for a round of Castle Rock: seconds, or 0 */
    struct by_held held[BY_SEATS]; /* for a round: the remaining hand of each seat */
};

/* The figures of one round. */
struct by_score_row {
    int entry;                                               /* the entry that ended the round, or -1 */
    int lead;                                                /* the seat that leads, or -1 if not stated */
    by_tile centre;                                          /* the double set aside, or BY_NO_TILE */
    int32_t play[BY_SEATS], gain[BY_SEATS], total[BY_SEATS]; /* scored in play, at the round's end, and in total */
};

struct by_score {
    struct by_config rules;
    char date[16];                     /* the start date: "2026-11-21" */
    char name[BY_SEATS][BY_NAME_TEXT]; /* sanitized for display (util/page.h) */
    struct by_entry *entry;
    int entries, room;
    struct by_tally tally;    /* state after the last entry */
    struct by_score_row *row; /* one row per round begun */
    int rows, row_room;
};

/* Creates an empty score. Free it with by_score_clear. */
void by_score_init(struct by_score *s, const struct by_config *rules);
void by_score_clear(struct by_score *s);

/* Sets a player's name. If the name is invalid or taken, returns false and sets a fault. */
bool by_score_name(struct by_score *s, int seat, const char *name, struct by_fault *f);

static inline int by_score_players(const struct by_score *s) { return s->tally.sheet.players; }
static inline const struct by_family *by_score_family(const struct by_score *s)
{
    return by_families[by_games[s->rules.game]->family];
}
static inline bool by_score_teams(const struct by_score *s) { return s->rules.opt[BY_TEAMS] == BY_ON; }
static inline bool by_score_fives(const struct by_score *s) { return s->rules.opt[BY_PLAY_UNIT] != 0; }
static inline bool by_score_over(const struct by_score *s) { return s->tally.sheet.now.phase == BY_GAME_OVER; }

/* Returns the number, from 1, of the current round or, between rounds, of the next one. */
static inline int by_score_round(const struct by_score *s)
{
    return (int)s->tally.sheet.round + (s->tally.sheet.now.phase != BY_PLAYING);
}

/* Returns the double in the centre or hub in that round, or BY_NO_TILE. */
by_tile by_score_centre(const struct by_score *s);

/* Appends an entry if it is possible. Otherwise sets a fault and changes nothing. */
bool by_score_add(struct by_score *s, const struct by_entry *e, struct by_fault *f);

/* Keeps only the first `n` entries and recomputes all figures. */
void by_score_cut(struct by_score *s, int n);

/* Sets a fault to a string from the catalogue (util/tell.h) and returns false. */
bool by_score_wrong(struct by_fault *f, const char *id, const struct by_part *parts);

#endif

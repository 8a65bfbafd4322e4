/* SPDX-License-Identifier: MIT */
/* boneyard/rules.h: declares games with their options, and the state, moves and events of a match.
 *
 * OVERVIEW.  A game is constant data: a `struct by_game` with its options, its presets and a few functions.  A round is
 * a `struct by_state`: plain bytes without pointers, which can be assigned, stored and compared with memcmp.  The
 * rules, the decks and the moves determine it completely:
 *
 *     struct by_config rules;
 *     struct by_state s;
 *     by_move list[BY_MOVES];
 *
 *     by_config_parse("muggins:classic players=4 teams=on", &rules, &fault);
 *     by_start(&s, &rules);
 *     by_deal(&s, deck, by_deck_tiles(&s), seat_or_-1, NULL);
 *     while (s.now.phase == BY_PLAYING) {
 *         int n = by_moves(&s, s.now.turn, list);
 *         by_play(&s, s.now.turn, list[choose(n)], NULL, NULL);
 *     }
 *
 * The core does no I/O, allocates nothing, reads no clock, and has no global variables.  The rules use no floating
 * point.  Randomness is an argument: the deck is input (deal.h makes decks from a seed).  The core needs only the
 * symbols memcpy, memmove, memset and memcmp.
 *
 * HIDDEN TILES.  A state holds every hidden tile.  Code that formats output for a seat, chooses a bot's moves or
 * communicates with a client receives a `struct by_view` (view.h) instead.
 *
 * UNITS.  Seats are numbered clockwise from 0 (C-02), rounds from 1.  Scores are in points.
 */
#ifndef BONEYARD_RULES_H
#define BONEYARD_RULES_H

#include <stddef.h>

#include "boneyard/error.h"
#include "boneyard/family.h"
#include "boneyard/move.h"
#include "boneyard/tile.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_SEATS 16 /* the maximum number of players at a table */
#define BY_NO_SEAT 255
#define BY_ARMS 17    /* number of trains: one per seat, and the Mexican Train */
#define BY_MEXICAN 16 /* the index of the Mexican Train */
#define BY_MOVES 4096 /* maximum length of a list of legal moves */

/* ---- Options and presets ------------------------------------------------------------------ */

enum by_option_id {
#define BY_OPTION(id, ...) BY_##id,
#include "boneyard/options.def"
#undef BY_OPTION
    BY_OPTIONS
};

/* The values of options with named values, in the order of options.def. */
enum { BY_OFF, BY_ON };
enum { BY_LEAD_SEAT, BY_LEAD_DOUBLE, BY_LEAD_LOT };
enum { BY_NEXT_ROTATE, BY_NEXT_DOUBLE, BY_NEXT_WINNER };
enum { BY_DRAW_NONE, BY_DRAW_ONE, BY_DRAW_UNTIL };
enum { BY_BLANKS_SUIT, BY_BLANKS_WILD };
enum { BY_SPINNER_NONE, BY_SPINNER_FIRST, BY_SPINNER_ALL };
enum { BY_OF_OPPONENTS, BY_OF_ALL };
enum { BY_TO_OUT, BY_TO_LOWEST };
enum { BY_BLOCKED_OPPONENTS, BY_BLOCKED_DIFFERENCE };
enum { BY_TIE_NONE, BY_TIE_SINGLE };
enum { BY_END_ONCE, BY_END_ROUND };
enum { BY_DOUBLE_MUST, BY_DOUBLE_MAY, BY_DOUBLE_SATISFY };
enum { BY_TWO_ON, BY_TWO_OFF };
enum { BY_PENALTY_NONE, BY_PENALTY_TILE, BY_PENALTY_FIFTY, BY_PENALTY_SKIP, BY_PENALTY_KEEP };
enum { BY_PREVENT, BY_PENALISE };
enum { BY_FORCED, BY_ONCE };
/* An option of a game, with its range if its value is a number without a fixed list of values. */
struct by_option {
    uint8_t id;
    int32_t lo, hi;
};
/* A game as played under one rule sheet. */
struct by_preset {
    const char *sheet;    /* the part after the colon, such as "number" */
    const char *text;     /* the options set by this sheet, as text */
    uint8_t fewest, most; /* the allowed numbers of players */
    uint8_t players;      /* the default number of players */
    uint8_t sets[6];      /* the allowed sets in ascending order, terminated by 0 */
    uint32_t refuses;     /* bit i: the sheet lacks option i of the game */
    bool hub;             /* a double from a hand opens the hub (T-04, T-20, T-21) */
};

/* The rules of one table, as plain data. */
struct by_config {
    uint8_t game, preset;    /* indices into by_games and the game's presets */
    uint8_t pad[2];          /* 0 */
    int32_t opt[BY_OPTIONS]; /* 0 for options that the game lacks */
};

/* Parses a rule string such as "muggins:classic players=4 teams=on": words separated by spaces, where a game's name
 * alone means its first preset.  On BY_E_RULES, *out is unchanged and the fault holds a sentence that names the option,
 * its value and the allowed values, and suggests a correction for a misspelt name.  The sentence is in English, or in
 * the language passed to by_config_parse_in (words.h). */
by_err by_config_parse(const char *text, struct by_config *out, struct by_fault *fault);
by_err by_config_parse_in(const char *text, int language, struct by_config *out, struct by_fault *fault);

/* Sets *out to the defaults of a preset, with its default number of players. */
void by_config_preset(int game, int preset, struct by_config *out);

/* Prints the canonical string (docs/rules.md section 7) with a terminating NUL.  Returns its length; BY_CONFIG_TEXT
 * bytes are always enough. */
#define BY_CONFIG_TEXT 512
size_t by_config_print(const struct by_config *c, char *out, size_t size);

/* options.def as data. */
struct by_option_words {
    const char *key, *values, *rules;
};
extern const struct by_option_words by_option_list[BY_OPTIONS];

/* Returns the game's entry for an option, or NULL if the preset does not have it. */
const struct by_option *by_option_of(const struct by_config *c, int id);

/* Returns the range of a numeric option for the configured preset, players and set. */
void by_option_range(const struct by_config *c, int id, int32_t *lo, int32_t *hi);

/* Prints an option's value ("until", "250").  Returns its length. */
size_t by_option_print(int id, int32_t value, char *out, size_t size);

/* Prints an option's allowed values in the given language (words.h): "2 to 4", "none, one or until". */
size_t by_option_allowed(const struct by_config *c, int id, int language, char *out, size_t size);

/* ---- State -------------------------------------------------------------------------------- */

enum by_phase { BY_READY, BY_PLAYING, BY_ROUND_OVER, BY_GAME_OVER };
enum by_ending { BY_NOT_ENDED, BY_ENDED_OUT, BY_ENDED_BLOCKED };

/* The parts of a state, other than hands, table and scores, that a move may change.  All of them are public, and an
 * undo record holds a copy.  The games' files document the fields of the union. */
struct by_now {
    uint8_t phase;  /* enum by_phase */
    uint8_t turn;   /* the seat to move; outside BY_PLAYING, the seat of the last move */
    uint8_t stage;  /* tiles laid this turn that must be followed by another */
    uint8_t drew;   /* tiles drawn at this stage of the turn */
    uint8_t lay;    /* tiles laid this turn */
    uint8_t idle;   /* number of consecutive turns that count towards a block (C-07) */
    uint8_t laid;   /* tiles on the table (Castle Rock: in the row) */
    uint8_t taken;  /* tiles taken from the front of the deck */
    uint8_t window; /* the seat that may be called out, or BY_NO_SEAT */
    uint8_t stake;  /* the points gained by a call (L-25) */
    uint8_t later;  /* whether the turn of the seat in `window` is over */
    uint8_t places; /* number of entries in `place` */
    union {
        struct {
            uint16_t count;
            uint8_t spinner;
            uint8_t must;
            uint8_t toes;
            uint8_t pad[7];
        } line;
        struct {
            uint32_t doubles;
            uint16_t markers, firsts;
            uint8_t barred_at, barred, pad[2];
        } trains;
        struct {
            uint16_t removed;
            uint8_t free_draw, removable;
            uint8_t pad[8];
        } castle;
    } of;
};

/* The data needed, together with the move itself, to undo it (32 bytes). */
struct by_undo {
    struct by_now now; /* a copy from before the move */
    int16_t points;    /* points added to the score of seat `whose` */
    uint8_t whose;
    uint8_t tiles; /* number of tiles drawn by seat `to` */
    uint8_t to;
    uint8_t skipped; /* number of lost turns that were skipped */
    uint8_t at;      /* set by the game, usually to the index of the place that the move took */
    uint8_t was;     /* set by the game, usually to the previous contents of that place */
};

/* A tile on the table (N-02). */
struct by_laid {
    by_tile tile;
    uint8_t on;     /* an index into `laid`, or the train; BY_NO_TILE for the first tile */
    uint8_t flip;   /* bit 0: its low half touches; bit 1: it touches a low half */
    uint8_t beside; /* number of neighbours */
};

/* An open number and the tile that shows it, as an index into `laid`.  `play` is a move to that place without its tile:
 * add `| tile`, and `| 1 << 16` if the low half touches. */
struct by_place {
    by_move play;
    uint8_t laid, number, pad[2];
};

struct by_state {
    struct by_now now;
    uint8_t players, deck_tiles; /* number of tiles in the round's deck, without the double set aside */
    uint8_t lead, led;           /* the seat that leads, and the tile that must be led, or BY_NO_TILE */
    uint8_t centre;              /* the round's double, or BY_NO_TILE */
    uint8_t end, end_seat;       /* enum by_ending; the seat that went out or won the round, or BY_NO_SEAT */
    uint8_t winner;              /* the winner who leads next (L-06), or BY_NO_SEAT */
    uint8_t limit;               /* deck tiles below this index may be drawn */
    uint8_t hub, family;         /* copies of by_preset.hub and by_game.family */
    struct by_set hand[BY_SEATS];
    uint8_t tail[BY_ARMS + 3], length[BY_ARMS + 3]; /* each train's open number and number of tiles */
    struct by_place place[BY_MAX_TILES + 2];        /* open places, in table order */
    struct by_laid laid[BY_MAX_TILES + 2];
    by_tile row[BY_MAX_TILES + 2];           /* Castle Rock */
    by_tile deck[BY_MAX_TILES + 2];          /* hidden; the boneyard is deck[taken..deck_tiles) */
    uint8_t skip[BY_SEATS];                  /* the number of turns that each seat must still lose (T-17) */
    int32_t score[BY_SEATS], gain[BY_SEATS]; /* `gain`: points added at the end of the round */
    uint32_t round;                          /* from 1; 0 before the first deal */
    uint32_t cleared;                        /* Castle Rock: number of rounds cleared */
    struct by_config rules;
};

/* ---- Games -------------------------------------------------------------------------------- */

struct by_game {
    const char *key, *name, *blurb;     /* "muggins", "Muggins", one sentence */
    uint16_t revision;                  /* incremented whenever old records would replay differently */
    uint8_t family;                     /* enum by_family_id: the kind of table */
    const struct by_option *options;    /* terminated by an id of BY_OPTIONS */
    const struct by_preset *presets;    /* terminated by a NULL sheet; the first is the default */
    void (*settle)(struct by_config *); /* optional: sets defaults that depend on the players and the set */
    by_err (*check)(const struct by_config *, struct by_fault *); /* optional: rejects combinations of options */
    by_err (*deal)(struct by_state *); /* called after the deal; sets up the table and finds the lead */
    int (*moves)(const struct by_state *, int seat, by_move out[]); /* sorted, without duplicates */
    by_err (*play)(struct by_state *, int seat, by_move, struct by_events *, struct by_undo *);
    void (*back)(struct by_state *, int seat, by_move, const struct by_undo *);
    struct by_set (*fits)(const struct by_state *, int seat); /* optional: by_heard.fits (past.h) */
};

enum by_game_id {
#define BY_GAME(name, file) BY_GAME_##name,
#include "boneyard/games.def"
#undef BY_GAME
    BY_GAMES
};
extern const struct by_game *const by_games[BY_GAMES]; /* in the order of games.def */

static inline const struct by_game *by_game_of(const struct by_state *s) { return by_games[s->rules.game]; }

/* Starts a match: round 0, scores 0.  `rules` must come from by_config_parse or _preset. */
void by_start(struct by_state *s, const struct by_config *rules);

/* Returns the highest number in play, limited by the set and the family (L-01). */
int by_highest(const struct by_config *rules);

/* by_deck_tiles returns the number of tiles in the next round's deck; by_deck_lacks returns the double set aside from
 * it. */
int by_deck_tiles(const struct by_state *s);
by_tile by_deck_lacks(const struct by_state *s);

/* by_lead_rule returns the method of deciding the next lead: BY_LEAD_SEAT, _DOUBLE or _LOT. by_lead_taken returns
 * whether by_deal accepts a leading seat. */
int by_lead_rule(const struct by_state *s);
bool by_lead_taken(const struct by_state *s);

/* Deals the next round from a deck in order: seat 0 takes the first hand, and so on.  `lead` is a seat or -1.  A seat
 * is required if the lead is drawn by lot, optional if by_lead_taken returns true, and rejected otherwise.  Errors:
 * BY_E_PHASE, BY_E_DECK, BY_E_NO_DOUBLE, BY_E_SEAT; the state is then unchanged. */
by_err by_deal(struct by_state *s, const by_tile *deck, int tiles, int lead, struct by_events *ev);

/* Lists the legal moves of a seat in N-08 order.  Returns 0 for a seat that may not act. */
int by_moves(const struct by_state *s, int seat, by_move out[BY_MOVES]);

/* Returns a bit mask: bit k is set if seat k may act now.  More than one bit is set only while a call is possible. */
uint32_t by_actors(const struct by_state *s);

/* Plays one move.  `ev` (may be NULL) receives the events; `undo` (may be NULL) receives the data for by_back.
 * Errors: BY_E_PHASE, BY_E_SEAT, BY_E_TURN, BY_E_ILLEGAL; the state is then unchanged. */
by_err by_play(struct by_state *s, int seat, by_move m, struct by_events *ev, struct by_undo *undo);

/* Undoes the last move played and restores every byte. */
void by_back(struct by_state *s, int seat, by_move m, const struct by_undo *undo);

/* Returns a bit mask: bit k is set if seat k has won. The mask is 0 during the game and if no seat wins (Castle
 * Rock). */
uint32_t by_winners(const struct by_state *s);

/* Returns the number of tiles that may still be drawn (docs/protocol.md: drawable). */
int by_drawable(const struct by_state *s);

#ifdef __cplusplus
}
#endif

#endif

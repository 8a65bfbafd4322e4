/* boneyard/rules.h: games, options, state, moves and events.
 *
 * THE IDEA.  A game is constant data: a `struct by_game` with its options, its presets and a few
 * functions.  A round is a `struct by_state`: plain bytes without pointers, which can be assigned,
 * compared with memcmp and kept.  Everything follows from the rules, the decks and the moves:
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
 * The core does no I/O, allocates nothing, reads no clock, has no globals and no floating point.
 * Randomness is an argument: the deck comes in as data (deal.h makes decks from a seed).  The only
 * symbols it needs are memcpy, memmove, memset and memcmp.
 *
 * WHO READS A STATE.  It holds every hidden tile.  Whatever formats output for a seat, plays as a
 * bot or talks to a client is given a `struct by_view` (view.h) instead.
 *
 * UNITS.  Seats count from 0 clockwise (C-02), rounds from 1.  Scores are points.
 */
#ifndef BONEYARD_RULES_H
#define BONEYARD_RULES_H

#include <stddef.h>

#include "boneyard/error.h"
#include "boneyard/tile.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_SEATS    16                  /* most players at a table */
#define BY_NO_SEAT  255
#define BY_ARMS     17                  /* trains: one for each seat, and the Mexican Train */
#define BY_MEXICAN  16                  /* the Mexican Train among the trains */
#define BY_MOVES    4096                /* a list of legal moves is never longer */

/* ---- Options and presets ------------------------------------------------------------------ */

enum by_option_id {
#define BY_OPTION(id, ...) BY_##id,
#include "boneyard/options.def"
#undef BY_OPTION
    BY_OPTIONS
};

/* The values of options with words, in the order of options.def. */
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
/* One option of a game: its range where it is a number without a list. */
struct by_option { uint8_t id; int32_t lo, hi; };
/* One rule sheet of a game. */
struct by_preset {
    const char *sheet;                  /* "number": the part after the colon */
    const char *text;                   /* what this sheet sets, as an option text */
    uint8_t fewest, most;               /* players */
    uint8_t players;                    /* players when none are named */
    uint8_t sets[6];                    /* the sets it allows, ascending, ends with 0 */
    uint32_t refuses;                   /* bit i: option i of the game is not this sheet's */
    bool hub;                           /* T-04, T-20, T-21: a double from the hands opens the hub */
};

/* The rules of one table: plain data. */
struct by_config {
    uint8_t game, preset;               /* places in by_games and in the game's presets */
    uint8_t pad[2];                     /* 0 */
    int32_t opt[BY_OPTIONS];            /* 0 for options the game does not have */
};

/* Reads "muggins:classic players=4 teams=on" (words separated by blanks; the game's name alone means its first preset).
 * BY_E_RULES leaves *out untouched and fills the fault with a sentence that names the option, its value and what is
 * allowed, and near matches of misspelt names; in English, or _in a language (enum by_language). */
by_err by_config_parse(const char *text, struct by_config *out, struct by_fault *fault);
by_err by_config_parse_in(const char *text, int language, struct by_config *out, struct by_fault *fault);

/* The defaults of one preset; the players are its default number. */
void by_config_preset(int game, int preset, struct by_config *out);

/* The canonical string of section 7, with its final 0.  Returns its length; `size` of
 * BY_CONFIG_TEXT is always enough. */
#define BY_CONFIG_TEXT 512
size_t by_config_print(const struct by_config *c, char *out, size_t size);

/* options.def as data. */
struct by_option_words { const char *key, *values, *sentence; };
extern const struct by_option_words by_option_list[BY_OPTIONS];

/* The game's entry for an option; NULL: the preset does not have it. */
const struct by_option *by_option_of(const struct by_config *c, int id);

/* The range of an option that is a number and that the preset has, for this players and set. */
void by_option_range(const struct by_config *c, int id, int32_t *lo, int32_t *hi);

/* An option's value as text ("until", "250").  Returns its length. */
size_t by_option_print(int id, int32_t value, char *out, size_t size);

/* The text of a range or list of values, "2 to 4" or "none, one or until", for a preset. */
size_t by_option_allowed(const struct by_config *c, int id, char *out, size_t size);

/* ---- Moves and events --------------------------------------------------------------------- */

/* A move is a number in memory and text (text.h, N-01 to N-07) everywhere else. */
typedef uint32_t by_move;
#define BY_NO_MOVE 0u
#define BY_DRAW_MOVE BY_MOVE(BY_DRAW_TILE, BY_NO_TILE, BY_NO_TILE, 0, 0)
#define BY_PASS_MOVE BY_MOVE(BY_PASS, BY_NO_TILE, BY_NO_TILE, 0, 0)
#define BY_CALL_MOVE BY_MOVE(BY_CALL_OUT, BY_NO_TILE, BY_NO_TILE, 0, 0)

enum by_kind { BY_NO_KIND, BY_LAY, BY_HUB, BY_TAKE, BY_TAKE3, BY_DRAW_TILE, BY_PASS, BY_CALL_OUT };

/* bits 0-7 tile, 8-15 place (a tile, a train, or BY_NO_TILE), 16 the low half touches, 17 the low
 * half of the tile at the place is touched, 18 announced (T-16), 20-23 kind, 24-31 points claimed */
#define BY_MOVE(kind, tile, place, flip, flip_at) ((by_move)(kind) << 20 | (by_move)(tile) \
        | (by_move)(place) << 8 | (by_move)(flip) << 16 | (by_move)(flip_at) << 17)
#define BY_ANNOUNCED ((by_move)1 << 18)
#define BY_SUFFIX (BY_ANNOUNCED | (by_move)255 << 24)           /* N-06: what a move says beside what it does */
static inline int by_move_kind(by_move m) { return (int)(m >> 20 & 15); }
static inline by_tile by_move_tile(by_move m) { return (by_tile)(m & 255); }
static inline int by_move_place(by_move m) { return (int)(m >> 8 & 255); }
static inline bool by_move_flip(by_move m) { return m >> 16 & 1; }
static inline bool by_move_flip_at(by_move m) { return m >> 17 & 1; }
static inline int by_move_claim(by_move m) { return (int)(m >> 24); }

enum by_event_kind { BY_EV_ROUND, BY_EV_MOVE, BY_EV_SCORE, BY_EV_ROUND_END, BY_EV_GAME_END };

/* One thing that happened, in the order of protocol.md.  What a round or game end brought stands
 * in the state (`end`, `gain`, `score`) until the next deal. */
struct by_event {
    uint8_t kind;                       /* enum by_event_kind */
    uint8_t seat;                       /* who, or BY_NO_SEAT */
    uint8_t tiles;                      /* BY_EV_MOVE with a draw: how many tiles were drawn */
    by_tile drawn[3];                   /* ... and which; BY_NO_TILE where by_hear has hidden them */
    int32_t points;                     /* BY_EV_SCORE */
    by_move move;                       /* BY_EV_MOVE */
};
struct by_events { int n; struct by_event at[6]; };

/* ---- State -------------------------------------------------------------------------------- */

enum by_phase { BY_READY, BY_PLAYING, BY_ROUND_OVER, BY_GAME_OVER };
enum by_ending { BY_NOT_ENDED, BY_ENDED_OUT, BY_ENDED_BLOCKED };

/* What a move may change beside hands, table and scores; an undo record holds a copy.  All of it
 * is public.  The second half belongs to the games: each says in its file what it keeps there. */
struct by_now {
    uint8_t phase;                      /* enum by_phase */
    uint8_t turn;                       /* whose turn; outside BY_PLAYING the seat of the last move */
    uint8_t stage;                      /* tiles laid in this turn that want another one */
    uint8_t drew;                       /* tiles drawn for this stage of the turn */
    uint8_t lay;                        /* tiles laid in this turn */
    uint8_t idle;                       /* C-07: turns in a row that count towards a block */
    uint8_t laid;                       /* tiles on the table (Castle Rock: in the row) */
    uint8_t taken;                      /* tiles taken from the front of the deck */
    uint8_t window;                     /* the seat that may be called out, or BY_NO_SEAT */
    uint8_t stake;                      /* L-25: the points a call takes */
    uint8_t later;                      /* the turn of `window` is over */
    uint8_t places;                     /* entries of `place` */
    union {
        struct { uint16_t count; uint8_t spinner; uint8_t must; uint8_t toes; uint8_t pad[7]; } line;
        struct { uint32_t doubles; uint16_t markers, firsts; uint8_t barred_at, barred, pad[2]; } trains;
        struct { uint16_t removed; uint8_t free_draw, removable; uint8_t pad[8]; } castle;
    } of;
};

/* Taking a move back needs this and the move: 32 bytes. */
struct by_undo {
    struct by_now now;                  /* as it was before */
    int16_t points;                     /* added to `whose` score */
    uint8_t whose;
    uint8_t tiles;                      /* tiles drawn into the hand of `to` */
    uint8_t to;
    uint8_t skipped;                    /* lost turns passed over */
    uint8_t at;                         /* the game's: the place that was taken */
    uint8_t was;                        /* the game's: what stood there */
};

/* A tile on the table (N-02). */
struct by_laid {
    by_tile tile;
    uint8_t on;                         /* place in `laid`, or the train; BY_NO_TILE: the first */
    uint8_t flip;                       /* bit 0: the low half touches; bit 1: touches a low half */
    uint8_t beside;                     /* neighbours */
};

/* A number that can be played on and the tile that shows it, by its place in `laid`.  `play` is a
 * play there but for the tile laid: `| tile`, and `| 1 << 16` if its low half touches. */
struct by_place { by_move play; uint8_t laid, number, pad[2]; };

struct by_state {
    struct by_now now;
    uint8_t players, deck_tiles;        /* deck: tiles of the round, the double set aside excluded */
    uint8_t lead, led;                  /* who led; the tile that has to be led, or BY_NO_TILE */
    uint8_t centre;                     /* the round's double, or BY_NO_TILE */
    uint8_t end, end_seat;              /* enum by_ending; who went out or won, or BY_NO_SEAT */
    uint8_t winner;                     /* L-06: who leads next as the winner, or BY_NO_SEAT */
    uint8_t limit;                      /* places of the deck that may be drawn: before this one */
    uint8_t hub, family;                /* from the rules: by_preset.hub, by_game.family */
    struct by_set hand[BY_SEATS];
    uint8_t tail[BY_ARMS + 3], length[BY_ARMS + 3];  /* trains: the open number; tiles */
    struct by_place place[BY_MAX_TILES + 2];         /* open places in table order */
    struct by_laid laid[BY_MAX_TILES + 2];
    by_tile row[BY_MAX_TILES + 2];      /* Castle Rock */
    by_tile deck[BY_MAX_TILES + 2];     /* hidden; the boneyard is deck[taken..deck_tiles) */
    uint8_t skip[BY_SEATS];             /* T-17: turns to be lost */
    int32_t score[BY_SEATS], gain[BY_SEATS];         /* gain: what the round's end added */
    uint32_t round;                     /* 1.., 0 before the first deal */
    uint32_t cleared;                   /* Castle Rock: rounds cleared */
    struct by_config rules;
};

/* ---- Games -------------------------------------------------------------------------------- */

struct by_game {
    const char *key, *name, *blurb;     /* "muggins", "Muggins", one sentence */
    uint16_t revision;                  /* raised when an old record would play differently */
    uint8_t family;                     /* enum by_family: the shape of the table */
    const struct by_option *options;    /* ends with id BY_OPTIONS */
    const struct by_preset *presets;    /* ends with sheet NULL; the first is the default */
    void (*settle)(struct by_config *); /* optional: defaults that follow from players and set */
    by_err (*check)(const struct by_config *, struct by_fault *);      /* optional: combinations */
    by_err (*deal)(struct by_state *);  /* hands are dealt; sets the table, finds the lead */
    int (*moves)(const struct by_state *, int seat, by_move out[]);    /* sorted, no twins */
    by_err (*play)(struct by_state *, int seat, by_move, struct by_events *, struct by_undo *);
    void (*back)(struct by_state *, int seat, by_move, const struct by_undo *);
    struct by_set (*fits)(const struct by_state *, int seat);   /* optional: by_heard.fits (past.h) */
};
enum by_family { BY_LINE, BY_FEET, BY_TRAINS, BY_CASTLE };

enum by_game_id {
#define BY_GAME(name) BY_GAME_##name,
#include "boneyard/games.def"
#undef BY_GAME
    BY_GAMES
};
extern const struct by_game *const by_games[BY_GAMES];     /* in the order of games.def */

static inline const struct by_game *by_game_of(const struct by_state *s) { return by_games[s->rules.game]; }

/* A match begins: round 0, scores 0.  `rules` must come from by_config_parse or _preset. */
void by_start(struct by_state *s, const struct by_config *rules);

/* How many tiles the next round's deck has, and which set-aside double it lacks. */
int by_deck_tiles(const struct by_state *s);
by_tile by_deck_lacks(const struct by_state *s);

/* Who decides the next lead: BY_LEAD_SEAT, _DOUBLE or _LOT; and whether by_deal takes a seat. */
int by_lead_rule(const struct by_state *s);
bool by_lead_taken(const struct by_state *s);

/* Deals the next round from a deck in order: seat 0 takes the first hand, and so on.  `lead` is a
 * seat, or -1; it is needed where a lot decides, may be given where by_lead_taken, and is refused
 * elsewhere.  Errors: BY_E_PHASE, BY_E_DECK, BY_E_NO_DOUBLE, BY_E_SEAT; then nothing has changed. */
by_err by_deal(struct by_state *s, const by_tile *deck, int tiles, int lead, struct by_events *ev);

/* The legal moves of a seat in the order of N-08; 0 for a seat that may not act. */
int by_moves(const struct by_state *s, int seat, by_move out[BY_MOVES]);

/* Bit k: seat k may act now (more than one only while a call is possible). */
uint32_t by_actors(const struct by_state *s);

/* Plays one move.  `ev` (may be NULL) receives what happened; `undo` (may be NULL) what by_back
 * needs.  Errors: BY_E_PHASE, BY_E_SEAT, BY_E_TURN, BY_E_ILLEGAL; then nothing has changed. */
by_err by_play(struct by_state *s, int seat, by_move m, struct by_events *ev, struct by_undo *undo);

/* Takes back the last move played, exactly: the bytes are those before it. */
void by_back(struct by_state *s, int seat, by_move m, const struct by_undo *undo);

/* Bit k: seat k has won; 0 while the game goes on (or when nobody won: Castle Rock). */
uint32_t by_winners(const struct by_state *s);

/* Tiles that may still be drawn (protocol.md: drawable). */
int by_drawable(const struct by_state *s);

#ifdef __cplusplus
}
#endif

#endif

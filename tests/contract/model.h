/* SPDX-License-Identifier: MIT */
/* model.h: a second, slow and plain implementation of the rules, to check the engine against.
 *
 * The model keeps its own hands, table, turn and scores.  It receives the decks and the moves and derives the legal
 * moves and their effects from the numbered rules.  It calls nothing of the engine except the arithmetic of tiles
 * (tile.h) and the table of games for a game's family and sheet.  Values that the engine updates, the model
 * recalculates from the tiles laid: the open ends, the count of the layout, the double to be filled, the side that
 * wins.
 */
#ifndef CONTRACT_MODEL_H
#define CONTRACT_MODEL_H

#include "boneyard/rules.h"

#define NONE (-1)

/* A move split into its parts, with touching numbers instead of flips. */
struct m_move {
    uint8_t kind, tile, touch, on, at, claim, shout;
};

/* A tile on the table: its half `touch` meets half `at` of laid[on], or is on train `on`. */
struct m_laid {
    by_tile tile;
    uint8_t touch, at;
    int on;
};

/* A number open for play (L-12 to L-14, F-06). */
struct m_end {
    int laid, number;
};

struct model {
    struct by_config c;
    int family, players;
    bool hub; /* T-04, T-20, T-21 */
    int round, lead, phase, turn, end, end_seat, winner;
    int led, centre; /* tiles, or NONE */
    struct by_set hand[BY_SEATS];
    by_tile deck[BY_MAX_TILES];
    int tiles, taken;
    struct m_laid laid[BY_MAX_TILES + 2];
    int laid_n;
    int lay, idle, drew, stage; /* of this turn: laid, drawn for this tile, doubles */
    int only;                   /* T-08: the drawn tile, the only one that may be laid, or NONE */
    struct by_set late;         /* T-14: drawn for the additional tile, no third tile */
    int window, stake;          /* L-25, T-16: who may be called out, or NONE */
    bool later;                 /* the turn of the unannounced play has ended (T-16) */
    int skip[BY_SEATS];
    int tail[BY_ARMS], length[BY_ARMS], fresh[2];
    bool open[BY_ARMS], marker[BY_SEATS], turned[BY_SEATS];
    by_tile row[BY_MAX_TILES];
    int row_n, removed, cleared;
    bool free_draw;
    int32_t score[BY_SEATS], gain[BY_SEATS];
    struct by_events ev; /* of the last move */
};

static inline int32_t m_opt(const struct model *m, int id) { return m->c.opt[id]; }

/* model.c: functions shared by all games. */
void model_start(struct model *m, const struct by_config *c);
int model_lead(const struct model *m, int *seat);     /* BY_LEAD_SEAT, _DOUBLE, _LOT; the seat or NONE */
bool model_lead_given(const struct model *m);         /* whether a deal may name the lead */
int model_deck(const struct model *m, by_tile *deck); /* the next round's tiles in order */
by_err model_deal(struct model *m, const by_tile *deck, int lead);
int model_list(const struct model *m, int seat, struct m_move *out);
void model_play(struct model *m, int seat, struct m_move mv);
uint32_t model_actors(const struct model *m);
uint32_t model_winners(const struct model *m);
int model_drawable(const struct model *m);
by_move model_encode(struct m_move mv, int family);
struct m_move model_decode(by_move mv, int family);
int model_print(struct m_move mv, int family, char *out);

/* model_compare.c: returns NULL, or a description of the difference from the model. */
const char *model_differs(const struct model *m, const struct by_state *s);
const char *model_events_differ(const struct by_events *a, const struct by_events *b);

/* Steps for the games' files. */
struct m_move m_plain(int kind); /* draw, pass, call */
int m_pips(const struct by_set *hand);
uint32_t m_side(const struct model *m, int seat); /* L-03 */
void m_tell(struct model *m, int kind, int seat, by_move mv, int points);
void m_add(struct model *m, int seat, int points); /* C-11 */
by_tile m_draw(struct model *m, int seat, bool tell);
void m_put(struct model *m, int seat, struct m_move mv, int on);
bool m_turn_blocks(struct model *m); /* C-07 */
void m_next(struct model *m);
void m_finish(struct model *m, int end, int seat);
void m_finish_low(struct model *m, int end, int seat);
void m_game_over(struct model *m);

/* A second implementation of a game's rules: the moves of the seat to move, and the effects of a move.  model_FILE.c
 * defines reading_FILE for the games of src/rules/games/FILE.c. */
struct reading {
    int (*list)(const struct model *m, struct m_move *out);
    void (*play)(struct model *m, int seat, struct m_move mv);
};
#define BY_GAME(name, file) extern const struct reading reading_##file;
#include "boneyard/games.def"
#undef BY_GAME

/* Functions shared by the games of a family. */
int line_ends(const struct model *m, struct m_end *out);
int line_count(const struct model *m);
int line_count_with(const struct model *m, struct m_move mv);
int line_points(const struct model *m, int count);
void line_put(struct model *m, int seat, struct m_move mv);
void line_finish(struct model *m, int out); /* the seat that went out, or NONE if the round was blocked */
int feet_ends(const struct model *m, struct m_end *out);
int feet_must(const struct model *m, int *missing); /* place in laid, or NONE */
void train_deal(struct model *m);

#endif

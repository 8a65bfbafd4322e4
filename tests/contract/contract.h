/* SPDX-License-Identifier: MIT */
/* contract.h: the suite that every game must pass.
 *
 * A `struct table` is one match under test: the engine's state, the same match through by_table_*,
 * the model that judges both (model.h), and every move so far with the state before it.  A rule
 * string and a seed give the whole match, moves and samples included, so a failure is repeated by
 *
 *     contract --rules "muggins:classic players=3" --seed 17
 *
 * The engine is called only through the e_ functions, which can be broken on purpose (faults.c) to show that each check
 * detects its fault.
 */
#ifndef CONTRACT_H
#define CONTRACT_H

#include "boneyard/table.h"
#include "boneyard/text.h"
#include "boneyard/view.h"
#include "model.h"

/* A played move, and the state before it. */
struct past {
    struct by_state before;
    struct by_undo undo;
    struct by_events ev;
    by_move move;
    uint8_t seat;
};

/* A move of the match that had alternatives, for undo across deals: its number, and the table before it. */
struct choice {
    uint32_t round, move, told;
    uint64_t sum;
    uint8_t seat;
};

struct table {
    char text[BY_CONFIG_TEXT]; /* the rules */
    uint64_t seed;
    struct by_rng rng, dice;    /* generators for decks and moves, and for the choice of checks */
    int policy;                 /* how moves are chosen */
    struct by_state s, undealt; /* now; before the deal of this round */
    struct by_table table;
    struct by_step *log;      /* of `table` */
    struct by_round *rounds;  /* of `table` */
    struct by_result *result; /* of every round that has ended */
    struct choice *choice;    /* of the whole match */
    int choices, choice_space;
    uint32_t told;                      /* events of the match so far */
    struct by_result last, last_before; /* the last round's result: now, and before this round */
    struct model model;
    by_tile deck[BY_MAX_TILES];
    int tiles, given;  /* the deal: its deck, and the lead given or -1 */
    struct past *past; /* the moves of this round */
    int moves, space;
    int64_t sum[BY_SEATS]; /* points reported so far, by seat */
    by_move list[BY_MOVES], old[BY_MOVES];
    int n, old_n; /* legal moves of the seat to move, now and at an earlier moment */
    struct m_move want[BY_MOVES];
};

/* The counts of a test program, and its first failure. */
struct tally {
    bool quiet;
    int failures;
    uint64_t matches, rounds, moves, worlds;
    char check[32], first[512];
};
extern struct tally tally;

/* table.c: plays up to `rounds` rounds (0 for the whole match). Returns false after a failure. */
struct table *table_new(void);
void table_free(struct table *t);
bool table_play(struct table *t, const char *rules, uint64_t seed, int rounds);

/* Reports a failure with the rules, the seed and the moves, unless tally.quiet is set. Returns false. */
bool wrong(const struct table *t, const char *check, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Returns true once in n times, using the table's generator. */
static inline bool sometimes(struct table *t, uint32_t n) { return by_rng_below(&t->dice, n) == 0; }

/* The suite's own Fisher-Yates shuffle, so that a seed gives the same match with any engine. */
static inline void shuffle(struct by_rng *r, by_tile *tiles, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int k = (int)by_rng_below(r, (uint32_t)i + 1);
        by_tile t = tiles[i];

        tiles[i] = tiles[k];
        tiles[k] = t;
    }
}

/* The checks. Each returns false after wrong(). */
bool check_lists(struct table *t); /* moves.c: every moment */
bool check_accepts(struct table *t);
bool check_texts(struct table *t);
bool check_refusals(struct table *t); /* refuse.c */
bool check_every_number(struct table *t);
bool check_over(struct table *t);
bool check_views(struct table *t); /* views.c */
bool check_worlds(struct table *t);
bool check_hearing(struct table *t, const struct by_events *ev);
bool check_tiles(struct table *t); /* scores.c */
bool check_scores(struct table *t, const struct by_events *ev, const struct by_state *before);
bool check_undo(struct table *t, int depth); /* again.c */
bool check_replay(struct table *t);
bool check_next(struct table *t); /* next.c: every moment */
void note_choice(struct table *t, int seat, int moves);
void note_round(struct table *t);
bool check_kept(struct table *t);
bool check_forgotten(struct table *t);
bool check_deals(struct table *t);

/* rulesets.c: calls `play` for every preset of the games named in `only` (all if NULL), every number of players and
 * many seeds, until `play` returns false. */
struct ruleset_plan {
    const char *only;
    int scale, most_players;
};
bool rulesets(const struct ruleset_plan *plan, bool (*play)(void *, const char *, uint64_t, int), void *data);

/* signatures.c: compares signatures with the file, or rewrites it. Returns the number of failures. */
int signatures(const char *file, bool update);

/* engine.c: the engine, intact or broken. */
enum spoil {
    SPOIL_NONE,
    SPOIL_ORDER,
    SPOIL_TWIN,
    SPOIL_SHORT,
    SPOIL_LONG,
    SPOIL_REFUSE,
    SPOIL_ACCEPT,
    SPOIL_TOUCH,
    SPOIL_PRINT,
    SPOIL_READ,
    SPOIL_BACK,
    SPOIL_MATCH_BACK,
    SPOIL_MATCH,
    SPOIL_DEAL,
    SPOIL_DECK,
    SPOIL_VIEW_HAND,
    SPOIL_VIEW_YARD,
    SPOIL_VIEW_LATE,
    SPOIL_HEAR,
    SPOIL_LOSE,
    SPOIL_SCORE,
    SPOIL_LATE_SCORE,
    SPOIL_FOREVER,
    SPOIL_SIGN,
    SPOILS
};
extern enum spoil spoil;
struct spoil_words {
    const char *what, *check, *game;
}; /* the fault, the check that must detect it, and its place */
extern const struct spoil_words spoil_words[SPOILS];

int e_moves(const struct by_state *s, int seat, by_move *out);
by_err e_play(struct by_state *s, int seat, by_move m, struct by_events *ev, struct by_undo *undo);
void e_back(struct by_state *s, int seat, by_move m, const struct by_undo *undo);
by_err e_deal(struct by_state *s, const by_tile *deck, int tiles, int lead, struct by_events *ev);
void e_view(const struct by_state *s, const struct by_result *last, int seat, struct by_view *out);
struct by_event e_hear(struct by_event e, int family, int seat);
size_t e_print(by_move m, int family, char *out);
by_err e_read(const char *text, size_t n, int family, const by_move *list, int moves, by_move *out);
by_err e_table_undo(struct by_table *m);
by_err e_table_play(struct by_table *m, int seat, by_move mv, struct by_events *ev);

#endif

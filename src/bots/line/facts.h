/* SPDX-License-Identifier: MIT */
/* facts.h: what a seat of a line game knows, as inputs of a network.
 *
 * The facts are public: who has laid, opened, covered and declined what, in terms that do not depend on the position of
 * the line. Together with a hand they give the inputs, which are all 0 or 1; only the numbers of those that are 1 are
 * listed. Seats are numbered clockwise from the seat that looks, which is seat 0.
 *
 * A network values the table just after a move of this seat. The inputs that the move cannot change (by_line_around)
 * are listed once for all moves, the others (by_line_after) for each. */
#ifndef BY_LINE_FACTS_H
#define BY_LINE_FACTS_H

#include "boneyard/model_line.h"
#include "boneyard/past.h"

/* The public history of one seat. Sets of numbers are 7 bits: `opened`, `covered` and `declined` once, and again. */
struct by_line_deeds {
    uint32_t laid;
    uint8_t first, last; /* tiles, or BY_NO_TILE */
    uint8_t opened[2], covered[2];
    uint8_t declined[2]; /* numbers that were open while the seat laid elsewhere */
    uint8_t lacks[7];    /* 0: may hold the number; otherwise 1 + tiles drawn since it certainly did not */
    uint8_t idle;        /* 1 if the last turn was a pass or a draw */
};

struct by_line_facts {
    struct by_line_deeds of[4];
};

enum {
    BY_FACTS_NEAR = 28 * 3 + 16 + 6 * 7 + 1,   /* a seat: laid, first, last; count; the sets; idle */
    BY_FACTS_OWN = BY_FACTS_NEAR + 28 + 7 * 8, /* and the hand, and how many tiles of each number it has */
    BY_FACTS_OTHER = BY_FACTS_NEAR + 7 * 3,    /* and lacks */
    BY_FACTS_TABLE = 7 * 8 + 16,               /* unseen tiles of each number, and tiles that may be drawn */
    BY_FACTS_LINE = 29,                        /* the two ends, or no tile yet */
    BY_FACTS_POINTS = 7 * 4 + 7 * 4 + 64,      /* places of each number, doubles by their neighbours, the count */
    BY_FACTS_MOST = BY_FACTS_OWN + 3 * BY_FACTS_OTHER + BY_FACTS_TABLE + BY_FACTS_POINTS,
    BY_FACTS_ACTIVE = 320
};

/* Returns the number of inputs under these rules: the seat itself, the others, the table, the ends. */
int by_line_inputs(const struct by_line_rules *r);

void by_line_facts_start(struct by_line_facts *f);

/* Call it before the seat to move in w makes this move. */
void by_line_facts_see(const struct by_line_rules *r, const struct by_line_model *w, by_move m,
                       struct by_line_facts *f);

/* Sets *f to the facts of a question's view and history. */
void by_line_facts_of(const struct by_line_rules *r, const struct by_view *v, const struct by_past *past,
                      struct by_line_facts *f);

/* Lists the inputs that a move of this seat leaves alone. Of the hidden tiles in w, only their number matters. */
int by_line_around(const struct by_line_rules *r, const struct by_line_model *w, const struct by_line_facts *f,
                   int seat, uint16_t *in);

/* Lists the inputs that depend on the move; w and f are those after it. */
int by_line_after(const struct by_line_rules *r, const struct by_line_model *w, const struct by_line_facts *f, int seat,
                  uint16_t *in);

/* The same for a seat that sees every tile, before its move: the number of inputs, and their list. */
int by_line_open_inputs(const struct by_line_rules *r);
int by_line_open(const struct by_line_rules *r, const struct by_line_model *w, uint16_t *in);

#endif

/* SPDX-License-Identifier: MIT */
/* facts.h: converts the knowledge of a seat in a line game to inputs of a network.
 *
 * The facts are public: the tiles that each seat has laid and the numbers that it has opened, covered and declined.
 * Together with a hand, they determine the inputs, which are all 0 or 1. Only the indices of inputs that are 1 are
 * listed. Seats are numbered clockwise from the observing seat, which is seat 0.
 *
 * The network values the table just after a move by this seat. Inputs that the move cannot change (by_line_around) are
 * listed once for all moves; the others (by_line_after) are listed for each move. */
#ifndef BY_LINE_FACTS_H
#define BY_LINE_FACTS_H

#include "boneyard/model_line.h"
#include "boneyard/past.h"

/* The public history of one seat. Sets of numbers have 7 bits; `opened`, `covered` and `declined` have one set for
 * numbers seen at least once and one for those seen again. */
struct by_line_deeds {
    uint32_t laid;
    uint8_t first, last; /* tiles, or BY_NO_TILE */
    uint8_t opened[2], covered[2];
    uint8_t declined[2]; /* numbers that were open while the seat laid elsewhere */
    uint8_t lacks[7];    /* 0 if the seat may hold the number; otherwise 1 + tiles drawn since it certainly held none */
    uint8_t idle;        /* 1 if the seat's last turn was a pass or a draw */
};

struct by_line_facts {
    struct by_line_deeds of[4];
};

enum {
    BY_FACTS_NEAR = 28 * 3 + 16 + 6 * 7 + 1,   /* for a seat: laid, first, last; count; the sets; idle */
    BY_FACTS_OWN = BY_FACTS_NEAR + 28 + 7 * 8, /* for this seat: also its hand, and the number of tiles it holds with
                                                * each number */
    BY_FACTS_OTHER = BY_FACTS_NEAR + 7 * 3,    /* and lacks */
    BY_FACTS_TABLE = 7 * 8 + 16,               /* unseen tiles with each number, and tiles that may be drawn */
    BY_FACTS_LINE = 29,                        /* the two ends, or whether no tile has been laid */
    BY_FACTS_POINTS = 7 * 4 + 7 * 4 + 64,      /* places with each number, doubles by their number of neighbours, the
                                                * count */
    BY_FACTS_MOST = BY_FACTS_OWN + 3 * BY_FACTS_OTHER + BY_FACTS_TABLE + BY_FACTS_POINTS,
    BY_FACTS_ACTIVE = 320
};

/* Returns the number of inputs under these rules: those for the seat itself, the others, the table and the ends. */
int by_line_inputs(const struct by_line_rules *r);

void by_line_facts_start(struct by_line_facts *f);

/* Call it before the seat to move in w makes this move. */
void by_line_facts_see(const struct by_line_rules *r, const struct by_line_model *w, by_move m,
                       struct by_line_facts *f);

/* Sets *f to the facts of a question's view and history. */
void by_line_facts_of(const struct by_line_rules *r, const struct by_view *v, const struct by_past *past,
                      struct by_line_facts *f);

/* Lists the inputs that a move by this seat cannot change. Only the number of hidden tiles in w matters, not their
 * values. */
int by_line_around(const struct by_line_rules *r, const struct by_line_model *w, const struct by_line_facts *f,
                   int seat, uint16_t *in);

/* Lists the inputs that depend on the move; w and f describe the table after it. */
int by_line_after(const struct by_line_rules *r, const struct by_line_model *w, const struct by_line_facts *f, int seat,
                  uint16_t *in);

/* Return the number of inputs and list them, respectively, for a seat that sees every tile, before its move. */
int by_line_open_inputs(const struct by_line_rules *r);
int by_line_open(const struct by_line_rules *r, const struct by_line_model *w, uint16_t *in);

#endif

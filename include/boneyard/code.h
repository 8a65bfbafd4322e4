/* SPDX-License-Identifier: MIT */
/* boneyard/code.h: encodes moves as numbered actions and views as fixed-size observations, for machine learning.
 *
 * A by_code gives the sizes for one configuration.  An ACTION is a number below `actions`; moves that differ only in
 * interchangeable places share an action.  An OBSERVATION is `size` bytes, computed only from a seat's view and the
 * round's history.  It numbers the seats clockwise from the observing seat.  by_code_field_at lists the fields.
 * docs/batch.md describes the encoding of both; any change to it increases BY_CODE_VERSION.
 *
 * batch.h produces the same bytes for thousands of tables at a time. */
#ifndef BONEYARD_CODE_H
#define BONEYARD_CODE_H

#include "boneyard/past.h"
#include "boneyard/view.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_CODE_VERSION 1

enum by_code_field_id {
    BY_FIELD_HAND,    /* the seat's own tiles */
    BY_FIELD_LAID,    /* by seat: tiles laid by the seat */
    BY_FIELD_COUNTS,  /* by seat: number of tiles in the hand */
    BY_FIELD_LACKS,   /* by seat and number: 1 + tiles drawn since the seat last proved to hold none; 0 if never */
    BY_FIELD_POINTS,  /* by seat: points won in this round, at most 255 */
    BY_FIELD_TABLE,   /* the number of tiles in the boneyard, of tiles that may still be drawn, and of turns counted
                       * towards a block */
    BY_FIELD_ENDS,    /* by number: open places, not counting those on doubles */
    BY_FIELD_DOUBLES, /* by number: 1 + neighbours of the open double, plus 8 for a spinner; in Chickenfoot, the toes it
                       * needs */
    BY_FIELD_SUM,     /* the count of the layout (L-15) */
    BY_FIELD_TRAINS,  /* by train (by seat, then the Mexican Train) and number: 1 for the open number */
    BY_FIELD_MARKERS, /* by train: 1 if open to all, plus 2 if it ends with an open double, plus 4 if it has a tile */
    BY_FIELD_TURN,    /* tiles laid this turn that must still be followed (T-10), whether a tile was drawn, and
                       * whether one was laid */
    BY_FIELD_SKIPS,   /* by seat: turns the seat must still lose */
    BY_FIELD_ROW,     /* Castle Rock, by place: 1 + the tile; 0 past the end of the row */
    BY_FIELDS
};

struct by_code {
    struct by_config rules;
    uint8_t family, players, tiles, numbers; /* number of tiles and of numbers in the set */
    uint8_t kinds, wild;                     /* line games: the number of distinct kinds of places; 1 if blanks are
                                              * wild */
    int8_t lead;                             /* by_lead_rule of the first round */
    bool proves;                             /* whether drawing proves that no tile fitted (T-19) */
    uint16_t actions, size;                  /* the number of actions, and the size of an observation in bytes */
    uint16_t at[BY_FIELDS], length[BY_FIELDS];
};

/* The facts about a seat that a round's history shows: BY_FIELD_LAID and BY_FIELD_LACKS. */
struct by_shown {
    struct by_set laid;
    uint8_t lacks[BY_NUMBERS];
};

/* A field's name, offset and shape (`columns` is 1 for a plain list). */
struct by_code_field {
    const char *name, *about;
    uint16_t at, rows, columns;
};

/* Sets *c to the sizes for these rules. */
void by_code_of(const struct by_config *rules, struct by_code *c);

/* Gets field i of this configuration, counting from 0.  Returns false past the last field. */
bool by_code_field_at(const struct by_code *c, int i, struct by_code_field *out);

/* Writes the observation of a view's seat. */
void by_code_observe(const struct by_code *c, const struct by_view *v, const struct by_past *past, uint8_t *out);

/* Sets action[i] to the action for moves[i] of a view's seat, or to -1 if the model leaves that move out.  Returns
 * n. */
int by_code_actions(const struct by_code *c, const struct by_view *v, const by_move *moves, int n, int32_t *action);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: MIT */
/* boneyard/code.h: numbered actions and fixed-size observations, for machine learning.
 *
 * A by_code gives the sizes for one configuration.  An ACTION is a number below `actions`; moves that differ only in
 * interchangeable places share an action.  An OBSERVATION is `size` bytes, computed only from a seat's view and the
 * round's history.  Seats in it are counted from the observing seat, clockwise.  by_code_field_at lists the fields.
 * docs/batch.md describes the layout of both; a new layout gets a new BY_CODE_VERSION.
 *
 * batch.h writes the same bytes for thousands of tables at a time. */
#ifndef BONEYARD_CODE_H
#define BONEYARD_CODE_H

#include "boneyard/past.h"
#include "boneyard/view.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_CODE_VERSION 1

enum by_code_field_id {
    BY_FIELD_HAND,    /* own tiles */
    BY_FIELD_LAID,    /* by seat: the tiles it has laid */
    BY_FIELD_COUNTS,  /* by seat: tiles in its hand */
    BY_FIELD_LACKS,   /* by seat and number: 1 + the tiles it drew since it last proved to hold none; 0 if never */
    BY_FIELD_POINTS,  /* by seat: points won in this round, at most 255 */
    BY_FIELD_TABLE,   /* tiles in the boneyard; tiles that may still be drawn; turns counted towards a block */
    BY_FIELD_ENDS,    /* by number: open places, without those on doubles */
    BY_FIELD_DOUBLES, /* by number: 1 + neighbours of the open double, + 8 for a spinner; Chickenfoot: toes it needs */
    BY_FIELD_SUM,     /* the count of the layout (L-15) */
    BY_FIELD_TRAINS,  /* by train (by seat, then the Mexican Train) and number: 1 for the open number */
    BY_FIELD_MARKERS, /* by train: 1 open to all, plus 2 if it ends with an open double, plus 4 once it has a tile */
    BY_FIELD_TURN,    /* tiles that the turn still needs covered (T-10); 1 if a tile was drawn; 1 if one was laid */
    BY_FIELD_SKIPS,   /* by seat: turns it must still lose */
    BY_FIELD_ROW,     /* Castle Rock, by place: 1 + the tile; 0 beyond the row */
    BY_FIELDS
};

struct by_code {
    struct by_config rules;
    uint8_t family, players, tiles, numbers; /* tiles and numbers in the set */
    uint8_t kinds, wild;                     /* line games: kinds of places distinguished; 1 if blanks are wild */
    int8_t lead;                             /* by_lead_rule of the first round */
    bool proves;                             /* a draw proves that nothing fitted (T-19) */
    uint16_t actions, size;                  /* the number of actions; bytes of an observation */
    uint16_t at[BY_FIELDS], length[BY_FIELDS];
};

/* One field: its name, its offset, and its shape (columns is 1 for a plain list). */
struct by_code_field {
    const char *name, *about;
    uint16_t at, rows, columns;
};

/* Sets *c to the sizes for these rules. */
void by_code_of(const struct by_config *rules, struct by_code *c);

/* Gets the i-th field that this configuration has, from 0.  Returns false after the last. */
bool by_code_field_at(const struct by_code *c, int i, struct by_code_field *out);

/* Writes the observation for a view's seat. */
void by_code_observe(const struct by_code *c, const struct by_view *v, const struct by_past *past, uint8_t *out);

/* Sets action[i] to the action for moves[i] of a view's seat, or to -1 if the model leaves that move out.  Returns
 * n. */
int by_code_actions(const struct by_code *c, const struct by_view *v, const by_move *moves, int n, int32_t *action);

#ifdef __cplusplus
}
#endif

#endif

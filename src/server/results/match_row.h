/* SPDX-License-Identifier: MIT */
/* match_row.h: reads and writes the stored rows about finished matches and their players.
 *
 * The `match` list keeps a row for each match for `retention_days`. Row keys begin with the time, so that a person's
 * rows, found by the `who` column, come newest first. The `tally` list contains each person's results by game and kind
 * of opponent. The `shows` list records which parts of their profile each person makes public. */
#ifndef BY_SERVER_RESULTS_MATCH_ROW_H
#define BY_SERVER_RESULTS_MATCH_ROW_H

#include "rating_row.h"
#include "room/room.h"

enum { BY_MATCH_KEY = 8 + BY_MATCH_ID };

/* A seat's points before and after a rated match; both 0 if not rated. */
struct by_points {
    int from, to;
};

void by_match_key(int64_t ms, const uint8_t match[BY_MATCH_ID], uint8_t out[BY_MATCH_KEY]);

/* Returns a match's row; the caller frees it. */
char *by_match_print(const struct by_match_result *m, int64_t at, const struct by_points points[BY_SEATS]);

/* Adds a row to a reply as this person may see it, including rating changes if `points` is set. Returns false if the
 * row is invalid. */
bool by_match_put(struct by_out *o, struct by_bytes_of key, struct by_bytes_of value, const struct by_id *person,
                  bool points);

/* Returns a person's results with one more match added. `old` is the stored row, or empty. The caller frees the
 * result. */
char *by_tally_print(struct by_bytes_of old, const struct by_match_result *m, int seat, int64_t at);

struct by_shows {
    bool ratings, results, matches;
};
/* Reads which parts of a person's profile are public: ratings and results, unless the person has chosen otherwise.
 * Returns false if the store cannot be read. */
bool by_shows_read(struct by_store *s, const struct by_id *person, struct by_shows *out);
char *by_shows_print(const struct by_shows *s); /* the caller frees it */

#endif

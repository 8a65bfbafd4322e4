/* SPDX-License-Identifier: MIT */
/* report.h: prints the result as a table, and progress during the run. */
#ifndef BY_ARENA_REPORT_H
#define BY_ARENA_REPORT_H

#include "run.h"

struct by_range by_run_score(const struct by_run *r, int pairing);   /* returns side 0's mean score */
double by_run_seats(const struct by_run *r, int side);               /* returns the number of seats that a side plays,
                                                                      * summed over an item's games */
struct by_arena_tally by_run_tally(const struct by_run *r, int who); /* returns an entrant's totals over all its
                                                                      * pairings */
bool by_run_ratings(const struct by_run *r, struct by_range *out);   /* computes the bots' ratings; returns false if
                                                                      * there are fewer than 3 bots */
void by_report_print(const struct by_run *r);
void by_report_progress(struct by_run *r, bool last);

by_json *by_report_json(const struct by_run *r); /* writes the whole result as a JSON object (report_json.c) */

#endif

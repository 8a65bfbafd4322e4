/* SPDX-License-Identifier: MIT */
/* evening.h: runs a tournament at real tables: its file, and the lines that the organiser types. */
#ifndef BY_SCORE_EVENING_H
#define BY_SCORE_EVENING_H

#include "tournament/tournament.h"

struct by_evening {
    struct by_tournament t;
    const char *path; /* borrowed; NULL if not saved */
    bool wrong, over; /* whether a line was refused, and whether 'quit' was typed */
    bool lost;        /* whether the last save failed */
};

/* Carries out one line; all output goes to standard output. */
void by_evening_line(struct by_evening *e, const char *line);

/* Saves the tournament atomically, keeping the previous file as PATH.before. Returns false with errno set. */
bool by_evening_save(const struct by_evening *e);

/* Prints tables and standings to a file, as PDF if its name ends in .pdf. Returns false after printing an error. */
bool by_evening_print(const struct by_evening *e, const char *path);

/* ---- Text output (evening_say.c) ---- */

/* Describes the tournament: "Muggins, rotating partners, Swiss, 3 rounds". */
void by_evening_title(const struct by_tournament *t, struct by_text *out);

/* Writes a table's sides and scores: "Anna and Cara 250, Ben and Dora 180" or, if there are no scores yet, "Anna and
 * Cara v Ben and Dora". */
void by_evening_table(const struct by_tournament *t, const struct by_seating *s, struct by_text *out);

/* Writes the names of the players who have a bye in a round: "Emil, Fred". */
void by_evening_byes(const struct by_tournament *t, const struct by_tournament_round *r, struct by_text *out);

/* Print the tables of a round (counted from 0) and the standings, respectively. */
void by_evening_tables(const struct by_tournament *t, int round, FILE *out);
void by_evening_standings(const struct by_tournament *t, FILE *out);

/* Writes a standing's figure in a column, counted from 0: points, then each tie-break in its order, then matches
 * played. Returns false if there is no such column. If p is NULL, writes the column's title. */
struct by_position;
bool by_evening_figure(const struct by_tournament *t, const struct by_position *p, int column, struct by_text *out);

/* Draws the tables of the last round and the standings as PDF (evening_pdf.c, in boneyard-print). Returns false if
 * writing fails. */
bool by_evening_draw(const struct by_tournament *t, FILE *out);

#endif

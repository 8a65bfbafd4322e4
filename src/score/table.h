/* SPDX-License-Identifier: MIT */
/* table.h: keeps a score in progress: the sheet, its file, undo, and the open question. */
#ifndef BY_SCORE_TABLE_H
#define BY_SCORE_TABLE_H

#include "score.h"

struct by_past_sheet {
    char *text;
    bool fix;
}; /* an earlier score, and whether it was copied before a round was re-entered */

struct by_score_table {
    struct by_score s;
    const char *path; /* borrowed; NULL if not saved */
    struct by_past_sheet *past;
    int pasts, past_room;
    bool asking; /* whether `open` is still incomplete */
    struct by_entry open;
    int fixing;             /* the round being re-entered, or 0 */
    struct by_entry *later; /* the entries after that round */
    int laters;
    bool wrong, over; /* whether a line was refused, and whether 'quit' was typed */
    bool lost;        /* whether the last save failed */
};

/* Carries out one line; all output goes to standard output. */
void by_score_line(struct by_score_table *t, const char *line);

/* Reports data that would be lost if the input ended now: an incomplete entry, or a round being corrected. */
void by_score_table_end(const struct by_score_table *t);

/* Writes the current position for the prompt: "round 3". */
void by_score_prompt(const struct by_score_table *t, char *out, size_t size);

/* Prints the sheet to a file. Returns false after printing an error. */
bool by_score_print(const struct by_score_table *t, const char *path);

void by_score_table_clear(struct by_score_table *t);

#endif

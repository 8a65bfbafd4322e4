/* SPDX-License-Identifier: MIT */
/* entry.h: parses entries as people type them and as the file stores them: "anna 15", "anna out, ben 6-4 3-3, cara
 * 17". */
#ifndef BY_SCORE_ENTRY_H
#define BY_SCORE_ENTRY_H

#include "score.h"

enum by_read { BY_READ_WRONG, BY_READ_ENTRY, BY_READ_QUESTION };

/* Parses one line. A line with several scores becomes several entries, at most `room`. BY_READ_QUESTION means that the
 * last entry is incomplete (by_entry_lacks). Sets *n to the number of entries. */
enum by_read by_entry_read(const struct by_score *s, const char *line, struct by_entry *out, int room, int *n,
                           struct by_fault *f);

/* Returns the missing part of a round's entry: a seat whose tiles are unknown, or BY_LACKS_*. */
enum { BY_LACKS_NOTHING = -1, BY_LACKS_BLANK = -2 };
int by_entry_lacks(const struct by_score *s, const struct by_entry *e, bool *tiles_only);

/* Parses the answer to a question about a missing part and adds it to the entry. */
bool by_entry_answer(const struct by_score *s, struct by_entry *e, int lacks, const char *line, struct by_fault *f);

/* Returns the seat whose name equals or begins with this word. Unless one seat matches, returns -1 and sets a fault. */
int by_entry_seat(const struct by_score *s, const char *word, struct by_fault *f);

/* Returns whether entries can contain this word. */
bool by_entry_reserved(const char *word);

#endif

/* SPDX-License-Identifier: MIT */
/* keep.h: reads and writes the score as a human-readable file. */
#ifndef BY_SCORE_KEEP_H
#define BY_SCORE_KEEP_H

#include "score.h"

/* Writes the text of an entry in the language of `out`, without a newline. */
void by_entry_put(const struct by_score *s, const struct by_entry *e, struct by_text *out);

/* Writes the whole score as text; by_score_text returns it in memory that the caller frees. */
void by_score_write(const struct by_score *s, FILE *out);
char *by_score_text(const struct by_score *s);

/* Reads a score. On error, returns false, sets a fault that names the line, and clears `s`. */
bool by_score_read(struct by_score *s, FILE *file, struct by_fault *f);

/* Returns whether by_score_read would read back exactly this score from its text. */
bool by_score_readable(const struct by_score *s, struct by_fault *f);

/* Saves atomically, keeping the previous file as PATH.before. Returns false with errno set. */
bool by_score_save(const struct by_score *s, const char *path);

/* Writes a seat's remaining hand according to an entry: "6-4 3-3", "17", "out", or nothing. */
void by_score_held(const struct by_score *s, const struct by_entry *e, int seat, struct by_text *out);

#endif

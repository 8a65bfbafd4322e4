/* SPDX-License-Identifier: MIT */
/* files.h: protects existing files from the score keeper and the tournament. */
#ifndef BY_SCORE_FILES_H
#define BY_SCORE_FILES_H

#include <stdbool.h>

/* Writes today's date as "2026-11-21". */
void by_files_today(char out[16]);

/* Renames an existing file to an unused name before a new one replaces it. Returns false after printing an error. */
bool by_files_set_aside(const char *path);

/* Returns whether a printout that starts with these bytes may be written to `path`. If not, prints an error. A nonempty
 * file is replaced only if it has the same first line, which means that it is an earlier printout. */
bool by_files_may_replace(const char *path, const char *bytes);

#endif

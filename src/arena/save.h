/* SPDX-License-Identifier: MIT */
/* save.h: saves a run's items to a file, one JSON line each, so that an interrupted run can be resumed. */
#ifndef BY_ARENA_SAVE_H
#define BY_ARENA_SAVE_H

#include "run.h"

by_json *by_save_header(const struct by_run *r);
/* Creates a new file. Returns false if the file exists or cannot be written. */
bool by_save_open(struct by_run *r, const char *path, struct by_fault *f);
/* Returns a file's first line, or NULL. */
by_json *by_save_read_header(const char *path, struct by_fault *f);
/* Reads the items from a file, which must have this run's settings. Later items are appended to the file. */
bool by_save_resume(struct by_run *r, const char *path, struct by_fault *f);
void by_save_item(struct by_run *r, const struct by_result_of_item *x);
/* Returns false if a write has failed. */
bool by_save_close(struct by_run *r);

#endif

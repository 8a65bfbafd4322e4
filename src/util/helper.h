/* SPDX-License-Identifier: MIT */
/* helper.h: runs separately installed helper programs, so that only these link libraries that few users need. */
#ifndef BY_UTIL_HELPER_H
#define BY_UTIL_HELPER_H

#include <stdbool.h>
#include <stdio.h>

#define BY_HELPER_PATH 4096

/* Finds a helper program as by_helper_find does, without printing anything. */
bool by_helper_path(const char *name, char path[BY_HELPER_PATH]);

/* Finds a helper program in this program's folder or the folder where helpers are installed.
 * If neither folder has it, prints an error with its name and returns false. */
bool by_helper_find(const char *name, char path[BY_HELPER_PATH]);

/* Runs a helper program with one argument and waits until it exits. The two files become its standard input and output.
 * Returns true if it exits with status 0. */
bool by_helper_run(const char *path, const char *argument, FILE *in, FILE *out);

#endif

/* SPDX-License-Identifier: MIT */
/* cli.h: the subcommands of `boneyard`. Each gets its own arguments, with argv[0] as its name, and returns the exit
 * status: 0 success, 1 the request failed, 2 usage error. */
#ifndef BY_CLI_H
#define BY_CLI_H

#include "boneyard/error.h"

enum { BY_EXIT_FINE, BY_EXIT_WRONG, BY_EXIT_USAGE, BY_EXIT_STOPPED = 130 };

#define BY_COMMAND(name, about) int by_cli_##name(int argc, char **argv);
#include "commands.def"
#undef BY_COMMAND

/* Prints a sentence on standard error, "boneyard: …", and returns `status`. */
int by_cli_say(int status, const char *sentence);

/* Flushes standard output. Returns BY_EXIT_WRONG with an error if it could not be written, else `status`. */
int by_cli_end(int status);

#endif

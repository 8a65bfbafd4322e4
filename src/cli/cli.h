/* SPDX-License-Identifier: MIT */
/* cli.h: declares the subcommands of `boneyard`. Each subcommand receives its own arguments, with its name in argv[0],
 * and returns the exit status: 0 for success, 1 if the request failed, 2 for a usage error. */
#ifndef BY_CLI_H
#define BY_CLI_H

#include <stdbool.h>

#include "boneyard/error.h"
#include "boneyard/tile.h"

struct by_config;
struct by_text;

enum { BY_EXIT_FINE, BY_EXIT_WRONG, BY_EXIT_USAGE, BY_EXIT_STOPPED = 130 };

#define BY_COMMAND(name, about) int by_cli_##name(int argc, char **argv);
#include "commands.def"
#undef BY_COMMAND

/* Prints a sentence on standard error, "boneyard: …", and returns `status`. */
int by_cli_say(int status, const char *sentence);

/* Does the same for a string from the catalogue (util/tell.h). */
struct by_part;
int by_cli_tell(int status, const char *id, const struct by_part *parts);

/* Flushes standard output. Returns BY_EXIT_WRONG, after printing an error, if the write fails, otherwise `status`. A
 * reader that has closed its pipe is not an error. */
int by_cli_end(int status);

/* If the number of players changes the sheet's set, appends a note ("For 2 players this sheet uses a double-9 set.").
 * Otherwise returns false. */
bool by_cli_other_set(const struct by_config *rules, struct by_text *out);

/* Appends tiles, separated by spaces: "0-0 3-1". */
void by_cli_put_tiles(struct by_text *out, struct by_set tiles);

#endif

/* SPDX-License-Identifier: MIT */
/* records.h: runs subcommands that report on each named record. */
#ifndef BY_CLI_RECORDS_H
#define BY_CLI_RECORDS_H

#include "cli.h"
#include "util/args.h"
#include "wire/record.h"

/* Reads a whole record (by_record_read) from a named file ("-": standard input). Prints an error and returns NULL on
 * failure. */
struct by_record *by_cli_record(const char *path, by_record_reader *reader, void *context);

/* Reports on one record under this name and returns BY_EXIT_FINE or an error status. `several` means that more than one
 * record was named. */
typedef int by_record_say(const char *name, bool several, const struct by_record *t);

/* Runs the whole subcommand: reads each named file ("-": standard input), reports unreadable files, and returns the
 * worst status. If no file is named, prints the message `none`. */
int by_cli_records(const struct by_command *command, by_record_say *say, int argc, char **argv);

#endif

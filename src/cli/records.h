/* SPDX-License-Identifier: MIT */
/* records.h: subcommands that report on each record they are given. */
#ifndef BY_CLI_RECORDS_H
#define BY_CLI_RECORDS_H

#include "cli.h"
#include "util/args.h"
#include "wire/record.h"

/* Reads a whole record (by_record_read) from a named file ("-": standard input). Returns NULL after a complaint. */
struct by_record *by_cli_record(const char *path, by_record_reader *reader, void *context);

/* Reports on one record, shown under this name; returns BY_EXIT_FINE or an error status. `several`: there are other
 * records. */
typedef int by_record_say(const char *name, bool several, const struct by_record *t);

/* Runs the whole subcommand: reads each named file ("-": standard input) and reports unreadable ones. Returns the worst
 * status. `none`: the message when no file is named. */
int by_cli_records(const struct by_command *command, by_record_say *say, int argc, char **argv);

#endif

/* records.h: subcommands that say something of each record they are given. */
#ifndef BY_CLI_RECORDS_H
#define BY_CLI_RECORDS_H

#include "cli.h"
#include "util/args.h"
#include "wire/record.h"

/* Says what there is to say of a record, by the name it is shown with; BY_EXIT_FINE or not.  `several`: it is not the
 * only one. */
typedef int by_record_say(const char *name, bool several, const struct by_table *t);

/* The whole subcommand: reads each file that is named ("-": standard input), and says why one cannot be read.  The
 * worst of all.  `none`: what is said where none is named. */
int by_cli_records(const struct by_command *command, const char *none, by_record_say *say, int argc, char **argv);

#endif

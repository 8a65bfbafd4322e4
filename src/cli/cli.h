/* SPDX-License-Identifier: MIT */
/* cli.h: the subcommands of `boneyard`. Each gets its own arguments, with argv[0] as its name, and returns the exit
 * status: 0 success, 1 the request failed, 2 usage error. */
#ifndef BY_CLI_H
#define BY_CLI_H

#include "boneyard/error.h"

enum { BY_EXIT_FINE, BY_EXIT_WRONG, BY_EXIT_USAGE, BY_EXIT_STOPPED = 130 };

int by_cli_games(int argc, char **argv);
int by_cli_rules(int argc, char **argv);
int by_cli_play(int argc, char **argv);
int by_cli_engine(int argc, char **argv);
int by_cli_check(int argc, char **argv);
int by_cli_verify(int argc, char **argv);
int by_cli_replay(int argc, char **argv);
int by_cli_train(int argc, char **argv);
int by_cli_bench(int argc, char **argv);
int by_cli_bot(int argc, char **argv);
int by_cli_solve(int argc, char **argv);
int by_cli_review(int argc, char **argv);
int by_cli_odds(int argc, char **argv);
int by_cli_arena(int argc, char **argv);
int by_cli_nash(int argc, char **argv);
int by_cli_score(int argc, char **argv);
int by_cli_serve(int argc, char **argv);
int by_cli_admin(int argc, char **argv);

/* Prints a sentence on standard error, "boneyard: …", and returns `status`. */
int by_cli_say(int status, const char *sentence);

/* Flushes standard output. Returns BY_EXIT_WRONG with an error if it could not be written, else `status`. */
int by_cli_end(int status);

#endif

/* SPDX-License-Identifier: MIT */
/* mpi_main.c: boneyard-arena-mpi, the program that `boneyard arena --mpi` executes. */
#include <signal.h>

#include "cli/cli.h"

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN); /* writing to a closed pipe then fails instead of killing the program */
    return by_cli_arena(argc, argv);
}

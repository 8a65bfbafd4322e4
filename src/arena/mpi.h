/* SPDX-License-Identifier: MIT */
/* mpi.h: coordinates a run under mpirun. Rank 0 reads the command and prints the results; without mpirun, only rank 0
 * exists. For the main program, which executes boneyard-arena-mpi when necessary, here.c defines the same functions. */
#ifndef BY_ARENA_MPI_H
#define BY_ARENA_MPI_H

#include "run.h"

bool by_mpi_begin(char **argv, bool asked); /* `asked`: the user gave --mpi. Returns false after printing an error */
void by_mpi_end(void);
int by_mpi_rank(void);
int by_mpi_ranks(void);
bool by_mpi_here(void); /* returns whether mpirun started this process */
/* Rank 0 sends all ranks an exit status if the run ends at this point. Otherwise, rank 0 sends -1, followed by the
 * settings and the finished items. */
void by_mpi_share(struct by_run *r, int *status);
void by_crew_mpi(struct by_run *r);

#endif

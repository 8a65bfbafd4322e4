/* SPDX-License-Identifier: MIT */
/* mpi.h: a run under mpirun. Rank 0 reads the command and prints; without mpirun there is only rank 0. here.c has the
 * same functions for the main program, which replaces itself with boneyard-arena-mpi. */
#ifndef BY_ARENA_MPI_H
#define BY_ARENA_MPI_H

#include "run.h"

bool by_mpi_begin(char **argv, bool asked); /* asked: --mpi was given. Returns false after an error message */
void by_mpi_end(void);
int by_mpi_rank(void);
int by_mpi_ranks(void);
bool by_mpi_here(void); /* returns whether mpirun started this process */
/* Rank 0 sends all ranks an exit status if the run ends here, or -1 followed by the settings and the finished items. */
void by_mpi_share(struct by_run *r, int *status);
void by_crew_mpi(struct by_run *r);

#endif

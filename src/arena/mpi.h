/* SPDX-License-Identifier: MIT */
/* mpi.h: a run under mpirun. Rank 0 reads the command and prints; without mpirun there is rank 0 alone. here.c has the
 * same for the main program, which replaces itself by boneyard-arena-mpi. */
#ifndef BY_ARENA_MPI_H
#define BY_ARENA_MPI_H

#include "run.h"

bool by_mpi_begin(char **argv, bool asked); /* asked: by --mpi.  False after a complaint */
void by_mpi_end(void);
int by_mpi_rank(void);
int by_mpi_ranks(void);
bool by_mpi_here(void); /* mpirun started this process */
/* Rank 0 sends an exit status if everything ends here, or -1 followed by the settings and the finished items. */
void by_mpi_share(struct by_run *r, int *status);
void by_crew_mpi(struct by_run *r);

#endif

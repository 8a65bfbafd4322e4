/* SPDX-License-Identifier: MIT */
/* here.c: runs the arena on one machine; boneyard-arena-mpi has mpi.c instead. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mpi.h"
#include "crew.h"
#include "util/helper.h"
#include "util/page.h"

bool by_mpi_begin(char **argv, bool asked)
{
    const char *size = getenv("OMPI_COMM_WORLD_SIZE");
    char program[BY_HELPER_PATH];

    if (!asked && (size == NULL || strcmp(size, "1") == 0))
        return true;
    if (!asked) /* under mpirun, but without --mpi, every rank would play every deal */
        by_complain("under mpirun, add --mpi: mpirun -np %s boneyard arena --mpi ...", size);
    else if (by_helper_find("boneyard-arena-mpi", program) && execv(program, argv) != 0)
        by_complain("%s could not be started", program);
    return false;
}

void by_mpi_end(void) {}
int by_mpi_rank(void) { return 0; }
int by_mpi_ranks(void) { return 1; }
bool by_mpi_here(void) { return false; }

/* NOLINTNEXTLINE(readability-non-const-parameter): mpi.c writes it */
void by_mpi_share(struct by_run *r, int *status)
{
    (void)r;
    (void)status;
}

void by_crew_mpi(struct by_run *r) { by_crew_alone(r); }

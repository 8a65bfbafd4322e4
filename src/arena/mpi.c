/* SPDX-License-Identifier: MIT */
/* mpi.c: runs the arena on several machines under Open MPI's mpirun.
 *
 * Rank 0 reads the command, writes the file and prints the results. Rank 0 also sends the settings and the list of
 * finished items to the other ranks, plays its share and collects the results. Deals are distributed among the ranks.
 * Because results are counted in item order, the number of ranks does not affect the outcome. Ranks poll with short
 * sleeps, since a blocking MPI call would keep a core busy.
 *
 * Without mpirun, MPI is never initialised. Only boneyard-arena-mpi is built with this file. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "report.h"
#include "arena/mpi.h"
#include "games.h"
#include "entrants.h"
#include "crew.h"
#include "util/page.h"

enum { TAG_ITEM = 1, TAG_END, TAG_STOP };

static int rank, ranks = 1;
static bool begun;

bool by_mpi_begin(char **argv, bool asked)
{
    (void)argv;
    (void)asked;
    if (getenv("OMPI_COMM_WORLD_SIZE") == NULL && getenv("PMIX_RANK") == NULL)
        return true;
    if (MPI_Init(NULL, NULL) != MPI_SUCCESS) {
        by_complain("Open MPI could not start");
        return false;
    }
    begun = true;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank > 0 && (freopen("/dev/null", "w", stdout) == NULL || freopen("/dev/null", "w", stderr) == NULL))
        return false;
    return true;
}

void by_mpi_end(void)
{
    if (begun)
        MPI_Finalize();
}

int by_mpi_rank(void) { return rank; }
int by_mpi_ranks(void) { return ranks; }
bool by_mpi_here(void) { return begun; }

void by_mpi_share(struct by_run *r, int *status)
{
    struct by_fault f;

    MPI_Bcast(status, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (*status >= 0)
        return;
    MPI_Bcast(&r->arena, (int)sizeof r->arena, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (rank > 0) { /* rank 0's pointers are invalid on this rank */
        by_crew_watch(&r->arena);
        for (int i = 0; i < r->arena.entrants; i++) {
            char text[sizeof r->arena.entrant[i].text];

            memcpy(text, r->arena.entrant[i].text, sizeof text);
            by_entrant_read(text, &r->arena.entrant[i], &f);
        }
        by_arena_pair(&r->arena, &f);
        by_run_init(r);
    }
    MPI_Bcast(r->done, (int)r->items, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void nap(void) { nanosleep(&(struct timespec){ 0, 1000000 }, NULL); }

static bool waiting(int tag, MPI_Status *what)
{
    int there = 0;

    MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &there, what);
    return there != 0;
}

static bool mine(const struct by_run *r, int64_t item)
{
    int64_t deal = item / r->arena.pairings, pairing = item % r->arena.pairings;

    return r->done[item] == 0 && (deal + pairing) % ranks == rank;
}

static void serve(struct by_run *r)
{
    struct by_floor *f = by_floor_new(&r->arena);
    struct by_result_of_item x;
    MPI_Status what;
    char nothing = 0;

    for (int64_t i = 0; i < r->items && !by_stop_is_set(r->arena.stop) && !waiting(TAG_STOP, &what); i++)
        if (mine(r, i) && by_item_play(f, i, &x))
            MPI_Send(&x, (int)sizeof x, MPI_BYTE, 0, TAG_ITEM, MPI_COMM_WORLD);
    by_floor_free(f);
    nothing = (char)*r->arena.end;
    MPI_Send(&nothing, 1, MPI_BYTE, 0, TAG_END, MPI_COMM_WORLD);
    while (!waiting(TAG_STOP, &what))
        nap();
    MPI_Recv(&nothing, 1, MPI_BYTE, 0, TAG_STOP, MPI_COMM_WORLD, &what);
}

/* Receives pending messages. Returns the number of ranks that have ended. */
static int collect(struct by_run *r)
{
    struct by_result_of_item x;
    MPI_Status what;
    int ended = 0;
    char nothing;

    while (waiting(MPI_ANY_TAG, &what)) {
        if (what.MPI_TAG == TAG_ITEM) {
            MPI_Recv(&x, (int)sizeof x, MPI_BYTE, what.MPI_SOURCE, TAG_ITEM, MPI_COMM_WORLD, &what);
            by_run_take(r, &x);
        } else {
            MPI_Recv(&nothing, 1, MPI_BYTE, what.MPI_SOURCE, TAG_END, MPI_COMM_WORLD, &what);
            ended++;
            if (nothing != BY_END_NONE) {
                *r->arena.end = (enum by_arena_end)nothing;
                by_stop_set(r->arena.stop);
            }
        }
    }
    if (r->save != NULL && fflush(r->save) != 0)
        r->save_failed = true;
    by_report_progress(r, false);
    return ended;
}

static void stop_ranks(bool *told)
{
    char nothing = 0;

    for (int k = 1; !*told && k < ranks; k++)
        MPI_Send(&nothing, 1, MPI_BYTE, k, TAG_STOP, MPI_COMM_WORLD);
    *told = true;
}

static void lead(struct by_run *r)
{
    struct by_floor *f = by_floor_new(&r->arena);
    struct by_result_of_item x;
    bool told = false;
    int ended = 0;

    for (int64_t i = 0; i < r->items && !by_run_over(r); i++)
        if (mine(r, i) && by_item_play(f, i, &x)) {
            by_run_take(r, &x);
            ended += collect(r);
        }
    by_floor_free(f);
    while (ended < ranks - 1) {
        if (by_run_over(r))
            stop_ranks(&told);
        ended += collect(r);
        nap();
    }
    stop_ranks(&told);
}

void by_crew_mpi(struct by_run *r)
{
    if (rank > 0)
        serve(r);
    else
        lead(r);
}

/* SPDX-License-Identifier: MIT */
/* solver.h: manages a solver's memory and the tables derived from the tiles. */
#ifndef BY_BOTS_SOLVE_SOLVER_H
#define BY_BOTS_SOLVE_SOLVER_H

#include "solve.h"

/* Invalidates the whole table. */
void by_solver_forget(struct by_solver *s);

#endif

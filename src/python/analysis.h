/* SPDX-License-Identifier: MIT */
/* analysis.h: declares odds, worlds, solvers and trains as functions of the module. */
#ifndef BY_PYTHON_ANALYSIS_H
#define BY_PYTHON_ANALYSIS_H

#include "py.h"

PyObject *by_py_odds(PyObject *module, PyObject *args);   /* (view, samples, seed) */
PyObject *by_py_worlds(PyObject *module, PyObject *args); /* (view, n, seed) */
PyObject *by_py_solve(PyObject *module, PyObject *args);  /* (match, for the round) */
PyObject *by_py_train(PyObject *module, PyObject *args); /* (tiles, start, other start or -1, pip, tile, last_double) */

#endif

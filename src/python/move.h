/* SPDX-License-Identifier: MIT */
/* move.h: declares boneyard.Move and boneyard.Event (boneyard/move.h). */
#ifndef BY_PYTHON_MOVE_H
#define BY_PYTHON_MOVE_H

#include "py.h"

bool by_py_move_init(PyObject *module);

PyObject *by_py_move_new(by_move m, int family);
PyObject *by_py_moves(const by_move *list, int n, int family);

/* by_py_move_is returns whether an object is a Move; by_py_move_of returns the number of a Move. */
bool by_py_move_is(PyObject *from);
by_move by_py_move_of(PyObject *from);

/* Finds a move in a list by a Move or by its text (N-07).  Raises IllegalMove if none matches. */
bool by_py_move_find(PyObject *from, const by_move *list, int n, int family, int *at);

PyObject *by_py_event_new(const struct by_event *e, int family);

#endif

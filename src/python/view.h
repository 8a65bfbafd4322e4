/* SPDX-License-Identifier: MIT */
/* view.h: declares boneyard.View, which holds the information available to one seat (boneyard/view.h,
 * boneyard/past.h). */
#ifndef BY_PYTHON_VIEW_H
#define BY_PYTHON_VIEW_H

#include "boneyard/past.h"
#include "boneyard/view.h"
#include "py.h"

struct by_py_view {
    PyObject_HEAD struct by_view view;
    struct by_past past;
    struct by_heard *heard; /* past.n entries, owned */
    by_move *moves;         /* the seat's legal moves, owned */
    int n;
};

bool by_py_view_init(PyObject *module);

/* Makes a view with these `n` legal moves and room for `heard` entries of the past. The caller fills in the rest. */
struct by_py_view *by_py_view_new(uint32_t heard, const by_move *moves, int n);

/* Returns the object as a view, or NULL with an exception if it is not a view. */
struct by_py_view *by_py_view_of(PyObject *from);

/* Returns a finished round as boneyard.Result, or None if no round has ended. */
PyObject *by_py_result_new(const struct by_result *r, int players);

#endif

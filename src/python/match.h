/* SPDX-License-Identifier: MIT */
/* match.h: declares boneyard.Match, a match in progress with all its tiles, including hidden ones
 * (boneyard/table.h). */
#ifndef BY_PYTHON_MATCH_H
#define BY_PYTHON_MATCH_H

#include "boneyard/table.h"
#include "py.h"

bool by_py_match_init(PyObject *module);

/* Returns the table of a match, borrowed, or NULL with an exception. */
const struct by_table *by_py_match_table(PyObject *from);

#endif

/* SPDX-License-Identifier: MIT */
/* rules.h: declares boneyard.Rules, the rules of one table (boneyard/rules.h). */
#ifndef BY_PYTHON_RULES_H
#define BY_PYTHON_RULES_H

#include "py.h"

bool by_py_rules_init(PyObject *module);

/* Reads a Rules object or a rule string. */
bool by_py_rules_read(PyObject *from, struct by_config *out);
PyObject *by_py_rules_new(const struct by_config *config);

/* games() -> list of (key, name, blurb, presets) */
PyObject *by_py_games(PyObject *module, PyObject *none);

#endif

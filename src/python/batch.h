/* SPDX-License-Identifier: MIT */
/* batch.h: declares boneyard._core.Code and boneyard._core.Batch (boneyard/code.h, boneyard/batch.h). */
#ifndef BY_PYTHON_BATCH_H
#define BY_PYTHON_BATCH_H

#include "py.h"

bool by_py_batch_init(PyObject *module);

#endif

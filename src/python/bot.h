/* SPDX-License-Identifier: MIT */
/* bot.h: declares boneyard._core.Bot and the coach (boneyard/bot.h, boneyard/coach.h). */
#ifndef BY_PYTHON_BOT_H
#define BY_PYTHON_BOT_H

#include "py.h"

bool by_py_bot_init(PyObject *module);

/* study(match, seat, move, level, count, ms): returns the coach's analysis of a decision. */
PyObject *by_py_bot_study(PyObject *module, PyObject *args);

#endif

/* SPDX-License-Identifier: MIT */
/* module.c: defines the extension boneyard._core, which the package in python/boneyard/ wraps. */
#include "py.h"

#include "analysis.h"
#include "batch.h"
#include "bot.h"
#include "match.h"
#include "move.h"
#include "rules.h"
#include "view.h"

PyMODINIT_FUNC PyInit__core(void);

static PyMethodDef functions[] = {
    BY_PY_METHOD("games", by_py_games, METH_NOARGS,
                 "games()\n--\n\nReturn every game: (key, name, sentence, rule sheets)."),
    BY_PY_METHOD("_study", by_py_bot_study, METH_VARARGS, NULL),
    BY_PY_METHOD("_odds", by_py_odds, METH_VARARGS, NULL),
    BY_PY_METHOD("_worlds", by_py_worlds, METH_VARARGS, NULL),
    BY_PY_METHOD("_solve", by_py_solve, METH_VARARGS, NULL),
    BY_PY_METHOD("_train", by_py_train, METH_VARARGS, NULL),
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "boneyard._core", NULL, -1, functions, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC PyInit__core(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module != NULL && by_py_init(module) && by_py_rules_init(module) && by_py_move_init(module)
        && by_py_view_init(module) && by_py_match_init(module) && by_py_bot_init(module) && by_py_batch_init(module)
        && PyModule_AddStringConstant(module, "__version__", BY_VERSION) == 0)
        return module;
    Py_XDECREF(module);
    return NULL;
}

/* SPDX-License-Identifier: MIT */
/* module.c: the extension boneyard._core; python/boneyard/ makes the package of it. */
#include "py.h"

#include "match.h"
#include "move.h"
#include "rules.h"
#include "view.h"

PyMODINIT_FUNC PyInit__core(void);

static PyMethodDef functions[] = {
    BY_PY_METHOD("games", by_py_games, METH_NOARGS,
                 "games()\n--\n\nReturn every game: (key, name, sentence, rule sheets)."),
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "boneyard._core", NULL, -1, functions, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC PyInit__core(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module != NULL && by_py_init(module) && by_py_rules_init(module) && by_py_move_init(module)
        && by_py_view_init(module) && by_py_match_init(module)
        && PyModule_AddStringConstant(module, "__version__", BY_VERSION) == 0)
        return module;
    Py_XDECREF(module);
    return NULL;
}

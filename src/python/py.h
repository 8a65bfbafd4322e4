/* SPDX-License-Identifier: MIT */
/* py.h: declarations shared by the files of the Python extension: Python's stable ABI, errors, tiles, arguments.
 *
 * The extension uses only Python 3.11's limited API, so one build works with every later version.  Functions follow
 * Python's conventions: they return a new reference, or NULL (false, -1) with an exception set. */
#ifndef BY_PYTHON_PY_H
#define BY_PYTHON_PY_H

#define Py_LIMITED_API 0x030b0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "boneyard/deal.h"
#include "boneyard/rules.h"

/* A method whose C signature depends on its flags. */
#define BY_PY_METHOD(name, function, flags, doc) \
    { \
        (name), (PyCFunction)(void (*)(void))(function), (flags), (doc) \
    }
#define BY_PY_GET(name, function, doc) \
    { \
        (name), (function), NULL, (doc), NULL \
    }

/* Creates the exceptions and loads the tiles. */
bool by_py_init(PyObject *module);

/* Raises the exception for an error, with this sentence or, if it is NULL, the core's own.  Returns NULL. */
PyObject *by_py_fail(by_err err, const char *sentence);

/* Creates a type and adds it to the module under its name. */
bool by_py_add_type(PyObject *module, PyType_Spec *spec, PyTypeObject **type);

/* Frees an object of a type made by by_py_add_type. */
void by_py_free(PyObject *self);

/* Return a tile as boneyard.Tile, or several tiles as a list. */
PyObject *by_py_tile(by_tile t);
PyObject *by_py_tiles(struct by_set tiles);
PyObject *by_py_tile_list(const by_tile *tiles, int n);

/* Reads a sequence of at most BY_MAX_TILES tiles, each given as "6-4" or (6, 4), for example. Returns their number, or
 * -1. */
int by_py_tiles_read(PyObject *from, by_tile out[BY_MAX_TILES]);

/* Reads a sequence of different tiles. */
bool by_py_set_read(PyObject *from, struct by_set *out);

/* Reads a seed: an int, a string of hexadecimal digits, or None for a random seed from the operating system. */
bool by_py_seed_read(PyObject *from, struct by_seed *out);

/* Makes a named tuple of boneyard._types from a tuple of its fields. Steals the fields, which may be NULL. */
enum by_py_named { BY_PY_EVENT, BY_PY_PLACE, BY_PY_LAID, BY_PY_HEARD, BY_PY_RESULT, BY_PY_NAMED };
PyObject *by_py_named(enum by_py_named which, PyObject *fields);

/* Returns a seat, or None for BY_NO_SEAT. */
PyObject *by_py_seat_or_none(int seat);

/* Return numbers, or the seats in a bit mask, as a list. */
PyObject *by_py_ints(const int32_t *numbers, int n);
PyObject *by_py_bytes_list(const uint8_t *numbers, int n);
PyObject *by_py_seats(uint32_t seats);

/* Reads a seat of a table; None becomes `none`. For anything else, sets an exception and returns -1. */
int by_py_seat(PyObject *from, int players, int none);

#endif

/* SPDX-License-Identifier: MIT */
/* py.c: converts errors, tiles and arguments (py.h). */
#include "py.h"

#include <string.h>
#include <sys/random.h>

#include "boneyard/text.h"

static PyObject *error, *rules_error, *illegal_move;
static PyObject *tiles_of_set; /* boneyard._types.TILES */
static PyObject *named[BY_PY_NAMED];

static bool add_error(PyObject *module, PyObject **out, const char *name, const char *doc, PyObject *base)
{
    *out = PyErr_NewExceptionWithDoc(name, doc, base, NULL);
    return *out != NULL && PyModule_AddObjectRef(module, strrchr(name, '.') + 1, *out) == 0;
}

bool by_py_init(PyObject *module)
{
    static const char *const names[BY_PY_NAMED] = { "Event", "Place", "Laid", "Heard", "Result" };
    PyObject *types = PyImport_ImportModule("boneyard._types");

    if (types == NULL)
        return false;
    tiles_of_set = PyObject_GetAttrString(types, "TILES");
    for (int i = 0; i < BY_PY_NAMED; i++)
        named[i] = PyObject_GetAttrString(types, names[i]);
    Py_DECREF(types);
    if (PyErr_Occurred() != NULL || !PyTuple_Check(tiles_of_set) || PyTuple_Size(tiles_of_set) != BY_MAX_TILES)
        return false;
    return add_error(module, &error, "boneyard.Error",
                     "Base of the package's errors.  `code` is the code of the engine protocol, such as \"bad-deck\".",
                     PyExc_ValueError)
        && add_error(module, &rules_error, "boneyard.RulesError",
                     "A rule string that names an unknown game, preset, option or value.", error)
        && add_error(module, &illegal_move, "boneyard.IllegalMove",
                     "A move that is not legal now; the message gives the rule and says what to do instead.", error);
}

static PyObject *class_of(by_err err)
{
    if (err == BY_E_RULES)
        return rules_error;
    return err == BY_E_ILLEGAL || err == BY_E_AMBIGUOUS ? illegal_move : error;
}

PyObject *by_py_fail(by_err err, const char *sentence)
{
    PyObject *type = class_of(err);
    PyObject *raised, *code;

    if (PyErr_Occurred() != NULL)
        return NULL;
    raised = PyObject_CallFunction(type, "s", sentence != NULL ? sentence : by_err_sentence(err));
    if (raised == NULL)
        return NULL;
    code = PyUnicode_FromString(by_err_key(err));
    if (code != NULL && PyObject_SetAttrString(raised, "code", code) == 0)
        PyErr_SetObject(type, raised);
    Py_XDECREF(code);
    Py_DECREF(raised);
    return NULL;
}

bool by_py_add_type(PyObject *module, PyType_Spec *spec, PyTypeObject **type)
{
    *type = (PyTypeObject *)PyType_FromSpec(spec);
    return *type != NULL && PyModule_AddObjectRef(module, strrchr(spec->name, '.') + 1, (PyObject *)*type) == 0;
}

void by_py_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);

    release(self);
    Py_DECREF(type);
}

/* ---- Tiles ---------------------------------------------------------------------------------- */

PyObject *by_py_tile(by_tile t)
{
    return t == BY_NO_TILE ? Py_NewRef(Py_None) : Py_NewRef(PyTuple_GetItem(tiles_of_set, t));
}

PyObject *by_py_tiles(struct by_set tiles)
{
    by_tile list[BY_MAX_TILES];
    int n = 0;

    while (!by_set_empty(&tiles))
        list[n++] = by_set_take(&tiles);
    return by_py_tile_list(list, n);
}

PyObject *by_py_tile_list(const by_tile *tiles, int n)
{
    PyObject *list = PyList_New(n);

    for (int i = 0; list != NULL && i < n; i++)
        PyList_SetItem(list, i, by_py_tile(tiles[i]));
    return list;
}

static bool not_a_tile(PyObject *from)
{
    if (PyErr_Occurred() == NULL || PyErr_ExceptionMatches(PyExc_OverflowError)) {
        PyErr_Clear();
        PyErr_Format(PyExc_ValueError, "%R is not a tile: write \"6-4\" or (6, 4)", from);
    }
    return false;
}

/* Reads a tile from a pair of numbers. */
static bool pair_read(PyObject *pair, by_tile *out)
{
    long half[2];

    for (int i = 0; i < 2; i++) {
        PyObject *item = PySequence_GetItem(pair, i);

        half[i] = item != NULL ? PyLong_AsLong(item) : -1;
        Py_XDECREF(item);
        if (half[i] < 0 || half[i] > BY_MAX_NUMBER)
            return not_a_tile(pair);
    }
    *out = by_tile_of((int)half[0], (int)half[1]);
    return true;
}

static bool read_tile(PyObject *from, by_tile *out)
{
    Py_ssize_t n;
    const char *text;

    if (PyUnicode_Check(from)) {
        text = PyUnicode_AsUTF8AndSize(from, &n);
        if (text == NULL)
            return false;
        return (n > 0 && by_tile_read(text, (size_t)n, out, NULL) == (size_t)n) || not_a_tile(from);
    }
    if (PySequence_Check(from) && PySequence_Size(from) == 2)
        return pair_read(from, out);
    PyErr_Clear();
    PyErr_Format(PyExc_TypeError, "%R is not a tile: write \"6-4\" or (6, 4)", from);
    return false;
}

int by_py_tiles_read(PyObject *from, by_tile out[BY_MAX_TILES])
{
    PyObject *items = PyUnicode_Check(from) ? NULL : PySequence_Tuple(from);
    Py_ssize_t n;

    if (items == NULL) {
        if (PyErr_Occurred() == NULL)
            PyErr_SetString(PyExc_TypeError, "tiles must be a sequence, such as [\"6-4\", (3, 1)]");
        return -1;
    }
    n = PyTuple_Size(items);
    if (n > BY_MAX_TILES) {
        PyErr_SetString(PyExc_ValueError, "there are more than 190 tiles");
        n = -1;
    }
    for (Py_ssize_t i = 0; i < n; i++)
        if (!read_tile(PyTuple_GetItem(items, i), &out[i]))
            n = -1;
    Py_DECREF(items);
    return (int)n;
}

bool by_py_set_read(PyObject *from, struct by_set *out)
{
    by_tile tiles[BY_MAX_TILES];
    const int n = by_py_tiles_read(from, tiles);

    memset(out, 0, sizeof *out);
    for (int i = 0; i < n; i++)
        by_set_add(out, tiles[i]);
    if (n >= 0 && by_set_count(out) != n)
        PyErr_SetString(PyExc_ValueError, "a tile is listed twice");
    return n >= 0 && by_set_count(out) == n;
}

PyObject *by_py_named(enum by_py_named which, PyObject *fields)
{
    /* Bypasses the named tuple's own constructor, which is written in Python. */
    static newfunc make;
    PyObject *args = fields != NULL ? PyTuple_Pack(1, fields) : NULL, *made;

    if (make == NULL)
        make = (newfunc)PyType_GetSlot(&PyTuple_Type, Py_tp_new);
    made = args != NULL ? make((PyTypeObject *)named[which], args, NULL) : NULL;
    Py_XDECREF(args);
    Py_XDECREF(fields);
    return made;
}

PyObject *by_py_seat_or_none(int seat) { return seat == BY_NO_SEAT ? Py_NewRef(Py_None) : PyLong_FromLong(seat); }

/* ---- Arguments ------------------------------------------------------------------------------ */

bool by_py_seed_read(PyObject *from, struct by_seed *out)
{
    PyObject *text;
    const char *digits;
    bool right;

    if (from == NULL || from == Py_None) {
        if (getrandom(out->bytes, sizeof out->bytes, 0) == (ssize_t)sizeof out->bytes)
            return true;
        PyErr_SetFromErrno(PyExc_OSError);
        return false;
    }
    if (!PyLong_Check(from) && !PyUnicode_Check(from)) {
        PyErr_SetString(PyExc_TypeError, "a seed is an int, a string of hexadecimal digits, or None");
        return false;
    }
    text = PyLong_Check(from) ? PyNumber_ToBase(from, 16) : Py_NewRef(from);
    digits = text != NULL ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
    right = digits != NULL && by_seed_read(digits + (PyLong_Check(from) && digits[0] == '0' ? 2 : 0), out);
    if (!right && PyErr_Occurred() == NULL)
        PyErr_SetString(PyExc_ValueError, "a seed has at most 256 bits: an int from 0, or up to 64 hexadecimal digits");
    Py_XDECREF(text);
    return right;
}

PyObject *by_py_ints(const int32_t *numbers, int n)
{
    PyObject *list = PyList_New(n);

    for (int i = 0; list != NULL && i < n; i++)
        PyList_SetItem(list, i, PyLong_FromLong(numbers[i]));
    return list;
}

PyObject *by_py_bytes_list(const uint8_t *numbers, int n)
{
    PyObject *list = PyList_New(n);

    for (int i = 0; list != NULL && i < n; i++)
        PyList_SetItem(list, i, PyLong_FromLong(numbers[i]));
    return list;
}

PyObject *by_py_seats(uint32_t seats)
{
    int32_t list[32];
    int n = 0;

    for (; seats != 0; seats &= seats - 1)
        list[n++] = __builtin_ctz(seats);
    return by_py_ints(list, n);
}

int by_py_seat(PyObject *from, int players, int none)
{
    long seat;

    if (from == NULL || from == Py_None)
        return none;
    seat = PyLong_AsLong(from);
    if (seat == -1 && PyErr_Occurred() != NULL && !PyErr_ExceptionMatches(PyExc_OverflowError))
        return -1;
    PyErr_Clear();
    if (seat >= 0 && seat < players)
        return (int)seat;
    by_py_fail(BY_E_SEAT, NULL);
    return -1;
}

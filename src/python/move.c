/* SPDX-License-Identifier: MIT */
/* move.c: implements boneyard.Move and boneyard.Event. */
#include "move.h"

#include <string.h>

#include "boneyard/text.h"

struct move {
    PyObject_HEAD by_move move;
    uint8_t family;
};

static PyTypeObject *type;
static PyObject *kinds[BY_CALL_OUT + 1], *event_kinds[BY_EV_GAME_END + 1];

static const struct move *self_of(PyObject *self) { return (const struct move *)self; }

PyObject *by_py_move_new(by_move m, int family)
{
    struct move *made = PyObject_New(struct move, type);

    if (made != NULL) {
        made->move = m;
        made->family = (uint8_t)family;
    }
    return (PyObject *)made;
}

PyObject *by_py_moves(const by_move *list, int n, int family)
{
    PyObject *all = PyList_New(n);

    for (int i = 0; all != NULL && i < n; i++) {
        PyObject *m = by_py_move_new(list[i], family);

        if (m == NULL)
            Py_CLEAR(all);
        else
            PyList_SetItem(all, i, m);
    }
    return all;
}

bool by_py_move_is(PyObject *from) { return Py_IS_TYPE(from, type); }

by_move by_py_move_of(PyObject *from) { return self_of(from)->move; }

bool by_py_move_find(PyObject *from, const by_move *list, int n, int family, int *at)
{
    by_move m = BY_NO_MOVE;
    by_err err = BY_OK;

    if (by_py_move_is(from)) {
        m = by_py_move_of(from);
    } else if (PyUnicode_Check(from)) {
        Py_ssize_t length;
        const char *text = PyUnicode_AsUTF8AndSize(from, &length);

        if (text == NULL)
            return false;
        err = by_move_read(text, (size_t)length, family, list, n, &m);
    } else {
        PyErr_SetString(PyExc_TypeError, "a move is a Move or its text, such as \"6-4\"");
        return false;
    }
    for (*at = 0; err == BY_OK && *at < n; ++*at)
        if (list[*at] == m)
            return true;
    by_py_fail(err == BY_OK ? BY_E_ILLEGAL : err, NULL);
    return false;
}

static PyObject *move_new(PyTypeObject *of, PyObject *args, PyObject *kwargs)
{
    static char *names[] = { "text", "family", NULL };
    const char *text, *key = "line";
    Py_ssize_t n;
    by_move m;

    (void)of;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "s#|s:Move", names, &text, &n, &key))
        return NULL;
    for (int family = 0; family < BY_FAMILIES; family++)
        if (strcmp(by_families[family]->key, key) == 0) {
            if (by_move_parse(text, (size_t)n, family, &m))
                return by_py_move_new(m, family);
            return PyErr_Format(PyExc_ValueError, "\"%s\" is not a move in full", text);
        }
    return PyErr_Format(PyExc_ValueError, "there is no family \"%s\"", key);
}

static PyObject *text_of(PyObject *self)
{
    char text[BY_MOVE_TEXT];

    by_move_print(self_of(self)->move, self_of(self)->family, text);
    return PyUnicode_FromString(text);
}

static PyObject *repr(PyObject *self)
{
    PyObject *text = text_of(self), *out = text != NULL ? PyUnicode_FromFormat("<Move %U>", text) : NULL;

    Py_XDECREF(text);
    return out;
}

static PyObject *compare(PyObject *a, PyObject *b, int how)
{
    bool same;

    if (!by_py_move_is(b) || (how != Py_EQ && how != Py_NE))
        return Py_NewRef(Py_NotImplemented);
    same = self_of(a)->move == self_of(b)->move && self_of(a)->family == self_of(b)->family;
    return PyBool_FromLong(same == (how == Py_EQ));
}

static Py_hash_t hash(PyObject *self) { return (Py_hash_t)self_of(self)->move; }

static PyObject *reduce(PyObject *self, PyObject *none)
{
    (void)none;
    return Py_BuildValue("O(Ns)", (PyObject *)type, text_of(self), by_families[self_of(self)->family]->key);
}

static PyObject *get_text(PyObject *self, void *none)
{
    (void)none;
    return text_of(self);
}

static PyObject *get_kind(PyObject *self, void *none)
{
    (void)none;
    return Py_NewRef(kinds[by_move_kind(self_of(self)->move)]);
}

static PyObject *get_tile(PyObject *self, void *none)
{
    (void)none;
    return by_py_tile(by_move_tile(self_of(self)->move));
}

static PyObject *get_onto(PyObject *self, void *none)
{
    const int place = by_move_place(self_of(self)->move);
    const int kind = by_move_kind(self_of(self)->move);

    (void)none;
    if (place == BY_NO_TILE || kind != BY_LAY)
        return Py_NewRef(Py_None);
    return by_families[self_of(self)->family]->trains ? PyLong_FromLong(place) : by_py_tile((by_tile)place);
}

static PyObject *get_claim(PyObject *self, void *none)
{
    (void)none;
    return PyLong_FromLong(by_move_claim(self_of(self)->move));
}

static PyGetSetDef getters[] = {
    BY_PY_GET("text", get_text, "The move in full, as in a record."),
    BY_PY_GET("kind", get_kind, "\"lay\", \"hub\", \"take\", \"take3\", \"draw\", \"pass\" or \"call\"."),
    BY_PY_GET("tile", get_tile, "The tile, or None."),
    BY_PY_GET("onto", get_onto,
              "The tile it is laid on; in trains, the train's number (16: the Mexican Train); or None."),
    BY_PY_GET("claim", get_claim, "The points claimed (L-25)."),
    { NULL, NULL, NULL, NULL, NULL },
};

static PyMethodDef methods[] = {
    BY_PY_METHOD("__reduce__", reduce, METH_NOARGS, NULL),
    { NULL, NULL, 0, NULL },
};

static PyType_Slot slots[] = {
    { Py_tp_doc,
      "Move(text, family=\"line\")\n--\n\nOne action of a seat.  Moves come from legal_moves(); str(move) is "
      "its text in full." },
    { Py_tp_new, move_new },
    { Py_tp_dealloc, by_py_free },
    { Py_tp_str, text_of },
    { Py_tp_repr, repr },
    { Py_tp_richcompare, compare },
    { Py_tp_hash, hash },
    { Py_tp_getset, getters },
    { Py_tp_methods, methods },
    { 0, NULL },
};

static PyType_Spec spec = { "boneyard.Move", sizeof(struct move), 0, Py_TPFLAGS_DEFAULT, slots };

/* ---- Events --------------------------------------------------------------------------------- */

PyObject *by_py_event_new(const struct by_event *e, int family)
{
    const bool moved = e->kind == BY_EV_MOVE;
    PyObject *tiles = PyTuple_New(moved ? e->tiles : 0);

    for (int i = 0; tiles != NULL && moved && i < e->tiles; i++)
        PyTuple_SetItem(tiles, i, by_py_tile(e->drawn[i]));
    return by_py_named(BY_PY_EVENT,
                       Py_BuildValue("(ONNiN)", event_kinds[e->kind], by_py_seat_or_none(e->seat),
                                     moved ? by_py_move_new(e->move, family) : Py_NewRef(Py_None),
                                     e->kind == BY_EV_SCORE ? (int)e->points : 0, tiles));
}

bool by_py_move_init(PyObject *module)
{
    static const char *const kind_words[] = { "none", "lay", "hub", "take", "take3", "draw", "pass", "call" };
    static const char *const event_words[] = { "round", "move", "score", "round-end", "game-end" };

    for (int i = 0; i <= BY_CALL_OUT; i++)
        kinds[i] = PyUnicode_InternFromString(kind_words[i]);
    for (int i = 0; i <= BY_EV_GAME_END; i++)
        event_kinds[i] = PyUnicode_InternFromString(event_words[i]);
    return by_py_add_type(module, &spec, &type);
}

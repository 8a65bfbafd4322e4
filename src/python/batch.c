/* SPDX-License-Identifier: MIT */
/* batch.c: implements boneyard._core.Code and boneyard._core.Batch.
 *
 * A batch writes into the caller's arrays through the buffer protocol. The batch holds their buffers, so the arrays
 * cannot be freed or resized while it uses them. Steps run without the interpreter's lock; meanwhile, calls from other
 * threads are refused. */
#include "batch.h"

#include <string.h>

#include "boneyard/batch.h"
#include "rules.h"
#include "view.h"

#define TABLES_MOST 10000000

struct code {
    PyObject_HEAD struct by_code code;
};

enum { OBSERVATION, MASK, TURN, REWARD, DONE, ARRAYS };

struct batch {
    PyObject_HEAD struct by_batch_rules batch;
    struct by_batch_table *tables;
    Py_ssize_t n;
    Py_buffer array[ARRAYS];
    bool bound, busy;
};

static PyTypeObject *code_type, *batch_type;

static const struct by_code *code_of(PyObject *self) { return &((struct code *)self)->code; }

/* ---- Code ------------------------------------------------------------------------------------- */

static PyObject *code_new(PyTypeObject *of, PyObject *args, PyObject *kwargs)
{
    static char *names[] = { "rules", NULL };
    struct by_config config;
    struct code *made;
    PyObject *rules;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O:Code", names, &rules) || !by_py_rules_read(rules, &config))
        return NULL;
    made = (struct code *)((allocfunc)PyType_GetSlot(of, Py_tp_alloc))(of, 0);
    if (made != NULL)
        by_code_of(&config, &made->code);
    return (PyObject *)made;
}

/* Returns the view if it belongs to these rules. */
static struct by_py_view *own_view(PyObject *self, PyObject *of)
{
    struct by_py_view *v = by_py_view_of(of);

    if (v == NULL || memcmp(&v->view.rules, &code_of(self)->rules, sizeof v->view.rules) == 0)
        return v;
    PyErr_SetString(PyExc_ValueError, "the view belongs to a match with other rules");
    return NULL;
}

static PyObject *observe(PyObject *self, PyObject *of)
{
    const struct by_py_view *v = own_view(self, of);
    PyObject *bytes = v != NULL ? PyBytes_FromStringAndSize(NULL, code_of(self)->size) : NULL;

    if (bytes != NULL)
        by_code_observe(code_of(self), &v->view, &v->past, (uint8_t *)PyBytes_AsString(bytes));
    return bytes;
}

static PyObject *actions(PyObject *self, PyObject *of)
{
    const struct by_py_view *v = own_view(self, of);
    PyObject *list;
    int32_t *action;

    if (v == NULL)
        return NULL;
    action = PyMem_Calloc((size_t)v->n + 1, sizeof *action);
    if (action == NULL)
        return PyErr_NoMemory();
    if (v->n > 0)
        by_code_actions(code_of(self), &v->view, v->moves, v->n, action);
    list = by_py_ints(action, v->n);
    PyMem_Free(action);
    return list;
}

static PyObject *fields(PyObject *self, PyObject *none)
{
    PyObject *list = PyList_New(0);
    struct by_code_field f;

    (void)none;
    for (int i = 0; list != NULL && by_code_field_at(code_of(self), i, &f); i++) {
        PyObject *one = Py_BuildValue("(siiis)", f.name, f.at, f.rows, f.columns, f.about);

        if (one == NULL || PyList_Append(list, one) != 0)
            Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

static PyObject *get_actions(PyObject *self, void *none)
{
    (void)none;
    return PyLong_FromLong(code_of(self)->actions);
}

static PyObject *get_size(PyObject *self, void *none)
{
    (void)none;
    return PyLong_FromLong(code_of(self)->size);
}

static PyObject *get_rules(PyObject *self, void *none)
{
    (void)none;
    return by_py_rules_new(&code_of(self)->rules);
}

static PyGetSetDef code_getters[] = {
    BY_PY_GET("actions", get_actions, "The number of actions."),
    BY_PY_GET("size", get_size, "The bytes of an observation."),
    BY_PY_GET("rules", get_rules, "The rules."),
    { NULL, NULL, NULL, NULL, NULL },
};

static PyMethodDef code_methods[] = {
    BY_PY_METHOD("observe", observe, METH_O, "observe($self, view, /)\n--\n\nReturn the observation of a view's seat."),
    BY_PY_METHOD("_actions", actions, METH_O, NULL),
    BY_PY_METHOD("_fields", fields, METH_NOARGS, NULL),
    { NULL, NULL, 0, NULL },
};

static PyType_Slot code_slots[] = {
    { Py_tp_doc, "Code(rules)\n--\n\nNumbered actions and observations of fixed size for one configuration." },
    { Py_tp_new, code_new },
    { Py_tp_dealloc, by_py_free },
    { Py_tp_getset, code_getters },
    { Py_tp_methods, code_methods },
    { 0, NULL },
};

static PyType_Spec code_spec = { "boneyard._core.Code", sizeof(struct code), 0,
                                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, code_slots };

/* ---- Batch ------------------------------------------------------------------------------------ */

static bool players_read(PyObject *from, struct by_batch_rules *b)
{
    bool caller = false;

    if (!PyBytes_Check(from) || PyBytes_Size(from) != b->code.players) {
        PyErr_SetString(PyExc_TypeError, "players must have one byte per seat");
        return false;
    }
    memcpy(b->player, PyBytes_AsString(from), b->code.players);
    for (int i = 0; i < b->code.players; i++) {
        if (b->player[i] > BY_BATCH_GREEDY || (b->player[i] == BY_BATCH_GREEDY && !by_batch_greedy(&b->code))) {
            PyErr_SetString(PyExc_ValueError, "this bot does not play this game in a batch");
            return false;
        }
        caller = caller || b->player[i] == BY_BATCH_CALLER;
    }
    if (!caller)
        PyErr_SetString(PyExc_ValueError, "at least one seat must be the caller's");
    return caller;
}

static PyObject *batch_new(PyTypeObject *of, PyObject *args, PyObject *kwargs)
{
    PyObject *rules, *players;
    struct by_config config;
    struct batch *made;
    Py_ssize_t n;
    int forced;

    (void)kwargs;
    if (!PyArg_ParseTuple(args, "OnOp:Batch", &rules, &n, &players, &forced) || !by_py_rules_read(rules, &config))
        return NULL;
    if (!by_model_covers(&config))
        return PyErr_Format(PyExc_ValueError, "batches of %s are not supported", by_games[config.game]->key);
    if (n < 1 || n > TABLES_MOST)
        return PyErr_Format(PyExc_ValueError, "1 to %d tables, not %zd", TABLES_MOST, n);
    made = (struct batch *)((allocfunc)PyType_GetSlot(of, Py_tp_alloc))(of, 0);
    if (made == NULL)
        return NULL;
    made->n = n;
    made->batch.forced = forced != 0;
    by_code_of(&config, &made->batch.code);
    made->tables = PyMem_Calloc((size_t)n, sizeof *made->tables);
    if (made->tables == NULL)
        PyErr_NoMemory();
    if (made->tables == NULL || !players_read(players, &made->batch))
        Py_CLEAR(made);
    return (PyObject *)made;
}

static void release(struct batch *b)
{
    for (int i = 0; b->bound && i < ARRAYS; i++)
        PyBuffer_Release(&b->array[i]);
    b->bound = false;
}

static void batch_dealloc(PyObject *self)
{
    struct batch *b = (struct batch *)self;

    release(b);
    PyMem_Free(b->tables);
    by_py_free(self);
}

/* Gets a contiguous buffer of exactly this size. */
static bool buffer(PyObject *from, int flags, Py_ssize_t bytes, Py_ssize_t item, const char *what, Py_buffer *out)
{
    if (PyObject_GetBuffer(from, out, flags | PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) != 0)
        return false;
    if (out->len == bytes && out->itemsize == item)
        return true;
    PyErr_Format(PyExc_ValueError, "%s must have %zd bytes in items of %zd, not %zd in items of %zd", what, bytes, item,
                 out->len, out->itemsize);
    PyBuffer_Release(out);
    return false;
}

static bool free_now(const struct batch *b)
{
    if (!b->busy)
        return true;
    PyErr_SetString(PyExc_RuntimeError, "another thread is stepping this batch");
    return false;
}

static PyObject *bind(PyObject *self, PyObject *args)
{
    static const char *const names[ARRAYS] = { "observation", "mask", "turn", "reward", "done" };
    struct batch *b = (struct batch *)self;
    const struct by_code *c = &b->batch.code;
    const Py_ssize_t bytes[ARRAYS] = { b->n * c->size, b->n * c->actions, b->n * 4, b->n * c->players * 4, b->n };
    PyObject *from[ARRAYS];
    int n = 0;

    if (!PyArg_ParseTuple(args, "OOOOO:bind", &from[0], &from[1], &from[2], &from[3], &from[4]) || !free_now(b))
        return NULL;
    release(b);
    while (n < ARRAYS
           && buffer(from[n], PyBUF_WRITABLE, bytes[n], n == TURN || n == REWARD ? 4 : 1, names[n], &b->array[n]))
        n++;
    b->bound = n == ARRAYS;
    if (b->bound)
        Py_RETURN_NONE;
    while (n-- > 0)
        PyBuffer_Release(&b->array[n]);
    return NULL;
}

static bool ready(const struct batch *b)
{
    if (b->bound)
        return free_now(b);
    PyErr_SetString(PyExc_ValueError, "the batch is closed");
    return false;
}

static struct by_batch_out out_of(const struct batch *b)
{
    return (struct by_batch_out){ b->array[OBSERVATION].buf, b->array[MASK].buf, b->array[TURN].buf,
                                  b->array[REWARD].buf, b->array[DONE].buf };
}

static PyObject *begin(PyObject *self, PyObject *seed)
{
    struct batch *b = (struct batch *)self;
    const struct by_batch_out out = out_of(b);
    struct by_seed value;

    if (!ready(b) || !by_py_seed_read(seed, &value))
        return NULL;
    b->busy = true;
    Py_BEGIN_ALLOW_THREADS by_batch_begin(&b->batch, &value, 0, b->tables, (int)b->n, &out);
    Py_END_ALLOW_THREADS b->busy = false;
    return Py_NewRef(Py_None);
}

static PyObject *step(PyObject *self, PyObject *from)
{
    struct batch *b = (struct batch *)self;
    const struct by_batch_out out = out_of(b);
    Py_buffer action;
    int wrong;

    if (!ready(b) || !buffer(from, PyBUF_SIMPLE, b->n * 4, 4, "actions", &action))
        return NULL;
    b->busy = true;
    Py_BEGIN_ALLOW_THREADS wrong = by_batch_step(&b->batch, b->tables, action.buf, (int)b->n, &out);
    Py_END_ALLOW_THREADS b->busy = false;
    if (wrong >= 0) {
        int32_t number;

        memcpy(&number, (const char *)action.buf + 4 * (size_t)wrong, sizeof number);
        PyErr_Format(PyExc_ValueError, "action %d is not legal at table %d; no table has changed", (int)number, wrong);
    }
    PyBuffer_Release(&action);
    return wrong >= 0 ? NULL : Py_NewRef(Py_None);
}

static PyObject *choose(PyObject *self, PyObject *into)
{
    struct batch *b = (struct batch *)self;
    Py_buffer action;

    if (!ready(b) || !buffer(into, PyBUF_WRITABLE, b->n * 4, 4, "actions", &action))
        return NULL;
    b->busy = true;
    Py_BEGIN_ALLOW_THREADS by_batch_choose(&b->batch, b->tables, (int)b->n, action.buf);
    Py_END_ALLOW_THREADS b->busy = false;
    PyBuffer_Release(&action);
    Py_RETURN_NONE;
}

static PyObject *batch_close(PyObject *self, PyObject *none)
{
    (void)none;
    if (!free_now((struct batch *)self))
        return NULL;
    release((struct batch *)self);
    Py_RETURN_NONE;
}

static PyMethodDef batch_methods[] = {
    BY_PY_METHOD("bind", bind, METH_VARARGS, NULL),
    BY_PY_METHOD("begin", begin, METH_O, NULL),
    BY_PY_METHOD("step", step, METH_O, NULL),
    BY_PY_METHOD("choose", choose, METH_O, NULL),
    BY_PY_METHOD("close", batch_close, METH_NOARGS, NULL),
    { NULL, NULL, 0, NULL },
};

static PyType_Slot batch_slots[] = {
    { Py_tp_new, batch_new },
    { Py_tp_dealloc, batch_dealloc },
    { Py_tp_methods, batch_methods },
    { 0, NULL },
};

static PyType_Spec batch_spec = { "boneyard._core.Batch", sizeof(struct batch), 0, Py_TPFLAGS_DEFAULT, batch_slots };

bool by_py_batch_init(PyObject *module)
{
    return by_py_add_type(module, &code_spec, &code_type) && by_py_add_type(module, &batch_spec, &batch_type)
        && PyModule_AddIntConstant(module, "CODE_VERSION", BY_CODE_VERSION) == 0;
}

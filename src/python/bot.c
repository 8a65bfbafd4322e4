/* SPDX-License-Identifier: MIT */
/* bot.c: implements boneyard._core.Bot and the coach. */
#include "bot.h"

#include <string.h>

#include "boneyard/bot.h"
#include "boneyard/coach.h"
#include "match.h"
#include "move.h"
#include "search.h"
#include "view.h"

struct bot {
    PyObject_HEAD const struct by_bot *bot;
    struct by_rng rng;
};

static PyTypeObject *type;

static const struct by_bot *find(const char *key)
{
    const struct by_bot *bot = by_bot_find(false, key);
    char names[512];

    if (bot != NULL)
        return bot;
    by_bot_names(false, names, sizeof names);
    PyErr_Format(PyExc_ValueError, "there is no bot \"%s\"; the bots are %s", key, names);
    return NULL;
}

static PyObject *bot_new(PyTypeObject *of, PyObject *args, PyObject *kwargs)
{
    static char *names[] = { "key", "seed", NULL };
    const char *key = "expert";
    PyObject *seed = NULL;
    const struct by_bot *found;
    struct by_seed value;
    struct bot *made;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|sO:Bot", names, &key, &seed) || !by_py_seed_read(seed, &value))
        return NULL;
    found = find(key);
    if (found == NULL)
        return NULL;
    made = (struct bot *)((allocfunc)PyType_GetSlot(of, Py_tp_alloc))(of, 0);
    if (made == NULL)
        return NULL;
    made->bot = found;
    by_rng_from(&made->rng, &value, 0);
    return (PyObject *)made;
}

/* Returns an answer's values, or its chances if it has no values, as floats. */
static PyObject *floats(const int32_t *values, const uint32_t *chances, int n)
{
    PyObject *list = PyList_New(n);

    for (int i = 0; list != NULL && i < n; i++) {
        const double number = values != NULL ? values[i] / 1000.0 : chances != NULL ? chances[i] / 65536.0 : 0;

        PyList_SetItem(list, i, PyFloat_FromDouble(number));
    }
    return list;
}

static PyObject *ask(PyObject *self, PyObject *args)
{
    static const char *const cuts[] = { "no", "short", "bare" };
    struct bot *b = (struct bot *)self;
    PyObject *of, *answer = NULL;
    unsigned count = 0, ms = 0;
    int evenly = 0, chosen;
    enum by_cut cut = BY_CUT_NOT;
    struct by_py_search search;
    struct by_rng rng = b->rng;
    struct by_py_view *v;
    uint64_t steps = 0;
    int32_t *values;
    uint32_t *chances;

    if (!PyArg_ParseTuple(args, "O|IIp:ask", &of, &count, &ms, &evenly) || (v = by_py_view_of(of)) == NULL)
        return NULL;
    if (v->n == 0)
        return by_py_fail(BY_E_TURN, NULL);
    values = PyMem_Calloc((size_t)v->n * 2, sizeof *values);
    if (values == NULL || !by_py_search_begin(&search, BY_BOT_MEMORY)) {
        PyMem_Free(values);
        return values == NULL ? PyErr_NoMemory() : NULL;
    }
    chances = (uint32_t *)values + v->n;
    chosen = b->bot->choose(&(struct by_question){ .view = &v->view,
                                                   .past = &v->past,
                                                   .moves = v->moves,
                                                   .n = v->n,
                                                   .rng = &rng,
                                                   .memory = search.memory,
                                                   .size = search.size,
                                                   .count = count,
                                                   .ms = ms,
                                                   .clock = ms != 0 ? by_py_search_clock : NULL,
                                                   .values = values,
                                                   .chances = chances,
                                                   .steps = &steps,
                                                   .stop = search.stop,
                                                   .cut = &cut,
                                                   .evenly = evenly != 0 });
    if (by_py_search_end(&search)) {
        b->rng = rng;
        answer = Py_BuildValue("(iNNsK)", chosen, floats(values, NULL, v->n), floats(NULL, chances, v->n), cuts[cut],
                               (unsigned long long)steps);
    }
    PyMem_Free(values);
    return answer;
}

static PyObject *get_key(PyObject *self, void *none)
{
    (void)none;
    return PyUnicode_FromString(((struct bot *)self)->bot->key);
}

static PyObject *get_blurb(PyObject *self, void *none)
{
    (void)none;
    return PyUnicode_FromString(((struct bot *)self)->bot->blurb);
}

static PyGetSetDef getters[] = {
    BY_PY_GET("key", get_key, "The bot's key, such as \"expert\"."),
    BY_PY_GET("blurb", get_blurb, "What it does, in one sentence."),
    { NULL, NULL, NULL, NULL, NULL },
};

static PyMethodDef methods[] = {
    BY_PY_METHOD("_ask", ask, METH_VARARGS, NULL),
    { NULL, NULL, 0, NULL },
};

static PyType_Slot slots[] = {
    { Py_tp_doc, "Bot(key=\"expert\", seed=None)\n--\n\nA computer player." },
    { Py_tp_new, bot_new },
    { Py_tp_dealloc, by_py_free },
    { Py_tp_getset, getters },
    { Py_tp_methods, methods },
    { 0, NULL },
};

static PyType_Spec spec = { "boneyard._core.Bot", sizeof(struct bot), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                            slots };

bool by_py_bot_init(PyObject *module) { return by_py_add_type(module, &spec, &type); }

/* ---- The coach ------------------------------------------------------------------------------ */

static PyObject *studied(const struct by_study *s, int family)
{
    static const char *const units[] = { "chance", "points", "pips", "tiles" };
    char sentence[BY_HINT_TEXT] = "", reason[BY_HINT_TEXT] = "";
    struct by_text hint = by_text_on(sentence, sizeof sentence), why = by_text_on(reason, sizeof reason);

    by_hint_say(&s->d, s->verdict.best, &hint);
    by_reasons_say(&s->d, s->verdict.best, -1, &why);
    return Py_BuildValue("(NNisssddNN)", by_py_moves(s->moves, s->d.n, family), floats(s->values, NULL, s->d.n),
                         s->verdict.best, by_grade_word(s->verdict.grade, BY_ENGLISH), units[s->verdict.unit], sentence,
                         s->verdict.cost / 1000.0, s->chance / 1000.0, PyBool_FromLong(s->verdict.hurried),
                         PyBool_FromLong(s->verdict.forced));
}

/* Asks the coach. Returns 1 on success, 0 if there is nothing to study, or -1 with an exception. */
static int consult(const struct by_table *t, int seat, by_move played, struct by_coach *coach, struct by_study *s)
{
    static const char *const names[BY_SEATS] = { "seat 0",  "seat 1",  "seat 2",  "seat 3", "seat 4",  "seat 5",
                                                 "seat 6",  "seat 7",  "seat 8",  "seat 9", "seat 10", "seat 11",
                                                 "seat 12", "seat 13", "seat 14", "seat 15" };
    struct by_py_search search;
    bool found;

    if (!by_py_search_begin(&search, BY_BOT_MEMORY))
        return -1;
    coach->memory = search.memory;
    coach->size = search.size;
    coach->names = names;
    coach->you = (uint32_t)1 << seat;
    coach->stop = search.stop;
    coach->clock = by_py_search_clock;
    found = by_study_of(coach, t, seat, played, s);
    return by_py_search_end(&search) ? found : -1;
}

PyObject *by_py_bot_study(PyObject *module, PyObject *args)
{
    struct by_coach coach = { .count = 0 };
    PyObject *of, *copy, *seat_object, *move, *answer = NULL;
    const struct by_table *t;
    const char *level;
    struct by_study *s;
    int seat, found = -1;

    (void)module;
    if (!PyArg_ParseTuple(args, "OOOsII:study", &of, &seat_object, &move, &level, &coach.count, &coach.ms)
        || by_py_match_table(of) == NULL || (coach.bot = find(level)) == NULL)
        return NULL;
    copy = PyObject_CallMethod(of, "copy", NULL); /* meanwhile, another thread may continue the match */
    if (copy == NULL)
        return NULL;
    t = by_py_match_table(copy);
    seat = by_py_seat(seat_object, t->state.players, t->state.now.turn);
    s = PyMem_Calloc(1, sizeof *s);
    coach.heard = PyMem_Calloc(t->moves + 1, sizeof *coach.heard);
    if (s != NULL && coach.heard != NULL && seat >= 0)
        found = consult(t, seat, by_py_move_is(move) ? by_py_move_of(move) : BY_NO_MOVE, &coach, s);
    if (found >= 0)
        answer = found ? studied(s, t->state.family) : Py_NewRef(Py_None);
    else if (PyErr_Occurred() == NULL)
        PyErr_NoMemory();
    PyMem_Free(s);
    PyMem_Free(coach.heard);
    Py_DECREF(copy);
    return answer;
}

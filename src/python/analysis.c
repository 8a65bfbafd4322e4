/* SPDX-License-Identifier: MIT */
/* analysis.c: implements odds, worlds, solvers and trains. */
#include "analysis.h"

#include <string.h>

#include "boneyard/castle.h"
#include "boneyard/odds.h"
#include "boneyard/solve.h"
#include "boneyard/train.h"
#include "match.h"
#include "move.h"
#include "search.h"
#include "view.h"

#define ODDS_MEMORY ((size_t)8 << 20)
#define SOLVER_ENTRIES ((size_t)1 << 20)
#define CASTLE_MEMORY ((size_t)256 << 20)

/* ---- Odds ------------------------------------------------------------------------------------- */

/* Makes a row with the chance of each unseen tile and of each number. */
static PyObject *row(const struct by_odds *o, int owner, int numbers)
{
    PyObject *tiles = PyDict_New(), *list = PyList_New(numbers);

    for (struct by_set left = o->unseen; tiles != NULL && !by_set_empty(&left);) {
        const by_tile t = by_set_take(&left);
        PyObject *key = by_py_tile(t), *value = PyFloat_FromDouble((double)o->tile[owner][t] / BY_ODDS_ONE);

        if (value == NULL || PyDict_SetItem(tiles, key, value) != 0)
            Py_CLEAR(tiles);
        Py_XDECREF(key);
        Py_XDECREF(value);
    }
    for (int k = 0; list != NULL && k < numbers; k++)
        PyList_SetItem(list, k, PyFloat_FromDouble((double)o->number[owner][k] / BY_ODDS_ONE));
    return Py_BuildValue("(NN)", tiles, list);
}

static PyObject *odds_object(const struct by_odds *o, const struct by_view *v)
{
    PyObject *rows = PyDict_New();
    const int numbers = by_highest(&v->rules) + 1;

    for (int k = 0; rows != NULL && k <= v->players; k++) {
        PyObject *key, *value;

        if (k == v->seat)
            continue;
        key = k < v->players ? PyLong_FromLong(k) : PyUnicode_FromString("boneyard");
        value = row(o, k < v->players ? k : BY_ODDS_YARD, numbers);
        if (key == NULL || value == NULL || PyDict_SetItem(rows, key, value) != 0)
            Py_CLEAR(rows);
        Py_XDECREF(key);
        Py_XDECREF(value);
    }
    return Py_BuildValue("(NNNIIN)", rows, PyBool_FromLong(o->exact_tiles), PyBool_FromLong(o->exact_numbers),
                         (unsigned)o->worlds, (unsigned)o->samples, PyBool_FromLong(o->loose));
}

/* Reads a view of a round in play, and a seed. */
static struct by_py_view *read_view(PyObject *of, PyObject *seed, struct by_rng *rng)
{
    struct by_py_view *v = by_py_view_of(of);
    struct by_seed value;

    if (v == NULL || !by_py_seed_read(seed, &value))
        return NULL;
    by_rng_from(rng, &value, 0);
    if (v->view.now.phase == BY_PLAYING)
        return v;
    by_py_fail(BY_E_PHASE, NULL);
    return NULL;
}

PyObject *by_py_odds(PyObject *module, PyObject *args)
{
    PyObject *of, *seed, *answer = NULL;
    struct by_py_search search;
    struct by_py_view *v;
    struct by_odds *o;
    struct by_rng rng;
    unsigned samples;

    (void)module;
    if (!PyArg_ParseTuple(args, "OIO:odds", &of, &samples, &seed) || (v = read_view(of, seed, &rng)) == NULL)
        return NULL;
    if (samples > 1000000)
        return PyErr_Format(PyExc_ValueError, "0 to 1,000,000 samples, not %u", samples);
    o = PyMem_Calloc(1, sizeof *o);
    if (o == NULL || !by_py_search_begin(&search, ODDS_MEMORY)) {
        PyMem_Free(o);
        return o == NULL ? PyErr_NoMemory() : NULL;
    }
    by_odds_of(&v->view, &v->past, &rng, search.memory, search.size, samples, o);
    if (by_py_search_end(&search))
        answer = odds_object(o, &v->view);
    PyMem_Free(o);
    return answer;
}

static PyObject *world(const struct by_view *v, const struct by_odds_world *w)
{
    PyObject *hands = PyList_New(v->players);

    for (int k = 0; hands != NULL && k < v->players; k++)
        PyList_SetItem(hands, k, by_py_tiles(w->hand[k]));
    return Py_BuildValue("(NN)", hands, by_py_tile_list(w->boneyard, v->boneyard));
}

PyObject *by_py_worlds(PyObject *module, PyObject *args)
{
    PyObject *of, *seed, *list = NULL;
    struct by_odds_world *worlds;
    struct by_py_search search;
    struct by_py_view *v;
    struct by_rng rng;
    Py_ssize_t n;

    (void)module;
    if (!PyArg_ParseTuple(args, "OnO:worlds", &of, &n, &seed) || (v = read_view(of, seed, &rng)) == NULL)
        return NULL;
    if (n < 0 || n > 1000000)
        return PyErr_Format(PyExc_ValueError, "0 to 1,000,000 worlds, not %zd", n);
    worlds = PyMem_Malloc(((size_t)n + 1) * sizeof *worlds);
    if (worlds == NULL || !by_py_search_begin(&search, ODDS_MEMORY)) {
        PyMem_Free(worlds);
        return worlds == NULL ? PyErr_NoMemory() : NULL;
    }
    by_odds_worlds(&v->view, &v->past, &rng, search.memory, search.size, (int)n, worlds);
    if (by_py_search_end(&search))
        list = PyList_New(n);
    for (Py_ssize_t i = 0; list != NULL && i < n; i++) {
        PyObject *one = world(&v->view, &worlds[i]);

        if (one == NULL)
            Py_CLEAR(list);
        else
            PyList_SetItem(list, i, one);
    }
    PyMem_Free(worlds);
    return list;
}

/* ---- Solvers ---------------------------------------------------------------------------------- */

/* Returns the legal moves with their values: (values, moves, family). */
struct solved {
    struct by_state s;
    by_move moves[BY_MOVES];
    int32_t values[BY_MOVES];
    int n;
    bool done, low; /* `low`: the values are numbers of tiles left, and lower is better */
};

static void solve_line(struct solved *f, const struct by_open *p, enum by_solve_for what, struct by_py_search *search)
{
    struct by_solver *solver = by_solver_init(search->memory, search->size);
    struct by_budget budget = by_budget_of(0);

    budget.stop = search->stop;
    by_budget_check(&budget);
    by_solver_limit(solver, &budget);
    by_open_values(solver, p, what, f->moves, f->n, f->values);
    f->done = !by_solver_spent(solver);
}

static void solve_castle(struct solved *f, struct by_py_search *search)
{
    struct by_castle_answer answer;
    struct by_budget budget = by_budget_of(0);
    struct by_castle_deal deal;
    struct by_view v;

    budget.stop = search->stop;
    by_budget_check(&budget);
    f->done = true;
    for (int i = 0; i < f->n && f->done; i++) {
        struct by_state s = f->s;

        by_play(&s, s.now.turn, f->moves[i], NULL, NULL);
        f->values[i] = s.now.laid;
        if (s.now.phase != BY_PLAYING)
            continue;
        by_view_of(&s, NULL, BY_REFEREE, &v);
        by_castle_of_view(&v, v.deck, &deal);
        by_castle_solve(&deal, 0, &budget, search->memory, search->size, &answer);
        f->values[i] = answer.left;
        f->done = answer.decided;
    }
}

static PyObject *solved_object(const struct solved *f)
{
    PyObject *list = PyList_New(f->n);

    for (int i = 0; list != NULL && i < f->n; i++) {
        PyObject *one = Py_BuildValue("(Ni)", by_py_move_new(f->moves[i], f->s.family), (int)f->values[i]);

        if (one == NULL)
            Py_CLEAR(list);
        else
            PyList_SetItem(list, i, one);
    }
    return list;
}

/* Solves f->s without the interpreter's lock. On failure sets an exception and returns false. */
static bool solve(struct solved *f, enum by_solve_for what)
{
    const bool solitaire = by_families[f->s.family]->solitaire;
    struct by_py_search search;
    struct by_open p;

    if (!solitaire && !by_open_of(&f->s, &p)) {
        PyErr_SetString(PyExc_ValueError, "only line games without an open call and Castle Rock can be solved");
        return false;
    }
    if (!by_py_search_begin(&search, solitaire ? CASTLE_MEMORY : BY_SOLVER_SIZE(SOLVER_ENTRIES)))
        return false;
    if (solitaire)
        solve_castle(f, &search);
    else
        solve_line(f, &p, what, &search);
    return by_py_search_end(&search);
}

PyObject *by_py_solve(PyObject *module, PyObject *args)
{
    const struct by_table *t;
    PyObject *of, *answer = NULL;
    struct solved *f;
    int wins;

    (void)module;
    if (!PyArg_ParseTuple(args, "Op:solve", &of, &wins) || (t = by_py_match_table(of)) == NULL)
        return NULL;
    if (t->state.now.phase != BY_PLAYING)
        return by_py_fail(BY_E_PHASE, NULL);
    f = PyMem_Calloc(1, sizeof *f);
    if (f == NULL)
        return PyErr_NoMemory();
    f->s = t->state;
    f->n = by_moves(&f->s, f->s.now.turn, f->moves);
    if (solve(f, wins ? BY_FOR_THE_ROUND : BY_FOR_POINTS)) {
        if (f->done)
            answer = solved_object(f);
        else
            PyErr_SetString(PyExc_RuntimeError, "the search ended before the values were exact");
    }
    PyMem_Free(f);
    return answer;
}

/* ---- Trains ----------------------------------------------------------------------------------- */

static PyObject *train_object(const struct by_train *t)
{
    return Py_BuildValue("(NiiiN)", by_py_tile_list(t->tile, t->n), (int)t->pips, t->end, (int)t->value,
                         PyBool_FromLong(t->exact));
}

PyObject *by_py_train(PyObject *module, PyObject *args)
{
    struct by_py_search search;
    struct by_train train[2];
    struct by_wish wish;
    struct by_set hand;
    PyObject *tiles;
    int from, other;

    (void)module;
    if (!PyArg_ParseTuple(args, "Oiiiii:train", &tiles, &from, &other, &wish.pip, &wish.tile, &wish.last_double)
        || !by_py_set_read(tiles, &hand))
        return NULL;
    if (from < 0 || from > BY_MAX_NUMBER || other < -1 || other > BY_MAX_NUMBER)
        return PyErr_Format(PyExc_ValueError, "a train starts at a number from 0 to %d", BY_MAX_NUMBER);
    if (wish.pip < 0 || wish.pip > 4096 || wish.tile < 0 || wish.tile > 4096 || wish.pip + wish.tile == 0
        || wish.last_double < 0 || wish.last_double > 16384) {
        PyErr_SetString(PyExc_ValueError, "pip and tile are 0 to 4096 and not both 0; last_double is 0 to 16384");
        return NULL;
    }
    if (!by_py_search_begin(&search, 1))
        return NULL;
    if (other < 0)
        by_train_best(&hand, from, &wish, 100000, &train[0]);
    else
        by_train_split(&hand, from, other, &wish, 100000, train);
    if (!by_py_search_end(&search))
        return NULL;
    return other < 0 ? Py_BuildValue("[N]", train_object(&train[0]))
                     : Py_BuildValue("[NN]", train_object(&train[0]), train_object(&train[1]));
}

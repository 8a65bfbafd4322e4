/* SPDX-License-Identifier: MIT */
/* match.c: boneyard.Match. */
#include "match.h"

#include <string.h>

#include "boneyard/text.h"
#include "boneyard/why.h"
#include "move.h"
#include "rules.h"
#include "view.h"

struct match {
    PyObject_HEAD struct by_table table; /* owns its log and rounds */
    struct by_seed seed;
};

static PyTypeObject *type;

static struct by_table *table_of(PyObject *self) { return &((struct match *)self)->table; }

const struct by_table *by_py_match_table(PyObject *from)
{
    if (PyObject_TypeCheck(from, type))
        return table_of(from);
    PyErr_SetString(PyExc_TypeError, "a Match is required");
    return NULL;
}

/* Makes room for another move and another round. */
static bool grow(struct by_table *t)
{
    if (t->first + t->moves == t->room) {
        const uint32_t room = 2 * t->room + 64;
        struct by_step *log = PyMem_Realloc(t->log, room * sizeof *log);

        if (log == NULL)
            return PyErr_NoMemory() != NULL;
        by_table_log(t, log, room);
    }
    if (t->state.round == t->rounds_room) {
        const uint32_t room = 2 * t->rounds_room + 2;
        struct by_round *rounds = PyMem_Realloc(t->rounds, room * sizeof *rounds);

        if (rounds == NULL)
            return PyErr_NoMemory() != NULL;
        by_table_rounds(t, rounds, room);
    }
    return true;
}

static struct match *match_alloc(PyTypeObject *of, const struct by_config *config)
{
    allocfunc alloc = (allocfunc)PyType_GetSlot(of, Py_tp_alloc);
    struct match *made = (struct match *)alloc(of, 0);

    if (made == NULL)
        return NULL;
    by_table_init(&made->table, config, NULL, 0);
    if (!grow(&made->table))
        Py_CLEAR(made);
    return made;
}

static PyObject *match_new(PyTypeObject *of, PyObject *args, PyObject *kwargs)
{
    static char *names[] = { "rules", "seed", NULL };
    PyObject *rules, *seed = NULL;
    struct by_config config;
    struct by_seed value;
    struct match *made;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|O:Match", names, &rules, &seed)
        || !by_py_rules_read(rules, &config) || !by_py_seed_read(seed, &value))
        return NULL;
    made = match_alloc(of, &config);
    if (made != NULL)
        made->seed = value;
    return (PyObject *)made;
}

static void dealloc(PyObject *self)
{
    PyMem_Free(table_of(self)->log);
    PyMem_Free(table_of(self)->rounds);
    by_py_free(self);
}

static PyObject *copy(PyObject *self, PyObject *none)
{
    const struct by_table *t = table_of(self);
    struct match *made = match_alloc(Py_TYPE(self), &t->state.rules);
    struct by_step *log;
    struct by_round *rounds;

    (void)none;
    if (made == NULL)
        return NULL;
    log = PyMem_Realloc(made->table.log, (t->room + 1) * sizeof *log);
    made->table.log = log != NULL ? log : made->table.log;
    rounds = PyMem_Realloc(made->table.rounds, (t->rounds_room + 1) * sizeof *rounds);
    made->table.rounds = rounds != NULL ? rounds : made->table.rounds;
    if (log == NULL || rounds == NULL) {
        Py_DECREF(made);
        return PyErr_NoMemory();
    }
    memcpy(log, t->log, (t->first + t->moves) * sizeof *log);
    memcpy(rounds, t->rounds, t->state.round * sizeof *rounds);
    made->table = *t;
    made->table.log = log;
    made->table.rounds = rounds;
    made->seed = ((struct match *)self)->seed;
    return (PyObject *)made;
}

/* ---- Playing -------------------------------------------------------------------------------- */

static PyObject *events(const struct by_events *ev, int family)
{
    PyObject *all = PyList_New(ev->n);

    for (int i = 0; all != NULL && i < ev->n; i++) {
        PyObject *one = by_py_event_new(&ev->at[i], family);

        if (one == NULL)
            Py_CLEAR(all);
        else
            PyList_SetItem(all, i, one);
    }
    return all;
}

static PyObject *deal(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = { "deck", "lead", NULL };
    struct by_table *t = table_of(self);
    PyObject *deck = Py_None, *lead = Py_None;
    struct by_events ev = { .n = 0 };
    by_tile tiles[BY_MAX_TILES];
    int seat, n;
    by_err err;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|OO:deal", names, &deck, &lead) || !grow(t))
        return NULL;
    seat = by_py_seat(lead, t->state.players, -1);
    if (PyErr_Occurred() != NULL)
        return NULL;
    if (deck == Py_None) {
        err = by_table_deal_seeded(t, &((struct match *)self)->seed, seat, &ev);
    } else {
        n = by_py_tiles_read(deck, tiles);
        if (n < 0)
            return NULL;
        err = by_table_deal(t, tiles, n, seat, &ev);
    }
    return err == BY_OK ? events(&ev, t->state.family) : by_py_fail(err, NULL);
}

/* Raises the exception for a refused move, with the sentence that explains it. */
static PyObject *explain(const struct by_table *t, int seat, by_err err, const char *text, Py_ssize_t length)
{
    struct by_fault fault = { .err = BY_OK };
    by_move list[BY_MOVES];
    struct by_view v;

    if (err == BY_E_ILLEGAL || err == BY_E_AMBIGUOUS) {
        by_table_view(t, seat, &v);
        by_why(&v, NULL, list, by_moves(&t->state, seat, list), text, (size_t)length, BY_ENGLISH, &fault);
    }
    return by_py_fail(err, fault.err != BY_OK ? fault.text : NULL);
}

static PyObject *play_text(struct by_table *t, int seat, PyObject *move)
{
    struct by_events ev = { .n = 0 };
    Py_ssize_t n;
    const char *text = PyUnicode_AsUTF8AndSize(move, &n);
    by_err err;

    if (text == NULL)
        return NULL;
    err = by_table_play_text(t, seat, text, (size_t)n, &ev);
    return err == BY_OK ? events(&ev, t->state.family) : explain(t, seat, err, text, n);
}

static PyObject *play(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    struct by_table *t = table_of(self);
    struct by_events ev = { .n = 0 };
    char text[BY_MOVE_TEXT];
    int seat = t->state.now.turn;
    by_err err;

    if (n < 1 || n > 2)
        return PyErr_Format(PyExc_TypeError, "play() takes a move and a seat, not %zd arguments", n);
    if (n == 2)
        seat = by_py_seat(args[1], t->state.players, seat);
    if (seat < 0 || !grow(t))
        return NULL;
    if (PyUnicode_Check(args[0]))
        return play_text(t, seat, args[0]);
    if (!by_py_move_is(args[0])) {
        PyErr_SetString(PyExc_TypeError, "a move is a Move or its text, such as \"6-4\"");
        return NULL;
    }
    err = by_table_play(t, seat, by_py_move_of(args[0]), &ev);
    if (err == BY_OK)
        return events(&ev, t->state.family);
    return explain(t, seat, err, text, (Py_ssize_t)by_move_print(by_py_move_of(args[0]), t->state.family, text));
}

static PyObject *legal_moves(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    const struct by_table *t = table_of(self);
    by_move list[BY_MOVES];
    int seat;

    if (n > 1)
        return PyErr_Format(PyExc_TypeError, "legal_moves() takes a seat, not %zd arguments", n);
    seat = n == 1 ? by_py_seat(args[0], t->state.players, t->state.now.turn) : t->state.now.turn;
    return seat < 0 ? NULL : by_py_moves(list, by_moves(&t->state, seat, list), t->state.family);
}

static PyObject *undo(PyObject *self, PyObject *none)
{
    struct by_table *t = table_of(self);
    by_err err = by_table_undo(t);

    (void)none;
    if (err == BY_E_NO_UNDO)
        err = by_table_undo_deal(t);
    return err == BY_OK ? Py_NewRef(Py_None) : by_py_fail(err, NULL);
}

static PyObject *view(PyObject *self, PyObject *seat_object)
{
    const struct by_table *t = table_of(self);
    by_move list[BY_MOVES];
    struct by_py_view *made;
    const int seat = by_py_seat(seat_object, t->state.players, t->state.now.turn);

    if (seat < 0)
        return NULL;
    made = by_py_view_new(t->moves, list, by_moves(&t->state, seat, list));
    if (made == NULL)
        return NULL;
    by_table_view(t, seat, &made->view);
    by_table_past(t, made->heard, &made->past);
    return (PyObject *)made;
}

/* ---- Reading -------------------------------------------------------------------------------- */

/* Lists every deal and move with the events it caused: (round, lead, events). */
static PyObject *history(PyObject *self, PyObject *none)
{
    const struct by_table *t = table_of(self);
    struct by_table *walk = PyMem_Malloc(sizeof *walk);
    struct by_events ev = { .n = 0 };
    PyObject *all = PyList_New(0);

    (void)none;
    if (walk == NULL || !by_table_rewind(t, walk))
        Py_CLEAR(all);
    while (all != NULL && by_table_follow(t, walk, &ev)) {
        PyObject *one =
            Py_BuildValue("(IiN)", (unsigned)walk->state.round, walk->state.lead, events(&ev, t->state.family));

        if (one == NULL || PyList_Append(all, one) != 0)
            Py_CLEAR(all);
        Py_XDECREF(one);
        ev.n = 0;
    }
    PyMem_Free(walk);
    return all != NULL || PyErr_Occurred() != NULL ? all : PyErr_NoMemory();
}

static PyObject *deck(PyObject *self, PyObject *arg)
{
    const struct by_table *t = table_of(self);
    const long round = PyLong_AsLong(arg);

    if (round == -1 && PyErr_Occurred() != NULL)
        return NULL;
    if (round < 1 || round > (long)t->state.round)
        return PyErr_Format(PyExc_IndexError, "there is no round %ld", round);
    return by_py_tile_list(t->rounds[round - 1].deck, t->rounds[round - 1].tiles);
}

#define GETTER(name, expression) \
    static PyObject *get_##name(PyObject *self, void *none) \
    { \
        const struct by_state *s = &table_of(self)->state; \
        (void)none; \
        return (expression); \
    }
static const char *const phases[] = { "ready", "playing", "round-over", "game-over" };

GETTER(rules, by_py_rules_new(&s->rules))
GETTER(players, PyLong_FromLong(s->players))
GETTER(phase, PyUnicode_FromString(phases[s->now.phase]))
GETTER(over, PyBool_FromLong(s->now.phase == BY_GAME_OVER))
GETTER(turn, PyLong_FromLong(s->now.turn))
GETTER(round, PyLong_FromUnsignedLong(s->round))
GETTER(lead, s->round == 0 ? Py_NewRef(Py_None) : PyLong_FromLong(s->lead))
GETTER(lead_free, PyBool_FromLong(by_lead_taken(s)))
GETTER(scores, by_py_ints(s->score, s->players))
GETTER(actors, by_py_seats(by_actors(s)))
GETTER(winners, by_py_seats(by_winners(s)))
GETTER(boneyard, by_py_tile_list(s->deck + s->now.taken, s->round == 0 ? 0 : s->deck_tiles - s->now.taken))

static PyObject *get_seed(PyObject *self, void *none)
{
    char text[65];

    (void)none;
    by_seed_print(&((struct match *)self)->seed, text);
    return PyUnicode_FromString(text);
}

static PyObject *get_hands(PyObject *self, void *none)
{
    const struct by_state *s = &table_of(self)->state;
    PyObject *all = PyList_New(s->players);

    (void)none;
    for (int i = 0; all != NULL && i < s->players; i++) {
        PyObject *hand = by_py_tiles(s->hand[i]);

        if (hand == NULL)
            Py_CLEAR(all);
        else
            PyList_SetItem(all, i, hand);
    }
    return all;
}

static PyObject *get_results(PyObject *self, void *none)
{
    const struct by_table *t = table_of(self);
    const uint32_t n = by_table_ended(t);
    PyObject *all = PyList_New(n);

    (void)none;
    for (uint32_t i = 0; all != NULL && i < n; i++) {
        PyObject *one = by_py_result_new(by_table_result(t, i + 1), t->state.players);

        if (one == NULL)
            Py_CLEAR(all);
        else
            PyList_SetItem(all, i, one);
    }
    return all;
}

static PyGetSetDef getters[] = {
    BY_PY_GET("rules", get_rules, "The rules."),
    BY_PY_GET("seed", get_seed, "The seed of decks and lots, as 64 hexadecimal digits."),
    BY_PY_GET("players", get_players, "The number of players."),
    BY_PY_GET("phase", get_phase, "\"ready\", \"playing\", \"round-over\" or \"game-over\"."),
    BY_PY_GET("over", get_over, "Whether the match has ended."),
    BY_PY_GET("turn", get_turn, "The seat to move."),
    BY_PY_GET("round", get_round, "The round, from 1; 0 before the first deal."),
    BY_PY_GET("lead", get_lead, "The seat that leads the round, or None before the first deal."),
    BY_PY_GET("lead_free", get_lead_free, "Whether deal() may be told who leads."),
    BY_PY_GET("scores", get_scores, "The score of each seat."),
    BY_PY_GET("actors", get_actors, "The seats that may act; several only while a call is possible."),
    BY_PY_GET("winners", get_winners, "The seats that have won."),
    BY_PY_GET("hands", get_hands, "All hands, hidden or not; players get match.view(seat)."),
    BY_PY_GET("boneyard", get_boneyard, "The boneyard in order, hidden or not."),
    BY_PY_GET("results", get_results, "The finished rounds."),
    { NULL, NULL, NULL, NULL, NULL },
};

static PyMethodDef methods[] = {
    BY_PY_METHOD(
        "deal", deal, METH_VARARGS | METH_KEYWORDS,
        "deal($self, deck=None, lead=None)\n--\n\nDeal the next round from a deck in order, or from the seed."),
    BY_PY_METHOD(
        "play", play, METH_FASTCALL,
        "play($self, move, seat=None, /)\n--\n\nPlay a Move or its text, for the seat to move or another one."),
    BY_PY_METHOD(
        "legal_moves", legal_moves, METH_FASTCALL,
        "legal_moves($self, seat=None, /)\n--\n\nReturn the legal moves of the seat to move or of another one."),
    BY_PY_METHOD("undo", undo, METH_NOARGS, "undo($self)\n--\n\nTake back the last move, or the deal after it."),
    BY_PY_METHOD("view", view, METH_O,
                 "view($self, seat, /)\n--\n\nReturn what a seat may know (None: the seat to move)."),
    BY_PY_METHOD("copy", copy, METH_NOARGS, "copy($self)\n--\n\nReturn a copy of the match with its history."),
    BY_PY_METHOD("history", history, METH_NOARGS,
                 "history($self)\n--\n\nReturn every deal and move so far: (round, lead, events)."),
    BY_PY_METHOD("deck", deck, METH_O, "deck($self, round, /)\n--\n\nReturn the whole deck of a round."),
    BY_PY_METHOD("__copy__", copy, METH_NOARGS, NULL),
    { NULL, NULL, 0, NULL },
};

static PyType_Slot slots[] = {
    { Py_tp_doc, "Match(rules, seed=None)\n--\n\nA match, as its referee sees it." },
    { Py_tp_new, match_new },
    { Py_tp_dealloc, dealloc },
    { Py_tp_getset, getters },
    { Py_tp_methods, methods },
    { 0, NULL },
};

static PyType_Spec spec = { "boneyard._core.Match", sizeof(struct match), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                            slots };

bool by_py_match_init(PyObject *module) { return by_py_add_type(module, &spec, &type); }

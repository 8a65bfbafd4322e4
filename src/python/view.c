/* SPDX-License-Identifier: MIT */
/* view.c: boneyard.View. */
#include "view.h"

#include <string.h>

#include "boneyard/pack.h"
#include "boneyard/svg.h"
#include "boneyard/text.h"
#include "boneyard/why.h"
#include "boneyard/words.h"
#include "move.h"
#include "rules.h"

static PyTypeObject *type;

static const struct by_view *view_of(PyObject *self) { return &((struct by_py_view *)self)->view; }

struct by_py_view *by_py_view_new(uint32_t heard, const by_move *moves, int n)
{
    struct by_py_view *made = PyObject_New(struct by_py_view, type);

    if (made == NULL)
        return NULL;
    made->heard = PyMem_Calloc(heard + 1, sizeof *made->heard);
    made->moves = PyMem_Calloc((size_t)n + 1, sizeof *made->moves);
    made->n = n;
    if (made->heard == NULL || made->moves == NULL) {
        Py_DECREF(made);
        PyErr_NoMemory();
        return NULL;
    }
    memcpy(made->moves, moves, (size_t)n * sizeof *moves);
    return made;
}

struct by_py_view *by_py_view_of(PyObject *from)
{
    if (PyObject_TypeCheck(from, type))
        return (struct by_py_view *)from;
    PyErr_SetString(PyExc_TypeError, "a View is required: match.view(seat)");
    return NULL;
}

static void dealloc(PyObject *self)
{
    struct by_py_view *v = (struct by_py_view *)self;

    PyMem_Free(v->heard);
    PyMem_Free(v->moves);
    by_py_free(self);
}

PyObject *by_py_result_new(const struct by_result *r, int players)
{
    PyObject *hands;

    if (r->round == 0)
        return Py_NewRef(Py_None);
    hands = PyList_New(players);
    for (int i = 0; hands != NULL && i < players; i++)
        PyList_SetItem(hands, i, by_py_tiles(r->hand[i]));
    return by_py_named(BY_PY_RESULT,
                       Py_BuildValue("(IsNNNN)", (unsigned)r->round, r->end == BY_ENDED_OUT ? "out" : "blocked",
                                     by_py_seat_or_none(r->seat), by_py_ints(r->gain, players),
                                     by_py_ints(r->score, players), hands));
}

/* ---- Attributes ----------------------------------------------------------------------------- */

#define GETTER(name, expression) \
    static PyObject *get_##name(PyObject *self, void *none) \
    { \
        const struct by_view *v = view_of(self); \
        (void)none; \
        return (expression); \
    }
static const char *const phases[] = { "ready", "playing", "round-over", "game-over" };

GETTER(rules, by_py_rules_new(&v->rules))
GETTER(seat, PyLong_FromLong(v->seat))
GETTER(players, PyLong_FromLong(v->players))
GETTER(phase, PyUnicode_FromString(phases[v->now.phase]))
GETTER(turn, PyLong_FromLong(v->now.turn))
GETTER(round, PyLong_FromUnsignedLong(v->round))
GETTER(actors, by_py_seats(v->actors))
GETTER(winners, by_py_seats(v->winners))
GETTER(lead, by_py_seat_or_none(v->lead))
GETTER(led, by_py_tile(v->led))
GETTER(centre, by_py_tile(v->centre))
GETTER(hand, by_py_tiles(v->hand[v->seat]))
GETTER(counts, by_py_bytes_list(v->count, v->players))
GETTER(boneyard, PyLong_FromLong(v->boneyard))
GETTER(drawable, PyLong_FromLong(v->drawable))
GETTER(drawn, by_py_tile(v->drawn))
GETTER(scores, by_py_ints(v->score, v->players))
GETTER(skips, by_py_bytes_list(v->skip, v->players))
GETTER(result, by_py_result_new(&v->last, v->players))
GETTER(row, by_py_tile_list(v->row, by_families[v->family]->solitaire ? v->now.laid : 0))

static PyObject *get_places(PyObject *self, void *none)
{
    const struct by_view *v = view_of(self);
    const int n = by_families[v->family]->ends ? v->now.places : 0;
    PyObject *all = PyList_New(n);

    (void)none;
    for (int i = 0; all != NULL && i < n; i++) {
        PyObject *one = by_py_named(
            BY_PY_PLACE, Py_BuildValue("(iN)", v->place[i].number, by_py_tile(v->laid[v->place[i].laid].tile)));

        if (one == NULL)
            Py_CLEAR(all);
        else
            PyList_SetItem(all, i, one);
    }
    return all;
}

/* Returns the tile that a laid tile touches, or its train; None for the first tile. */
static PyObject *onto(const struct by_view *v, const struct by_laid *l)
{
    if (l->on == BY_NO_TILE)
        return Py_NewRef(Py_None);
    return by_families[v->family]->trains ? PyLong_FromLong(l->on) : by_py_tile(v->laid[l->on].tile);
}

static PyObject *get_laid(PyObject *self, void *none)
{
    const struct by_view *v = view_of(self);
    const int n = by_families[v->family]->solitaire ? 0 : v->now.laid;
    PyObject *all = PyList_New(n);

    (void)none;
    for (int i = 0; all != NULL && i < n; i++) {
        PyObject *one =
            by_py_named(BY_PY_LAID, Py_BuildValue("(NN)", by_py_tile(v->laid[i].tile), onto(v, &v->laid[i])));

        if (one == NULL)
            Py_CLEAR(all);
        else
            PyList_SetItem(all, i, one);
    }
    return all;
}

/* Returns a dict of the open number and the length of each train, which is empty in games without trains. */
static PyObject *get_trains(PyObject *self, void *none)
{
    const struct by_view *v = view_of(self);
    PyObject *all = PyDict_New();

    (void)none;
    for (int i = 0; all != NULL && by_families[v->family]->trains && i < BY_ARMS; i++) {
        PyObject *key, *one;

        if (i >= v->players && i != BY_MEXICAN)
            continue;
        key = PyLong_FromLong(i);
        one = Py_BuildValue("(iii)", v->tail[i], v->length[i], i != BY_MEXICAN && (v->now.of.trains.markers >> i & 1));
        if (key == NULL || one == NULL || PyDict_SetItem(all, key, one) != 0)
            Py_CLEAR(all);
        Py_XDECREF(key);
        Py_XDECREF(one);
    }
    return all;
}

static PyObject *get_past(PyObject *self, void *none)
{
    const struct by_py_view *v = (const struct by_py_view *)self;
    PyObject *all = PyList_New(v->past.n);

    (void)none;
    for (int i = 0; all != NULL && i < v->past.n; i++) {
        const struct by_heard *h = &v->past.at[i];
        const struct by_set lacked = h->lacked ? h->fits : (struct by_set){ { 0, 0, 0 } };
        PyObject *one = by_py_named(BY_PY_HEARD,
                                    Py_BuildValue("(iNiN)", h->seat, by_py_move_new(h->move, v->view.family),
                                                  h->to != BY_NO_SEAT ? h->tiles : 0, by_py_tiles(lacked)));

        if (one == NULL)
            Py_CLEAR(all);
        else
            PyList_SetItem(all, i, one);
    }
    return all;
}

/* ---- Methods -------------------------------------------------------------------------------- */

static PyObject *legal_moves(PyObject *self, PyObject *none)
{
    const struct by_py_view *v = (const struct by_py_view *)self;

    (void)none;
    return by_py_moves(v->moves, v->n, v->view.family);
}

static PyObject *points(PyObject *self, PyObject *move)
{
    const struct by_py_view *v = (const struct by_py_view *)self;
    int at;

    if (!by_py_move_find(move, v->moves, v->n, v->view.family, &at))
        return NULL;
    return PyLong_FromLong(by_points_of(&v->view, v->moves[at]));
}

static PyObject *describe(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = { "language", NULL };
    const struct by_py_view *v = (const struct by_py_view *)self;
    const char *key = "en";
    char sentence[4096];
    struct by_text text;
    int language;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|s:describe", names, &key))
        return NULL;
    language = by_language_find(key);
    if (language < 0)
        return PyErr_Format(PyExc_ValueError, "there is no language \"%s\"", key);
    text = by_text_in(sentence, sizeof sentence, language);
    by_what(&v->view, v->moves, v->n, &text);
    return PyUnicode_FromString(sentence);
}

static PyObject *packed(PyObject *self, PyObject *none)
{
    uint8_t bytes[BY_PACKED];

    (void)none;
    return PyBytes_FromStringAndSize((const char *)bytes, (Py_ssize_t)by_view_pack(view_of(self), bytes));
}

/* Reads a name for each seat; `kept` holds references that keep the names alive. */
static bool read_names(PyObject *from, int players, PyObject *kept[], const char *names[])
{
    for (int i = 0; i < players; i++) {
        Py_ssize_t size = 0;

        kept[i] = PySequence_GetItem(from, i);
        names[i] = kept[i] == NULL ? NULL : PyUnicode_AsUTF8AndSize(kept[i], &size);
        if (names[i] == NULL)
            return false;
        if (size > BY_SVG_NAME || strlen(names[i]) != (size_t)size) {
            PyErr_Format(PyExc_ValueError, "a name may have at most %d bytes and no NUL", BY_SVG_NAME);
            return false;
        }
    }
    return true;
}

/* The maximum size of a picture and of half a tile, in pixels. */
enum { WIDTH = 960, HEIGHT = 600, LARGEST = 32 };

static PyObject *draw(const struct by_view *v, struct by_svg_look *look)
{
    struct by_layout *layout = PyMem_Malloc(sizeof *layout);
    char *text = PyMem_Malloc(BY_SVG_TEXT);
    PyObject *made = NULL;

    if (layout == NULL || text == NULL) {
        PyErr_NoMemory();
    } else {
        struct by_text t = by_text_on(text, BY_SVG_TEXT);
        const struct by_felt felt = { .width = WIDTH, .height = HEIGHT, .half = LARGEST };
        const int32_t half = by_layout_fit(v, &felt, layout) / 64;

        look->half = half > 0 ? half : 1;
        by_svg_table(&t, v, layout, look);
        made = PyUnicode_FromStringAndSize(text, (Py_ssize_t)t.used);
    }
    PyMem_Free(text);
    PyMem_Free(layout);
    return made;
}

static PyObject *svg(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *keys[] = { "names", "hand", "places", "dark", NULL };
    const struct by_view *v = view_of(self);
    PyObject *from = Py_None, *kept[BY_SEATS] = { NULL }, *made = NULL;
    const char *names[BY_SEATS];
    int hand = 1, places = 0, dark = 0;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O$ppp:svg", keys, &from, &hand, &places, &dark))
        return NULL;
    if (from != Py_None && PySequence_Size(from) != v->players) {
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_ValueError, "names must have one entry for each of the %d seats", v->players);
        return NULL;
    }
    if (from == Py_None || read_names(from, v->players, kept, names))
        made = draw(
            v,
            &(struct by_svg_look){
                .dark = dark != 0, .places = places != 0, .hand = hand != 0, .names = from == Py_None ? NULL : names });
    for (int i = 0; i < v->players; i++)
        Py_XDECREF(kept[i]);
    return made;
}

static PyObject *repr_svg(PyObject *self, PyObject *none)
{
    (void)none;
    return draw(view_of(self), &(struct by_svg_look){ .hand = true });
}

static PyObject *no_pickle(PyObject *self, PyObject *none)
{
    (void)self;
    (void)none;
    PyErr_SetString(PyExc_TypeError, "a View cannot be pickled; pickle the match, or keep view.packed()");
    return NULL;
}

static PyObject *repr(PyObject *self)
{
    const struct by_view *v = view_of(self);

    return PyUnicode_FromFormat("<View of seat %d, round %u>", v->seat, (unsigned)v->round);
}

static PyGetSetDef getters[] = {
    BY_PY_GET("rules", get_rules, "The rules of the table."),
    BY_PY_GET("seat", get_seat, "The seat whose view this is."),
    BY_PY_GET("players", get_players, "The number of players."),
    BY_PY_GET("phase", get_phase, "\"ready\", \"playing\", \"round-over\" or \"game-over\"."),
    BY_PY_GET("turn", get_turn, "The seat to move."),
    BY_PY_GET("round", get_round, "The round, from 1."),
    BY_PY_GET("actors", get_actors, "The seats that may act."),
    BY_PY_GET("winners", get_winners, "The seats that have won."),
    BY_PY_GET("lead", get_lead, "The seat that leads the round."),
    BY_PY_GET("led", get_led, "The tile that must be led, shown to the seat that leads; or None."),
    BY_PY_GET("centre", get_centre, "The double set aside for the round, or None."),
    BY_PY_GET("hand", get_hand, "The seat's own tiles."),
    BY_PY_GET("counts", get_counts, "How many tiles each hand holds."),
    BY_PY_GET("boneyard", get_boneyard, "How many tiles are in the boneyard."),
    BY_PY_GET("drawable", get_drawable, "How many of them may still be drawn."),
    BY_PY_GET("drawn", get_drawn, "The tile just drawn that must be laid (T-08), or None."),
    BY_PY_GET("scores", get_scores, "The score of each seat."),
    BY_PY_GET("skips", get_skips, "The turns that each seat must still lose (T-17)."),
    BY_PY_GET("result", get_result, "The last finished round, or None."),
    BY_PY_GET("row", get_row, "Castle Rock: the row."),
    BY_PY_GET("places", get_places, "The open places: number, and the tile that shows it."),
    BY_PY_GET("laid", get_laid, "The tiles on the table in the order of play: tile, and what it was laid on."),
    BY_PY_GET("trains", get_trains, "By train: its open number, its length, and whether it is open to all."),
    BY_PY_GET("past", get_past, "The moves of the round as everyone heard them."),
    { NULL, NULL, NULL, NULL, NULL },
};

static PyMethodDef methods[] = {
    BY_PY_METHOD("legal_moves", legal_moves, METH_NOARGS, "legal_moves($self)\n--\n\nReturn the seat's legal moves."),
    BY_PY_METHOD("points", points, METH_O,
                 "points($self, move, /)\n--\n\nReturn the points that a legal move scores at once."),
    BY_PY_METHOD("describe", describe, METH_VARARGS | METH_KEYWORDS,
                 "describe($self, language=\"en\")\n--\n\nReturn a sentence: what the seat can do now."),
    BY_PY_METHOD(
        "packed", packed, METH_NOARGS,
        "packed($self)\n--\n\nReturn the view as bytes, the same on every machine; hidden tiles never change them."),
    BY_PY_METHOD("svg", svg, METH_VARARGS | METH_KEYWORDS,
                 "svg($self, names=None, *, hand=True, places=False, dark=False)\n--\n\n"
                 "Return the table as an SVG picture, with the seat's hand and, if asked for, the open places."),
    BY_PY_METHOD("_repr_svg_", repr_svg, METH_NOARGS,
                 "_repr_svg_($self)\n--\n\nReturn the picture that notebooks show."),
    BY_PY_METHOD("__reduce__", no_pickle, METH_NOARGS, NULL),
    { NULL, NULL, 0, NULL },
};

static PyType_Slot slots[] = {
    { Py_tp_doc, "What one seat may know: match.view(seat).  It holds no hidden tile." },
    { Py_tp_dealloc, dealloc },
    { Py_tp_repr, repr },
    { Py_tp_getset, getters },
    { Py_tp_methods, methods },
    { 0, NULL },
};

static PyType_Spec spec = { "boneyard.View", sizeof(struct by_py_view), 0,
                            Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots };

bool by_py_view_init(PyObject *module) { return by_py_add_type(module, &spec, &type); }

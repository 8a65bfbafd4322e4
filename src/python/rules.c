/* SPDX-License-Identifier: MIT */
/* rules.c: boneyard.Rules. */
#include "rules.h"

#include <string.h>

#include "boneyard/explain.h"
#include "boneyard/text.h"
#include "boneyard/words.h"

struct rules {
    PyObject_HEAD struct by_config config;
};

static PyTypeObject *type;

static const struct by_config *config_of(PyObject *self) { return &((struct rules *)self)->config; }

PyObject *by_py_rules_new(const struct by_config *config)
{
    struct rules *made = PyObject_New(struct rules, type);

    if (made != NULL)
        made->config = *config;
    return (PyObject *)made;
}

bool by_py_rules_read(PyObject *from, struct by_config *out)
{
    struct by_fault fault = { .err = BY_OK };
    const char *text;
    Py_ssize_t n;

    if (PyObject_TypeCheck(from, type)) {
        *out = *config_of(from);
        return true;
    }
    if (!PyUnicode_Check(from)) {
        PyErr_SetString(PyExc_TypeError, "rules are a Rules object, or a string such as \"muggins:classic players=4\"");
        return false;
    }
    text = PyUnicode_AsUTF8AndSize(from, &n);
    if (text == NULL)
        return false;
    if (strlen(text) != (size_t)n || by_config_parse(text, out, &fault) != BY_OK) {
        by_py_fail(BY_E_RULES, fault.err != BY_OK ? fault.text : NULL);
        return false;
    }
    return true;
}

static PyObject *rules_new(PyTypeObject *of, PyObject *args, PyObject *kwargs)
{
    static char *names[] = { "text", NULL };
    struct by_config config;
    PyObject *text;

    (void)of;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O:Rules", names, &text) || !by_py_rules_read(text, &config))
        return NULL;
    return by_py_rules_new(&config);
}

static PyObject *text_of(PyObject *self)
{
    char text[BY_CONFIG_TEXT];

    by_config_print(config_of(self), text, sizeof text);
    return PyUnicode_FromString(text);
}

static PyObject *repr(PyObject *self)
{
    PyObject *text = text_of(self), *out = text != NULL ? PyUnicode_FromFormat("Rules(%R)", text) : NULL;

    Py_XDECREF(text);
    return out;
}

static PyObject *compare(PyObject *a, PyObject *b, int how)
{
    bool same;

    if (!PyObject_TypeCheck(b, type) || (how != Py_EQ && how != Py_NE))
        return Py_NewRef(Py_NotImplemented);
    same = memcmp(config_of(a), config_of(b), sizeof *config_of(a)) == 0;
    return PyBool_FromLong(same == (how == Py_EQ));
}

static Py_hash_t hash(PyObject *self)
{
    PyObject *text = text_of(self);
    Py_hash_t value = text != NULL ? PyObject_Hash(text) : -1;

    Py_XDECREF(text);
    return value;
}

static PyObject *reduce(PyObject *self, PyObject *none)
{
    (void)none;
    return Py_BuildValue("O(N)", (PyObject *)Py_TYPE(self), text_of(self));
}

/* Returns an option's value: a number, or a word such as "until". */
static PyObject *value_of(const struct by_config *c, int id)
{
    char text[64];

    by_option_print(id, c->opt[id], text, sizeof text);
    return (text[0] >= '0' && text[0] <= '9') || text[0] == '-' ? PyLong_FromLong(c->opt[id])
                                                                : PyUnicode_FromString(text);
}

static PyObject *item(PyObject *self, PyObject *key)
{
    const char *text = PyUnicode_Check(key) ? PyUnicode_AsUTF8AndSize(key, NULL) : NULL;

    for (int i = 0; text != NULL && i < BY_OPTIONS; i++)
        if (strcmp(by_option_list[i].key, text) == 0 && by_option_of(config_of(self), i) != NULL)
            return value_of(config_of(self), i);
    if (PyErr_Occurred() == NULL)
        PyErr_SetObject(PyExc_KeyError, key);
    return NULL;
}

static PyObject *get_options(PyObject *self, void *none)
{
    PyObject *all = PyDict_New();

    (void)none;
    for (int i = 0; all != NULL && i < BY_OPTIONS; i++) {
        PyObject *value;

        if (by_option_of(config_of(self), i) == NULL)
            continue;
        value = value_of(config_of(self), i);
        if (value == NULL || PyDict_SetItemString(all, by_option_list[i].key, value) != 0)
            Py_CLEAR(all);
        Py_XDECREF(value);
    }
    return all;
}

static PyObject *get_text(PyObject *self, void *none)
{
    (void)none;
    return text_of(self);
}

static PyObject *get_game(PyObject *self, void *none)
{
    (void)none;
    return PyUnicode_FromString(by_games[config_of(self)->game]->key);
}

static PyObject *get_preset(PyObject *self, void *none)
{
    (void)none;
    return PyUnicode_FromString(by_games[config_of(self)->game]->presets[config_of(self)->preset].sheet);
}

static PyObject *get_family(PyObject *self, void *none)
{
    (void)none;
    return PyUnicode_FromString(by_families[by_games[config_of(self)->game]->family]->key);
}

static PyObject *get_players(PyObject *self, void *none)
{
    (void)none;
    return PyLong_FromLong(config_of(self)->opt[BY_PLAYERS]);
}

static PyObject *get_low_wins(PyObject *self, void *none)
{
    (void)none;
    return PyBool_FromLong(by_families[by_games[config_of(self)->game]->family]->low_wins);
}

static PyObject *explain(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = { "language", NULL };
    const char *key = "en";
    struct by_paragraph p;
    PyObject *all;
    int language;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|s:explain", names, &key))
        return NULL;
    language = by_language_find(key);
    if (language < 0)
        return PyErr_Format(PyExc_ValueError, "there is no language \"%s\"", key);
    all = PyList_New(0);
    for (int i = 0; all != NULL && by_explain(config_of(self), i, language, &p); i++) {
        PyObject *one = Py_BuildValue("(sss)", p.section, p.number, p.text);

        if (one == NULL || PyList_Append(all, one) != 0)
            Py_CLEAR(all);
        Py_XDECREF(one);
    }
    return all;
}

static PyGetSetDef getters[] = {
    BY_PY_GET("text", get_text, "The canonical rule string."),
    BY_PY_GET("game", get_game, "The game's key, such as \"muggins\"."),
    BY_PY_GET("preset", get_preset, "The rule sheet, such as \"classic\"."),
    BY_PY_GET("family", get_family, "The kind of table: \"line\", \"feet\", \"trains\" or \"castle\"."),
    BY_PY_GET("players", get_players, "The number of players."),
    BY_PY_GET("low_wins", get_low_wins, "Whether the lowest total wins."),
    BY_PY_GET("options", get_options, "All options of this game with their values."),
    { NULL, NULL, NULL, NULL, NULL },
};

static PyMethodDef methods[] = {
    BY_PY_METHOD(
        "explain", explain, METH_VARARGS | METH_KEYWORDS,
        "explain($self, language=\"en\")\n--\n\nReturn the rules in plain words: (section, rule numbers, sentences)."),
    BY_PY_METHOD("__reduce__", reduce, METH_NOARGS, NULL),
    { NULL, NULL, 0, NULL },
};

static PyType_Slot slots[] = {
    { Py_tp_doc,
      "Rules(text)\n--\n\nThe rules of one table: a game, a preset and a value for each option.\n\n"
      ">>> Rules(\"muggins:classic players=4 teams=on\")[\"target\"]\n250" },
    { Py_tp_new, rules_new },
    { Py_tp_dealloc, by_py_free },
    { Py_tp_str, text_of },
    { Py_tp_repr, repr },
    { Py_tp_richcompare, compare },
    { Py_tp_hash, hash },
    { Py_mp_subscript, item },
    { Py_tp_getset, getters },
    { Py_tp_methods, methods },
    { 0, NULL },
};

static PyType_Spec spec = { "boneyard.Rules", sizeof(struct rules), 0, Py_TPFLAGS_DEFAULT, slots };

bool by_py_rules_init(PyObject *module) { return by_py_add_type(module, &spec, &type); }

PyObject *by_py_games(PyObject *module, PyObject *none)
{
    PyObject *all = PyList_New(0);

    (void)module;
    (void)none;
    for (int i = 0; all != NULL && i < BY_GAMES; i++) {
        const struct by_game *game = by_games[i];
        PyObject *presets = PyList_New(0), *one;

        for (int k = 0; presets != NULL && game->presets[k].sheet != NULL; k++) {
            PyObject *name = PyUnicode_FromFormat("%s:%s", game->key, game->presets[k].sheet);

            if (name == NULL || PyList_Append(presets, name) != 0)
                Py_CLEAR(presets);
            Py_XDECREF(name);
        }
        one = presets != NULL ? Py_BuildValue("(sssN)", game->key, game->name, game->blurb, presets) : NULL;
        if (one == NULL || PyList_Append(all, one) != 0)
            Py_CLEAR(all);
        Py_XDECREF(one);
    }
    return all;
}

/* SPDX-License-Identifier: MIT */
/* config.c: parses, checks and prints rule strings (docs/rules.md section 7).
 *
 * The preset's own values are applied first, then the defaults that follow from the players and the set, then the
 * user's values. The canonical string is made by the same steps, so parsing and printing cannot disagree. */
#include "author.h"

const struct by_game *const by_games[BY_GAMES] = {
#define BY_GAME(name, file) &by_game_##name,
#include "boneyard/games.def"
#undef BY_GAME
};

const struct by_family *const by_families[BY_FAMILIES] = {
#define BY_FAMILY(id, name) &by_family_##name,
#include "boneyard/families.def"
#undef BY_FAMILY
};

const struct by_option_words by_option_list[BY_OPTIONS] = {
#define BY_OPTION(id, key, values, rules) { key, values, rules },
#include "boneyard/options.def"
#undef BY_OPTION
};

static const struct by_preset *preset_of(const struct by_config *c) { return &by_games[c->game]->presets[c->preset]; }

const struct by_option *by_option_of(const struct by_config *c, int id)
{
    const struct by_option *o = by_games[c->game]->options;

    for (; o->id != BY_OPTIONS; o++)
        if (o->id == id && (preset_of(c)->refuses >> id & 1) == 0)
            return o;
    return NULL;
}

/* ---- Words in lists of values ------------------------------------------------------------- */

/* Finds the n-th space-separated word in a list. Returns its length, or 0 past the end. */
static size_t word_at(const char *list, int n, const char **word)
{
    size_t length = 0;

    for (; n > 0 && *list != '\0'; n--) {
        while (*list != '\0' && *list != ' ')
            list++;
        while (*list == ' ')
            list++;
    }
    *word = list;
    while (list[length] != '\0' && list[length] != ' ')
        length++;
    return length;
}

static bool same_bytes(const char *a, size_t n, const char *b, size_t m)
{
    while (n == m && n > 0 && a[n - 1] == b[n - 1]) {
        n--;
        m--;
    }
    return n == 0 && m == 0;
}

/* Returns whether this word is the option's key. Comparing the lengths first would not be faster, since most keys
 * differ in the first letter. */
static bool is_key(const char *word, size_t n, int id)
{
    const char *key = by_option_list[id].key;
    size_t i = 0;

    while (i < n && key[i] == word[i] && key[i] != '\0')
        i++;
    return i == n && key[n] == '\0';
}

static bool has_words(int id)
{
    const char *values = by_option_list[id].values;

    return values != NULL && (values[0] < '0' || values[0] > '9');
}

static bool read_count(const char *text, size_t n, int32_t *out)
{
    int32_t value = 0;

    if (n == 0 || n > 8 || (n > 1 && text[0] == '0'))
        return false;
    for (size_t i = 0; i < n; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        value = value * 10 + (text[i] - '0');
    }
    *out = value;
    return true;
}

/* Converts the text of a value to a number, using the option's list of values. Ranges are checked later. */
static bool read_value(int id, const char *text, size_t n, int32_t *out)
{
    const char *values = by_option_list[id].values, *word;
    size_t length;

    if (values == NULL)
        return read_count(text, n, out);
    for (int i = 0; (length = word_at(values, i, &word)) > 0; i++)
        if (same_bytes(word, length, text, n)) {
            if (!has_words(id))
                return read_count(text, n, out);
            *out = i;
            return true;
        }
    return false;
}

size_t by_option_print(int id, int32_t value, char *out, size_t size)
{
    struct by_text t = by_text_on(out, size);
    const char *word;
    size_t length;

    if (!has_words(id)) {
        by_put_int(&t, value);
        return t.used;
    }
    length = word_at(by_option_list[id].values, value, &word);
    by_put_bytes(&t, word, length);
    return t.used;
}

/* Returns the range of a numeric option at this table, once the players and the set are known. */
void by_option_range(const struct by_config *c, int id, int32_t *lo, int32_t *hi)
{
    const struct by_option *o = by_option_of(c, id);

    BY_ASSERT(o != NULL);
    *lo = o->lo;
    *hi = o->hi;
    if (o->id == BY_PLAYERS) {
        *lo = preset_of(c)->fewest;
        *hi = preset_of(c)->most;
    } else if (o->id == BY_HAND) { /* all hands together must not exceed the deck (F-02) */
        *hi = by_rules_tiles(c) / c->opt[BY_PLAYERS];
    } else if (o->id == BY_FIRST_SEAT) {
        *hi = c->opt[BY_PLAYERS] - 1;
    } else if (o->id == BY_ROUNDS && o->hi == 0) {
        *hi = preset_of(c)->hub ? 1000000 : c->opt[BY_SET] + 1; /* F-03, T-03, T-04 */
    }
}

static bool set_allowed(const struct by_config *c, int32_t set)
{
    for (const uint8_t *s = preset_of(c)->sets; *s != 0; s++)
        if (*s == set)
            return true;
    return false;
}

static void put_allowed(const struct by_config *c, int id, struct by_text *t)
{
    const char *values = by_option_list[id].values, *word;
    int32_t lo, hi, value;
    size_t length, pending = 0;
    const char *last = NULL;

    if (values == NULL) {
        by_option_range(c, id, &lo, &hi);
        if (hi > lo)
            by_put_words(t, BY_SAY_RANGE, BY_PARTS(BY_NUMBER(lo), BY_NUMBER(hi)));
        else
            by_put_int(t, lo);
        return;
    }
    for (int i = 0; (length = word_at(values, i, &word)) > 0; i++) {
        if (id == BY_SET && read_count(word, length, &value) && !set_allowed(c, value))
            continue;
        if (pending > 0) {
            by_put(t, t->used > 0 ? ", " : "");
            by_put_bytes(t, last, pending);
        }
        last = word;
        pending = length;
    }
    if (t->used > 0)
        by_put_words(t, BY_SAY_OR, NULL);
    by_put_bytes(t, last, pending);
}

size_t by_option_allowed(const struct by_config *c, int id, int language, char *out, size_t size)
{
    struct by_text t = by_text_in(out, size, language);

    if (by_option_of(c, id) != NULL)
        put_allowed(c, id, &t);
    return t.used;
}

/* ---- Sentences ---------------------------------------------------------------------------- */

static int language_of(const struct by_fault *f) { return f == NULL ? BY_ENGLISH : f->language; }

/* "muggins:classic" */
static const char *name_of(const struct by_config *c, char *out, size_t size)
{
    struct by_text t = by_text_on(out, size);

    by_put(&t, by_games[c->game]->key);
    by_put_char(&t, ':');
    by_put(&t, preset_of(c)->sheet);
    return out;
}

static by_err fail_value(const struct by_config *c, int id, const char *value, struct by_fault *f)
{
    char allowed[128], name[64], table[64];
    struct by_text all = by_text_in(allowed, sizeof allowed, language_of(f));
    struct by_text t = by_text_in(table, sizeof table, language_of(f));

    put_allowed(c, id, &all);
    if (id != BY_PLAYERS && by_option_list[id].values == NULL && by_option_of(c, BY_PLAYERS) != NULL)
        by_put_words(&t, BY_SAY_AT_TABLE, BY_PARTS(BY_NUMBER(c->opt[BY_PLAYERS]), BY_NUMBER(c->opt[BY_SET])));
    return by_refuse(f, BY_E_RULES, BY_SAY_NOT_ALLOWED,
                     BY_PARTS(BY_WORDS(by_option_list[id].key), BY_INPUT(value),
                              BY_WORDS(name_of(c, name, sizeof name)), BY_WORDS(table), BY_WORDS(allowed)));
}

/* Rejects numbers of players that have a dash in the table of hand sizes (F-02). */
static by_err fail_hand(const struct by_config *c, struct by_fault *f)
{
    char allowed[64];
    struct by_text t = by_text_in(allowed, sizeof allowed, language_of(f));

    put_allowed(c, BY_HAND, &t);
    return by_refuse(f, BY_E_RULES, BY_SAY_NO_HAND_SIZE,
                     BY_PARTS(BY_NUMBER(c->opt[BY_PLAYERS]), BY_NUMBER(c->opt[BY_SET]), BY_WORDS(allowed)));
}

/* Returns the edit distance between two short words, to spot typos. */
static int distance(const char *a, size_t n, const char *b)
{
    int row[24] = { 0 }, m = (int)by_length(b);

    if (n > 22 || m > 22)
        return 99;
    for (int j = 0; j <= m; j++)
        row[j] = j;
    for (int i = 1; i <= (int)n; i++) {
        int corner = row[0];

        row[0] = i;
        for (int j = 1; j <= m; j++) {
            int best = corner + (a[i - 1] != b[j - 1]);

            corner = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[m];
}

/* Collects names for a refusal: the near matches if any, otherwise all names. */
struct names {
    struct by_text near, all;
    char near_at[64], all_at[280], question[96];
};

static void names_begin(struct names *n, const struct by_fault *f)
{
    n->near = by_text_in(n->near_at, sizeof n->near_at, language_of(f));
    n->all = by_text_on(n->all_at, sizeof n->all_at);
}

static void names_add(struct names *n, const char *name, const char *typed, size_t length)
{
    if (distance(typed, length, name) <= (length > 4 ? 2 : 1)) {
        if (n->near.used > 0)
            by_put_words(&n->near, BY_SAY_OR, NULL);
        by_put(&n->near, name);
    }
    by_put(&n->all, n->all.used > 0 ? ", " : "");
    by_put(&n->all, name);
}

static const char *names_question(struct names *n)
{
    struct by_text t = by_text_in(n->question, sizeof n->question, n->near.language);

    if (n->near.used > 0)
        by_put_words(&t, BY_SAY_DID_YOU_MEAN, BY_PARTS(BY_WORDS(n->near.at)));
    return n->question;
}

static void copy_word(char *out, size_t size, const char *word, size_t n)
{
    struct by_text t = by_text_on(out, size);

    by_put_bytes(&t, word, n);
}

/* ---- Reading ------------------------------------------------------------------------------ */

static by_err read_game(const char *word, size_t n, struct by_config *c, struct by_fault *f)
{
    struct names names;
    char typed[72];
    size_t colon = 0;
    int sheet = 0;

    while (colon < n && word[colon] != ':')
        colon++;
    copy_word(typed, sizeof typed, word, colon);
    names_begin(&names, f);
    for (c->game = 0; c->game < BY_GAMES; c->game++) {
        if (same_bytes(word, colon, by_games[c->game]->key, by_length(by_games[c->game]->key)))
            break;
        names_add(&names, by_games[c->game]->key, word, colon);
    }
    if (c->game == BY_GAMES)
        return by_refuse(f, BY_E_RULES, BY_SAY_NO_SUCH_GAME,
                         BY_PARTS(BY_INPUT(typed), BY_WORDS(names_question(&names)), BY_WORDS(names.all.at)));
    c->preset = 0;
    if (colon == n)
        return BY_OK;
    copy_word(typed, sizeof typed, word + colon + 1, n - colon - 1);
    names_begin(&names, f);
    for (const struct by_preset *p = by_games[c->game]->presets; p->sheet != NULL; p++, sheet++) {
        if (same_bytes(typed, by_length(typed), p->sheet, by_length(p->sheet))) {
            c->preset = (uint8_t)sheet;
            return BY_OK;
        }
        names_add(&names, p->sheet, typed, by_length(typed));
    }
    return by_refuse(f, BY_E_RULES, BY_SAY_NO_SHEET,
                     BY_PARTS(BY_WORDS(by_games[c->game]->key), BY_INPUT(typed), BY_WORDS(names_question(&names)),
                              BY_WORDS(names.all.at)));
}

struct given {
    uint32_t mask;
    int32_t value[BY_OPTIONS];
};

static by_err read_option(const char *word, size_t n, const struct by_config *c, struct given *g, struct by_fault *f)
{
    const struct by_option *o = by_games[c->game]->options;
    struct names names;
    char typed[72], name[64];
    size_t key = 0;
    int32_t value;

    while (key < n && word[key] != '=')
        key++;
    copy_word(typed, sizeof typed, word, key);
    if (key == n)
        return by_refuse(f, BY_E_RULES, BY_SAY_NOT_AN_OPTION, BY_PARTS(BY_INPUT(typed)));
    names_begin(&names, f);
    for (; o->id != BY_OPTIONS; o++) {
        if (by_option_of(c, o->id) == NULL)
            continue;
        if (is_key(word, key, o->id))
            break;
        names_add(&names, by_option_list[o->id].key, word, key);
    }
    if (o->id == BY_OPTIONS)
        return by_refuse(f, BY_E_RULES, BY_SAY_NO_OPTION,
                         BY_PARTS(BY_WORDS(name_of(c, name, sizeof name)), BY_INPUT(typed),
                                  BY_WORDS(names_question(&names)), BY_WORDS(names.all.at)));
    if ((g->mask >> o->id & 1) != 0)
        return by_refuse(f, BY_E_RULES, BY_SAY_GIVEN_TWICE, BY_PARTS(BY_WORDS(typed)));
    copy_word(typed, sizeof typed, word + key + 1, n - key - 1);
    if (!read_value(o->id, word + key + 1, n - key - 1, &value))
        return fail_value(c, o->id, typed, f);
    g->mask |= (uint32_t)1 << o->id;
    g->value[o->id] = value;
    return BY_OK;
}

/* Applies the preset's string, which does not depend on the players. */
static void read_preset(const struct by_config *c, struct given *g)
{
    const char *text = preset_of(c)->text;
    size_t n, key;

    g->mask = 0;
    for (const char *word; (n = word_at(text, 0, &word)) > 0; text = word + n + (word[n] == ' ')) {
        for (key = 0; word[key] != '='; key++)
            ;
        for (int id = 0; id < BY_OPTIONS; id++)
            if (is_key(word, key, id)) {
                BY_ASSERT(read_value(id, word + key + 1, n - key - 1, &g->value[id]));
                g->mask |= (uint32_t)1 << id;
            }
    }
}

/* Returns the preset's own values for these players and this set (0 for the players' default set). */
static void values_of(struct by_config *c, const struct given *preset, int32_t players, int32_t set)
{
    memset(c->opt, 0, sizeof c->opt);
    c->pad[0] = c->pad[1] = 0;
    c->opt[BY_PLAYERS] = players;
    c->opt[BY_SET] = set;
    for (int id = 0; id < BY_OPTIONS; id++)
        if ((preset->mask >> id & 1) != 0)
            c->opt[id] = preset->value[id];
    if (by_games[c->game]->settle != NULL)
        by_games[c->game]->settle(c);
}

static void preset_values(struct by_config *c, int32_t players, int32_t set)
{
    struct given preset;

    read_preset(c, &preset);
    values_of(c, &preset, players, set);
}

void by_config_preset(int game, int preset, struct by_config *out)
{
    BY_ASSERT(game >= 0 && game < BY_GAMES);
    out->game = (uint8_t)game;
    out->preset = (uint8_t)preset;
    preset_values(out, preset_of(out)->players, 0);
}

static by_err judge(const struct by_config *c, struct by_fault *f)
{
    struct by_config base = *c;
    char value[32];
    int32_t lo, hi;

    preset_values(&base, c->opt[BY_PLAYERS], c->opt[BY_SET]);
    for (const struct by_option *o = by_games[c->game]->options; o->id != BY_OPTIONS; o++) {
        if (by_option_of(c, o->id) == NULL || by_option_list[o->id].values != NULL)
            continue;
        by_option_range(c, o->id, &lo, &hi);
        if (o->id == BY_HAND && base.opt[BY_HAND] == 0 && c->opt[BY_HAND] == 0)
            return fail_hand(c, f);
        if (c->opt[o->id] < lo || c->opt[o->id] > hi) {
            by_option_print(o->id, c->opt[o->id], value, sizeof value);
            return fail_value(c, o->id, value, f);
        }
    }
    return by_games[c->game]->check == NULL ? BY_OK : by_games[c->game]->check(c, f);
}

/* Checks the players and the set first, since the defaults of the other options depend on them. */
static by_err install(struct by_config *c, const struct given *g, struct by_fault *f)
{
    int32_t players = g->mask >> BY_PLAYERS & 1 ? g->value[BY_PLAYERS] : preset_of(c)->players;
    int32_t set = g->mask >> BY_SET & 1 ? g->value[BY_SET] : 0;
    char value[16];

    if (players < preset_of(c)->fewest || players > preset_of(c)->most) {
        by_option_print(BY_PLAYERS, players, value, sizeof value);
        return fail_value(c, BY_PLAYERS, value, f);
    }
    preset_values(c, players, 0);
    if (set != 0 && !set_allowed(c, set)) {
        by_option_print(BY_SET, set, value, sizeof value);
        return fail_value(c, BY_SET, value, f);
    }
    preset_values(c, players, set);
    for (int id = 0; id < BY_OPTIONS; id++)
        if ((g->mask >> id & 1) != 0 && id != BY_SET)
            c->opt[id] = g->value[id];
    return judge(c, f);
}

by_err by_config_parse(const char *text, struct by_config *out, struct by_fault *fault)
{
    return by_config_parse_in(text, BY_ENGLISH, out, fault);
}

by_err by_config_parse_in(const char *text, int language, struct by_config *out, struct by_fault *fault)
{
    struct by_config c;
    struct given given = { 0 };
    const char *word = text;
    size_t n;
    by_err err;

    if (fault != NULL)
        fault->language = language;
    memset(&c, 0, sizeof c);
    while (*word == ' ' || *word == '\t')
        word++;
    for (int words = 0; *word != '\0'; words++) {
        for (n = 0; word[n] != '\0' && word[n] != ' ' && word[n] != '\t'; n++)
            ;
        if (words == 0) {
            err = read_game(word, n, &c, fault);
            if (err == BY_OK)
                by_config_preset(c.game, c.preset, &c);
        } else {
            err = read_option(word, n, &c, &given, fault);
        }
        if (err != BY_OK)
            return err;
        for (word += n; *word == ' ' || *word == '\t'; word++)
            ;
        if (*word == '\0') {
            err = install(&c, &given, fault);
            if (err == BY_OK)
                *out = c;
            return err;
        }
    }
    return by_refuse(fault, BY_E_RULES, BY_SAY_NO_GAME_NAMED, NULL);
}

size_t by_config_print(const struct by_config *c, char *out, size_t size)
{
    struct by_text t = by_text_on(out, size);
    struct by_config first = *c, set = *c, rest = *c; /* the usual number of players, the usual set, other defaults */
    struct given preset;
    char value[32];

    read_preset(c, &preset);
    values_of(&first, &preset, preset_of(c)->players, 0);
    values_of(&set, &preset, c->opt[BY_PLAYERS], 0);
    values_of(&rest, &preset, c->opt[BY_PLAYERS], c->opt[BY_SET]);
    by_put(&t, by_games[c->game]->key);
    by_put_char(&t, ':');
    by_put(&t, preset_of(c)->sheet);
    for (int id = 0; id < BY_OPTIONS; id++) {
        const struct by_config *base = id == BY_PLAYERS ? &first : id == BY_SET ? &set : &rest;

        if (c->opt[id] == base->opt[id] || by_option_of(c, id) == NULL)
            continue;
        by_option_print(id, c->opt[id], value, sizeof value);
        by_put_char(&t, ' ');
        by_put(&t, by_option_list[id].key);
        by_put_char(&t, '=');
        by_put(&t, value);
    }
    return t.used;
}

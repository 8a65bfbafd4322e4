/* SPDX-License-Identifier: MIT */
/* lines.c: parses the lines of a tournament (tournament.h). */
#include "lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "planted.h"
#include "util/page.h"
#include "util/tell.h"
#include "util/utf8.h"

#define MOST_POINTS 1000000
#define wrong by_tournament_wrong

/* ---- The head ---- */

/* Returns the rest of the line after `key` and a space, or NULL. */
static const char *after(const char *line, const char *key)
{
    size_t n = strlen(key);

    return strncmp(line, key, n) == 0 && line[n] == ' ' ? line + n + 1 : NULL;
}

/* Returns the rest of the next line after `key` and a space; otherwise returns NULL and sets a fault. */
static const char *keyed(struct by_lines *in, const char *key, struct by_fault *f)
{
    const char *rest = by_lines_next(in) == BY_LINE_READ && strlen(in->at) == in->n ? after(in->at, key) : NULL;

    if (rest == NULL)
        wrong(f, "tournament.file.key", BY_PARTS(BY_WORDS(key)));
    return rest;
}

/* Returns the position of a word in a list, or -1. */
static int find(const char *word, size_t n, const char *const *list, int count)
{
    for (int i = 0; i < count; i++)
        if (strlen(list[i]) == n && strncmp(list[i], word, n) == 0)
            return i;
    return -1;
}

/* Reads a key whose value must be in a list. Returns its position, or -1. */
static int keyed_one(struct by_lines *in, const char *key, const char *const *list, int count, struct by_fault *f)
{
    const char *text = keyed(in, key, f);
    int found = text == NULL ? -1 : find(text, strlen(text), list, count);

    if (text != NULL && found < 0)
        wrong(f, "tournament.file.value", BY_PARTS(BY_WORDS(key), BY_INPUT(text)));
    return found;
}

/* Reads a decimal number up to `most`, which must take up all n bytes. Returns -1 on failure. */
static long number(const char *text, size_t n, long most)
{
    long value = 0;

    if (n == 0 || n > 8)
        return -1;
    for (size_t i = 0; i < n; i++) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        value = 10 * value + (text[i] - '0');
    }
    return value <= most ? value : -1;
}

static int keyed_number(struct by_lines *in, const char *key, long least, long most, struct by_fault *f)
{
    const char *text = keyed(in, key, f);
    long n = text == NULL ? -1 : number(text, strlen(text), most);

    if (text != NULL && n < least)
        wrong(f, "tournament.file.value", BY_PARTS(BY_WORDS(key), BY_INPUT(text)));
    return n < least ? -1 : (int)n;
}

/* Checks a string against a pattern in which 0 stands for any digit. */
static bool like(const char *text, const char *pattern)
{
    size_t i = 0;

    for (; pattern[i] != '\0'; i++)
        if (pattern[i] == '0' ? text[i] < '0' || text[i] > '9' : text[i] != pattern[i])
            return false;
    return text[i] == '\0';
}

static bool read_draw(struct by_tournament *t, const char *text, struct by_fault *f)
{
    char *end;

    if (text == NULL)
        return false;
    errno = 0;
    t->draw = strtoull(text, &end, 16);
    if (strspn(text, "0123456789abcdef") != strlen(text) || *end != '\0' || end == text || errno != 0)
        return wrong(f, "tournament.file.value", BY_PARTS(BY_WORDS("draw"), BY_INPUT(text)));
    return true;
}

static bool read_ties(struct by_tournament *t, const char *text, struct by_fault *f)
{
    while (*text != '\0') {
        size_t n = strcspn(text, " ");
        int found = find(text, n, by_tie_key, BY_TIES);

        for (int i = 0; i < t->ties && found >= 0; i++)
            found = (int)t->tie[i] == found ? -1 : found;
        if (found < 0)
            return wrong(f, "tournament.file.value", BY_PARTS(BY_WORDS("ties"), BY_INPUT(text)));
        t->tie[t->ties++] = (enum by_tie)found;
        text += n;
        text += *text == ' ';
    }
    return true;
}

/* Checks that game, format and table size are compatible. */
static bool fits(const struct by_tournament *t, struct by_fault *f)
{
    bool teams = t->format != BY_SINGLES;
    int players = teams ? 4 : t->at_table;

    if (by_families[by_games[t->rules.game]->family]->solitaire)
        return wrong(f, "tournament.file.solitaire", NULL);
    if (teams != (t->rules.opt[BY_TEAMS] == BY_ON) || t->rules.opt[BY_PLAYERS] != players)
        return wrong(
            f, "tournament.file.rules",
            BY_PARTS(BY_WORDS(by_format_key[t->format]), BY_NUMBER(players), BY_WORDS(teams ? " teams=on" : "")));
    if (t->format == BY_PARTNERS ? t->at_table != 2 : teams && t->at_table != 4)
        return wrong(f, "tournament.file.table", BY_PARTS(BY_WORDS(by_format_key[t->format])));
    return true;
}

bool by_tournament_head(struct by_tournament *t, struct by_lines *in, struct by_fault *f)
{
    const char *text;
    int format, system;

    if (by_lines_next(in) != BY_LINE_READ || strcmp(in->at, BY_TOURNAMENT_FIRST) != 0)
        return wrong(f, "tournament.file.first", BY_PARTS(BY_WORDS(BY_TOURNAMENT_FIRST)));
    text = keyed(in, "rules", f);
    if (text == NULL || by_config_parse_in(text, by_tell_language(), &t->rules, f) != BY_OK)
        return false;
    text = keyed(in, "date", f);
    if (text == NULL)
        return false;
    if (!like(text, "0000-00-00"))
        return wrong(f, "tournament.file.value", BY_PARTS(BY_WORDS("date"), BY_INPUT(text)));
    memcpy(t->date, text, 11);
    if (!read_draw(t, keyed(in, "draw", f), f))
        return false;
    format = keyed_one(in, "format", by_format_key, BY_FORMATS, f);
    system = format < 0 ? -1 : keyed_one(in, "system", by_system_key, BY_SYSTEMS, f);
    t->at_table = system < 0 ? -1 : keyed_number(in, "table", 2, BY_AT_TABLE, f);
    t->limit = t->at_table < 0 ? -1 : keyed_number(in, "rounds", 0, BY_MOST_TOURNAMENT_ROUNDS, f);
    if (t->limit < 0)
        return false;
    t->format = (enum by_format)format;
    t->system = (enum by_system)system;
    if (by_lines_next(in) == BY_LINE_READ && (text = after(in->at, "until")) != NULL) {
        if (!like(text, "0000-00-00 00:00"))
            return wrong(f, "tournament.file.value", BY_PARTS(BY_WORDS("until"), BY_INPUT(text)));
        memcpy(t->until, text, 17);
        by_lines_next(in);
    }
    text = after(in->at, "ties");
    if (text == NULL)
        return wrong(f, "tournament.file.key", BY_PARTS(BY_WORDS("ties")));
    return read_ties(t, text, f) && fits(t, f);
}

/* ---- People ---- */

/* Checks one person's name. Returns false and sets a fault if the name is invalid. */
static bool check_name(const struct by_tournament *t, const char *name, size_t n, struct by_fault *f)
{
    char copy[BY_TOURNAMENT_LINE + 1], clean[BY_TOURNAMENT_LINE + 1];

    snprintf(copy, sizeof copy, "%.*s", (int)n, name);
    by_page_clean(clean, sizeof clean, copy);
    if (n == 0)
        return wrong(f, "tournament.name.none", NULL);
    if (by_utf8_count(clean) > BY_CONTESTANT_LETTERS || strlen(clean) > (size_t)BY_CONTESTANT_LETTERS * 4)
        return wrong(f, "tournament.name.long", BY_PARTS(BY_INPUT(copy), BY_NUMBER(BY_CONTESTANT_LETTERS)));
    if (strcmp(clean, copy) != 0 || strpbrk(copy, ",;:#+\"") != NULL || copy[0] == ' ' || copy[n - 1] == ' '
        || strstr(copy, "  ") != NULL || (copy[0] >= '0' && copy[0] <= '9'))
        return wrong(f, "tournament.name.marks", BY_PARTS(BY_INPUT(copy)));
    if (by_tournament_find(t, copy, n) >= 0)
        return wrong(f, "tournament.name.twice", BY_PARTS(BY_INPUT(copy)));
    return true;
}

static bool add_player(struct by_tournament *t, const char *name, struct by_fault *f)
{
    const char *plus = strstr(name, " + ");
    size_t n = plus == NULL ? strlen(name) : (size_t)(plus - name);

    if (t->contestants == BY_MOST_CONTESTANTS)
        return wrong(f, "tournament.name.full", BY_PARTS(BY_NUMBER(BY_MOST_CONTESTANTS)));
    if ((t->format == BY_PARTNERS) != (plus != NULL))
        return wrong(f, plus == NULL ? "tournament.name.pair" : "tournament.name.single", BY_PARTS(BY_INPUT(name)));
    if (!check_name(t, name, n, f) || (plus != NULL && !check_name(t, plus + 3, strlen(plus + 3), f)))
        return false;
    if (plus != NULL && by_utf8_alike(plus + 3, name, n, false))
        return wrong(f, "tournament.name.twice", BY_PARTS(BY_INPUT(plus + 3)));
    snprintf(t->contestant[t->contestants++].name, BY_CONTESTANT_TEXT, "%s", name);
    return true;
}

/* Returns the contestant with this name, or -1 after setting a fault. */
static int known(const struct by_tournament *t, const char *name, size_t n, struct by_fault *f)
{
    char copy[BY_TOURNAMENT_LINE + 1];
    int found = by_tournament_find(t, name, n);

    snprintf(copy, sizeof copy, "%.*s", (int)n, name);
    if (found < 0)
        wrong(f, "tournament.name.unknown", BY_PARTS(BY_INPUT(copy)));
    return found;
}

static bool set_absent(struct by_tournament *t, const char *name, struct by_fault *f)
{
    int i = known(t, name, strlen(name), f);

    if (i < 0)
        return false;
    if (t->contestant[i].out || t->contestant[i].absent)
        return wrong(f, "tournament.out.already", BY_PARTS(BY_WORDS(t->contestant[i].name)));
    t->contestant[i].absent = true;
    return true;
}

static bool set_out(struct by_tournament *t, const char *name, struct by_fault *f)
{
    int i = known(t, name, strlen(name), f);

    if (i < 0)
        return false;
    if (t->contestant[i].out)
        return wrong(f, "tournament.out.already", BY_PARTS(BY_WORDS(t->contestant[i].name)));
    t->contestant[i].out = true;
    t->contestant[i].absent = false;
    return true;
}

static bool set_back(struct by_tournament *t, const char *name, struct by_fault *f)
{
    int i = known(t, name, strlen(name), f);

    if (i < 0)
        return false;
    if (!t->contestant[i].out && !t->contestant[i].absent)
        return wrong(f, "tournament.out.not", BY_PARTS(BY_WORDS(t->contestant[i].name)));
    t->contestant[i].out = t->contestant[i].absent = false;
    return true;
}

/* ---- Rounds ---- */

bool by_tournament_whole(const struct by_tournament *t)
{
    for (int i = 0; i < t->contestants; i++)
        if (t->contestant[i].due)
            return false;
    return true;
}

static bool start_round(struct by_tournament *t, const char *text, struct by_fault *f)
{
    if (number(text, strlen(text), BY_MOST_TOURNAMENT_ROUNDS) != t->rounds + 1)
        return wrong(f, "tournament.file.number", BY_PARTS(BY_NUMBER(t->rounds + 1), BY_INPUT(text)));
    if (!by_tournament_settled(t))
        return wrong(f, "tournament.pair.open", BY_PARTS(BY_NUMBER(t->rounds)));
    if (t->rounds == BY_MOST_TOURNAMENT_ROUNDS || (t->limit > 0 && t->rounds == t->limit))
        return wrong(f, "tournament.pair.over", BY_PARTS(BY_NUMBER(t->rounds)));
    memset(&t->round[t->rounds++], 0, sizeof *t->round);
    for (int i = 0; i < t->contestants; i++) {
        t->contestant[i].due = !t->contestant[i].out && !t->contestant[i].absent;
        t->contestant[i].absent = false;
    }
    return true;
}

/* Seats the contestant with this name, who must not have a seat in this round yet. Returns -1 after setting a fault. */
static int take(struct by_tournament *t, const char *name, size_t n, struct by_fault *f)
{
    int i = known(t, name, n, f);

    if (i >= 0 && !t->contestant[i].due && !BY_PLANTED(613)) {
        wrong(f, "tournament.file.seated", BY_PARTS(BY_WORDS(t->contestant[i].name)));
        return -1;
    }
    if (i >= 0)
        t->contestant[i].due = false;
    return i;
}

static bool add_table(struct by_tournament *t, const char *text, struct by_fault *f)
{
    struct by_tournament_round *r = &t->round[t->rounds - 1];
    struct by_seating s = { 0 };

    while (*text != '\0') {
        size_t n = strcspn(text, ",");
        int i = s.n == BY_AT_TABLE ? -1 : take(t, text, n, f);

        if (s.n == BY_AT_TABLE)
            return wrong(f, "tournament.file.size", NULL);
        if (i < 0)
            return false;
        s.at[s.n++] = (int16_t)i;
        text += n;
        text += *text == ',';
        text += *text == ' ';
    }
    if (s.n < 2 || (t->format != BY_SINGLES && s.n != t->at_table))
        return wrong(f, "tournament.file.size", NULL);
    r->table[r->tables++] = s;
    return true;
}

static bool add_bye(struct by_tournament *t, const char *name, struct by_fault *f)
{
    struct by_tournament_round *r = &t->round[t->rounds - 1];
    int i = take(t, name, strlen(name), f);

    if (i < 0)
        return false;
    r->bye[r->byes++] = (int16_t)i;
    return true;
}

/* Reads a score line such as "1.2 250 180". */
static bool add_score(struct by_tournament *t, const char *text, struct by_fault *f)
{
    size_t dot = strcspn(text, "."), space = strcspn(text, " ");
    long round = number(text, dot, t->rounds), table;
    struct by_seating *s;
    int n = 0;

    if (round < 1 || dot > space)
        return wrong(f, "tournament.score.round", BY_PARTS(BY_INPUT(text)));
    table = number(text + dot + 1, space - dot - 1, t->round[round - 1].tables);
    if (table < 1)
        return wrong(f, "tournament.score.table", BY_PARTS(BY_NUMBER(round), BY_NUMBER(t->round[round - 1].tables)));
    s = &t->round[round - 1].table[table - 1];
    for (text += space; *text == ' '; n++) {
        size_t k = strcspn(++text, " ");
        long points = number(text, k, MOST_POINTS);

        if (points < 0)
            return wrong(f, "tournament.score.number", BY_PARTS(BY_INPUT(text), BY_NUMBER(MOST_POINTS)));
        if (n < by_seating_sides(t, s))
            s->score[n] = (int32_t)points;
        text += k;
    }
    if (n != by_seating_sides(t, s))
        return wrong(f, "tournament.score.count",
                     BY_PARTS(BY_NUMBER(table), BY_NUMBER(by_seating_sides(t, s)), BY_NUMBER(n)));
    s->scored = true;
    return true;
}

bool by_tournament_apply(struct by_tournament *t, const char *line, struct by_fault *f)
{
    static const struct {
        const char *key;
        bool (*apply)(struct by_tournament *, const char *, struct by_fault *);
        bool pairs; /* belongs to the pairing of a round */
    } kinds[] = { { "player", add_player, false }, { "absent", set_absent, false }, { "out", set_out, false },
                  { "back", set_back, false },     { "round", start_round, false }, { "table", add_table, true },
                  { "bye", add_bye, true },        { "score", add_score, false } };

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const char *rest = after(line, kinds[i].key);

        if (rest == NULL)
            continue;
        if (strlen(line) > BY_TOURNAMENT_LINE || kinds[i].pairs == by_tournament_whole(t))
            return wrong(f, kinds[i].pairs ? "tournament.file.seated.all" : "tournament.file.round", NULL);
        return kinds[i].apply(t, rest, f);
    }
    return wrong(f, "tournament.file.line", BY_PARTS(BY_INPUT(line)));
}

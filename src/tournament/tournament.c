/* SPDX-License-Identifier: MIT */
/* tournament.c: stores the lines of a tournament, and derives its state from them (tournament.h). */
#include "tournament.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "boneyard/text.h"
#include "boneyard/words.h"
#include "lines.h"
#include "util/lines.h"
#include "util/memory.h"
#include "util/page.h"
#include "util/tell.h"
#include "util/utf8.h"

const char *const by_format_key[BY_FORMATS] = { "singles", "partners", "rotating" };
const char *const by_system_key[BY_SYSTEMS] = { "swiss", "all" };
const char *const by_tie_key[BY_TIES] = { "opponents", "difference", "wins" };

bool by_tournament_wrong(struct by_fault *f, const char *id, const struct by_part *parts)
{
    struct by_text t = by_tell_on(f->text, sizeof f->text);

    f->err = BY_E_USAGE;
    f->line = 0;
    by_tell_put(&t, id, parts);
    return false;
}

/* ---- Questions ---- */

int by_seating_sides(const struct by_tournament *t, const struct by_seating *s)
{
    return t->format == BY_ROTATING ? 2 : s->n;
}

void by_seating_put(const struct by_tournament *t, const struct by_seating *s, int side, struct by_text *out)
{
    bool first = true;

    for (int i = 0; i < s->n; i++) {
        const char *name = t->contestant[s->at[i]].name, *plus = strstr(name, " + ");

        if (by_seating_side(t, i) != side)
            continue;
        if (!first)
            by_put_words(out, BY_SAY_AND, NULL);
        by_put_bytes(out, name, plus == NULL ? strlen(name) : (size_t)(plus - name));
        if (plus != NULL) {
            by_put_words(out, BY_SAY_AND, NULL);
            by_put(out, plus + 3);
        }
        first = false;
    }
}

bool by_tournament_settled(const struct by_tournament *t)
{
    const struct by_tournament_round *r = t->rounds > 0 ? &t->round[t->rounds - 1] : NULL;

    for (int i = 0; r != NULL && i < r->tables; i++)
        if (!r->table[i].scored)
            return false;
    return true;
}

bool by_tournament_low(const struct by_tournament *t) { return by_families[by_games[t->rules.game]->family]->low_wins; }

int by_tournament_find(const struct by_tournament *t, const char *name, size_t n)
{
    for (int i = 0; i < t->contestants; i++) {
        const char *whole = t->contestant[i].name, *plus = strstr(whole, " + ");
        char first[BY_CONTESTANT_TEXT];

        if (by_utf8_alike(whole, name, n, false))
            return i;
        if (plus == NULL)
            continue;
        snprintf(first, sizeof first, "%.*s", (int)(plus - whole), whole);
        if (by_utf8_alike(first, name, n, false) || by_utf8_alike(plus + 3, name, n, false))
            return i;
    }
    return -1;
}

/* ---- The lines ---- */

/* Recomputes the state from the first n lines, all of which have been accepted before. */
static void replay(struct by_tournament *t, int n)
{
    struct by_fault f;

    t->contestants = t->rounds = 0;
    memset(t->contestant, 0, sizeof t->contestant);
    for (int i = 0; i < n; i++)
        BY_ASSERT(by_tournament_apply(t, t->line[i], &f));
}

void by_tournament_cut(struct by_tournament *t, int n)
{
    while (t->lines > n)
        free(t->line[--t->lines]);
    replay(t, n);
}

bool by_tournament_add(struct by_tournament *t, const char *line, struct by_fault *f)
{
    if (!by_tournament_apply(t, line, f)) {
        replay(t, t->lines);
        return false;
    }
    if (t->lines == t->line_room) {
        t->line_room = t->line_room > 0 ? 2 * t->line_room : 64;
        t->line = by_sure(realloc(t->line, sizeof *t->line * (size_t)t->line_room));
    }
    t->line[t->lines++] = by_sure(strdup(line));
    return true;
}

/* Appends the rest of a line, which is a list of names, with one contestant's name replaced. */
static void put_names(const struct by_tournament *t, const char *rest, int contestant, const char *name, FILE *out)
{
    while (*rest != '\0') {
        size_t n = strcspn(rest, ",");

        if (by_tournament_find(t, rest, n) == contestant)
            fputs(name, out);
        else
            fwrite(rest, 1, n, out);
        rest += n;
        n = strspn(rest, ", ");
        fwrite(rest, 1, n, out);
        rest += n;
    }
}

void by_tournament_rename(struct by_tournament *t, int contestant, const char *name)
{
    char **line = by_sure(calloc((size_t)t->lines + 1, sizeof *line));

    for (int i = 0; i < t->lines; i++) {
        const char *rest = strchr(t->line[i], ' ') + 1; /* each line has a key, a space and a value */
        size_t n;
        FILE *out = by_sure(open_memstream(&line[i], &n));

        fwrite(t->line[i], 1, (size_t)(rest - t->line[i]), out);
        put_names(t, rest, contestant, name, out);
        fclose(out);
    }
    for (int i = 0; i < t->lines; i++) {
        free(t->line[i]);
        t->line[i] = line[i];
    }
    free(line);
    replay(t, t->lines);
}

void by_tournament_clear(struct by_tournament *t)
{
    for (int i = 0; i < t->lines; i++)
        free(t->line[i]);
    free(t->line);
    free(t->round);
    memset(t, 0, sizeof *t);
}

/* ---- The file ---- */

bool by_tournament_start(struct by_tournament *t, const char *head, struct by_fault *f)
{
    FILE *in = by_sure(fmemopen((void *)(uintptr_t)head, strlen(head), "r"));
    bool fine = by_tournament_read(t, in, f);

    fclose(in);
    return fine;
}

static bool read_lines(struct by_tournament *t, struct by_lines *in, struct by_fault *f)
{
    enum by_line how;

    while ((how = by_lines_next(in)) == BY_LINE_READ) {
        if (strlen(in->at) != in->n)
            return by_tournament_wrong(f, "tournament.file.nul", NULL);
        if (in->n > 0 && in->at[0] != '#' && !by_tournament_add(t, in->at, f))
            return false;
    }
    if (how == BY_LINE_LONG)
        return by_tournament_wrong(f, "tournament.file.long", NULL);
    if (how == BY_LINE_FAILED)
        return by_tournament_wrong(f, "tournament.file.failed", BY_PARTS(BY_WORDS(strerror(errno))));
    if (!by_tournament_whole(t))
        return by_tournament_wrong(f, "tournament.file.round", NULL);
    return true;
}

bool by_tournament_read(struct by_tournament *t, FILE *file, struct by_fault *f)
{
    struct by_lines in;
    bool fine;

    memset(t, 0, sizeof *t);
    t->round = by_sure(calloc(BY_MOST_TOURNAMENT_ROUNDS, sizeof *t->round));
    by_lines_init(&in, file, BY_TOURNAMENT_LINE);
    fine = by_tournament_head(t, &in, f) && read_lines(t, &in, f);
    if (!fine) {
        f->line = in.number > 0 ? in.number : 1;
        by_tournament_clear(t);
    }
    by_lines_clear(&in);
    return fine;
}

void by_tournament_write(const struct by_tournament *t, FILE *out)
{
    char rules[BY_CONFIG_TEXT];

    by_config_print(&t->rules, rules, sizeof rules);
    fprintf(out, "%s\nrules %s\ndate %s\ndraw %016llx\nformat %s\nsystem %s\ntable %d\nrounds %d\n",
            BY_TOURNAMENT_FIRST, rules, t->date, (unsigned long long)t->draw, by_format_key[t->format],
            by_system_key[t->system], t->at_table, t->limit);
    if (t->until[0] != '\0')
        fprintf(out, "until %s\n", t->until);
    fputs("ties", out);
    for (int i = 0; i < t->ties; i++)
        fprintf(out, " %s", by_tie_key[t->tie[i]]);
    putc('\n', out);
    for (int i = 0; i < t->lines; i++)
        fprintf(out, "%s\n", t->line[i]);
}

/* SPDX-License-Identifier: MIT */
/* keep.c: reads and writes the score as a human-readable file.
 *
 *     boneyard score 1
 *     rules muggins:classic players=3
 *     date 2026-11-21
 *     player Anna                      one line for each player; without a name on an empty sheet
 *     # round 1                        followed by the entries, as they are typed
 *     Anna 15
 *     Anna out, Ben 6-4 3-3, Cara 17 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "keep.h"
#include "entry.h"
#include "util/keep.h"
#include "util/lines.h"
#include "util/memory.h"
#include "util/page.h"
#include "util/tell.h"

#define FIRST "boneyard score 1"
#define LINE_LIMIT 4000

/* ---- Entries as text ---- */

void by_score_held(const struct by_score *s, const struct by_entry *e, int seat, struct by_text *out)
{
    const struct by_held *h = &e->held[seat];
    struct by_set hand = h->hand;
    size_t before = out->used;

    if (e->seat == seat) {
        by_tell_put(out, by_score_family(s)->solitaire ? "score.word.cleared" : "score.word.out", NULL);
        return;
    }
    if (!h->named)
        return;
    while (h->tiles && !by_set_empty(&hand)) {
        by_put(out, out->used > before ? " " : "");
        by_put_tile(out, by_set_take(&hand), false);
    }
    if (!h->tiles)
        by_put_int(out, h->pips);
    if (!h->tiles && h->blank)
        by_put(out, " 0-0");
}

static void put_round(const struct by_score *s, const struct by_entry *e, struct by_text *out)
{
    const char *between = "";

    if (e->seat == BY_NO_SEAT && !by_score_family(s)->solitaire) {
        by_tell_put(out, "score.word.blocked", NULL);
        between = ", ";
    }
    for (int turn = 0; turn < 2; turn++) /* the player who went out comes first */
        for (int i = 0; i < by_score_players(s); i++) {
            if ((i == e->seat) != (turn == 0))
                continue;
            by_put(out, between);
            by_put(out, s->name[i]);
            by_put_char(out, ' ');
            by_score_held(s, e, i, out);
            between = ", ";
        }
    if (e->nobody)
        by_tell_put(out, "score.word.nobody", NULL);
    if (e->number > 0) {
        by_tell_put(out, "score.word.time", NULL);
        by_put_int(out, e->number / 60);
        by_put_char(out, ':');
        by_put_int(out, e->number % 60 / 10);
        by_put_int(out, e->number % 10);
    }
}

void by_entry_put(const struct by_score *s, const struct by_entry *e, struct by_text *out)
{
    if (e->kind == BY_ENTRY_ROUND) {
        put_round(s, e, out);
        return;
    }
    by_put(out, s->name[e->seat]);
    if (e->kind == BY_ENTRY_POINTS) {
        by_put(out, e->plain ? " +" : " ");
        by_put_int(out, e->number);
    }
    if (e->kind == BY_ENTRY_LEAD || e->kind == BY_ENTRY_PENALTY)
        by_tell_put(out, e->kind == BY_ENTRY_LEAD ? "score.word.leads" : "score.word.penalty", NULL);
}

/* ---- Writing ---- */

void by_score_write(const struct by_score *s, FILE *out)
{
    char line[8192];
    int round = 0;

    by_config_print(&s->rules, line, sizeof line);
    fprintf(out, "%s\nrules %s\ndate %s\n", FIRST, line, s->date);
    for (int i = 0; i < by_score_players(s); i++)
        fprintf(out, "player %s\n", s->name[i]);
    for (int i = 0; i < s->entries; i++) {
        struct by_text t = by_text_on(line, sizeof line); /* the file format does not depend on the language */

        if (i == 0 || s->entry[i - 1].kind == BY_ENTRY_ROUND)
            fprintf(out, "# round %d\n", ++round);
        by_entry_put(s, &s->entry[i], &t);
        fprintf(out, "%s\n", line);
    }
}

/* ---- Reading ---- */

/* Returns the rest of the next line after `key` and a space. If the line does not start with these, returns NULL and
 * sets a fault. */
static const char *keyed(struct by_lines *in, const char *key, struct by_fault *f)
{
    size_t n = strlen(key);

    if (by_lines_next(in) == BY_LINE_READ && strlen(in->at) == in->n && strncmp(in->at, key, n) == 0
        && in->at[n] == ' ')
        return in->at + n + 1;
    by_score_wrong(f, "score.file.key", BY_PARTS(BY_WORDS(key)));
    return NULL;
}

/* Reads the lines above the entries. */
static bool read_head(struct by_score *s, struct by_lines *in, struct by_fault *f)
{
    struct by_config rules;
    const char *text;

    if (by_lines_next(in) != BY_LINE_READ || strcmp(in->at, FIRST) != 0)
        return by_score_wrong(f, "score.file.first", BY_PARTS(BY_WORDS(FIRST)));
    text = keyed(in, "rules", f);
    if (text == NULL || by_config_parse_in(text, by_tell_language(), &rules, f) != BY_OK)
        return false;
    by_score_init(s, &rules);
    text = keyed(in, "date", f);
    if (text == NULL)
        return false;
    if (strlen(text) != 10 || strspn(text, "0123456789-") != 10)
        return by_score_wrong(f, "score.file.date", NULL);
    memcpy(s->date, text, 11);
    for (int i = 0; i < by_score_players(s); i++) {
        text = keyed(in, "player", f);
        if (text == NULL || (*text != '\0' && !by_score_name(s, i, text, f)))
            return false;
    }
    return true;
}

static bool read_entry(struct by_score *s, struct by_lines *in, struct by_fault *f)
{
    struct by_entry e[2];
    int n = 0;

    if (in->n == 0 || in->at[0] == '#')
        return true;
    if (strlen(in->at) != in->n)
        return by_score_wrong(f, "score.file.nul", NULL);
    if (s->name[0][0] == '\0')
        return by_score_wrong(f, "score.file.names", NULL);
    switch (by_entry_read(s, in->at, e, 2, &n, f)) {
    case BY_READ_WRONG: return false;
    case BY_READ_QUESTION: return by_score_wrong(f, "score.file.whole", NULL);
    default: return n == 1 ? by_score_add(s, e, f) : by_score_wrong(f, "score.file.own", NULL);
    }
}

bool by_score_read(struct by_score *s, FILE *file, struct by_fault *f)
{
    struct by_lines in;
    enum by_line how = BY_LINE_READ;
    bool fine;

    memset(s, 0, sizeof *s);
    by_lines_init(&in, file, LINE_LIMIT);
    fine = read_head(s, &in, f);
    while (fine && (how = by_lines_next(&in)) == BY_LINE_READ)
        fine = read_entry(s, &in, f);
    if (fine && how == BY_LINE_LONG)
        fine = by_score_wrong(f, "score.file.long", NULL);
    if (fine && how == BY_LINE_FAILED)
        fine = by_score_wrong(f, "score.file.failed", BY_PARTS(BY_WORDS(strerror(errno))));
    if (!fine) {
        f->line = in.number > 0 ? in.number : 1;
        by_score_clear(s);
    }
    by_lines_clear(&in);
    return fine;
}

char *by_score_text(const struct by_score *s)
{
    char *bytes = NULL;
    size_t n = 0;
    FILE *out = by_sure(open_memstream(&bytes, &n));

    by_score_write(s, out);
    if (fclose(out) != 0)
        by_sure(NULL);
    return bytes;
}

bool by_score_readable(const struct by_score *s, struct by_fault *f)
{
    char *bytes = by_score_text(s), *again;
    FILE *in = by_sure(fmemopen(bytes, strlen(bytes), "r"));
    struct by_score read;
    bool fine = by_score_read(&read, in, f);

    fclose(in);
    if (fine) {
        again = by_score_text(&read);
        by_score_clear(&read);
        fine = strcmp(bytes, again) == 0 || by_score_wrong(f, "score.file.differs", NULL);
        free(again);
    }
    free(bytes);
    return fine;
}

bool by_score_save(const struct by_score *s, const char *path)
{
    char *bytes = by_score_text(s);
    bool fine = by_keep_replace(path, bytes, strlen(bytes));

    free(bytes);
    return fine;
}

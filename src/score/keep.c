/* SPDX-License-Identifier: MIT */
/* keep.c: the score as a human-readable file.
 *
 *     boneyard score 1
 *     rules muggins:classic players=3
 *     date 2026-11-21
 *     player Anna                      one line each; without a name on an empty sheet
 *     # round 1                        and then the entries, as they are typed
 *     Anna 15
 *     Anna out, Ben 6-4 3-3, Cara 17 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "score.h"
#include "util/keep.h"
#include "util/lines.h"
#include "util/memory.h"
#include "util/page.h"
#include "util/tell.h"

#define FIRST "boneyard score 1"
#define LINE_LIMIT 4000

void by_score_write(const struct by_score *s, FILE *out)
{
    char line[8192];
    int round = 0;

    by_config_print(&s->rules, line, sizeof line);
    fprintf(out, "%s\nrules %s\ndate %s\n", FIRST, line, s->date);
    for (int i = 0; i < by_score_players(s); i++)
        fprintf(out, "player %s\n", s->name[i]);
    for (int i = 0; i < s->entries; i++) {
        struct by_text t = by_text_on(line, sizeof line); /* the file is the same in every language */

        if (i == 0 || s->entry[i - 1].kind == BY_ENTRY_ROUND)
            fprintf(out, "# round %d\n", ++round);
        by_entry_put(s, &s->entry[i], &t);
        fprintf(out, "%s\n", line);
    }
}

/* ---- Reading ---- */

/* Returns the rest of the next line after `key` and a blank, or NULL and a sentence. */
static const char *keyed(struct by_lines *in, const char *key, struct by_fault *f)
{
    size_t n = strlen(key);

    if (by_lines_next(in) == BY_LINE_READ && strlen(in->at) == in->n && strncmp(in->at, key, n) == 0
        && in->at[n] == ' ')
        return in->at + n + 1;
    by_score_wrong(f, "score.file.key", BY_PARTS(BY_WORDS(key)));
    return NULL;
}

/* The lines above the entries. */
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

bool by_score_save(const struct by_score *s, const char *path)
{
    char *bytes = NULL;
    size_t n = 0;
    FILE *out = by_sure(open_memstream(&bytes, &n));
    bool fine;

    by_score_write(s, out);
    if (fclose(out) != 0)
        by_sure(NULL);
    fine = by_keep_write(path, bytes, n);
    free(bytes);
    return fine;
}

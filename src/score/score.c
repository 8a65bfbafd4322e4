/* SPDX-License-Identifier: MIT */
/* score.c: stores entries and computes the figures from them. */
#include "judge.h"
#include "entry.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "boneyard/text.h"
#include "util/memory.h"
#include "util/page.h"
#include "util/tell.h"
#include "util/utf8.h"

bool by_score_wrong(struct by_fault *f, const char *id, const struct by_part *parts)
{
    struct by_text t = by_tell_on(f->text, sizeof f->text);

    f->err = BY_E_USAGE;
    f->line = 0;
    by_tell_put(&t, id, parts);
    return false;
}

void by_score_init(struct by_score *s, const struct by_config *rules)
{
    memset(s, 0, sizeof *s);
    s->rules = *rules;
    by_tally_start(&s->tally, rules);
}

void by_score_clear(struct by_score *s)
{
    free(s->entry);
    free(s->row);
    s->entry = NULL;
    s->row = NULL;
    s->entries = s->room = s->rows = s->row_room = 0;
}

bool by_score_name(struct by_score *s, int seat, const char *name, struct by_fault *f)
{
    char clean[1024], word[1024];
    size_t n;

    while (*name == ' ' || *name == '\t')
        name++;
    by_page_clean(clean, sizeof clean, name);
    for (n = strlen(clean); n > 0 && clean[n - 1] == ' ';)
        clean[--n] = '\0';
    if (n == 0)
        return by_score_wrong(f, "score.name.none", NULL);
    if (n >= sizeof clean - 4 || by_utf8_count(clean) > BY_NAME_LETTERS || n >= BY_NAME_TEXT)
        return by_score_wrong(f, "score.name.long", BY_PARTS(BY_INPUT(clean), BY_NUMBER(BY_NAME_LETTERS)));
    if (strpbrk(clean, ",;:#\"") != NULL)
        return by_score_wrong(f, "score.name.marks", BY_PARTS(BY_INPUT(clean)));
    for (const char *at = clean; *at != '\0'; at += strspn(at, " ")) {
        size_t k = strcspn(at, " ");

        memcpy(word, at, k);
        word[k] = '\0';
        if (strpbrk(word, "0123456789+") == word)
            return by_score_wrong(f, "score.name.number", BY_PARTS(BY_INPUT(clean), BY_INPUT(word)));
        if (by_entry_reserved(word))
            return by_score_wrong(f, "score.name.reserved", BY_PARTS(BY_INPUT(clean), BY_INPUT(word)));
        at += k;
    }
    for (int i = 0; i < by_score_players(s); i++)
        if (i != seat && strcasecmp(s->name[i], clean) == 0)
            return by_score_wrong(f, "score.name.twice", BY_PARTS(BY_INPUT(clean)));
    memcpy(s->name[seat], clean, n + 1);
    return true;
}

by_tile by_score_centre(const struct by_score *s)
{
    const struct by_state *sheet = &s->tally.sheet;

    return sheet->now.phase == BY_PLAYING ? sheet->centre : by_deck_lacks(sheet);
}

/* Returns the row of the current round, or a new one. */
static struct by_score_row *row_now(struct by_score *s)
{
    const struct by_state *sheet = &s->tally.sheet;
    struct by_score_row *row;

    if (s->rows == s->row_room) {
        s->row_room = s->row_room == 0 ? 16 : s->row_room * 2;
        s->row = by_sure(realloc(s->row, sizeof *s->row * (size_t)s->row_room));
    }
    if (s->rows > 0 && s->row[s->rows - 1].entry < 0)
        return &s->row[s->rows - 1];
    row = &s->row[s->rows++];
    memset(row, 0, sizeof *row);
    row->entry = row->lead = -1;
    row->centre = by_score_centre(s);
    memcpy(row->total, sheet->score, sizeof row->total);
    return row;
}

static bool same_side(const struct by_score *s, int a, int b)
{
    return a == b || (by_score_teams(s) && (a - b) % 2 == 0);
}

/* Adds one entry to the figures. */
static by_err count(struct by_score *s, int at)
{
    const struct by_entry *e = &s->entry[at];
    struct by_left left[BY_SEATS];
    struct by_score_row *row;
    int rule, points;
    by_err err = BY_OK;

    if (e->kind == BY_ENTRY_LEAD)
        err = by_tally_said(&s->tally, e->seat);
    if (err != BY_OK || by_score_over(s))
        return err == BY_OK ? BY_E_PHASE : err;
    row = row_now(s);
    row->lead = by_tally_leads(&s->tally, &rule);
    if (e->kind == BY_ENTRY_POINTS || e->kind == BY_ENTRY_PENALTY) {
        points = e->kind == BY_ENTRY_PENALTY ? 50 : e->plain ? e->number : by_tally_worth(&s->tally, e->number);
        err = by_tally_points(&s->tally, e->seat, points);
        for (int i = 0; i < by_score_players(s) && err == BY_OK; i++)
            row->play[i] += same_side(s, i, e->seat) ? points : 0;
    } else if (e->kind == BY_ENTRY_ROUND) {
        for (int i = 0; i < by_score_players(s); i++)
            left[i] = by_entry_left(e, i);
        err = by_tally_round(&s->tally, e->seat == BY_NO_SEAT ? BY_ENDED_BLOCKED : BY_ENDED_OUT, e->seat, left);
        row->entry = at;
        memcpy(row->gain, s->tally.sheet.gain, sizeof row->gain);
    }
    memcpy(row->total, s->tally.sheet.score, sizeof row->total);
    return err;
}

void by_score_cut(struct by_score *s, int n)
{
    by_tally_start(&s->tally, &s->rules);
    s->rows = 0;
    s->entries = n;
    for (int i = 0; i < n; i++)
        BY_ASSERT(count(s, i) == BY_OK); /* each entry was checked when it was added */
}

bool by_score_add(struct by_score *s, const struct by_entry *e, struct by_fault *f)
{
    if (!by_entry_judge(s, e, f))
        return false;
    if (s->entries == BY_MOST_ENTRIES)
        return by_score_wrong(f, "score.full", BY_PARTS(BY_NUMBER(BY_MOST_ENTRIES)));
    if (s->entries == s->room) {
        s->room = s->room == 0 ? 16 : s->room * 2;
        s->entry = by_sure(realloc(s->entry, sizeof *s->entry * (size_t)s->room));
    }
    s->entry[s->entries] = *e;
    BY_ASSERT(count(s, s->entries) == BY_OK);
    s->entries++;
    return true;
}

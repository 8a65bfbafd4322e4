/* SPDX-License-Identifier: MIT */
/* story.c: represents a record as a list of moments (story.h). */
#include "records.h"
#include "story.h"

#include <stdlib.h>
#include <string.h>

#include "boneyard/why.h"
#include "util/memory.h"
#include "util/page.h"
#include "util/tell.h"

/* Describes the public version of the events, without drawn tiles. */
static char *say(const struct by_story *s, const struct by_view *v, const struct by_events *ev)
{
    char *said = NULL, text[1024];
    size_t n = 0;
    FILE *to = open_memstream(&said, &n);

    by_sure(to);
    for (int i = 0; i < ev->n; i++) {
        struct by_text t = by_tell_on(text, sizeof text);

        by_say(v, by_hear(ev->at[i], v->family, BY_NO_SEAT), s->names.at, s->names.you, &t);
        fprintf(to, "%s%s", i > 0 ? " " : "", text);
    }
    fclose(to);
    return by_sure(said);
}

static void hear(void *context, const struct by_record *t, const struct by_view *v, const struct by_events *ev)
{
    struct by_story *s = context;
    struct by_moment *m;

    if (s->names.at[0] == NULL)
        by_record_names(t, &s->names);
    if (ev->at[0].kind != BY_EV_MOVE)
        return;
    if (s->n == s->room) {
        s->room = s->room * 2 + 64;
        s->at = by_sure(realloc(s->at, sizeof *s->at * (size_t)s->room));
    }
    m = &s->at[s->n++];
    *m = (struct by_moment){ .before = t->table, .seat = ev->at[0].seat, .move = ev->at[0].move, .round = v->round };
    by_table_undo(&m->before);
    for (int i = 1; i < ev->n; i++) {
        m->points += ev->at[i].kind == BY_EV_SCORE ? ev->at[i].points : 0;
        m->ended = m->ended || ev->at[i].kind == BY_EV_ROUND_END;
    }
    m->said = say(s, v, ev);
}

struct by_table by_story_match(const struct by_story *s, int i)
{
    struct by_table m;

    if (i == s->n)
        return s->record->table;
    m = s->at[i].before;
    m.log = s->record->table.log; /* the arrays may have moved in memory as they grew */
    m.rounds = s->record->table.rounds;
    return m;
}

static void complete(struct by_story *out)
{
    by_record_names(out->record, &out->names);
    for (int i = 0; i < out->record->table.state.players; i++)
        out->bot[i] = strncmp(by_record_name(out->record, i), "bot:", 4) == 0;
    out->rules = out->record->table.state.rules;
    out->players = out->record->table.state.players;
    out->family = out->record->table.state.family;
    out->over = out->record->table.state.now.phase == BY_GAME_OVER;
}

bool by_story_read(const char *path, struct by_story *out)
{
    *out = (struct by_story){ .record = NULL };
    out->record = by_cli_record(path, hear, out);
    if (out->record == NULL) {
        by_story_clear(out);
        return false;
    }
    complete(out);
    return true;
}

void by_story_of(const struct by_record *t, struct by_story *out)
{
    *out = (struct by_story){ .record = NULL };
    out->record = by_record_again(t, hear, out);
    complete(out);
}

void by_story_clear(struct by_story *s)
{
    for (int i = 0; i < s->n; i++)
        free(s->at[i].said);
    free(s->at);
    by_record_free(s->record);
    *s = (struct by_story){ .record = NULL };
}

bool by_story_has(const struct by_story *s, const char *path, long at)
{
    if (at > s->n)
        by_tell_complain("cli.record.beyond", BY_PARTS(BY_WORDS(path), BY_NUMBER(s->n)));
    return at <= s->n;
}

int by_story_seat(const struct by_story *s, const char *text)
{
    char all[1200], *end;
    struct by_text t = by_tell_on(all, sizeof all);
    long seat = strtol(text, &end, 10);

    if (*text >= '1' && *text <= '9' && *end == '\0' && seat <= s->players)
        return (int)seat - 1;
    for (int i = 0; i < s->players; i++)
        if (strcmp(text, s->names.at[i]) == 0 || strcmp(text, by_record_name(s->record, i)) == 0)
            return i;
    for (int i = 0; i < s->players; i++) {
        by_put(&t, i > 0 ? ", " : "");
        by_put(&t, s->names.at[i]);
    }
    by_tell_complain("cli.record.who", BY_PARTS(BY_NUMBER(s->players), BY_INPUT(text), BY_WORDS(all)));
    return -1;
}

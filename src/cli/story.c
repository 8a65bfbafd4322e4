/* SPDX-License-Identifier: MIT */
/* story.c: a record as a list of moments (story.h). */
#include "records.h"
#include "story.h"

#include <stdlib.h>
#include <string.h>

#include "boneyard/why.h"
#include "util/memory.h"
#include "util/page.h"
#include "util/tell.h"

static void name_seats(struct by_story *s, const struct by_record *t)
{
    for (int i = 0; i < t->table.state.players; i++) {
        const char *name = by_record_name(t, i);
        char clean[48];
        struct by_text name_text = by_tell_on(s->name[i], sizeof s->name[i]);
        bool again = false;

        s->bot[i] = strncmp(name, "bot:", 4) == 0;
        for (int k = 0; k < t->table.state.players; k++)
            again = again || (k != i && strcmp(by_record_name(t, k), name) == 0);
        by_page_clean(clean, sizeof clean, s->bot[i] ? name + 4 : name);
        if (clean[0] == '\0')
            by_tell_put(&name_text, "cli.record.seat", BY_PARTS(BY_NUMBER(i)));
        else if (again)
            snprintf(s->name[i], sizeof s->name[i], "%s (%d)", clean, i);
        else
            snprintf(s->name[i], sizeof s->name[i], "%s", clean);
        s->names[i] = s->name[i];
        s->you = strcmp(s->name[i], "you") == 0 ? i : s->you;
    }
}

/* Describes the public events; draws do not show their tiles. */
static char *say(const struct by_story *s, const struct by_view *v, const struct by_events *ev)
{
    char *said = NULL, text[1024];
    size_t n = 0;
    FILE *to = open_memstream(&said, &n);

    by_sure(to);
    for (int i = 0; i < ev->n; i++) {
        struct by_text t = by_tell_on(text, sizeof text);

        by_say(v, by_hear(ev->at[i], v->family, BY_NO_SEAT), s->names, s->you, &t);
        fprintf(to, "%s%s", i > 0 ? " " : "", text);
    }
    fclose(to);
    return by_sure(said);
}

static void hear(void *context, const struct by_record *t, const struct by_view *v, const struct by_events *ev)
{
    struct by_story *s = context;
    struct by_moment *m;

    if (s->names[0] == NULL)
        name_seats(s, t);
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
    m.log = s->record->table.log; /* the log and the rounds have grown since */
    m.rounds = s->record->table.rounds;
    return m;
}

bool by_story_read(const char *path, struct by_story *out)
{
    *out = (struct by_story){ .you = -1 };
    out->record = by_cli_record(path, hear, out);
    if (out->record == NULL) {
        by_story_clear(out);
        return false;
    }
    name_seats(out, out->record);
    out->rules = out->record->table.state.rules;
    out->players = out->record->table.state.players;
    out->family = out->record->table.state.family;
    out->over = out->record->table.state.now.phase == BY_GAME_OVER;
    return true;
}

void by_story_clear(struct by_story *s)
{
    for (int i = 0; i < s->n; i++)
        free(s->at[i].said);
    free(s->at);
    by_record_free(s->record);
    *s = (struct by_story){ .you = -1 };
}

int by_story_seat(const struct by_story *s, const char *text)
{
    int players = s->players;
    char *end;
    long seat = strtol(text, &end, 10);

    if (*text >= '0' && *text <= '9' && *end == '\0' && seat < players)
        return (int)seat;
    for (int i = 0; i < players; i++)
        if (strcmp(text, s->names[i]) == 0 || strcmp(text, by_record_name(s->record, i)) == 0)
            return i;
    by_tell_complain("cli.record.who", BY_PARTS(BY_NUMBER(players - 1), BY_INPUT(text)));
    return -1;
}

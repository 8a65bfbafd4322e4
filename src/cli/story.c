/* story.c: a record as a list of moments (story.h). */
#include "story.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/why.h"
#include "util/memory.h"
#include "util/page.h"

static void name_seats(struct by_story *s, const struct by_table *t)
{
    for (int i = 0; i < t->match.state.players; i++) {
        const char *name = by_table_name(t, i);
        char clean[48];
        bool again = false;

        s->bot[i] = strncmp(name, "bot:", 4) == 0;
        for (int k = 0; k < t->match.state.players; k++)
            again = again || (k != i && strcmp(by_table_name(t, k), name) == 0);
        by_page_clean(clean, sizeof clean, s->bot[i] ? name + 4 : name);
        if (clean[0] == '\0')
            snprintf(s->name[i], sizeof s->name[i], "seat %d", i);
        else if (again)
            snprintf(s->name[i], sizeof s->name[i], "%s (%d)", clean, i);
        else
            snprintf(s->name[i], sizeof s->name[i], "%s", clean);
        s->names[i] = s->name[i];
        s->you = strcmp(s->name[i], "you") == 0 ? i : s->you;
    }
}

/* What everybody hears: draws without their tiles. */
static char *say(const struct by_story *s, const struct by_view *v, const struct by_events *ev)
{
    char *said = NULL, text[1024];
    size_t n = 0;
    FILE *to = open_memstream(&said, &n);

    by_sure(to);
    for (int i = 0; i < ev->n; i++) {
        struct by_text t = by_text_on(text, sizeof text);

        by_say(v, by_hear(ev->at[i], v->family, BY_NO_SEAT), s->names, s->you, &t);
        fprintf(to, "%s%s", i > 0 ? " " : "", text);
    }
    fclose(to);
    return by_sure(said);
}

static void hear(void *context, const struct by_table *t, const struct by_view *v, const struct by_events *ev)
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
        s->steps = by_sure(realloc(s->steps, sizeof *s->steps * (size_t)s->room));
    }
    m = &s->at[s->n];
    *m = (struct by_moment){ .before = t->match, .seat = ev->at[0].seat, .move = ev->at[0].move, .round = v->round };
    s->steps[s->n++] = t->match.log[t->match.moves - 1];
    m->first = (uint32_t)s->n - t->match.moves;
    by_match_undo(&m->before);
    for (int i = 1; i < ev->n; i++) {
        m->points += ev->at[i].kind == BY_EV_SCORE ? ev->at[i].points : 0;
        m->ended = m->ended || ev->at[i].kind == BY_EV_ROUND_END;
    }
    m->said = say(s, v, ev);
}

struct by_match by_story_match(const struct by_story *s, int i)
{
    struct by_match m;

    if (i == s->n)
        return s->table->match;
    m = s->at[i].before;
    m.log = s->steps + s->at[i].first;
    return m;
}

bool by_story_read(const char *path, struct by_story *out)
{
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    struct by_fault f = { .err = BY_OK };

    *out = (struct by_story){ .you = -1 };
    if (in == NULL) {
        by_complain("%s cannot be read: %s", path, strerror(errno));
        return false;
    }
    out->table = by_record_read(in, hear, out, &f);
    if (in != stdin)
        fclose(in);
    if (out->table == NULL) {
        by_complain("%s:%d: %s", path, f.line, f.text);
        by_story_clear(out);
        return false;
    }
    name_seats(out, out->table);
    out->rules = out->table->match.state.rules;
    out->players = out->table->match.state.players;
    out->family = out->table->match.state.family;
    out->over = out->table->match.state.now.phase == BY_GAME_OVER;
    return true;
}

void by_story_clear(struct by_story *s)
{
    for (int i = 0; i < s->n; i++)
        free(s->at[i].said);
    free(s->at);
    free(s->steps);
    by_table_free(s->table);
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
        if (strcmp(text, s->names[i]) == 0 || strcmp(text, by_table_name(s->table, i)) == 0)
            return i;
    by_complain("--seat takes a seat from 0 to %d or a name of the record, not '%s'", players - 1, text);
    return -1;
}

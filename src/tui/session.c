/* SPDX-License-Identifier: MIT */
/* session.c: a game in progress for a front end in the terminal (session.h). */
#include "session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "boneyard/why.h"
#include "util/chance.h"
#include "util/memory.h"
#include "util/page.h"
#include "wire/hint.h"
#include "wire/names.h"
#include "wire/record.h"
#include "util/tell.h"

#define SENTENCE 1024

struct by_session {
    struct by_setup setup;
    struct by_record *record;
    struct by_names names;
    int players, people, you;    /* you: the seat of the only person, or -1 */
    struct by_rng rng[BY_SEATS]; /* one generator per bot */
    struct by_asker asker;
    struct by_line_said *line; /* the log */
    int lines, room;
    char *path;      /* where the game is saved, or NULL */
    bool lost, news; /* the last save failed; `trouble` is unreported */
    char trouble[BY_FAULT_TEXT];
};

static const struct by_state *state_of(const struct by_session *s) { return &s->record->table.state; }
static bool is_person(const struct by_session *s, int seat) { return s->setup.seat[seat].bot == NULL; }

/* ---- Seats -------------------------------------------------------------------------------- */

static struct by_session *sit(const struct by_setup *setup, const struct by_seed *seed)
{
    struct by_session *s = by_sure(calloc(1, sizeof *s));
    int first = 0;

    s->setup = *setup;
    s->players = setup->rules.opt[BY_PLAYERS];
    s->you = -1;
    for (int i = s->players - 1; i >= 0; i--)
        if (is_person(s, i)) {
            s->people++;
            first = i;
        }
    if (s->people == 1)
        s->you = first;
    by_setup_names(setup, &s->names);
    for (int i = 0; i < BY_SEATS; i++)
        by_rng_from(&s->rng[i], seed, (uint32_t)i);
    return s;
}

/* Tells the table which decisions a person makes; the clock runs only if there is a person. */
static void seat_people(struct by_session *s)
{
    for (int i = 0; i < s->players; i++)
        s->record->table.people |= (uint32_t)is_person(s, i) << i;
    if (s->people > 0)
        s->record->started = by_now_ms();
}

static void set_table(struct by_session *s, const struct by_seed *seed)
{
    struct by_labels labels;
    char date[24];

    by_setup_label(&s->setup, &labels);
    for (int i = 0; i < s->players; i++)
        labels.at[i] = labels.at[i][0] == '\0' ? s->names.at[i] : labels.at[i];
    by_date(date);
    s->record = by_record_new(&s->setup.rules, labels.at, date, seed);
    seat_people(s);
}

struct by_session *by_session_new(const struct by_setup *setup, const struct by_seed *seed)
{
    struct by_session *s = sit(setup, seed);

    set_table(s, seed);
    return s;
}

static void cut_lines(struct by_session *s, int n)
{
    while (s->lines > n)
        free(s->line[--s->lines].text);
}

void by_session_free(struct by_session *s)
{
    if (s == NULL)
        return;
    cut_lines(s, 0);
    free(s->line);
    free(s->path);
    by_asker_clear(&s->asker);
    by_record_free(s->record);
    free(s);
}

/* ---- The log ------------------------------------------------------------------------------ */

static void add_line(struct by_session *s, const struct by_table *m, const struct by_event *e, const char *text)
{
    if (s->lines == s->room) {
        s->room = 2 * s->room + 64;
        s->line = by_sure(realloc(s->line, (size_t)s->room * sizeof *s->line));
    }
    s->line[s->lines++] = (struct by_line_said){
        by_sure(strdup(text)), m->state.round, m->moves, e->kind, e->seat, e->kind == BY_EV_MOVE ? e->move : BY_NO_MOVE
    };
}

/* Adds the events to the log; returns the number of sentences. */
static int tell(struct by_session *s, const struct by_table *m, const struct by_events *ev)
{
    int ear = s->you >= 0 ? s->you : BY_NO_SEAT;
    char text[SENTENCE];
    struct by_view v;

    by_table_view(m, ear, &v);
    for (int i = 0; i < ev->n; i++) {
        struct by_event e = by_hear(ev->at[i], v.family, ear);
        struct by_text t = by_tell_on(text, sizeof text);

        by_say(&v, e, s->names.at, s->you, &t);
        add_line(s, m, &e, text);
    }
    return ev->n;
}

/* ---- Records ------------------------------------------------------------------------------ */

static bool opened(const char *path, FILE **in, struct by_fault *f)
{
    *in = fopen(path, "r");
    f->line = 0;
    if (*in == NULL) {
        struct by_text t = by_tell_on(f->text, sizeof f->text);

        f->err = BY_E_IO;
        by_tell_put(&t, "tui.unreadable", BY_PARTS(BY_WORDS(strerror(errno))));
    }
    return *in != NULL;
}

/* Parses a name from a record. */
static void seat_of_name(struct by_sitter *to, const char *name, bool first)
{
    static const struct by_sitter nobody;

    *to = nobody;
    if (strncmp(name, "bot:", 4) == 0) {
        to->bot = by_bot_find(false, name + 4);
        if (to->bot == NULL)
            to->bot = by_bots[BY_BOT_medium];
    } else if (strncmp(name, "seat ", 5) == 0 && !first) {
        to->bot = by_bots[BY_BOT_medium]; /* no names: assume that there is one person */
    } else if (strcmp(name, "you") != 0 && strncmp(name, "seat ", 5) != 0) {
        by_setup_name(to, name);
    }
}

bool by_session_peek(const char *path, struct by_saved *out, struct by_fault *f)
{
    struct by_record *t;
    bool first = true;
    FILE *in;

    if (!opened(path, &in, f))
        return false;
    t = by_record_read(in, NULL, NULL, f);
    fclose(in);
    if (t == NULL)
        return false;
    memset(out, 0, sizeof *out);
    out->setup.rules = t->table.state.rules;
    out->over = t->table.state.now.phase == BY_GAME_OVER;
    out->round = t->table.state.round;
    for (int i = 0; i < t->table.state.players; i++) {
        seat_of_name(&out->setup.seat[i], by_record_name(t, i), first);
        first = first && out->setup.seat[i].bot != NULL;
        out->score[i] = t->table.state.score[i];
    }
    by_record_free(t);
    return true;
}

/* Logs each deal and move as the record is read. */
static void hear_again(void *context, const struct by_record *t, const struct by_view *v, const struct by_events *ev)
{
    (void)v; /* the referee's view: not for display */
    tell(context, &t->table, ev);
}

struct by_session *by_session_load(const char *path, const struct by_setup *setup, const struct by_seed *seed,
                                   struct by_fault *f)
{
    struct by_session *s = sit(setup, seed);
    FILE *in;

    if (opened(path, &in, f)) {
        s->record = by_record_read(in, hear_again, s, f);
        fclose(in);
    }
    if (s->record == NULL) {
        by_session_free(s);
        return NULL;
    }
    s->record->seed = *seed;
    seat_people(s);
    return s;
}

/* ---- Playing ------------------------------------------------------------------------------ */

struct by_next by_session_next(const struct by_session *s)
{
    struct by_next next = by_table_next(&s->record->table);

    if (next.kind == BY_NEXT_CALL && !is_person(s, next.seat))
        next.kind = BY_NEXT_BOT;
    return next;
}

static int deal(struct by_session *s)
{
    struct by_events ev;
    by_err err = by_record_deal(s->record, NULL, 0, -1, &ev);

    BY_ASSERT(err == BY_OK);
    return tell(s, &s->record->table, &ev);
}

/* Plays a legal move by way of its text. */
static int play(struct by_session *s, int seat, by_move m)
{
    char text[BY_MOVE_TEXT];
    size_t n = by_move_print(m, state_of(s)->family, text);
    struct by_events ev;

    if (by_record_play(s->record, seat, text, n, &ev) != BY_OK)
        return -1;
    return tell(s, &s->record->table, &ev);
}

int by_session_step(struct by_session *s)
{
    struct by_next next = by_session_next(s);
    int seat = next.seat, said, at = 0;
    by_move list[BY_MOVES];
    struct by_view v;

    if (next.kind == BY_NEXT_ROUND_OVER || next.kind == BY_NEXT_DEAL) {
        said = deal(s);
    } else if (!by_session_steps(next)) {
        return 0;
    } else {
        struct by_question q = { .moves = list, .n = by_moves(state_of(s), seat, list), .rng = &s->rng[seat] };

        if (next.kind == BY_NEXT_BOT)
            at = by_ask(&s->asker, &s->record->table, seat, s->setup.seat[seat].bot, &v, &q);
        said = play(s, seat, list[at]);
        BY_ASSERT(said >= 0);
    }
    if (seat == BY_NO_SEAT || !by_session_steps(by_session_next(s)))
        by_session_save(s);
    return said;
}

int by_session_moves(const struct by_session *s, int seat, by_move list[BY_MOVES])
{
    BY_ASSERT(seat >= 0 && seat < s->players && is_person(s, seat));
    return by_moves(state_of(s), seat, list);
}

int by_session_play(struct by_session *s, int seat, by_move m)
{
    by_move list[BY_MOVES];
    int n = by_session_moves(s, seat, list), said = -1;

    for (int i = 0; i < n; i++)
        if (list[i] == m)
            said = play(s, seat, m);
    if (said >= 0)
        by_session_save(s);
    return said;
}

void by_session_let_go(struct by_session *s, int seat) { by_table_let_go(&s->record->table, seat); }

by_err by_session_read(const struct by_session *s, int seat, const char *words, by_move *out, struct by_fault *f)
{
    by_move list[BY_MOVES];
    int n = by_session_moves(s, seat, list);
    struct by_fault why;
    struct by_view v;
    by_err err = by_move_read(words, strlen(words), state_of(s)->family, list, n, out);

    if (err == BY_OK)
        return BY_OK;
    by_session_view(s, seat, &v);
    err = by_why(&v, s->names.at, list, n, words, strlen(words), by_tell_language(), &why);
    f->err = err;
    f->line = 0;
    by_page_clean(f->text, sizeof f->text, why.text);
    return err;
}

by_move by_session_hint(struct by_session *s, int seat, char *text, size_t size)
{
    BY_ASSERT(is_person(s, seat));
    return by_hint(&s->asker, &s->record->table, seat, s->names.at, by_tell_language(), text, size);
}

/* ---- Undo --------------------------------------------------------------------------------- */

bool by_session_undo(struct by_session *s)
{
    if (by_record_undo_choice(s->record) != BY_OK)
        return false;
    cut_lines(s, (int)s->record->table.told);
    by_session_save(s);
    return true;
}

void by_session_rematch(struct by_session *s)
{
    struct by_seed seed = s->record->seed;

    for (int i = 31; i >= 0 && ++seed.bytes[i] == 0; i--) /* increment the seed */
        continue;
    by_record_free(s->record);
    cut_lines(s, 0);
    for (int i = 0; i < BY_SEATS; i++)
        by_rng_from(&s->rng[i], &seed, (uint32_t)i);
    set_table(s, &seed);
}

/* ---- Views and log ------------------------------------------------------------------------ */

void by_session_view(const struct by_session *s, int seat, struct by_view *out)
{
    BY_ASSERT(seat == BY_NO_SEAT || (seat >= 0 && seat < s->players && is_person(s, seat)));
    by_table_view(&s->record->table, seat, out);
}

const struct by_config *by_session_rules(const struct by_session *s) { return &s->setup.rules; }
const struct by_bot *by_session_bot(const struct by_session *s, int seat) { return s->setup.seat[seat].bot; }
const char *const *by_session_names(const struct by_session *s) { return s->names.at; }
int by_session_people(const struct by_session *s) { return s->people; }
int by_session_you(const struct by_session *s) { return s->you; }
int by_session_lines(const struct by_session *s) { return s->lines; }
int by_session_results(const struct by_session *s) { return (int)by_table_ended(&s->record->table); }

const struct by_line_said *by_session_line(const struct by_session *s, int i)
{
    BY_ASSERT(i >= 0 && i < s->lines);
    return &s->line[i];
}

/* Returns whether a line is a draw that begins like the first one; the rest of the line is the tile, or nothing. */
static bool draws_on(const struct by_line_said *first, const struct by_line_said *line)
{
    size_t n = (size_t)(strrchr(first->text, ' ') - first->text);

    return line->what == BY_DRAW_MOVE && line->seat == first->seat && strncmp(line->text, first->text, n) == 0
        && line->text[n] == ' ' && strchr(line->text + n + 1, ' ') == NULL;
}

int by_session_said(const struct by_session *s, int i, int end, char *out, size_t size)
{
    const struct by_line_said *first = &s->line[i];
    struct by_text t = by_tell_on(out, size);
    int n = 1;

    if (first->what == BY_DRAW_MOVE && draws_on(first, first))
        while (i + n < end && draws_on(first, &s->line[i + n]))
            n++;
    if (n > 1 && strcmp(first->text, s->line[i + 1].text) == 0) {
        by_tell_put(&t, "tui.draws",
                    BY_PARTS(BY_SEAT_AS(s->names.at[first->seat], first->seat == s->you), BY_NUMBER(n)));
        return n;
    }
    by_put(&t, first->text);
    for (int k = 1; k < n; k++) { /* merges "You draw 3-1." and "You draw 5-2." */
        t.used -= out[t.used - 1] == '.';
        out[t.used] = '\0';
        by_put(&t, strrchr(s->line[i + k].text, ' '));
    }
    return n;
}

void by_session_tell(const struct by_session *s, int from, int end, struct by_text *out)
{
    char text[SENTENCE];

    for (int i = from; i < end;) {
        by_put(out, i > from ? " " : "");
        i += by_session_said(s, i, end, text, sizeof text);
        by_put(out, text);
    }
}

const struct by_result *by_session_result(const struct by_session *s, int i)
{
    BY_ASSERT(i >= 0 && i < by_session_results(s));
    return by_table_result(&s->record->table, (uint32_t)i + 1);
}

int by_session_last(const struct by_session *s) { return by_table_newest(&s->record->table); }

int64_t by_session_elapsed(const struct by_session *s)
{
    const struct by_record *t = s->record;
    const by_json *last = by_json_at(t->lines, by_json_count(t->lines) - 1);
    int64_t ms = 0;

    if (s->people == 0)
        return -1;
    if (state_of(s)->now.phase != BY_GAME_OVER)
        return t->offset + by_now_ms() - t->started;
    by_json_number(by_json_get(last, "t"), &ms);
    return ms;
}

/* ---- Saving ------------------------------------------------------------------------------- */

void by_session_keep(struct by_session *s, const char *path)
{
    free(s->path);
    s->path = path == NULL ? NULL : by_sure(strdup(path));
}

const char *by_session_kept(const struct by_session *s) { return s->path; }

bool by_session_save(struct by_session *s)
{
    struct by_text t = by_tell_on(s->trouble, sizeof s->trouble);
    bool before = s->lost;

    if (s->path == NULL)
        return true;
    s->lost = !by_record_write(s->record, s->path);
    if (s->lost)
        by_tell_put(&t, "tui.unsaved", BY_PARTS(BY_INPUT(s->path), BY_WORDS(strerror(errno))));
    else if (before)
        by_tell_put(&t, "tui.saved.again", NULL);
    s->news = s->news || s->lost || before;
    return !s->lost;
}

bool by_session_save_as(const struct by_session *s, const char *path) { return by_record_write(s->record, path); }

const char *by_session_trouble(struct by_session *s)
{
    bool news = s->news;

    s->news = false;
    return news ? s->trouble : NULL;
}

bool by_session_lost(const struct by_session *s) { return s->lost; }

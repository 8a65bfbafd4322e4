/* SPDX-License-Identifier: MIT */
/* session.c: runs a game for a front end in the terminal (session.h). */
#include "session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "planted.h"
#include "boneyard/why.h"
#include "util/chance.h"
#include "util/memory.h"
#include "util/page.h"
#include "wire/hint.h"
#include "util/tell.h"

struct by_session {
    struct by_setup setup;
    struct by_record *record;
    struct by_names names;
    int players, people, you;    /* `you`: the seat of the only person, or -1 */
    struct by_rng rng[BY_SEATS]; /* one generator per bot */
    struct by_asker asker;
    struct by_stop stop;
    struct by_log log;
    struct by_savefile file;
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
    s->log = (struct by_log){ .names = s->names.at, .you = s->you };
    s->file.lock = -1;
    s->asker.stop = &s->stop;
    for (int i = 0; i < BY_SEATS; i++)
        by_rng_from(&s->rng[i], seed, (uint32_t)i);
    return s;
}

/* Marks the seats of people. The clock runs only if there is a person. */
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

void by_session_free(struct by_session *s)
{
    if (s == NULL)
        return;
    by_log_clear(&s->log);
    by_savefile_clear(&s->file);
    by_asker_clear(&s->asker);
    by_record_free(s->record);
    free(s);
}

/* Logs each deal and move while the record is read. */
static void hear_again(void *context, const struct by_record *t, const struct by_view *v, const struct by_events *ev)
{
    (void)v; /* this is the referee's view, which must not be displayed */
    by_log_hear(context, &t->table, ev);
}

/* Reads the record of a game or, from a damaged file, the lines before the first unreadable one. */
static bool read_game(struct by_session *s, const char *path, struct by_fault *f)
{
    struct by_fault again;
    struct by_text t;
    int damaged;

    s->record = by_savefile_read(path, 0, hear_again, &s->log, f);
    if (s->record != NULL || f->line <= 1)
        return s->record != NULL;
    by_log_cut(&s->log, 0);
    damaged = f->line;
    s->record = by_savefile_read(path, damaged - 1, hear_again, &s->log, &again);
    if (s->record == NULL || by_savefile_mend(&s->file, s->record, path, damaged))
        return s->record != NULL;
    *f = (struct by_fault){ .err = BY_E_IO };
    t = by_tell_on(f->text, sizeof f->text);
    by_tell_put(&t, "tui.mended.not", BY_PARTS(BY_NUMBER(damaged), BY_WORDS(strerror(errno))));
    by_record_free(s->record);
    s->record = NULL;
    return false;
}

struct by_session *by_session_load(const char *path, bool keep, const struct by_setup *setup,
                                   const struct by_seed *seed, struct by_fault *f)
{
    struct by_session *s = sit(setup, seed);
    struct by_text t = by_tell_on(f->text, sizeof f->text);

    bool fine = !keep || s->people == 0 || by_savefile_set(&s->file, path);

    if (!fine) {
        *f = (struct by_fault){ .err = BY_E_IO };
        by_tell_put(&t, "tui.open.elsewhere", NULL);
    }
    if (!fine || !read_game(s, path, f)) {
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
    return by_log_hear(&s->log, &s->record->table, &ev);
}

/* Plays a move. Returns -1 if the move is not legal. */
static int play(struct by_session *s, int seat, by_move m)
{
    char text[BY_MOVE_TEXT];
    size_t n = by_move_print(m, state_of(s)->family, text);
    struct by_events ev;

    if (by_record_play(s->record, seat, text, n, &ev) != BY_OK)
        return -1;
    return by_log_hear(&s->log, &s->record->table, &ev);
}

/* Returns the bot's choice, or -1 if the bot was stopped. If a stopped bot is asked again, it makes the choice that it
 * would have made without the stop. */
static int think(struct by_session *s, int seat, const by_move *list, int n)
{
    struct by_rng before = s->rng[seat];
    struct by_question q = { .moves = list, .n = n, .rng = &s->rng[seat] };
    struct by_view v;
    int at = by_ask(&s->asker, &s->record->table, seat, s->setup.seat[seat].bot, &v, &q);

    if (!by_stop_is_set(&s->stop) || BY_PLANTED(402))
        return at;
    s->rng[seat] = before;
    return -1;
}

int by_session_step(struct by_session *s)
{
    struct by_next next = by_session_next(s);
    int seat = next.seat, said;
    by_move list[BY_MOVES];

    if (next.kind == BY_NEXT_ROUND_OVER || next.kind == BY_NEXT_DEAL) {
        said = deal(s);
    } else if (!by_session_steps(next)) {
        return 0;
    } else {
        int n = by_moves(state_of(s), seat, list), at = next.kind == BY_NEXT_BOT ? think(s, seat, list, n) : 0;

        if (at < 0)
            return 0;
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
    int said = play(s, seat, m);

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
    by_move best = by_hint(&s->asker, &s->record->table, seat, s->names.at, by_tell_language(), text, size);

    return by_stop_is_set(&s->stop) ? BY_NO_MOVE : best;
}

bool by_session_undo(struct by_session *s)
{
    if (by_record_undo_choice(s->record) != BY_OK)
        return false;
    by_log_cut(&s->log, (int)s->record->table.told);
    by_session_save(s);
    return true;
}

void by_session_rematch(struct by_session *s)
{
    struct by_seed seed = s->record->seed;

    by_seed_next(&seed);
    by_record_free(s->record);
    by_log_cut(&s->log, 0);
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
const struct by_log *by_session_log(const struct by_session *s) { return &s->log; }
struct by_savefile *by_session_file(struct by_session *s) { return &s->file; }
struct by_stop *by_session_stop(struct by_session *s) { return &s->stop; }
int by_session_results(const struct by_session *s) { return (int)by_table_ended(&s->record->table); }

const struct by_result *by_session_result(const struct by_session *s, int i)
{
    return by_table_result(&s->record->table, (uint32_t)i + 1);
}

int by_session_last(const struct by_session *s) { return by_table_newest(&s->record->table); }

const struct by_record *by_session_finished(const struct by_session *s)
{
    BY_ASSERT(state_of(s)->now.phase == BY_GAME_OVER);
    return s->record;
}

int64_t by_session_elapsed(const struct by_session *s) { return s->people == 0 ? -1 : by_record_elapsed(s->record); }
bool by_session_save(struct by_session *s) { return by_savefile_write(&s->file, s->record); }
bool by_session_copy(struct by_session *s, const char *path) { return by_savefile_copy(&s->file, s->record, path); }

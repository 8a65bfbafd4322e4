/* SPDX-License-Identifier: MIT */
/* record.c: plays a match and writes its record (record.h). */
#include "record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "boneyard/text.h"
#include "grow.h"
#include "util/chance.h"
#include "util/keep.h"
#include "util/lines.h"
#include "util/memory.h"

static by_json *header_json(const struct by_config *rules, const char *const *names, const char *date)
{
    by_json *header = by_json_object(), *players = by_json_array();
    char text[BY_CONFIG_TEXT], seat[16];

    by_json_set(header, "boneyard", by_json_int(1));
    by_config_print(rules, text, sizeof text);
    by_json_set(header, "rules", by_json_string(text));
    for (int i = 0; i < rules->opt[BY_PLAYERS]; i++) {
        snprintf(seat, sizeof seat, "seat %d", i);
        by_json_push(players, by_json_string(names == NULL ? seat : names[i]));
    }
    by_json_set(header, "players", players);
    if (date != NULL)
        by_json_set(header, "date", by_json_string(date));
    return header;
}

struct by_record *by_record_new(const struct by_config *rules, const char *const *names, const char *date,
                                const struct by_seed *seed)
{
    struct by_record *t = by_sure(calloc(1, sizeof *t));

    by_table_init(&t->table, rules, NULL, 0);
    t->seed = *seed;
    t->started = -1;
    t->lines = by_json_array();
    by_json_push(t->lines, header_json(rules, names, date));
    return t;
}

void by_record_free(struct by_record *t)
{
    if (t == NULL)
        return;
    by_json_free(t->lines);
    by_table_clear(&t->table);
    free(t);
}

static void push_event(struct by_record *t, by_json *event)
{
    if (t->started >= 0)
        by_json_set(event, "t", by_json_int(t->offset + by_now_ms() - t->started));
    by_json_push(t->lines, event);
}

by_err by_record_deal(struct by_record *t, const by_tile *deck, int tiles, int lead, struct by_events *ev)
{
    struct by_state *s = &t->table.state;
    by_err err;

    by_table_grow(&t->table, true);
    if (deck == NULL) {
        err = by_table_deal_seeded(&t->table, &t->seed, lead, ev);
    } else {
        if (lead < 0 && by_lead_rule(s) == BY_LEAD_LOT) /* L-06 */
            lead = by_seed_lot(s, &t->seed, s->round + 1);
        err = by_table_deal(&t->table, deck, tiles, lead, ev);
    }
    if (err == BY_OK)
        push_event(t, by_round_json(s->round, s->lead, s->deck, s->deck_tiles));
    return err;
}

by_err by_record_play(struct by_record *t, int seat, const char *text, size_t n, struct by_events *ev)
{
    struct by_view v;
    by_err err;

    by_table_grow(&t->table, true);
    err = by_table_play_text(&t->table, seat, text, n, ev);
    if (err != BY_OK)
        return err;
    by_table_view(&t->table, BY_REFEREE, &v);
    for (int i = 0; i < ev->n; i++)
        push_event(t, by_event_json(&v, &ev->at[i]));
    return BY_OK;
}

/* ---- Explaining refusals ------------------------------------------------------------------------ */

static by_err explain_seat(const struct by_state *s, int64_t seat, struct by_fault *f)
{
    char text[100];
    struct by_text t = by_text_on(text, sizeof text);

    by_put(&t, "there is no seat ");
    by_put_int(&t, seat);
    by_put(&t, ": the seats of this game are 0 to ");
    by_put_int(&t, s->players - 1);
    return by_fail(f, BY_E_SEAT, text, NULL);
}

static by_err explain_turn(const struct by_state *s, int64_t seat, struct by_fault *f)
{
    uint32_t actors = by_actors(s);
    bool several = (actors & (actors - 1)) != 0;
    char text[160];
    struct by_text t = by_text_on(text, sizeof text);

    by_put(&t, "seat ");
    by_put_int(&t, seat);
    by_put(&t, several ? " may not act now: only seats " : " may not act now: it is seat ");
    for (int i = 0; i < s->players; i++) {
        if ((actors >> i & 1) == 0)
            continue;
        actors &= ~((uint32_t)1 << i);
        by_put_int(&t, i);
        by_put(&t, actors == 0 ? "" : (actors & (actors - 1)) == 0 ? " and " : ", ");
    }
    by_put(&t, several ? " may" : "'s turn");
    return by_fail(f, BY_E_TURN, text, NULL);
}

static by_err explain_phase(const struct by_state *s, struct by_fault *f)
{
    static const char *const sentences[] = {
        [BY_READY] = "no round has been dealt yet",
        [BY_PLAYING] = "the round is not over yet",
        [BY_ROUND_OVER] = "the round is over, and the next one has not been dealt yet",
        [BY_GAME_OVER] = "the game is over",
    };

    return by_fail(f, BY_E_PHASE, sentences[s->now.phase], NULL);
}

static by_err explain_tile(by_tile tile, const char *what, struct by_fault *f)
{
    char text[120];
    struct by_text t = by_text_on(text, sizeof text);

    by_put_tile(&t, tile, false);
    by_put(&t, what);
    return by_fail(f, BY_E_DECK, text, NULL);
}

static by_err explain_deck(const struct by_state *s, const by_tile *deck, int tiles, struct by_fault *f)
{
    struct by_set seen = { { 0, 0, 0 } };
    by_tile centre = by_deck_lacks(s);

    for (int i = 0; i < tiles; i++) {
        if (by_high(deck[i]) > by_highest(&s->rules))
            return explain_tile(deck[i], " is in the deck but not in the set of this game", f);
        if (deck[i] == centre)
            return explain_tile(deck[i], " is in the deck, but this round begins with it on the table", f);
        if (by_set_has(&seen, deck[i]))
            return explain_tile(deck[i], " is in the deck twice", f);
        by_set_add(&seen, deck[i]);
    }
    for (int tile = 0; tile < by_set_tiles(by_highest(&s->rules)); tile++)
        if (tile != centre && !by_set_has(&seen, (by_tile)tile))
            return explain_tile((by_tile)tile, " is missing from the deck, which must hold each tile of the round once",
                                f);
    return by_fail(f, BY_E_DECK, by_err_sentence(BY_E_DECK), NULL);
}

by_err by_explain_deal(const struct by_state *s, const by_tile *deck, int tiles, by_err err, struct by_fault *f)
{
    if (err == BY_E_PHASE)
        return explain_phase(s, f);
    return err == BY_E_DECK ? explain_deck(s, deck, tiles, f) : by_fail(f, err, by_err_sentence(err), NULL);
}

by_err by_explain_play(const struct by_state *s, int64_t seat, by_err err, struct by_fault *f)
{
    switch (err) {
    case BY_E_SEAT: return explain_seat(s, seat, f);
    case BY_E_TURN: return explain_turn(s, seat, f);
    case BY_E_PHASE: return explain_phase(s, f);
    default: return by_fail(f, err, by_err_sentence(err), NULL);
    }
}

/* ---- Undo --------------------------------------------------------------------------------------- */

/* Truncates the record's lines to match the table's events. */
static by_err cut(struct by_record *t, by_err err)
{
    while (by_json_count(t->lines) > t->table.told + 1)
        by_json_pop(t->lines);
    return err;
}

by_err by_record_undo(struct by_record *t) { return cut(t, by_table_undo(&t->table)); }
by_err by_record_undo_choice(struct by_record *t) { return cut(t, by_table_undo_choice(&t->table)); }

static bool write_lines(const struct by_record *t, FILE *out)
{
    bool fine = true;

    for (size_t i = 0; i < by_json_count(t->lines) && fine; i++) {
        char *line = by_json_line(by_json_at(t->lines, i));

        fine = fputs(line, out) >= 0 && putc('\n', out) != EOF;
        free(line);
    }
    return fine && fflush(out) == 0;
}

/* Returns the record as the contents of a file; the caller frees it. */
static char *bytes_of(const struct by_record *t, size_t *n)
{
    char *bytes = NULL;
    FILE *out = by_sure(open_memstream(&bytes, n));
    bool fine = write_lines(t, out);

    if (fclose(out) != 0 || !fine)
        by_sure(NULL);
    return bytes;
}

bool by_record_write(const struct by_record *t, const char *path, int *lock)
{
    size_t n;
    char *bytes = bytes_of(t, &n);
    bool fine = by_keep_locked(path, bytes, n, lock);

    free(bytes);
    return fine;
}

bool by_record_write_new(const struct by_record *t, const char *path)
{
    FILE *out = fopen(path, "wxe");
    bool fine = out != NULL && write_lines(t, out);
    int why = errno;

    if (out != NULL && fclose(out) != 0 && fine) {
        why = errno;
        fine = false;
    }
    if (out != NULL && !fine)
        unlink(path);
    errno = why;
    return fine;
}

int64_t by_record_elapsed(const struct by_record *t)
{
    int64_t ms = 0;

    if (t->table.state.now.phase != BY_GAME_OVER)
        return t->offset + by_now_ms() - t->started;
    by_json_number(by_json_get(by_json_at(t->lines, by_json_count(t->lines) - 1), "t"), &ms);
    return ms;
}

const char *by_record_name(const struct by_record *t, int seat)
{
    const by_json *names = by_json_get(by_json_at(t->lines, 0), "players");

    return by_json_text(by_json_at(names, (size_t)seat));
}

void by_record_names(const struct by_record *t, struct by_names *out)
{
    const char *labels[BY_SEATS];

    for (int i = 0; i < t->table.state.players; i++)
        labels[i] = by_record_name(t, i);
    by_names_of(labels, t->table.state.players, out);
}

/* ---- Reading ------------------------------------------------------------------------------ */

/* A record being read, and the events that must come next. */
struct reading {
    struct by_record *record; /* NULL until the header has been read */
    by_json *expected;        /* events that follow from the last move, in order */
    size_t next;              /* number of expected events already read */
    struct by_events ev;      /* events of the last move or deal */
    by_record_reader *reader;
    void *context;
    struct by_fault *f;
    int lines; /* the number of lines of a damaged record to read; 0 if the record is undamaged */
};

static by_err wrong(struct reading *r, const char *a, const char *b, const char *c)
{
    return by_fail(r->f, BY_E_RECORD, a, b, c, NULL);
}

static by_err stray_key(struct reading *r, by_json *line, const char *allowed)
{
    const char *key = by_json_stray(line, allowed);

    return key == NULL ? BY_OK : by_fail(r->f, BY_E_RECORD, "this event has no key ", BY_QUOTED, key, NULL);
}

static bool whole(const by_json *line, const char *key, int64_t lo, int64_t hi, int64_t *out)
{
    return by_json_number(by_json_get(line, key), out) && *out >= lo && *out <= hi;
}

/* ---- The header --------------------------------------------------------------------------- */

static by_err read_names(struct reading *r, const by_json *list, int players, const char *names[BY_SEATS])
{
    char want[8];

    by_option_print(BY_PLAYERS, players, want, sizeof want);
    if (!by_json_is_array(list) || by_json_count(list) != (size_t)players)
        return wrong(r, "players must be a list of ", want, " names");
    for (int i = 0; i < players; i++) {
        names[i] = by_json_text(by_json_at(list, (size_t)i));
        if (names[i] == NULL || strlen(names[i]) > 200)
            return wrong(r, "players must be a list of names of up to 200 bytes", "", "");
    }
    return BY_OK;
}

static by_err read_header(struct reading *r, by_json *line)
{
    const char *names[BY_SEATS] = { NULL }, *rules = by_json_text(by_json_get(line, "rules"));
    const by_json *date = by_json_get(line, "date");
    struct by_seed seed = { { 0 } };
    struct by_config config;
    char canonical[BY_CONFIG_TEXT];
    int64_t version;
    by_err err;

    if (!by_json_number(by_json_get(line, "boneyard"), &version))
        return wrong(r, "not a Boneyard record: the first line has no \"boneyard\" version", "", "");
    if (version != 1)
        return wrong(r, "this record has a version other than 1; this program reads version 1", "", "");
    if (stray_key(r, line, "boneyard rules players date t clock fair") != BY_OK)
        return BY_E_RECORD;
    if (rules == NULL)
        return wrong(r, "the header has no \"rules\"", "", "");
    err = by_config_parse(rules, &config, r->f);
    if (err != BY_OK)
        return err;
    by_config_print(&config, canonical, sizeof canonical);
    if (strcmp(rules, canonical) != 0)
        return wrong(r, "rules is not in its canonical form, which is ", canonical, "");
    if (date != NULL && by_json_text(date) == NULL)
        return wrong(r, "date must be a string", "", "");
    err = read_names(r, by_json_get(line, "players"), config.opt[BY_PLAYERS], names);
    if (err != BY_OK)
        return err;
    r->record = by_record_new(&config, names, date == NULL ? NULL : by_json_text(date), &seed);
    return BY_OK;
}

/* ---- Events ------------------------------------------------------------------------------- */

/* Describes the event that the rules require instead of the one that was read. */
static void expect(struct reading *r)
{
    struct by_view v;

    by_json_free(r->expected);
    r->expected = by_json_array();
    r->next = 0;
    by_table_view(&r->record->table, BY_REFEREE, &v);
    for (int i = 1; i < r->ev.n; i++)
        by_json_push(r->expected, by_event_json(&v, &r->ev.at[i]));
    if (r->reader != NULL)
        r->reader(r->context, r->record, &v, &r->ev);
}

static by_err read_round(struct reading *r, by_json *line)
{
    struct by_state *s = &r->record->table.state;
    by_tile deck[BY_MAX_TILES];
    int64_t round, lead;
    int tiles;
    by_err err;

    if (stray_key(r, line, "round lead deck t clock fair") != BY_OK)
        return BY_E_RECORD;
    if (s->now.phase != BY_READY && s->now.phase != BY_ROUND_OVER)
        return explain_phase(s, r->f);
    if (!whole(line, "round", 1, INT32_MAX, &round) || round != (int64_t)s->round + 1)
        return wrong(r, "round has the wrong number", "", "");
    if (!whole(line, "lead", 0, s->players - 1, &lead))
        return wrong(r, "lead must be a seat", "", "");
    if (!by_deck_read(by_json_get(line, "deck"), deck, &tiles, r->f))
        return BY_E_RECORD;
    err = by_record_deal(r->record, deck, tiles, by_lead_taken(s) ? (int)lead : -1, &r->ev);
    if (err != BY_OK) {
        by_explain_deal(s, deck, tiles, err, r->f);
        return BY_E_RECORD;
    }
    if (s->lead != lead)
        return wrong(r, "lead must be the seat that leads under the rules", "", "");
    expect(r);
    return BY_OK;
}

static by_err read_move(struct reading *r, by_json *line, const char *move)
{
    struct by_state *s = &r->record->table.state;
    struct by_fault why;
    const char *full;
    int64_t seat;
    size_t n = strlen(move);
    by_json *event;
    bool same;
    by_err err;

    if (stray_key(r, line, "seat move t clock") != BY_OK)
        return BY_E_RECORD;
    if (!whole(line, "seat", 0, s->players - 1, &seat))
        return wrong(r, "seat must be a seat in the game", "", "");
    if (strncmp(move, "draw ", 5) == 0)
        n = 4; /* the tiles of a draw are compared below */
    err = by_record_play(r->record, (int)seat, move, n, &r->ev);
    if (err != BY_OK) {
        by_explain_play(s, (int)seat, err, &why);
        return by_fail(r->f, BY_E_RECORD, BY_QUOTED, move, " cannot be played: ", why.text, NULL);
    }
    event = by_json_at(r->record->lines, by_json_count(r->record->lines) - (size_t)r->ev.n);
    full = by_json_text(by_json_get(event, "move"));
    same = strcmp(full, move) == 0;
    if (!same)
        return by_fail(r->f, BY_E_RECORD, "the move is ", BY_QUOTED, move, ", but must be ", full, NULL);
    expect(r);
    return BY_OK;
}

/* Checks an event that follows from the previous move: it must match exactly. */
static by_err read_derived(struct reading *r, by_json *line)
{
    static const char *const free_keys[] = { "t", "clock" };
    const by_json *want = by_json_at(r->expected, r->next);
    by_json *kept[2];
    char *text;
    bool same;
    by_err err;

    for (int i = 0; i < 2; i++) { /* these keys are not compared */
        kept[i] = by_json_share(by_json_get(line, free_keys[i]));
        by_json_drop(line, free_keys[i]);
    }
    same = by_json_same(line, want);
    for (int i = 0; i < 2; i++)
        if (kept[i] != NULL)
            by_json_set(line, free_keys[i], kept[i]);
    if (same) {
        r->next++;
        return BY_OK;
    }
    text = by_json_line(want);
    err = by_fail(r->f, BY_E_RECORD, "this line must be ", text, NULL);
    free(text);
    return err;
}

static by_err read_event(struct reading *r, by_json *line)
{
    const by_json *t = by_json_get(line, "t");
    int64_t ms;

    if (!by_json_is_object(line))
        return wrong(r, "an event must be an object", "", "");
    if (t != NULL && (!by_json_number(t, &ms) || ms < 0))
        return wrong(r, "t must be a number of milliseconds", "", "");
    if (r->record == NULL)
        return read_header(r, line);
    if (r->next < by_json_count(r->expected))
        return read_derived(r, line);
    if (by_json_get(line, "round") != NULL)
        return read_round(r, line);
    if (by_json_text(by_json_get(line, "move")) != NULL)
        return read_move(r, line, by_json_text(by_json_get(line, "move")));
    if (by_json_get(line, "score") != NULL || by_json_get(line, "round-end") != NULL
        || by_json_get(line, "game-end") != NULL)
        return wrong(r, "no move or deal before this line causes this event", "", "");
    return wrong(r, "this is not an event: it has neither round nor move", "", "");
}

static by_err read_line(struct reading *r, const struct by_lines *l)
{
    by_json *line = by_json_read(l->at, l->n, r->f);
    by_err err;

    if (line == NULL)
        return r->f == NULL ? BY_E_JSON : r->f->err;
    err = read_event(r, line);
    if (err == BY_OK && r->record != NULL) { /* the record keeps the lines as they were written */
        by_json_put(r->record->lines, (size_t)l->number - 1, by_json_share(line));
        by_json_number(by_json_get(line, "t"), &r->record->offset);
    }
    by_json_free(line);
    return err;
}

static by_err read_all(struct reading *r, struct by_lines *l)
{
    enum by_line got;
    char *text;
    by_err err;

    while ((got = by_lines_next(l)) == BY_LINE_READ) {
        err = read_line(r, l);
        if (err != BY_OK || l->number == r->lines)
            return err;
    }
    if (got == BY_LINE_LONG)
        return by_fail(r->f, BY_E_TOO_LONG, by_err_sentence(BY_E_TOO_LONG), NULL);
    l->number++;
    if (got == BY_LINE_FAILED)
        return by_fail(r->f, BY_E_IO, "the file cannot be read", NULL);
    if (r->record == NULL)
        return by_fail(r->f, BY_E_RECORD, "the file is empty", NULL);
    if (r->next == by_json_count(r->expected))
        return BY_OK;
    text = by_json_line(by_json_at(r->expected, r->next));
    err = by_fail(r->f, BY_E_RECORD, "the record is cut off: the next line must be ", text, NULL);
    free(text);
    return err;
}

static struct by_record *read_lines(FILE *in, int lines, by_record_reader *reader, void *context, struct by_fault *f)
{
    struct reading r = { .expected = by_json_array(), .reader = reader, .context = context, .f = f, .lines = lines };
    struct by_lines l;
    by_err err;

    by_lines_init(&l, in, BY_LINE_LIMIT);
    err = read_all(&r, &l);
    if (err != BY_OK) {
        if (f != NULL) {
            f->err = err;
            f->line = l.number;
        }
        by_record_free(r.record);
        r.record = NULL;
    }
    by_lines_clear(&l);
    by_json_free(r.expected);
    return r.record;
}

struct by_record *by_record_read(FILE *in, by_record_reader *reader, void *context, struct by_fault *f)
{
    return read_lines(in, 0, reader, context, f);
}

struct by_record *by_record_read_part(FILE *in, int lines, by_record_reader *reader, void *context)
{
    BY_ASSERT(lines > 0);
    return read_lines(in, lines, reader, context, NULL);
}

struct by_record *by_record_again(const struct by_record *t, by_record_reader *reader, void *context)
{
    size_t n;
    char *bytes = bytes_of(t, &n);
    FILE *in = by_sure(fmemopen(bytes, n, "r"));
    struct by_record *again = by_record_read(in, reader, context, NULL);

    BY_ASSERT(again != NULL);
    fclose(in);
    free(bytes);
    return again;
}

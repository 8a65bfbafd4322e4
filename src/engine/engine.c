/* SPDX-License-Identifier: MIT */
/* engine.c: implements the requests of the engine protocol. Each request has a function and a row in the table below. A
 * request that fails changes nothing. */
#include "wire/views.h"
#include "wire/lists.h"
#include "engine.h"

#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "boneyard/why.h"
#include "util/chance.h"

#define ALL_KEYS "do id "

typedef by_err request(struct by_engine *e, by_json *in, by_json *out, struct by_fault *f);

/* ---- Reading members ---------------------------------------------------------------------- */

/* Reads a seat of the running game. */
static by_err read_seat(const struct by_engine *e, const by_json *in, int *seat, struct by_fault *f)
{
    int64_t n;

    if (e->record == NULL)
        return by_fail(f, BY_E_NO_GAME, "there is no game yet: send {\"do\":\"new\",\"rules\":…}", NULL);
    if (!by_json_number(by_json_get(in, "seat"), &n))
        return by_fail(f, BY_E_REQUEST, "\"seat\" is required and must be a whole number", NULL);
    if (n < 0 || n >= e->record->table.state.players)
        return by_explain_play(&e->record->table.state, n, BY_E_SEAT, f);
    *seat = (int)n;
    return BY_OK;
}

/* Reads the optional deck and lead of `new` and `deal`. */
struct deal {
    by_tile deck[BY_MAX_TILES];
    int tiles, lead;
    bool given;
};

static by_err read_deal(const by_json *in, struct deal *d, struct by_fault *f)
{
    const by_json *deck = by_json_get(in, "deck"), *lead = by_json_get(in, "lead");
    int64_t n;

    d->lead = -1;
    d->given = deck != NULL;
    if (d->given && !by_json_is_array(deck))
        return by_fail(f, BY_E_REQUEST, "\"deck\" must be a list of tiles", NULL);
    if (d->given && !by_deck_read(deck, d->deck, &d->tiles, f))
        return BY_E_DECK;
    if (lead == NULL)
        return BY_OK;
    if (!by_json_number(lead, &n))
        return by_fail(f, BY_E_REQUEST, "\"lead\" must be a seat", NULL);
    if (n < 0 || n >= BY_SEATS)
        return by_fail(f, BY_E_SEAT, "\"lead\" must be a seat: 0 to 15", NULL);
    d->lead = (int)n;
    return BY_OK;
}

/* Deals a round and reports the round event. */
static by_err deal(struct by_record *t, const struct deal *d, by_json *out, struct by_fault *f)
{
    const struct by_state *s = &t->table.state;
    by_json *events;
    struct by_events ev;
    by_err err;

    if (s->now.phase != BY_READY && s->now.phase != BY_ROUND_OVER)
        return by_explain_deal(s, NULL, 0, BY_E_PHASE, f);
    if (d->lead >= s->players)
        return by_explain_play(s, d->lead, BY_E_SEAT, f);
    if (d->lead >= 0 && !by_lead_taken(s))
        return by_fail(f, BY_E_REQUEST, "\"lead\" is not allowed here: the rules decide who leads this round", NULL);
    err = by_record_deal(t, d->given ? d->deck : NULL, d->tiles, d->lead, &ev);
    if (err != BY_OK)
        return by_explain_deal(s, d->deck, d->tiles, err, f);
    events = by_json_array();
    by_json_push(events, by_json_share(by_json_at(t->lines, by_json_count(t->lines) - 1)));
    by_json_set(out, "events", events);
    return BY_OK;
}

/* ---- Requests ----------------------------------------------------------------------------- */

static by_err do_games(struct by_engine *e, by_json *in, by_json *out, struct by_fault *f)
{
    (void)e;
    (void)in;
    (void)f;
    by_json_set(out, "games", by_games_json());
    return BY_OK;
}

static by_err do_new(struct by_engine *e, by_json *in, by_json *out, struct by_fault *f)
{
    const char *rules = by_json_text(by_json_get(in, "rules"));
    const by_json *seed_json = by_json_get(in, "seed");
    const char *seed_text = by_json_text(seed_json);
    struct by_config config;
    struct by_record *record;
    struct by_seed seed;
    struct deal d = { .tiles = 0 };
    char date[24];
    by_err err;

    if (rules == NULL)
        return by_fail(f, BY_E_REQUEST, "\"rules\" is required and must be a string", NULL);
    if (seed_json != NULL && by_json_get(in, "deck") != NULL)
        return by_fail(f, BY_E_REQUEST, "\"deck\" and \"seed\" cannot be given together", NULL);
    if (seed_json != NULL && (seed_text == NULL || strlen(seed_text) != 64 || !by_seed_read(seed_text, &seed)))
        return by_fail(f, BY_E_REQUEST, "\"seed\" must be 64 hexadecimal digits", NULL);
    err = by_config_parse(rules, &config, f);
    if (err == BY_OK)
        err = read_deal(in, &d, f);
    if (err != BY_OK)
        return err;
    if (seed_json == NULL)
        seed = by_chance();
    by_date(date);
    record = by_record_new(&config, NULL, date, &seed);
    err = deal(record, &d, out, f);
    if (err != BY_OK) {
        by_record_free(record);
        return err;
    }
    by_record_free(e->record);
    e->record = record;
    return BY_OK;
}

static by_err do_deal(struct by_engine *e, by_json *in, by_json *out, struct by_fault *f)
{
    struct deal d = { .tiles = 0 };
    by_err err;

    if (e->record == NULL)
        return by_fail(f, BY_E_NO_GAME, by_err_sentence(BY_E_NO_GAME), NULL);
    err = read_deal(in, &d, f);
    return err != BY_OK ? err : deal(e->record, &d, out, f);
}

static by_err do_state(struct by_engine *e, by_json *in, by_json *out, struct by_fault *f)
{
    struct by_view v;

    (void)in;
    if (e->record == NULL)
        return by_fail(f, BY_E_NO_GAME, by_err_sentence(BY_E_NO_GAME), NULL);
    by_table_view(&e->record->table, BY_REFEREE, &v);
    by_view_json(&v, out);
    return BY_OK;
}

static by_err do_view(struct by_engine *e, by_json *in, by_json *out, struct by_fault *f)
{
    struct by_view v;
    int seat = 0;
    by_err err = read_seat(e, in, &seat, f);

    if (err != BY_OK)
        return err;
    by_table_view(&e->record->table, seat, &v);
    by_view_json(&v, out);
    return BY_OK;
}

static by_err do_legal(struct by_engine *e, by_json *in, by_json *out, struct by_fault *f)
{
    by_move list[BY_MOVES];
    int seat = 0, n;
    by_err err = read_seat(e, in, &seat, f);

    if (err != BY_OK)
        return err;
    n = by_moves(&e->record->table.state, seat, list);
    by_json_set(out, "moves", by_moves_json(list, n, by_game_of(&e->record->table.state)->family));
    return BY_OK;
}

/* Explains a refused move from the viewpoint of the seat that made it. */
static by_err why(const struct by_engine *e, int seat, const char *move, struct by_fault *f)
{
    by_move list[BY_MOVES];
    struct by_fault seen;
    struct by_view v;
    char label[24];
    int n = by_moves(&e->record->table.state, seat, list);
    by_err err;

    by_table_view(&e->record->table, seat, &v);
    snprintf(label, sizeof label, "seat %d: ", seat);
    err = by_why(&v, NULL, list, n, move, strlen(move), BY_ENGLISH, &seen);
    return by_fail(f, err, label, seen.text, NULL);
}

static by_err do_play(struct by_engine *e, by_json *in, by_json *out, struct by_fault *f)
{
    const char *move = by_json_text(by_json_get(in, "move"));
    by_json *events;
    struct by_events ev;
    size_t before;
    int seat = 0;
    by_err err = read_seat(e, in, &seat, f);

    if (err != BY_OK)
        return err;
    if (move == NULL)
        return by_fail(f, BY_E_REQUEST, "\"move\" is required and must be a string", NULL);
    before = by_json_count(e->record->lines);
    err = by_record_play(e->record, seat, move, strlen(move), &ev);
    if (err == BY_E_ILLEGAL || err == BY_E_AMBIGUOUS)
        return why(e, seat, move, f);
    if (err != BY_OK)
        return by_explain_play(&e->record->table.state, seat, err, f);
    events = by_json_array();
    for (; before < by_json_count(e->record->lines); before++)
        by_json_push(events, by_json_share(by_json_at(e->record->lines, before)));
    by_json_set(out, "events", events);
    return BY_OK;
}

static by_err do_undo(struct by_engine *e, by_json *in, by_json *out, struct by_fault *f)
{
    (void)in;
    (void)out;
    if (e->record == NULL)
        return by_fail(f, BY_E_NO_GAME, by_err_sentence(BY_E_NO_GAME), NULL);
    if (by_record_undo(e->record) != BY_OK)
        return by_fail(f, BY_E_NO_UNDO, by_err_sentence(BY_E_NO_UNDO), NULL);
    return BY_OK;
}

static by_err do_record(struct by_engine *e, by_json *in, by_json *out, struct by_fault *f)
{
    by_json *copy;

    (void)in;
    if (e->record == NULL)
        return by_fail(f, BY_E_NO_GAME, by_err_sentence(BY_E_NO_GAME), NULL);
    copy = by_json_array();
    for (size_t i = 0; i < by_json_count(e->record->lines); i++)
        by_json_push(copy, by_json_share(by_json_at(e->record->lines, i)));
    by_json_set(out, "record", copy);
    return BY_OK;
}

static const struct by_bot *read_level(const by_json *in, struct by_fault *f)
{
    const char *level = by_json_text(by_json_get(in, "level"));
    const struct by_bot *bot = level == NULL ? NULL : by_bot_find(false, level);
    char levels[256];

    by_bot_names(false, levels, sizeof levels);
    if (bot == NULL)
        by_fail(f, BY_E_REQUEST, "\"level\" must be one of ", levels, NULL);
    return bot;
}

static by_err do_best(struct by_engine *e, by_json *in, by_json *out, struct by_fault *f)
{
    const by_json *ms_json = by_json_get(in, "ms");
    const struct by_bot *bot;
    by_move list[BY_MOVES];
    int32_t values[BY_MOVES];
    struct by_view v;
    by_json *answer;
    int64_t ms = 0;
    int seat = 0, n, chosen;
    by_err err = read_seat(e, in, &seat, f);

    if (err != BY_OK)
        return err;
    bot = read_level(in, f);
    if (bot == NULL)
        return BY_E_REQUEST;
    if (ms_json != NULL && (!by_json_number(ms_json, &ms) || ms < 1 || ms > 3600000))
        return by_fail(f, BY_E_REQUEST, "\"ms\" must be 1 to 3600000", NULL);
    if (e->record->table.state.now.phase != BY_PLAYING)
        return by_explain_play(&e->record->table.state, seat, BY_E_PHASE, f);
    n = by_moves(&e->record->table.state, seat, list);
    if (n == 0)
        return by_explain_play(&e->record->table.state, seat, BY_E_TURN, f);
    struct by_question q = {
        .moves = list, .n = n, .rng = &e->rng, .ms = (uint32_t)ms, .clock = e->clock, .values = values, .stop = e->stop
    };
    chosen = by_ask(&e->asker, &e->record->table, seat, bot, &v, &q);
    answer = by_answer_json(&q, chosen);
    by_json_set(out, "move", by_json_share(by_json_get(answer, "move")));
    by_json_set(out, "values", by_json_share(by_json_get(answer, "values")));
    by_json_free(answer);
    return BY_OK;
}

static by_err do_quit(struct by_engine *e, by_json *in, by_json *out, struct by_fault *f)
{
    (void)in;
    (void)out;
    (void)f;
    e->quit = true;
    return BY_OK;
}

static const struct {
    const char *name, *keys;
    request *run;
} requests[] = {
    { "games", ALL_KEYS, do_games },
    { "new", ALL_KEYS "rules deck seed lead", do_new },
    { "state", ALL_KEYS, do_state },
    { "view", ALL_KEYS "seat", do_view },
    { "legal", ALL_KEYS "seat", do_legal },
    { "play", ALL_KEYS "seat move", do_play },
    { "deal", ALL_KEYS "deck lead", do_deal },
    { "undo", ALL_KEYS, do_undo },
    { "record", ALL_KEYS, do_record },
    { "best", ALL_KEYS "seat level ms", do_best },
    { "quit", ALL_KEYS, do_quit },
};

static by_err refuse_key(const char *name, const char *stray, const char *keys, struct by_fault *f)
{
    char list[64];
    struct by_text t = by_text_on(list, sizeof list);

    for (; *keys != '\0'; keys++)
        if (*keys != ' ')
            by_put_char(&t, *keys);
        else
            by_put(&t, keys[1] != '\0' ? ", " : "");
    return by_fail(f, BY_E_REQUEST, "\"", name, "\" has no key ", BY_QUOTED, stray, ": its keys are ", list, NULL);
}

static by_err run_request(struct by_engine *e, by_json *in, by_json *out, struct by_fault *f)
{
    const char *name = by_json_text(by_json_get(in, "do")), *stray;

    if (!by_json_is_object(in))
        return by_fail(f, BY_E_REQUEST, "a request is an object: {\"do\":…}", NULL);
    if (name == NULL)
        return by_fail(f, BY_E_REQUEST, "\"do\" is required and must be a string", NULL);
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        if (strcmp(requests[i].name, name) != 0)
            continue;
        stray = by_json_stray(in, requests[i].keys);
        if (stray != NULL)
            return refuse_key(name, stray, requests[i].keys, f);
        return requests[i].run(e, in, out, f);
    }
    return by_fail(f, BY_E_REQUEST, "unknown request ", BY_QUOTED, name,
                   ": there are games, new, state, "
                   "view, legal, play, deal, undo, record, best and quit",
                   NULL);
}

/* ---- Answers ------------------------------------------------------------------------------ */

static char *finish(by_json *out, const by_json *id)
{
    char *line;

    if (id != NULL)
        by_json_set(out, "id", by_json_share((by_json *)(uintptr_t)id));
    line = by_json_line(out);
    by_json_free(out);
    return line;
}

static char *refusal(const struct by_fault *f, const by_json *id)
{
    by_json *out = by_json_object();

    by_json_set(out, "ok", by_json_bool(false));
    by_json_set(out, "code", by_json_string(by_err_key(f->err)));
    by_json_set(out, "error", by_json_string(f->text));
    return finish(out, id);
}

void by_engine_init(struct by_engine *e, const struct by_seed *seed)
{
    *e = (struct by_engine){ .record = NULL };
    by_rng_from(&e->rng, seed, 0);
}

void by_engine_clear(struct by_engine *e)
{
    by_record_free(e->record);
    by_asker_clear(&e->asker);
    e->record = NULL;
}

char *by_engine_answer(struct by_engine *e, const char *line, size_t n)
{
    struct by_fault f = { .err = BY_OK };
    by_json *in = by_json_read(line, n, &f), *out;
    char *answer;

    if (in == NULL)
        return refusal(&f, NULL);
    out = by_json_object();
    by_json_set(out, "ok", by_json_bool(true));
    if (run_request(e, in, out, &f) == BY_OK) {
        answer = finish(out, by_json_get(in, "id"));
    } else {
        by_json_free(out);
        answer = refusal(&f, by_json_get(in, "id"));
    }
    by_json_free(in);
    return answer;
}

char *by_engine_too_long(void)
{
    struct by_fault f;

    by_fail(&f, BY_E_TOO_LONG, by_err_sentence(BY_E_TOO_LONG), NULL);
    return refusal(&f, NULL);
}

/* SPDX-License-Identifier: MIT */
/* decide.c: converts a request into the entries that carry it out, or into a refusal with a reason. */
#include <stdio.h>
#include <stdlib.h>

#include "boneyard/text.h"
#include "inside.h"
#include "naming.h"
#include "waiting.h"
#include "util/crypto.h"

/* ---- Entries -------------------------------------------------------------------------------- */

by_json *by_bytes_json(const void *bytes, size_t n)
{
    char text[256];

    BY_ASSERT((4 * n + 2) / 3 < sizeof text);
    by_base64(bytes, n, text);
    return by_json_string(text);
}

by_json *by_entry_new(const struct by_room *r, enum by_entry_id what, int64_t now)
{
    by_json *e = by_json_object();

    by_json_set(e, "what", by_json_string(by_entries[what].name));
    by_json_set(e, "t", by_json_int(r != NULL && r->now > now ? r->now : now));
    if (r != NULL && r->host.newer > 0)
        by_json_set(e, "v", by_json_int(by_room_entries(&r->host)));
    return e;
}

void by_entry_version(by_json *e, int version)
{
    if (by_json_get(e, "v") == NULL)
        by_json_set(e, "v", by_json_int(version));
}

void by_entry_add(struct by_entries *out, by_json *entry)
{
    struct by_line_of *to = &out->at[out->n];
    int64_t needs = 1;

    by_json_number(by_json_get(entry, "v"), &needs);
    BY_ASSERT(out->n < BY_ROOM_ENTRIES);
    *to = (struct by_line_of){ .line = by_json_line(entry) };
    to->n = strlen(to->line);
    to->needs = (int)needs;
    out->n++;
    by_json_free(entry);
}

void by_entries_clear(struct by_entries *e)
{
    for (int i = 0; i < e->n; i++)
        free(e->at[i].line);
    e->n = 0;
}

void by_play_entry(const struct by_room *r, int64_t now, int seat, by_move m, enum by_moved_by mover,
                   struct by_entries *out)
{
    static const char *const by[] = { "", "person", "bot", "clock", "chance" };
    by_json *e = by_entry_new(r, BY_ENTRY_play, now);
    char text[BY_MOVE_TEXT];

    by_move_print(m, r->game.state.family, text);
    by_json_set(e, "seat", by_json_int(seat));
    by_json_set(e, "move", by_json_string(text));
    by_json_set(e, "by", by_json_string(by[mover]));
    by_entry_add(out, e);
    out->at[out->n - 1].mover = mover;
}

void by_start_entry(const struct by_room *r, int64_t now, struct by_entries *out)
{
    by_json *e = by_entry_new(r, BY_ENTRY_start, now), *names = by_json_array();
    int players = by_players(r);

    for (int i = 0; i < players; i++) {
        const struct seat *s = &r->seat[r->match > 0 ? (i + players - 1) % players : i];
        char bot[24];

        snprintf(bot, sizeof bot, "bot:%s", s->kind == SEAT_BOT ? s->level : "medium");
        by_json_push(names, by_json_string(s->kind == SEAT_PERSON ? s->name : bot));
    }
    by_json_set(e, "match", by_json_int(r->match + 1));
    by_json_set(e, "names", names);
    by_entry_add(out, e);
}

static void simple(const struct by_room *r, const struct by_order *o, enum by_entry_id what, int seat, const char *who,
                   struct by_entries *out)
{
    by_json *e = by_entry_new(r, what, o->now);

    if (seat >= 0)
        by_json_set(e, "seat", by_json_int(seat));
    if (who != NULL)
        by_json_set(e, "who", by_json_string(who));
    by_entry_add(out, e);
}

/* ---- Creating a table ----------------------------------------------------------------------- */

static const char *const *more_bots;
static int more_bots_n;

void by_room_bots(const char *const *names, int n)
{
    more_bots = names;
    more_bots_n = n;
}

static bool bot_level(const char *who)
{
    if (!by_seat_is_bot(who)) /* otherwise, replaying the journal would fail */
        return false;
    for (int i = 0; i < more_bots_n; i++)
        if (strcmp(more_bots[i], who + 4) == 0)
            return true;
    return by_bot_find(false, who + 4) != NULL;
}

static by_json *seats_wanted(const struct by_asked_for *what, int players)
{
    by_json *list = by_json_array();

    for (int i = 0; i < players; i++) {
        const char *who = i < what->seats_n ? what->seats[i] : "open";

        by_json_push(list, by_json_string(who));
        if (strcmp(who, "open") != 0 && !bot_level(who)) {
            by_json_free(list);
            return NULL;
        }
    }
    return list;
}

/* Sets the members of `made` that older programs cannot read, unless the value is the one that those programs
 * assume. */
static void made_more(const struct by_asked_for *what, by_json *e)
{
    bool usual = !(what->public && !what->practice) && !what->rated;
    bool shared = what->shared < 0 ? usual : what->shared != 0;

    if (what->rated)
        by_json_set(e, "rated", by_json_bool(true));
    if (shared != usual)
        by_json_set(e, "shared", by_json_bool(shared));
    if (what->wait > 0)
        by_json_set(e, "quick", by_json_int(what->wait));
    if (what->rated || shared != usual || what->wait > 0)
        by_entry_version(e, 2);
}

/* Only matches in which every player has an account and a single seat are rated. */
static enum by_refusal rated(const struct by_order *o, const struct by_asked_for *what, int players, struct by_fault *f)
{
    if (!what->rated)
        return BY_NOT_REFUSED;
    if (what->practice || what->shared > 0 || players < 2) {
        by_fail(f, BY_E_REQUEST, "practice tables, hot seats and games for one cannot be rated", NULL);
        return BY_REFUSED_bad_message;
    }
    return o->account ? BY_NOT_REFUSED : BY_REFUSED_no_account;
}

enum by_refusal by_room_make(const struct by_order *o, const struct by_asked_for *what, struct by_entries *out,
                             struct by_fault *f)
{
    const char *clock = what->clock[0] == '\0' ? "none" : what->clock;
    char canonical[BY_CONFIG_TEXT];
    struct by_config config;
    struct clock_of c;
    by_json *seats, *e;
    enum by_refusal why;

    if (by_config_parse(what->rules, &config, f) != BY_OK)
        return BY_REFUSED_BY_RULES;
    if (!by_clock_read(clock, &c) || (what->practice && c.kind != CLOCK_NONE))
        return BY_REFUSED_bad_clock;
    if (what->seats_n > config.opt[BY_PLAYERS])
        return BY_REFUSED_no_seat;
    why = rated(o, what, config.opt[BY_PLAYERS], f);
    if (why != BY_NOT_REFUSED)
        return why;
    seats = seats_wanted(what, config.opt[BY_PLAYERS]);
    if (seats == NULL)
        return BY_REFUSED_no_bot;
    by_config_print(&config, canonical, sizeof canonical);
    e = by_entry_new(NULL, BY_ENTRY_made, o->now);
    by_json_set(e, "rules", by_json_string(canonical));
    by_json_set(e, "seats", seats);
    by_json_set(e, "clock", by_json_string(clock));
    by_json_set(e, "grace", by_json_int(what->grace));
    by_json_set(e, "public", by_json_bool(!what->practice && what->public));
    by_json_set(e, "watch", by_json_bool(what->watch));
    by_json_set(e, "practice", by_json_bool(what->practice));
    by_json_set(e, "host", by_bytes_json(o->person.bytes, sizeof o->person.bytes));
    made_more(what, e);
    by_entry_add(out, e);
    return BY_NOT_REFUSED;
}

/* ---- Requests ------------------------------------------------------------------------------- */

/* A request and the facts needed for most decisions. */
struct asked {
    const struct by_room *r;
    const struct by_order *o;
    const struct by_asked_for *what;
    struct by_entries *out;
    struct by_fault *f;
    int member, seat; /* the person's index among the members, or -1, and the requested seat */
    uint32_t seats;   /* the person's seats */
    bool host;
};
typedef enum by_refusal answer(const struct asked *a);

static bool between(const struct by_room *r) { return r->phase == WAITING || r->phase == OVER; }
static bool mine(const struct asked *a) { return (a->seats >> a->seat & 1) != 0; }

static int lowest(uint32_t seats)
{
    int seat = 0;

    while ((seats >> seat & 1) == 0)
        seat++;
    return seat;
}

static enum by_refusal sit(const struct asked *a)
{
    const struct seat *s = &a->r->seat[a->seat];
    char name[BY_NAMING_ROOM];
    by_json *e;

    if (s->kind == SEAT_PERSON && mine(a) && strcmp(s->name, a->what->name) == 0)
        return BY_NOT_REFUSED;
    if (a->seats != 0 && !a->r->shared)
        return BY_REFUSED_one_seat;
    if (s->kind != SEAT_OPEN)
        return BY_REFUSED_taken;
    if (!between(a->r) || (a->r->practice && (!a->host || a->seats != 0)))
        return BY_REFUSED_not_now;
    if (a->r->rated && !a->o->account)
        return BY_REFUSED_no_account;
    if (!by_naming(a->r, a->what->name, name))
        return BY_REFUSED_bad_name;
    e = by_entry_new(a->r, BY_ENTRY_sit, a->o->now);
    by_json_set(e, "seat", by_json_int(a->seat));
    by_json_set(e, "name", by_json_string(name));
    by_json_set(e, "person", by_bytes_json(a->o->person.bytes, sizeof a->o->person.bytes));
    by_entry_add(a->out, e);
    return BY_NOT_REFUSED;
}

/* A host who leaves a match loses the host's rights. When the last person leaves a match, the table closes. */
static enum by_refusal stand(const struct asked *a)
{
    int persons = 0, next = a->host && a->seats == (uint32_t)1 << a->seat ? by_host_next(a->r, false) : -1;

    if (!mine(a))
        return BY_REFUSED_not_yours;
    for (int i = 0; i < by_players(a->r); i++)
        persons += a->r->seat[i].kind == SEAT_PERSON;
    simple(a->r, a->o, BY_ENTRY_stand, a->seat, NULL, a->out);
    if (!between(a->r) && persons == 1)
        simple(a->r, a->o, BY_ENTRY_close, -1, "server", a->out);
    else if (!between(a->r) && next >= 0)
        by_host_entry(a->r, a->o->now, next, a->out);
    return BY_NOT_REFUSED;
}

static enum by_refusal seat(const struct asked *a)
{
    const char *who = a->what->who;
    const struct seat *s = &a->r->seat[a->seat];
    bool open = strcmp(who, "open") == 0;

    if (!a->host)
        return BY_REFUSED_not_host;
    if (!open && !bot_level(who))
        return BY_REFUSED_no_bot;
    if (s->kind == SEAT_PERSON && s->away == HERE && by_person_at(a->r, a->seat)->here && !mine(a))
        return BY_REFUSED_taken; /* the host cannot remove people who are present */
    if (!between(a->r) && (open || s->kind != SEAT_PERSON))
        return BY_REFUSED_not_now;
    if (open ? s->kind == SEAT_OPEN : s->kind == SEAT_BOT && strcmp(s->level, who + 4) == 0)
        return BY_NOT_REFUSED;
    simple(a->r, a->o, BY_ENTRY_seat, a->seat, who, a->out);
    return BY_NOT_REFUSED;
}

static enum by_refusal start(const struct asked *a)
{
    if (!a->host)
        return BY_REFUSED_not_host;
    if (a->r->phase != WAITING)
        return BY_REFUSED_not_now;
    by_start_entry(a->r, a->o->now, a->out);
    return BY_NOT_REFUSED;
}

/* Returns whether bots may take the open seats of a quick match. */
static enum by_refusal bots(const struct asked *a)
{
    bool on = a->what->on;
    by_json *e;

    if (a->seats == 0)
        return BY_REFUSED_not_yours;
    if (a->r->quick == 0 || a->r->phase != WAITING)
        return BY_REFUSED_not_now;
    if (a->r->seat[lowest(a->seats)].bots == on && (on || by_wait_is_long(a->r)))
        return BY_NOT_REFUSED;
    e = by_entry_new(a->r, BY_ENTRY_bots, a->o->now);
    by_json_set(e, "seat", by_json_int(lowest(a->seats)));
    by_json_set(e, "on", by_json_bool(on));
    by_entry_version(e, 2);
    by_entry_add(a->out, e);
    return BY_NOT_REFUSED;
}

static enum by_refusal share_entry(const struct asked *a, enum by_entry_id what, const char *field,
                                   const uint8_t bytes[32])
{
    by_json *e = by_entry_new(a->r, what, a->o->now);

    by_json_set(e, "deal", by_json_int((int64_t)a->r->deals));
    by_json_set(e, "seat", by_json_int(lowest(a->seats)));
    by_json_set(e, field, by_bytes_json(bytes, 32));
    by_entry_add(a->out, e);
    return BY_NOT_REFUSED;
}

static enum by_refusal hash(const struct asked *a)
{
    if (a->seats == 0)
        return BY_REFUSED_not_yours;
    if (a->r->phase != SHUFFLE || a->what->deal != (int64_t)a->r->deals)
        return BY_REFUSED_moved_on;
    if (a->r->step != STEP_COMMITTED || a->r->seat[lowest(a->seats)].hashed
        || a->r->member[a->member].aborts >= by_aborts_most(a->r))
        return BY_REFUSED_not_now;
    return share_entry(a, BY_ENTRY_hash, "hash", a->what->hash);
}

static enum by_refusal reveal(const struct asked *a)
{
    struct by_hash h;
    const struct seat *s;

    if (a->seats == 0)
        return BY_REFUSED_not_yours;
    s = &a->r->seat[lowest(a->seats)];
    if (a->r->phase != SHUFFLE || a->what->deal != (int64_t)a->r->deals)
        return BY_REFUSED_moved_on;
    if (a->r->step != STEP_FIXED || !s->hashed || s->revealed)
        return BY_REFUSED_not_now;
    by_fair_hash(&a->r->shuffle, lowest(a->seats), a->what->share, &h);
    if (!by_same_bytes(&h, &s->hash, sizeof h)) {
        by_fail(a->f, BY_E_REQUEST, "the share does not match its commitment", NULL);
        return BY_REFUSED_bad_message;
    }
    return share_entry(a, BY_ENTRY_reveal, "share", a->what->share);
}

static enum by_refusal by_rules(const struct asked *a, by_err err)
{
    by_fail(a->f, err, by_err_sentence(err), NULL);
    return BY_REFUSED_BY_RULES;
}

/* Returns whether a move must wait because other players may still call. A call never waits. */
static bool too_soon(const struct asked *a, by_move m)
{
    return m != BY_CALL_MOVE && a->o->now < by_window_end(a->r, a->seat);
}

static enum by_refusal play(const struct asked *a)
{
    const struct by_room *r = a->r;
    const struct by_state *s = &r->game.state;
    const char *text = a->what->move;
    by_move list[BY_MOVES], m;
    by_err err;

    if (!mine(a))
        return BY_REFUSED_not_yours;
    if (r->phase != PLAY)
        return BY_REFUSED_not_now;
    if (r->paused[0] != '\0')
        return BY_REFUSED_paused;
    if (a->what->seen < (int64_t)r->turned)
        return BY_REFUSED_moved_on;
    if ((by_actors(s) >> a->seat & 1) == 0)
        return by_rules(a, BY_E_TURN);
    err = by_move_read(text, strlen(text), s->family, list, by_moves(s, a->seat, list), &m);
    if (err != BY_OK)
        return by_rules(a, err);
    if (a->seat == r->running && by_late(r, a->o->now)) {
        by_fail(a->f, BY_E_TURN, "your time is up", NULL);
        return BY_REFUSED_not_now;
    }
    if (too_soon(a, m)) {
        by_fail(a->f, BY_E_TURN, "others may still call; play in a moment", NULL);
        return BY_REFUSED_not_now;
    }
    if (r->seat[a->seat].away != HERE)
        simple(r, a->o, BY_ENTRY_back, a->seat, NULL, a->out);
    by_play_entry(r, a->o->now, a->seat, m, BY_MOVED_PERSON, a->out);
    return BY_NOT_REFUSED;
}

uint32_t by_last_choice(const struct by_room *r)
{
    struct by_table to = r->game;

    for (int i = 0; i < by_players(r); i++)
        to.people |= (uint32_t)(r->seat[i].kind == SEAT_PERSON) << i;
    return (r->phase == PLAY || r->phase == ROUND) && by_table_undo_choice(&to) == BY_OK ? to.moves + 1 : 0;
}

static enum by_refusal undo(const struct asked *a)
{
    uint32_t n = by_last_choice(a->r);
    by_json *e;

    if (!a->r->practice)
        return BY_REFUSED_no_practice;
    if (a->seats == 0)
        return BY_REFUSED_not_yours;
    if (a->r->phase != PLAY && a->r->phase != ROUND)
        return BY_REFUSED_not_now;
    if (n == 0)
        return by_rules(a, BY_E_NO_UNDO);
    e = by_entry_new(a->r, BY_ENTRY_undo, a->o->now);
    by_json_set(e, "count", by_json_int((int64_t)a->r->game.moves - n + 1));
    by_entry_add(a->out, e);
    return BY_NOT_REFUSED;
}

static enum by_refusal next(const struct asked *a)
{
    if (a->seats == 0)
        return BY_REFUSED_not_yours;
    if (a->r->phase != ROUND)
        return BY_REFUSED_not_now;
    if (!a->r->seat[lowest(a->seats)].ready)
        simple(a->r, a->o, BY_ENTRY_next, lowest(a->seats), NULL, a->out);
    return BY_NOT_REFUSED;
}

static enum by_refusal rematch(const struct asked *a)
{
    bool all = true;

    if (a->seats == 0 && !a->host)
        return BY_REFUSED_not_yours;
    if (a->r->phase != OVER)
        return BY_REFUSED_not_now;
    for (int i = 0; i < by_players(a->r); i++)
        if (a->r->seat[i].kind == SEAT_PERSON && by_person_at(a->r, i)->here && !a->r->seat[i].again
            && (a->seats >> i & 1) == 0)
            all = false;
    if (a->seats != 0 && !a->r->seat[lowest(a->seats)].again)
        simple(a->r, a->o, BY_ENTRY_again, lowest(a->seats), NULL, a->out);
    if (all || a->host)
        by_start_entry(a->r, a->o->now, a->out);
    return BY_NOT_REFUSED;
}

static enum by_refusal pause(const struct asked *a)
{
    bool on = a->what->on, is = a->r->paused[0] != '\0';

    if (!a->host)
        return BY_REFUSED_not_host;
    if (between(a->r))
        return BY_REFUSED_not_now;
    if (on && !is)
        simple(a->r, a->o, BY_ENTRY_pause, -1, "host", a->out);
    if (!on && is)
        simple(a->r, a->o, BY_ENTRY_resume, -1, NULL, a->out);
    return BY_NOT_REFUSED;
}

static enum by_refusal back(const struct asked *a)
{
    if (a->seats == 0)
        return BY_REFUSED_not_yours;
    for (int i = 0; i < by_players(a->r) && a->out->n < BY_ROOM_ENTRIES; i++)
        if ((a->seats >> i & 1) != 0 && a->r->seat[i].away != HERE)
            simple(a->r, a->o, BY_ENTRY_back, i, NULL, a->out);
    return BY_NOT_REFUSED;
}

static enum by_refusal close_table(const struct asked *a)
{
    if (!a->host)
        return BY_REFUSED_not_host;
    if (a->r->rated && !between(a->r)) /* otherwise the host could avoid a loss */
        return BY_REFUSED_not_now;
    simple(a->r, a->o, BY_ENTRY_close, -1, "host", a->out);
    return BY_NOT_REFUSED;
}

static answer *const answers[BY_ASKS] = {
    [BY_ASK_sit] = sit,           [BY_ASK_stand] = stand,     [BY_ASK_seat] = seat,   [BY_ASK_start] = start,
    [BY_ASK_hash] = hash,         [BY_ASK_reveal] = reveal,   [BY_ASK_play] = play,   [BY_ASK_undo] = undo,
    [BY_ASK_next] = next,         [BY_ASK_rematch] = rematch, [BY_ASK_pause] = pause, [BY_ASK_back] = back,
    [BY_ASK_close] = close_table, [BY_ASK_bots] = bots,
};

/* Returns the first open seat, or 0. */
static int any_seat(const struct by_room *r)
{
    for (int i = 0; i < by_players(r); i++)
        if (r->seat[i].kind == SEAT_OPEN)
            return i;
    return 0;
}

enum by_refusal by_room_decide(const struct by_room *r, const struct by_order *o, const struct by_asked_for *what,
                               struct by_entries *out, struct by_fault *f)
{
    int chosen = what->seat < 0 ? any_seat(r) : (int)what->seat;
    struct asked a = { r, o, what, out, f, by_member_of(r, &o->person), chosen, 0, false };

    a.seats = by_member_seats(r, a.member);
    a.host = a.member >= 0 && a.member == r->owner;
    if (answers[what->id] == NULL)
        return BY_REFUSED_bad_message;
    if (a.seat < 0 || a.seat >= by_players(r))
        return BY_REFUSED_no_seat;
    if (r->cup && (what->id == BY_ASK_sit || what->id == BY_ASK_stand || what->id == BY_ASK_rematch))
        return BY_REFUSED_not_now;
    if (r->phase == CLOSED)
        return what->id == BY_ASK_close ? BY_NOT_REFUSED : BY_REFUSED_not_now;
    return answers[what->id](&a);
}

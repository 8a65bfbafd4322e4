/* SPDX-License-Identifier: MIT */
/* room.c: holds the state of a table, including the people present, and applies journal entries to it. */
#include <stdio.h>
#include <stdlib.h>

#include "boneyard/text.h"
#include "inside.h"
#include "waiting.h"
#include "util/crypto.h"
#include "util/memory.h"
#include "wire/events.h"

struct by_room *by_room_new(const struct by_id *table, const struct by_room_host *host)
{
    struct by_room *r = by_sure(calloc(1, sizeof *r));

    r->id = *table;
    r->host = *host;
    r->owner = NOBODY;
    r->wait_from = r->wait_until = NEVER;
    r->running = r->laid_by = BY_NO_SEAT;
    for (int i = 0; i < BY_SEATS; i++)
        r->seat[i].person = NOBODY;
    return r;
}

static void thought_free(struct by_room *r)
{
    if (r->thought != NULL) {
        free(r->thought->heard);
        free(r->thought->moves);
    }
    free(r->thought);
    r->thought = NULL;
}

void by_room_free(struct by_room *r)
{
    if (r == NULL)
        return;
    for (uint64_t i = 0; i < r->entries; i++)
        by_told_clear(&r->told[i]);
    for (int i = 0; i < r->records_n; i++)
        free(r->records[i]);
    thought_free(r);
    free(r->told);
    free(r->sitting);
    free(r->records);
    free(r->record.at);
    free(r->member);
    free(r->watcher);
    free(r->game.log);
    free(r->undealt);
    free(r->more);
    free(r->aborted);
    free(r->round);
    free(r->order);
    free(r->playing);
    free(r->result);
    by_forget(r, sizeof *r);
    free(r);
}

/* ---- People --------------------------------------------------------------------------------- */

static bool same_id(const struct by_id *a, const struct by_id *b) { return memcmp(a, b, sizeof *a) == 0; }

int by_member_of(const struct by_room *r, const struct by_id *id)
{
    for (int i = 0; i < r->members; i++)
        if (same_id(&r->member[i].id, id))
            return i;
    return -1;
}

uint32_t by_member_seats(const struct by_room *r, int member)
{
    uint32_t seats = 0;

    for (int i = 0; i < BY_SEATS && member >= 0; i++)
        seats |= (uint32_t)(r->seat[i].person == member) << i;
    return seats;
}

static int watcher_of(const struct by_room *r, const struct by_id *id)
{
    for (int i = 0; i < r->watchers; i++)
        if (same_id(&r->watcher[i], id))
            return i;
    return -1;
}

static void watcher_drop(struct by_room *r, int i) { r->watcher[i] = r->watcher[--r->watchers]; }

/* Members are never removed, because the room must be able to repeat earlier messages to a seat exactly. */
static uint16_t member_make(struct by_room *r, const struct by_id *id)
{
    int at = by_member_of(r, id), watched = watcher_of(r, id);

    if (at >= 0)
        return (uint16_t)at;
    r->member = by_sure(realloc(r->member, ((size_t)r->members + 1) * sizeof *r->member));
    r->member[r->members] = (struct member){ .id = *id, .here = watched >= 0 };
    if (watched >= 0)
        watcher_drop(r, watched);
    return (uint16_t)r->members++;
}

static bool somebody_here(const struct by_room *r)
{
    bool here = r->watchers > 0;

    for (int i = 0; i < r->members; i++)
        here = here || r->member[i].here;
    return here;
}

void by_room_presence(struct by_room *r, const struct by_id *person, bool here, int64_t now)
{
    int at = by_member_of(r, person), watched = watcher_of(r, person);

    if (here && r->visited == 0)
        r->visited = now;
    if (at >= 0 && r->member[at].here != here) {
        r->member[at].here = here;
        *(here ? &r->member[at].came : &r->member[at].gone) = now;
        r->changes++;
    } else if (at < 0 && here && watched < 0) {
        r->watcher = by_sure(realloc(r->watcher, ((size_t)r->watchers + 1) * sizeof *r->watcher));
        r->watcher[r->watchers++] = *person;
        r->changes++;
    } else if (at < 0 && !here && watched >= 0) {
        watcher_drop(r, watched);
        r->changes++;
    }
    if (!somebody_here(r) && now > r->empty)
        r->empty = now;
}

/* Records the current seating for this and later entries. */
static void sittings_note(struct by_room *r)
{
    struct sitting s;
    int n = 0;

    for (int i = 0; i < BY_SEATS; i++)
        s.person[i] = r->seat[i].person;
    if (r->sittings == 0 || memcmp(&r->sitting[r->sittings - 1], &s, sizeof s) != 0) {
        r->sitting = by_sure(realloc(r->sitting, ((size_t)r->sittings + 1) * sizeof s));
        r->sitting[r->sittings++] = s;
    }
    for (int i = 0; i < r->members; i++)
        if (n <= BY_SEATS && (i == r->owner || by_member_seats(r, i) != 0))
            r->persons[n++] = r->member[i].id;
    r->persons_n = n;
}

/* ---- Entries -------------------------------------------------------------------------------- */

by_err by_wrong(struct by_fault *f, const char *what)
{
    return by_fail(f, BY_E_RECORD, "the journal is wrong: ", what, NULL);
}

bool by_entry_who(const by_json *e, const struct by_room *r, int *seat)
{
    int64_t n;

    if (!by_json_number(by_json_get(e, "seat"), &n) || n < 0 || n >= by_players(r))
        return false;
    *seat = (int)n;
    return true;
}

static const char *text_of(const by_json *e, const char *key, size_t most)
{
    const char *text = by_json_text(by_json_get(e, key));

    return text != NULL && strlen(text) <= most ? text : NULL;
}

static bool read_clock(struct by_room *r, const char *text)
{
    struct clock_of c;

    if (!by_clock_read(text, &c))
        return false;
    r->clock = c.kind;
    r->first = c.first;
    r->add = c.add;
    memcpy(r->clock_text, text, strlen(text) + 1);
    return true;
}

/* Also accepts bots that the server no longer offers, since old journals contain them. */
bool by_seat_is_bot(const char *who)
{
    size_t n = strlen(who);

    return strncmp(who, "bot:", 4) == 0 && n > 4 && n - 4 < sizeof((struct seat *)0)->level
        && strspn(who + 4, "abcdefghijklmnopqrstuvwxyz0123456789-") == n - 4;
}

static bool read_seat(struct seat *s, const char *who)
{
    if (who == NULL || (strcmp(who, "open") != 0 && !by_seat_is_bot(who)))
        return false;
    *s = (struct seat){ .kind = who[0] == 'o' ? SEAT_OPEN : SEAT_BOT, .person = NOBODY };
    if (s->kind == SEAT_BOT)
        memcpy(s->level, who + 4, strlen(who + 4) + 1);
    return true;
}

/* Members that older programs do not know. */
static bool read_made_more(struct by_room *r, const by_json *e)
{
    const by_json *shared = by_json_get(e, "shared"), *quick = by_json_get(e, "quick");

    r->rated = by_json_true(by_json_get(e, "rated"));
    r->shared = shared == NULL ? !r->is_public && !r->rated : by_json_true(shared);
    by_duplicate_made(r, e);
    return quick == NULL || (by_json_number(quick, &r->quick) && r->quick > 0 && r->quick <= (int64_t)NEXT_DAYS * 24);
}

static by_err apply_made(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    const char *rules = text_of(e, "rules", BY_CONFIG_TEXT - 1), *clock = text_of(e, "clock", 20);
    const char *host = text_of(e, "host", 22);
    const by_json *seats = by_json_get(e, "seats");
    struct seat seat[BY_SEATS];
    struct by_config config;
    struct by_id id;
    int64_t grace;

    (void)t;
    if (rules == NULL || clock == NULL || host == NULL || !by_unbase64(host, id.bytes, sizeof id.bytes)
        || !by_json_number(by_json_get(e, "grace"), &grace) || grace < 0 || grace > 3600)
        return by_wrong(f, "made requires rules, seats, clock, grace and host");
    if (by_config_parse(rules, &config, f) != BY_OK)
        return BY_E_RULES;
    if (by_json_count(seats) != (size_t)config.opt[BY_PLAYERS])
        return by_wrong(f, "made requires an entry for each seat");
    for (int i = 0; i < config.opt[BY_PLAYERS]; i++)
        if (!read_seat(&seat[i], by_json_text(by_json_at(seats, (size_t)i))))
            return by_wrong(f, "a seat must be open or bot:LEVEL");
    if (!read_clock(r, clock))
        return by_wrong(f, "unknown clock");
    r->rules = config;
    by_config_print(&config, r->rules_text, sizeof r->rules_text);
    memcpy(r->seat, seat, (size_t)config.opt[BY_PLAYERS] * sizeof seat[0]);
    r->grace = (int)grace;
    r->is_public = by_json_true(by_json_get(e, "public"));
    r->watch = by_json_true(by_json_get(e, "watch"));
    r->practice = by_json_true(by_json_get(e, "practice"));
    r->cup = by_json_true(by_json_get(e, "cup"));
    if (!read_made_more(r, e))
        return by_wrong(f, "the waiting time of the quick match is missing or invalid");
    if (r->quick == 0)
        r->owner = member_make(r, &id);
    by_table_init(&r->game, &config, r->game.log, r->game.room);
    return BY_OK;
}

static by_err apply_sit(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    const char *name = text_of(e, "name", 160), *person = text_of(e, "person", 22);
    struct by_id id;
    int seat;

    (void)t;
    if (!by_entry_who(e, r, &seat) || name == NULL || person == NULL || !by_unbase64(person, id.bytes, sizeof id.bytes))
        return by_wrong(f, "sit requires a seat, a name and a person");
    if ((r->phase != WAITING && r->phase != OVER) || r->seat[seat].kind != SEAT_OPEN || r->members >= NOBODY)
        return by_wrong(f, "this seat cannot be taken");
    r->seat[seat] = (struct seat){ .kind = SEAT_PERSON, .person = member_make(r, &id), .sat = r->now };
    memcpy(r->seat[seat].name, name, strlen(name) + 1);
    return BY_OK;
}

/* Gives this seat to another person or leaves it empty. Once the commitments are fixed, the seat's commitment and share
 * remain part of the shuffle: a player who leaves without revealing the share aborts the shuffle. */
static void seat_change(struct by_room *r, int seat, const struct seat *to)
{
    struct seat *s = &r->seat[seat], was = *s;

    *s = *to;
    if (r->phase != SHUFFLE || r->step != STEP_FIXED || !was.hashed)
        return;
    s->hashed = true;
    s->revealed = was.revealed;
    s->hash = was.hash;
    memcpy(s->share, was.share, sizeof s->share);
    if (!was.revealed && was.person != NOBODY)
        r->member[was.person].aborts++;
}

static by_err apply_stand(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    struct seat s;
    int seat;

    (void)t;
    if (!by_entry_who(e, r, &seat) || r->seat[seat].kind != SEAT_PERSON)
        return by_wrong(f, "no player in that seat can leave it");
    read_seat(&s, r->phase == WAITING || r->phase == OVER ? "open" : "bot:medium");
    seat_change(r, seat, &s);
    r->since = r->now;
    return BY_OK;
}

static by_err apply_seat(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    const char *who = text_of(e, "who", 40);
    struct seat s;
    int seat;

    (void)t;
    if (!by_entry_who(e, r, &seat) || !read_seat(&s, who))
        return by_wrong(f, "seat requires a seat, and open or bot:LEVEL");
    if (r->phase != WAITING && r->phase != OVER && (s.kind != SEAT_BOT || r->seat[seat].kind != SEAT_PERSON))
        return by_wrong(f, "this is not allowed during a match");
    seat_change(r, seat, &s);
    r->since = r->now;
    return BY_OK;
}

static by_err apply_start(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    const by_json *names = by_json_get(e, "names");
    struct seat was[BY_SEATS];
    int players = by_players(r);
    int64_t match;

    (void)t;
    if ((r->phase != WAITING && r->phase != OVER) || !by_json_number(by_json_get(e, "match"), &match)
        || match != r->match + 1)
        return by_wrong(f, "no match can start now");
    for (int i = 0; i < players; i++)
        if (by_json_text(by_json_at(names, (size_t)i)) == NULL)
            return by_wrong(f, "start requires the names");
    memcpy(was, r->seat, sizeof was);
    for (int i = 0; i < players; i++) { /* in a rematch, everyone moves to the next seat */
        struct seat *s = &r->seat[match > 1 ? (i + 1) % players : i];

        *s = was[i];
        if (s->kind == SEAT_OPEN)
            read_seat(s, "bot:medium");
        s->away = HERE;
        s->again = s->ready = s->bots = false;
        s->left = r->first;
    }
    if (r->lost)
        by_room_record_over(r); /* a lost match has no record to publish */
    r->lost = false;
    r->match = (int)match;
    r->phase = SHUFFLE;
    r->step = STEP_WANTED;
    r->step_at = r->began = r->now;
    by_table_init(&r->game, &r->rules, r->game.log, r->game.room);
    by_fair_begin(&r->id, r->rules_text, &r->transcript);
    by_room_record_begin(r, names);
    by_result_begin(r);
    return BY_OK;
}

static by_err apply_next(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    int seat;

    (void)t;
    if (r->phase != ROUND || !by_entry_who(e, r, &seat) || r->seat[seat].kind != SEAT_PERSON)
        return by_wrong(f, "no score to confirm");
    for (int i = 0; i < by_players(r); i++)
        if (r->seat[i].person == r->seat[seat].person)
            r->seat[i].ready = true;
    return BY_OK;
}

static by_err apply_again(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    int seat;

    (void)t;
    if (r->phase != OVER || !by_entry_who(e, r, &seat) || r->seat[seat].kind != SEAT_PERSON)
        return by_wrong(f, "no finished match to play again");
    for (int i = 0; i < by_players(r); i++)
        if (r->seat[i].person == r->seat[seat].person)
            r->seat[i].again = true;
    return BY_OK;
}

static by_err apply_away(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    const char *by = text_of(e, "by", 8);
    int seat;

    (void)t;
    if (!by_entry_who(e, r, &seat) || !by_by_hand(r, seat) || by == NULL)
        return by_wrong(f, "no person is playing that seat");
    r->seat[seat].away = strcmp(by, "clock") == 0 ? AWAY_CLOCK : AWAY_GONE;
    r->seat[seat].away_at = r->since = r->now;
    return BY_OK;
}

static by_err apply_back(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    struct seat *s;
    int seat;

    (void)t;
    if (!by_entry_who(e, r, &seat) || r->seat[seat].away == HERE)
        return by_wrong(f, "no bot is standing in for that seat");
    s = &r->seat[seat];
    s->away = HERE;
    if (r->clock == CLOCK_BANK && s->left < BACK_BONUS + r->add)
        s->left = BACK_BONUS + r->add;
    r->since = r->now;
    return BY_OK;
}

static by_err apply_pause(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    const char *who = text_of(e, "who", 7);

    (void)t;
    if (who == NULL || *who == '\0' || r->paused[0] != '\0' || r->phase == WAITING || r->phase == OVER)
        return by_wrong(f, "no match in progress to pause");
    memcpy(r->paused, who, strlen(who) + 1);
    return BY_OK;
}

static by_err apply_resume(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    (void)e;
    (void)t;
    if (r->paused[0] == '\0')
        return by_wrong(f, "the match is not paused");
    r->paused[0] = '\0';
    r->since = r->step_at = r->now;
    if (r->laid_by != BY_NO_SEAT)
        r->laid_at = r->now;
    return BY_OK;
}

static by_err apply_close(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    (void)e;
    (void)f;
    by_round_stop(r, t);
    by_result_closed(r);
    r->phase = CLOSED;
    return BY_OK;
}

/* ---- Applying ------------------------------------------------------------------------------- */

static const struct {
    const char *keys;
    by_applier *apply;
    enum { QUIET, CARD, SEATS } shows; /* which forms of the card (card.h) change: none, the full one, or both */
    bool known;                        /* these entries apply even if the match's secret is lost */
} kinds[BY_ENTRIES] = {
    [BY_ENTRY_made] = { "rules seats clock grace public watch practice host cup rated shared quick duplicate",
                        apply_made, SEATS, true },
    [BY_ENTRY_sit] = { "seat name person", apply_sit, SEATS, true },
    [BY_ENTRY_stand] = { "seat", apply_stand, SEATS, true },
    [BY_ENTRY_seat] = { "seat who", apply_seat, SEATS, true },
    [BY_ENTRY_bots] = { "seat on", by_apply_bots, CARD, true },
    [BY_ENTRY_host] = { "seat", by_apply_host, CARD, true },
    [BY_ENTRY_start] = { "match names", apply_start, SEATS, true },
    [BY_ENTRY_commit] = { "deal commit kept", by_apply_commit, QUIET, true },
    [BY_ENTRY_hashes] = { "deal hashes others", by_apply_hashes, QUIET },
    [BY_ENTRY_hash] = { "deal seat hash", by_apply_hash, QUIET },
    [BY_ENTRY_reveal] = { "deal seat share", by_apply_reveal, QUIET },
    [BY_ENTRY_abort] = { "deal seats", by_apply_abort, QUIET },
    [BY_ENTRY_deal] = { "deal attempt lead others", by_apply_deal, QUIET },
    [BY_ENTRY_waited] = { "deal", by_apply_waited, QUIET },
    [BY_ENTRY_publish] = { "deal", by_apply_publish, CARD },
    [BY_ENTRY_play] = { "seat move by", by_apply_play, QUIET },
    [BY_ENTRY_undo] = { "count", by_apply_undo, QUIET },
    [BY_ENTRY_next] = { "seat", apply_next, CARD },
    [BY_ENTRY_away] = { "seat by", apply_away, CARD },
    [BY_ENTRY_back] = { "seat", apply_back, CARD },
    [BY_ENTRY_pause] = { "who", apply_pause, CARD },
    [BY_ENTRY_resume] = { "", apply_resume, CARD },
    [BY_ENTRY_again] = { "seat", apply_again, CARD },
    [BY_ENTRY_close] = { "who", apply_close, SEATS, true },
};

/* Returns whether an entry leads to a new decision for the seat to move. */
static bool decides(int what) { return what == BY_ENTRY_deal || what == BY_ENTRY_play || what == BY_ENTRY_undo; }

/* The card's state before an entry: the phase, the seat whose clock was running, and a bot's takeover time. */
struct shown {
    int phase, ran;
    int64_t away;
};

/* Counts the changes that an entry makes to the card, except to times (due.c). */
static void count_changes(struct by_room *r, int what, const struct shown *was)
{
    bool seats = kinds[what].shows == SEATS || r->phase != was->phase;

    r->seatings += seats;
    r->changes += seats || kinds[what].shows == CARD || was->ran != r->running || was->away != by_away_at(r);
}

static by_err apply(struct by_room *r, uint64_t number, int what, const by_json *e, struct by_fault *f)
{
    struct told t = { 0 };
    int64_t time = 0, was = r->now, spent, seat = -1;
    struct shown shown = { r->phase, r->running, by_away_at(r) };
    int ran = r->running;
    by_err err;

    by_json_number(by_json_get(e, "t"), &time);
    r->now = time;
    spent = time > r->runs_from ? time - r->runs_from : 0;
    err = r->lost && !kinds[what].known ? BY_OK : kinds[what].apply(r, e, &t, f);
    if (err != BY_OK) {
        r->now = was;
        by_told_clear(&t);
        return err;
    }
    sittings_note(r);
    by_result_note(r, number);
    if (decides(what))
        r->turned = number;
    if (ran != BY_NO_SEAT)
        by_clock_charge(r, ran, spent);
    by_json_number(by_json_get(e, "seat"), &seat);
    by_clock_next(r, !decides(what) ? -1 : what == BY_ENTRY_play && seat == ran ? ran : BY_NO_SEAT);
    by_wait_note(r);
    count_changes(r, what, &shown);
    by_told_entry(&t, e, number, by_entries[what].name);
    t.sitting = r->sittings - 1;
    if (r->entries == r->told_room) {
        r->told_room = r->told_room == 0 ? 16 : r->told_room * 3 / 2;
        r->told = by_sure(realloc(r->told, r->told_room * sizeof *r->told));
    }
    r->told[r->entries++] = t;
    r->asked = 0;
    if (time > r->empty)
        r->empty = time;
    thought_free(r);
    return BY_OK;
}

/* Checks that this program supports the entry's version, since a newer entry could mean anything. */
static by_err check_version(struct by_room *r, const by_json *e, struct by_fault *f)
{
    int64_t v = 1;

    if (by_json_get(e, "v") != NULL && (!by_json_number(by_json_get(e, "v"), &v) || v < 2 || v > 1000))
        return by_wrong(f, "an entry's version must be a number from 2");
    if (v > r->needs)
        r->needs = (int)v;
    return v <= by_room_entries(&r->host) ? BY_OK : by_wrong(f, "the entry was written by a newer version of boneyard");
}

static by_err check(struct by_room *r, uint64_t number, by_json *e, int *what, struct by_fault *f)
{
    const char *name = by_json_text(by_json_get(e, "what"));
    char keys[128];
    int64_t t;

    if (!by_json_is_object(e) || name == NULL)
        return by_wrong(f, "an entry must be an object with a member what");
    if (check_version(r, e, f) != BY_OK)
        return BY_E_RECORD;
    for (*what = 0; *what < BY_ENTRIES && strcmp(by_entries[*what].name, name) != 0; ++*what)
        ;
    if (*what == BY_ENTRIES)
        return by_wrong(f, "unknown kind of entry");
    snprintf(keys, sizeof keys, "what t v %s", kinds[*what].keys);
    if (by_json_stray(e, keys) != NULL)
        return by_wrong(f, "an entry has an unknown member");
    if (number != r->entries + 1 || (number == 1) != (*what == BY_ENTRY_made))
        return by_wrong(f, "the entries are out of order");
    if (!by_json_number(by_json_get(e, "t"), &t) || t < r->now || t > ((int64_t)1 << 52))
        return by_wrong(f, "an entry's time is missing or earlier than the previous one");
    if (r->phase == CLOSED)
        return by_wrong(f, "the table is closed");
    return BY_OK;
}

by_err by_room_apply(struct by_room *r, uint64_t number, const char *line, size_t n, struct by_fault *f)
{
    by_json *e = by_json_read(line, n, f);
    by_err err;
    int what = 0;

    if (e == NULL)
        return BY_E_JSON;
    err = check(r, number, e, &what, f);
    if (err == BY_OK)
        err = apply(r, number, what, e, f);
    by_json_free(e);
    return err;
}

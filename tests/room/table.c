/* SPDX-License-Identifier: MIT */
/* table.c: a room under test (table.h). */
#include "table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/bot.h"
#include "card_line.h"
#include "util/crypto.h"
#include "util/memory.h"

void fail(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(1);
}

void lines_add(struct lines *l, const char *line)
{
    if (l->n == l->room) {
        l->room = l->room * 2 + 16;
        l->at = by_sure(realloc(l->at, (size_t)l->room * sizeof *l->at));
    }
    l->at[l->n++] = by_sure(strdup(line));
}

void lines_clear(struct lines *l)
{
    for (int i = 0; i < l->n; i++)
        free(l->at[i]);
    free(l->at);
    *l = (struct lines){ 0 };
}

struct by_id person(int i)
{
    struct by_id id;

    memset(&id, 'A' + i, sizeof id);
    return id;
}

static struct by_order order(struct table *t, int i, uint8_t chance[BY_ROOM_CHANCE])
{
    struct by_order o = { person(i), t->now, chance, i < GUESTS };

    for (int k = 0; k < BY_ROOM_CHANCE; k++)
        chance[k] = (uint8_t)by_rng_next(&t->rng);
    return o;
}

static void tell_all(struct table *t, uint64_t n)
{
    for (int i = 0; i < PEOPLE; i++) {
        struct by_id id = person(i);
        char *line;

        if (!t->listens[i])
            continue;
        line = by_room_tell(t->room, n, &id, false, t->how);
        lines_add(&t->heard[i], line);
        free(line);
    }
}

/* The card as sent to a spectator, and the room's counters for it. */
struct shown {
    char *card, *brief;
    struct by_room_facts facts;
};

static struct shown shown(const struct table *t)
{
    struct by_id id = person(PEOPLE);
    struct shown s = { card_line(t->room, &id, t->now), short_line(t->room, &id, t->now), { 0 } };

    by_room_facts(t->room, &s.facts);
    return s;
}

/* The counters increase exactly when the card changes.  A clock may count more often. */
static void check_counters(const struct table *t, struct shown was, const char *entry)
{
    struct shown is = shown(t);
    bool card = strcmp(was.card, is.card) != 0, brief = strcmp(was.brief, is.brief) != 0;
    bool clocked = strstr(is.card, "\"clock\":\"none\"") == NULL;

    if (card ? is.facts.changes == was.facts.changes : is.facts.changes != was.facts.changes && !clocked)
        fail("%s: changes %d -> %d\n%s\n%s", entry, (int)was.facts.changes, (int)is.facts.changes, was.card, is.card);
    if (brief != (is.facts.seatings != was.facts.seatings))
        fail("%s: seatings %d -> %d\n%s\n%s", entry, (int)was.facts.seatings, (int)is.facts.seatings, was.brief,
             is.brief);
    free(was.card);
    free(was.brief);
    free(is.card);
    free(is.brief);
}

static void keep(struct table *t, struct by_entries *e)
{
    int from = t->journal.n;

    for (int i = 0; i < e->n; i++) {
        struct by_fault f = { 0 };
        struct shown was = shown(t);

        if (by_room_apply(t->room, (uint64_t)t->journal.n + 1, e->at[i].line, e->at[i].n, &f) != BY_OK)
            fail("an entry does not apply: %s: %s", e->at[i].line, f.text);
        check_counters(t, was, e->at[i].line);
        lines_add(&t->journal, e->at[i].line);
    }
    for (int i = from; i < t->journal.n; i++)
        tell_all(t, (uint64_t)i + 1);
    by_entries_clear(e);
}

static by_json *read_json(const char *text)
{
    struct by_fault f = { 0 };
    by_json *j = by_json_read(text, strlen(text), &f);

    if (j == NULL)
        fail("%s: %s", text, f.text);
    return j;
}

struct by_asked_for asked_of(const char *text)
{
    struct by_asked_for what;
    struct by_fault f = { 0 };
    char line[BY_MESSAGE_LIMIT];

    snprintf(line, sizeof line, "{\"key\":\"k\",%s%s", strstr(text, "\"do\"") == NULL ? "\"do\":\"make\"," : "",
             text + 1);
    if (by_message_read(line, strlen(line), &what, &f) != BY_NOT_REFUSED)
        fail("%s: %s", text, f.text);
    return what;
}

by_json *look_of(const struct by_room *r, const struct by_id *person)
{
    struct by_out o = { 0 };
    by_json *whole, *seats;

    by_out(&o, "{");
    by_room_look(r, person, &o);
    by_out(&o, "}");
    whole = read_json(o.at);
    seats = by_json_share(by_json_get(whole, "seats"));
    by_json_free(whole);
    free(o.at);
    return seats;
}

void table_make(struct table *t, uint64_t seed, const char *make)
{
    uint8_t chance[BY_ROOM_CHANCE];
    struct by_entries e = { 0 };
    struct by_asked_for what = asked_of(make);
    struct by_order o;

    memset(t, 0, sizeof *t);
    by_rng_init(&t->rng, seed);
    t->now = 1000;
    t->how = BY_SEE_JSON;
    memset(&t->id, 'T', sizeof t->id);
    memset(t->host.seal, 7, sizeof t->host.seal);
    t->room = by_room_new(&t->id, &t->host);
    t->listens[0] = true;
    o = order(t, 0, chance);
    if (by_room_make(&o, &what, &e, &t->fault) != BY_NOT_REFUSED)
        fail("%s is refused: %s", make, t->fault.text);
    keep(t, &e);
    come(t, 0);
}

void table_clear(struct table *t)
{
    by_room_free(t->room);
    lines_clear(&t->journal);
    for (int i = 0; i < PEOPLE; i++)
        lines_clear(&t->heard[i]);
}

enum by_refusal ask(struct table *t, int i, const char *message)
{
    uint8_t chance[BY_ROOM_CHANCE];
    struct by_entries e = { 0 };
    struct by_order o = order(t, i, chance);
    struct by_asked_for what = asked_of(message);
    enum by_refusal why;

    t->fault.text[0] = '\0';
    why = by_room_decide(t->room, &o, &what, &e, &t->fault);
    if (why != BY_NOT_REFUSED && e.n > 0)
        fail("%s is refused and has entries", message);
    keep(t, &e);
    return why;
}

enum by_refusal askf(struct table *t, int i, const char *format, ...)
{
    char text[2000];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return ask(t, i, text);
}

void come(struct table *t, int i)
{
    struct by_id id = person(i);
    struct shown was = shown(t);

    t->listens[i] = true;
    by_room_presence(t->room, &id, true, t->now);
    check_counters(t, was, "come");
}

void go(struct table *t, int i)
{
    struct by_id id = person(i);
    struct shown was = shown(t);

    t->listens[i] = false;
    by_room_presence(t->room, &id, false, t->now);
    check_counters(t, was, "go");
}

/* ---- Timers and bots ----------------------------------------------------------------- */

static void bot_moves(struct table *t, const struct by_room_bot *b)
{
    static uint8_t memory[BY_BOT_MEMORY];
    struct by_rng rng;
    struct by_question q = { .view = b->view,
                             .past = b->past,
                             .moves = b->moves,
                             .n = b->n,
                             .rng = &rng,
                             .memory = memory,
                             .size = sizeof memory,
                             .count = 1 };
    uint8_t chance[BY_ROOM_CHANCE];
    struct by_entries e = { 0 };
    struct by_order o;
    int move;

    by_rng_from(&rng, &b->seed, 0);
    move = by_bot_find(false, "greedy")->choose(&q);
    t->now = t->now > b->not_before ? t->now : b->not_before;
    o = order(t, 0, chance);
    by_room_bot_plays(t->room, &o, b, move, &e);
    if (e.n == 0)
        fail("a bot may not play");
    keep(t, &e);
}

static bool due(struct table *t)
{
    uint8_t chance[BY_ROOM_CHANCE];
    struct by_entries e = { 0 };
    struct by_order o = order(t, 0, chance);
    bool some;

    by_room_due(t->room, &o, &e);
    some = e.n > 0;
    keep(t, &e);
    return some;
}

/* Lets one thing happen before `until`; returns false if nothing does. */
static bool step(struct table *t, int64_t until)
{
    int64_t wake;

    contribute(t);
    if (due(t))
        return true;
    wake = by_room_wake(t->room, t->now);
    if (by_room_bot(t->room, t->now, &t->bot))
        t->bot_at = t->journal.n;
    if (t->bot_at == t->journal.n && t->bot.not_before <= until && t->bot.not_before <= wake) {
        t->bot_at = 0;
        bot_moves(t, &t->bot);
        return true;
    }
    if (wake > until)
        return false;
    if (wake <= t->now)
        fail("it wakes for nothing at %lld", (long long)t->now);
    t->now = wake;
    return true;
}

void run(struct table *t, int64_t until)
{
    while (step(t, until))
        ;
    t->now = t->now > until ? t->now : until;
}

bool run_to(struct table *t, const char *word, int64_t most)
{
    int64_t until = t->now + most;

    while (strcmp(phase(t), word) != 0)
        if (!step(t, until))
            return false;
    return true;
}

by_json *table_json(struct table *t, int i)
{
    struct by_id id = person(i);
    char *line = card_line(t->room, &id, t->now);
    by_json *j = read_json(line);

    free(line);
    return j;
}

const char *phase(struct table *t)
{
    static char word[16];
    by_json *j = table_json(t, 0);

    snprintf(word, sizeof word, "%s", by_json_text(by_json_get(j, "phase")));
    by_json_free(j);
    return word;
}

/* The current shuffle, from the last commit. */
static int64_t last_deal(struct table *t, struct by_shuffle *s)
{
    int64_t deal = 0;

    memset(s, 0, sizeof *s);
    for (int k = t->journal.n - 1; k >= 0 && deal == 0; k--) {
        by_json *e = read_json(t->journal.at[k]);

        if (strcmp(by_json_text(by_json_get(e, "what")), "commit") == 0) {
            by_json_number(by_json_get(e, "deal"), &deal);
            by_unbase64(by_json_text(by_json_get(e, "commit")), s->commit.bytes, sizeof s->commit);
        }
        by_json_free(e);
    }
    s->table = t->id;
    s->deal = (uint64_t)deal;
    return deal;
}

void contribute(struct table *t)
{
    struct by_shuffle s;
    int64_t deal;

    if (strcmp(phase(t), "shuffle") != 0 || (deal = last_deal(t, &s)) == 0)
        return;
    for (int i = 0; i < PEOPLE; i++) {
        struct by_id id = person(i);
        uint32_t seats = by_room_seats_of(t->room, &id);
        uint8_t share[BY_FAIR_SHARE];
        struct by_hash h;
        char text[64];
        int seat = 0;

        if (!t->listens[i] || seats == 0)
            continue;
        while ((seats >> seat & 1) == 0)
            seat++;
        memset(share, i + (int)deal, sizeof share);
        by_fair_hash(&s, seat, share, &h);
        by_base64(h.bytes, sizeof h.bytes, text);
        askf(t, i, "{\"do\":\"hash\",\"deal\":%lld,\"hash\":\"%s\"}", (long long)deal, text);
        by_base64(share, sizeof share, text);
        askf(t, i, "{\"do\":\"reveal\",\"deal\":%lld,\"share\":\"%s\"}", (long long)deal, text);
    }
}

struct by_room *fold(const struct table *t, int entries)
{
    struct by_room *r = by_room_new(&t->id, &t->host);

    for (int i = 0; i < entries; i++) {
        struct by_fault f = { 0 };

        if (by_room_apply(r, (uint64_t)i + 1, t->journal.at[i], strlen(t->journal.at[i]), &f) != BY_OK)
            fail("entry %d does not apply: %s: %s", i + 1, t->journal.at[i], f.text);
    }
    return r;
}

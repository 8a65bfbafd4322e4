/* SPDX-License-Identifier: MIT */
/* asks.c: fuzz target: people's requests to a table, line by line: `A{"do":...}` is person A's message, `+500` lets
 * that much time pass, and any other line lets whatever is due happen.  A refused request has no entries, an accepted
 * one applies, and replaying the journal gives the same room. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "rooms.h"
#include "../room/card_line.h"

enum { PEOPLE = 3, SIZE_MOST = 1 << 12, LINES = 200, ENTRIES = 600, DUE_MOST = 20 };

struct journal {
    char *at[ENTRIES];
    int n;
};
struct scene {
    struct by_room *room;
    struct journal journal;
    int64_t now;
    uint8_t chance[BY_ROOM_CHANCE];
};

static struct by_order order(struct scene *s, int who)
{
    for (int i = 0; i < BY_ROOM_CHANCE; i++)
        s->chance[i] = (uint8_t)(s->chance[i] * 5 + i + who + 1);
    return (struct by_order){ person(who), s->now, s->chance, who % 2 == 0 };
}

static void keep(struct scene *s, struct by_entries *e)
{
    for (int i = 0; i < e->n && s->journal.n < ENTRIES; i++) {
        struct by_fault f = { 0 };

        check(by_room_apply(s->room, (uint64_t)s->journal.n + 1, e->at[i].line, e->at[i].n, &f) == BY_OK);
        s->journal.at[s->journal.n++] = strdup(e->at[i].line);
    }
    by_entries_clear(e);
}

/* Bots play their first move. */
static void due(struct scene *s)
{
    bool goes_on = s->journal.n > 0;

    for (int i = 0; i < DUE_MOST && goes_on && s->journal.n < ENTRIES - BY_ROOM_ENTRIES; i++) {
        struct by_entries e = { 0 };
        struct by_order o = order(s, 0);
        struct by_room_bot bot;

        by_room_due(s->room, &o, &e);
        if (e.n == 0 && by_room_bot(s->room, s->now, &bot)) {
            o.now = s->now = bot.not_before > s->now ? bot.not_before : s->now;
            by_room_bot_plays(s->room, &o, &bot, 0, &e);
            check(e.n > 0);
        }
        goes_on = e.n > 0;
        keep(s, &e);
    }
}

static void ask(struct scene *s, int who, const char *line, size_t n)
{
    struct by_asked_for what;
    struct by_fault f = { 0 };
    struct by_entries e = { 0 };
    struct by_order o = order(s, who);
    enum by_refusal why;

    if (by_message_read(line, n, &what, &f) != BY_NOT_REFUSED)
        return;
    why = BY_REFUSED_not_now;
    if (s->journal.n == 0 && what.id == BY_ASK_make)
        why = by_room_make(&o, &what, &e, &f);
    else if (s->journal.n > 0 && by_asks[what.id].journal)
        why = by_room_decide(s->room, &o, &what, &e, &f);
    check(why == BY_NOT_REFUSED || e.n == 0);
    keep(s, &e);
}

/* Begins with a table for two, or with the table that the input makes first. */
static void begin(struct scene *s, bool own)
{
    static const char *const lines[] = {
        "A{\"do\":\"make\",\"key\":\"1\",\"rules\":\"draw:basics\",\"seats\":[\"open\",\"bot:random\"],"
        "\"practice\":true}",
        "A{\"do\":\"sit\",\"key\":\"2\",\"seat\":0,\"name\":\"Ada\"}",
        "A{\"do\":\"start\",\"key\":\"3\"}",
    };

    s->room = empty_room();
    s->now = 1000;
    for (int i = 0; i < PEOPLE; i++) {
        struct by_id id = person(i);

        by_room_presence(s->room, &id, true, s->now);
    }
    for (size_t i = 0; i < sizeof lines / sizeof lines[0] && !own; i++)
        ask(s, 0, lines[i] + 1, strlen(lines[i]) - 1);
}

static void line_of(struct scene *s, const char *line, size_t n)
{
    int64_t ms = 0;

    if (n > 1 && line[0] >= 'A' && line[0] < 'A' + PEOPLE && line[1] == '{') {
        ask(s, line[0] - 'A', line + 1, n - 1);
        return;
    }
    for (size_t i = 1; i < n && i < 9 && line[0] == '+' && line[i] >= '0' && line[i] <= '9'; i++)
        ms = ms * 10 + line[i] - '0';
    s->now += ms;
    due(s);
}

/* Checks that the room replayed from its journal looks the same to everyone. */
static void end(struct scene *s)
{
    struct by_room *again = empty_room();
    struct by_fault f;

    for (int i = 0; i < PEOPLE; i++) {
        struct by_id id = person(i);

        by_room_presence(again, &id, true, 1000);
    }
    for (int i = 0; i < s->journal.n; i++)
        check(by_room_apply(again, (uint64_t)i + 1, s->journal.at[i], strlen(s->journal.at[i]), &f) == BY_OK);
    for (int i = 0; i < PEOPLE && s->journal.n > 0; i++) {
        struct by_id id = person(i);
        uint64_t n = (uint64_t)s->journal.n;
        char *a = by_room_tell(s->room, n, &id, true, BY_SEE_PACKED);
        char *b = by_room_tell(again, n, &id, true, BY_SEE_PACKED);
        char *c = card_line(s->room, &id, s->now), *d = card_line(again, &id, s->now);

        check(strcmp(a, b) == 0 && strcmp(c, d) == 0 && strlen(a) % 256 == 0);
        free(a);
        free(b);
        free(c);
        free(d);
    }
    by_room_free(again);
    by_room_free(s->room);
    for (int i = 0; i < s->journal.n; i++)
        free(s->journal.at[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct scene s;
    int lines = 0;

    if (size > SIZE_MOST)
        return 0;
    memset(&s, 0, sizeof s);
    begin(&s, size > 6 && memcmp(data, "A{\"do\":\"make\"", 13 < size ? 13 : size) == 0);
    for (size_t at = 0; at < size && lines < LINES && s.journal.n < ENTRIES - 2 * BY_ROOM_ENTRIES; lines++) {
        const uint8_t *stop = memchr(data + at, '\n', size - at);
        size_t n = stop == NULL ? size - at : (size_t)(stop - data) - at;

        line_of(&s, (const char *)data + at, n);
        at += n + 1;
    }
    end(&s);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* play.c: plays games with a server on the stage, and makes every possible request (play.h). */
#include "play.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "room/inside.h"
#include "util/memory.h"

int below(struct play *p, int n) { return (int)by_rng_below(&p->rng, (uint32_t)n); }

/* ---- What is done ---- */

/* Records the table's id, its seats and its state. */
static void note(struct play *p)
{
    struct house *h = &p->house;
    struct table *t = p->now;

    for (; p->seen < h->n; p->seen++) {
        if (p->deaf || (h->said[p->seen].r.type != ROOM && h->said[p->seen].r.type != KEPT))
            continue;
        p->kept = h->said[p->seen].r.type == KEPT;
        if (p->kept)
            continue;
        memcpy(&t->stood, said_bytes(h, p->seen), sizeof t->stood);
        if (t->stood.dealt) {
            struct round *r = &t->round;

            *r = (struct round){ .before = t->stood.before,
                                 .tiles = t->stood.state.deck_tiles,
                                 .lead = t->stood.state.lead,
                                 .deal = t->stood.deals };
            memcpy(r->deck, t->stood.state.deck, sizeof r->deck);
            t->asks = 0;
        } else if (t->stood.moves > (uint32_t)t->round.moves && t->round.moves < MOVES_MOST) {
            t->round.move[t->round.moves].seat = t->stood.seat;
            t->round.move[t->round.moves++].move = t->stood.move;
            t->moves++;
            t->moved = h->said[p->seen].r.at;
        }
    }
}

/* Sends the queued messages together, before any other action. */
static void flush(struct play *p)
{
    size_t n = p->words_n;

    p->words_n = 0;
    if (n > 0)
        house_do(&p->house, &p->script, SAY, p->words_to, p->words, n, 0);
    note(p);
}

static void act(struct play *p, enum act_kind kind, int conn, const char *bytes, size_t n, int64_t until)
{
    flush(p);
    if (kind == OPEN) {
        p->who = by_sure(realloc(p->who, (size_t)(p->whos + 1) * sizeof *p->who));
        p->who[p->whos++] = conn;
        conn = 0;
    }
    if (kind == END) /* after a page, the server ends the connection itself */
        kind = p->who[conn] == NOBODY_OF ? LEAVE : END;
    house_do(&p->house, &p->script, kind, conn, bytes, n, until);
}

static void later(struct play *p, int64_t ms)
{
    flush(p);
    for (; ms > 10000; ms -= 10000)
        act(p, RUN, 0, NULL, 0, p->house.now + 10000);
    act(p, RUN, 0, NULL, 0, p->house.now + ms);
    note(p);
}

/* In C, ' is easier to write than \". */
static __attribute__((format(printf, 3, 4))) void say(struct play *p, int conn, const char *format, ...)
{
    char line[1000], *key;
    va_list args;

    va_start(args, format);
    vsnprintf(line, sizeof line - 1, format, args);
    va_end(args);
    for (key = line; (key = strchr(key, '\'')) != NULL;)
        *key = '"';
    key = strstr(line, "\"key\":\"");
    if (key != NULL) { /* it had a different name at every other table */
        key += 7;
        memmove(key + 1, key, strlen(key) + 1);
        *key = (char)('A' + (p->now - p->table));
    }
    if (conn != p->words_to || p->words_n + sizeof line + 8 > sizeof p->words)
        flush(p);
    p->words_to = conn;
    p->words_n += house_frame(line, p->words + p->words_n);
}

/* Copies the text after `word` in the last message to this connection that has it, up to a quote. */
static bool found(const struct play *p, int conn, const char *word, char *out, size_t size)
{
    const struct house *h = &p->house;

    for (int i = h->n - 1; i >= 0; i--) {
        const char *at;

        if (h->said[i].conn != conn || h->said[i].r.type != SENT)
            continue;
        at = memmem(said_bytes(h, i), h->said[i].r.n, word, strlen(word));
        if (at == NULL)
            continue;
        at += strlen(word);
        snprintf(out, size, "%.*s", (int)strcspn(at, "\""), at);
        return true;
    }
    return false;
}

static void find(const struct play *p, int conn, const char *word, char *out, size_t size)
{
    if (!found(p, conn, word, out, size))
        fail("no %s was said", word);
}

static int request(struct play *p, const char *method, const char *path, const char *more)
{
    char text[600];
    int conn = p->house.conns;

    act(p, OPEN, NOBODY_OF, NULL, 0, 0);
    snprintf(text, sizeof text, "%s %s HTTP/1.1\r\nhost: 127.0.0.1:%d\r\n%s\r\n", method, path, 8400, more);
    act(p, SAY, conn, text, strlen(text), 0);
    later(p, 20);
    return conn;
}

static int upgrade(struct play *p, int person, bool json)
{
    char text[600];
    int conn = p->house.conns;

    act(p, OPEN, person, NULL, 0, 0);
    snprintf(text, sizeof text,
             "GET /ws HTTP/1.1\r\nhost: 127.0.0.1:8400\r\nconnection: Upgrade\r\n"
             "upgrade: websocket\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n"
             "authorization: Bearer %s\r\n\r\n",
             p->token[person]);
    act(p, SAY, conn, text, strlen(text), 0);
    say(p, conn, "{'do':'hello','key':'hello','v':1,'view':'%s'}", json ? "json" : "packed");
    later(p, 20);
    return conn;
}

static void join(struct play *p, int conn, uint64_t from)
{
    say(p, conn, "{'do':'join','key':'join','table':'%s','from':%llu}", p->id, (unsigned long long)from);
    later(p, 20);
}

/* ---- A game ---- */

/* The host invites a player of an earlier match, if one is over, and the player answers. This always takes equally
 * long, so that people and timers never act in the same millisecond. */
static void invite(struct play *p)
{
    char id[32];
    bool met;

    say(p, p->conn[0], "{'do':'met','key':'met'}");
    later(p, 20);
    met = found(p, p->conn[0], "\"met\":[{\"person\":\"", id, sizeof id);
    if (met)
        say(p, p->conn[0], "{'do':'invite','key':'invite','person':'%s'}", id);
    later(p, 20);
    for (int i = 1; i < PERSONS && met; i++)
        if (found(p, p->conn[i], "\"invitation\":\"", id, sizeof id))
            say(p, p->conn[i], "{'do':'answer','key':'answer','invitation':'%s','yes':%s}", id,
                below(p, 2) == 0 ? "true" : "false");
    later(p, 60);
}

/* Returns whether the request to sit down was granted. */
static bool sits(const struct play *p, int person, int seat)
{
    char key[40], ok[8];

    snprintf(key, sizeof key, "%csit%d\",\"ok\":", (char)('A' + (p->now - p->table)), seat);
    find(p, p->conn[person], key, ok, sizeof ok);
    return ok[0] == 't';
}

/* Makes a table with persons 0 to 2 and bots in random seats; person 3 watches. */
static void sit_down(struct play *p, int k)
{
    static const char *const level[] = { "bot:random", "bot:easy", "bot:medium", "bot:greedy" };
    const char *rules = ruleset[k % RULESETS];
    struct by_config config;
    struct by_fault f;
    int first;

    if (by_config_parse(rules, &config, &f) != BY_OK)
        fail("%s: %s", rules, f.text);
    for (int i = 0; i < PERSONS; i++)
        p->conn[i] = upgrade(p, i, below(p, 2) == 0);
    say(p, p->conn[0], "{'do':'make','key':'make%d','rules':'%s','grace':0,'public':true,'shared':true}", k, rules);
    later(p, 20);
    find(p, p->conn[0], "\"table\":\"", p->id, sizeof p->id);
    first = below(p, 2);
    for (int i = 0; i < PERSONS; i++)
        join(p, p->conn[i], 0);
    for (int i = 0; i < config.opt[BY_PLAYERS]; i++) {
        int who = i == 0 ? 0 : i == 1 && first == 0 ? 1 : below(p, PERSONS);

        p->now->who[i] = who == SPECTATOR ? NOBODY_OF : who;
        if (who != SPECTATOR)
            say(p, p->conn[who], "{'do':'sit','key':'sit%d','seat':%d,'name':'P%d'}", i, i, i);
        else
            say(p, p->conn[0], "{'do':'seat','key':'seat%d','seat':%d,'who':'%s'}", i, i, level[below(p, 4)]);
        later(p, 20);
        if (who != SPECTATOR && !sits(p, who, i)) /* the seat is kept for an invited player; a bot will take it */
            p->now->who[i] = NOBODY_OF;
        if (i == 0 && p->met)
            invite(p);
    }
    say(p, p->conn[0], "{'do':'start','key':'start'}");
    later(p, 20);
}

/* Lets a person who can act do so; returns false if no one can. */
static bool person_acts(struct play *p)
{
    static by_move list[BY_MOVES];
    const struct by_state *s = &p->now->stood.state;
    bool calls = s->rules.opt[BY_CALL] == BY_ON || s->rules.opt[BY_KNOCK] == BY_ON;
    char text[BY_MOVE_TEXT];

    for (int i = 0, at = below(p, s->players); i < s->players; i++, at = (at + 1) % s->players) {
        int n = p->now->who[at] >= 0 ? by_moves(s, at, list) : 0;
        by_move m;

        if (n == 0)
            continue;
        m = list[below(p, n)];
        if (calls && m != BY_CALL_MOVE && p->house.now < p->now->moved + CALL_WINDOW + 100)
            return false;
        by_move_print(m, s->family, text);
        say(p, p->conn[p->now->who[at]], "{'do':'play','key':'m%llu-%d','seat':%d,'move':'%s'}",
            (unsigned long long)p->now->stood.entries, below(p, 1000), at, text);
        later(p, 20);
        return true;
    }
    return false;
}

/* Waits for a move that the server makes by itself, as people do. Otherwise a person may answer a state that is no
 * longer the table's, with a move that is legal in only one of the worlds. */
static void settle(struct play *p)
{
    for (int i = 0; i < 100 && p->kept; i++)
        later(p, 10);
    if (p->kept)
        fail("a move is stored, but not applied");
}

/* Plays until this many moves have been made, or the game is over, and stops as soon as possible after the last one,
 * before the wait itself could exclude some next moves. */
static void play_on(struct play *p, int moves)
{
    struct table *t = p->now;

    for (int i = 0; i < 600 && t->stood.phase != OVER && !(t->stood.phase == PLAY && t->moves >= moves); i++) {
        if (t->stood.phase == ROUND)
            for (int k = 0; k < SPECTATOR; k++)
                say(p, p->conn[k], "{'do':'next','key':'n%llu'}", (unsigned long long)t->stood.entries);
        if (t->stood.phase != PLAY)
            later(p, 500);
        for (int n = 1 + below(p, 9), seen = t->moves;
             t->stood.phase == PLAY && t->moves < moves && n > 0 && seen == t->moves; n--)
            later(p, 100);
        settle(p);
        if (t->stood.phase == PLAY && t->moves < moves && below(p, 3) > 0)
            person_acts(p);
    }
    settle(p);
}

/* ---- Possible requests ---- */

static void probe_tiles(struct play *p, int person)
{
    static by_move list[BY_MOVES];
    const struct by_state *s = &p->now->stood.state;
    char tile[16], text[BY_MOVE_TEXT];

    for (int t = 0; t < 55; t++) {
        for (int seat = 0; seat < s->players; seat++) {
            struct by_text to = by_text_on(tile, sizeof tile);
            int n = by_moves(s, seat, list);
            bool legal = false;

            by_put_tile(&to, (by_tile)t, false);
            for (int i = 0; i < n; i++) {
                by_move_print(list[i], s->family, text);
                legal = legal || strncmp(text, tile, strlen(tile)) == 0;
            }
            if ((p->now->seats >> seat & 1) != 0 && legal)
                continue; /* the move would be played */
            if ((p->now->seats >> seat & 1) == 0 && t % 9 != seat)
                continue; /* refused in any case */
            say(p, p->conn[person], "{'do':'play','key':'t%d-%d','seat':%d,'move':'%s'}", t, seat, seat, tile);
        }
        if (t % 11 == 10) /* the seeds of rare leaks (worlds.c) depend on these pauses */
            later(p, 20);
    }
}

by_err refused_with(const struct by_state *s, const char *text)
{
    static by_move list[BY_MOVES];
    by_move m;

    return by_move_read(text, strlen(text), s->family, list, by_moves(s, s->now.turn, list), &m);
}

/* Another person tries illegal moves: first tiles that fit in several places, then others. */
static void probe_refusals(struct play *p)
{
    struct table *t = p->now;
    const struct by_state *s = &t->stood.state;
    int seat, first = below(p, 55);

    settle(p);
    seat = s->now.turn;
    if (t->who[seat] < 0 || t->who[seat] == t->observer)
        return;
    t->asked = t->round.moves;
    for (int i = 0; i < 110 && t->asks < ASKS_MOST; i++) {
        char tile[16];
        struct by_text to = by_text_on(tile, sizeof tile);
        by_err err;

        by_put_tile(&to, (by_tile)((first + i) % 55), false);
        err = refused_with(s, tile);
        if (err != BY_E_AMBIGUOUS && (i < 55 || t->asks > 1 || err != BY_E_ILLEGAL))
            continue;
        say(p, p->conn[t->who[seat]], "{'do':'play','key':'r%d','seat':%d,'move':'%s'}", i, seat, tile);
        snprintf(t->ask[t->asks++], BY_MOVE_TEXT, "%s", tile);
    }
    later(p, 20);
}

static void probe_words(struct play *p, int person)
{
    static const char *const words[] = {
        "{'do':'look','key':'p1'}",
        "{'do':'list','key':'p2'}",
        "{'do':'mine','key':'p3'}",
        "{'do':'undo','key':'p4'}",
        "{'do':'next','key':'p5'}",
        "{'do':'list','key':'p6','game':'draw'}",
        "{'do':'hash','key':'p7','deal':1,'hash':'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'}",
        "{'do':'reveal','key':'p8','deal':1,'share':'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'}",
        "{'do':'play','key':'p9','seat':0,'move':'nothing'}",
        "{'do':'play','key':'pa','seat':15,'move':'6-6'}",
        "{'do':'play','key':'pb','seat':1,'move':'pass','seen':1}",
        "{'do':'back','key':'pc'}",
        "{'do':'ping'}",
        "{'do':'dance','key':'pd'}",
        "{'do':'play'",
        "[]",
        "{'do':'look','key':'p1'}",
        "{'do':'say','key':'pe','phrase':'nonsense'}",
        "{'do':'sit','key':'pf','seat':0,'name':'X'}",
        "{'do':'rematch','key':'pg'}",
        "{'do':'start','key':'ph'}",
        "{'do':'met','key':'pi'}",
        "{'do':'invite','key':'pj','name':'Nobody'}",
        "{'do':'answer','key':'pk','invitation':'AAAAAAAAAAAAAAAAAAAAAA','yes':true}",
    };

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        say(p, p->conn[person], "%s", words[i]);
    later(p, 20);
}

/* Returns on another device, with all, some or none of the events. */
static void probe_joins(struct play *p, int person)
{
    uint64_t n = p->now->stood.entries;

    for (int json = 0; json < 2; json++) {
        int conn = upgrade(p, person, json == 1);

        join(p, conn, 0);
        join(p, conn, n > 1 ? n - 2 : 0);
        join(p, conn, n);
        join(p, conn, n + 5);
        act(p, END, conn, NULL, 0, 0);
    }
    later(p, 20);
}

static void probe_pages(struct play *p)
{
    char record[60], second[60];
    const char *const pages[] = { "/",    "/metrics", "/healthz", "/admin.txt", record,
                                  second, "/nothing", "/ws",      "/session" };

    snprintf(record, sizeof record, "/record/%s/1", p->id);
    snprintf(second, sizeof second, "/record/%s/2", p->id);
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++)
        act(p, END, request(p, "GET", pages[i], ""), NULL, 0, 0);
    act(p, END, request(p, "HEAD", record, ""), NULL, 0, 0);
    later(p, 20);
}

/* A player reports another one, and a moderator looks at the report of the match in progress. */
static void probe_case(struct play *p)
{
    const struct table *t = p->now;
    int players = t->stood.state.players, first = -1, seat = -1, conn;
    char id[32];

    for (int i = 0; i < players && seat < 0; i++) {
        int at = (i + (int)(t - p->table)) % players; /* a person may report only ten players a day */

        if (t->who[at] < 0)
            continue;
        if (first >= 0 && t->who[at] != t->who[first])
            seat = at;
        first = first < 0 ? at : first;
    }
    if (seat < 0)
        return;
    say(p, p->conn[t->who[first]], "{'do':'report','key':'report','seat':%d,'reason':'stalling'}", seat);
    later(p, 20);
    p->deaf = true;
    conn = upgrade(p, MODERATOR, true);
    say(p, conn, "{'do':'reports','key':'reports','list':'open'}");
    later(p, 20);
    find(p, conn, "\"report\":\"", id, sizeof id);
    say(p, conn, "{'do':'case','key':'case','report':'%s'}", id);
    later(p, 20);
    find(p, conn, "\"table\":\"", id, sizeof id);
    if (strcmp(id, p->id) != 0)
        fail("the report is about another table");
    act(p, END, conn, NULL, 0, 0);
    later(p, 20);
    p->deaf = false;
}

static void probe(struct play *p)
{
    int observer = p->now->observer;

    if (p->now->stood.phase == PLAY && observer < PERSONS) {
        probe_tiles(p, observer);
        probe_words(p, observer);
    }
    if (p->now->stood.phase == PLAY)
        probe_refusals(p);
    say(p, p->conn[0], "{'do':'pause','key':'pause','on':true}"); /* the remaining requests take longer than a move */
    later(p, 20);
    for (int i = 0; i < PERSONS; i++)
        probe_joins(p, i);
    for (int i = 0; i < PERSONS; i++)
        say(p, p->conn[i], "{'do':'look','key':'look'}");
    later(p, 20);
    probe_pages(p);
    if (p->now->stood.phase == PLAY)
        probe_case(p);
}

/* Chooses an observer: a person, or occasionally a bot. */
static void choose_observer(struct play *p)
{
    struct table *t = p->now;
    int seat = below(p, t->stood.state.players > 0 ? t->stood.state.players : 1);

    t->observer = below(p, PERSONS);
    if (t->who[seat] == NOBODY_OF && below(p, 2) == 0)
        t->observer = PERSONS + seat;
    t->seats = t->observer >= PERSONS ? (uint32_t)1 << seat : 0;
    for (int i = 0; i < t->stood.state.players && t->observer < PERSONS; i++)
        if (t->who[i] == t->observer)
            t->seats |= (uint32_t)1 << i;
}

static void play_table(struct play *p, int k, int ruleset_of)
{
    struct table *t = &p->table[k];

    p->now = t;
    p->kept = false;
    *t = (struct table){ .from = p->house.n, .first = p->house.conns };
    house_order(&p->house, "swap 0 0\n");
    act(p, DEAL, k, NULL, 0, 0);
    sit_down(p, ruleset_of);
    play_on(p, below(p, 24));
    choose_observer(p);
    t->playing = t->stood.phase == PLAY;
    probe(p);
    act(p, MOMENT, k, NULL, 0, 0);
    t->to = p->house.n;
    say(p, p->conn[0], "{'do':'close','key':'close'}");
    later(p, 20);
    for (int i = 0; i < PERSONS; i++)
        act(p, END, p->conn[i], NULL, 0, 0);
    later(p, 100);
}

/* Persons 0 and 1 finish a short match, so that they may invite each other. */
static void meet(struct play *p)
{
    p->now = &p->table[0];
    *p->now = (struct table){ .from = p->house.n, .first = p->house.conns, .who = { 0, 1 } };
    for (int i = 0; i < PERSONS; i++)
        p->conn[i] = upgrade(p, i, true);
    say(p, p->conn[0], "{'do':'make','key':'meet','rules':'block:basics players=2 target=1','grace':0}");
    later(p, 20);
    find(p, p->conn[0], "\"table\":\"", p->id, sizeof p->id);
    for (int i = 0; i < 2; i++) {
        join(p, p->conn[i], 0);
        say(p, p->conn[i], "{'do':'sit','key':'met%d','seat':%d,'name':'P%d'}", i, i, i);
        later(p, 20);
    }
    say(p, p->conn[0], "{'do':'start','key':'first'}");
    later(p, 20);
    play_on(p, MOVES_MOST);
    for (int i = 0; i < PERSONS; i++)
        act(p, END, p->conn[i], NULL, 0, 0);
    later(p, 100);
}

void play_clear(struct play *p)
{
    house_close(&p->house);
    script_clear(&p->script);
    free(p->who);
    free(p);
}

struct play *play_new(const char *const program[2], int leak, uint64_t seed, int tables, int only)
{
    struct play *p = by_sure(calloc(1, sizeof *p));

    by_rng_init(&p->rng, seed);
    house_open(&p->house, program, leak);
    p->now = &p->table[0];
    for (int i = 0; i <= MODERATOR; i++) {
        int conn = request(p, "POST", "/session", "content-length: 0\r\n");

        find(p, conn, "{\"token\":\"", p->token[i], sizeof p->token[i]);
        act(p, END, conn, NULL, 0, 0);
    }
    p->met = tables == TABLES; /* the leaks show without it */
    if (p->met)
        meet(p);
    for (int k = 0; k < tables; k++)
        play_table(p, k, only >= 0 ? only : (int)(seed * (uint64_t)tables) + k);
    return p;
}

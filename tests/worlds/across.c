/* SPDX-License-Identifier: MIT */
/* across.c: compares two worlds across the tables of a round with duplicate deals. In the worlds, the players of one
 * table move differently and finish; at the other table, the same tiles are still being played. Everything that its
 * players and a stranger receive must be the same in both worlds, whatever they ask for, and no secret may be revealed.
 * Each planted leak must be found.  The same world, repeated, must give the same trace to the byte, so that a
 * difference is never an accident.
 *
 *     across PROGRAM PAGE [GUARDS.TXT]
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "house.h"
#include "util/memory.h"
#include "wire/json.h"

enum { PEOPLE = 5, STRANGER = 4, SLOTS = 260, SLOT = 4000, PAGES = 2, STREAMS = PEOPLE + PAGES };

struct person {
    char token[64];
    int conn, seen; /* the socket, and the records looked at for the person's next move */
    by_json *event; /* the last event with `now` */
    int64_t n;      /* its number */
    bool over;
};

struct world {
    struct house house;
    struct script script;
    struct person person[PEOPLE];
    int at[2][2];          /* the people at each table */
    char table[2][24];     /* its id */
    char *stream[STREAMS]; /* the bytes that each observer has received since the deal */
    size_t stream_n[STREAMS];
    bool secret; /* a secret was revealed before the last table had finished */
    bool record; /* in the end, there are records */
};

/* ---- Acting ---- */

static void later(struct world *w, int64_t ms)
{
    for (; ms > 10000; ms -= 10000)
        house_do(&w->house, &w->script, RUN, 0, NULL, 0, w->house.now + 10000);
    house_do(&w->house, &w->script, RUN, 0, NULL, 0, w->house.now + ms);
}

static int page(struct world *w, const char *method, const char *path)
{
    char text[400];
    int conn = w->house.conns;

    snprintf(text, sizeof text, "%s %s HTTP/1.1\r\nhost: 127.0.0.1:8400\r\n%s\r\n", method, path,
             method[0] == 'P' ? "content-length: 0\r\n" : "");
    house_do(&w->house, &w->script, OPEN, 0, NULL, 0, 0);
    house_do(&w->house, &w->script, SAY, conn, text, strlen(text), 0);
    later(w, 40);
    return conn;
}

/* In C, ' is easier to write than \". */
static __attribute__((format(printf, 3, 4))) void say(struct world *w, int who, const char *format, ...)
{
    char line[1000], frame[1100];
    va_list args;

    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    for (char *c = line; (c = strchr(c, '\'')) != NULL;)
        *c = '"';
    house_do(&w->house, &w->script, SAY, w->person[who].conn, frame, house_frame(line, frame), 0);
    later(w, 40);
}

static void come(struct world *w, int who)
{
    struct person *p = &w->person[who];
    struct house *h = &w->house;
    char text[600];
    int conn = page(w, "POST", "/session");

    for (int i = 0; i < h->n; i++) {
        const char *at = h->said[i].conn != conn || h->said[i].r.type != SENT
            ? NULL
            : memmem(said_bytes(h, i), h->said[i].r.n, "\"token\":\"", 9);

        if (at != NULL)
            snprintf(p->token, sizeof p->token, "%.*s", (int)strcspn(at + 9, "\""), at + 9);
    }
    p->conn = h->conns;
    house_do(h, &w->script, OPEN, 0, NULL, 0, 0);
    snprintf(text, sizeof text,
             "GET /ws HTTP/1.1\r\nhost: 127.0.0.1:8400\r\nconnection: Upgrade\r\n"
             "upgrade: websocket\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n"
             "authorization: Bearer %s\r\n\r\n",
             p->token);
    house_do(h, &w->script, SAY, p->conn, text, strlen(text), 0);
    say(w, who, "{'do':'hello','key':'hello%d','v':1,'view':'json'}", who);
}

/* ---- Hearing ---- */

/* Returns the length of the frame's payload and sets *head; 0 if these bytes are no whole frame of text. */
static size_t frame_at(const char *at, size_t n, size_t *head)
{
    const unsigned char *b = (const unsigned char *)at;
    size_t size;

    if (n < 2 || (b[0] & 0x0f) > 2)
        return 0;
    size = b[1] & 0x7f;
    *head = size == 126 ? 4 : size == 127 ? 10 : 2;
    if (size == 126)
        size = (size_t)b[2] << 8 | b[3];
    else if (size == 127)
        size = (size_t)b[6] << 24 | (size_t)b[7] << 16 | (size_t)b[8] << 8 | b[9];
    return *head + size <= n ? size : 0;
}

static void hear(struct world *w, int who, by_json *j)
{
    struct person *p = &w->person[who];
    const char *is = by_json_text(by_json_get(j, "is"));
    const by_json *played, *events = by_json_get(j, "events");

    if (is != NULL && strcmp(is, "tournament") == 0 && (played = by_json_get(j, "played")) != NULL
        && by_json_count(played) == 1)
        for (int t = 0; t < 2; t++) {
            const by_json *table = by_json_at(by_json_get(by_json_at(played, 0), "tables"), (size_t)t);

            snprintf(w->table[t], sizeof w->table[t], "%s", by_json_text(by_json_get(table, "table")));
            for (int k = 0; k < 2; k++) {
                int64_t at = 0;

                by_json_number(by_json_at(by_json_get(table, "players"), (size_t)k), &at);
                w->at[t][k] = (int)at;
            }
        }
    for (size_t i = 0; i < by_json_count(events); i++)
        p->over = p->over || by_json_get(by_json_at(events, i), "game-end") != NULL;
    if (by_json_get(j, "now") == NULL)
        return;
    by_json_free(p->event);
    p->event = by_json_share(j);
    by_json_number(by_json_get(j, "n"), &p->n);
}

/* Reads what has come for a person. */
static void listen(struct world *w, int who)
{
    const struct house *h = &w->house;
    struct person *p = &w->person[who];
    struct by_fault f;

    for (; p->seen < h->n; p->seen++) {
        const struct said *s = &h->said[p->seen];
        const char *at = said_bytes(h, p->seen);
        size_t left = s->r.n, head, n;

        if (s->conn != p->conn || s->r.type != SENT)
            continue;
        while ((n = frame_at(at, left, &head)) > 0) {
            by_json *j = by_json_read(at + head, n, &f);

            if (j != NULL)
                hear(w, who, j);
            by_json_free(j);
            at += head + n;
            left -= head + n;
        }
    }
}

/* ---- A round ---- */

/* Plays the first legal move, or the last one; returns false if it is not this person's turn. */
static bool play_one(struct world *w, int who, bool last)
{
    const struct person *p = &w->person[who];
    const by_json *now, *sight, *legal;
    int64_t seat = 0, actor = -1;
    char move[80];

    listen(w, who);
    now = by_json_get(p->event, "now");
    sight = by_json_at(by_json_get(now, "seats"), 0);
    legal = by_json_get(sight, "legal");
    by_json_number(by_json_get(sight, "seat"), &seat);
    by_json_number(by_json_at(by_json_get(now, "actors"), 0), &actor);
    if (p->over || by_json_count(legal) == 0 || actor != seat)
        return false;
    snprintf(move, sizeof move, "%s", by_json_text(by_json_at(legal, last ? by_json_count(legal) - 1 : 0)));
    say(w, who, "{'do':'play','key':'play%lld','seat':%d,'move':'%s','seen':%lld}", (long long)p->n, (int)seat, move,
        (long long)p->n);
    return true;
}

/* Lets a table play for a fixed time; returns whether its match is over. */
static bool play_table(struct world *w, int table, int slots, bool last)
{
    for (int i = 0; i < slots; i++) {
        int64_t until = w->house.now + SLOT;

        for (int k = 0; k < 2; k++)
            if (play_one(w, w->at[table][k], last))
                break;
        for (int k = 0; k < 2; k++)
            if (!w->person[w->at[table][k]].over && i % 5 == 4)
                say(w, w->at[table][k], "{'do':'next','key':'next%d%d'}", i, k);
        later(w, until - w->house.now);
    }
    listen(w, w->at[table][0]);
    return w->person[w->at[table][0]].over;
}

static void begin(struct world *w)
{
    char cup[24] = "";
    struct house *h = &w->house;

    for (int i = 0; i < PEOPLE; i++)
        come(w, i);
    say(w, 0,
        "{'do':'organise','key':'o','name':'Two','rules':'draw players=2 target=30','format':'singles',"
        "'system':'swiss','size':2,'rounds':1,'clock':'bank 36000+0','duplicate':true}");
    later(w, 100);
    for (int i = 0; i < h->n; i++) {
        const char *at = h->said[i].conn != w->person[0].conn || h->said[i].r.type != SENT
            ? NULL
            : memmem(said_bytes(h, i), h->said[i].r.n, "\"tournament\":\"", 14);

        if (at != NULL)
            snprintf(cup, sizeof cup, "%.22s", at + 14);
    }
    for (int i = 0; i < PEOPLE; i++)
        say(w, i, "{'do':'follow','key':'f','tournament':'%s'}", cup);
    for (int i = 0; i < STRANGER; i++)
        say(w, i, "{'do':'enter','key':'e','tournament':'%s','name':'P%d'}", cup, i);
    say(w, 0, "{'do':'begin','key':'b','tournament':'%s'}", cup);
    later(w, 8000);
    listen(w, STRANGER);
    /* one of the other table's players has made their matches and results public */
    say(w, w->at[1][0], "{'do':'register','key':'r','name':'Bea','password':'quiet tiles at noon'}");
    later(w, 3000);
    say(w, w->at[1][0], "{'do':'show','key':'s','ratings':true,'results':true,'matches':true}");
    for (int t = 0; t < 2; t++)
        for (int k = 0; k < 2; k++)
            say(w, w->at[t][k], "{'do':'join','key':'j','table':'%s','from':0}", w->table[t]);
    later(w, 60000); /* nobody contributes, so the tables wait */
}

/* Requests everything that might reveal something about the other table. */
static void ask_all(struct world *w, int who, const char *turn)
{
    static const char *const asks[] = { "'do':'list'",
                                        "'do':'browse'",
                                        "'do':'mine'",
                                        "'do':'look'",
                                        "'do':'tournaments'",
                                        "'do':'history'",
                                        "'do':'profile'",
                                        "'do':'history','name':'Bea'",
                                        "'do':'profile','name':'Bea'" };

    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        say(w, who, "{%s,'key':'%s%d'}", asks[i], turn, (int)i);
        later(w, 200);
    }
}

/* Collects the bytes that a connection has received since a record, except pings: the time when the other table
 * finishes is no secret, so that news may arrive before or after a ping. */
static void collect(struct world *w, int stream, int conn, int from)
{
    const struct house *h = &w->house;
    FILE *out = by_sure(open_memstream(&w->stream[stream], &w->stream_n[stream]));

    for (int i = from; i < h->n; i++)
        if (h->said[i].conn == conn && h->said[i].r.type == SENT && (said_bytes(h, i)[0] & 0xff) != 0x89)
            fwrite(said_bytes(h, i), 1, h->said[i].r.n, out);
    fclose(out);
}

static bool has_secret(const struct house *h, int from)
{
    for (int i = from; i < h->n; i++)
        if (h->said[i].r.type == SENT && memmem(said_bytes(h, i), h->said[i].r.n, "\"secret\":", 9) != NULL)
            return true;
    return false;
}

static void run(struct world *w, const char *const program[2], int leak, bool last)
{
    struct house *h = &w->house;
    char path[60];
    int from, record[PAGES], a[2];

    house_open(h, program, leak);
    begin(w);
    from = h->n;
    if (!play_table(w, 1, SLOTS, last))
        fail("the other table's match is not over");
    memcpy(a, w->at[0], sizeof a);
    for (int k = 0; k < 2; k++)
        ask_all(w, a[k], "x");
    ask_all(w, STRANGER, "x");
    for (int t = 0; t < PAGES; t++) {
        snprintf(path, sizeof path, "/record/%s/1", w->table[t]);
        record[t] = page(w, "GET", path);
    }
    say(w, STRANGER, "{'do':'join','key':'w','table':'%s','from':0}", w->table[1]);
    play_table(w, 0, 2, false);
    ask_all(w, a[0], "y");
    w->secret = has_secret(h, from);
    for (int k = 0; k < 2; k++)
        collect(w, k, w->person[a[k]].conn, from);
    collect(w, 2, w->person[STRANGER].conn, from);
    for (int t = 0; t < PAGES; t++)
        collect(w, PEOPLE + t, record[t], from);
    play_table(w, 0, leak == 0 ? SLOTS : 0, false);
    later(w, 10000);
    from = h->n;
    page(w, "GET", path);
    w->record = has_secret(h, from);
}

static void end(struct world *w)
{
    for (int i = 0; i < PEOPLE; i++)
        by_json_free(w->person[i].event);
    for (int i = 0; i < STREAMS; i++)
        free(w->stream[i]);
    house_close(&w->house);
    script_clear(&w->script);
    free(w);
}

static struct world *play(const char *const program[2], int leak, bool last)
{
    struct world *w = by_sure(calloc(1, sizeof *w));

    run(w, program, leak, last);
    return w;
}

/* Returns whether the first world gives the same trace when it is repeated. */
static bool repeats(const char *const program[2])
{
    struct world *a = play(program, 0, false), *b = play(program, 0, false);
    bool same = a->house.used == b->house.used && memcmp(a->house.bytes, b->house.bytes, a->house.used) == 0;

    end(a);
    end(b);
    return same;
}

/* Returns what the worlds differ in, or NULL. */
static const char *differ(const char *const program[2], int leak, char *what, size_t size)
{
    struct world *w[2] = { play(program, leak, false), play(program, leak, true) };
    const char *found = NULL;

    for (int i = 0; i < STREAMS && found == NULL; i++) {
        size_t n = w[0]->stream_n[i], m = w[1]->stream_n[i], at = 0;

        while (at < n && at < m && w[0]->stream[i][at] == w[1]->stream[i][at])
            at++;
        if (at == n && n == m)
            continue;
        snprintf(what, size, "stream %d, %zu and %zu bytes, at %zu: %.*s | %.*s", i, n, m, at,
                 (int)(n - at < 150 ? n - at : 150), w[0]->stream[i] + at, (int)(m - at < 150 ? m - at : 150),
                 w[1]->stream[i] + at);
        found = what;
    }
    if (found == NULL && (w[0]->secret || w[1]->secret))
        found = "a secret is told before the last table has finished";
    if (found == NULL && leak == 0 && !(w[0]->record && w[1]->record))
        fail("in the end, the deals are not published");
    end(w[0]);
    end(w[1]);
    return found;
}

int main(int argc, char **argv)
{
    const char *found;
    char what[500], line[300];
    int missed = 0, number;
    FILE *in;

    if (argc < 3)
        fail("across PROGRAM PAGE [GUARDS.TXT]");
    if (!repeats((const char *const *)argv + 1))
        fail("the same world differs from itself: something depends on real time or chance");
    found = differ((const char *const *)argv + 1, 0, what, sizeof what);
    if (found != NULL)
        fail("the worlds differ: %s", found);
    in = argc > 3 ? fopen(argv[3], "r") : NULL;
    while (in != NULL && fgets(line, sizeof line, in) != NULL) {
        if (sscanf(line, "%d", &number) != 1 || strstr(line, " duplicate:deals ") == NULL)
            continue;
        line[strcspn(line, "\n")] = '\0';
        found = differ((const char *const *)argv + 1, number, what, sizeof what);
        printf("leak %s: %.300s\n", line, found == NULL ? "NOT CAUGHT" : found);
        missed += found == NULL;
    }
    if (in != NULL)
        fclose(in);
    printf("across tables: no difference\n");
    return missed > 0;
}

/* SPDX-License-Identifier: MIT */
/* crash.c: kills the server at random moments, again and again, and checks that nothing acknowledged is lost.
 *
 *     crash CYCLES TABLES [--lossy] PROGRAM serve --listen 127.0.0.1:0 --db FILE ...
 *
 * People play at many tables; at a random moment the server gets SIGKILL and is restarted on the same journal and port.
 * Players reconnect and repeat their requests with the same keys.  Requirements:
 *     - an event that anyone has heard is still there afterwards, unchanged, with the same number
 *     - a move answered with ok is the event with the number in the answer, from that seat, and no other request has
 *       this number
 *     - the tables continue
 * --lossy is the planted control: it deletes the newest entries from the database before each restart; the run must
 * then fail.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "player.h"
#include "served.h"
#include "util/memory.h"

enum { SEATS = 2, EVENTS = 20000 };

struct heard {
    char what[12];
    signed char seat;
    bool acked;
    int64_t t;
};
struct table {
    struct heard *at;
    uint64_t n, plays;
};

static struct table *tables;
static int n_tables, wrong;
static uint64_t acks;

static void complain(const char *what, const struct player *p, uint64_t n)
{
    wrong++;
    fprintf(stderr, "crash: %s: table %s, event %llu\n", what, p->table, (unsigned long long)n);
}

static struct table *table_of(const struct player *p) { return &tables[(int)(p - p->crowd->all) / SEATS]; }

static void on_event(struct player *p, uint64_t n, const char *what, int seat, const char *line)
{
    struct table *t = table_of(p);
    const char *time_at = strstr(line, "\"t\":");
    int64_t when = time_at != NULL ? atoll(time_at + 4) : -1;
    struct heard *h;

    if (n >= EVENTS)
        return;
    h = &t->at[n];
    if (h->what[0] == '\0') {
        snprintf(h->what, sizeof h->what, "%s", what);
        h->seat = (signed char)seat;
        h->t = when;
        t->plays += strcmp(what, "play") == 0;
    } else if (strncmp(h->what, what, sizeof h->what - 1) != 0 || h->seat != seat || h->t != when) {
        complain("an event is another one than before", p, n);
        fprintf(stderr, "crash: it was %s of seat %d at %lld, acknowledged %d; now: %.200s\n", h->what, h->seat,
                (long long)h->t, h->acked, line);
    }
    if (n > t->n)
        t->n = n;
}

static void on_answer(struct player *p, bool ok, const char *code, uint64_t n)
{
    struct table *t = table_of(p);

    (void)code;
    if (!ok || p->move[0] == '\0' || n == 0 || n >= EVENTS)
        return;
    acks++;
    if (t->at[n].acked)
        complain("two moves have the same number", p, n);
    t->at[n].acked = true;
    if (t->at[n].what[0] != '\0' && (strcmp(t->at[n].what, "play") != 0 || t->at[n].seat != p->seat))
        complain("an acknowledged move is another event", p, n);
    p->move[0] = '\0';
}

/* Reads every table from its first event; everything heard or acknowledged must appear again. */
static void read_again(struct crowd *c)
{
    double until = peer_now() + 60;
    bool all;

    for (int i = 0; i < n_tables; i++) {
        struct player *p = &c->all[i * SEATS];

        peer_close(c->peers, &p->peer);
        p->last = 0;
    }
    do {
        crowd_wait(c, 5);
        all = true;
        for (int i = 0; i < n_tables; i++)
            all = all && c->all[i * SEATS].last >= tables[i].n;
    } while (!all && peer_now() < until);
    for (int i = 0; i < n_tables; i++) {
        if (c->all[i * SEATS].last < tables[i].n)
            complain("events that were heard are gone", &c->all[i * SEATS], c->all[i * SEATS].last + 1);
        for (uint64_t n = 1; n <= c->all[i * SEATS].last && n < EVENTS; n++)
            if (tables[i].at[n].acked && strcmp(tables[i].at[n].what, "play") != 0)
                complain("an acknowledged move is gone", &c->all[i * SEATS], n);
    }
}

static void play_for(struct crowd *c, double seconds)
{
    double until = peer_now() + seconds;

    while (peer_now() < until) {
        crowd_wait(c, 2);
        for (int i = 0; i < c->n; i++)
            if (player_may(&c->all[i]) && peer_now() > c->all[i].at + 0.05)
                player_go(&c->all[i]);
    }
}

/* Deletes the newest entry of each table from the journal, like a disk with lost writes. */
static void lose(const char *file)
{
    char command[600];

    snprintf(command, sizeof command,
             "sqlite3 '%s' 'delete from events where (table_id, number) in "
             "(select table_id, max(number) from events group by table_id)'",
             file);
    if (system(command) != 0)
        fprintf(stderr, "crash: cannot change %s\n", file);
}

/* Begins without a journal. */
static void clear(const char *file)
{
    static const char *const ends[] = { "", "-wal", "-shm", ".key", ".loading" };
    char path[600];

    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        snprintf(path, sizeof path, "%s%s", file, ends[i]);
        unlink(path);
    }
}

static const char *file_of(char *const *words)
{
    for (int i = 0; words[i] != NULL && words[i + 1] != NULL; i++)
        if (strcmp(words[i], "--db") == 0)
            return words[i + 1];
    return "";
}

static bool find_seats(struct crowd *c)
{
    static const char *const rules[] = { "draw players=2 target=500", "muggins players=2 target=500" };
    bool fine = crowd_enter(c, 60);

    tables = by_sure(calloc((size_t)n_tables, sizeof *tables));
    for (int i = 0; i < n_tables; i++)
        tables[i].at = by_sure(calloc(EVENTS, sizeof *tables[i].at));
    for (int i = 0; fine && i < n_tables; i++)
        fine = crowd_table(c, i * SEATS, SEATS, rules[i % 2], "", 60);
    if (!fine)
        fprintf(stderr, "crash: not everybody found a seat\n");
    return fine;
}

/* Plays, kills and restarts; returns the slowest start in seconds, or -1. */
static double kill_often(struct crowd *c, struct served *s, int cycles, bool lossy)
{
    double slowest = 0;

    for (int k = 0; k < cycles && wrong == 0; k++) {
        play_for(c, 0.2 + (double)(rand() % 800) / 1000);
        served_stop(s, SIGKILL);
        if (lossy)
            lose(file_of(s->words));
        if (!served_start(s, -1)) {
            fprintf(stderr, "crash: the server does not start again\n");
            return -1;
        }
        slowest = s->ready > slowest ? s->ready : slowest;
    }
    return slowest;
}

static uint64_t plays(void)
{
    uint64_t n = 0;

    for (int i = 0; i < n_tables; i++)
        n += tables[i].plays;
    return n;
}

int main(int argc, char **argv)
{
    static const struct crowd_calls calls = { on_event, on_answer };
    bool lossy = argc > 3 && strcmp(argv[3], "--lossy") == 0;
    int cycles = argc > 4 ? (int)strtol(argv[1], NULL, 10) : 0;
    struct served s = { .words = argv + (lossy ? 4 : 3) };
    uint64_t before, back = 0;
    struct crowd *c;
    double slowest;

    n_tables = argc > 4 ? (int)strtol(argv[2], NULL, 10) : 0;
    signal(SIGPIPE, SIG_IGN);
    srand((unsigned)time(NULL));
    if (*file_of(s.words) != '\0')
        clear(file_of(s.words));
    if (cycles < 1 || n_tables < 1 || !served_start(&s, -1)) {
        fprintf(stderr, "usage: crash CYCLES TABLES [--lossy] PROGRAM serve --listen 127.0.0.1:0 --db FILE ...\n");
        return 2;
    }
    c = crowd_new(s.port, n_tables * SEATS, &calls);
    c->all_moves = true; /* the server's own clock stops too often */
    slowest = find_seats(c) ? kill_often(c, &s, cycles, lossy) : -1;
    before = plays();
    if (slowest >= 0) {
        play_for(c, 3);
        read_again(c);
        if (plays() <= before)
            complain("nothing goes on after the last restart", &c->all[0], 0);
    }
    for (int i = 0; i < c->n; i++)
        back += (uint64_t)c->all[i].breaks;
    printf("%d kills, %d tables: %llu moves, %llu acknowledged, %llu sockets came back, slowest start %.2f s, "
           "%d wrong\n",
           cycles, n_tables, (unsigned long long)plays(), (unsigned long long)acks, (unsigned long long)back, slowest,
           wrong);
    crowd_free(c);
    served_stop(&s, SIGTERM);
    return wrong == 0 && acks > 0 && slowest >= 0 ? 0 : 1;
}

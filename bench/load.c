/* load.c: how many tables a server holds: people at tables, each table a move a second, and how long a move takes to
 * reach all who sit there.
 *
 *     load [--tables N] [--seats N] [--seconds N] [--idle N] [--rules "..."] [--until MS] --
 *         build/boneyard serve --listen 127.0.0.1:0 ...
 *
 * The server runs on the first processor, the people on the last.  --until doubles the tables as long as the 99th
 * percentile stays below so many milliseconds.  --idle: so many more sockets that only listen.
 */
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../tests/server/player.h"
#include "../tests/server/served.h"
#include "util/memory.h"

enum { SAMPLES = 4000000 };

static struct {
    int tables, seats, seconds, idle, until;
    const char *rules;
} want = { 100, 4, 15, 0, 0, "block players=4 target=1000" };

struct table { double sent, next; int seat, heard; };

static struct table *tables;
static float *samples;
static size_t n_samples;
static uint64_t moves;

static struct table *table_of(const struct player *p) { return &tables[(int)(p - p->crowd->all) / want.seats]; }

static void on_event(struct player *p, uint64_t n, const char *what, int seat, const char *line)
{
    struct table *t = table_of(p);

    (void)n;
    (void)line;
    if (strcmp(what, "play") != 0 || t->sent == 0 || seat != t->seat)
        return;
    if (n_samples < SAMPLES)
        samples[n_samples++] = (float)(1000 * (p->at - t->sent));
    if (++t->heard == want.seats) {
        t->sent = 0;
        moves++;
    }
}

static int by_size(const void *a, const void *b)
{
    return (*(const float *)a > *(const float *)b) - (*(const float *)a < *(const float *)b);
}

static float part(double share) { return n_samples == 0 ? 0 : samples[(size_t)((double)(n_samples - 1) * share)]; }

/* Everybody whose turn it is plays when the table's second is over. */
static void play_on(struct crowd *c)
{
    double now = peer_now();

    for (int i = 0; i < want.tables * want.seats; i++) {
        struct player *p = &c->all[i];
        struct table *t = table_of(p);

        if (now < t->next || (t->sent != 0 && now < t->sent + 10) || !player_may(p))
            continue;
        t->next = now + 1;
        if (player_go(p) && p->move[0] != '\0') {
            t->sent = p->asked_at;
            t->seat = p->seat;
            t->heard = 0;
        }
    }
}

/* People find their seats; everybody has a table then. */
static bool sit_down(struct crowd *c)
{
    bool fine = crowd_enter(c, 60);

    for (int i = 0; fine && i < want.tables; i++) {
        fine = crowd_table(c, i * want.seats, want.seats, want.rules, "", 30);
        tables[i].next = peer_now() + (double)(i % 100) / 100;
    }
    if (!fine)
        fprintf(stderr, "load: not everybody found a seat\n");
    return fine;
}

static void play_for(struct crowd *c, double seconds)
{
    double until = peer_now() + seconds;

    n_samples = moves = 0;
    while (peer_now() < until) {
        crowd_wait(c, 2);
        play_on(c);
    }
}

static void report(const struct crowd *c, double busy, long empty, long full)
{
    double p50 = (double)part(.5), p99 = (double)part(.99), most = (double)part(1);

    printf("%6d %8d %8.1f %8.2f %8.2f %8.2f %8.0f %9ld %9.1f\n", want.tables, c->n, (double)moves / want.seconds, p50,
           p99, most, 100 * busy / want.seconds, full, (double)(full - empty) / want.tables);
    printf("{\"bench\":\"load\",\"tables\":%d,\"sockets\":%d,\"moves\":%llu,\"seconds\":%d,\"p50_ms\":%.3f,"
           "\"p99_ms\":%.3f,\"most_ms\":%.3f,\"processor\":%.3f,\"kib\":%ld,\"kib_empty\":%ld,\"refusals\":%llu}\n",
           want.tables, c->n, (unsigned long long)moves, want.seconds, p50, p99, most, busy / want.seconds, full, empty,
           (unsigned long long)c->errors);
    fflush(stdout);
}

static bool run(char *const *words)
{
    struct served s = { .words = words };
    static const struct crowd_calls calls = { on_event, NULL };
    struct crowd *c;
    double busy;
    long empty;
    bool fine;

    if (!served_start(&s, 0)) {
        fprintf(stderr, "load: the server does not start\n");
        return false;
    }
    empty = served_memory(&s);
    c = crowd_new(s.port, want.tables * want.seats + want.idle, &calls);
    tables = by_sure(calloc((size_t)want.tables, sizeof *tables));
    fine = sit_down(c);
    if (fine) {
        play_for(c, 6);                 /* the first shuffles */
        busy = served_busy(&s);
        play_for(c, want.seconds);
        busy = served_busy(&s) - busy;
        qsort(samples, n_samples, sizeof *samples, by_size);
        fine = n_samples > 0;
        report(c, busy, empty, served_memory(&s));
    }
    crowd_free(c);
    free(tables);
    served_stop(&s, SIGTERM);
    return fine;
}

static int number(const char *text) { return text != NULL ? atoi(text) : 0; }

int main(int argc, char **argv)
{
    cpu_set_t last;
    int at = 1;

    for (; at < argc && strcmp(argv[at], "--") != 0; at += 2) {
        const char *value = at + 1 < argc ? argv[at + 1] : NULL;

        if (strcmp(argv[at], "--tables") == 0)
            want.tables = number(value);
        else if (strcmp(argv[at], "--seats") == 0)
            want.seats = number(value);
        else if (strcmp(argv[at], "--seconds") == 0)
            want.seconds = number(value);
        else if (strcmp(argv[at], "--idle") == 0)
            want.idle = number(value);
        else if (strcmp(argv[at], "--until") == 0)
            want.until = number(value);
        else if (strcmp(argv[at], "--rules") == 0)
            want.rules = value;
        else
            break;
    }
    if (at + 2 >= argc || strcmp(argv[at], "--") != 0 || want.tables < 1 || want.seats < 1 || want.seconds < 1) {
        fprintf(stderr, "usage: load [--tables N] [--seats N] [--seconds N] [--idle N] [--rules TEXT] [--until MS] -- "
                        "PROGRAM serve --listen 127.0.0.1:0 ...\n");
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    CPU_ZERO(&last);
    CPU_SET((unsigned)sysconf(_SC_NPROCESSORS_ONLN) - 1, &last);
    sched_setaffinity(0, sizeof last, &last);
    samples = by_sure(malloc(SAMPLES * sizeof *samples));
    printf("tables  sockets  moves/s   p50 ms   p99 ms  most ms  proc. %%   KiB all KiB/table\n");
    while (run(argv + at + 1) && want.until > 0 && part(.99) < (float)want.until)
        want.tables *= 2;
    free(samples);
    return n_samples > 0 ? 0 : 1;
}

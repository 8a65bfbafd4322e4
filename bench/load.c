/* SPDX-License-Identifier: MIT */
/* load.c: finds how many tables a server can handle: each table makes one move per second, and we measure the time
 * until the move has reached all its players.
 *
 *     load [--tables N] [--seats N] [--seconds N] [--idle N] [--watch N] [--ask browse|list] [--burn N]
 *         [--rules "..."] [--until MS] [--meet FD] -- build/boneyard serve --listen 127.0.0.1:0 ...
 *     load [...] --port PORT
 *
 * The server runs on the first processor, the players on the last. --until doubles the tables as long as the 99th
 * percentile stays below that many milliseconds. --idle adds this many sockets that only listen. --watch adds people
 * who request the list of tables every five seconds, as the page does; the tables are then public, and the time until
 * the list arrives is measured too. --ask names the request (0.1 has only `list`). --burn runs this many busy threads
 * on each of the two processors, in the bots' scheduling class (SCHED_IDLE) or, with a minus sign, in the ordinary
 * class, for comparison. --meet lets several copies play at the same time: each prints "ready" once everybody has a
 * seat, waits for a byte from this descriptor before it plays, and for another before it stops its server. With --port,
 * its players use a server that another copy has started, whose processor time only that copy reports.
 */
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../tests/server/pace.h"
#include "../tests/server/served.h"
#include "util/memory.h"

static struct {
    int tables, seats, seconds, idle, burn, until, watch, meet, port;
    const char *rules, *ask;
} want = { 100, 4, 15, 0, 0, 0, 0, -1, 0, "block players=4 target=1000", "browse" };

static struct pace pace;

#define EVERY 5.0 /* seconds between two requests for the list */

/* People who request the list of tables: the time of each one's next request, and the time until each list arrived, in
 * milliseconds. */
static struct {
    double *next;
    float *took;
    size_t n, room;
} watch;

static void on_answer(struct player *p, bool ok, const char *code, uint64_t n)
{
    (void)code;
    (void)n;
    if (!ok || p - p->crowd->all < (ptrdiff_t)want.tables * want.seats)
        return;
    if (watch.n == watch.room) {
        watch.room = watch.room == 0 ? 4096 : 2 * watch.room;
        watch.took = by_sure(realloc(watch.took, watch.room * sizeof *watch.took));
    }
    watch.took[watch.n++] = (float)(1000 * (peer_now() - p->asked_at));
}

/* The first `watch` of the people without a table make requests in turn. */
static void look_around(struct crowd *c)
{
    struct player *all = &c->all[(ptrdiff_t)want.tables * want.seats];
    double now = peer_now();

    for (int i = 0; i < want.watch; i++) {
        if (all[i].waits || now < watch.next[i])
            continue;
        watch.next[i] = now + EVERY;
        player_ask(&all[i], want.ask, "");
    }
}

static int by_size(const void *a, const void *b)
{
    return (*(const float *)a > *(const float *)b) - (*(const float *)a < *(const float *)b);
}

static double watch_part(double share)
{
    if (watch.n == 0)
        return 0;
    qsort(watch.took, watch.n, sizeof *watch.took, by_size);
    return watch.took[(size_t)(share * (double)(watch.n - 1))];
}

static void on_event(struct player *p, uint64_t n, const char *what, int seat, const char *line)
{
    (void)n;
    (void)line;
    pace_event(&pace, p, what, seat);
}

/* Seats the players, so that each has a table. */
static bool sit_down(struct crowd *c)
{
    const char *more = want.watch > 0 ? ",\"public\":true" : "";

    watch.next = by_sure(calloc((size_t)want.watch + 1, sizeof *watch.next));
    for (int i = 0; i < want.watch; i++)
        watch.next[i] = peer_now() + EVERY * i / want.watch;
    if (!crowd_tables(c, want.tables, want.seats, want.rules, more, 60 + want.tables)) {
        fprintf(stderr, "load: not everybody found a seat\n");
        return false;
    }
    return true;
}

/* Waits for the other copies. The sockets stay in use meanwhile. */
static void meet(struct crowd *c)
{
    struct pollfd in = { .fd = want.meet, .events = POLLIN };
    char byte;

    while (want.meet >= 0 && poll(&in, 1, 0) == 0)
        crowd_wait(c, 20);
    if (want.meet >= 0 && read(want.meet, &byte, 1) < 0)
        perror("load: --meet");
}

static void play_for(struct crowd *c, double seconds)
{
    double until = peer_now() + seconds;

    pace_reset(&pace);
    watch.n = 0;
    while (peer_now() < until) {
        crowd_wait(c, 2);
        pace_step(&pace, c);
        look_around(c);
    }
}

/* ---- Threads that burn the processors --------------------------------------------------------- */

static volatile bool burns;

static void *burn(void *processor)
{
    const struct sched_param none = { 0 };
    cpu_set_t one;

    CPU_ZERO(&one);
    CPU_SET((unsigned)(size_t)processor, &one);
    sched_setaffinity(0, sizeof one, &one);
    if (want.burn > 0 && sched_setscheduler(0, SCHED_IDLE, &none) != 0)
        perror("load: SCHED_IDLE");
    while (burns)
        ;
    return NULL;
}

static pthread_t *light(int n)
{
    pthread_t *all = by_sure(calloc((size_t)n + 1, sizeof *all));
    size_t last = (size_t)sysconf(_SC_NPROCESSORS_ONLN) - 1;

    burns = true;
    for (int i = 0; i < n; i++)
        if (pthread_create(&all[i], NULL, burn, (void *)(i % 2 == 0 ? 0 : last)) != 0)
            abort();
    return all;
}

static void put_out(pthread_t *all, int n)
{
    burns = false;
    for (int i = 0; i < n; i++)
        pthread_join(all[i], NULL);
    free(all);
}

/* ---- Results ----------------------------------------------------------------------------------- */

struct found {
    long empty, sockets, full;
    double busy, own, mean_commit;
};

/* Returns the mean commit time between two readings, in milliseconds. */
static double mean_commit(const char *before, const char *after)
{
    static const char sum[] = "boneyard_commit_seconds_sum", n[] = "boneyard_commit_seconds_count";
    double commits = served_metric(after, n) - served_metric(before, n);

    return commits > 0 ? 1000 * (served_metric(after, sum) - served_metric(before, sum)) / commits : 0;
}

static double report(const struct crowd *c, const struct found *f)
{
    double p50 = pace_part(&pace, .5), p99 = pace_part(&pace, .99), most = pace_part(&pace, 1);
    uint64_t moves = pace.moves;
    double cost = moves == 0 ? 0 : 1e6 * f->busy / (double)moves;
    double table = (double)(f->full - f->sockets) / want.tables, socket = (double)(f->sockets - f->empty) / c->n;

    printf("%6d %8d %8.1f %8.2f %8.2f %8.2f %7.0f %8.0f %8.2f %9.1f %10.1f\n", want.tables, c->n,
           (double)moves / want.seconds, p50, p99, most, 100 * f->busy / want.seconds, cost, f->mean_commit, table,
           socket);
    printf("{\"bench\":\"load\",\"tables\":%d,\"sockets\":%d,\"moves\":%llu,\"seconds\":%d,\"p50_ms\":%.3f,"
           "\"p99_ms\":%.3f,\"most_ms\":%.3f,\"processor\":%.3f,\"us_move\":%.1f,\"commit_ms\":%.3f,\"kib\":%ld,"
           "\"kib_empty\":%ld,\"kib_table\":%.1f,\"kib_socket\":%.1f,\"burn\":%d,\"client\":%.3f,\"refusals\":%llu,"
           "\"watch\":%d,\"lists\":%zu,\"list_p50_ms\":%.3f,\"list_p99_ms\":%.3f}\n",
           want.tables, c->n, (unsigned long long)moves, want.seconds, p50, p99, most, f->busy / want.seconds, cost,
           f->mean_commit, f->full, f->empty, table, socket, want.burn, f->own / want.seconds,
           (unsigned long long)c->errors, want.watch, watch.n, watch_part(.5), watch_part(.99));
    fflush(stdout);
    return p99;
}

static double own_busy(void)
{
    struct rusage u;

    getrusage(RUSAGE_THREAD, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

static void measure(struct crowd *c, const struct served *s, struct found *f)
{
    int fires = 2 * abs(want.burn);
    pthread_t *burning = light(fires);
    char *before, *after;

    play_for(c, 6); /* the first shuffles */
    before = served_metrics(s);
    f->busy = served_busy(s);
    f->own = own_busy();
    play_for(c, want.seconds);
    f->busy = served_busy(s) - f->busy;
    f->own = own_busy() - f->own;
    f->full = served_memory(s);
    after = served_metrics(s);
    put_out(burning, fires);
    f->mean_commit = mean_commit(before, after);
    free(before);
    free(after);
}

/* Returns the 99th percentile, or -1 on failure. */
static double run(char *const *words)
{
    struct served s = { .words = words, .port = want.port };
    static const struct crowd_calls calls = { on_event, on_answer };
    struct found f = { 0 };
    struct crowd *c;
    double p99 = -1;
    bool fine;

    if (want.port == 0 && !served_start(&s, 0)) {
        fprintf(stderr, "load: the server does not start\n");
        return -1;
    }
    f.empty = served_memory(&s);
    c = crowd_new(s.port, want.tables * want.seats + want.watch + want.idle, &calls);
    fine = crowd_enter(c, 120);
    if (!fine)
        fprintf(stderr, "load: not everybody gets in\n");
    f.sockets = served_memory(&s);
    if (fine && sit_down(c)) {
        if (want.meet >= 0)
            puts("ready");
        fflush(stdout);
        meet(c);
        pace_begin(&pace, want.tables, want.seats);
        measure(c, &s, &f);
        p99 = pace.n > 0 ? report(c, &f) : -1;
        meet(c);
        pace_end(&pace);
    }
    free(watch.next);
    watch.next = NULL;
    crowd_free(c);
    served_stop(&s, SIGTERM);
    return p99;
}

static int number(const char *text) { return text != NULL ? (int)strtol(text, NULL, 10) : 0; }

int main(int argc, char **argv)
{
    cpu_set_t last;
    double p99;
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
        else if (strcmp(argv[at], "--watch") == 0)
            want.watch = number(value);
        else if (strcmp(argv[at], "--ask") == 0 && value != NULL)
            want.ask = value;
        else if (strcmp(argv[at], "--burn") == 0)
            want.burn = number(value);
        else if (strcmp(argv[at], "--until") == 0)
            want.until = number(value);
        else if (strcmp(argv[at], "--meet") == 0)
            want.meet = number(value);
        else if (strcmp(argv[at], "--port") == 0)
            want.port = number(value);
        else if (strcmp(argv[at], "--rules") == 0)
            want.rules = value;
        else
            break;
    }
    if (want.port < 0 || want.port > 65535
        || (want.port > 0 ? at != argc : at + 2 >= argc || strcmp(argv[at], "--") != 0) || want.tables < 1
        || want.seats < 1 || want.seconds < 1) {
        fprintf(
            stderr,
            "usage: load [--tables N] [--seats N] [--seconds N] [--idle N] [--watch N] [--ask browse|list] "
            "[--burn N] [--rules TEXT] [--until MS] [--meet FD] (--port PORT | -- PROGRAM serve --listen 127.0.0.1:0 "
            "...)\n");
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    CPU_ZERO(&last);
    CPU_SET((unsigned)sysconf(_SC_NPROCESSORS_ONLN) - 1, &last);
    sched_setaffinity(0, sizeof last, &last);
    printf("tables  sockets  moves/s   p50 ms   p99 ms  most ms proc. %%  us/move  commit KiB/table KiB/socket\n");
    do {
        p99 = run(argv + at + 1);
        want.tables *= 2;
    } while (p99 >= 0 && want.until > 0 && p99 < want.until);
    return p99 >= 0 ? 0 : 1;
}

/* SPDX-License-Identifier: MIT */
/* abuse.c: lets people play while others attack the server. abuse [--tables N] [--seconds N] [--times N] [--each N]
 * [--memory MIB] [--ratio N] [--patience N]         [--reason WORD] -- PROGRAM serve --listen 127.0.0.1:0 ...  People
 * play first alone, then during attacks by a second process from other loopback addresses, then alone again. `rogues`
 * below lists the attackers per 10 `times` (at 100: 5,000 idle sockets, 500 slow heads, 200 spammers, 100 who join a
 * table and never read); `each` is their number per address.  Requirements: every table keeps playing; no player is
 * refused or dropped; the server's memory stays below the limit; rogues are dropped, and every reason is counted before
 * the patience runs out (--reason: waits for this one only); the server exits cleanly.  Times are reported, and judged
 * only with --ratio: the limit for the 99th percentile under attack, relative to that without.  The server runs on the
 * first processor; people and rogues share the last, and the rogues are nice 19.  On the loopback, the kernel handles a
 * packet on the sender's processor, so only the server's own work for the rogues delays it.  With one processor, all
 * share it. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pace.h"
#include "served.h"
#include "util/memory.h"

enum { SEATS = 4, PACE = 10 }; /* milliseconds */

static struct {
    int tables, seconds, times, each, memory, ratio, patience;
} want = { 50, 15, 100, 16, 512, 0, 60 };
static const char *only; /* the only reason to wait for, or NULL */

/* The reasons for ending connections; all are counted. */
static const char *const reasons[] = { "slow", "fast", "big", "head", "often", "barred" };
enum { REASONS = sizeof reasons / sizeof reasons[0] };

static bool fine = true;

static void expect(bool is, const char *what)
{
    if (!is)
        fprintf(stderr, "abuse: not so: %s\n", what);
    fine = fine && is;
}

/* ---- Rogues ------------------------------------------------------------------------------------ */

/* Bytes that are not a message of the protocol. */
#define MASK "\0\0\0\0"
static const char giant[] = "\x81\xff\0\0\1\0\0\0\0\0" MASK "0123456789abcdef0123456789abcdef";
static const char big[] = "\x81\xfe\xff\xff" MASK "0123456789abcdef0123456789abcdef";
static const char piece_first[] = "\x01\x80" MASK, piece_empty[] = "\x00\x80" MASK, piece_one[] = "\x00\x81" MASK " ";
static const char ping[] = "\x89\x85" MASK "hello";

enum kind { IDLE, SLOW, HALF, SPAM, MUTE, DEAR, DEAF, GIANT, BIG, EMPTY, PIECES, PINGS, KNOCK, KINDS };

/* Number at `times` 10; whether the server ends them. */
static const struct {
    const char *name;
    int per_ten;
    bool dropped;
} kinds[KINDS] = {
    [IDLE] = { "idle sockets", 500, false },
    [SLOW] = { "slow heads", 50, true },
    [HALF] = { "half an upgrade", 5, true },
    [SPAM] = { "spam after hello", 10, true },
    [MUTE] = { "spam without hello", 5, true },
    [DEAR] = { "dear asks, not too many", 5, false },
    [DEAF] = { "join and never read", 10, true },
    [GIANT] = { "giant frames", 2, true },
    [BIG] = { "big frames", 2, true },
    [EMPTY] = { "empty pieces", 2, true },
    [PIECES] = { "small pieces", 2, true },
    [PINGS] = { "pings", 2, true },
    [KNOCK] = { "come and go", 1, false },
};

struct rogue {
    struct peer peer;
    enum kind kind;
    double again;
    int step;
};

/* Reported to the first process. */
static struct tally {
    volatile long opened, refused, ended, bytes;
} * tally;
static char tables_id[PLAYER_TABLE];
static struct peers *net;
static int door; /* the server's port */

static int count_of(enum kind k)
{
    int n = kinds[k].per_ten * want.times / 10;

    return n > 0 ? n : 1;
}

static void on_told(struct peer *peer, const char *line, size_t n)
{
    struct rogue *r = (struct rogue *)peer;
    char join[120];

    (void)line;
    if (n > 0)
        return;
    tally[r->kind].opened++;
    r->step = 0;
    if (r->kind == MUTE)
        return;
    peer_say(net, peer, "{\"do\":\"hello\",\"key\":\"h\",\"v\":1,\"view\":\"json\"}");
    if (r->kind == DEAF || r->kind == DEAR) {
        snprintf(join, sizeof join, "{\"do\":\"join\",\"key\":\"j\",\"table\":\"%s\",\"from\":0}", tables_id);
        peer_say(net, peer, join);
    }
    if (r->kind == DEAF) {
        peer->deaf = true;
        peer_hear(net, peer);
    }
}

static void on_ended(struct peer *peer)
{
    struct rogue *r = (struct rogue *)peer;

    if (tally != NULL)
        tally[r->kind].ended++;
    peer->deaf = false;
    r->again = peer_now() + 1;
}

static void say_many(struct rogue *r, const char *const *lines, int n, int times)
{
    for (int i = 0; i < times && r->peer.state == PEER_OPEN && r->peer.out_n < 65536; i++)
        peer_say(net, &r->peer, lines[r->step++ % n]);
}

static void put_many(struct rogue *r, const char *bytes, size_t n, int times)
{
    for (int i = 0; i < times && r->peer.state == PEER_OPEN && r->peer.out_n < 65536; i++)
        peer_put(net, &r->peer, bytes, n);
}

static const char *const spam[] = {
    "{\"do\":\"look\",\"key\":\"a\"}",
    "{\"do\":\"list\",\"key\":\"b\"}",
    "{{{{",
    "[]",
    "\"\\u0000\"",
    "{\"do\":\"play\",\"key\":\"c\",\"seat\":0,\"move\":\"6-6\"}",
    "{\"do\":\"mine\",\"key\":\"g\"}",
    "{\"do\":\"say\",\"key\":\"d\",\"phrase\":\"hello\"}",
    "{\"do\":\"nothing\",\"key\":\"e\"}",
    "{\"do\":\"login\",\"key\":\"f\",\"name\":\"nobody\",\"password\":\"a guess of many\"}",
};
static const char *const dear[] = { "{\"do\":\"list\",\"key\":\"b\"}", "{\"do\":\"look\",\"key\":\"a\"}" };
static const char *const looks[] = { "{\"do\":\"look\",\"key\":\"a\"}" };

/* The action of a rogue every hundredth of a second once its socket is open. */
static void act(struct rogue *r, uint64_t tick, int i)
{
    switch (r->kind) {
    case SPAM:
    case MUTE: say_many(r, spam, sizeof spam / sizeof spam[0], 20); break;
    case DEAR:
        if ((tick + (uint64_t)i) % 100 == 0)
            say_many(r, dear, 2, 1);
        break;
    case DEAF: /* as much as allowed without exceeding the rate limit */
        if (r->step < 28 || (tick + (uint64_t)i) % 100 == 0)
            say_many(r, looks, 1, 1);
        break;
    case GIANT:
        if (r->step++ == 0)
            put_many(r, giant, sizeof giant - 1, 1);
        put_many(r, giant + sizeof giant - 33, 32, 20);
        break;
    case BIG: put_many(r, big, sizeof big - 1, 1); break;
    case EMPTY:
        if (r->step++ == 0)
            put_many(r, piece_first, sizeof piece_first - 1, 1);
        put_many(r, piece_empty, sizeof piece_empty - 1, 100);
        break;
    case PIECES:
        if (r->step++ == 0)
            put_many(r, piece_first, sizeof piece_first - 1, 1);
        put_many(r, piece_one, sizeof piece_one - 1, 100);
        break;
    case PINGS: put_many(r, ping, sizeof ping - 1, 1000); break;
    default: break;
    }
}

/* Incomplete requests: a byte per second, or half a request and then the end. */
static void creep(struct rogue *r, double now)
{
    static const char head[] = "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                               "Sec-WebSocket-Version: 13\r\nX-Long: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    char byte[64];
    ssize_t n;

    if (now < r->again)
        return;
    r->again = now + 1;
    if (r->peer.fd < 0) {
        r->peer.fd = peer_dial(door, r->peer.from);
        if (r->peer.fd < 0) {
            tally[r->kind].refused++;
            return;
        }
        fcntl(r->peer.fd, F_SETFL, O_NONBLOCK);
        tally[r->kind].opened++;
        r->peer.received = 0;
    }
    n = recv(r->peer.fd, byte, sizeof byte, 0);
    if (n == 0 || (n < 0 && errno != EAGAIN) || (r->kind == HALF && r->peer.received > 0)) {
        close(r->peer.fd);
        r->peer.fd = -1;
        tally[r->kind].ended++;
        return;
    }
    n = r->kind == HALF ? (ssize_t)sizeof head - 1 : 1;
    if (r->peer.received + (uint64_t)n < sizeof head)
        r->peer.received += send(r->peer.fd, head + r->peer.received, (size_t)n, MSG_NOSIGNAL) == n ? (uint64_t)n : 0;
}

/* Connects and disconnects at once. */
static void knock(const struct rogue *r)
{
    int fd = peer_dial(door, r->peer.from);

    tally[r->kind].opened += fd >= 0;
    tally[r->kind].refused += fd < 0;
    if (fd >= 0)
        close(fd);
}

static struct rogue *muster(int *n)
{
    struct rogue *all;
    int at = 0;

    for (int k = 0; k < KINDS; k++)
        *n += count_of((enum kind)k);
    all = by_sure(calloc((size_t)*n, sizeof *all));
    for (int k = 0; k < KINDS; k++)
        for (int i = 0; i < count_of((enum kind)k); i++, at++) {
            int address = at / want.each;

            all[at].kind = (enum kind)k;
            all[at].peer.fd = -1;
            all[at].peer.room = k == DEAF ? 4096 : 0;
            all[at].peer.from = 0x7f020000u + (uint32_t)(address / 250 << 8 | (address % 250 + 1));
        }
    return all;
}

static void open_one(struct rogue *all, int i)
{
    struct rogue *r = &all[i], *first = &all[i / want.each * want.each];

    /* One person for each address. */
    if (first->peer.token[0] == '\0' && !peer_be(net, &first->peer)) {
        tally[r->kind].refused++;
        r->again = peer_now() + 5;
        return;
    }
    memcpy(r->peer.token, first->peer.token, sizeof r->peer.token);
    if (!peer_open(net, &r->peer)) {
        tally[r->kind].refused++;
        r->again = peer_now() + 1;
    }
}

/* The second process; runs until it is killed. */
static void attack(int port)
{
    struct rogue *all;
    int n = 0;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    nice(19);
    all = muster(&n);
    door = port;
    net = peers_new(port, on_told, on_ended);
    for (uint64_t tick = 0;; tick++) {
        double now = peer_now(), next = now + PACE / 1000.0;
        int opened = 0;

        for (int i = 0; i < n; i++) {
            struct rogue *r = &all[i];

            if (r->kind == SLOW || r->kind == HALF)
                creep(r, now);
            else if (r->kind == KNOCK)
                knock(r);
            else if (r->peer.state == PEER_OPEN)
                act(r, tick, i);
            else if (r->peer.state == PEER_CLOSED && now >= r->again && opened++ < 20)
                open_one(all, i);
        }
        do
            peers_wait(net, 1);
        while (peer_now() < next);
    }
}

/* ---- Players ----------------------------------------------------------------------------- */

static struct pace pace;
static long most_memory;

static void on_event(struct player *p, uint64_t n, const char *what, int seat, const char *line)
{
    (void)n;
    (void)line;
    pace_event(&pace, p, what, seat);
}

/* Plays for this time; returns the 99th percentile in milliseconds. */
static double play_for(struct crowd *c, const struct served *s, double seconds, const char *name)
{
    double until = peer_now() + seconds, busy = served_busy(s), look = 0, p99;

    pace_reset(&pace);
    while (peer_now() < until) {
        crowd_wait(c, 2);
        pace_step(&pace, c);
        if (peer_now() > look) {
            long now = served_memory(s);

            most_memory = now > most_memory ? now : most_memory;
            look = peer_now() + 0.2;
        }
    }
    p99 = pace_part(&pace, .99);
    printf("%-10s %6llu moves, p50 %8.2f ms, p99 %8.2f ms, server %3.0f %% of a processor, %ld KiB\n", name,
           (unsigned long long)pace.moves, pace_part(&pace, .5), p99, 100 * (served_busy(s) - busy) / seconds,
           served_memory(s));
    fflush(stdout);
    return p99;
}

/* Lets people play for a while, since a table makes no moves between rounds. */
static bool all_move(struct crowd *c)
{
    double until = peer_now() + want.patience;
    int still = 0;

    while (still < want.tables && peer_now() < until) {
        if (pace.table[still].moves > 0) {
            still++;
            continue;
        }
        crowd_wait(c, 2);
        pace_step(&pace, c);
    }
    return still == want.tables;
}

/* Checks that all players stayed connected and every table made moves. */
static void expect_all_well(struct crowd *c, uint64_t errors, const char *when)
{
    char text[100];

    snprintf(text, sizeof text, "every table goes on (%s)", when);
    expect(all_move(c), text);
    for (int i = 0; i < c->n; i++)
        if (c->all[i].breaks > 0 || c->all[i].peer.state != PEER_OPEN) {
            snprintf(text, sizeof text, "nobody who plays is dropped (%s)", when);
            expect(false, text);
            break;
        }
    snprintf(text, sizeof text, "nobody who plays is refused (%s)", when);
    expect(c->errors == errors, text);
}

/* ---- The run ------------------------------------------------------------------------------------ */

static double counted(const char *metrics, const char *reason)
{
    char name[80];

    snprintf(name, sizeof name, "boneyard_dropped_total{reason=\"%s\"}", reason);
    return served_metric(metrics, name);
}

/* Whether all required reasons and at least one rogue of each kind are counted. */
static bool all_counted(const struct served *s)
{
    char *text = served_metrics(s);
    bool all = true;

    for (int k = 0; k < KINDS && only == NULL; k++)
        all = all && (!kinds[k].dropped || tally[k].ended > 0);
    for (int i = 0; i < REASONS; i++)
        if (only == NULL || strcmp(only, reasons[i]) == 0)
            all = all && counted(text, reasons[i]) > 0;
    free(text);
    return all;
}

/* Lets people play until everything is counted. */
static void wait_for_counts(struct crowd *c, const struct served *s)
{
    double until = peer_now() + want.patience;

    while (!all_counted(s) && peer_now() < until)
        for (double next = peer_now() + 0.5; peer_now() < next;) {
            crowd_wait(c, 2);
            pace_step(&pace, c);
        }
}

static void report(const struct served *s)
{
    char *text = served_metrics(s), name[80];

    for (int k = 0; k < KINDS; k++) {
        printf("  %5d %-24s opened %6ld, no connection %5ld, ended by the server %6ld\n", count_of((enum kind)k),
               kinds[k].name, tally[k].opened, tally[k].refused, tally[k].ended);
        snprintf(name, sizeof name, "rogues are dropped: %s", kinds[k].name);
        if (kinds[k].dropped && only == NULL)
            expect(tally[k].ended > 0, name);
    }
    printf("  dropped:");
    for (int i = 0; i < REASONS; i++) {
        printf(" %s %.0f", reasons[i], counted(text, reasons[i]));
        snprintf(name, sizeof name, "what is too %s is counted", reasons[i]);
        if (only == NULL || strcmp(only, reasons[i]) == 0)
            expect(counted(text, reasons[i]) > 0, name);
    }
    printf("; waits at the door %.0f\n", served_metric(text, "boneyard_door_waits_total"));
    free(text);
}

static pid_t let_loose(const struct crowd *c)
{
    pid_t id;

    memcpy(tables_id, c->all[0].table, sizeof tables_id);
    tally = mmap(NULL, KINDS * sizeof *tally, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (tally == MAP_FAILED)
        abort();
    id = fork();
    if (id == 0) {
        attack(c->port);
        _exit(0);
    }
    return id;
}

static void run(struct crowd *c, const struct served *s)
{
    double alone, under;
    uint64_t errors;
    long before;
    pid_t rogues;

    pace_begin(&pace, want.tables, SEATS);
    play_for(c, s, want.seconds / 3.0, "first");
    errors = c->errors;
    alone = play_for(c, s, want.seconds, "alone");
    expect_all_well(c, errors, "alone");
    before = most_memory;
    rogues = let_loose(c);
    play_for(c, s, want.seconds, "they come");
    expect_all_well(c, errors, "when they come");
    under = play_for(c, s, want.seconds, "attacked");
    expect_all_well(c, errors, "under attack");
    wait_for_counts(c, s);
    report(s);
    kill(rogues, SIGKILL);
    waitpid(rogues, NULL, 0);
    play_for(c, s, want.seconds / 2.0, "afterwards");
    expect_all_well(c, errors, "afterwards");
    printf("{\"bench\":\"abuse\",\"tables\":%d,\"times\":%d,\"each\":%d,\"p99_ms\":%.2f,"
           "\"p99_attacked_ms\":%.2f,\"ratio\":%.2f,\"kib\":%ld,\"kib_attacked\":%ld}\n",
           want.tables, want.times, want.each, alone, under, alone > 0 ? under / alone : 0, before, most_memory);
    expect(most_memory < (long)want.memory << 10, "the memory stays below the limit");
    expect(want.ratio == 0 || under <= alone * want.ratio, "the 99th percentile does not grow more than it may");
}

static bool gather(struct crowd *c)
{
    return crowd_enter(c, 120) && crowd_tables(c, want.tables, SEATS, "block players=4 target=1000", "", 120);
}

static int usage(void)
{
    fprintf(stderr,
            "usage: abuse [--tables N] [--seconds N] [--times N] [--each N] [--memory MIB] [--ratio N]\n"
            "             [--patience N] [--reason WORD] -- PROGRAM serve --listen 127.0.0.1:0 ...\n");
    return 2;
}

/* Reads the words before "--"; returns its index, or 0. */
static int read_words(int argc, char **argv)
{
    static const struct {
        const char *name;
        int *to;
    } options[] = {
        { "--tables", &want.tables },     { "--seconds", &want.seconds }, { "--times", &want.times },
        { "--each", &want.each },         { "--memory", &want.memory },   { "--ratio", &want.ratio },
        { "--patience", &want.patience },
    };
    int at = 1;

    for (; at + 1 < argc && strcmp(argv[at], "--") != 0; at += 2) {
        size_t i = 0;

        if (strcmp(argv[at], "--reason") == 0) {
            only = argv[at + 1];
            continue;
        }
        while (i < sizeof options / sizeof options[0] && strcmp(argv[at], options[i].name) != 0)
            i++;
        if (i == sizeof options / sizeof options[0] || (*options[i].to = atoi(argv[at + 1])) < 1)
            return 0;
    }
    return at + 1 < argc ? at : 0;
}

/* Pins this process and its later children; returns false if there is only one processor. */
static bool take_last_processor(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    cpu_set_t last;

    CPU_ZERO(&last);
    CPU_SET((unsigned)n - 1, &last);
    return n > 1 && sched_setaffinity(0, sizeof last, &last) == 0;
}

int main(int argc, char **argv)
{
    static const struct crowd_calls calls = { on_event, NULL };
    struct rlimit files;
    struct served s;
    struct crowd *c;
    int at = read_words(argc, argv);

    if (at == 0)
        return usage();
    s = (struct served){ .words = argv + at + 1 };
    signal(SIGPIPE, SIG_IGN);
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    if (!served_start(&s, take_last_processor() ? 0 : -1)) {
        fprintf(stderr, "abuse: the server does not start\n");
        return 2;
    }
    c = crowd_new(s.port, want.tables * SEATS, &calls);
    if (gather(c))
        run(c, &s);
    else
        expect(false, "everybody finds a seat");
    crowd_free(c);
    expect(served_stop(&s, SIGTERM) == 0, "the server ends in order");
    pace_end(&pace);
    return fine ? 0 : 1;
}
